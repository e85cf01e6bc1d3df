"""Builders: a match of any game that is played, frozen, resumed and rewound, with the times at which it happened.

Read `Heard`, then `heard`; `stored_in` brings one into an application, with a key for every office.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.remedies.interventions import RulingEnvelope, freeze_match, resume_match
from domain.judging.remedies.rewind import lawful_target, report_rewind, rewind_match
from domain.kernel.chance import commitment
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion
from domain.match.envelope import Stamp
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats
from tests.api.http.clients import Api, api_of
from tests.builders import Dice, options_of

MATCH = "m-heard"
RULED = RulingEnvelope(actor="j-ada", role="head-judge", case="c-1", reason="a test", rules=("judging.rewind.whole",))
BEGAN = datetime(2026, 1, 2, 18, tzinfo=UTC)
JUDGES = ("judge", "head-judge")
OFFICES = (*JUDGES, "analyst", "admin")


class Heard:
    """A match with its stored bytes, every event and every state."""

    def __init__(self, game: str, seed: int, policy: str = "public", position: str = "") -> None:
        self.game = game
        self.dice = Dice(f"heard {game} {seed}")
        self.now = BEGAN
        self.raw: list[dict[str, Any]] = []
        self.events: dict[int, Any] = {}
        self.states: dict[int, Match] = {}
        self.stored: list[tuple[bytes, bytes]] = []
        secret = random.Random(seed).randbytes(32)
        seats = () if position else demo_seats(game, GAMES[game].default_seats)
        hidden = commitment(secret)
        opening = OpenMatch(game, seats, policy, commitment=hidden, position=position, spectators="public")
        self.take(
            matches.open_match(MATCH, opening, key="k", actor="organizer:o", at=self.time(), action_id="a", seed=secret)
        )

    def time(self) -> str:
        self.now += timedelta(seconds=self.dice.below(90) + 1)
        return self.now.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def take(self, following: NewVersion) -> None:
        self.match = following.match
        self.stored.append((following.payload, following.head))
        self.raw.append(json.loads(following.payload))
        self.events[self.match.version] = matches.decode_event(self.match, following.payload)
        self.states[self.match.version] = self.match

    def play(self, actions: int = 1) -> None:
        for _ in range(actions):
            match = self.match
            if match.table.over is None:
                seat = self.dice.pick(match.table.waiting.seats)
                command = match.rules.command(options_of(match.rules, match.table, seat).sample(self.dice))
                self.give(seat, command)

    def give(self, seat: str, command: Any) -> None:
        key, now = f"k{self.match.version}", self.match
        self.take(matches.decide(now, seat, command, wait=now.wait, key=key, actor=seat, at=self.time(), action_id=key))

    def rewind(self, target: int) -> None:
        then = self.states[lawful_target(self.match, self.states[target], self.events, target)]
        report = report_rewind(self.match, then, self.events, target)
        self.take(rewind_match(self.match, then, self.events, report, RULED, self.stamp()))

    def freeze(self) -> None:
        self.take(freeze_match(self.match, RULED, self.stamp()))

    def resume(self) -> None:
        self.take(resume_match(self.match, RULED, self.stamp()))

    def stamp(self) -> Stamp:
        key = f"j{self.match.version}"
        return Stamp(key, self.time(), key)

    @property
    def told(self) -> Chronicle:
        return Chronicle(self.match, self.events)

    @property
    def viewers(self) -> tuple[str, ...]:
        return (*self.match.table.seats, "public", "judge", "head-judge", "admin")

    def facts(self) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Every stored fact as JSON, with version and place."""
        for version, event in enumerate(self.raw, 1):
            for place, fact in enumerate(event.get("facts", ()), 1):
                yield version, place, fact

    def main(self) -> set[int]:
        """The versions of the line being played, by the stored parents."""
        found, version = set(), len(self.raw)
        while version:
            found.add(version)
            version = self.raw[version - 1].get("back", version - 1)
        return found


@cache
def heard(game: str, seed: int = 1, actions: int = 60, policy: str = "public") -> Heard:
    """Play, a freeze with a rewind, play on: nobody may change what this gives."""
    match = Heard(game, seed, policy)
    match.play(actions)
    match.freeze()
    match.rewind(match.match.version - 12)
    match.resume()
    match.play(actions // 2)
    return match


@cache
def ended(game: str) -> Heard:
    """As `heard`, and over: all but one have conceded."""
    match = Heard(game, 1)
    match.play(40)
    match.rewind(match.match.version - 12)
    match.play(30)
    for seat in match.match.table.seats[1:]:
        match.give(seat, match.match.rules.command({"type": "concede"}))
    assert match.match.table.over is not None
    return match


def names() -> list[str]:
    return sorted(GAMES)


@contextmanager
def stored_in(folder: Path, match: Heard) -> Iterator[Api]:
    """An application with this match in it; `keys` has one for every seat and every office."""
    with api_of(folder / "praetor.db") as api:
        api.services.matches.bring_in(MATCH, match.match.seed, match.stored)
        seats = [(seat, f"pra_{seat}-key") for seat in match.match.table.seats]
        api.services.keys.issue_seats(MATCH, seats)
        api.keys |= dict(seats)
        api.keys |= {office: api.services.keys.issue(office, f"{office}-1") for office in OFFICES}
        for office in JUDGES:
            api.calls(MATCH, f"{office}-1")
        api.keys["public"] = ""
        yield api


def read(api: Api, path: str, who: str) -> Any:
    """What somebody is answered about the match."""
    return api.read(f"/v1/matches/{MATCH}{path}", who)
