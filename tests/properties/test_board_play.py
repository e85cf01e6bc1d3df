"""Whole matches of the board game by the random legal player, for every number of players, all options."""

import pytest

from tests.boards import KINDS, PLAYERS, Kind, board_opened, kinds_for, player_of
from tests.properties.test_play import Tally, check_match
from tests.properties.test_resume import check_resumed
from tests.properties.test_spaces_of_play import Offered, check_offers_of

EVERY = 23  # versions from one probing of the spaces to the next


def check_board_play(seed: int, kind: Kind) -> Tally:
    """One match, folded and decided again at every version."""
    return check_match(board_opened(seed, kind), player_of(seed))


def check_board_resume(seed: int, kind: Kind) -> int:
    """One match, resumed from what is stored and played on."""
    return check_resumed(board_opened(seed, kind), player_of(seed, "resume"), seed)


def check_board_offers(seed: int, kind: Kind, every: int = EVERY) -> Offered:
    """One match, every answer that is offered decided."""
    return check_offers_of(board_opened(seed, kind), player_of(seed, "offer"), seed, every)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_stored_bytes_fold_to_the_live_table_at_every_version(kind: Kind) -> None:
    assert check_board_play(KINDS.index(kind), kind).ended == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_a_resumed_match_is_played_on_identically(players: int) -> None:
    kinds = kinds_for(players)
    assert sum(check_board_resume(seed, kind) for seed, kind in enumerate(kinds[:2])) > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_every_answer_that_is_offered_is_accepted(players: int) -> None:
    assert check_board_offers(players, kinds_for(players)[players % 4]).answers > 0
