"""Nobody acts as staff in what decides their own match or standing: every command of staff, whoever has a part or none.

`ANSWERS` has a row for each command of an event, `ABOUT_A_CASE` for each of a case, `AT_THE_DESK` for each of a desk: a
command that is added fails here until it is said who may give it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from domain.judging.cases import commands as m
from domain.judging.cases import desk as d
from domain.judging.cases.case import initial
from domain.judging.cases.checks.lists import CHECKS as CASE_CHECKS
from domain.judging.cases.commands import CaseCommand, MatchSetting
from domain.kernel.checks import first_failed_check
from domain.kernel.ids import HEAD_JUDGE, JUDGE, Seat
from domain.match.aggregate import Refused
from domain.match.envelope import ORGANIZER, SEAT, Actor, Stamp
from domain.tournaments import commands as c
from domain.tournaments.checks import CHECKS, decide
from domain.tournaments.context import MatchCourse, MatchInTournament
from domain.tournaments.own_causes import DECIDES, not_in_own_cause
from tests.events import DUEL, PEOPLE, Gathering

Fields = dict[str, Any]
OWN, OFFICE, NO = "judging.case.not-own-match", "judging.event.office", ""
HERE: Fields = {"round": 1, "table": 1}
SLOW: Fields = {"infraction": "slow-play", "penalty": "warning", "reason": "four minutes for a pass"}
CHEATED: Fields = {"infraction": "cheating", "penalty": "disqualification", "reason": "a card up the sleeve"}
GOES_ON, IS_OVER = MatchCourse(False), MatchCourse(True)
OTHERS = {"table": 2, "players": ["Cleo", "Dora"], "match": "m-2"}

# each command about the match of X and Bert, with what is asked before
ANSWERS: dict[str, Fields] = {
    "create_event": {"name": "Sunday", "game": DUEL[0]},
    "appoint_staff": {"actor": "jo", "office": "judge"},
    "enrol_players": {"players": ["Emil"]},
    "pair_round": {"round": 1, "tables": [{"table": 1, "players": ["X", "Bert"]}, OTHERS], "reason": "x"},
    "seat_match": {**HERE, "match": "m-3", "reason": "x"},
    "start_round": {"round": 1},
    "call_time": {"round": 1},
    "give_time": {**HERE, "seconds": 30, "reason": "x"},
    "report_result": {**HERE, "results": {"X": "loss", "Bert": "win"}},
    "drop_player": {"player": "Bert"},
    "give_penalty": {"player": "Bert", **SLOW},
    "approve_penalty": {"penalty": 1, "reason": "x"},
    "withdraw_penalty": {"penalty": 1, "reason": "x"},
    "end_event": {},
}
# who is answered how: the organizer, the head judge
DECIDED_BY: dict[str, tuple[str, str]] = {
    # they decide nobody's match, also for who has a part in one
    "create_event": (NO, NO),
    "enrol_players": (NO, NO),
    "start_round": (NO, NO),
    # the organizer alone
    "appoint_staff": (OWN, OFFICE),
    "approve_penalty": (OWN, OFFICE),
    "end_event": (OWN, OFFICE),
    # judges alone
    "give_time": (OFFICE, OWN),
    "give_penalty": (OFFICE, OWN),
    "withdraw_penalty": (OFFICE, OWN),
    "pair_round": (OWN, OWN),
    "seat_match": (OWN, OWN),
    "call_time": (OWN, OWN),
    "report_result": (OWN, OWN),
    "drop_player": (OWN, OWN),
}
PARTS = ("plays", "interest", "none")


def hall(player: str, asked: str = "") -> Gathering:
    """A round in which somebody plays Bert in m-1, beside Cleo and Dora in m-2, as a command finds it."""
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=[player, "Bert", "Cleo", "Dora"])
    event.paired((player, "Bert"), ("Cleo", "Dora"))
    for n in (1, 2, 3):
        event.matches[f"m-{n}"] = MatchInTournament("agot_lcg", ("alice", "bob"), "olga")
    for n in (1, 2):
        event.does("ada", "seat_match", round=1, table=n, match=f"m-{n}")
    if asked == "call_time":
        event.does("ada", "start_round", round=1)
    if asked in ("approve_penalty", "withdraw_penalty"):
        event.does("jan", "give_penalty", player="Bert", **SLOW)
    if asked == "approve_penalty" and player != "Hana":
        event.does("hana", "give_penalty", player="Bert", **CHEATED)
    return event


def answer(
    event: Gathering,
    who: str,
    type_: str,
    *,
    interested: tuple[str, ...] = (),
    courses: dict[str, MatchCourse] | None = None,
    at: str = "2026-01-02T19:00:00Z",
    **fields: Any,
) -> str:
    """The rule by which a command is refused, and nothing where it is taken; `interested` have an interest in m-1."""
    command: c.TournamentCommand
    if type_ == "create_event":
        command = c.CreateEvent(**fields, regulation=event.event.rules)
    else:
        command = c.COMMAND.decode(c.ENCODER.encode({"type": type_, **fields}))
    stamp, asker = Stamp("k", at, "i"), Actor(who, PEOPLE[who])
    in_match, course = {"m-1": interested}, (courses or {}).get
    try:
        decide(
            *(event.event, asker, command, stamp, event.matches, (), {}, ()),
            interested=lambda match: in_match.get(match, ()),
            course=course,
        )
    except Refused as refused:
        return refused.refusal.rule
    return NO


def named(value: Any, player: str) -> Any:
    """The fields of a command with the name of whoever plays Bert in the place of X."""
    if isinstance(value, dict):
        return {named(name, player): named(each, player) for name, each in value.items()}
    if isinstance(value, list):
        return [named(each, player) for each in value]
    return player if value == "X" else value


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kind", c.COMMANDS, ids=c.command_type_of)
def test_no_command_of_an_event_is_given_by_staff_in_their_own_cause(
    kind: type[c.TournamentCommand], part: str
) -> None:
    type_ = c.command_type_of(kind)
    for who, expected in zip(("olga", "hana"), DECIDED_BY[type_], strict=True):
        player = who.title() if part == "plays" else "Ann"
        event = hall(player, type_)
        fields = named(ANSWERS[type_], player)
        if type_ == "approve_penalty":
            fields["penalty"] = 2
        # before the clock has run out
        at = "2026-01-02T18:30:00Z"
        interested = (who.title(),) if part == "interest" else ("eve",)
        given = answer(event, who, type_, interested=interested, at=at, **fields)
        without_part = expected if expected == OFFICE else NO
        assert given == (without_part if part == "none" else expected), who
        # an admin does it in their stead
        if part != "none" and expected == OWN and ORGANIZER in kind.offices:
            assert answer(event, "ada", type_, interested=interested, at=at, **fields) == NO


def test_every_command_of_an_event_has_an_answer_and_passes_the_check() -> None:
    types = {c.command_type_of(each) for each in c.COMMANDS}
    assert types == ANSWERS.keys() == DECIDED_BY.keys()
    assert set(c.COMMANDS) == set(DECIDES) == set(CHECKS)
    assert [kind for kind, checks in CHECKS.items() if not_in_own_cause not in checks] == []


# --- cases and desks

OF_SEATS = {m.State, m.Accept, m.Appeal, m.Consent, m.Withdraw}
SETTING = MatchSetting(event="e-1", players={"alice": "Ann", "bob": "Bert"})
CASE_PARTS: dict[str, tuple[MatchSetting, frozenset[str]]] = {
    "plays": (MatchSetting(event="e-1", players={"alice": "Hana", "bob": "Bert"}), frozenset()),
    "interest": (SETTING, frozenset({"Hana"})),
    "opponent": (MatchSetting(event="e-1", players=SETTING.players, opponents=lambda actor: ["Ann"]), frozenset()),
    "none": (SETTING, frozenset({"eve"})),
}


@pytest.mark.parametrize("part", CASE_PARTS)
@pytest.mark.parametrize("office", [ORGANIZER, HEAD_JUDGE, JUDGE])
@pytest.mark.parametrize("kind", CASE_CHECKS, ids=lambda kind: kind.tag)
def test_no_command_of_a_case_is_given_by_staff_in_their_own_cause(
    kind: type[CaseCommand], office: str, part: str
) -> None:
    setting, interested = CASE_PARTS[part]
    table = SimpleNamespace(seats=("alice", "bob"))
    situation = {
        "match": SimpleNamespace(table=table),
        "case": initial("c-1", b""),
        "players": setting.players,
        "setting": setting,
        "interested": interested,
    }
    # whose cause it is comes first: nothing else is told before
    who_may = CASE_CHECKS[kind][:2]
    context = SimpleNamespace(by=Actor("hana", office), command=None, **situation)
    refusal = first_failed_check(who_may, context)
    assert (refusal.rule if refusal else NO) == (NO if part == "none" else OWN)
    seat = SimpleNamespace(by=Actor("alice", SEAT), command=None, **situation)
    assert first_failed_check(who_may, seat) is None


def test_every_command_of_a_case_is_known_here() -> None:
    assert {*m.CaseCommand.__subclasses__()} - set(d.REFUSALS) == CASE_CHECKS.keys() - {m.Look}
    assert CASE_CHECKS.keys() > OF_SEATS


# an organizer who plays calls a judge to the desk, for they may be the only one who can; who has a part declares it
AT_THE_DESK: dict[type[CaseCommand], tuple[CaseCommand, tuple[str, ...]]] = {
    d.AssignJudge: (d.AssignJudge("jo"), (HEAD_JUDGE,)),
    d.ReleaseJudge: (d.ReleaseJudge("jan"), (HEAD_JUDGE, ORGANIZER)),
    d.DeclareInterest: (d.DeclareInterest(), ()),
    m.Look: (m.Look("judge", "view", 1), (HEAD_JUDGE, JUDGE)),
}


@pytest.mark.parametrize("part", CASE_PARTS)
@pytest.mark.parametrize("kind", d.REFUSALS, ids=lambda kind: kind.tag)
def test_no_command_at_the_desk_is_given_by_staff_in_their_own_cause(kind: type[CaseCommand], part: str) -> None:
    command, barred = AT_THE_DESK[kind]
    setting, interested = CASE_PARTS[part]
    desk = d.Desk("m-1", b"", judges=frozenset({"jan", "hana"}), interested=interested)
    match: Any = SimpleNamespace(id="m-1", table=SimpleNamespace(seats=(Seat("alice"), Seat("bob"))))
    # who has the office `call_refusal` would ask
    run = MatchSetting(players=setting.players, opponents=setting.opponents)
    for office in barred:
        found = d.refusal_of(desk, match, run, command, Actor("hana", office))
        assert (found.rule if found else NO) == (NO if part == "none" else OWN), office


# --- how long a match is played


def played(results: bool = True) -> Gathering:
    """Hana plays Bert in m-1, with a result that stands."""
    event = hall("hana")
    if results:
        event.result(1, {"hana": "win", "Bert": "loss"}, who="jan")
    return event


@pytest.mark.parametrize(
    ("course", "refused"),
    [
        (None, NO),
        (IS_OVER, NO),
        (GOES_ON, OWN),
        (MatchCourse(True, disputed=True), OWN),
        (MatchCourse(False, turned="2026-01-02T18:59:00Z"), OWN),
    ],
)
def test_a_match_is_played_as_long_as_it_goes_on_whatever_its_result(course: MatchCourse | None, refused: str) -> None:
    event = played()
    courses = {"m-1": course} if course else {}
    assert answer(event, "hana", "drop_player", courses=courses, player="Bert") == refused
    event.does("ada", "enrol_players", players=["Olga"])
    event.result(2, {"Cleo": "win", "Dora": "loss"}, who="jan")
    event.paired(("Bert", "Cleo"), ("hana", "Dora"), round=2)
    there: Fields = {"round": 2, "table": 1}
    assert answer(event, "hana", "give_penalty", courses=courses, player="Bert", **SLOW, **there) == refused


def test_a_result_at_time_decides_a_match_that_is_not_over_until_the_match_goes_back() -> None:
    event = played(results=False)
    event.does("ada", "start_round", round=1)
    event.does("ada", "call_time", round=1)
    event.result(1, {"hana": "win", "Bert": "loss"}, who="jan")
    assert answer(event, "hana", "drop_player", courses={"m-1": GOES_ON}, player="Bert") == NO
    back = MatchCourse(False, turned="2026-01-02T18:59:00Z")
    assert answer(event, "hana", "drop_player", courses={"m-1": back}, player="Bert") == OWN


def test_who_plays_calls_time_once_the_clock_has_run_out() -> None:
    event = hall("hana", "call_time")
    # started at 18:07, and a round has 55 minutes
    assert answer(event, "hana", "call_time", round=1, at="2026-01-02T18:30:00Z") == OWN
    assert answer(event, "hana", "call_time", round=1, at="2026-01-02T20:30:00Z") == NO


OF_TABLE = "judging.event.match-of-table"


def at_table(who: str, **seen: Any) -> tuple[Gathering, Fields, Fields]:
    """A table at which somebody plays Bert, with no match yet, and the two commands that put m-1 there."""
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=[who, "Bert", "Cleo"])
    event.paired((who, "Bert"), ("Cleo",))
    event.matches["m-1"] = MatchInTournament("agot_lcg", ("alice", "bob"), **{"organizer": "olga", **seen})
    tables = [{"table": 1, "players": [who, "Bert"], "match": "m-1"}, {"table": 2, "players": ["Cleo"]}]
    return event, {"type_": "seat_match", **HERE, "match": "m-1"}, {"type_": "pair_round", "round": 1, "tables": tables}


@pytest.mark.parametrize("fields", [{}, {"begun": True}, {"chosen": True}, {"over": True}])
@pytest.mark.parametrize("who", ["olga", "hana"])
def test_who_plays_puts_no_match_to_their_own_table_in_whatever_state_it_is(who: str, fields: Fields) -> None:
    event, *commands = at_table(who.title(), **fields)
    for each in commands:
        assert answer(event, who, **each) == OWN
        assert answer(event, "hana" if who == "olga" else "olga", **each) == (OF_TABLE if who == "olga" else NO)
        assert answer(event, "ada", **each) == NO


@pytest.mark.parametrize("fields", [{}, {"begun": True}])
@pytest.mark.parametrize("who", ["olga", "hana"])
def test_who_plays_takes_no_seat_of_others_in_their_match(who: str, fields: Fields) -> None:
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=[who, "Bert", "Cleo"])
    event.paired(("Cleo", "Bert"))
    event.matches["m-1"] = MatchInTournament("agot_lcg", ("alice", "bob"), "oscar", **fields)
    event.does("ada", "seat_match", **HERE, match="m-1")
    tables = [{"table": 1, "players": [who, "Bert"], "match": "m-1"}, {"table": 2, "players": ["Cleo"]}]
    assert answer(event, who, "pair_round", round=1, tables=tables, reason="x") == OWN
    assert answer(event, "ada", "pair_round", round=1, tables=tables, reason="x") == NO


@pytest.mark.parametrize("part", [{"organizer": "olga"}, {"looked": frozenset({"Bert"})}])
def test_a_match_is_put_to_no_table_of_who_opened_or_looked_at_it_but_by_an_admin(part: Fields) -> None:
    event, *commands = at_table("Olga" if "organizer" in part else "Ann", **{"organizer": "olga", **part})
    for each in commands:
        assert answer(event, "hana", **each) == OF_TABLE
        assert answer(event, "ada", **each) == NO
    event.does("ada", "seat_match", **HERE, match="m-1")
    # where it is it stays: a round that is paired anew leaves it
    for each in commands:
        assert answer(event, "hana", **each) == NO


def test_who_plays_pairs_others_anew_with_the_match_of_their_own_table_as_it_was() -> None:
    event, _, pairing = at_table("hana")
    event.does("ada", "seat_match", **HERE, match="m-1")
    assert answer(event, "hana", **pairing) == NO


@pytest.mark.parametrize("who", ["olga", "hana"])
def test_who_plays_takes_no_bye_and_no_other_opponent(who: str) -> None:
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=[who, "Bert", "Cleo"])
    bye = [{"table": 1, "players": ["Bert", "Cleo"]}, {"table": 2, "players": [who]}]
    assert answer(event, who, "pair_round", round=1, tables=bye) == OWN
    event.paired((who, "Bert"), ("Cleo",))
    other = [{"table": 1, "players": [who, "Cleo"]}, {"table": 2, "players": ["Bert"]}]
    for tables in (bye, other):
        assert answer(event, who, "pair_round", round=1, tables=tables) == OWN
        assert answer(event, "ada", "pair_round", round=1, tables=tables) == NO
    same = [{"table": 1, "players": ["Bert", who]}, {"table": 2, "players": ["Cleo"]}]
    assert answer(event, who, "pair_round", round=1, tables=same) == NO


def test_an_organizer_appoints_and_ends_while_nothing_of_theirs_is_open() -> None:
    event = hall("olga")
    event.result(1, {"olga": "win", "Bert": "loss"}, who="jan")
    assert answer(event, "olga", "appoint_staff", actor="jo", office="judge") == NO
    assert answer(event, "olga", "end_event") == NO
    assert answer(event, "olga", "end_event", courses={"m-1": GOES_ON}) == OWN
    event.does("hana", "give_penalty", player="olga", **CHEATED)
    assert answer(event, "olga", "appoint_staff", actor="jo", office="judge") == OWN
    assert answer(event, "olga", "end_event") == OWN
    assert answer(event, "ada", "end_event") == "judging.event.over"
    event.does("ada", "approve_penalty", penalty=1, reason="seen")
    assert answer(event, "ada", "end_event") == NO
