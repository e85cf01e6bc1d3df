"""Remedies by which the match ends: the head judge's where a seat wins, and the end is named wherever one is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from domain.judging.remedies import kinds
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.kinds import RemedyKind, RemedyOutcome, Situation
from domain.kernel.corrections.changes import SetTokens
from domain.kernel.ids import Handle
from domain.match.envelope import Stamp
from domain.match.judge_orders import CorrectTable
from tests.api.http.clients import Api, Match, api_of, problem
from tests.api.http.disputes import ruling
from tests.api.http.test_console_rules import at
from tests.api.http.test_remedies import card, heard, ruled

ENDS = {"winner": "alice", "how": "power", "rule": "agot_lcg.victory.fifteen-power"}
SAID = "the match ends: alice wins with 15 power ("
IN_PLAY = {
    "at": "marshalling.action",
    "players": {
        "alice": {"plot": "a-noble-cause", "play": ["tumblestone-knight"], "deck": {"unknown": 9}},
        "bob": {"plot": "a-noble-cause", "deck": {"unknown": 9}},
    },
}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("ends") / "praetor.db") as made:
        yield made


def in_play(api: Api, name: str) -> Match:
    return api.opened(name, seats=[], position=IN_PLAY)


def power(match: Match, n: int, **more: Any) -> dict[str, Any]:
    change = {"change": "set_tokens", "thing": card(match, "tumblestone-knight"), "kind": "power", "n": n}
    return {"kind": "correction", "changes": [change], **more}


def test_a_correction_by_which_a_seat_wins_is_carried_out_by_the_head_judge_or_with_their_approval(api: Api) -> None:
    match = in_play(api, "power-15")
    remedy = power(match, 15, ends=True)
    case = ruled(match, remedy)
    made = case.given("judge", "previews", remedy)
    assert (made["needs"], made["rule"], made["because"]) == ("head-judge", "judging.state.loss", ["loss"])
    assert problem(case.carries_out("judge", made["preview"])) == (403, "judging.state.loss")
    case.given("head-judge", "approve", {"number": 1, "reason": "So it is.", "preview": made["preview"]})
    assert case.carries_out("judge", made["preview"]).status_code == 201
    assert match.read("", "admin")["over"]["winner"] == "alice"


def test_a_correction_by_which_nobody_wins_needs_the_judge_alone(api: Api) -> None:
    match = in_play(api, "power-3")
    made = heard(match).given("judge", "previews", power(match, 3, ends=True))
    assert "needs" not in made
    assert "ends" not in made


ASKED: dict[str, dict[str, Any]] = {
    "rewind": {"to": 1},
    "correction": {"changes": [{"change": "set_count", "seat": "bob", "counter": "gold", "n": 1}]},
    "annulment": {"of": 1},
    "late-ability": {"card": "x", "ability": 0, "missed_at": "1"},
    "opportunity": {"seat": "bob", "at": "1"},
    "acceptance": {},
    "ending": {"how": "draw"},
}


def gives_power(kind: str, match: Match, amounts: list[int]) -> RemedyKind:
    """A kind of remedy that does something else: a card gets the last of these amounts of power."""
    knight = Handle(card(match, "tumblestone-knight"))

    def carried(situation: Situation, asked: Any, by: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
        order = CorrectTable((SetTokens(knight, "power", amounts[-1]),), ends=True)
        return RemedyOutcome((correct_table(situation.match, order, situation.events, by, stamp),))

    return structs.replace(kinds.REMEDIES[kind], carried=carried)


@pytest.mark.parametrize("kind", kinds.REMEDIES)
def test_whatever_the_kind_of_a_remedy_a_seat_wins_by_it_with_the_head_judge_alone(
    api: Api, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = in_play(api, f"ends-by-{kind}")
    monkeypatch.setitem(kinds.REMEDIES, kind, gives_power(kind, match, [15]))
    remedy = {"kind": kind, **ASKED[kind]}
    case = heard(match).ruled(ruling(remedy=remedy, worse="It would not do.")).accepted()
    made = case.given("judge", "previews", remedy)
    assert made["ends"] == next(each for each in case.read()["entries"] if each["kind"] == "ruling_given")["ends"]
    assert problem(case.carries_out("judge", made["preview"])) == (403, "judging.state.loss")
    assert case.carries_out("head-judge", made["preview"]).status_code == 201
    assert match.read("", "admin")["over"]["winner"] == "alice"


def test_the_end_is_named_wherever_the_remedy_is_read(api: Api) -> None:
    match = in_play(api, "named")
    remedy = power(match, 15, ends=True)
    case = heard(match)
    made = case.given("judge", "previews", remedy)
    assert made["ends"] == ENDS
    assert case.given("judge", "ruling", ruling(remedy=remedy))["ends"] == ENDS
    judge, page = at(case, "judge"), f"/cases/{case.id}"
    for who in ("alice", "bob"):
        seat = at(case, who)
        assert f"Accept the ruling: {SAID}" in seat.text(page)
        assert SAID in seat.text(f"{page}/print")
        [read] = [each for each in case.read(who)["entries"] if each["kind"] == "ruling_given"]
        assert read["ends"] == ENDS
    assert judge.text(page).count(SAID) >= 2  # the preview and the ruling
    assert judge.text(f"{page}/print").count(SAID) >= 2
    document = api.get(f"{case.path}/export?format=html", case.key("judge")).get_data(as_text=True)
    assert document.count(SAID) == 2
    case.accepted()
    assert case.carries_out("head-judge", made["preview"]).status_code == 201
    done = judge.text(page).rpartition("emedy carried out")[2]
    assert SAID in done


def test_a_match_that_goes_on_by_a_remedy_is_said_to_end_nowhere(api: Api) -> None:
    match = in_play(api, "goes-on")
    case = ruled(match, power(match, 3))
    assert "the match ends" not in at(case, "judge").text(f"/cases/{case.id}")


def test_the_end_is_the_one_that_was_ruled(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was ruled where the match would go on is not carried out where it would end by it, until that is ruled."""
    match, amounts = in_play(api, "another-end"), [3]
    monkeypatch.setitem(kinds.REMEDIES, "late-ability", gives_power("late-ability", match, amounts))
    remedy = {"kind": "late-ability", **ASKED["late-ability"]}
    case = ruled(match, remedy)
    amounts.append(15)
    preview = case.previewed(remedy)
    refused = case.carries_out("head-judge", preview)
    assert problem(refused) == (422, "judging.correct.effects-of-game")
    assert refused.get_json()["because"] == {"ends": ENDS, "ruled": None}
    case.given("judge", "amend", ruling(remedy=remedy))
    case.accepted()
    assert case.carries_out("head-judge", preview, number=2).status_code == 201
