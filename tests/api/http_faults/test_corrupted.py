"""A row that was changed behind the service's back: verification names it, the API says nothing of it."""

from __future__ import annotations

import json
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from service.app.record.verification import EngineDifference, verify_match
from service.settings import Address, Settings
from service.tools.client import Dice, Service, ServiceAnswer, play_seats
from service.wiring import matches_of
from tests.api.serving import Served, issued, serving
from tests.integration.store.places import Place

ACTIONS = 6
SPOILED = 4
FOREIGN = "mallory"
ROUTES = ("", "/view", "/window", "/options", "/actions", "/actions/4", "/position", "/record")


def played(served: Served, name: str) -> str:
    """A match with some actions."""
    match = served.opened(name)
    with closing(Service(served.url)) as service:
        list(islice(play_seats(service, match, Dice(name)), ACTIONS))
    return match.match


def answers_of(served: Served, match: str, key: str, routes: tuple[str, ...]) -> list[ServiceAnswer]:
    with closing(Service(served.url)) as service:
        return [service.request("GET", f"/v1/matches/{match}{route}", key) for route in routes]


def assert_nothing_told(answers: list[ServiceAnswer]) -> None:
    for answer in answers:
        said = json.loads(answer.body)
        assert (answer.status, said["rule"]["id"], set(said["because"])) == (500, "request.failed", {"request"})
        assert FOREIGN.encode() not in answer.body


# a value that the chain does not know; a field that is none; no JSON: what a row means is read after the store
@pytest.mark.parametrize(
    ("place", "found", "put"),
    [
        ("sqlite", '"actor":"', f'"actor":"{FOREIGN}'),
        ("sqlite", '"actor":"', f'"{FOREIGN}":"'),
        ("sqlite", '{"kind"', f'{FOREIGN}"kind"'),
        ("postgres", '"actor":"', f'"actor":"{FOREIGN}'),
        pytest.param("postgres", '"actor":"', f'"{FOREIGN}":"', marks=pytest.mark.proof),
        pytest.param("postgres", '{"kind"', f'{FOREIGN}"kind"', marks=pytest.mark.proof),
    ],
    indirect=["place"],
)
def test_a_corrupted_row_is_named_by_verification_and_answered_with_500_and_nothing_of_it(
    place: Place, tmp_path: Path, found: str, put: str
) -> None:
    with serving(place.db, tmp_path) as served:
        match = played(served, "spoiled")
        place.spoil(SPOILED, found, put)
        other = played(served, "sound")
        admin = issued(place.db, "admin")
        # while the match is in memory, what is read from the store is checked all the same
        assert_nothing_told(answers_of(served, match, admin, ("/actions", "/actions/4", f"/view?at={SPOILED}.1")))
        served.kill()
        served.start()
        assert_nothing_told(answers_of(served, match, admin, ROUTES))
        assert {answer.status for answer in answers_of(served, other, admin, ("", "/view", "/actions"))} == {200}
        log = served.log()
    errors = [line for line in log if line["level"] == "error"]
    assert {(line.get("match"), line.get("version")) for line in errors} == {(match, SPOILED)}
    assert not [line for line in log if FOREIGN in json.dumps(line)]
    [difference] = differences(place.db, match)
    assert (difference.match, difference.version, difference.place) == (match, SPOILED, "chain")
    assert not differences(place.db, other)


def differences(db: Path | Address, match: str) -> tuple[EngineDifference, ...]:
    with closing(matches_of(Settings(db=db))) as matches:
        return verify_match(matches, match).differences
