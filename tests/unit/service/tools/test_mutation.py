"""Every check of a command, switched off alone, makes a named scenario fail.

The pairs of tests/data/mutations are verified here, game by game; the proof searches for them anew.
"""

from collections import Counter
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.kernel.checks import DISABLED
from service.tools.mutation import (
    CheckPair,
    MutationScenario,
    checks_of,
    pairs_text,
    read_pairs,
    read_unreached,
    scenarios_in,
    without,
)

ROOT = Path(__file__).parents[3]
games = pytest.mark.parametrize("game", GAMES)


def pairs_of(game: str) -> tuple[CheckPair, ...]:
    return read_pairs(ROOT / "data" / "mutations" / f"{game}.toml")


def unreached(game: str) -> dict[str, str]:
    return read_unreached(ROOT / "data" / "mutations" / f"{game}.toml")


def named_scenarios(game: str) -> dict[tuple[str, str], MutationScenario]:
    return {(scenario.path.name, scenario.title): scenario for scenario in scenarios_in(ROOT / "scenarios" / game)}


@games
def test_every_check_has_one_scenario_that_fails_without_it(game: str) -> None:
    pairs, checks = Counter(pair.check for pair in pairs_of(game)), Counter(each.name for each in checks_of(game))
    assert sorted(checks - pairs) == sorted(unreached(game)), "checks without a pair"
    assert all(unreached(game).values())
    assert sorted(pairs - checks) == [], "pairs without a check"


@games
def test_each_named_scenario_passes_with_its_check_and_fails_without_it(game: str) -> None:
    scenarios, unsound, alive = named_scenarios(game), [], []
    for pair in pairs_of(game):
        scenario = scenarios[pair.scenario, pair.title]
        if not scenario.passes:
            unsound.append(pair)
        with without(pair.check):
            if scenario.passes:
                alive.append(pair)
    assert (unsound, alive) == ([], [])
    assert set() == DISABLED


@games
def test_no_scenario_fails_without_a_check_that_is_said_to_be_unreached(game: str) -> None:
    reached = []
    for check in unreached(game):
        with without(check):
            reached += [(check, title) for (_, title), each in named_scenarios(game).items() if not each.passes]
    assert reached == []


def test_checks_of_one_game_alone_are_unreached() -> None:
    assert {game for game in GAMES if unreached(game)} == {"l5r"}


def test_pairs_are_read_as_they_were_written(tmp_path: Path) -> None:
    pairs = (CheckPair("is_here", "a.yaml", 'A "quoted" title'), CheckPair("is_yours", "b.yaml", "Another"))
    (tmp_path / "pairs.toml").write_text(pairs_text(pairs), encoding="utf-8")
    assert read_pairs(tmp_path / "pairs.toml") == pairs
