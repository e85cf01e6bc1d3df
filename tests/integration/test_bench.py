"""The benchmark runs: every figure of the engine and of the store is there, and is one."""

from itertools import islice

import pytest

from domain.games import GAMES
from service.games import PRESENTATIONS
from service.tools.bench import (
    appends,
    measure_rebuilding,
    open_first,
    play_match,
    recorded_commands,
    with_views,
)


@pytest.mark.parametrize("game", GAMES)
def test_commands_and_views_of_each_game_are_measured(game: str) -> None:
    steps = [step for step, _ in islice(play_match(1, game=game), 30)]
    targets = PRESENTATIONS[game].targets
    figures = recorded_commands(steps, 1, targets) + with_views(steps, 1, targets)
    assert all(figure.value > 0 for figure in figures)
    assert [figure.unit for figure in figures] == ["1/s", "ms", "1/s", "KiB", "ms"]


def test_rebuilding_and_appending_are_measured_beside_their_floors() -> None:
    events = [open_first(1), *(following for _, following in islice(play_match(1), 30))]
    rebuilt, memory, appended = [*measure_rebuilding(events, 1), *appends(events, 10, 1)]
    assert all(figure.value > 0 for figure in (rebuilt, memory, appended))
    assert all(figure.floor for figure in (rebuilt, appended))
