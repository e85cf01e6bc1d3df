"""Staff who play: what they may not do about their own match and its players, and what they may."""

from __future__ import annotations

from typing import Any

import pytest

from domain.match.aggregate import Refused
from domain.match.envelope import Actor, Stamp
from domain.tournaments import commands as c
from domain.tournaments.checks import decide
from domain.tournaments.context import MatchInTournament
from tests.events import DUEL, PEOPLE, Gathering

Fields = dict[str, Any]
OWN = "judging.case.not-own-match"
SLOW: Fields = {"infraction": "slow-play", "penalty": "warning", "reason": "four minutes for a pass"}
CHEATED: Fields = {"infraction": "cheating", "penalty": "disqualification", "reason": "a card up the sleeve"}
CASE, MOMENT = "c-1", "m-1@2"
NAMED = {CASE: "m-1", MOMENT: "m-1"}
HERE: Fields = {"round": 1, "table": 1}
STAFF = ("olga", "hana", "jan")


def hall(player: str) -> Gathering:
    """A round in which one of the staff plays Bert in m-1, beside Cleo and Dora in m-2."""
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=[player, "Bert", "Cleo", "Dora"])
    event.paired((player, "Bert"), ("Cleo", "Dora"))
    for n in (1, 2, 3):
        event.matches[f"m-{n}"] = MatchInTournament("agot_lcg", ("alice", "bob"), "olga")
    for n in (1, 2):
        event.does("ada", "seat_match", round=1, table=n, match=f"m-{n}")
    return event


def answer(event: Gathering, who: str, type_: str, *, interested: tuple[str, ...] = (), **fields: Any) -> str:
    """The rule by which a command is refused, and nothing where it is taken; `interested` have an interest in m-1."""
    command = c.COMMAND.decode(c.ENCODER.encode({"type": type_, **fields}))
    stamp, asker = Stamp("k", "2026-01-02T19:00:00Z", "i"), Actor(who, PEOPLE[who])
    try:
        in_match = {"m-1": interested}
        decide(event.event, asker, command, stamp, event.matches, (), NAMED, (), lambda match: in_match.get(match, ()))
    except Refused as refused:
        return refused.refusal.rule
    return ""


ABOUT_IT = {
    "time": ("give_time", {**HERE, "seconds": 30, "reason": "x"}),
    "result": ("report_result", {**HERE, "results": {"X": "loss", "Bert": "win"}}),
    "penalty at the table": ("give_penalty", {"player": "Bert", **SLOW, **HERE}),
    "penalty for a moment": ("give_penalty", {"player": "Bert", **SLOW, "cause": MOMENT}),
    "penalty for a case": ("give_penalty", {"player": "Bert", **SLOW, "cause": CASE}),
    "penalty of who plays": ("give_penalty", {"player": "Bert", **SLOW}),
    "penalty of another for what happened there": ("give_penalty", {"player": "Cleo", **SLOW, "cause": MOMENT}),
    "time at another table for a case": (
        "give_time",
        {"round": 1, "table": 2, "seconds": 9, "reason": "x", "case": CASE},
    ),
    "time for a case": ("give_time", {**HERE, "seconds": 9, "reason": "x", "case": CASE}),
    "drop": ("drop_player", {"player": "Bert"}),
    "another match": ("seat_match", {**HERE, "match": "m-3", "reason": "x"}),
    "pairings without the match": (
        "pair_round",
        {
            "round": 1,
            "tables": [
                {"table": 1, "players": ["X", "Bert"]},
                {"table": 2, "players": ["Cleo", "Dora"], "match": "m-2"},
            ],
            "reason": "x",
        },
    ),
    "withdrawal": ("withdraw_penalty", {"penalty": 1, "reason": "x"}),
    "approval": ("approve_penalty", {"penalty": 1, "reason": "x"}),
}
OFFICES = {"give_time": "hj", "give_penalty": "hj", "seat_match": "oh", "pair_round": "oh"}
OFFICES |= {"withdraw_penalty": "h", "approve_penalty": "o"}

# nobody gives it, and whoever has a part in the match is told that alone
GIVEN_BY_NOBODY = {"time at another table for a case": "judging.time.extension"}
GIVEN_BEFORE = {"withdraw_penalty": ("jan", SLOW), "approve_penalty": ("hana", CHEATED)}


def with_player(value: Any, player: str) -> Any:
    """The fields of a command with the name of whoever plays Bert in the place of X."""
    if isinstance(value, dict):
        return {with_player(name, player): with_player(each, player) for name, each in value.items()}
    if isinstance(value, list):
        return [with_player(each, player) for each in value]
    return player if value == "X" else value


@pytest.mark.parametrize("what", ABOUT_IT)
@pytest.mark.parametrize("who", STAFF)
def test_staff_do_nothing_about_a_match_that_they_play_or_have_an_interest_in(who: str, what: str) -> None:
    type_, asked = ABOUT_IT[what]
    if who[0] not in OFFICES.get(type_, "ohj"):
        return
    # by a spelling of the name that is called out alike
    others = ("Ann", ("eve",), GIVEN_BY_NOBODY.get(what, ""))
    for player, interested, refused in ((who.title(), (), OWN), ("Ann", (who.title(),), OWN), others):
        event, fields = hall(player), with_player(asked, player)
        if type_ in GIVEN_BEFORE:
            giver, given = GIVEN_BEFORE[type_]
            event.does(giver, "give_penalty", player="Bert", **given)
        assert answer(event, who, type_, interested=interested, **fields) == refused, (player, interested)


@pytest.mark.parametrize("who", STAFF)
def test_staff_who_play_do_their_work_at_other_tables_and_leave_by_their_own_word(who: str) -> None:
    event = hall(who)
    assert answer(event, who, "drop_player", player=who) == ""
    assert answer(event, who, "drop_player", player="Cleo") == ""
    there: Fields = {"round": 1, "table": 2}
    assert answer(event, who, "report_result", **there, results={"Cleo": "win", "Dora": "loss"}) == ""
    if who != "olga":
        assert answer(event, who, "give_penalty", player="Cleo", **SLOW, **there) == ""
        assert answer(event, who, "give_time", **there, seconds=30, reason="x") == ""
    if who != "jan":
        assert answer(event, who, "seat_match", **there, match="m-3", reason="x") == ""
        assert answer(event, who, "seat_match", **HERE, match="m-1") == ""


def test_a_match_with_a_result_keeps_those_who_played_it_from_judging_it_and_no_longer_each_other() -> None:
    event = hall("jan")
    event.result(1, {"jan": "win", "Bert": "loss"}, who="hana")
    # without a place it may be for what happened in their match
    assert answer(event, "jan", "give_penalty", player="Bert", **SLOW) == OWN
    assert answer(event, "jan", "give_penalty", player="Bert", **SLOW, **HERE) == OWN
    assert answer(event, "jan", "give_penalty", player="Bert", **SLOW, cause=MOMENT) == OWN
    event.result(2, {"Cleo": "win", "Dora": "loss"}, who="hana")
    event.paired(("jan", "Cleo"), ("Bert", "Dora"), round=2)
    assert answer(event, "jan", "give_penalty", player="Bert", **SLOW, round=2, table=2) == ""


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(("player", "interested"), [("hana", ()), ("Ann", ("hana",))])
def test_the_first_match_of_a_table_is_not_seated_by_who_has_a_part_in_it(
    player: str, interested: tuple[str, ...], over: bool
) -> None:
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=[player, "Bert"])
    event.paired((player, "Bert"))
    event.matches["m-1"] = MatchInTournament(
        "agot_lcg", ("alice", "bob"), "olga", over=over, winner="bob" if over else ""
    )
    pairing = {"table": 1, "players": [player, "Bert"], "match": "m-1"}
    assert answer(event, "hana", "seat_match", **HERE, match="m-1", interested=interested) == OWN
    assert answer(event, "hana", "pair_round", round=1, tables=[pairing], interested=interested) == OWN
    assert answer(event, "ada", "seat_match", **HERE, match="m-1", interested=interested) == ""


@pytest.mark.parametrize("who", ["hana", "olga"])
@pytest.mark.parametrize("seats", [{}, {"Ann": "bob", "Bert": "alice"}])
def test_pairing_the_players_in_another_order_swaps_seats_and_waits_for_somebody_without_interest(
    who: str, seats: dict[str, str]
) -> None:
    event = hall("Ann")
    tables = [{"table": 1, "players": ["Bert", "Ann"], "match": "m-1", "seats": seats}]
    tables.append({"table": 2, "players": ["Cleo", "Dora"], "match": "m-2"})
    assert answer(event, who, "pair_round", round=1, tables=tables, reason="x", interested=(who,)) == OWN
    assert answer(event, who, "pair_round", round=1, tables=tables, reason="x", interested=("eve",)) == ""
    tables[0]["players"] = ["Ann", "Bert"]
    tables[0]["seats"] = {}
    assert answer(event, who, "pair_round", round=1, tables=tables, reason="x", interested=(who,)) == ""
