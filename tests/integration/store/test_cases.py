"""Cases on a store: both streams or neither, whoever is killed or first."""

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.games import GAMES
from domain.judging.cases import commands as m
from domain.judging.cases.desk import AssignJudge
from domain.kernel.chance import commitment
from domain.match.aggregate import Paused, Refused, Stale, decode_event
from domain.match.envelope import Actor
from domain.match.events import OpenMatch, event_kind
from service.app.record.verification import verify_match
from service.demo.decks import demo_seats
from service.settings import Settings
from service.store.failures import Unavailable
from service.wiring import Services, services_of
from tests.builders import Dice, options_of
from tests.forked import Python
from tests.integration.store.places import Place
from tests.stores import make_store

ROOT = Path(__file__).parents[3]


@contextmanager
def services_at(place: Any) -> Iterator[Services]:
    settings = Settings(db=place.db)
    make_store(settings)
    services = services_of(settings)
    try:
        yield services
    finally:
        services.close()


def opened(services: Services, game: str = "agot_lcg") -> str:
    seats, seed = demo_seats(game, min(GAMES[game].seat_counts)), bytes(range(32))
    opening = OpenMatch(game, seats, commitment=commitment(seed))
    services.matches.open_match("m-one", opening, key="k", actor="o", seed=seed)
    for judge in ("ada", "ben"):
        services.keys.issue("judge", judge)
        services.desks.enter("m-one", AssignJudge(judge), by=Actor("root", "admin"), key=f"call {judge}")
    return "m-one"


def seats_of(services: Services, match_id: str) -> tuple[str, ...]:
    seats: tuple[str, ...] = services.matches.fresh(match_id).table.seats
    return seats


def plays(services: Services, match_id: str, key: str) -> None:
    """One lawful command of whoever is awaited."""
    match = services.matches.cached_match(match_id)
    seat = match.table.waiting.seats[0]
    command = match.rules.command(options_of(match.rules, match.table, seat).sample(Dice(key)))
    services.matches.act(match_id, seat, command, wait=match.wait, key=key, actor=seat)


def opens(services: Services, match_id: str, case_id: str) -> None:
    first = seats_of(services, match_id)[0]
    services.cases.open(case_id, m.Open(match_id), by=Actor(first, "seat"), key="open")


def whole(services: Services, match_id: str) -> None:
    """The match and its cases agree: it is frozen by the case that says so, or by none."""
    assert verify_match(services.matches, match_id).holds
    match = services.matches.fresh(match_id)
    cases = services.cases.of_match(match_id)
    assert [case.id for case in cases if case.frozen] == ([match.flags.frozen] if match.flags.frozen else [])
    entries = sum(kind in ("frozen", "resumed") for kind in kinds(services, match_id))
    assert entries == sum(1 + (case.state == "closed") for case in cases)


def kinds(services: Services, match_id: str) -> list[str]:
    match = services.matches.fresh(match_id)
    return [event_kind(decode_event(match, payload)) for payload in services.matches.payloads(match_id)]


@pytest.mark.parametrize("game", GAMES)
def test_a_case_is_read_again_from_its_bytes(place: Place, game: str) -> None:
    with services_at(place) as services:
        match_id = opened(services, game)
        opens(services, match_id, "c-1")
        services.cases.move("c-1", m.Take(), by=Actor("ada", "judge"), key="take")
        kept = services.cases.one("c-1")
    with services_at(place) as services:
        assert services.cases.one("c-1") == kept
        assert services.matches.fresh(match_id).flags.frozen == "c-1"
        with pytest.raises(Paused):
            plays(services, match_id, "late")
        whole(services, match_id)


def test_a_freeze_and_a_command_at_once_are_one_after_the_other(place: Place) -> None:
    with services_at(place) as one, services_at(place) as other:
        match_id = opened(one)
        for number in range(12):
            case_id, seats = f"c-{number}", seats_of(one, match_id)
            other.matches.cached_match(match_id)
            with ThreadPoolExecutor(2) as pool:
                freezing = pool.submit(opens, one, match_id, case_id)
                playing = pool.submit(plays, other, match_id, f"p-{number}")
            freezing.result()
            if (failure := playing.exception()) is not None:
                assert isinstance(failure, (Paused, Stale)), failure
            whole(one, match_id)
            for seat in seats:
                one.cases.move(case_id, m.Withdraw(), by=Actor(seat, "seat"), key=f"w {seat}")
            whole(other, match_id)


def test_of_two_judges_who_take_a_case_at_once_one_is_in_charge(place: Place) -> None:
    with services_at(place) as one, services_at(place) as other:
        match_id = opened(one)
        opens(one, match_id, "c-1")
        with ThreadPoolExecutor(2) as pool:
            takes = [
                pool.submit(services.cases.move, "c-1", m.Take(), by=Actor(judge, "judge"), key="take")
                for services, judge in ((one, "ada"), (other, "ben"))
            ]
        refused = [each.exception() for each in takes if each.exception() is not None]
        assert [each.refusal.rule for each in refused if isinstance(each, Refused)] == ["judging.case.judge-in-charge"]
        assert one.cases.one("c-1").judge in ("ada", "ben")
        assert [type(each).__name__ for each in one.cases.one("c-1").entries] == ["CaseOpened", "CaseTaken"]


def test_of_two_cases_at_once_one_is_opened(place: Place) -> None:
    with services_at(place) as one, services_at(place) as other:
        match_id = opened(one)
        with ThreadPoolExecutor(2) as pool:
            opening = [pool.submit(opens, services, match_id, f"c-{n}") for n, services in enumerate((one, other))]
        refused = [each.exception() for each in opening if each.exception() is not None]
        assert [each.refusal.rule for each in refused if isinstance(each, Refused)] == ["judging.case.one-open"]
        whole(one, match_id)


def test_a_process_killed_at_any_moment_leaves_both_streams_or_neither(place: Place) -> None:
    with services_at(place) as services:
        match_id = opened(services)
        told = []
        for stop in (5, 18, 31):
            command = ["-m", "tests.integration.store.judging", place.text, match_id]
            process = Python(command, stdout=subprocess.PIPE, text=True)
            assert process.stdout is not None
            told += [process.stdout.readline().split() for _ in range(stop)]
            process.kill()
            told += [line.split() for line in process.communicate()[0].splitlines()]
            whole(services, match_id)
            for case in services.cases.of_match(match_id):
                for seat in set(seats_of(services, match_id)) - case.withdrawn:
                    services.cases.move(case.id, m.Withdraw(), by=Actor(seat, "seat"), key=f"end {seat}")
            whole(services, match_id)
        assert len(told) >= 54
        assert {case_id for _, case_id in told} <= {case.id for case in services.cases.all()}


def test_an_entry_whose_answer_was_lost_is_found_under_its_key(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with services_at(place) as services:
        match_id = opened(services)
        stores = services.matches.recorder.append_together

        def stored_and_lost(*given: Any) -> None:
            stores(*given)
            raise OperationalError("the answer was lost")

        monkeypatch.setattr(services.matches.recorder, "append_together", stored_and_lost)
        opens(services, match_id, "c-1")
        monkeypatch.setattr(services.matches.recorder, "append_together", failing)
        with pytest.raises(Unavailable):
            services.cases.move("c-1", m.Take(), by=Actor("ada", "judge"), key="take")
        monkeypatch.undo()
        assert services.cases.move("c-1", m.Take(), by=Actor("ada", "judge"), key="take").entry == 2
        whole(services, match_id)


def failing(*_: Any) -> None:
    raise OperationalError("the store is away")
