"""Answers that get lost, and a store whose lock somebody else holds: the same key later, stored once."""

from __future__ import annotations

import socket
from collections import Counter
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from service.tools.client import Dice, OfferedOptions, Service, ServiceAnswer, keyed_headers, read_problem
from service.tools.client import OpenedMatch as Match
from tests.api.http_faults.racing import commands_path, keys_of, options
from tests.api.serving import OPENING, Served, serving
from tests.integration.store.places import Place
from tests.patience import until

IMPATIENT = {"PRAETOR_STORE_TIMEOUT": "0.3", "PRAETOR_ACT_BUDGET": "0.6"}


def due(service: Service, match: Match, dice: Dice) -> tuple[str, Any, OfferedOptions]:
    """A seat's key, a command of its, and what it may answer."""
    seat = options(service, match).awaited[0]
    found = options(service, match, [each.seat for each in match.seats].index(seat))
    space = found.options[seat]
    assert space is not None
    return keys_of(match)[seat], space.sample(dice), found


def sent_and_left(served: Served, path: str, key: str, command: Any, name: str, wait: int) -> None:
    """Send a command and hang up before the answer."""
    body = msgspec.json.encode(command)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: praetor\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
        f'Idempotency-Key: {name}\r\nIf-Match: "w{wait}"\r\nContent-Length: {len(body)}\r\n\r\n'
    )
    parts = urlsplit(served.url)
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(head.encode() + body)


@pytest.mark.parametrize("commands", [40, pytest.param(400, marks=pytest.mark.proof)])
def test_a_lost_acknowledgement_is_given_again_under_the_same_key(place: Place, tmp_path: Path, commands: int) -> None:
    dice = Dice("lost")
    with serving(place.db, tmp_path) as served, closing(Service(served.url)) as service:
        match = served.opened("lost")
        for number in range(commands):
            if not options(service, match).open:
                match = served.opened(f"lost-{number}")
            key, command, found = due(service, match, dice)
            path, name = commands_path(match), f"v{found.version}"
            sent_and_left(served, path, key, command, name, found.wait)
            # now and then the client asks again before the first request is done
            sleep(dice.below(4) * 0.002)
            answer = service.write(path, key, command, name, found.wait)
            assert answer.status == 201
            assert msgspec.json.decode(answer.body)["version"] == found.version + 1
        until(lambda: sum(acknowledgements(served).values()) >= 2 * commands)
    told = acknowledgements(served)
    print(f"{len(told)} actions, acknowledged {Counter(told.values())} times")
    assert len(told) == commands
    assert set(told.values()) == {2}


def acknowledgements(served: Served) -> Counter[str]:
    """How often each action of a command was acknowledged, by the server's log."""
    lines = (line for line in served.log() if line.get("route") == "matches.give_command" and line["status"] == 201)
    return Counter(line["action"] for line in lines)


def test_a_store_that_somebody_else_has_locked_is_503_and_the_same_key_later_is_stored_once(
    place: Place, tmp_path: Path
) -> None:
    with serving(place.db, tmp_path, environ=IMPATIENT) as served, closing(Service(served.url)) as service:
        match = served.opened("locked")
        key, command, found = due(service, match, Dice("locked"))
        path, body, opening = commands_path(match), msgspec.json.encode(command), msgspec.json.encode(OPENING)
        with place.locked():
            refused = [
                service.once("POST", path, key, body, keyed_headers("k", found.wait)),
                service.once("POST", "/v1/matches", served.key, opening, keyed_headers("opened-while-locked")),
            ]
            # who only reads is not kept waiting
            assert options(service, match).version == found.version
        for answer in refused:
            assert isinstance(answer, ServiceAnswer)
            assert (answer.status, read_problem(answer).rule) == (503, "store.unavailable")
            assert answer.headers["retry-after"] == "1"
            assert answer.headers["content-type"] == "application/problem+json"
        answers = {service.write(path, key, command, "k", found.wait).body for _ in range(3)}
        assert len(answers) == 1
        assert options(service, match).version == found.version + 1
        assert options(service, served.opened("opened-while-locked")).version == 1
