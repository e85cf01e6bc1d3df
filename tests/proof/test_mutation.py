"""The whole mutation run: each check, switched off alone, against every scenario until one fails."""

from pathlib import Path

import pytest

from domain.games import GAMES
from service.tools.mutation import read_unreached, scenarios_in, search

SCENARIOS = Path(__file__).parents[1] / "scenarios"
MUTATIONS = Path(__file__).parents[1] / "data" / "mutations"


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_no_check_can_be_switched_off_unnoticed(game: str) -> None:
    scenarios = scenarios_in(SCENARIOS / game)
    found = list(search(game, scenarios))
    killed = [pair for _, pair in found if pair is not None]
    print(f"{game}: {len(killed)} of {len(found)} checks killed, {len(scenarios)} scenarios")
    unreached = read_unreached(MUTATIONS / f"{game}.toml")
    assert sorted(check.name for check, pair in found if pair is None) == sorted(unreached)
