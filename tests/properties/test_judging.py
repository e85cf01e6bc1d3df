"""A fair sample of the judged matches that the proof plays by the hundred; each runs in seconds."""

import pytest

from tests.games import BROUGHT
from tests.properties.judging import Tally, check_judging

MATCHES = 3
FIRST = 2


@pytest.mark.parametrize("game", sorted(BROUGHT))
def test_matches_are_judged_at_every_kind_of_wait_and_played_on(game: str) -> None:
    tally = Tally()
    for seed in range(FIRST, FIRST + MATCHES):
        check_judging(game, seed, BROUGHT[game].judged_steps, tally)
    assert tally.never_corrected_at() == []
    assert tally.done["corrections"] > 20
    assert tally.done["rewinds"] > 5
    assert tally.done["AnnulAction"] > 0
    assert set(tally.changes) <= set(BROUGHT[game].change_kinds)
