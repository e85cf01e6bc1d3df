"""The story of a match by rounds and phases."""

import json

import pytest

from domain.kernel.ids import PUBLIC, Viewer
from service.console.match.course import Course, StoryRound
from tests.judging.heard import Heard, names
from tests.judging.test_comparing import from_position


def story_of(match: Heard) -> list[StoryRound]:
    return Course(match.told, Viewer(PUBLIC), judging=False).story()


@pytest.mark.parametrize("game", names())
def test_what_is_played_from_a_position_stands_under_its_round_and_phase(game: str) -> None:
    _, written = from_position(game)
    match = Heard(game, 1, position=json.dumps(written))
    table = match.match.table
    match.play(1)
    told = [
        (there.title, part.title, each.version)
        for there in story_of(match)
        for part in there.phases
        for each in part.entries
    ]
    begun = f"Round {table.round}", f"{table.phase.capitalize()} phase"
    assert {(*begun, 1), (*begun, 2)} <= set(told), told


@pytest.mark.parametrize("game", names())
def test_a_match_that_is_set_up_begins_with_that(game: str) -> None:
    match = Heard(game, 2)
    match.play(1)
    assert [each.title for each in story_of(match)][:1] == ["Set-up"]
