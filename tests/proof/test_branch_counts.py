"""The full counts of branches; each test prints its figures. Run by `make proof` only."""

from collections import Counter

import pytest

from domain.games import GAMES
from tests.builders import Dice
from tests.properties.test_branches import (
    Same,
    check_otherwise,
    check_report,
    check_same_again,
    corrected_branch,
    judged,
    played_match,
)

pytestmark = pytest.mark.proof

FIRST = 40_000
PARTS = 4
MATCHES = 10
BRANCHES = 5

games = pytest.mark.parametrize("game", sorted(GAMES))
parts = pytest.mark.parametrize("part", range(PARTS))


def seeds(part: int) -> range:
    return range(FIRST + part * MATCHES, FIRST + (part + 1) * MATCHES)


@games
@parts
def test_400_branches_without_a_change_are_the_recorded_actions_to_the_byte(game: str, part: int) -> None:
    """Whole matches, and shorter ones with rewinds and corrections in between, undone lines too."""
    sums = Same()
    for seed in seeds(part):
        told = played_match(game, seed) if seed % 2 else judged(game, seed)
        dice = Dice(f"same {seed}")
        versions = [each for each in range(1, told.newest) if told.at(each).table.waiting is not None]
        for _ in range(BRANCHES):
            one = check_same_again(told, dice.pick(versions))
            sums = Same(*(mine + more for mine, more in zip(sums, one, strict=True)))
    assert sums.branches == MATCHES * BRANCHES
    print(f"the same again, {game}, part {part + 1} of {PARTS}: {sums}")


@games
@parts
def test_400_branches_with_one_change_are_replayed_the_same(game: str, part: int) -> None:
    """Another decision or a correction, then the later decisions as far as they fit."""
    counts: Counter[str] = Counter()
    for seed in seeds(part):
        told, dice = played_match(game, seed), Dice(f"one change {seed}")
        for each in range(BRANCHES):
            version = dice.below(told.newest - 2) + 1
            if each % 2:
                report = check_otherwise(told, version, dice)
            else:
                found = corrected_branch(told, version, dice)
                report = found[1].reports[0] if found is not None else None
                if found is not None and report is not None:
                    check_report(found[1], report)
            if report is not None:
                counts.update(outcome.what for outcome in report.outcomes)
                counts[f"stopped: {report.stopped}"] += 1
                counts["ambiguous"] += sum(bool(outcome.ambiguous) for outcome in report.outcomes)
    print(f"one change, {game}, part {part + 1} of {PARTS}: {dict(counts)}")
