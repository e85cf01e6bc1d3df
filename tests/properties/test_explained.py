"""Asked beside an action whether its command was lawful, every game tells the action's own version as the nearest one.

Read `check_explained`: of every command that was given, it is asked one version before the seat gave it and one after,
in the handles of then and in those that the cards have afterwards, by the seat and by a judge. Each answer says what
turned the verdict: facts of the first version that had the other one, and the rule that refused beside it.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.explaining import (
    FollowedCommand,
    NearestTurns,
    explain_at,
    is_accepted,
    nearest_turns,
    refused_by,
)
from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.command_moments import command_tag
from domain.kernel.commands import Command
from domain.kernel.corrections.manual_resolution import GiveConsent
from domain.kernel.facts import Fact
from domain.kernel.ids import JUDGE, Seat, Viewer
from domain.kernel.redaction import is_sealed, read_facts
from domain.kernel.refusals import Refusal
from domain.kernel.scenarios.runner import play_steps
from domain.kernel.scenarios.scenario import read_scenario
from domain.match.aggregate import NewVersion, decode_event
from domain.match.events import OpenMatch
from domain.match.scenario_match import ScenarioMatch, opening_command
from service.app.match.seating import scenario_seats
from service.app.rulebooks import citable_rules
from service.files.documents import UnreadDocument, read_documents
from tests.builders import played
from tests.games import BROUGHT, each_start, opened
from tests.games.bringing import PlayTests, Start

ACTIONS = 150
OF_EACH_TYPE = 8
SCENARIOS = Path(__file__).parents[1] / "scenarios"


class Given(NamedTuple):
    """A command that was accepted at a version; its event is the next one."""

    version: int
    seat: Seat
    command: Any


class Question(NamedTuple):
    """A command, and a version at which it is asked about."""

    version: int
    command: Any


def recorded(game: PlayTests, start: Start, actions: int) -> tuple[Chronicle, list[Given]]:
    """A match of the random player with all its events, and every command that was given in it."""
    following = opened(game, start)
    events, given = {1: decode_event(following.match, following.payload)}, []
    for each in played(following.match, game.player(start.seed, "explained"), actions):
        given.append(Given(each.before.version, Seat(each.seat), each.command))
        following = each.following
        events[following.match.version] = decode_event(following.match, following.payload)
    return Chronicle(following.match, events), given


def said_after(told: Chronicle, given: Given) -> Any:
    """The command in the handles that its cards have after it, as its seat reads them."""
    words = msgspec.json.encode(given.command).decode()
    for _, fact in read_facts(told.events[given.version + 1].facts, Viewer(given.seat), judging=False):
        for old, new in renamed_handles(fact):
            if old and new:
                words = words.replace(f'"{old}"', f'"{new}"')
    return told.match.rules.command(msgspec.json.decode(words))


def questions(told: Chronicle, given: Given) -> Iterator[Question]:
    """Where the command is not lawful, one version beside the one at which it was given."""
    asked = [Question(given.version + 1, given.command), Question(given.version + 1, said_after(told, given))]
    if given.version > 1:
        asked.insert(0, Question(given.version - 1, given.command))
    for each in asked if asked[-1] != asked[-2] else asked[:-1]:
        if not is_accepted(explain_at(told, each.version, given.seat, each.command)):
            yield each


def check_unnamed(told: Chronicle, turns: NearestTurns) -> None:
    """What could not be named is a card, by a handle that it had at some version, or within an action."""
    for _, _, unnamed in turns.both_ways:
        for card in unnamed.cards if unnamed else ():
            lay = any(card in told.at(version).table.cards for version in told.events)
            assert lay or any(card in pair for fact in all_facts(told) for pair in renamed_handles(fact)), card


def all_facts(told: Chronicle) -> Iterator[Fact]:
    return (fact for event in told.events.values() for fact in event.facts)


def check_turned(told: Chronicle, asked: FollowedCommand, version: int, turns: NearestTurns) -> None:
    """What turned a verdict came at the later one of the two versions between which it turned, and is never nothing."""
    for which, turn in turns.turns.items():
        first, last = sorted((turn.version, version))
        line = [first, *told.onward_to(first, last)]
        before, after = line[-2:] if which == "later" else line[:2]
        checks = {each: asked.at(each)[1] for each in (before, after)}
        if version in checks:
            checks[version] = explain_at(told, version, asked.seat, asked.command)
        lawful, refused = (after, before) if turn.to_lawful else (before, after)
        where = (which, version, turn)
        assert turn.turned_at == after, where
        assert turn.changed, where
        assert {int(fact["at"].split(".")[0]) for fact in turn.changed} == {after}, where
        assert is_accepted(checks[lawful]), where
        assert refused_by(checks[refused]) == turn.refused_by != "", where


def check_given(told: Chronicle, given: Given) -> int:
    """Ask beside a command that was given. Returns how often it was asked."""
    asked, hidden = 0, is_sealed(told.events[given.version + 1].facts)
    for question in questions(told, given):
        for viewer, judging in ((given.seat, False), (JUDGE, True)):
            if judging and hidden and question.command != given.command:
                continue  # a judge follows no card through an answer that is still sealed
            turns = nearest_turns(told, question.version, given.seat, question.command, viewer, judging=judging)
            check_unnamed(told, turns)
            followed = FollowedCommand(told, given.seat, question.command, judging=judging)
            check_turned(told, followed, question.version, turns)
            turn = turns.later_turn if question.version < given.version else turns.earlier_turn
            where = (given, question.version, turns)
            assert turn is not None, where
            assert (turn.version, turn.accepted) == (given.version, True), where
            assert (turn.command or question.command) == given.command, where
            asked += 1
    return asked


def check_explained(game: PlayTests, start: Start, actions: int = ACTIONS) -> Counter[str]:
    """Ask beside every command of a match. Returns how often it was asked, by the type of the command."""
    told, every = recorded(game, start, actions)
    asked: Counter[str] = Counter()
    for given in every:
        asked[command_tag(type(given.command))] += check_given(told, given)
    return asked


@each_start("handles")
def test_what_was_given_is_told_as_lawful_at_the_version_at_which_it_was_given(game: PlayTests, case: Start) -> None:
    asked = check_explained(game, case)
    assert len([each for each in asked if asked[each]]) > 8


class RecordedScenario(ScenarioMatch):
    """The match of a scenario, with all its events, and every command that was given in it."""

    def __init__(self, opening: OpenMatch, seed: int) -> None:
        self.events: dict[int, Any] = {}
        self.given: list[Given] = []
        super().__init__(opening, seed)

    def act(self, seat: Seat, command: Command) -> Refusal | None:
        before = self.live.version
        refusal = super().act(seat, command)
        if refusal is None:
            self.given.append(Given(before, seat, command))
        return refusal

    def take(self, following: NewVersion) -> None:
        self.events[following.match.version] = decode_event(following.match, following.payload)
        super().take(following)


def scenario_matches(game: str) -> Iterator[RecordedScenario]:
    """The matches of the scenarios of a game, without those that wait for a feature."""
    books = citable_rules()
    for path in sorted((SCENARIOS / game).glob("*.yaml")):
        for document in read_documents(path):
            assert not isinstance(document, UnreadDocument)
            scenario = read_scenario(document.value, books)
            if scenario.needs:
                continue
            staged = RecordedScenario(opening_command(scenario, scenario_seats(scenario, path.parent)), scenario.seed)
            play_steps(scenario, staged, GAMES[game].sights, staged.names(scenario), books[game])
            yield staged


@pytest.mark.parametrize("game", sorted(BROUGHT))
def test_commands_of_every_type_are_told_as_lawful_where_they_were_given_in_scenarios(game: str) -> None:
    asked: Counter[str] = Counter()
    for staged in scenario_matches(game):
        told = Chronicle(staged.live, staged.events)
        for given in staged.given:
            kind = command_tag(type(given.command))
            if asked[kind] < OF_EACH_TYPE:
                asked[kind] += check_given(told, given)
    rules = GAMES[game].rules
    never = {*BROUGHT[game].never_given}
    assert not {kind for kind in never if asked[kind]}, "a scenario gives what is said to be never given"
    unasked = {each for each in rules.commands if not asked[command_tag(each)] and command_tag(each) not in never}
    assert unasked <= {*rules.always, GiveConsent}  # no card of the scenarios is resolved by hand
