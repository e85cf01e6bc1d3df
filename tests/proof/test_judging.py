"""The counts of the judge's remedies, for either game; each test prints its figures. Run by `make proof` only.

Play, rewinds (also to undone versions), corrections at every kind of wait, late abilities, restored opportunities and
annulments, mixed at random in five hundred matches for each game.
"""

from collections import Counter

import pytest

from domain.games import GAMES
from tests.properties.test_late import check_remedies

pytestmark = pytest.mark.proof

# A seed of its own for every match; the samples of `make test` begin at 0.
FIRST = 30_000
PARTS = 10
PART = 50
STEPS = {"agot_lcg": 160, "agot_board": 220}


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("part", range(PARTS))
def test_500_matches_are_judged_and_played_on(game: str, part: int) -> None:
    done, refused, versions = Counter[str](), Counter[str](), 0
    for seed in range(FIRST + part * PART, FIRST + (part + 1) * PART):
        judged = check_remedies(game, seed, STEPS[game])
        done += judged.done
        refused += judged.refused
        versions += judged.match.version
    told = ", ".join(f"{n} {what}" for what, n in done.most_common())
    print(f"{game}, part {part + 1} of {PARTS}, {PART} matches, {versions} versions, 0 differences; {told}")
    print(f"refused: {dict(refused)}")
