"""Two applications on one store play one match by turns: each decides on what it decoded from stored bytes."""

from typing import Any

import pytest

from domain.match import aggregate as match_module
from domain.match.aggregate import Match, Stale
from service.app.match.matches import MatchApplication
from service.settings import Settings
from service.wiring import matches_of
from tests.builders import Dice, opened, options_of
from tests.integration.store.places import Place
from tests.stores import make_store

SEED = bytes(range(32))


def two_applications(place: Place) -> tuple[MatchApplication, MatchApplication]:
    settings = Settings(db=place.db)
    make_store(settings)
    return matches_of(settings), matches_of(settings)


def a_move(match: Match, dice: Dice) -> tuple[str, Any]:
    seat = next(seat for seat in match.table.waiting.seats if seat not in match.table.sealed)
    return seat, match.rules.command(options_of(match.rules, match.table, seat).sample(dice))


@pytest.mark.parametrize("policy", ["public", "fast"])
def test_two_applications_play_one_match_by_turns(place: Place, policy: str) -> None:
    here, there = two_applications(place)
    opening = match_module.decode_event(match_module.initial("m-1", SEED), opened(1, policy).payload).cmd
    here.open_match("m-1", opening, key="open", actor="organizer", seed=SEED)
    dice = Dice(1)
    while (match := there.fresh("m-1")).table.over is None:
        here, there = there, here
        seat, command = a_move(match, dice)
        here.act("m-1", seat, command, wait=match.wait, key=f"k{match.version}", actor=seat)
    # each action but the opening, which the second application loaded cold, reached the other through the store
    assert here.catch_ups + there.catch_ups == match.version - 1
    again = there.fresh("m-1")
    assert (again.version, again.head, again.table) == (match.version, match.head, match.table)
    for application in (here, there):
        application.close()


def test_a_refusal_is_given_on_the_newest_version_only(place: Place) -> None:
    here, there = two_applications(place)
    opening = match_module.decode_event(match_module.initial("m-1", SEED), opened(1).payload).cmd
    here.open_match("m-1", opening, key="open", actor="organizer", seed=SEED)
    old = there.fresh("m-1")
    seat, command = a_move(old, Dice(1))
    here.act("m-1", seat, command, wait=old.wait, key="here", actor=seat)
    assert there.catch_ups == 0
    with pytest.raises(Stale) as stale:
        there.act("m-1", seat, command, wait=old.wait, key="there", actor=seat)
    assert stale.value.match.version == old.version + 1
    assert there.catch_ups == 1
    for application in (here, there):
        application.close()
