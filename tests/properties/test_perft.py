"""Perft: the numbers of legal answers by depth, from ten positions of each game (`tests/data/perft/<game>.toml`)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.match.aggregate import Match
from service.tools.perft import perft, perft_divide
from tests.builders import opened_from

FOLDER = Path(__file__).parents[1] / "data" / "perft"


def positions(game: str) -> list[dict[str, Any]]:
    """The positions of a game, as the file has them, and of which game they are."""
    read = tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))["position"]
    return [{**each, "game": game} for each in read]


POSITIONS = {game: positions(game) for game in GAMES}
games = pytest.mark.parametrize("game", GAMES)


def opened_at(entry: dict[str, Any]) -> Match:
    """A match opened from a position of the file, with the cards of its own."""
    return opened_from(entry["table"], entry.get("cards", ""), entry.get("policy", "public"), entry["game"])


@pytest.mark.parametrize(
    "entry",
    [each for listed in POSITIONS.values() for each in listed],
    ids=lambda each: f"{each['game']}-{each['name']}",
)
def test_a_position_allows_so_many_sequences_of_answers(entry: dict[str, Any]) -> None:
    match = opened_at(entry)
    assert [perft(match, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


@games
def test_there_are_ten_positions_and_three_are_counted_by_hand_to_depth_two(game: str) -> None:
    assert len(POSITIONS[game]) >= 10
    assert sum("derived" in entry and len(entry["counts"]) >= 2 for entry in POSITIONS[game]) >= 3


@games
def test_the_parts_of_a_divided_count_make_the_whole(game: str) -> None:
    match = opened_at(POSITIONS[game][0])
    assert sum(number for _, _, number in perft_divide(match, 2)) == POSITIONS[game][0]["counts"][1]
