"""Perft: the numbers of legal answers by depth, from ten positions (`tests/data/perft.toml`)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from domain.match import Match
from service.perft import divided, perft
from tests.builders import opened_from

FILE = Path(__file__).parents[1] / "data" / "perft.toml"
POSITIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]


def opened_at(entry: dict[str, Any]) -> Match:
    """A match opened from a position of the file, with the cards of its own."""
    return opened_from(entry["table"], entry.get("cards", ""), entry.get("policy", "public"))


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: entry["name"])
def test_a_position_allows_so_many_sequences_of_answers(entry: dict[str, Any]) -> None:
    match = opened_at(entry)
    assert [perft(match, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


def test_there_are_ten_positions_and_three_are_counted_by_hand() -> None:
    assert len(POSITIONS) >= 10
    assert sum("derived" in entry for entry in POSITIONS) >= 3


def test_the_parts_of_a_divided_count_make_the_whole() -> None:
    match = opened_at(POSITIONS[0])
    assert sum(number for _, _, number in divided(match, 2)) == POSITIONS[0]["counts"][1]
