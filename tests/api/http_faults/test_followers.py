"""Many follow matches live: they hold connections and no threads, and each is told when its match goes on."""

from __future__ import annotations

import json
import socket
from collections import Counter
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from select import select
from typing import Any
from urllib.parse import urlsplit

from domain.cardgame.commands import DecideMulligan
from service.settings import Address, Settings
from service.tools.client import Dice, OpenedMatch, Service, expected_body, play_seats
from service.web.request_context import HELD_OF_KEY
from service.wiring import keys_of, matches_of
from tests.api.serving import OPENING, Served, serving
from tests.patience import PATIENCE, until

# three follow each, more than a server has threads
MATCHES = 20
# within what a request may ask for, and more than a test takes
LONG = 20
BUSY = 429
UNKNOWN_KEY = 401


class Follower:
    """A connection on which the next action of a match is waited for."""

    def __init__(
        self, served: Served, stack: ExitStack, match: str, key: str, wait: float = LONG, event: str = ""
    ) -> None:
        address = urlsplit(served.url)
        self.socket = stack.enter_context(socket.create_connection((address.hostname, address.port), timeout=PATIENCE))
        right = f"Authorization: Bearer {key}\r\n" if key else ""
        path = f"/v1/events/{event}" if event else f"/v1/matches/{match}/actions"
        path += f"?after=1&wait={wait}"
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{right}Connection: close\r\n\r\n".encode())

    def is_answered(self) -> bool:
        """Whether an answer has begun to arrive."""
        return bool(select([self.socket], [], [], 0)[0])

    def answer(self) -> tuple[int, list[int]]:
        """The status, and the versions of the actions that were told."""
        status, body = self.whole_answer()
        return status, [each["version"] for each in body.get("actions", ())]

    def whole_answer(self) -> tuple[int, dict[str, Any]]:
        """The status, and the document."""
        text = b"".join(iter(lambda: self.socket.recv(1 << 16), b""))
        head, _, body = text.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)


def plays_on(served: Served, match: OpenedMatch, number: int = 1) -> None:
    """Give the first commands of a match."""
    with closing(Service(served.url)) as service:
        given = list(islice(play_seats(service, match, Dice(match.match)), number))
    assert [each.status for each in given] == [201] * number


def status_of(served: Served, match: OpenedMatch, key: str) -> int:
    """The status of the answer to a key that waits for an instant: BUSY where too many of its requests are held."""
    with closing(Service(served.url)) as service:
        return service.request("GET", f"/v1/matches/{match.match}/actions?after=1&wait=0.01", key).status


def is_held(served: Served, match: OpenedMatch, key: str) -> bool:
    """Whether so many requests of a key are held that another one may not wait."""
    return status_of(served, match, key) == BUSY


def hold_all(served: Served, stack: ExitStack, match: OpenedMatch, key: str) -> list[Follower]:
    """As many requests as one key may have held, all of them held."""
    held: list[Follower] = []

    def all_are_held() -> bool:
        # who asks whether they are held may have taken the place of one of them
        held[:] = [each for each in held if not each.is_answered()]
        held.extend(Follower(served, stack, match.match, key) for _ in range(HELD_OF_KEY - len(held)))
        return is_held(served, match, key)

    until(all_are_held)
    return held


def test_many_follow_their_matches_and_each_is_told_of_the_next_action(db: Path | Address, tmp_path: Path) -> None:
    opening = {**OPENING, "spectators": "public"}
    with serving(db, tmp_path) as served, ExitStack() as stack:
        matches = [served.opened(f"followed-{each}", opening) for each in range(MATCHES)]
        followers = {
            match.match: [Follower(served, stack, match.match, key) for key in (*(s.key for s in match.seats), "")]
            for match in matches
        }
        for match in matches:
            plays_on(served, match)
            assert [each.answer() for each in followers[match.match]] == [(200, [2])] * 3
        statuses = Counter(line["status"] for line in served.log() if line.get("says") == "request")
    assert set(statuses) <= {200, 201}


def test_an_event_is_followed_without_a_thread(tmp_path: Path) -> None:
    with serving(tmp_path / "praetor.db", tmp_path) as served, ExitStack() as stack:
        service = stack.enter_context(closing(Service(served.url)))

        def posts(path: str, key: str, **fields: Any) -> Any:
            return json.loads(expected_body(service.write(f"/v1/events{path}", served.key, fields, key), 201))

        event = posts("", "made", name="Friday", game="agot_lcg", regulation="cards-duel")["event"]
        path, held = f"/v1/events/{event}?after=1&wait=0.01", list[Follower]()

        def all_are_held() -> bool:
            # as in hold_all
            held[:] = [each for each in held if not each.is_answered()]
            held.extend(Follower(served, stack, "", served.key, event=event) for _ in range(HELD_OF_KEY - len(held)))
            return service.request("GET", path, served.key).status == BUSY

        until(all_are_held)
        assert not any(each.is_answered() for each in held)
        posts(f"/{event}/commands", "enrols", type="enrol_players", players=["Ann"])
        assert [each.whole_answer()[1]["version"] for each in held] == [2] * HELD_OF_KEY


def test_the_places_of_followers_that_have_gone_are_free(tmp_path: Path) -> None:
    with serving(tmp_path / "praetor.db", tmp_path) as served, ExitStack() as stack:
        match = served.opened("left")
        first, other = (seat.key for seat in match.seats)
        held = hold_all(served, stack, match, first)
        assert not is_held(served, match, other)
        held[0].socket.close()
        until(lambda: not is_held(served, match, first))
        # the others are held still
        plays_on(served, match)
        assert [each.answer() for each in held[1:]] == [(200, [2])] * (HELD_OF_KEY - 1)


def test_a_server_that_stops_answers_those_that_wait(tmp_path: Path) -> None:
    with serving(tmp_path / "praetor.db", tmp_path) as served, ExitStack() as stack:
        match = served.opened("stopped")
        held = hold_all(served, stack, match, match.seats[0].key)
        served.close()
        assert [each.answer() for each in held] == [(200, [])] * HELD_OF_KEY


def test_whose_right_ends_while_the_request_is_held_is_told_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "praetor.db", tmp_path) as served, ExitStack() as stack:
        match = served.opened("revoked")
        held = hold_all(served, stack, match, match.seats[0].key)
        with closing(keys_of(Settings(db=served.db, store_timeout=PATIENCE))) as keys:
            keys.revoke_seat(match.match, match.seats[0].seat)
        # a process remembers keys for a moment
        until(lambda: status_of(served, match, match.seats[0].key) == UNKNOWN_KEY)
        with closing(matches_of(Settings(db=served.db, store_timeout=PATIENCE))) as matches:
            awaited = matches.fresh(match.match).table.waiting.seats[0]
            matches.act(match.match, awaited, DecideMulligan(False), wait=1, key="keep", actor=awaited)
        assert [each.answer() for each in held] == [(UNKNOWN_KEY, [])] * HELD_OF_KEY


def test_a_revoked_key_ends_its_waits_in_every_process(db: Path | Address, tmp_path: Path) -> None:
    opening = {**OPENING, "spectators": "public"}
    with serving(db, tmp_path) as served, ExitStack() as stack:
        match = served.opened("ended", opening)
        # who began to wait before, and waits as long
        public = Follower(served, stack, match.match, "")
        held = [Follower(served, stack, match.match, match.seats[0].key) for _ in range(HELD_OF_KEY)]
        with closing(keys_of(Settings(db=served.db, store_timeout=PATIENCE))) as keys:
            keys.revoke_seat(match.match, match.seats[0].seat)
        assert [each.answer() for each in held] == [(UNKNOWN_KEY, [])] * HELD_OF_KEY
        assert not public.is_answered()


def test_a_request_is_held_no_longer_than_it_asks(tmp_path: Path) -> None:
    with serving(tmp_path / "praetor.db", tmp_path) as served, ExitStack() as stack:
        match = served.opened("short")
        assert Follower(served, stack, match.match, match.seats[0].key, 0.1).answer() == (200, [])
