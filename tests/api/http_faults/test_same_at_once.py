"""The same request ten times at once on two workers: done once, and answered ten times the same."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from service.settings import Settings
from service.tools.client import Dice, OpenedMatch, Service, ServiceAnswer
from service.wiring import matches_of
from tests.api.http_faults.racing import Race, commands_path, distinct, keys_of, options, racing, until_raced
from tests.api.serving import OPENING
from tests.integration.store.places import Place
from tests.patience import PATIENCE

TIMES = 10


def versions(race: Race, match: OpenedMatch) -> int:
    return options(race.connections[0], match).version


def command_at_once(race: Race, match: OpenedMatch, dice: Dice) -> None:
    """One command that is due, ten times."""
    awaited = options(race.connections[0], match).awaited
    seat = [each.seat for each in match.seats].index(awaited[0])
    found = options(race.connections[0], match, seat)
    space = found.options[awaited[0]]
    assert space is not None
    command, key = space.sample(dice), keys_of(match)[awaited[0]]
    answers = race.at_once(
        lambda service, _: service.write(commands_path(match), key, command, f"v{found.version}", found.wait)
    )
    [(status, _, _)] = distinct(answers)
    assert status == 201
    assert len(answers) == TIMES
    assert versions(race, match) == found.version + 1


@pytest.mark.parametrize("rounds", [30, pytest.param(360, marks=pytest.mark.proof)])
def test_the_same_command_ten_times_at_once_is_stored_once_and_answered_the_same(
    place: Place, tmp_path: Path, rounds: int
) -> None:
    with racing(place, tmp_path, TIMES) as race:
        match, dice = race.served.opened("same"), Dice("same")
        for number in until_raced(race, rounds):
            if not options(race.connections[0], match).open:
                match = race.served.opened(f"same-{number}")
            command_at_once(race, match, dice)
        conflicts = race.conflicts()
    print(f"{rounds} commands, {TIMES} times each: {conflicts} conflicts between workers")


@pytest.mark.parametrize("rounds", [10, pytest.param(100, marks=pytest.mark.proof)])
def test_the_same_opening_ten_times_at_once_opens_one_match_and_is_answered_the_same(
    place: Place, tmp_path: Path, rounds: int
) -> None:
    with racing(place, tmp_path, TIMES) as race:
        key = race.served.key
        for number in until_raced(race, rounds):

            def opens(service: Service, _: int, number: int = number) -> ServiceAnswer:
                return service.write("/v1/matches", key, OPENING, f"once-{number}")

            answers = race.at_once(opens)
            [(status, _, _)] = distinct(answers)
            assert status == 201
        conflicts = race.conflicts()
    with closing(matches_of(Settings(db=place.db, store_timeout=PATIENCE))) as matches:
        stored = matches.list_matches()
    print(f"{rounds} openings, {TIMES} times each: {conflicts} conflicts between workers")
    assert [each.version for each in stored] == [1] * (number + 1)
