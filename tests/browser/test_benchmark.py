"""The judge's figures are measured: paints and answers, each beside an empty one."""

from domain.games import GAMES
from tests.benchmarks.console import run


def test_pages_windows_and_explanations_of_each_game_are_measured() -> None:
    figures = list(run(rounds=2, asked_for=2, actions=12))
    assert all(figure.value > 0 and figure.floor for figure in figures)
    told = [figure.name for figure in figures]
    kinds = ("first paint, phone", "first paint, desktop", "a window", "an explanation")
    assert told == [f"{game}: {kind}" for game in GAMES for kind in kinds]
