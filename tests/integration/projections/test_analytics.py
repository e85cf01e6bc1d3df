"""The tables for analysts say what the records say: counted independently, for every game; both stores say the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from domain.games import GAMES, history_of
from domain.judging.inquiry.clocks import clocks
from domain.judging.inquiry.timeline import PHASE, ROUND
from domain.kernel.cards.card_facts import Learned
from domain.kernel.flow.endings import Concede, MatchOver
from domain.kernel.history.tables import HistoryTable
from domain.match.events import OpenMatch
from projections.analytics.course_rows import PhaseRow, RoundRow
from projections.analytics.fold import over_rows, running_rows
from projections.analytics.match_rows import MatchesRow
from projections.analytics.schema import all_tables
from projections.analytics.surroundings import MatchSurroundings
from projections.database import stored_values
from projections.windows.fold import END, Stack, as_of
from service.demo.decks import demo_seats
from tests.builders import acted, begun
from tests.games import each_game
from tests.games.bringing import GameTests
from tests.integration.exports.months import NothingAround
from tests.integration.projections.analysts import Analysts, analysts_in, whole
from tests.integration.store.places import Place
from tests.judging.heard import Heard

M = "m-1"


@pytest.fixture
def analysts(place: Place) -> Iterator[Analysts]:
    """A store with the tables for analysts, migrated and empty."""
    with analysts_in(place.db) as found:
        yield found


class Told:
    """Stores with the tables of a match that is over, one for each game; nobody changes them."""

    def __init__(self, stack: ExitStack, folders: pytest.TempPathFactory) -> None:
        self.stack, self.folders = stack, folders
        self.made: dict[str, Analysts] = {}

    def about(self, game: str) -> tuple[Analysts, Heard]:
        """The tables about a match, and the match."""
        match = whole(game)
        if game not in self.made:
            self.made[game] = self.stack.enter_context(analysts_in(self.folders.mktemp("told") / "p.db"))
            self.made[game].bring_in(M, match)
            self.made[game].catch_up()
        return self.made[game], match


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """On SQLite: that both stores hold the same values is tested below."""
    with ExitStack() as stack:
        yield Told(stack, tmp_path_factory)


def numbers(match: Heard) -> dict[str, int]:
    return {seat: number for number, seat in enumerate(match.match.table.seats, 1)}


def ledger(match: Heard) -> list[Any]:
    """The windows of the main line, by the ledger."""
    stack = Stack()
    for version, event in match.events.items():
        stack.take(version, event)
    found = (as_of(row, (match.match.version, END), match.main()) for row in stack.touched.values())
    return [row for row in found if row is not None]


@each_game("play")
def test_windows_are_those_of_the_ledger(told: Told, game: GameTests) -> None:
    analysts, match = told.about(game.name)
    expected = ledger(match)
    rows = analysts.rows("windows")
    assert [(f"{row['version']}.{row['place']}", row["name"], row["how"]) for row in rows] == [
        (each.id, each.name, each.how) for each in sorted(expected, key=lambda each: [*map(int, each.id.split("."))])
    ]
    seats = analysts.rows("window_seats")
    number, used, passed = numbers(match), Counter[Any](), Counter[Any]()
    for each in expected:
        for deed in each.deeds:
            (used if deed.how == "acted" else passed)[each.id, number[deed.seat]] += 1
    assert {key: row["used"] for row in seats if row["used"] and (key := window_of(row))} == used
    assert {key: row["passed"] for row in seats if row["passed"] and (key := window_of(row))} == passed
    # what a rewind put anew is asked twice in the ledger, and answered once
    anew = {version for version, raw in enumerate(match.raw, 1) if raw.get("back")}
    again = sum(offer.version in anew for each in expected for offer in each.offers)
    assert (
        sum(row["offers"] for row in seats)
        == sum(row["offers"] for row in rows)
        == sum(len(each.offers) for each in expected) - again
    )
    answered = Counter(
        (row["window_version"], row["window_place"], row["seat"])
        for row in analysts.rows("decisions")
        if row["kind"] != "choice"
    )
    assert {(row["version"], row["place"], row["seat"]): row["offers"] for row in seats if row["offers"]} == answered


def test_what_a_rewind_into_a_window_asks_anew_is_asked_once(told: Told) -> None:
    _, match = told.about("agot_lcg")
    anew = {version for version, raw in enumerate(match.raw, 1) if raw.get("back")} & match.main()
    assert any(offer.version in anew for each in ledger(match) for offer in each.offers)


def window_of(row: dict[str, Any]) -> tuple[str, int]:
    return f"{row['version']}.{row['place']}", row["seat"]


@each_game("play")
def test_decisions_are_those_of_the_clocks(told: Told, game: GameTests) -> None:
    analysts, match = told.about(game.name)
    number, chronicle = numbers(match), match.told
    rows = analysts.rows("decisions")
    decided = {version for version in match.main() if is_answer(match, version)}
    assert {row["version"] for row in rows} == decided
    counted = clocks(chronicle, match.match.version)
    longest = {each.version: each for each in counted.longest if each.version in decided}
    by_version = {row["version"]: row for row in rows}
    for version, each in longest.items():
        row = by_version[version]
        assert (row["seat"], row["question"], row["round"]) == (number[each.seat], each.question, each.round)
        assert row["seconds"] == each.seconds
    for row in rows:
        assert json.loads(row["chosen"])["type"] == row["command"] == match.raw[row["version"] - 1]["cmd"]["type"]
        assert len(json.loads(row["legal"])) == row["forms"] > 0
        assert row["answers"] is None or 0 < row["answers"] <= 20


def is_answer(match: Heard, version: int) -> bool:
    """Whether an event answers a question, by the record."""
    raw = match.raw[version - 1]
    return (
        raw["kind"] == "action" and version > 1 and not isinstance(match.events[version].cmd, match.match.rules.always)
    )


@each_game("play")
def test_facts_and_actions_are_those_of_the_record(told: Told, game: GameTests) -> None:
    analysts, match = told.about(game.name)
    main = match.main()
    expected = {(version, place): fact["fact"] for version, place, fact in match.facts()}
    for undone in (False, True):
        rows = analysts.rows("facts", undone=undone)
        found = {(row["version"], row["place"]): row["fact"] for row in rows}
        assert found == {key: fact for key, fact in expected.items() if (key[0] not in main) == undone}
        assert all(json.loads(row["body"])["fact"] == row["fact"] for row in rows)
        actions = analysts.rows("actions", undone=undone)
        assert {row["version"]: (row["kind"], row["facts"]) for row in actions} == {
            version: (raw["kind"], len(raw.get("facts", ())))
            for version, raw in enumerate(match.raw, 1)
            if (version not in main) == undone
        }
    [row] = analysts.rows("matches")
    assert row["facts"] == sum(version in main for version, _ in expected)
    assert row["versions"] - row["undone_versions"] == len(main)


@each_game("play")
def test_what_was_undone_says_which_rewind_undid_it(told: Told, game: GameTests) -> None:
    analysts, match = told.about(game.name)
    rewinds = {version for version, raw in enumerate(match.raw, 1) if raw.get("back")}
    main, undone = match.main(), set[int]()
    for table in all_tables():
        if table.has_places:
            assert {row["version"] for row in analysts.rows(table)} <= main
            for row in analysts.rows(table, undone=True):
                assert row["undone_by"] in rewinds
                assert match.raw[row["undone_by"] - 1]["back"] < row["version"] < row["undone_by"]
                undone.add(row["version"])
    assert undone == set(range(1, match.match.version + 1)) - main
    assert {row["back"] for row in analysts.rows("remedies") if row["kind"] == "rewound"} == {
        match.raw[version - 1]["back"] for version in rewinds
    }


@each_game("play")
def test_results_and_seats_are_those_of_the_table(told: Told, game: GameTests) -> None:
    analysts, match = told.about(game.name)
    over, number = match.match.table.over, numbers(match)
    [row] = analysts.rows("results")
    assert (row["winner"], row["how"], row["rule"]) == (number.get(over.winner), over.how, over.rule)
    ends = [v for v in match.main() if any(isinstance(fact, MatchOver) for fact in match.events[v].facts)]
    assert ([row["version"]], row["by_ruling"]) == (ends, False)
    seats = analysts.rows("seats")
    assert [each["seat"] for each in seats] == list(number.values())
    assert {each["seat"] for each in seats if each["result"] == "won"} == {number[over.winner]}
    assert sum(each["went_first"] for each in seats) == 1
    decisions = Counter(each["seat"] for each in analysts.rows("decisions"))
    assert {each["seat"]: each["decisions"] for each in seats} == decisions


@each_game("play")
def test_rounds_and_phases_are_those_that_facts_mark(told: Told, game: GameTests) -> None:
    analysts, match = told.about(game.name)
    marks = GAMES[game.name].questions.marks
    begun: dict[str, list[tuple[int, int]]] = {ROUND: [], PHASE: []}
    for version in sorted(match.main()):
        for place, fact in enumerate(match.events[version].facts, 1):
            if marks.get(type(fact)) in begun:
                begun[marks[type(fact)]].append((version, place))
    for name, mark in (("rounds", ROUND), ("phases", PHASE)):
        assert [(row["version"], row["place"]) for row in analysts.rows(name)] == begun[mark]
    last = max(row["round"] for row in analysts.rows("rounds"))
    measured = GAMES[game.name].measures.measure(match.match.table, [])
    at_end = {
        (row["measure"], row["seat"]): row["value"] for row in analysts.rows("round_measures") if row["round"] == last
    }
    number = numbers(match)
    for measure, values in measured.items():
        if measure != "dominance-last":
            assert {seat: at_end[measure, seat] for seat in number.values()} == {
                number[seat]: value for seat, value in values.items()
            }


@each_game("play")
def test_rounds_and_phases_count_the_actions_of_seats_and_not_the_opening(told: Told, game: GameTests) -> None:
    analysts, _ = told.about(game.name)
    acted = [row for row in analysts.rows("actions") if row["seat"] is not None]
    for name, columns in (("rounds", ("round",)), ("phases", ("round", "phase"))):
        counted = Counter[Any]()
        for row in analysts.rows(name):
            counted[tuple(row[each] for each in columns)] += row["actions"]
        within = Counter(tuple(row[each] for each in columns) for row in acted)
        assert counted == Counter({key: within[key] for key in counted}), name
        assert counted


@each_game("play")
def test_an_action_and_its_decision_have_the_same_round_and_phase(told: Told, game: GameTests) -> None:
    """Those of the wait that it answers, by the record: what it began is another one's."""
    analysts, match = told.about(game.name)
    marks = GAMES[game.name].questions.marks
    ending = {v for v, event in match.events.items() if any(marks.get(type(fact)) == PHASE for fact in event.facts)}
    for undone in (False, True):
        actions = {row["version"]: row for row in analysts.rows("actions", undone=undone)}
        decisions = analysts.rows("decisions", undone=undone)
        for row in decisions:
            before = match.told.at(match.told.parent(row["version"])).table
            acted = actions[row["version"]]
            assert (acted["round"], acted["phase"]) == (row["round"], row["phase"]) == (before.round, before.phase)
        assert undone or {row["version"] for row in decisions} & ending
    decided = Counter((row["round"], row["phase"]) for row in analysts.rows("decisions"))
    phases, rounds = Counter[tuple[int, str]](), Counter[int]()
    for row in analysts.rows("phases"):
        phases[row["round"], row["phase"]] += row["actions"]
        rounds[row["round"]] += row["actions"]
    # nobody conceded: every action was a decision
    assert phases == Counter({key: decided[key] for key in phases})
    assert rounds == Counter({row["round"]: row["actions"] for row in analysts.rows("rounds")})


@each_game("play")
def test_a_phase_ends_with_the_action_that_was_the_last_in_it(told: Told, game: GameTests) -> None:
    analysts, _ = told.about(game.name)
    actions = [row for row in analysts.rows("actions") if row["seat"] is not None]
    for name in ("rounds", "phases"):
        rows = analysts.rows(name)
        for row, after in pairwise(rows):
            given = [each for each in actions if row["version"] < each["version"] <= after["version"]]
            assert (row["actions"], row["ended"]) == (len(given), after["began"])
            assert not given or given[-1]["at"] == row["ended"]
        assert rows[-1]["ended"] == actions[-1]["at"] is not None


@each_game("play")
def test_what_a_judge_orders_after_the_end_is_in_no_round(game: GameTests) -> None:
    match = Heard(game.name, 1)
    match.play(40)
    for seat in match.match.table.seats[1:]:
        match.give(seat, Concede())
    ended = match.now
    match.freeze()
    assert match.match.table.over is not None
    made = over_rows(M, [payload for payload, _ in match.stored], NothingAround())
    for name, row in (("matches", MatchesRow), ("rounds", RoundRow), ("phases", PhaseRow)):
        assert made[name][-1][row.__struct_fields__.index("ended")] == ended, name


def test_a_combat_counts_all_that_was_destroyed_in_it(told: Told) -> None:
    analysts, match = told.about("agot_board")
    expected, goes_on = list[int](), False
    for fact in (fact for version in sorted(match.main()) for fact in match.raw[version - 1].get("facts", ())):
        name = fact["fact"].partition(".")[2]
        if name == "combat_began":
            expected.append(0)
        goes_on = name != "combat_ended" and (goes_on or name == "combat_began")
        if goes_on and name in ("attackers_destroyed", "units_destroyed"):
            expected[-1] += sum(fact["units"].values()) + sum(fact.get("routed", {}).values())
    rows = analysts.rows("agot_board_combats")
    assert [row["destroyed"] for row in rows] == expected
    assert all(row["destroyed"] >= row["losses"] for row in rows)
    assert any(row["destroyed"] > row["losses"] for row in rows)


@each_game("play")
def test_nobody_is_named(told: Told, game: GameTests) -> None:
    """Neither the names of seats that players gave themselves, nor those of players, stand in any row."""
    analysts, match = told.about(game.name)
    seats = () if history_of(game.name).seats_are_parts else match.match.table.seats
    people = set(seats) | set(GAMES[game.name].players(match.match.table).values()) - {""}
    for name, rows in analysts.everything().items():
        texts = {value for row in rows for value in row.values() if isinstance(value, str)}
        for person in people:
            named = re.compile(rf"(?<![a-z0-9/-]){re.escape(person)}(?![a-z0-9-])", re.IGNORECASE)
            assert [text for text in texts if named.search(text)] == [], (name, person)


class SeatedOtherwise:
    """What stands about a match at whose table others sit than its opening names."""

    def of(self, match_id: str, seats: tuple[str, ...], named: dict[str, str], winner: str) -> MatchSurroundings:
        return MatchSurroundings(players={**dict.fromkeys(seats, ""), seats[0]: "Bert Boe"})

    def pseudonym(self, name: str) -> str:
        return f"p-{len(name)}"


def test_a_player_whom_only_the_opening_names_is_named_nowhere() -> None:
    houses = [json.loads(each) for each in demo_seats("agot_board", 3)]
    seats = tuple(json.dumps({**each, "player": f"Ann Ames {number}"}) for number, each in enumerate(houses))
    opened = begun(OpenMatch("agot_board", seats))
    ended = acted(acted(opened.match, houses[0]["name"], Concede()).match, houses[1]["name"], Concede())
    first = acted(opened.match, houses[0]["name"], Concede())
    rows = over_rows(M, [each.payload for each in (opened, first, ended)], SeatedOtherwise())
    text = repr(rows)
    assert "seats_taken" in text
    assert "p-8" in text
    assert "Ann" not in text
    assert "Bert" not in text


def test_cards_stand_by_their_keys(told: Told) -> None:
    analysts, match = told.about("agot_lcg")
    handles = {old for fact in all_facts(match) if isinstance(fact, Learned) for old, _ in fact.cards}
    bodies = [row["body"] for row in analysts.rows("facts") if row["fact"] != "kernel.sealed"]
    assert handles
    assert [body for body in bodies if handles & set(re.findall(r'"(\w+)"', body))] == []


def all_facts(match: Heard) -> list[Any]:
    return [fact for version in match.main() for fact in match.events[version].facts]


@each_game("play")
def test_both_stores_hold_the_values_that_are_made(analysts: Analysts, game: GameTests) -> None:
    match = whole(game.name)
    analysts.bring_in(M, match)
    analysts.catch_up()
    made = over_rows(M, [payload for payload, _ in match.stored], analysts.around)
    for table in all_tables():
        rows = [*analysts.rows(table), *(analysts.rows(table, undone=True) if table.has_places else ())]
        expected = [plain(dict(zip(names_of(table), row, strict=True))) for row in made.get(table.name, [])]
        assert sorted(map(repr, map(plain, rows))) == sorted(map(repr, expected)), table.name


def names_of(table: HistoryTable) -> tuple[str, ...]:
    return (*table.row.__struct_fields__, *(["undone_by"] if table.has_places else []))


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row as both stores can hold it: times as texts in UTC, booleans as numbers; of what stands nothing undid it."""
    known = {name: int(value) if isinstance(value, bool) else value for name, value in row.items()}
    told = {name: stored_values([value])[0] for name, value in known.items()}
    return {**told, "undone_by": told.get("undone_by") or 0}


# --- running, over, over no more


def test_of_a_running_match_only_the_opening_is_told(analysts: Analysts) -> None:
    match = whole("agot_lcg")
    analysts.bring_in(M, match, 200)
    analysts.catch_up()
    found = {name: rows for name, rows in analysts.everything().items() if rows}
    assert found.keys() == {"matches", "seats"}
    [row] = found["matches"]
    assert row["status"] == "running"
    public = {"match_id", "game", "status", "opened", "policy", "seats", "from_position"}
    assert {name for name, value in row.items() if value is not None} == public
    assert [{name: v for name, v in each.items() if v is not None} for each in found["seats"]] == [
        {"match_id": M, "seat": 1},
        {"match_id": M, "seat": 2},
    ]


def test_a_match_that_nobody_may_watch_is_not_told_of_while_it_runs(analysts: Analysts) -> None:
    match = whole("agot_lcg")
    opening = msgspec.json.decode(match.stored[0][0])
    assert opening["cmd"]["spectators"] == "public"
    private = {**opening, "cmd": {**opening["cmd"], "spectators": ""}}
    assert running_rows(M, msgspec.json.encode(private)) == {}
    assert running_rows(M, match.stored[0][0]).keys() == {"matches", "seats"}
