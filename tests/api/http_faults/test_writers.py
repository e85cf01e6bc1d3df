"""Eight writers with a key each for one open wait: one wins, nothing is lost; at a sealed wait each seat wins once."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from service.app.record.verification import verify_match
from service.settings import Settings
from service.tools.client import Dice, OpenedMatch, Service, ServiceAnswer, read_problem
from service.wiring import matches_of
from tests.api.http_faults.racing import Race, commands_path, keys_of, options, racing, until_raced
from tests.integration.store.places import Place
from tests.patience import PATIENCE

WRITERS = 8
WAITS_OF_A_MATCH = 8  # the sealed ones are many at its beginning


def awaited_options(race: Race, match: OpenedMatch) -> tuple[int, int, dict[str, Any]]:
    """The wait, the version, and the space of each seat that is awaited; none where the match is over."""
    found = [options(race.connections[0], match, number) for number in range(len(match.seats))]
    spaces = {seat: space for each in found for seat, space in each.options.items() if space is not None}
    return found[-1].wait, found[-1].version, spaces


def write_at_once(
    race: Race, match: OpenedMatch, dice: Dice, wait: int, spaces: dict[str, Any]
) -> list[tuple[str, ServiceAnswer]]:
    """Eight commands for one wait, the awaited seats in turn, each under a key of its own."""
    seats = [list(spaces)[number % len(spaces)] for number in range(WRITERS)]
    drawn = [spaces[seat].sample(dice) for seat in seats]

    def sent(service: Service, number: int) -> ServiceAnswer:
        key = keys_of(match)[seats[number]]
        return service.write(commands_path(match), key, drawn[number], f"w{wait}-{number}", wait)

    return list(zip(seats, race.at_once(sent), strict=True))


@pytest.mark.parametrize("rounds", [60, pytest.param(1000, marks=pytest.mark.proof)])
def test_eight_writers_for_one_wait_have_one_winner_for_each_awaited_seat(
    place: Place, tmp_path: Path, rounds: int
) -> None:
    told: Counter[Any] = Counter()
    sealed, opened = 0, []
    playing: tuple[OpenedMatch, Dice] | None = None
    wait, before = 0, 0
    spaces: dict[str, Any] = {}
    with racing(place, tmp_path, WRITERS) as race:
        for number in until_raced(race, rounds):
            if playing is None or not spaces or number % WAITS_OF_A_MATCH == 0:
                playing = race.served.opened(f"writers-{number}"), Dice(f"writers {number}")
                opened.append(playing[0].match)
                wait, before, spaces = awaited_options(race, playing[0])
            match, dice = playing
            answers = write_at_once(race, match, dice, wait, spaces)
            won = Counter(seat for seat, answer in answers if answer.status == 201)
            assert won == dict.fromkeys(spaces, 1)
            sealed += len(spaces) > 1
            told.update((answer.status, read_problem(answer).rule) for _, answer in answers)
            wait, after, spaces = awaited_options(race, match)
            assert after == before + len(won)
            before = after
        conflicts = race.conflicts()
    print(f"{rounds} waits, {sealed} of them sealed: {dict(told)}; {conflicts} conflicts between workers")
    assert {rule for status, rule in told if status != 201} <= {"match.stale", "choice.already", "match.over"}
    assert sealed > rounds // 12
    assert_whole(place.db, opened, told)


def assert_whole(db: Any, opened: list[str], told: Counter[Any]) -> None:
    """What was acknowledged is stored, and every match holds."""
    with closing(matches_of(Settings(db=db, store_timeout=PATIENCE))) as matches:
        results = [verify_match(matches, each) for each in opened]
    assert all(result.holds for result in results)
    acknowledged = sum(n for (status, _), n in told.items() if status == 201)
    assert sum(result.versions for result in results) == acknowledged + len(opened)
