"""Folding stored events at once, as after each, from the beginning of a match and from any of its versions."""

from __future__ import annotations

from itertools import islice

import pytest

from domain.games import GAMES
from domain.match.aggregate import BrokenChain, NewVersion, initial, replay
from service.tools.simulate import SimulationTask, decisions

SEATS = {"agot_board": 3}


@pytest.fixture(scope="module", params=sorted(GAMES))
def played(request: pytest.FixtureRequest) -> list[NewVersion]:
    game = request.param
    return list(islice(decisions(SimulationTask(game, 20261129, 1, seats=SEATS.get(game, 0))), 120))


def stored(played: list[NewVersion]) -> list[tuple[bytes, bytes]]:
    return [(each.payload, each.head) for each in played]


def test_a_match_goes_on_from_any_version_as_it_was_decided(played: list[NewVersion]) -> None:
    last = played[-1].match
    for before in [initial(last.id, last.seed)] + [each.match for each in played[:-1:7]]:
        folded = replay(before, stored(played)[before.version :])
        assert folded == last
        assert folded.table.stack == last.table.stack


def test_an_event_that_was_changed_is_named_from_wherever_the_match_goes_on(played: list[NewVersion]) -> None:
    last = played[-1].match
    for before in (initial(last.id, last.seed), played[30].match):
        events = stored(played)
        payload, head = events[60]
        events[60] = (payload.replace(b'"kind":"action"', b'"kind": "action"'), head)
        with pytest.raises(BrokenChain) as raised:
            replay(before, events[before.version :])
        assert raised.value.version == 61
