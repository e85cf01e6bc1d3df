"""Every remedy that changes the table, tried dry and carried out by its preview, in a case of a running match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import KEEP, Dispute, ruling
from tests.api.http.test_cases import played, verified

BOARD = {"game": "agot_board", "seats": [{"house": house} for house in ("lannister", "stark", "baratheon")]}


def gold(seat: str, n: int) -> dict[str, Any]:
    return {"kind": "correction", "changes": [{"change": "set_count", "seat": seat, "counter": "gold", "n": n}]}


def ruled(match: Match, remedy: dict[str, Any]) -> Dispute:
    """A case with a ruling that names this remedy, accepted by all."""
    case = Dispute(match, moment="1").opened(next(iter(match.keys))).taken()
    for seat in match.keys:
        case.gives(seat, "statements", {"text": "It was so."})
    worse = {"worse": "All would have to play again."} if remedy["kind"] == "annulment" else {}
    return case.ruled(ruling(remedy=remedy, **worse)).accepted()


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
    case = ruled(played(api), remedy)
    assert problem(case.gives("judge", "previews", remedy)) == (422, f"judging.correct.{rule}")


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
    assert problem(case.carries_out("judge", preview))[1] == "judging.state.irreparable"
    assert case.carries_out("head-judge", preview).status_code == 201
    assert match.read("", "admin")["over"]["winner"] == "bob"
    assert verified(api)


def test_an_opportunity_that_never_was_is_not_restored(api: Api) -> None:
    remedy = {"kind": "opportunity", "seat": "alice", "at": "1"}
    case = ruled(played(api), remedy)
    assert problem(case.gives("judge", "previews", remedy)) == (422, "judging.case.names-a-moment")
