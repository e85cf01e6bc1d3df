"""Every remedy that changes the table, tried dry and carried out by its preview, in a case of a running match."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from domain.games import GAMES
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import KEEP, CasePage, Dispute, ruling
from tests.api.http.gatherings import L5R_SEATS
from tests.api.http.test_cases import played, verified
from tests.api.http.test_console_rules import Reader

BOARD: dict[str, Any] = {
    "game": "agot_board",
    "seats": [{"house": house} for house in ("lannister", "stark", "baratheon")],
}


L5R: dict[str, Any] = {"game": "l5r", "seats": L5R_SEATS}


def gold(seat: str, n: int) -> dict[str, Any]:
    return {"kind": "correction", "changes": [{"change": "set_count", "seat": seat, "counter": "gold", "n": n}]}


def heard(match: Match) -> Dispute:
    """A case in which every seat has spoken."""
    case = Dispute(match, moment="1").opened(next(iter(match.keys))).taken()
    for seat in match.keys:
        case.gives(seat, "statements", {"text": "It was so."})
    return case


def ruled(match: Match, remedy: dict[str, Any]) -> Dispute:
    """A case with a ruling that names this remedy, accepted by all."""
    worse = {"worse": "All would have to play again."} if remedy["kind"] == "annulment" else {}
    return heard(match).ruled(ruling(remedy=remedy, **worse)).accepted()


def is_refused(match: Match, remedy: dict[str, Any], status: int, rule: str) -> None:
    """A remedy that cannot be carried out is neither previewed nor ruled."""
    case = heard(match)
    assert problem(case.gives("judge", "previews", remedy)) == (status, rule)
    assert problem(case.gives("judge", "ruling", ruling(remedy=remedy))) == (status, rule)


def carried_out(match: Match, remedy: dict[str, Any], who: str = "judge") -> dict[str, Any]:
    """The preview of a remedy that was then carried out."""
    case = ruled(match, remedy)
    preview: dict[str, Any] = case.given("judge", "previews", remedy)
    done = case.carries_out(who, preview["preview"])
    assert done.status_code == 201, done.get_data(as_text=True)
    return preview


def test_gold_is_corrected_and_the_question_stays(either: Api) -> None:
    match = played(either)
    before = match.read("", "admin")
    preview = carried_out(match, gold("alice", 5))
    assert [fact["fact"] for fact in preview["facts"]] == [
        "kernel.corrected",
        "agot_lcg.gold_gained",
        "kernel.waiting",
    ]
    assert preview["cut"] == 2
    assert "needs" not in preview  # the judge in charge is enough
    assert match.read("", "admin")["awaited"] == before["awaited"]
    [(_, versions)] = verified(either)
    assert versions > before["version"]


def test_units_of_the_board_are_corrected(api: Api) -> None:
    match = api.opened(**BOARD)
    change = {"change": "set_pieces", "area": "winterfell", "seat": "stark", "kind": "knight", "n": 2}
    preview = carried_out(match, {"kind": "correction", "changes": [change]})
    assert [fact["fact"] for fact in preview["facts"]][1] == "agot_board.units_placed"
    assert verified(api)


def test_a_remedy_of_another_form_is_a_wrong_body_wherever_it_stands(api: Api) -> None:
    case = Dispute(played(api), moment="1").opened("alice").taken()
    change = {"change": "set_cont", "seat": "alice", "counter": "gold", "n": 1}
    for remedy, field, meant in (
        ({"kind": "rewnd"}, "kind", "rewind"),
        ({"kind": "rewind", "to": "x"}, "to", ""),
        ({"kind": "rewind", "too": 1}, "too", "to"),
        ({"to": 1}, "kind", ""),
        ({"kind": "annulment", "of": 1, "change_of_mind": 1}, "change_of_mind", ""),
        ({"kind": "correction", "changes": [change]}, "changes[0].change", "set_count"),
    ):
        words = {**ruling(), "remedy": remedy}
        for move, body, before in (
            ("previews", remedy, ""),
            ("ruling", words, "remedy."),
            ("answer", {"verdict": "replace", "text": "No.", "ruling": words}, "ruling.remedy."),
        ):
            refused = case.gives("judge", move, body)
            assert problem(refused) == (422, "request.shape"), (move, remedy)
            assert refused.get_json()["because"]["field"] == f"{before}{field}"
            assert refused.get_json()["because"].get("meant", "") == meant


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ([], "changes-something"),
        (gold("alice", 0)["changes"], "changes-something"),
        (gold("alice", -1)["changes"], "conserves"),
        (gold("carol", 1)["changes"], "thing-exists"),
        ([{"change": "set_track", "track": "gold", "order": ["alice", "bob"]}], "zone-fits"),
        ([{"change": "abandon_step", "frame": "wait"}], "strands-play"),
    ],
)
def test_what_cannot_be_corrected_is_refused_by_its_rule(api: Api, changes: Any, rule: str) -> None:
    remedy = {"kind": "correction", "changes": changes}
    is_refused(played(api), remedy, 422, f"judging.correct.{rule}")


def test_the_last_action_is_annulled(api: Api) -> None:
    match = api.opened()
    match.given(match.awaited(), KEEP)
    second = match.awaited()
    match.given(second, KEEP)
    last = match.read("", "admin")["version"]
    preview = carried_out(match, {"kind": "annulment", "of": last})
    assert preview["report"]["to"] == last - 1
    assert match.awaited() == second
    assert verified(api)


def test_a_table_is_accepted_as_it_is(api: Api) -> None:
    match = played(api)
    before = match.read("", "admin")
    assert "facts" not in carried_out(match, {"kind": "acceptance"})
    assert match.read("", "admin")["wait"] == before["wait"]


def test_a_loss_is_ended_by_the_head_judge_alone(api: Api) -> None:
    match = played(api)
    case = ruled(match, {"kind": "ending", "how": "loss", "winner": "bob"})
    preview = case.previewed({"kind": "ending", "how": "loss", "winner": "bob"})
    for wrong in ({"how": "loss", "winner": "nobody"}, {"how": "draw", "winner": "bob"}):
        refused = case.gives("judge", "previews", {"kind": "ending", **wrong})
        assert problem(refused) == (422, "judging.state.irreparable")
    assert problem(case.carries_out("judge", preview)) == (403, "judging.state.loss")
    assert case.carries_out("head-judge", preview).status_code == 201
    assert match.read("", "admin")["over"]["winner"] == "bob"
    assert verified(api)


def test_an_opportunity_that_never_was_is_not_restored(api: Api) -> None:
    remedy = {"kind": "opportunity", "seat": "alice", "at": "1"}
    is_refused(played(api), remedy, 422, "judging.case.names-a-moment")


# --- what was missed, and a change of mind

FAITH = {
    "at": "4.1",
    "players": {
        "alice": {
            "plot": "a-noble-cause",
            "plots": ["supporting-the-faith", "taxation"],
            "gold": 3,
            "play": ["tumblestone-knight"],
            "deck": {"unknown": 9},
        },
        "bob": {"plot": "a-noble-cause", "gold": 3, "deck": {"unknown": 9}},
    },
}
KNIGHTS = {
    "at": "marshalling.action",
    "players": {
        "alice": {"plot": "a-noble-cause", "gold": 9, "hand": ["tumblestone-knight"], "deck": {"unknown": 9}},
        "bob": {"plot": "a-noble-cause", "gold": 9, "hand": ["tumblestone-knight"], "deck": {"unknown": 9}},
    },
}


def laid(api: Api, position: dict[str, Any]) -> Match:
    return api.opened(f"laid-at-{position['at']}", seats=[], position=position)


def treasuries(match: Match) -> dict[str, int]:
    players = match.read("/view", "admin")["view"]["players"]
    return {seat: players[seat]["gold"] for seat in match.keys}


def card(match: Match, key: str, seat: str = "alice") -> str:
    """A card of a seat, as the seat itself sees it."""
    own = json.dumps(match.read("/view", seat)["view"]["players"][seat])
    found: list[str] = re.findall(rf'"card": "(\w+)", "key": "core/{key}"', own)
    return found[0]


def place_of(match: Match, kind: str, version: int = 1) -> str:
    """Where in the record the first fact of a kind stands."""
    facts = match.read(f"/actions/{version}", "admin")["facts"]
    return next(f"{version}.{fact['place']}" for fact in facts if fact["fact"] == kind)


def closed(case: Dispute) -> None:
    case.given("judge", "close", {"text": "Played on."})


def wait_of(match: Match) -> tuple[str, list[str]]:
    window = match.read("/window", "admin")
    return window["name"], window["awaited"]


def test_a_missed_mandatory_ability_is_resolved_now_and_the_question_is_open_again(either: Api) -> None:
    match = laid(either, FAITH)
    # another plot lay in the place of hers when the phase began
    moved = [("alice.used", card(match, "a-noble-cause")), ("alice.plot", card(match, "supporting-the-faith"))]
    put = {"kind": "correction", "changes": [{"change": "move_card", "to": to, "card": each} for to, each in moved]}
    case = ruled(match, put)
    assert case.carries_out("judge", case.previewed(put)).status_code == 201
    closed(case)
    assert treasuries(match) == {"alice": 3, "bob": 3}
    before = wait_of(match)
    faith = card(match, "supporting-the-faith")
    at = place_of(match, "kernel.conditions_occurred")
    late = {"kind": "late-ability", "card": faith, "ability": 0, "missed_at": at}
    preview = carried_out(match, late)
    assert "kernel.ability_announced" in [fact["fact"] for fact in preview["facts"]]
    assert treasuries(match) == {"alice": 0, "bob": 0}
    assert wait_of(match) == before
    assert verified(either)


def passed_over(api: Api) -> tuple[Match, dict[str, Any]]:
    """Alice passed in her marshalling window, where she could have marshalled; the remedy that gives it back."""
    match = laid(api, KNIGHTS)
    assert wait_of(match) == ("marshalling.action", ["alice"])
    match.given("alice", {"type": "pass"})
    return match, {"kind": "opportunity", "seat": "alice", "at": place_of(match, "kernel.window_opened")}


def test_an_opportunity_is_given_back_once_the_opponent_has_consented(either: Api) -> None:
    match, remedy = passed_over(either)
    before = wait_of(match)
    case = ruled(match, remedy)
    made = case.given("judge", "previews", remedy)
    assert made["consents"] == ["bob"]
    assert problem(case.carries_out("judge", made["preview"])) == (422, "judging.missed.optional-consent")
    shown = Reader(either, match.keys["bob"]).text(f"/cases/{case.id}")
    to = rf"give alice the opportunity of {remedy['at']} back \(.* window\)</option>"
    assert re.search(to, shown), re.findall(r"give alice[^<]*", shown)
    waits = [case.read(who)["waits_for"] for who in ("judge", "bob", "alice")]
    assert waits == [[{"move": "consents", "who": ["bob"]}]] * 2 + [[]]
    own = case.gives("alice", "consents", {"preview": made["preview"]})
    assert problem(own) == (422, "judging.missed.optional-consent")
    assert case.given("bob", "consents", {"preview": made["preview"]})["kind"] == "consent_given"
    assert case.read("judge")["waits_for"] == []
    assert case.carries_out("judge", made["preview"]).status_code == 201
    assert wait_of(match) == ("marshalling.action", ["alice"])
    match.given("alice", {"type": "marshal_character", "card": card(match, "tumblestone-knight")})
    while wait_of(match)[1] == ["alice"]:
        match.given("alice", {"type": "pass"})
    assert wait_of(match) == before
    assert treasuries(match)["alice"] < treasuries(match)["bob"]
    assert verified(either)


def test_a_seat_refuses_its_consent_and_may_still_give_it(either: Api) -> None:
    match, remedy = passed_over(either)
    case = ruled(match, remedy)
    made = case.given("judge", "previews", remedy)["preview"]
    entry = case.given("bob", "consents", {"preview": made, "consent": False})
    assert (entry["kind"], entry["seat"], entry["preview"]) == ("consent_refused", "bob", made)
    for who in ("judge", "head-judge", "bob"):
        assert case.read(who)["waits_for"] == [{"move": "amend", "who": ["judge"]}]
    assert case.read("alice")["waits_for"] == []
    late = case.carries_out("judge", made)
    assert problem(late) == (422, "judging.missed.optional-consent")
    assert late.get_json()["because"] == {"missing": ["bob"], "refused": ["bob"]}
    twice = case.gives("bob", "consents", {"preview": made, "consent": False})
    assert (problem(twice), twice.get_json()["because"]["refused"]) == ((409, "judging.case.in-order"), "bob")
    own = case.gives("alice", "consents", {"preview": made, "consent": False})
    assert problem(own) == (422, "judging.missed.optional-consent")
    page = CasePage(case, "bob")
    assert (page.has_form("consents"), page.has_form("refuse-consent")) == (True, False)
    assert "Consent refused" in page.text
    case.given("bob", "consents", {"preview": made})
    assert case.read("judge")["waits_for"] == []
    back = case.gives("bob", "consents", {"preview": made, "consent": False})
    assert (problem(back), back.get_json()["because"]["consented"]) == ((409, "judging.case.in-order"), "bob")
    assert case.carries_out("judge", made).status_code == 201
    # of two who carry it out at once the second is told that it is done
    second = case.carries_out("judge", made)
    assert (problem(second), second.get_json()["because"]) == ((409, "judging.ruling.remedy-as-named"), {"done": 1})
    assert verified(either)


def test_a_seat_refuses_its_consent_on_the_page(api: Api) -> None:
    match, remedy = passed_over(api)
    case = ruled(match, remedy)
    made = case.given("judge", "previews", remedy)["preview"]
    assert CasePage(case, "bob").sends("refuse-consent", preview=made).status_code == 303
    assert case.read("bob")["entries"][-1]["kind"] == "consent_refused"
    refused, then = (
        "bob refused to consent to what was ruled.",
        "the judge in charge must amend the ruling, or the seat agree",
    )
    for who, told in (("judge", True), ("bob", True), ("alice", False)):
        page = re.sub(r"\s+", " ", CasePage(case, who).text)
        assert (refused in page, then in page) == (told, told), who
    case.given("judge", "amend", ruling())
    page = CasePage(case, "judge").text
    assert (refused in page, then in page) == (False, False)


def test_a_refused_consent_to_what_was_only_previewed_is_told_to_the_judge(api: Api) -> None:
    match, remedy = passed_over(api)
    case = Dispute(match).opened().taken().heard()
    made = case.given("judge", "previews", remedy)["preview"]
    case.given("bob", "consents", {"preview": made, "consent": False})
    assert case.read("judge")["waits_for"] == []
    assert "bob refused to consent to what was previewed." in CasePage(case, "judge").text


def test_an_opportunity_of_another_seat_is_refused_with_whose_it_is(api: Api) -> None:
    match, remedy = passed_over(api)
    case = Dispute(match).opened().taken().heard()
    at = place_of(match, "kernel.window_opened")
    seats = [
        each
        for each in ("alice", "bob")
        if case.gives("judge", "previews", {**remedy, "seat": each}).status_code == 201
    ]
    others = [each for each in ("alice", "bob") if each not in seats]
    assert (seats, others) == (["alice"], ["bob"])
    refused = case.gives("judge", "previews", {**remedy, "seat": "bob"})
    assert problem(refused) == (422, "judging.missed.whose")
    assert refused.get_json()["because"] == {"window": "marshalling.action", "seat": "bob", "whose": ["alice"]}
    page = CasePage(case, "judge").sends("preview-opportunity", seat="bob", at=at)
    text = re.sub(r"\s+", " ", page.get_data(as_text=True))
    assert "An opportunity is given back to whose it is" in text
    assert re.search(r"<dt>it is for</dt> ?<dd>alice</dd>", text)


def test_an_opportunity_that_the_service_failed_to_offer_needs_no_consent(api: Api) -> None:
    match, remedy = passed_over(api)
    preview = carried_out(match, {**remedy, "service_error": True})
    assert "consents" not in preview
    assert wait_of(match) == ("marshalling.action", ["alice"])


def previews_read(case: Dispute, who: str) -> list[dict[str, Any]]:
    return [each for each in case.read(who)["entries"] if each["kind"] == "preview_made"]


def test_a_change_of_mind_takes_the_opponents_consent(either: Api) -> None:
    match, _ = passed_over(either)
    last = match.read("", "admin")["version"]
    remedy = {"kind": "annulment", "of": last, "change_of_mind": True}
    case = ruled(match, remedy)
    made = case.given("judge", "previews", remedy)
    assert made["consents"] == ["bob"]
    assert problem(case.carries_out("judge", made["preview"])) == (422, "judging.annul.not-knowledge")
    read = {
        who: [x for x in case.read(who)["entries"] if x["kind"] == "preview_made"] for who in ("judge", "bob", "alice")
    }
    whole, shown = read["judge"][0], read["bob"][0]
    assert {name: value for name, value in whole.items() if name not in ("report", "digest")} == shown != whole
    assert read["alice"] == []
    case.given("bob", "consents", {"preview": made["preview"]})
    assert case.carries_out("judge", made["preview"]).status_code == 201
    assert wait_of(match) == ("marshalling.action", ["alice"])
    assert verified(either)


def test_only_the_preview_of_what_is_to_be_carried_out_is_agreed_to(api: Api) -> None:
    match, given_back = passed_over(api)
    last = match.read("", "admin")["version"]
    case = Dispute(match).opened("bob").taken()
    old = case.given("judge", "previews", given_back)
    new = case.given("judge", "previews", {"kind": "annulment", "of": last, "change_of_mind": True})
    assert old["consents"] == new["consents"] == ["bob"]

    def offered() -> list[str]:
        page = Reader(api, match.keys["bob"]).text(f"/cases/{case.id}")
        form = re.search(r'<form[^>]*/consents".*?</form>', page, re.DOTALL)
        return re.findall(r'<option value="(p-[^"]*)"', form[0]) if form else []

    assert offered() == [new["preview"]]
    refused = case.gives("bob", "consents", {"preview": old["preview"]})
    assert problem(refused) == (422, "judging.missed.optional-consent")
    assert refused.get_json()["because"]["awaited"] == new["preview"]
    stranger = case.gives("alice", "consents", {"preview": old["preview"]})
    assert stranger.get_json()["because"]["awaited"] is None
    case.given("alice", "statements", {"text": "I passed."})
    case.ruled(ruling(remedy=given_back, worse="Both would have played otherwise."))
    assert offered() == [old["preview"]]
    case.given("bob", "consents", {"preview": old["preview"]})
    assert offered() == []


def test_a_remedy_that_was_previewed_again_stands_once_in_the_list_of_a_ruling(api: Api) -> None:
    match, given_back = passed_over(api)
    last = match.read("", "admin")["version"]
    case = Dispute(match).opened("bob").taken()
    for remedy in ({"kind": "rewind", "to": last - 1}, given_back, {**given_back, "service_error": False}):
        case.previewed(remedy)
    newest = match.read("", "admin")["version"]

    def listed() -> list[tuple[str, str]]:
        page = Reader(api, api.keys["judge"]).text(f"/cases/{case.id}")
        found = re.search(r'<select[^>]* name="remedy".*?</select>', page, re.DOTALL)
        assert found
        return re.findall(r"<option ([^>]*)>([^<]*)</option>", found[0])

    said = [text.partition(" ")[0] for _, text in listed()]
    # a remedy was previewed: none is chosen before the judge chooses
    assert said == ["choose", "No", "give", "go"], listed()
    case.given("alice", "statements", {"text": "I passed."})
    case.ruled(ruling(remedy=given_back, worse="Both would have played otherwise."))
    assert [text.partition(" ")[0] for given, text in listed() if "selected" in given] == ["give"]
    case.given("judge", "resume", {"reason": "It is late."})
    case.given("judge", "freeze", {"reason": "It goes on."})
    case.previewed(given_back)
    [(_, text)] = [each for each in listed() if each[1].startswith("give")]
    assert match.read("", "admin")["version"] > newest
    assert f"(previewed at v{match.read('', 'admin')['version']}, entry " in text


def test_the_console_asks_whether_an_annulment_is_for_a_change_of_mind(api: Api) -> None:
    match, _ = passed_over(api)
    case = Dispute(match, moment="1").opened("bob").taken()
    api.client.post("/console/login", data={"key": api.keys["judge"]})
    page = api.client.get(f"/console/cases/{case.id}").get_data(as_text=True)
    form = page[page.index("/preview-annulment") :]
    assert 'name="change_of_mind"' in form
    asked = {"of": match.read("", "admin")["version"] - 1, "change_of_mind": "on"}
    hidden = dict(re.findall(r'name="(token|key)" value="(\w+)"', form)[:2])
    answer = api.client.post(f"/console/cases/{case.id}/preview-annulment", data={**asked, **hidden})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    [made] = [each for each in case.read()["entries"] if each["kind"] == "preview_made"]
    assert made["remedy"] == {"kind": "annulment", "of": asked["of"], "change_of_mind": True}
    assert made["consents"] == ["bob"]


def test_nobody_changes_their_mind_who_has_learned_something_since(api: Api) -> None:
    match = api.opened()
    first = match.awaited()
    match.given(first, {**KEEP, "mulligan": True})
    remedy = {"kind": "annulment", "of": match.read("", "admin")["version"], "change_of_mind": True}
    is_refused(match, remedy, 422, "judging.annul.not-knowledge")


# --- a new shuffle


PILES: dict[str, tuple[dict[str, Any], str, str]] = {
    "agot_lcg": ({}, "bob", "alice.deck"),
    "agot_board": (BOARD, "stark", ".wildling-deck"),
    "l5r": (L5R, "bob", "alice.dynasty_deck"),
}


def test_a_pile_and_hidden_areas_of_every_game_are_tried() -> None:
    opened = [opening.get("game", "agot_lcg") for opening, _, _ in HIDDEN]
    assert set(PILES) == set(opened) == set(GAMES)


@pytest.mark.parametrize(
    ("opening", "seat", "zone"),
    PILES.values(),
    ids=PILES,
)
def test_the_unknown_part_of_a_pile_is_shuffled_and_what_somebody_knows_stays(
    either: Api, opening: dict[str, Any], seat: str, zone: str
) -> None:
    match = either.opened(**opening)
    known = either.services.matches.fresh(match.id).table.zones[zone][2]
    case = ruled(match, shown := {"kind": "correction", "changes": [{"change": "show", "card": known, "to": [seat]}]})
    assert case.carries_out("judge", case.previewed(shown)).status_code == 201
    closed(case)
    carried_out(match, {"kind": "correction", "changes": [{"change": "shuffle_unknown", "zone": zone}]})
    newest = match.read("", "admin")["version"]
    events = [match.read(f"/actions/{n}", "admin") for n in range(newest - 1, newest + 1)]
    [order] = [fact["order"] for each in events for fact in each["facts"] if fact["fact"] == "kernel.zone_shuffled"]
    assert [old for old, new in order if old == new] == [known]
    assert either.services.matches.fresh(match.id).table.zones[zone][2] == known
    assert verified(either)


HIDDEN: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({}, "alice.deck", "alice.discard"),
    ({}, "bob.hand", "bob.discard"),
    ({}, "bob.plots", "bob.used"),
    (BOARD, ".westeros-1", ".westeros-1-revealed"),
    (L5R, "alice.dynasty_deck", "alice.dynasty_discard"),
    (L5R, "alice.deck", "alice.discard"),
)
NAMES = [f"{opening.get('game', 'agot_lcg')} {top}" for opening, top, _ in HIDDEN]
AREAS = pytest.mark.parametrize(("opening", "top", "to"), HIDDEN, ids=NAMES)


def top_of(match: Match, area: str) -> Any:
    """The card that lies on top of an area."""
    table = match.api.services.matches.fresh(match.id).table
    return table.cards[table.zones[area][0]]


@AREAS
def test_a_dry_preview_names_no_card_that_would_come_out_of_a_hidden_area(
    either: Api, opening: dict[str, Any], top: str, to: str
) -> None:
    match = either.opened(**opening)
    card = top_of(match, top)
    remedy = {"kind": "correction", "changes": [{"change": "move_card", "top_of": top, "to": to}]}
    case = ruled(match, remedy)
    preview = case.previewed(remedy)
    told = case.read("judge")["entries"][-1]
    assert told["kind"] == "preview_made"
    assert [each["fact"] for each in told["facts"]].count("kernel.cards_moved") == 1
    assert card.key not in json.dumps(told)
    assert case.carries_out("judge", preview).status_code == 201
    newest = match.read("", "judge")["version"]
    assert card.key in json.dumps([match.read(f"/actions/{n}", "judge") for n in (newest - 1, newest)])


@AREAS
def test_a_dry_preview_names_the_card_that_everybody_was_shown(
    api: Api, opening: dict[str, Any], top: str, to: str
) -> None:
    match = api.opened(**opening)
    card = top_of(match, top)
    shown = {"kind": "correction", "changes": [{"change": "show", "card": card.handle, "to": ["public"]}]}
    case = ruled(match, shown)
    assert case.carries_out("judge", case.previewed(shown)).status_code == 201
    closed(case)
    case = ruled(match, remedy := {"kind": "correction", "changes": [{"change": "move_card", "top_of": top, "to": to}]})
    learned = [each for each in case.given("judge", "previews", remedy)["facts"] if each["fact"] == "kernel.learned"]
    assert {key for each in learned for _, key in each["cards"]} == {card.key}


def test_an_ability_is_not_late_on_the_board_whose_texts_belong_to_their_step(api: Api) -> None:
    match = api.opened(**BOARD)
    remedy = {"kind": "late-ability", "card": "balon-greyjoy", "ability": 0, "missed_at": "1"}
    is_refused(match, remedy, 422, "judging.missed.needs-its-moment")
