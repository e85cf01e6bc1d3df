"""Positions of whole matches of the board game: what is written opens to the same board, and is written again alike."""

import json
from collections import Counter

import pytest

from domain.games.agot_board.positions.export import position_of
from domain.games.agot_board.positions.waiting_points import FEWER, MOMENTS, WESTEROS
from domain.kernel.ids import ADMIN, Viewer
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.boards import GAME, PLAYERS, Kind, board_opened, kinds_for, player_of
from tests.builders import ENDLESS, begun, played

EVERY = 11
WITHIN = 2


def opened_again(match: Match) -> Match | None:
    """The match opened from the position of another one; none where it has no position."""
    try:
        written = position_of(match.table)
    except NoPosition:
        return None
    again = begun(OpenMatch(GAME, (), position=json.dumps(written)), 7).match
    assert position_of(again.table) == written
    return again


def seen(match: Match, viewer: Viewer) -> str:
    """The whole board in no order of hands and piles, and nothing of the match around it."""
    view = match.rules.view(match.table, viewer, judging=False)
    for house in view["houses"].values():
        house["hand"], house["discard"] = sorted(house["hand"]), sorted(house["discard"])
    for name in ("waiting", "draw_offered_by"):
        view.pop(name)
    return json.dumps(view)


def check_positions(seed: int, kind: Kind, every: int = EVERY, within: int = WITHIN) -> Counter[str]:
    """One match, written and opened again every so often, and some times at each moment; returns how often at each."""
    opening = board_opened(seed, kind)
    written: Counter[str] = Counter()
    for step in played(opening.match, player_of(seed, "position"), ENDLESS):
        match = step.following.match
        if match.table.over is None and (at := moment(match)) and (not match.version % every or written[at] < within):
            again = opened_again(match)
            assert again is not None
            assert seen(again, ADMIN) == seen(match, ADMIN), f"version {match.version}"
            assert again.table.waiting.seats == match.table.waiting.seats, f"version {match.version}"
            assert again.table.waiting.question == match.table.waiting.question, f"version {match.version}"
            written[at] += 1
    return written


def moment(match: Match) -> str:
    """Where a position of this match would stand; nothing where none can be written, never because it were unlawful."""
    try:
        return str(position_of(match.table)["at"])
    except NoPosition as error:
        refusal = error.refusal
    assert refusal.rule == "position.nested", (match.version, refusal)
    return ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_position_opens_to_the_board_that_it_was_written_from(players: int) -> None:
    """At the waits of every moment, those inside the Westeros Phase, a mustering and a combat too."""
    written = sum((check_positions(seed, kind) for seed, kind in enumerate(kinds_for(players))), Counter[str]())
    assert set(MOMENTS) - set(written) <= {WESTEROS, FEWER}, written
