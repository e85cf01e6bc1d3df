"""A question about a command: yes or no first, with cards by their names, in the API and on the page of the console."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.games import GAMES
from domain.kernel.spaces.commands import Commands, Form
from tests.api.http.clients import POSITION, Api, Match, api_of, problem

SEATS = {"bob": {"hand": 4, "play": ["tyrion-lannister", "cersei-lannister", "the-tickler"]}}
TABLE = {**POSITION, "players": {**POSITION["players"], **SEATS}}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("naming") / "praetor.db") as made:
        yield made


@pytest.fixture(scope="module")
def match(api: Api) -> Match:
    """Alice attacks with Eddard Stark, and Bob is asked for defenders."""
    made = api.opened("named", seats=[], position=TABLE)
    attack = {"type": "initiate_challenge", "kind": "power", "against": "bob", "stealth": {}}
    made.given("alice", {**attack, "attackers": [handle(made, "alice", "eddard-stark")]})
    while made.read("/window", "judge")["name"] != "defenders":
        made.given(made.awaited(), {"type": "pass"})
    return made


def handle(match: Match, seat: str, card: str) -> str:
    cards = match.read("/view", seat)["view"]["players"][seat]["in_play"]
    return str(next(each["card"] for each in cards if each["key"] == f"core/{card}"))


def asked(match: Match, command: dict[str, Any], seat: str = "bob", **query: str) -> Any:
    response = match.api.ask(
        "GET", f"{match.path}/explain", "judge", query_string={"as": seat, "command": json.dumps(command), **query}
    )
    return response


@pytest.mark.parametrize("name", ["Tyrion Lannister", "Tyrion", "tyrion", "TYRION LANNISTER"])
def test_a_card_is_named_by_its_title_or_by_words_of_it(match: Match, name: str) -> None:
    told = asked(match, {"type": "declare_defenders", "defenders": [name]}).get_json()
    assert told["command"]["defenders"] == [handle(match, "bob", "tyrion-lannister")]
    assert (told["verdict"], told["refused_by"]) == ("yes", "")


@pytest.mark.parametrize("defenders", [[], "none", "nobody", ""])
def test_nobody_is_a_list_without_anything_in_it(match: Match, defenders: object) -> None:
    told = asked(match, {"type": "declare_defenders", "defenders": defenders}).get_json()
    assert (told["verdict"], told["command"]["defenders"]) == ("yes", [])


def test_one_name_for_a_list_is_a_list_of_it(match: Match) -> None:
    told = asked(match, {"type": "declare_defenders", "defenders": "The Tickler"}).get_json()
    assert told["command"]["defenders"] == [handle(match, "bob", "the-tickler")]


def test_of_several_cards_of_a_name_it_is_asked_which(match: Match) -> None:
    response = asked(match, {"type": "declare_defenders", "defenders": ["Lannister"]})
    assert problem(response) == (422, "request.which-card")
    assert response.get_json()["because"]["named"] == "Lannister"
    which = response.get_json()["because"]["which"]
    assert {(each["title"], each["place"]) for each in which} == {
        ("Tyrion Lannister", "bob.play"),
        ("Cersei Lannister", "bob.play"),
        ("House Lannister", "bob.faction"),
    }
    told = asked(match, {"type": "declare_defenders", "defenders": [which[0]["card"]]}).get_json()
    assert told["command"]["defenders"] == [which[0]["card"]]


def test_a_name_means_no_card_that_its_seat_does_not_see(match: Match) -> None:
    """Ice is in Alice's hand: for her the name is that card, for Bob it is nothing."""
    ice = {"type": "play_event", "card": "Ice"}
    assert asked(match, ice, "alice").get_json()["command"]["card"] != "ice"
    response = asked(match, ice, "bob")
    assert problem(response) == (422, "request.which-card")
    assert response.get_json()["because"] == {"named": "Ice", "which": [], "field": "card"}


def test_the_key_of_a_card_names_it(match: Match) -> None:
    told = asked(match, {"type": "declare_defenders", "defenders": ["core/tyrion-lannister"]}).get_json()
    assert told["command"]["defenders"] == [handle(match, "bob", "tyrion-lannister")]


@pytest.mark.parametrize("how", ["explain", "check", "branch", "position"])
def test_a_name_of_no_card_is_no_matter_for_the_rules(match: Match, how: str) -> None:
    """The rule book has nothing to say of a card that is not there; what is close among the cards seen is told."""
    response = misnamed(match, how, {"type": "declare_defenders", "defenders": ["Tyrion Lanister"]})
    assert problem(response) == (422, "request.which-card")
    because = response.get_json()["because"]
    assert (because["named"], because["meant"]) == ("Tyrion Lanister", "Tyrion Lannister")
    assert [each["title"] for each in because["which"]] == ["Tyrion Lannister"]


def misnamed(match: Match, how: str, command: Any) -> Any:
    """A question about a command, asked each way that there is."""
    api, query = match.api, {"seat": "bob", "command": json.dumps(command)}
    if how == "explain":
        return asked(match, command)
    if how == "check":
        return api.ask("POST", f"{match.path}/commands/check?as=bob", "judge", json=command)
    if how == "position":
        return api.ask("POST", "/v1/games/agot_lcg/positions/explain", "judge", json=TABLE, query_string=query)
    made = api.post(f"{match.path}/branches", "judge", {"from": 1}, Idempotency_Key="branch")
    assert made.status_code == 201, made.get_data(as_text=True)
    return api.ask("POST", f"/v1/branches/{made.get_json()['branch']}/explain?as=bob", "judge", json=command)


@pytest.mark.parametrize("how", ["explain", "check", "branch", "position"])
@pytest.mark.parametrize("kind", [[], {}, None, 7, True])
def test_a_type_that_is_no_word_is_refused_by_its_shape(match: Match, how: str, kind: object) -> None:
    response = misnamed(match, how, {"type": kind})
    assert problem(response) == (422, "command.shape")


@pytest.fixture(scope="module")
def board(api: Api) -> Match:
    houses = ("stark", "lannister", "baratheon")
    return api.opened("board", game="agot_board", seats=[{"house": each} for each in houses])


PROVINCES: list[dict[str, Any]] = [
    {"card": each, "facedown": True, "dynasty": [{"card": "eager-scout", "facedown": True}]}
    for each in ("ancestral-lands", "the-art-of-war", "entrenched-position", "fertile-fields")
] + [{"card": "kuroi-mori", "facedown": True}]


@pytest.fixture(scope="module")
def provinces(api: Api) -> Match:
    """Alice attacks in the game of provinces, and Bob is asked for defenders."""
    position = {
        "at": "3.2.1",
        "first_player": "alice",
        "contest": {
            "kind": "military",
            "attacker": "alice",
            "defender": "bob",
            "attackers": ["matsu-berserker"],
            "ring": "air",
            "province": "1",
        },
        "players": {
            "alice": {"honor": 9, "play": ["matsu-berserker"]},
            "bob": {"honor": 9, "play": ["doji-whisperer"], "provinces": PROVINCES},
        },
    }
    return api.opened("provinces", game="l5r", seats=[], position=position)


def test_an_area_is_named_as_printed(board: Match) -> None:
    orders = {"White Harbor": "march-0", "winterfell": "march-plus-1"}
    told = asked(board, {"type": "assign_orders", "orders": orders}, "stark").get_json()
    assert set(told["command"]["orders"]) == {"white-harbor", "winterfell"}


@pytest.mark.parametrize(
    "command",
    [
        {"type": "assign_orders", "orders": {"White Harbour": "march-0"}},
        {"type": "resolve_raid", "area": "White Harbour", "target": None},
        {"type": "resolve_march", "area": "winterfell", "march": {"moves": {"white-harbour": {"footman": 1}}}},
        {"type": "muster_unit", "area": "winterfell", "unit": "footman", "to": "white harbour"},
    ],
    ids=lambda each: each["type"],
)
def test_an_area_that_no_board_has_is_no_matter_for_the_rules(board: Match, command: Any) -> None:
    response = asked(board, command, "stark")
    assert problem(response) == (422, "request.which-card")
    assert response.get_json()["because"]["meant"] == "White Harbor"


def test_a_unit_that_no_house_has_is_no_matter_for_the_rules(board: Match) -> None:
    response = asked(board, {"type": "muster_unit", "area": "winterfell", "unit": "knigth"}, "stark")
    assert problem(response) == (422, "request.which-card")
    assert response.get_json()["because"]["meant"] == "Knight"


def test_what_is_refused_says_no_and_the_rule_first(match: Match) -> None:
    told = asked(match, {"type": "declare_defenders", "defenders": ["Eddard Stark"]}).get_json()
    assert told["verdict"] == "no"
    refused = next(each for each in told["checks"] if each["asked"] and not each["ok"])
    assert told["refused_by"] == refused["rule"]
    checked = match.api.ask(
        "POST", f"{match.path}/commands/check?as=bob", "judge", json={"type": "declare_defenders", "defenders": "none"}
    )
    assert (checked.get_json()["verdict"], checked.get_json()["refused_by"]) == ("yes", "")


# --- the page


@pytest.fixture(scope="module")
def judge(api: Api) -> FlaskClient:
    client = api.app.test_client()
    client.post("/console/login", data={"key": api.keys["judge"]})
    return client


def page(judge: FlaskClient, match: Match, **query: Any) -> str:
    response = judge.get(f"/console/matches/{match.id}/explain", query_string={"seat": "bob", "ask": "1", **query})
    text = response.get_data(as_text=True)
    assert response.status_code == 200, text
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", text.partition("<main")[2]).split()))


def test_the_page_says_yes_or_no_before_any_check(judge: FlaskClient, match: Match) -> None:
    said = page(judge, match, type="declare_defenders", **{"f-defenders": "Cersei, Tyrion"})
    assert re.search(
        r"Yes: at v\d+ bob was allowed to declare defenders \(defenders: Cersei Lannister; Tyrion Lannister\)", said
    ), said
    refused = page(judge, match, type="declare_defenders", **{"f-defenders": "Eddard Stark"})
    assert refused.index("No: at v") < refused.index("refused by") < refused.index("Every check")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_failed_check_is_not_told_by_its_name(
    judge: FlaskClient, match: Match, board: Match, provinces: Match, game: str
) -> None:
    """What a check is called says what holds ("defenders are eligible"), the opposite of a check that failed."""
    which, query = {
        "agot_lcg": (match, {"type": "declare_defenders", "f-defenders": "Eddard Stark"}),
        "agot_board": (board, {"type": "resolve_raid", "f-area": "Winterfell"}),
        "l5r": (provinces, {"type": "declare_defenders", "f-defenders": "Matsu Berserker"}),
    }[game]
    seat = "stark" if which is board else "bob"
    address = f"/console/matches/{which.id}/explain"
    shown = judge.get(address, query_string={**query, "seat": seat, "ask": "1"}).get_data(as_text=True)
    found = re.findall(r'<li class="(held|refused|unasked)"><span>[^<]*</span>(.*?)</li>', shown, re.DOTALL)
    named = {how: [re.findall("<small>", told) != [] for each, told in found if each == how] for how, _ in found}
    assert named.pop("refused") == [False, False]
    assert not any(named.pop("unasked", []))
    assert all(named.pop("held", [True]))


@pytest.mark.parametrize("typed", ["", "none"])
def test_the_page_takes_no_defenders(judge: FlaskClient, match: Match, typed: str) -> None:
    said = page(judge, match, type="declare_defenders", **{"f-defenders": typed})
    assert "bob was allowed to declare no defenders" in said


def test_cards_may_be_ticked(judge: FlaskClient, match: Match) -> None:
    ticked = [handle(match, "bob", "the-tickler"), handle(match, "bob", "tyrion-lannister")]
    said = page(judge, match, type="declare_defenders", **{"t-defenders": ticked})
    assert "defenders: The Tickler; Tyrion Lannister" in said


def test_the_page_asks_which_card_was_meant_and_leads_to_each(judge: FlaskClient, match: Match) -> None:
    query = {"seat": "bob", "ask": "1", "type": "declare_defenders", "f-defenders": "The Tickler, Lannister"}
    text = judge.get(f"/console/matches/{match.id}/explain", query_string=query).get_data(as_text=True)
    assert "Which “Lannister”?" in text
    ways = re.findall(r'<li><a href="([^"]+)">Tyrion Lannister</a>', text)
    followed = judge.get(ways[0].replace("&amp;", "&")).get_data(as_text=True)
    assert "The Tickler; Tyrion Lannister" in followed


def test_a_command_that_is_not_offered_is_asked_about_with_lists_and_pairs(judge: FlaskClient, match: Match) -> None:
    pairs = {"f-stealth": "Arya: Tyrion", "f-attackers": "Arya Stark", "f-kind": "power", "f-against": "bob"}
    said = page(judge, match, type="initiate_challenge", **{"seat": "alice", **pairs})
    assert "No: at v" in said, said
    assert "attackers: Arya Stark, stealth: Arya Stark: Tyrion Lannister" in said, said


@pytest.mark.parametrize("typed", ["Jaime", "Arya Stark:", ": Tyrion"])
def test_half_of_a_pair_is_answered_with_no_verdict(judge: FlaskClient, match: Match, typed: str) -> None:
    fields = {"f-stealth": typed, "f-attackers": "Arya Stark", "f-kind": "power", "f-against": "bob"}
    said = page(judge, match, type="initiate_challenge", **{"seat": "alice", **fields})
    assert f"The command is not complete See below what is missing or wrong. Stealth “{typed}”: half of" in said
    assert "No: at v" not in said


@pytest.mark.parametrize(("typed", "kept"), [("2 Knigths", "2 Knight"), ("two Knihgts", "two Knight")])
def test_the_link_to_a_unit_that_was_meant_keeps_how_many(
    judge: FlaskClient, board: Match, typed: str, kept: str
) -> None:
    query = {"seat": "stark", "type": "resolve_march", "f-area": "Winterfell", "f-march": f"White Harbor: {typed}"}
    address = f"/console/matches/{board.id}/explain"
    shown = unescape(judge.get(address, query_string={**query, "ask": "1"}).get_data(as_text=True))
    [way] = re.findall(r'<li><a href="([^"]+)">Knight</a>', shown)
    followed = unescape(judge.get(way).get_data(as_text=True))
    assert f'value="White Harbor: {kept}"' in followed
    assert "White Harbor: Knight 2" in followed


def test_the_changes_of_a_resolution_by_hand_are_taken_as_their_hint_says(judge: FlaskClient, match: Match) -> None:
    query = {"seat": "bob", "type": "resolve_manually", "f-card": "Tyrion", "f-effect": "Gains 3 gold."}
    address = f"/console/matches/{match.id}/explain"
    shown = unescape(judge.get(address, query_string=query).get_data(as_text=True))
    [example] = re.findall(r'id="f-changes-hint">A list in JSON, such as <code>([^<]+)</code>', shown)
    change = {"change": "set_mark", "thing": handle(match, "bob", "tyrion-lannister"), "mark": "kneeling", "on": True}
    assert list(json.loads(example.replace("\N{HORIZONTAL ELLIPSIS}", "0"))[0]) == list(change)
    said = page(judge, match, **query, **{"f-changes": json.dumps([change])})
    assert "No: at v" in said or "Yes: at v" in said, said
    assert "changes: none" not in said


def test_a_field_suggests_what_it_may_take_and_tells_equal_cards_apart(judge: FlaskClient, match: Match) -> None:
    text = judge.get(f"/console/matches/{match.id}/explain?type=initiate_challenge").get_data(as_text=True)
    lists = dict(re.findall(r'<datalist id="([^"]+)">(.*?)</datalist>', text))
    kind = re.search(r'<select id="f-kind"[^>]*>(.*?)</select>', text)
    assert kind
    assert re.findall(r'value="([^"]+)"', kind[1]) == ["military", "intrigue", "power"]
    assert re.search(r'<input id="f-stealth"[^>]* list="things"', text)
    cards = [unescape(each) for each in re.findall(r'<option value="([^"]+)">[^<]+</option>', lists["things"])]
    assert "Tyrion Lannister" in cards
    assert len(cards) == len(set(cards)), cards


TWINS = [
    {"card": "arya-stark", "duplicates": ["arya-stark#2"]},
    {"card": "eddard-stark", "attachments": ["milk-of-the-poppy"]},
    {"card": "robb-stark", "attachments": ["milk-of-the-poppy"]},
]


@pytest.fixture(scope="module")
def twins(api: Api) -> Match:
    """Alice has Arya Stark with a duplicate, and two attachments of one title; hers is the challenge."""
    alice = {**POSITION["players"]["alice"], "play": TWINS}
    return api.opened("twins", seats=[], position={**TABLE, "players": {**TABLE["players"], "alice": alice}})


ATTACK = {"kind": "military", "against": "bob", "stealth": {}}


@pytest.mark.parametrize("name", ["Arya Stark", "arya", "core/arya-stark"])
def test_a_duplicate_is_not_meant_where_a_card_acts(twins: Match, name: str) -> None:
    told = asked(twins, {"type": "initiate_challenge", **ATTACK, "attackers": [name]}, "alice")
    assert told.get_json()["command"]["attackers"] == [handle(twins, "alice", "arya-stark")]
    assert told.get_json()["verdict"] == "yes"


def test_a_duplicate_is_meant_where_one_is_asked_for_or_said(twins: Match) -> None:
    cards = twins.read("/view", "alice")["view"]["players"]["alice"]["in_play"]
    [duplicate] = [each["card"] for each in cards if each.get("duplicate")]
    saves = asked(twins, {"type": "use_duplicate_save", "card": "Arya Stark"}, "alice")
    assert saves.get_json()["command"]["card"] == duplicate
    for said in ("Arya Stark (duplicate)", "arya duplicate"):
        told = asked(twins, {"type": "initiate_challenge", **ATTACK, "attackers": [said]}, "alice")
        assert (told.get_json()["command"]["attackers"], told.get_json()["verdict"]) == ([duplicate], "no")


def test_cards_of_one_title_are_told_apart_in_words_wherever_they_are_named(judge: FlaskClient, twins: Match) -> None:
    address = f"/console/matches/{twins.id}"
    query = {"seat": "alice", "type": "initiate_challenge", "f-attackers": "Robb Stark, Milk", "ask": "1"}
    text = unescape(judge.get(f"{address}/explain", query_string=query).get_data(as_text=True))
    which = dict(re.findall(r'<li><a href="([^"]+)">(Milk[^<]*)</a>', text))
    assert sorted(which.values()) == ["Milk of the Poppy (on Eddard Stark)", "Milk of the Poppy (on Robb Stark)"]
    ticks = re.findall(r'name="t-attackers"[^>]*> ([^<]*)<', text)
    assert len(ticks) == len(set(ticks))
    assert "Arya Stark (duplicate)" in ticks
    shown = unescape(judge.get(f"{address}/things").get_data(as_text=True))
    assert shown.count(">Arya Stark<") == shown.count(">Arya Stark (duplicate)<") == 1
    for way, called in which.items():
        followed = unescape(judge.get(way).get_data(as_text=True))
        assert "Which “" not in followed
        assert f'value="Robb Stark, {called}"' in followed


def test_equal_cards_of_one_place_are_numbered(match: Match, api: Api) -> None:
    hands = {**TABLE["players"], "alice": {**POSITION["players"]["alice"], "hand": ["ice", "ice#2"]}}
    made = api.opened("equal", seats=[], position={**TABLE, "players": hands})
    told = asked(made, {"type": "play_event", "card": "Ice"}, "alice").get_json()["because"]["which"]
    assert [each["title"] for each in told] == ["Ice (alice's hand 1)", "Ice (alice's hand 2)"]
    for each in told:
        meant = asked(made, {"type": "play_event", "card": each["title"]}, "alice").get_json()
        assert meant["command"]["card"] == each["card"]


MERCHANTS = {
    "alice": {
        "faction": "lannister",
        "gold": 3,
        "hand": ["ice"],
        "play": [
            {"card": "lannisport-merchant", "attachments": ["milk-of-the-poppy"]},
            "lannisport-merchant#2",
            "lannisport-merchant#3",
        ],
    },
    "bob": {"hand": ["lannisport-merchant#4"]},
}


def test_equal_cards_are_told_apart_by_what_lies_on_them_and_numbered_on_the_table_alike(api: Api) -> None:
    made = api.opened("merchants", seats=[], position={"at": "marshalling.action", "players": MERCHANTS})
    api.calls(made.id)
    marshal = {"type": "marshal_attachment", "card": "Ice", "host": "Lannisport Merchant"}
    which = asked(made, marshal, "alice").get_json()["because"]["which"]
    titles = {each["title"]: each["card"] for each in which}
    name = "Lannisport Merchant (alice's play"
    assert [*titles] == [f"{name} with Milk of the Poppy)", f"{name} 1)", f"{name} 2)"]
    for title, card in titles.items():
        assert asked(made, {**marshal, "host": title}, "alice").get_json()["command"]["host"] == card
    judge = api.session(api.keys["judge"])
    shown = unescape(judge.get(f"/console/matches/{made.id}").get_data(as_text=True))
    for title, number in ((f"{name} 1)", "1"), (f"{name} 2)", "2")):
        tile = shown.partition(f'<article id="card-{titles[title]}"')[2].partition("</article>")[0]
        assert f"</a> <small>{number}</small></h5>" in tile
        # a judge who asks about the seat is told as the seat names the cards: Bob's hand is none of hers
        query = {"seat": "alice", "command": json.dumps({**marshal, "host": title})}
        asked_page = unescape(
            judge.get(f"/console/matches/{made.id}/explain", query_string=query).get_data(as_text=True)
        )
        assert title in asked_page.partition('<h2 class="under">Earlier')[0]
    form = judge.get(f"/console/matches/{made.id}/explain?seat=alice&type=marshal_attachment").get_data(as_text=True)
    offered = re.findall(r'<option value="(Lannisport Merchant[^"]*)">', unescape(form))
    assert offered == [*titles]
    numbers = unescape(judge.get(f"/console/matches/{made.id}/numbers").get_data(as_text=True))
    assert f"<td>strength</td><td>{name} 2)</td>" in numbers


def test_who_may_not_ask_what_was_lawful_is_told_who_may(api: Api) -> None:
    made = api.opened("asked-about", seats=[], position=TABLE, spectators="public")
    uncalled = api.session(api.services.keys.issue("judge", "uncalled"))
    for client in (api.session(""), uncalled):
        shown = client.get(f"/console/matches/{made.id}/explain").get_data(as_text=True)
        assert "the seat itself may ask" in shown
        assert "Whose command" not in shown


def test_what_was_offered_stands_first_among_the_commands(judge: FlaskClient, match: Match) -> None:
    text = judge.get(f"/console/matches/{match.id}/explain?seat=bob").get_data(as_text=True)
    offered = re.findall(r'<optgroup label="Offered then">(.*?)</optgroup>', text, re.S)
    assert re.findall(r'value="(\w+)"', offered[0]) == ["declare_defenders"]
    assert '<option value="accept_draw"' not in offered[0]


@pytest.mark.parametrize("kind", ["use_duplicate_save", "use_reaction", "use_interrupt", "initiate_action"])
def test_numbers_that_nobody_sees_may_be_left_out(match: Match, kind: str) -> None:
    told = asked(match, {"type": kind, "card": "Tyrion"})
    assert told.status_code == 200, told.get_json()
    assert (told.get_json()["verdict"], bool(told.get_json()["refused_by"])) == ("no", True)


@pytest.mark.parametrize("conditions", [(7,), (7, 9)])
def test_a_number_left_out_is_that_of_the_offer_or_it_is_asked_which(
    match: Match, monkeypatch: pytest.MonkeyPatch, conditions: tuple[int, ...]
) -> None:
    card = handle(match, "bob", "tyrion-lannister")
    fixed: list[dict[str, str | int | bool]] = [{"card": card, "ability": 0, "condition": each} for each in conditions]
    offers = Commands(tuple(Form("use_reaction", each) for each in fixed))
    monkeypatch.setattr("service.files.names_in_commands.seat_options", lambda rules, table, seat: offers)
    told = asked(match, {"type": "use_reaction", "card": "Tyrion"})
    if len(conditions) == 1:
        assert told.get_json()["command"] == {"type": "use_reaction", **fixed[0]}
    else:
        assert problem(told) == (422, "request.which-card")
        assert [each["card"] for each in told.get_json()["because"]["which"]] == ["7", "9"]
