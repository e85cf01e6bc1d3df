"""The story of a match by rounds and phases."""

import json

import pytest

from domain.kernel.ids import PUBLIC, Viewer
from domain.match.events import event_kind
from service.console.match.course import Course, StoryRound
from service.present.text.story import StoryTeller
from service.present.text.words_of_games import names_for
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


def across_a_round(game: str) -> Heard:
    """A match that was set back from the beginning of a round into the one before, and played on."""
    match = Heard(game, 3)
    match.play(1)
    while match.match.table.round < 2 and match.match.table.over is None:
        match.play(1)
    assert match.match.table.round == 2
    match.play(2)
    match.rewind(match.match.version - 4)
    assert match.match.table.round == 1
    match.play(1)
    return match


@pytest.mark.parametrize("game", names())
def test_what_follows_a_rewind_stands_under_the_round_to_which_it_went_back(game: str) -> None:
    match = across_a_round(game)
    rewound = match.match.version - 1
    assert event_kind(match.events[rewound]) == "rewound"
    heads = {each.version: there.title for there in story_of(match) for each in there.entries}
    assert heads[rewound - 1] == "Round 2"
    assert (heads[rewound], heads[rewound + 1]) == ("Round 1", "Round 1")
    [found] = [there for there in story_of(match) if there.first == rewound]
    assert (
        next(part.title for part in found.phases).casefold() == f"{match.states[rewound].table.phase} phase".casefold()
    )


@pytest.mark.parametrize("game", names())
def test_a_replay_in_words_says_the_round_to_which_a_rewind_went_back(game: str) -> None:
    match = across_a_round(game)
    teller = StoryTeller(names_for(match.match.rules), Viewer(PUBLIC), match.match.backs)
    told = {version: [*teller.lines(version, event)] for version, event in sorted(match.events.items())}
    said = [line.strip() for version in sorted(told) for line in told[version] if line.strip().startswith("Round ")]
    assert said == ["Round 1", "Round 2", "Round 1"]
    assert next(line.strip() for line in told[match.match.version - 1]) == "Round 1"
