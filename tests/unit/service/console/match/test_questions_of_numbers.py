"""A number that the rules compute, as a row of a page: what it is, and its trace without words of the engine."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from domain.games import GAMES
from domain.games.agot_board.state import WildlingAttack
from domain.judging.inquiry.explaining import ComputedNumber
from domain.kernel.ids import PUBLIC, Viewer
from domain.kernel.numbers import TraceLine
from service.console.match.questions import number_row, place_words, trace_line_words
from service.present.text.words_of_games import names_for
from tests.unit.domain.kernel.corrections.test_forms import played

NAMES = names_for(GAMES["agot_board"].rules)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (TraceLine("printed", 0, "base"), ""),
        (TraceLine("printed", 3, "base"), "3 printed"),
        (TraceLine("flag 4", 0), "flag 4"),
        (TraceLine("stannis-baratheon/text", 1), "+1 the text of Stannis Baratheon"),
        (TraceLine("victarion-greyjoy/text", -2), "-2 the text of Victarion Greyjoy"),
        (TraceLine("kings_court position 2 of 3", 2, "base"), "2 King's Court position 2 of 3"),
    ],
)
def test_a_line_of_a_trace_is_told_in_words(line: TraceLine, said: str) -> None:
    assert trace_line_words(line, NAMES) == said


def test_the_supply_that_would_be_counted_is_told_apart_from_the_one_that_armies_go_by() -> None:
    match = played("agot_board", 3)[-1]
    questions, house = GAMES["agot_board"].questions, match.table.seats[0]
    numbers = {(each.what, each.of): each.number for each in questions.numbers(match.table, Viewer(PUBLIC))}
    assert numbers["supply-track", house].value == match.table.house(house).supply
    rows = [
        number_row(ComputedNumber(what=what, of=of, value=number.value, trace=number.trace), NAMES, "agot_board").what
        for (what, of), number in numbers.items()
        if of == house and what.startswith("supply")
    ]
    assert rows == ["supply, if it were counted now", "supply, by the track: armies go by it"]


@pytest.mark.parametrize("game", GAMES)
def test_no_number_of_a_match_is_told_in_words_of_the_engine(game: str) -> None:
    for match in played(game, 3)[::20]:
        names = names_for(match.rules)
        for each in GAMES[game].questions.numbers(match.table, Viewer(PUBLIC)):
            found = ComputedNumber(what=each.what, of=each.of, value=each.number.value, trace=each.number.trace)
            row = number_row(found, names, game)
            assert not re.search(r"\bbase\b|[+-]0\b|[a-z]_[a-z]", f"{row.what} {row.trace}"), row


@pytest.mark.parametrize(
    ("object", "field", "said"),
    [
        ("attack", "bidder", ("Wildling attack, the highest bidder of a victory or the lowest of a defeat", "")),
        ("attack", "card", ("Wildling attack, Wildling card", "")),
        ("houses.stark", "stars", ("stark", "Special Orders that may be placed")),
        ("areas.winterfell", "garrison", ("Winterfell", "garrison")),
    ],
)
def test_what_differs_on_a_board_is_told_as_the_game_calls_it(object: str, field: str, said: tuple[str, str]) -> None:
    assert place_words(object, field, NAMES) == said


def test_every_field_of_the_wildling_attack_has_words() -> None:
    for each in structs.fields(WildlingAttack):
        path = f"attack.{each.name}"
        assert NAMES.word(path) != path, path
