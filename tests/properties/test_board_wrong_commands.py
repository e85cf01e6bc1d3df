"""Wrong commands in the board game: refused by a rule that is written down, and nothing changes."""

import pytest

from domain.match.aggregate import NewVersion
from tests.boards import GAME, PLAYERS, board_opened, kinds_for, player_of
from tests.builders import Player
from tests.properties.test_wrong_commands import Wrong, check_wrong_along, known_rules

SAMPLE = 400


def check_board_wrong(wanted: int, players: int, seed: int = 0) -> Wrong:
    """Give at least `wanted` wrong commands along matches of so many players."""
    kinds = kinds_for(players)

    def begin(seed: int) -> tuple[NewVersion, Player]:
        return board_opened(seed, kinds[seed % len(kinds)]), player_of(seed, "wrong")

    return check_wrong_along(wanted, seed, begin)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_wrong_command_is_refused_by_a_known_rule_and_changes_nothing(players: int) -> None:
    wrong = check_board_wrong(SAMPLE, players)
    assert wrong.near >= SAMPLE // 2 <= wrong.random
    assert not set(wrong.rules) - known_rules(GAME)
