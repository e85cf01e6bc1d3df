"""Precedents: cases searched, like one another, exported with a signature, printed, and turned into scenarios."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.kernel.spaces.codec import AnySpace
from service.files.scenarios import run_files
from service.files.signing import Signed, SigningKey, WrongSignature, bytes_of, check_signature
from service.settings import Address, Settings, WrongSettings, read_settings
from service.web.app import create_app
from service.wiring import services_of
from tests.api.cli import ROOT
from tests.api.http.clients import OPENING, Api, Match, problem
from tests.api.http.disputes import KEEP, Dispute, ruling, to_rewind
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console import logs_in
from tests.builders import Dice
from tests.patience import PATIENCE
from tests.stores import make_store

SECRET = bytes(range(32))
BOARD: dict[str, Any] = {
    "game": "agot_board",
    "seats": [{"name": house} for house in ("baratheon", "lannister", "stark")],
}
SCOPES = ("organizer", "judge", "head-judge", "analyst", "admin")
OUTSIDE = (403, "request.scope")


@pytest.fixture(params=["sqlite", "postgres"])
def signing(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    """An application with a key to sign with, on each store in turn."""
    db: Path | Address = tmp_path / "praetor.db"
    if request.param == "postgres":
        db = request.getfixturevalue("database")
    settings = Settings(db=db, threads=4, store_timeout=PATIENCE, signing_key=SigningKey(SECRET))
    make_store(settings)
    services = services_of(settings)
    yield Api(create_app(services), services)
    services.close()


def played(api: Api, name: str = "m", **changes: Any) -> Match:
    """A match of the card game with both hands kept, or of the board game just opened."""
    match = api.opened(name, **changes)
    while match.read("", "admin")["game"] == "agot_lcg" and match.read("", "admin")["version"] < 3:
        match.given(match.awaited(), KEEP)
    return match


def closed(match: Match, finding: str = "Nothing was amiss.", **changes: Any) -> Dispute:
    """A case that was opened by the first seat and closed with a ruling that leaves the table."""
    seats = list(match.keys)
    case = Dispute(match, moment=changes.pop("moment", "")).opened(seats[0]).taken()
    for seat in seats[1:]:
        case.given(seat, "statements", {"text": "It was as it was, honestly."})
    case.ruled(ruling(finding=finding, **changes))
    for seat in seats:
        case.given(seat, "accept")
    case.given("judge", "close", {"text": "Played on."})
    return case


def found(api: Api, query: str, who: str = "judge") -> list[str]:
    return [each["case"] for each in api.read(f"/v1/cases?{query}", who)["cases"]]


def test_a_tag_that_is_given_twice_is_entered_once(api: Api) -> None:
    case = closed(
        played(api), "Ice was knelt for its ability twice.", rules=["agot_lcg.stealth.bypassed-cannot-defend"]
    )
    entry = case.given("judge", "tags", {"tags": ["Ports", "raids", "ports", "Ports"]})
    assert entry["tags"] == ["Ports", "raids"]


# --- search


def test_cases_are_found_by_rule_card_text_ruling_game_and_tag(either: Api) -> None:
    cards, board = played(either), played(either, "b", **BOARD)
    ice = closed(cards, "Ice was knelt for its ability twice.", rules=["agot_lcg.stealth.bypassed-cannot-defend"])
    raid = closed(board, "A raid came from a port.", rules=["agot_board.port.owner"])
    raid.given("judge", "tags", {"tags": ["Ports"], "text": "the first of its kind"})
    wanted = {
        "rule=agot_lcg.stealth": [ice],
        "rule=agot_board": [raid],
        "card=Ice": [ice],
        "card=ice": [ice],
        "card=core/ice": [ice],
        "card=Longclaw": [],
        "card=Long": [],
        "ruling=raid+port": [raid],
        "ruling=honestly": [],
        "text=honestly": [ice, raid],
        "game=agot_board": [raid],
        "tag=ports": [raid],
        "tag=harbours": [],
        "remedy=rewind": [],
        f"match={cards.id}": [ice],
        "state=closed&card=Ice&game=agot_lcg": [ice],
    }
    assert {query: set(found(either, query)) for query in wanted} == {
        query: {each.id for each in cases} for query, cases in wanted.items()
    }


def test_a_case_is_about_the_cards_that_the_disputed_action_showed(api: Api) -> None:
    match = api.from_position()
    match.given("alice", attack(handle_of(match)))
    version = match.read("", "admin")["version"]
    case = closed(match, moment=str(version))
    assert found(api, "card=Eddard+Stark") == [case.id]
    assert found(api, "card=Tyrion+Lannister") == []
    assert found(api, "card=eddard") == found(api, "card=Stark+Eddard") == [case.id]
    assert found(api, "card=Tyrion") == []


def handle_of(match: Match) -> str:
    """Alice's Eddard Stark."""
    cards = match.read("/view", "alice")["view"]["players"]["alice"]["in_play"]
    return str(next(each["card"] for each in cards if each["key"] == "core/eddard-stark"))


def attack(card: str) -> dict[str, Any]:
    kind = {"type": "initiate_challenge", "kind": "military", "against": "bob"}
    return {**kind, "attackers": [card], "stealth": {}}


def test_a_case_without_any_rule_makes_no_scenario(api: Api) -> None:
    match = played(api)
    case = Dispute(match).opened().taken()
    case.given("judge", "abandon", {"reason": "A mistake."})
    # the second is about what a judge did, which no rule of the game decided
    case = Dispute(match).opened().taken()
    case.given("judge", "abandon", {"reason": "A mistake."})
    assert problem(api.get(f"{case.path}/scenario", "judge")) == (422, "judging.ruling.cites-rules")
    assert offered_scenario(case) == (False, "Neither it nor its moment rests on a rule of the game")


def test_a_rewind_is_found_by_its_remedy(api: Api) -> None:
    match = played(api)
    case = Dispute(match, moment="2").opened().taken().heard().ruled(to_rewind(2))
    assert found(api, "remedy=rewind") == [case.id]


def test_nobody_finds_a_case_by_what_they_may_not_read(api: Api) -> None:
    match = played(api)
    case = Dispute(match, text="She peeked at Longclaw.").opened("alice").taken()
    api.keys["eve"] = api.services.keys.issue("judge", "eve")
    case.given("bob", "statements", {"text": "It was Ice that I saw."})
    readers = {"Longclaw": {"alice", "head-judge", "judge"}, "Ice": {"bob", "head-judge", "judge"}}
    for card, able in readers.items():
        for who in ("alice", "bob", "head-judge", "judge", "eve", "organizer"):
            for query in (f"card={card}", f"text={card}"):
                assert found(api, query, match.keys.get(who, who)) == ([case.id] if who in able else []), (who, query)


# --- like this one


def test_like_cases_come_with_what_they_share_the_most_alike_first(either: Api) -> None:
    rule, other = "agot_lcg.stealth.bypassed-cannot-defend", "agot_lcg.duplicates.no-characteristics"
    one = closed(played(either, "1"), "Ice was used.", rules=[rule])
    both = closed(played(either, "2"), "Ice again.", rules=[rule])
    card = closed(played(either, "3"), "Ice was moved.", rules=[other])
    closed(played(either, "4"), "A word was said.", rules=[other])
    closed(played(either, "5", **BOARD), "A port.", rules=["agot_board.port.owner"])
    like = either.read(f"/v1/cases/{one.id}/like", "judge")["cases"]
    assert [each["case"] for each in like] == [both.id, card.id]
    assert like[0]["like"]["rules"] == [rule]
    assert like[0]["like"]["cards"] == ["core/ice"]
    assert like[0]["like"]["score"] > like[1]["like"]["score"]
    assert [each["case"] for each in either.read(f"/v1/cases/{one.id}/like?limit=1", "judge")["cases"]] == [both.id]


def test_a_card_that_is_of_no_pool_is_named_in_words_among_what_cases_share(api: Api) -> None:
    position = (ROOT / "service/demo/dispute.yaml").read_text()
    laid = [api.opened(name, seats=[], position=position) for name in ("laid", "laid-too")]
    one, other = (closed(match, moment="1") for match in laid)
    [like] = [each for each in api.read(f"/v1/cases/{one.id}/like", "judge")["cases"] if each["case"] == other.id]
    assert "own/plain-plot" in like["like"]["cards"]
    logs_in(api, api.keys["judge"])
    shown = api.client.get(f"/console/cases/{one.id}/like").get_data(as_text=True)
    assert "own/" not in shown
    assert "plain plot" in shown


def test_a_seat_reads_like_cases_of_its_own_match_alone(api: Api) -> None:
    match = played(api, "1")
    one = closed(match, "Ice was used.")
    other = closed(played(api, "2"), "Ice again.")
    again = closed(match, "Ice a third time.")
    listed = api.read(f"/v1/cases/{one.id}/like", match.keys["alice"])["cases"]
    assert [each["case"] for each in listed] == [again.id]
    assert problem(api.get(f"/v1/cases/{other.id}/like", match.keys["alice"])) == OUTSIDE
    assert problem(api.get(f"/v1/cases/{one.id}/like", "")) == (401, "request.no-key")


# --- export


@pytest.mark.parametrize("game", [OPENING, BOARD], ids=["cards", "board"])
def test_an_export_is_signed_and_anybody_can_check_it(signing: Api, game: dict[str, Any]) -> None:
    case = closed(played(signing, **game))
    exported = signing.get(f"/v1/cases/{case.id}/export", "judge")
    assert exported.status_code == 200, exported.get_data(as_text=True)
    signed = msgspec.json.decode(exported.data, type=Signed)
    key = signing.read("/v1/keys/signing")
    assert (key["algorithm"], key["key"]) == ("Ed25519", signed.signature.key)
    check_signature(signed, key["key"])
    # by hand, as somebody else would
    Ed25519PublicKey.from_public_bytes(b64decode(key["key"])).verify(
        b64decode(signed.signature.value), msgspec.json.encode(exported.get_json()["document"], order="sorted")
    )
    document = exported.get_json()["document"]
    assert document["format"] == "praetor.case/1"
    assert document["entries"][0]["kind"] == "case_opened"
    assert {each["id"] for each in document["rules"]} >= {"judging.ruling.cites-rules"}
    stored = signing.services.cases.records(case.id)
    assert document["heads"] == [each.head.hex() for each in stored]


def test_an_export_that_was_changed_is_not_what_was_signed(signing: Api) -> None:
    case = closed(played(signing))
    signed = msgspec.json.decode(signing.get(f"/v1/cases/{case.id}/export", "judge").data, type=Signed)
    changed = {**signed.document, "read_as": "nobody"}
    other = b64encode(bytes(32)).decode()
    wrong = (
        msgspec.structs.replace(signed, document=changed),
        msgspec.structs.replace(signed, signature=msgspec.structs.replace(signed.signature, key=other)),
        msgspec.structs.replace(signed, signature=msgspec.structs.replace(signed.signature, value="no")),
        msgspec.structs.replace(signed, signature=msgspec.structs.replace(signed.signature, algorithm="none")),
    )
    for each in wrong:
        with pytest.raises(WrongSignature):
            check_signature(each)
    with pytest.raises(WrongSignature):
        check_signature(signed, other)


def test_an_export_has_what_its_reader_may_read(signing: Api) -> None:
    match = played(signing)
    case = Dispute(match, text="She peeked.").opened("alice").taken()
    case.given("bob", "statements", {"text": "I did not."})
    key = {"alice": match.keys["alice"], "bob": match.keys["bob"]}
    texts = {
        who: signing.get(f"{case.path}/export", key.get(who, who)).get_data(as_text=True) for who in (*key, "judge")
    }
    assert {who: ("She peeked." in text, "I did not." in text) for who, text in texts.items()} == {
        "alice": (True, False),
        "bob": (False, True),
        "judge": (True, True),
    }
    assert {who: '"heads"' in text for who, text in texts.items()} == {"alice": False, "bob": False, "judge": True}
    assert not [text for text in texts.values() if '"key":"k-' in text or '"asked"' in text]


def test_the_page_to_print_loads_nothing_and_says_the_same(signing: Api) -> None:
    case = closed(played(signing), "<b>Ice</b> & fire.")
    response = signing.get(f"{case.path}/export?format=html", "judge")
    text = response.get_data(as_text=True)
    assert response.content_type == "text/html; charset=utf-8"
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert "&lt;b&gt;Ice&lt;/b&gt; &amp; fire." in text
    assert not re.search(r"<script|src=|href=|style=", text)
    assert "Ed25519" in text
    assert "judging.ruling.cites-rules" in text
    for kind in ("case opened", "statement given", "ruling given", "case closed"):
        assert f"<h2>{kind}</h2>" in text


def test_without_a_key_a_case_is_printed_and_not_signed(api: Api) -> None:
    case = closed(played(api))
    assert problem(api.get(f"{case.path}/export", "judge")) == (404, "request.no-signing-key")
    assert problem(api.get("/v1/keys/signing")) == (404, "request.no-signing-key")
    assert "Ed25519" not in api.get(f"{case.path}/export?format=html", "judge").get_data(as_text=True)


def test_the_private_key_is_a_setting_that_never_shows_itself() -> None:
    text = b64encode(SECRET).decode()
    settings = read_settings({"PRAETOR_SIGNING_KEY": text})
    assert settings.signing_key.public == SigningKey(SECRET).public
    assert text not in repr(settings)
    assert str(SECRET) not in repr(settings)
    for wrong in ("hush", b64encode(bytes(31)).decode(), "*" * 44):
        with pytest.raises(WrongSettings, match="PRAETOR_SIGNING_KEY") as error:
            read_settings({"PRAETOR_SIGNING_KEY": wrong})
        assert wrong not in str(error.value)


def test_what_is_signed_has_one_form() -> None:
    assert bytes_of({"b": 1, "a": [{"d": "é", "c": None}]}) == '{"a":[{"c":null,"d":"é"}],"b":1}'.encode()


# --- scenarios


def test_a_case_before_the_first_position_makes_no_scenario(api: Api) -> None:
    """The same rule is answered with the same status wherever it refuses."""
    match = api.opened()
    case = closed(match, moment="1")
    refused = api.get(f"{case.path}/scenario", "judge")
    assert (problem(refused), refused.get_json()["because"]["match"]) == ((409, "position.nested"), match.id)
    assert offered_scenario(case) == (False, "No table before its moment can be written as a position")
    later = closed(played(api, "later"), moment="3")
    assert offered_scenario(later)[0] == (api.get(f"{later.path}/scenario", "judge").status_code == 200)


def offered_scenario(case: Dispute) -> tuple[bool, str]:
    """Whether the page of a case offers its scenario, and the beginning of why it does not."""
    logs_in(case.api, case.api.keys["judge"])
    page = case.api.client.get(f"/console/cases/{case.id}").get_data(as_text=True)
    why = re.search(r'<p class="muted">([^<]*), so no scenario', page)
    return f'href="/console/cases/{case.id}/scenario"' in page, why[1] if why else ""


def scenario(case: Dispute, tmp_path: Path, who: str = "head-judge") -> str:
    """The scenario file of a case, played: it passes."""
    response = case.api.get(f"{case.path}/scenario", who)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.content_type == "application/yaml; charset=utf-8"
    path = tmp_path / "case.yaml"
    path.write_bytes(response.data)
    report = run_files([path])
    assert report.has_passed, report.lines()
    return response.get_data(as_text=True)


def test_a_case_of_the_card_game_becomes_a_scenario(either: Api, tmp_path: Path) -> None:
    match = either.from_position()
    eddard = handle_of(match)
    match.given("alice", attack(eddard))
    version = match.read("", "admin")["version"]
    case = closed(match, "Eddard may attack alone.", moment=str(version), rules=["agot_lcg.step.4-2-one-of-each-type"])
    text = scenario(case, tmp_path)
    assert "title: Eddard may attack alone." in text
    assert "initiate_challenge:" in text
    assert "- eddard-stark" in text
    assert f"# From case {case.id} about match {match.id}: versions {version - 1} to {version}." in text


def test_a_case_of_the_board_game_becomes_a_scenario(either: Api, tmp_path: Path) -> None:
    match = played(either, **BOARD)
    for _ in range(3):
        seat = match.awaited()
        orders = match.read("/options", seat)["options"][seat]
        match.given(seat, placed(orders))
    version = match.read("", "admin")["version"]
    case = closed(match, "All orders lie.", moment=str(version), rules=["agot_board.port.owner"])
    text = scenario(case, tmp_path)
    assert "game: agot_board" in text
    assert "assign_orders" in text or "place_orders" in text


def placed(options: Any) -> dict[str, Any]:
    """One lawful answer to the question where orders go."""
    answer: dict[str, Any] = msgspec.convert(options, AnySpace).sample(Dice(1))
    return answer


def test_a_scenario_ends_where_a_judge_stepped_in(api: Api, tmp_path: Path) -> None:
    match = played(api)
    case = Dispute(match, moment="2").opened().taken().heard().ruled(to_rewind(2)).accepted()
    preview = case.previewed({"kind": "rewind", "to": 2})
    assert case.carries_out("head-judge", preview).status_code == 201
    case.given("judge", "close", {"text": "Played on."})
    assert "decide_mulligan" in scenario(case, tmp_path)


def test_a_scenario_is_for_who_reads_all_of_a_closed_case(api: Api) -> None:
    match = played(api)
    running = Dispute(match).opened()
    assert problem(api.get(f"{running.path}/scenario", "head-judge")) == (409, "judging.case.in-order")
    running.given("alice", "withdraw")
    running.given("bob", "withdraw")
    case = closed(match)
    able = {"head-judge": 200, "admin": 200, "judge": 200}
    for who in (*SCOPES, "alice", "bob"):
        response = api.get(f"{case.path}/scenario", match.keys.get(who, who))
        assert response.status_code == able.get(who, 403), (who, response.get_data(as_text=True))
    assert problem(api.get(f"{case.path}/scenario", "")) == (401, "request.no-key")
    assert "look" in str(api.read(f"{match.path}/judges", "admin")["entries"])


def test_the_judge_who_was_in_charge_makes_a_scenario_of_the_closed_case_and_looks_no_further(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    while match.read("", "admin")["version"] < 3:
        match.given(match.awaited(), KEEP)
    jan, way = event.keys["jan"], re.compile(r'href="/console/cases/[^"]*/scenario"')
    case = Dispute(match).opened().taken(jan)
    case.given("bob", "statements", {"text": "It was as it was, honestly."})
    case.ruled(ruling(finding="Nothing was amiss."), jan)
    for seat in match.keys:
        case.given(seat, "accept")
    case.given(jan, "close", {"text": "Played on."})
    api.client.post("/console/login", data={"key": jan})
    page = case.path.replace("/v1/", "/console/")
    assert way.search(api.client.get(page).get_data(as_text=True))
    for _ in range(2):
        assert api.get(f"{case.path}/scenario", jan).status_code == 200
    taken = [each for each in case.read("admin")["entries"] if each["kind"] == "look_taken"]
    assert [each["what"] for each in taken] == ["scenario"]
    assert problem(match.get("/view", jan)) == (403, "judging.look.recorded")
    event.given("olga", "appoint_staff", actor="jan", office="none")
    assert problem(api.get(f"{case.path}/scenario", jan))[0] == 403
    assert not way.search(api.client.get(page).get_data(as_text=True))


def test_every_reading_of_a_precedent_with_every_role(signing: Api) -> None:
    match, other = played(signing), played(signing, "other")
    case = closed(match)
    assert problem(signing.get(case.path, "analyst")) == OUTSIDE
    match.given("bob", {"type": "concede"})
    seats = {"seat": match.keys["alice"], "other seat": other.keys["alice"]}
    for path in ("/export", "/export?format=html", "/like"):
        for who in (*SCOPES, "seat", "other seat"):
            response = signing.get(f"{case.path}{path}", seats.get(who, who))
            if who == "other seat":
                assert problem(response) == OUTSIDE
            else:
                assert response.status_code == 200, (path, who)
        assert problem(signing.get(f"{case.path}{path}", "")) == (401, "request.no-key")
