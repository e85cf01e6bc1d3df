"""What became of cards, as the tables for analysts say it: counted again from the raw facts of a record.

What is summed up for many matches is summed again from the rows of single things.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from domain.cardgame.history import CardRow
from domain.games import GAMES
from domain.kernel.flow.endings import Concede
from domain.kernel.history.tables import MatchRow
from projections.analytics.course_rows import PhaseRow, RoundRow
from projections.analytics.fold import over_rows
from projections.analytics.match_rows import SeatsRow
from projections.analytics.schema import all_tables
from tests.integration.exports.months import NothingAround, whole_rows
from tests.integration.projections.analysts import Rows, whole
from tests.judging.heard import Heard
from tests.unit.domain.judging.remedies.test_late_abilities import MARSHALLING

CARDS = "agot_lcg"


def rows_of(name: str, game: str = CARDS) -> Rows:
    """The rows of a table that stand, of a whole match."""
    table = next(each for each in all_tables() if each.name == name)
    columns = [*table.row.__struct_fields__, *(["undone_by"] if table.has_places else [])]
    rows = [dict(zip(columns, row, strict=True)) for row in whole_rows(game)[name]]
    return [row for row in rows if not row.get("undone_by")]


def raw_facts(game: str = CARDS) -> Iterator[tuple[int, dict[str, Any]]]:
    """The facts of the main line as they are stored, with their versions."""
    match = whole(game)
    for version in sorted(match.main()):
        yield from ((version, fact) for fact in match.raw[version - 1].get("facts", ()))


def seat_numbers(game: str = CARDS) -> dict[str, int]:
    return {seat: number for number, seat in enumerate(whole(game).match.table.seats, 1)}


def handles_given(fact: dict[str, Any]) -> list[tuple[str, str]]:
    """The handles that a stored fact changes, each before and after."""
    return [(old, new) for name in ("moves", "turns", "order") for old, new, *_ in fact.get(name, ())]


def test_opening_hands_and_those_of_mulligans_are_drawn() -> None:
    number, copies = seat_numbers(), dict[str, tuple[str, int, str]]()
    drawn: dict[tuple[str, int, str], int] = {}
    for version, fact in raw_facts():
        for place, (handle, key) in enumerate(fact["cards"] if fact["fact"] == "cards.deck_brought" else ()):
            copies[handle] = (fact["zone"], place, key)
        for _, new, source, to, *_ in fact.get("moves", ()):
            if (source.partition(".")[2], to.partition(".")[2]) == ("deck", "hand"):
                old = next(old for old, came in handles_given(fact) if came == new)
                drawn.setdefault(copies[old], version)
        known = {new: copies.pop(old) for old, new in handles_given(fact) if old in copies}
        copies.update(known)
    expected = Counter((number[zone.partition(".")[0]], key, version) for (zone, _, key), version in drawn.items())
    rows = [row for row in rows_of("cards") if row["drawn_version"]]
    assert Counter((row["seat"], row["card"], row["drawn_version"]) for row in rows) == expected
    assert sum(row["drawn_version"] == 1 for row in rows) == 7 * len(number)
    assert all(row["seen_version"] <= row["drawn_version"] for row in rows)
    assert any(1 < row["drawn_version"] <= 1 + len(number) and row["drawn_round"] == 0 for row in rows), "mulligans"


def test_a_deck_is_what_was_brought_whoever_draws_what() -> None:
    number, brought = seat_numbers(), Counter[tuple[int, str, str]]()
    for _, fact in raw_facts():
        if fact["fact"] == "cards.deck_brought":
            part = fact["zone"].partition(".")[2]
            brought.update((number[fact["seat"]], part, key) for _, key in fact["cards"])
    listed = {(row["seat"], row["part"], row["card"]): row["copies"] for row in rows_of("deck_cards")}
    assert {each: copies for each, copies in listed.items() if each in brought} == brought
    assert {part for _, part, _ in listed if part in ("hand", "discard")} == set()
    assert Counter((row["seat"], row["part"], row["card"]) for row in rows_of("cards")) == listed
    assert {row["seat"]: row["cards"] for row in rows_of("decks")} == Counter(row["seat"] for row in rows_of("cards"))


def test_what_a_position_lays_out_is_seen_and_not_drawn() -> None:
    match = Heard(CARDS, 1, position=json.dumps(yaml.safe_load(MARSHALLING)))
    match.give(match.match.table.seats[0], Concede())
    made = over_rows("m", [payload for payload, _ in match.stored], NothingAround())["cards"]
    cards = [dict(zip(CardRow.__struct_fields__, row, strict=True)) for row in made]
    assert {(row["part"] == "deck", row["seen_version"], row["drawn_version"]) for row in cards} == {
        (True, None, None),
        (False, 1, None),
    }
    assert {row["part"] for row in cards} >= {"deck", "hand", "plots", "plot", "faction"}


@pytest.mark.parametrize(("round", "first"), [(1, [True, False]), (3, [None, None])])
def test_of_a_match_from_a_position_is_told_what_happened_in_it(round: int, first: list[bool | None]) -> None:
    """Who went first in round 1 is not known of one that begins later; its opening is no action of a seat."""
    match = Heard(CARDS, 1, position=json.dumps({**yaml.safe_load(MARSHALLING), "round": round}))
    match.give(match.match.table.seats[0], Concede())
    made = over_rows("m", [payload for payload, _ in match.stored], NothingAround())

    def column(row: type[MatchRow], table: str, name: str) -> list[Any]:
        return [values[row.__struct_fields__.index(name)] for values in made[table]]

    assert column(SeatsRow, "seats", "went_first") == first
    assert column(RoundRow, "rounds", "round") == [round]
    assert column(RoundRow, "rounds", "actions") == column(PhaseRow, "phases", "actions") == [1]


def test_a_plot_is_played_when_it_is_revealed() -> None:
    revealed = Counter(fact["seat"] for _, fact in raw_facts() if fact["fact"] == "agot_lcg.plot_revealed")
    number = seat_numbers()
    plays = [row for row in rows_of("card_plays") if row["how"] == "revealed"]
    assert Counter(row["seat"] for row in plays) == {number[seat]: n for seat, n in revealed.items()}
    facts = {(row["version"], row["place"]): row for row in rows_of("facts") if row["fact"] == "agot_lcg.plot_revealed"}
    assert {(row["version"], row["place"]): row["card"] for row in plays} == {
        place: row["card"] for place, row in facts.items()
    }
    played = [row for row in rows_of("cards") if row["played_how"] == "revealed"]
    # of two copies each is revealed once before all are taken up again
    assert Counter((row["seat"], row["card"], row["played_version"]) for row in played) == Counter(
        (row["seat"], row["card"], row["version"]) for row in plays
    )
    assert len(played) > 4


def test_a_card_that_came_into_play_facedown_was_not_played() -> None:
    arya = """
at: marshalling.action
players:
  alice: {plot: a-noble-cause, faction: stark, gold: 6, hand: [arya-stark], deck: [direwolf-pup, sansa-stark]}
  bob: {plot: a-noble-cause, gold: 3, deck: {unknown: 9}}
"""
    match = Heard(CARDS, 4, position=json.dumps(yaml.safe_load(arya)))
    match.play(2)
    facts = [fact for event in match.raw for fact in event.get("facts", ())]
    assert [bool(each.get("facedown")) for each in facts if each["fact"] == "agot_lcg.entered_play"] == [False, True]
    match.give(match.match.table.waiting.seats[0], Concede())
    made = over_rows("m", [payload for payload, _ in match.stored], NothingAround())
    cards = [dict(zip(CardRow.__struct_fields__, row, strict=True)) for row in made["cards"]]
    assert {
        row["card"]: row["played_how"] for row in cards if row["card"] in ("core/arya-stark", "core/direwolf-pup")
    } == {
        "core/arya-stark": "marshalled",
        "core/direwolf-pup": None,
    }
    assert any("facedown" in row for row in made["card_plays"])


def test_what_an_ability_does_later_is_no_second_use() -> None:
    announced = [fact["effect"] for _, fact in raw_facts() if fact["fact"] == "kernel.ability_announced"]
    later = [each for each in announced if each.get("path")]
    used = Counter(each["key"] for each in announced if each not in later)
    rows, plays = rows_of("cards"), rows_of("card_plays")
    uses = Counter[str]()
    for row in rows:
        uses[row["card"]] += row["uses"]
    assert later
    assert +uses == used
    assert sum(row["how"] in ("event", "ability") for row in plays) == used.total()


def test_a_fact_about_a_card_names_it() -> None:
    """Games without handles name their cards by their keys."""
    board = Counter(fact["fact"] for _, fact in raw_facts("agot_board") if isinstance(fact.get("card"), str))
    told = Counter(row["fact"] for row in rows_of("facts", "agot_board") if row["card"])
    assert told == board
    assert board["agot_board.wildling_card_revealed"]


def test_the_cards_of_a_seat_are_the_sums_of_their_copies() -> None:
    summed = {(row["seat"], row["card"]): [row["copies"], row["drawn"], row["played"]] for row in rows_of("seat_cards")}
    counted: dict[tuple[int, str], list[int]] = {}
    for row in rows_of("cards"):
        sums = counted.setdefault((row["seat"], row["card"]), [0, 0, 0])
        for place, once in enumerate((True, row["drawn_version"] is not None, row["played_version"] is not None)):
            sums[place] += once
    assert summed == counted
    assert max(copies for copies, _, _ in counted.values()) > 1
    assert any(0 < drawn < copies for copies, drawn, _ in counted.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_times_of_a_question_are_the_sums_of_its_decisions_that_stand(game: str) -> None:
    taken: dict[str, list[float]] = {}
    for row in rows_of("decisions", game):
        if row["seconds"] is not None:
            taken.setdefault(row["question"], []).append(row["seconds"])
    rows = {row["question"]: row for row in rows_of("question_times", game)}
    assert {name: (row["answers"], row["longest"]) for name, row in rows.items()} == {
        name: (len(seconds), max(seconds)) for name, seconds in taken.items()
    }
    assert {name: row["seconds"] for name, row in rows.items()} == {
        name: pytest.approx(sum(seconds), abs=1e-5) for name, seconds in taken.items()
    }
    assert len(rows) > 3


def test_a_seat_in_a_window_has_the_name_of_the_window() -> None:
    names = {(row["version"], row["place"]): row["name"] for row in rows_of("windows")}
    seats = rows_of("window_seats")
    assert [row for row in seats if row["name"] != names[row["version"], row["place"]]] == []
    assert len({row["name"] for row in seats}) > 3
