"""The event: what its staff may enter, in which order, and what comes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.rulebook import read_rules
from domain.match.aggregate import BrokenChain, Refused
from domain.tournaments import commands as c
from domain.tournaments.checks import CHECKS
from domain.tournaments.context import MatchInTournament
from domain.tournaments.regulation import Comparison, Infraction, PenaltyKind, regulations
from domain.tournaments.standings import penalty_rows, result_rows, standings
from domain.tournaments.tournament import given_until, initial, replay
from service.app.rulebooks import all_rules
from tests.events import BOARD, DUEL, Gathering, duel, league

CHEATED = {"infraction": "cheating", "penalty": "disqualification", "reason": "a card up the sleeve"}
PENALTY = {"infraction": "slow-play", "penalty": "warning", "reason": "four minutes for a pass"}


def refused(event: Gathering, who: str, type_: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    """By which rule a command is refused, and because of what; nothing has changed."""
    before = event.event
    with pytest.raises(Refused) as error:
        event.does(who, type_, **fields)
    assert event.event is before
    assert error.value.refusal.rule in all_rules()
    return error.value.refusal.rule, error.value.refusal.because


@pytest.mark.parametrize("made", [duel, league])
def test_an_event_folds_from_its_stored_entries(made: Any) -> None:
    event = made()
    event.does("jan", "give_penalty", player="Ann", **PENALTY)
    stored = [(each.payload, each.head) for each in event.stored]
    assert replay(initial("e-1"), stored) == event.event
    payload, head = stored[-1]
    with pytest.raises(BrokenChain):
        replay(initial("e-1"), [*stored[:-1], (payload.replace(b"warning", b"caution"), head)])


def test_every_check_cites_a_rule_that_there_is() -> None:
    known = read_rules("domain.judging")
    assert CHECKS.keys() == set(c.COMMANDS)
    assert [each.rule for listed in CHECKS.values() for each in listed if each.rule not in known] == []


@pytest.mark.parametrize(
    ("type_", "fields", "needed"),
    [
        ("appoint_staff", {"actor": "eve", "office": "judge"}, {"organizer"}),
        ("enrol_players", {"players": ["Emil"]}, {"organizer", "head-judge"}),
        ("pair_round", {"round": 1, "tables": [{"table": 1, "players": ["Ann", "Dora"]}]}, {"organizer", "head-judge"}),
        ("start_round", {"round": 1}, {"organizer", "head-judge"}),
        ("give_time", {"round": 1, "table": 1, "seconds": 60, "reason": "a case"}, {"judge", "head-judge"}),
        ("report_result", {"round": 1, "table": 1, "results": {"Ann": "win", "Bert": "loss"}}, None),
        ("drop_player", {"player": "Ann"}, None),
        ("give_penalty", {"player": "Ann", **PENALTY}, {"judge", "head-judge"}),
        ("end_event", {}, {"organizer"}),
    ],
)
def test_each_command_is_for_its_offices(type_: str, fields: dict[str, Any], needed: set[str] | None) -> None:
    offices = {"olga": "organizer", "hana": "head-judge", "jan": "judge", "eve": ""}
    for who, office in offices.items():
        event = duel()
        if office and (needed is None or office in needed):
            event.does(who, type_, **fields)
        else:
            assert refused(event, who, type_, **fields)[0] == "judging.event.office"


def test_a_head_judge_with_the_key_of_a_judge_acts_as_a_judge() -> None:
    event = duel().event
    assert event.office("hana", "head-judge") == "head-judge"
    assert event.office("hana", "judge") == "judge"
    assert event.office("jan", "head-judge") == "judge"
    assert [event.office(who, "analyst") for who in ("olga", "hana", "jan")] == ["", "", ""]


def test_there_is_one_head_judge_and_the_organizer_stays() -> None:
    event = duel()
    event.does("olga", "appoint_staff", actor="ivo", office="head-judge")
    assert event.event.staff == {"hana": "judge", "jan": "judge", "olga": "organizer", "ivo": "head-judge"}
    event.does("olga", "appoint_staff", actor="jan", office="none")
    assert "jan" not in event.event.staff
    for actor, office in (("olga", "judge"), ("olga", "none"), ("jan", "none")):
        assert refused(event, "olga", "appoint_staff", actor=actor, office=office)[0] == "judging.event.staff"


@pytest.mark.parametrize(("game", "regulation"), [(DUEL[0], BOARD[1]), (BOARD[0], DUEL[1])])
def test_a_regulation_must_fit_the_game(game: str, regulation: str) -> None:
    with pytest.raises(Refused) as error:
        Gathering(game, regulation)
    refusal = error.value.refusal
    kind = "cards" if game == DUEL[0] else "board"
    fitting = [each for each in regulations() if each.startswith(kind)]
    assert refusal.rule == "judging.event.regulation-fits"
    assert refusal.because == {"regulation": regulation, "known": fitting}
    assert refusal.text.startswith(f"'{regulations()[regulation].title}' is a regulation for another game; ")
    assert all(f"'{regulations()[each].title}'" in refusal.text for each in fitting)


def test_a_regulation_for_no_number_of_players_of_any_game_names_the_number() -> None:
    with pytest.raises(Refused) as error:
        Gathering(*DUEL, seats=(9,))
    faults: Any = error.value.refusal.because["faults"]
    assert [(each["field"], each["number"]) for each in faults] == [("seats", 9)]


def test_a_regulation_of_ones_own_names_only_what_it_lists() -> None:
    with pytest.raises(Refused) as error:
        Gathering(*DUEL, penalty=(), comparison=(Comparison("glory", "most"),))
    faults: Any = error.value.refusal.because["faults"]
    assert {"field": "comparison", "value": "glory", "known": sorted(faults[0]["known"])} == faults[0]
    assert all(each["field"] == "infraction" for each in faults[1:])


# --- players and pairings


def test_players_are_enrolled_once() -> None:
    event = duel()
    rule, because = refused(event, "olga", "enrol_players", players=["Emil", "Ann", "Emil"])
    assert rule == "judging.event.player-enrolled"
    assert [each["line"] for each in because["faults"]] == [2, 3]


def test_wrong_lines_of_pairings_are_all_named_and_nothing_is_taken() -> None:
    event = Gathering(*DUEL).with_players(6)
    event.does("jan", "drop_player", player="Fay", reason="ill")
    tables = [
        {"table": 1, "players": ["Ann", "Bert"]},
        {"table": 1, "players": ["Cleo", "Zoe"]},
        {"table": 3, "players": ["Ann", "Fay"]},
        {"table": 4, "players": ["Dora", "Emil", "Cleo"]},
    ]
    rule, because = refused(event, "hana", "pair_round", round=1, tables=tables)
    assert rule == "judging.event.pairings-lines"
    found = {(each["line"], each["value"]): each["problem"] for each in because["faults"]}
    assert found == {
        (1, 1): "stands twice",
        (2, 1): "stands twice",
        (2, "Zoe"): "is not enrolled",
        (3, "Ann"): "stands in line 1 too",
        (3, "Fay"): "has left the event",
        (4, 3): "expected 2",
        (4, "Cleo"): "stands in line 2 too",
    }
    assert event.event.rounds == ()


def test_a_wrong_match_is_named_beside_wrong_players_of_other_lines() -> None:
    event = Gathering(*DUEL).with_players(6)
    tables = [
        {"table": 1, "players": ["Ann", "Bert"], "match": "m-none"},
        {"table": 2, "players": ["Cleo", "Zoe"], "match": "m-none"},
    ]
    rule, because = refused(event, "hana", "pair_round", round=1, tables=tables)
    assert rule == "judging.event.pairings-lines"
    assert [(each["line"], each["field"], each["problem"]) for each in because["faults"]] == [
        (1, "match", "there is no such match that the organizer opened"),
        (2, "players", "is not enrolled"),
    ]
    assert refused(event, "hana", "pair_round", round=1, tables=tables[:1])[0] == "judging.event.match-of-table"


def test_a_player_alone_has_a_bye() -> None:
    event = Gathering(*DUEL).with_players(3).paired(("Ann", "Bert"), ("Cleo",))
    assert event.event.rounds[0].tables[2].results == {"Cleo": "bye"}
    assert refused(event, "jan", "report_result", round=1, table=2, results={"Cleo": "loss"})[0] == (
        "judging.event.match-of-table"
    )


def test_rounds_follow_each_other() -> None:
    event = duel()
    tables = [{"table": 1, "players": ["Ann", "Cleo"]}, {"table": 2, "players": ["Bert", "Dora"]}]
    for number in (2, 3):
        assert refused(event, "hana", "pair_round", round=number, tables=tables)[0] == "judging.event.round-in-order"
    event.does("hana", "pair_round", round=1, tables=tables)
    assert event.event.rounds[0].tables[1].players == ("Ann", "Cleo")
    event.does("hana", "start_round", round=1)
    for type_, fields in (("pair_round", {"tables": tables}), ("start_round", {})):
        assert refused(event, "hana", type_, round=1, **fields)[0] == "judging.event.round-in-order"
    event.result(1, {"Ann": "win", "Cleo": "loss"})
    event.result(2, {"Bert": "win", "Dora": "loss"})
    event.does("hana", "call_time", round=1)
    event.paired(("Ann", "Bert"), ("Cleo", "Dora"), round=2, kind="final")
    assert event.event.rules.minutes(event.event.rounds[1].kind) == 120
    assert refused(event, "hana", "call_time", round=1)[0] == "judging.event.round-in-order"
    assert refused(event, "hana", "pair_round", round=2, tables=tables, kind="bracket")[0] == (
        "judging.event.regulation-fits"
    )


@pytest.mark.parametrize(("made", "game"), [(duel, "agot_lcg"), (league, "agot_board")])
def test_the_match_of_a_table_has_a_seat_for_each_of_its_players(made: Any, game: str) -> None:
    event = made()
    players = event.event.rounds[0].tables[1].players
    seats = ("s1", "s2", "s3", "s4")[: len(players)]
    event.matches = {
        "m-1": MatchInTournament(game, seats, "olga"),
        "m-2": MatchInTournament("chess", seats, "olga"),
        "m-3": MatchInTournament(game, (*seats, "more"), "olga"),
    }
    for match in ("m-2", "m-3", "m-4"):
        assert refused(event, "hana", "seat_match", round=1, table=1, match=match)[0] == "judging.event.match-of-table"
    twice = dict.fromkeys(players, "s1")
    assert refused(event, "hana", "seat_match", round=1, table=1, match="m-1", seats=twice)[1]["field"] == "seats"
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    assert event.event.rounds[0].tables[1].seats == dict(zip(players, seats, strict=True))
    there, table = event.event.table_of("m-1")
    assert (there.round, table.table, table.player_of("s1")) == (1, 1, "Ann")


def test_players_sit_where_their_match_names_them() -> None:
    event = duel()
    named = {"alice": "ANN", "bob": "Bert"}
    event.matches = {
        "m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga", players=named),
        "m-2": MatchInTournament("agot_lcg", ("alice", "bob"), "olga", players={"alice": "Dora"}),
        "m-3": MatchInTournament("agot_lcg", ("alice", "bob"), "olga", players={**named, "bob": "Cleo"}),
    }
    tables = [
        {"table": 1, "players": ["Bert", "Ann"], "match": "m-1"},
        {"table": 2, "players": ["Cleo", "Dora"], "match": "m-2"},
    ]
    event.does("hana", "pair_round", round=1, tables=tables)
    seated = [each.seats for each in event.event.rounds[0].tables.values()]
    assert seated == [{"Bert": "bob", "Ann": "alice"}, {"Cleo": "bob", "Dora": "alice"}]
    crossed = {"Ann": "bob", "Bert": "alice"}
    rule, because = refused(event, "hana", "seat_match", round=1, table=1, match="m-1", seats=crossed)
    assert (rule, because["field"]) == ("judging.event.match-of-table", "seats")
    assert because["problem"] == "the match seats Ann as alice"
    for seats in ({}, crossed):
        asked = {"round": 1, "table": 1, "match": "m-3", "seats": seats, "reason": "another"}
        because = refused(event, "hana", "seat_match", **asked)[1]
        assert because["problem"] == "names Cleo, who has no place at this table"
    tables[0]["match"] = "m-3"
    rule, because = refused(event, "hana", "pair_round", round=1, tables=tables, reason="another")
    assert (rule, because["faults"][0]["line"]) == ("judging.event.match-of-table", 1)


@pytest.mark.parametrize("said", ["Ann", "ANN"])
def test_who_has_left_is_not_enrolled_again_and_is_not_said_to_be_enrolled(said: str) -> None:
    event = duel()
    event.does("hana", "drop_player", player="Ann", reason="a slip")
    for who in ("olga", "hana"):
        rule, because = refused(event, who, "enrol_players", players=[said])
        [fault] = because["faults"]
        assert (rule, fault["player"]) == ("judging.event.player-enrolled", said)
        told = "has left the event, and whoever has left is not enrolled again"
        assert fault["problem"] == (told if said == "Ann" else f"{told}, as Ann")


@pytest.mark.parametrize("said", ["cleo o'neil", "Cleo  O\u2019NEIL", "Cleo O\u02bcNeil"])
def test_a_name_that_sounds_like_an_enrolled_one_is_told_it(said: str) -> None:
    event = duel()
    event.does("olga", "enrol_players", players=["Cleo O\u2019Neil"])
    tables = [{"table": 1, "players": ["Ann", "Bert"]}, {"table": 2, "players": [said, "Zoe"]}]
    [cleo, zoe] = refused(event, "hana", "pair_round", round=1, tables=tables)[1]["faults"]
    told = "is enrolled already, as Cleo O\u2019Neil"
    assert (cleo["value"], zoe["problem"]) == (said, "is not enrolled")
    assert cleo["problem"] == "is not enrolled, but Cleo O\u2019Neil is"
    again = refused(event, "olga", "enrol_players", players=[said])
    assert [each["problem"] for each in again[1]["faults"]] == [told]


def test_players_whose_names_look_the_same_are_one_player() -> None:
    event = duel()
    event.does("olga", "enrol_players", players=["Ren\u00e9e", "Zo\u0308e"])
    for said, there in {"Rene\u0301e": "Ren\u00e9e", "Z\u00f6e": "Zo\u0308e", "\uff21\uff4e\uff4e": "Ann"}.items():
        [fault] = refused(event, "olga", "enrol_players", players=[said])[1]["faults"]
        assert fault["problem"] == f"is enrolled already, as {there}"
    [fault] = refused(event, "olga", "enrol_players", players=["Andre\u0301", "Andr\u00e9"])[1]["faults"]
    assert (fault["line"], fault["problem"]) == (2, "is named twice: in line 1 too")


HIDDEN = {
    "Ann\u200b": "has the invisible character U+200B (zero width space) in place 4",
    "A\u202enn": "has the invisible character U+202E (right-to-left override) in place 2",
    "\u2060Emil": "has the invisible character U+2060 (word joiner) in place 1",
    "Emil\u3164": "has the invisible character U+3164 (hangul filler) in place 5",
}


@pytest.mark.parametrize("said", HIDDEN)
def test_no_command_takes_a_name_with_an_invisible_character(said: str) -> None:
    event, told, sign = duel(), HIDDEN[said], "\ufffd"
    shown = "".join(sign if each in "\u200b\u202e\u2060\u3164" else each for each in said)
    rule, because = refused(event, "olga", "enrol_players", players=["Gus", said])
    fault = {"line": 2, "field": "players", "player": shown, "problem": told}
    assert (rule, because["faults"]) == ("judging.event.player-enrolled", [fault])
    tables = [{"table": 1, "players": ["Bert", said]}]
    [fault] = refused(event, "hana", "pair_round", round=1, tables=tables)[1]["faults"]
    assert fault == {"line": 1, "field": "players", "value": shown, "problem": told}
    for type_, fields in (("drop_player", {}), ("give_penalty", PENALTY)):
        because = refused(event, "jan", type_, player=said, **fields)[1]
        assert because == {"field": "player", "player": shown, "problem": told}
    results = {said: "win", "Bert": "loss"}
    because = refused(event, "jan", "report_result", round=1, table=1, results=results)[1]
    assert (because["field"], because["problem"]) == ("results", f"{shown} {told}")
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga")}
    seats = {said: "alice", "Bert": "bob"}
    because = refused(event, "hana", "seat_match", round=1, table=1, match="m-1", seats=seats)[1]
    assert (because["field"], because["value"], because["problem"]) == ("seats", shown, told)


def test_a_name_that_looks_like_an_enrolled_one_in_letters_of_another_script_is_told_it() -> None:
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=["Hana", "Анна"])
    [fault] = refused(event, "olga", "enrol_players", players=["h\u0430na"])[1]["faults"]
    assert fault["problem"] == "looks like Hana, in letters of another script"
    [fault] = refused(event, "olga", "enrol_players", players=["\u0421ora", "Cora"])[1]["faults"]
    assert (fault["line"], fault["problem"]) == (2, "looks like \u0421ora, in letters of another script")
    event.does("olga", "enrol_players", players=["Anna", "Ана"])


def test_a_name_of_other_codes_is_read_as_the_enrolled_one() -> None:
    event = Gathering(*DUEL)
    event.does("olga", "enrol_players", players=["Ren\u00e9e", "Zo\u0308e"])
    said = ["Rene\u0301e", "Z\u00f6e"]
    event.matches = {each: MatchInTournament("agot_lcg", ("alice", "bob"), "olga") for each in ("m-1", "m-2")}
    seats = dict(zip(said, ("bob", "alice"), strict=True))
    event.does("hana", "pair_round", round=1, tables=[{"table": 1, "players": said, "match": "m-1", "seats": seats}])
    table = event.event.rounds[0].tables[1]
    assert table.players == ("Ren\u00e9e", "Zo\u0308e")
    assert table.seats == {"Ren\u00e9e": "bob", "Zo\u0308e": "alice"}
    event.does("hana", "seat_match", round=1, table=1, match="m-2", seats=seats, reason="another")
    assert event.event.rounds[0].tables[1].seats == table.seats
    event.does("jan", "give_penalty", player=said[0], **PENALTY)
    event.does("jan", "report_result", round=1, table=1, results={said[0]: "win", said[1]: "loss"})
    event.does("jan", "drop_player", player=said[1], reason="ill")
    assert [each.player for each in event.event.penalties] == ["Ren\u00e9e"]
    assert event.event.rounds[0].tables[1].results == {"Ren\u00e9e": "win", "Zo\u0308e": "loss"}
    assert event.event.players == {"Ren\u00e9e": "", "Zo\u0308e": "ill"}
    both = {"Ren\u00e9e": "win", "Rene\u0301e": "loss"}
    because = refused(event, "hana", "report_result", round=1, table=1, results=both, reason="a slip")[1]
    assert because["given"] == sorted(both)


def test_a_match_is_played_at_one_table() -> None:
    event = duel()
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga")}
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    because = refused(event, "hana", "seat_match", round=1, table=2, match="m-1")[1]
    assert because["problem"] == "is played at another table"
    event.does("hana", "seat_match", round=1, table=1, match="m-1", seats={"Ann": "bob", "Bert": "alice"})
    tables = [{"table": 1, "players": ["Ann", "Bert"], "match": "m-1"}, {"table": 2, "players": ["Cleo", "Dora"]}]
    event.does("hana", "pair_round", round=1, tables=tables)
    tables[1]["match"] = "m-1"
    rule, because = refused(event, "hana", "pair_round", round=1, tables=tables)
    assert (rule, because["faults"][0]["line"]) == ("judging.event.match-of-table", 2)


@pytest.mark.parametrize(("made", "game"), [(duel, "agot_lcg"), (league, "agot_board")])
def test_a_match_that_the_organizer_did_not_open_is_to_the_event_as_if_it_did_not_exist(made: Any, game: str) -> None:
    event = made()
    players = event.event.rounds[0].tables[1].players
    seats = ("s1", "s2", "s3", "s4")[: len(players)]
    event.matches = {opener: MatchInTournament(game, seats, opener) for opener in ("olga", "oscar", "hana")}
    event.matches["nobody's"] = MatchInTournament(game, seats)
    event.matches["another game's"] = MatchInTournament("chess", seats, "oscar")
    [*others] = [{"table": n, "players": each.players} for n, each in event.event.rounds[0].tables.items()][1:]
    told = set()
    for match in ("oscar", "hana", "nobody's", "another game's", "no match at all"):
        for who in ("hana", "olga"):
            rule, because = refused(event, who, "seat_match", round=1, table=1, match=match)
            tables = [{"table": 1, "players": players, "match": match}, *others]
            paired_rule, paired_because = refused(event, who, "pair_round", round=1, tables=tables)
            told |= {(rule, because["problem"]), (paired_rule, paired_because["faults"][0]["problem"])}
    assert told == {("judging.event.match-of-table", "there is no such match that the organizer opened")}
    event.does("hana", "seat_match", round=1, table=1, match="olga")
    event.does("ada", "seat_match", round=1, table=1, match="oscar", reason="the first was opened twice")
    event.does("hana", "seat_match", round=1, table=1, match="oscar", seats=dict(zip(players, seats, strict=True)))


@pytest.mark.parametrize(("made", "game"), [(duel, "agot_lcg"), (league, "agot_board")])
def test_a_table_keeps_its_match_unless_it_is_said_why_not(made: Any, game: str) -> None:
    event = made()
    players = event.event.rounds[0].tables[1].players
    seats = ("s1", "s2", "s3", "s4")[: len(players)]
    event.matches = {each: MatchInTournament(game, seats, "olga") for each in ("m-1", "m-2")}
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    [*others] = [{"table": n, "players": each.players} for n, each in event.event.rounds[0].tables.items()][1:]
    for changes in ({}, {"match": "m-2"}):
        tables = [{"table": 1, "players": players, **changes}, *others]
        rule, because = refused(event, "hana", "pair_round", round=1, tables=tables)
        assert (rule, because["stands"]) == ("judging.event.match-stays", {1: "m-1"})
    for who in ("hana", "olga", "ada"):
        rule, because = refused(event, who, "seat_match", round=1, table=1, match="m-2", reason=" ")
        assert (rule, because["stands"]) == ("judging.event.match-stays", "m-1")
    event.does("hana", "seat_match", round=1, table=1, match="m-2", reason="a wrong deck was registered")
    assert event.event.table_of("m-1") is None
    event.does("hana", "pair_round", round=1, tables=[{"table": 1, "players": players}, *others], reason="anew")
    assert event.event.table_of("m-2") is None


def test_tables_exchange_their_matches_for_a_reason_alone() -> None:
    event = Gathering(*DUEL).with_players(4)
    event.paired(("Ann", "Bert"), ("Cleo", "Dora"))
    event.matches = {each: MatchInTournament("agot_lcg", ("alice", "bob"), "olga") for each in ("m-1", "m-2")}
    for n in (1, 2):
        event.does("hana", "seat_match", round=1, table=n, match=f"m-{n}")

    def pairs(*lines: tuple[int, str, list[str]]) -> list[dict[str, Any]]:
        return [{"table": table, "players": players, "match": match} for table, match, players in lines]

    ann, cleo = ["Ann", "Bert"], ["Cleo", "Dora"]
    for tables, stands in (
        (pairs((1, "m-2", ann), (2, "m-1", cleo)), {1: "m-1", 2: "m-2"}),
        (pairs((3, "m-2", ann), (2, "m-1", cleo)), {1: "m-1", 2: "m-2"}),
        (pairs((1, "m-2", ["Ann", "Dora"]), (2, "m-1", ["Cleo", "Bert"])), {1: "m-1", 2: "m-2"}),
        ([*pairs((2, "m-1", cleo)), {"table": 1, "players": ann}], {1: "m-1", 2: "m-2"}),
    ):
        rule, because = refused(event, "hana", "pair_round", round=1, tables=tables)
        assert (rule, because["stands"]) == ("judging.event.match-stays", stands)
        assert (because["field"], because["problem"]) == ("reason", "missing")
    # the players take their match to another table
    event.does("hana", "pair_round", round=1, tables=pairs((2, "m-1", ann), (1, "m-2", cleo)))
    event.does("hana", "pair_round", round=1, tables=pairs((1, "m-1", ann), (2, "m-2", cleo)))
    event.does("hana", "pair_round", round=1, tables=pairs((1, "m-2", ann), (2, "m-1", cleo)), reason="exchanged")
    assert [each.match for each in event.event.rounds[0].tables.values()] == ["m-2", "m-1"]


def test_a_match_is_played_at_one_event() -> None:
    event = duel()
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga", event="e-other")}
    for who in ("hana", "ada"):
        because = refused(event, who, "seat_match", round=1, table=1, match="m-1")[1]
        assert because["problem"] == "is played at another event"


def test_who_is_given_a_seat_and_is_not_at_the_table_is_named() -> None:
    event = Gathering(*DUEL).with_players(4)
    event.does("hana", "pair_round", round=1, tables=[{"table": 1, "players": ["Ann", "Bert"]}])
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga")}
    told = {
        ("Zed", "Bert"): ("Zed", "Zed has no place at this table"),
        ("Ann", "Cleo"): ("Cleo", "Cleo has no place at this table"),
        ("Ann",): ({"Ann": "alice"}, "gives Bert no seat"),
    }
    for players, (value, problem) in told.items():
        seats = dict(zip(players, ("alice", "bob"), strict=False))
        rule, because = refused(event, "hana", "seat_match", round=1, table=1, match="m-1", seats=seats)
        assert (rule, because["field"]) == ("judging.event.match-of-table", "seats")
        assert (because["value"], because["problem"]) == (value, problem)


def test_a_result_for_a_bye_is_refused_with_who_has_it() -> None:
    event = Gathering(*DUEL).with_players(3)
    tables = [{"table": 1, "players": ["Ann", "Bert"]}, {"table": 2, "players": ["Cleo"]}]
    event.does("hana", "pair_round", round=1, tables=tables)
    with pytest.raises(Refused) as error:
        event.does("jan", "report_result", round=1, table=2, results={"Cleo": "win"})
    refusal = error.value.refusal
    assert (refusal.rule, refusal.because["players"]) == ("judging.event.match-of-table", ["Cleo"])
    assert "Cleo has a bye at table 2" in refusal.text


# --- time and results


def test_time_that_was_given_before_a_round_is_paired_anew_stays_with_its_match_or_its_players() -> None:
    def given() -> dict[int, int]:
        return {number: table.given for number, table in event.event.rounds[0].tables.items()}

    def paired(*tables: tuple[int, tuple[str, ...], str], **more: Any) -> None:
        lines = [{"table": n, "players": players, **({"match": m} if m else {})} for n, players, m in tables]
        event.does("hana", "pair_round", round=1, tables=lines, **more)

    event = Gathering(*DUEL).with_players(6)
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga")}
    ann, cleo, emil = ("Ann", "Bert"), ("Cleo", "Dora"), ("Emil", "Fay")
    paired((1, ann, "m-1"), (2, cleo, ""), (3, emil, ""))
    event.does("jan", "give_time", round=1, table=1, seconds=200, reason="a spill")
    event.does("jan", "give_time", round=1, table=2, seconds=100, reason="a spill")
    paired((1, ann, "m-1"), (2, cleo, ""), (3, emil, ""))
    assert given() == {1: 200, 2: 100, 3: 0}
    rule, because = refused(event, "jan", "give_time", round=1, table=1, seconds=200, reason="again")
    assert (rule, because["given"]) == ("judging.time.extension", 200)
    paired((5, ann, "m-1"), (3, ("Dora", "Cleo"), ""), (1, emil, ""), reason="other tables")
    assert given() == {5: 200, 3: 100, 1: 0}
    # who plays somebody else has lost nothing
    paired((5, ann, "m-1"), (3, ("Dora", "Emil"), ""), (1, ("Cleo", "Fay"), ""))
    assert given() == {5: 200, 3: 0, 1: 0}
    event.does("jan", "give_time", round=1, table=1, seconds=30, reason="a spill")
    # a pairing that was an error takes nothing from those who are paired back, however often
    paired((1, ("Ann", "Cleo"), ""), (2, ("Bert", "Fay"), ""), (3, ("Dora", "Emil"), ""), reason="an error")
    assert given() == {1: 0, 2: 0, 3: 0}
    paired((1, ("Emil", "Ann"), ""), (2, ("Bert", "Cleo"), ""), (3, ("Dora", "Fay"), ""))
    assert given() == {1: 0, 2: 0, 3: 0}
    paired((1, ann, ""), (2, cleo, ""), (3, emil, ""))
    assert given() == {1: 200, 2: 100, 3: 0}
    rule, because = refused(event, "jan", "give_time", round=1, table=1, seconds=200, reason="again")
    assert (rule, because["given"]) == ("judging.time.extension", 200)
    paired((1, ("Fay", "Cleo"), ""), (2, ("Ann", "Emil"), ""), (3, ("Bert", "Dora"), ""))
    assert given() == {1: 30, 2: 0, 3: 0}


def test_time_of_a_match_and_time_of_its_players_are_both_theirs_in_whatever_order_a_round_is_paired() -> None:
    def given() -> dict[int, int]:
        return {number: table.given for number, table in event.event.rounds[0].tables.items()}

    def paired(*tables: tuple[tuple[str, ...], str]) -> dict[int, int]:
        lines = [{"table": n, "players": who, **({"match": m} if m else {})} for n, (who, m) in enumerate(tables, 1)]
        event.does("hana", "pair_round", round=1, tables=lines, reason="an error")
        return given()

    event = Gathering(*DUEL).with_players(4)
    event.matches = {m: MatchInTournament("agot_lcg", ("alice", "bob"), "olga") for m in ("m-1", "m-2")}
    ann, cleo = ("Ann", "Bert"), ("Cleo", "Dora")
    paired((ann, "m-1"), (cleo, ""))
    event.does("jan", "give_time", round=1, table=1, seconds=100, reason="a spill")
    # what a match had goes with it, and what its players had before they got it is theirs
    assert paired((cleo, "m-1"), (ann, "")) == {1: 100, 2: 0}
    event.does("jan", "give_time", round=1, table=2, seconds=11, reason="a spill")
    assert paired((ann, "m-1"), (cleo, "")) == {1: 111, 2: 0}
    event.does("hana", "seat_match", round=1, table=2, match="m-2")
    assert given() == {1: 111, 2: 0}
    assert paired((ann, "m-2"), (cleo, "m-1")) == {1: 11, 2: 100}
    assert paired((ann, ""), (cleo, "m-2")) == {1: 111, 2: 0}
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    assert given() == {1: 111, 2: 0}
    # also where both are more together than a judge gives
    assert paired((cleo, "m-1"), (ann, "")) == {1: 100, 2: 11}
    event.does("jan", "give_time", round=1, table=2, seconds=280, reason="a spill")
    assert paired((ann, "m-1"), (cleo, "")) == {1: 391, 2: 0}
    rule, because = refused(event, "jan", "give_time", round=1, table=1, seconds=1, reason="again")
    assert (rule, because["given"]) == ("judging.time.extension", 391)


def test_the_time_given_by_then_is_told_also_where_a_clock_was_set_back() -> None:
    event = Gathering(*DUEL).with_players(2)
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga")}
    event.does("hana", "pair_round", round=1, tables=[{"table": 1, "players": ["Ann", "Bert"], "match": "m-1"}])
    event.does("jan", "give_time", round=1, table=1, seconds=30, reason="a spill")
    entries = [c.DECODER.decode(each.payload) for each in event.stored]
    by_then = entries[1].at
    entries[-1] = msgspec.structs.replace(entries[-1], at=entries[0].at)
    assert given_until("e-1", entries, "m-1", by_then) == 0
    assert given_until("e-1", entries, "m-1", entries[2].at) == 30


def test_no_clock_starts_for_a_table_that_waits_for_who_has_left() -> None:
    event = Gathering(*DUEL).with_players(5).paired(("Ann", "Bert"), ("Cleo", "Dora"), ("Emil",))
    event.does("jan", "drop_player", player="Bert", reason="ill")
    event.does("jan", "drop_player", player="Emil")
    rule, because = refused(event, "hana", "start_round", round=1)
    assert (rule, because) == ("judging.event.round-in-order", {"round": 1, "left": {"1": ["Bert"]}})
    event.result(1, {"Ann": "win", "Bert": "loss"})
    # the bye of who has left waits for nobody
    event.does("hana", "start_round", round=1)


def test_a_round_with_who_has_left_is_paired_anew_and_starts() -> None:
    event = Gathering(*DUEL).with_players(4).paired(("Ann", "Bert"), ("Cleo", "Dora"))
    event.does("jan", "drop_player", player="Bert")
    event.paired(("Ann",), ("Cleo", "Dora"))
    event.does("hana", "start_round", round=1)
    # who leaves while the clock runs is nothing that the round waits for
    event.does("jan", "drop_player", player="Cleo")
    event.does("hana", "call_time", round=1)


def test_a_judge_gives_time_up_to_the_limit_and_the_head_judge_beyond() -> None:
    event = duel()
    event.does("jan", "give_time", round=1, table=1, seconds=240, reason="a case")
    rule, because = refused(event, "jan", "give_time", round=1, table=1, seconds=61, reason="a case")
    assert (rule, because["given"], because["limit"]) == ("judging.time.extension", 240, 300)
    event.does("hana", "give_time", round=1, table=1, seconds=61, reason="an appeal")
    assert event.event.rounds[0].tables[1].given == 301
    assert refused(event, "jan", "give_time", round=1, table=1, seconds=1, reason=" ")[0] == (
        "judging.ruling.cites-rules"
    )
    assert (
        refused(event, "jan", "give_time", round=1, table=9, seconds=1, reason="x")[0] == "judging.event.table-exists"
    )
    assert (
        refused(event, "jan", "give_time", round=2, table=1, seconds=1, reason="x")[0] == "judging.event.table-exists"
    )


@pytest.mark.parametrize(
    ("results", "named"),
    [
        ({"Ann": "win", "Bert": "win"}, "wins"),
        ({"Ann": "win", "Bert": "modified-win"}, "wins"),
        ({"Ann": "glory", "Bert": "loss"}, "results"),
        ({"Ann": "win"}, "players"),
        ({"Ann": "win", "Cleo": "loss"}, "players"),
        ({"Ann": "bye", "Bert": "loss"}, "bye"),
    ],
)
def test_results_are_those_of_the_regulation(results: dict[str, str], named: str) -> None:
    rule, because = refused(duel(), "jan", "report_result", round=1, table=1, results=results)
    assert rule == "judging.event.result-named"
    assert because[named]


def test_a_place_is_taken_once_at_a_table_of_many() -> None:
    event = league()
    results = {"Ann": "first", "Bert": "second", "Cleo": "second", "Dora": "third"}
    assert refused(event, "jan", "report_result", round=1, table=1, results=results)[1]["too_many"] == ["second"]
    event.result(1, {"Ann": "first", "Bert": "second", "Cleo": "third", "Dora": "fourth"})
    assert [each.points for each in standings(event.event)] == [6, 4, 3, 2]


@pytest.mark.parametrize(
    ("places", "problem"),
    [
        ("fourth fifth sixth second", "somebody is second, and nobody is first"),
        ("first second sixth third", "somebody is sixth, and nobody is fourth"),
        ("first second fourth fifth", "somebody is fourth, and nobody is third"),
        ("second third fourth fifth", "somebody is second, and nobody is first"),
    ],
)
def test_a_table_has_its_places_without_a_gap(places: str, problem: str) -> None:
    event = league()
    results = dict(zip(("Ann", "Bert", "Cleo", "Dora"), places.split(), strict=True))
    rule, because = refused(event, "jan", "report_result", round=1, table=1, results=results)
    assert (rule, because["problem"]) == ("judging.event.result-named", problem)
    assert because["places"] == ["first", "second", "third", "fourth"]


@pytest.mark.parametrize(
    ("places", "fits"),
    [
        ("first second second third", True),
        ("first second second fourth", True),
        ("first second third fourth", True),
        ("second second third fourth", False),
        ("first second fourth fourth", False),
    ],
)
def test_players_who_are_level_share_a_place_where_the_regulation_lets_them(places: str, fits: bool) -> None:
    """The place after a shared one is the next, or the one that as many players leave."""
    kinds = [msgspec.structs.replace(each, most=each.most and 2) for each in regulations()["board-league"].result]
    event = Gathering(*BOARD, result=tuple(kinds)).with_players().paired(("Ann", "Bert", "Cleo", "Dora"))
    results = dict(zip(("Ann", "Bert", "Cleo", "Dora"), places.split(), strict=True))
    if fits:
        event.result(1, results)
    else:
        assert refused(event, "jan", "report_result", round=1, table=1, results=results)[0].endswith("result-named")


def test_a_reported_result_stands_unless_the_head_judge_says_why() -> None:
    event = duel()
    event.result(1, {"Ann": "win", "Bert": "loss"})
    turned = {"Ann": "loss", "Bert": "win"}
    for who, reason in (("jan", "an error"), ("hana", ""), ("olga", " ")):
        fields = {"round": 1, "table": 1, "results": turned, "reason": reason}
        assert refused(event, who, "report_result", **fields)[0] == "judging.event.result-stands"
    event.result(1, turned, "hana", reason="the slip was read the wrong way round")
    assert event.event.rounds[0].tables[1].results == turned
    assert len(event.stored) == 5


def test_a_result_is_that_of_the_match_that_is_over() -> None:
    event = duel()
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga", over=True, winner="bob")}
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    rule, because = refused(event, "jan", "report_result", round=1, table=1, results={"Ann": "win", "Bert": "loss"})
    assert (rule, because["winner"]) == ("judging.event.result-as-match", "Bert")
    event.result(1, {"Ann": "loss", "Bert": "win"})


# --- penalties


def test_penalties_follow_the_ladder_of_the_players_record() -> None:
    event = duel()
    event.does("jan", "give_penalty", player="Ann", **PENALTY)
    rule, because = refused(event, "jan", "give_penalty", player="Ann", **PENALTY)
    assert (rule, because["earlier"], because["allowed"]) == ("judging.penalty.ladder", 1, "hard-warning")
    event.does("jan", "give_penalty", player="Bert", **PENALTY)
    event.does("hana", "give_penalty", player="Ann", **PENALTY)
    for penalty in ("game-loss", "game-loss"):
        event.does("jan", "give_penalty", player="Ann", **{**PENALTY, "penalty": penalty})
    for field, value in (("infraction", "whistling"), ("penalty", "shame")):
        rule, because = refused(event, "hana", "give_penalty", player="Ann", **{**PENALTY, field: value})
        assert (rule, value in because["known"]) == ("judging.penalty.ladder", False)


def test_grave_penalties_are_the_head_judges_and_disqualification_needs_the_organizer() -> None:
    event = duel()
    late = {"player": "Ann", "infraction": "late-five-minutes", "penalty": "match-loss", "reason": "seven minutes"}
    assert refused(event, "jan", "give_penalty", **late)[0] == "judging.penalty.head-judge-only"
    event.does("hana", "give_penalty", **late)
    conduct = {"player": "Bert", "infraction": "unsporting-conduct", "penalty": "hard-warning", "reason": "shouted"}
    assert refused(event, "jan", "give_penalty", **conduct)[0] == "judging.penalty.head-judge-only"
    event.does(
        "hana", "give_penalty", player="Bert", infraction="cheating", penalty="disqualification", reason="a card"
    )
    assert (event.event.penalties[1].state, event.event.players["Bert"]) == ("pending", "")
    assert refused(event, "hana", "approve_penalty", penalty=2, reason="x")[0] == "judging.event.office"
    assert refused(event, "olga", "approve_penalty", penalty=1, reason="x")[0] == "judging.penalty.on-record"
    event.does("olga", "approve_penalty", penalty=2, reason="seen by two")
    assert (event.event.penalties[1].state, event.event.players["Bert"]) == ("given", "disqualification")


def test_a_withdrawn_penalty_stays_in_the_record_and_counts_no_more() -> None:
    event = duel()
    event.does("jan", "give_penalty", player="Ann", **PENALTY)
    assert refused(event, "jan", "withdraw_penalty", penalty=1, reason="x")[0] == "judging.event.office"
    event.does("hana", "withdraw_penalty", penalty=1, reason="the clock was wrong")
    assert [(each.state, each.given) for each in penalty_rows(event.event, "Ann")] == [("withdrawn", "warning")]
    event.does("jan", "give_penalty", player="Ann", **PENALTY)
    assert refused(event, "hana", "withdraw_penalty", penalty=1, reason="x")[0] == "judging.penalty.on-record"
    assert refused(event, "hana", "withdraw_penalty", penalty=7, reason="x")[0] == "judging.penalty.on-record"


def test_who_was_out_by_a_penalty_plays_again_when_it_is_withdrawn() -> None:
    event = duel()
    event.does(
        "hana", "give_penalty", player="Bert", infraction="cheating", penalty="disqualification", reason="a card"
    )
    event.does("olga", "approve_penalty", penalty=1, reason="seen by two")
    event.does("hana", "withdraw_penalty", penalty=1, reason="it was another's card")
    assert event.event.players["Bert"] == ""


def disqualified(event: Gathering, player: str, cause: str) -> None:
    event.does("hana", "give_penalty", player=player, cause=cause, **CHEATED)
    event.does("olga", "approve_penalty", penalty=len(event.event.penalties), reason="seen by two")


def test_who_is_out_by_two_penalties_is_out_until_both_are_withdrawn() -> None:
    event = duel()
    disqualified(event, "Bert", "a card")
    disqualified(event, "Bert", "another card")
    for number, why in ((1, "disqualification"), (2, "")):
        event.does("hana", "withdraw_penalty", penalty=number, reason="it was another's card")
        assert event.event.players["Bert"] == why


def test_a_penalty_of_any_regulation_that_drops_holds_beside_another() -> None:
    kick = PenaltyKind("kick", "kick", drops=True)
    rude = Infraction("rude", "rude", "event", ("kick",))
    rules = regulations()["cards-duel"]
    event = Gathering(*DUEL, penalty=(kick, *rules.penalty), infraction=(rude, *rules.infraction)).with_players(2)
    for cause in ("a word", "another word"):
        event.does("jan", "give_penalty", player="Bert", infraction="rude", penalty="kick", reason="said", cause=cause)
    event.does("hana", "withdraw_penalty", penalty=1, reason="it was Ann")
    assert event.event.players["Bert"] == "kick"
    # one that awaits its approval drops nobody, and none when it is withdrawn
    event.does("hana", "give_penalty", player="Ann", **CHEATED)
    event.does("hana", "withdraw_penalty", penalty=3, reason="it was Bert")
    assert event.event.players == {"Ann": "", "Bert": "kick"}


@pytest.mark.parametrize("first", ["drop", "penalty"])
def test_a_drop_stays_when_a_disqualification_is_withdrawn(first: str) -> None:
    event = duel()
    if first == "penalty":
        disqualified(event, "Bert", "a card")
    event.does("jan", "drop_player", player="Bert", reason="went home")
    if first == "drop":
        disqualified(event, "Bert", "a card")
    assert event.event.players["Bert"] == "disqualification"
    event.does("hana", "withdraw_penalty", penalty=1, reason="it was another's card")
    assert event.event.players["Bert"] == "went home"
    rule, because = refused(event, "jan", "drop_player", player="Bert", reason="again")
    assert (rule, because["field"]) == ("judging.event.player-enrolled", "player")


def test_one_cause_is_penalised_once() -> None:
    event = duel()
    event.does("jan", "give_penalty", player="Ann", cause="a dropped card", **PENALTY)
    event.does("jan", "give_penalty", player="Bert", cause="a dropped card", **PENALTY)
    again = {**PENALTY, "penalty": "hard-warning"}
    for spelt in ("a dropped card", "A dropped  card", "a\u00a0dropped card", "a dropped\u200b card"):
        rule, because = refused(event, "jan", "give_penalty", player="Ann", cause=spelt, **again)
        assert (rule, because["penalties"]) == ("judging.penalty.root-cause", [1])
    event.does("jan", "give_penalty", player="Ann", cause="another card", **again)


def test_a_penalty_at_a_table_is_of_who_plays_there() -> None:
    event = duel()
    wrong = {"player": "Cleo", "round": 1, "table": 1, **PENALTY}
    place = "judging.event.table-exists"
    rule, because = refused(event, "jan", "give_penalty", **wrong)
    assert (rule, because["field"], because["problem"]) == (place, "table", "Cleo does not sit there")
    wholly = "a place is a round and a table of it, or neither is given"
    for given, field, problem in (
        ({"round": 1}, "table", wholly),
        ({"table": 1}, "round", wholly),
        ({"round": 1, "table": 9}, "table", "is no table of a round that was paired"),
    ):
        rule, because = refused(event, "jan", "give_penalty", player="Ann", **given, **PENALTY)
        assert (rule, because["field"], because["problem"]) == (place, field, problem)
    for type_, fields in (("give_penalty", PENALTY), ("drop_player", {})):
        rule, because = refused(event, "jan", type_, player="Zoe", **fields)
        assert (rule, because["field"], because["problem"]) == (
            "judging.event.player-enrolled",
            "player",
            "is not enrolled",
        )
    event.does("jan", "give_penalty", player="Cleo", round=1, table=2, rules=["judging.penalty.ladder"], **PENALTY)
    [row] = penalty_rows(event.event)
    assert (row.round, row.table, row.rules, row.state) == (1, 2, "judging.penalty.ladder", "given")


def test_a_penalty_names_the_match_that_was_played_when_it_was_given() -> None:
    event = duel()
    event.matches |= {each: MatchInTournament("agot_lcg", ("alice", "bob"), "olga") for each in ("m-1", "m-2", "m-3")}
    place = {"round": 1, "table": 1}
    event.does("jan", "give_penalty", player="Ann", **place, **PENALTY)
    assert [each.match for each in penalty_rows(event.event)] == [""]
    event.does("hana", "seat_match", match="m-1", **place)
    event.does("jan", "give_penalty", player="Bert", **place, **PENALTY)
    event.does("hana", "seat_match", match="m-2", reason="It was set up wrong.", **place)
    event.does("jan", "give_penalty", player="Ann", **place, **{**PENALTY, "penalty": "hard-warning"})
    event.does("jan", "give_penalty", player="Cleo", **PENALTY)
    assert [each.match for each in penalty_rows(event.event)] == ["m-1", "m-1", "m-2", ""]
    event.paired(("Cleo", "Dora"), ("Ann", "Bert"), reason="Paired wrong.")
    event.does("hana", "seat_match", match="m-3", **place)
    assert [each.match for each in penalty_rows(event.event)] == ["m-1", "m-1", "m-2", ""]


def test_a_penalty_given_before_its_table_has_a_match_is_of_no_match_of_other_players() -> None:
    event = duel()
    event.matches["m-1"] = MatchInTournament("agot_lcg", ("alice", "bob"), "olga")
    event.does("jan", "give_penalty", player="Ann", round=1, table=1, **PENALTY)
    event.paired(("Cleo", "Dora"), ("Ann", "Bert"))
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    assert [each.match for each in penalty_rows(event.event)] == [""]


def test_nobody_judges_in_their_own_cause() -> None:
    event = duel()
    event.does("olga", "enrol_players", players=["jan"])
    own = {"player": "jan", **PENALTY}
    assert refused(event, "jan", "give_penalty", **own)[0] == "judging.case.not-own-match"
    event.paired(("Ann", "jan"))
    result = {"round": 1, "table": 1, "results": {"Ann": "loss", "jan": "win"}}
    assert refused(event, "jan", "report_result", **result)[0] == "judging.case.not-own-match"
    time = {"round": 1, "table": 1, "seconds": 60, "reason": "x"}
    assert refused(event, "jan", "give_time", **time)[0] == "judging.case.not-own-match"
    event.does("hana", "report_result", **result)


# --- standings


def test_standings_count_points_then_the_strength_of_the_schedule() -> None:
    event = duel()
    event.result(1, {"Ann": "win", "Bert": "loss"})
    event.result(2, {"Cleo": "modified-win", "Dora": "loss"})
    event.paired(("Ann", "Cleo"), ("Bert", "Dora"), round=2)
    event.result(1, {"Ann": "loss", "Cleo": "win"}, round=2)
    event.result(2, {"Bert": "win", "Dora": "loss"}, round=2)
    found = {each.player: each for each in standings(event.event)}
    assert [each.player for each in found.values()] == ["Cleo", "Ann", "Bert", "Dora"]
    # Ann met Bert (5 points of 2 rounds) and Cleo (9 of 2), Bert met Ann (5 of 2) and Dora (0 of 2)
    assert (found["Ann"].schedule, found["Bert"].schedule) == (3500, 1250)
    assert [each.place for each in found.values()] == [1, 2, 3, 4]
    assert found["Cleo"].wins == 2


def test_who_is_level_shares_a_place() -> None:
    event = duel()
    assert [each.place for each in standings(event.event)] == [1, 1, 1, 1]
    event.result(1, {"Ann": "win", "Bert": "loss"})
    event.result(2, {"Cleo": "win", "Dora": "loss"})
    assert [(each.place, each.player) for each in standings(event.event)] == [
        (1, "Ann"),
        (1, "Cleo"),
        (3, "Bert"),
        (3, "Dora"),
    ]


def test_rows_of_results_have_every_table_and_seat() -> None:
    event = duel()
    event.matches = {"m-1": MatchInTournament("agot_lcg", ("alice", "bob"), "olga")}
    event.does("hana", "seat_match", round=1, table=1, match="m-1")
    event.result(1, {"Ann": "win", "Bert": "loss"})
    rows = [
        (each.table, each.player, each.seat, each.match, each.result, each.points)
        for each in result_rows(event.event, {})
    ]
    assert rows == [
        (1, "Ann", "alice", "m-1", "win", 5),
        (1, "Bert", "bob", "m-1", "loss", 0),
        (2, "Cleo", "", "", "", 0),
        (2, "Dora", "", "", "", 0),
    ]


def test_an_event_that_is_over_takes_no_entry() -> None:
    event = duel()
    event.does("olga", "end_event")
    for type_, fields in (("drop_player", {"player": "Ann"}), ("end_event", {}), ("start_round", {"round": 1})):
        assert refused(event, "olga", type_, **fields)[0] == "judging.event.over"


def test_staff_is_appointed_and_released_after_the_end_of_an_event() -> None:
    event = duel()
    event.does("olga", "end_event")
    assert refused(event, "hana", "appoint_staff", actor="hedda", office="judge")[0] == "judging.event.office"
    event.does("olga", "appoint_staff", actor="hedda", office="head-judge")
    event.does("olga", "appoint_staff", actor="hana", office="none")
    assert (event.event.head_judge, "hana" in event.event.staff) == ("hedda", False)
    assert refused(event, "olga", "end_event")[0] == "judging.event.over"


def test_a_command_of_another_form_is_not_read() -> None:
    for text in (
        '{"type": "give_time"}',
        '{"type": "win"}',
        '{"type": "end_event", "x": 1}',
        "[]",
        '{"type": "create_event"}',
    ):
        with pytest.raises(msgspec.ValidationError):
            c.decode_tournament_command(text)


@pytest.mark.parametrize("reason", [" ", "\u200b", "\n", "\u200b \n"])
def test_a_reason_for_leaving_is_none_or_has_words(reason: str) -> None:
    event = Gathering(*DUEL).with_players(2)
    asked: dict[str, Any] = {"player": "Ann", "reason": reason}
    assert refused(event, "jan", "drop_player", **asked) == ("judging.ruling.cites-rules", {"field": "reason"})
    event.does("jan", "drop_player", player="Ann")
    assert event.event.players["Ann"] == "dropped"


@pytest.mark.parametrize(
    ("type_", "fields", "field", "told"),
    [
        ("report_result", {"table": 1, "results": {"Ann": "win", "Bert": "los"}}, "results.Bert", {"meant": "loss"}),
        ("report_result", {"table": 1, "results": {"Ann": "glory", "Bert": "loss"}}, "results.Ann", {}),
        ("give_time", {"table": 9, "seconds": 1, "reason": "x"}, "table", {"tables": [1, 2]}),
        ("give_time", {"round": 7, "table": 1, "seconds": 1, "reason": "x"}, "round", {"rounds": 1}),
        ("give_time", {"table": 1, "seconds": 301, "reason": "x"}, "seconds", {"limit": 300}),
        (
            "pair_round",
            {"kind": "finale", "tables": [{"table": 1, "players": ["Ann", "Bert"]}]},
            "kind",
            {"meant": "final"},
        ),
    ],
)
def test_a_refusal_names_the_field_that_is_wrong(
    type_: str, fields: dict[str, Any], field: str, told: dict[str, Any]
) -> None:
    asked = {"round": 1, **fields}
    _, because = refused(duel(), "hana" if type_ == "pair_round" else "jan", type_, **asked)
    assert because["field"] == field
    assert because["problem"]
    assert {name: because[name] for name in told} == told
    assert "meant" in told or "meant" not in because


def test_a_refusal_of_a_penalty_that_is_not_on_record_names_its_field() -> None:
    event = duel()
    event.does("jan", "give_penalty", player="Ann", **PENALTY)
    wrong = (("hana", "withdraw_penalty", 7, "is no penalty of the event"), ("olga", "approve_penalty", 1, "is given"))
    for who, type_, number, problem in wrong:
        because = refused(event, who, type_, penalty=number, reason="x")[1]
        assert (because["field"], because["problem"]) == ("penalty", problem)
