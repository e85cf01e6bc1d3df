"""The applications that the HTTP benchmark compares, as gunicorn starts them: `application("real" | "empty" | "echo")`.

All three have the same routes, parsing, authentication, responses and logs. `EmptyEngine` replaces the engine: it
decides nothing and stores recorded payloads durably. `EchoMatches` replaces engine and store. Both take their bytes
from the `Script` of matches that were played before, in the file that SCRIPT names.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any, cast

import msgspec
from flask import Flask
from msgspec import Struct, structs

from domain.games import GAMES
from domain.match import aggregate as domain_match
from domain.match.aggregate import Match, NewVersion, Receipt, key_digest
from domain.match.hash_chain import GENESIS
from service.app.match.matches import MatchApplication
from service.settings import Settings, read_settings
from service.web.app import create_app
from service.web.health_views import log_to
from service.wiring import Services, services_of, store_environment

SCRIPT = "PRAETOR_BENCH_SCRIPT"
ACTION = "0" * 20


Facts = tuple[tuple[int, dict[str, Any]], ...]


class ScriptStep(Struct, frozen=True):
    """A command of a played match: its seat, its wait, and the stored and returned bytes."""

    seat: str
    wait: int
    command: bytes
    payload: bytes
    facts: Facts


class Script(Struct, frozen=True):
    """A played match: its game and its commands; the first command makes version 2."""

    game: str
    steps: tuple[ScriptStep, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that give the commands."""
        return tuple(dict.fromkeys(step.seat for step in self.steps))


class EmptyEngine:
    """An engine that decides nothing: it stores the recorded payload of each version."""

    open_match = staticmethod(domain_match.open_match)

    def __init__(self, script: Script) -> None:
        self._steps = script.steps
        self._rules = GAMES[script.game].with_cards("")

    def initial(self, match_id: str, seed: bytes) -> Match:
        return Match(match_id, seed, 0, GENESIS, array("q"), self._rules)

    def replay(self, match: Match, stored: Iterable[tuple[bytes, bytes]]) -> Match:
        return self._after(match, [0 for _ in stored])

    def evolve_stored(
        self, match: Match, payload: bytes, head: bytes, then: Callable[[int], Any] | None = None
    ) -> Match:
        return self._after(match, [0])

    def ends_with(self, match: Match, before: bytes, payload: bytes, head: bytes) -> bool:
        return True

    def decide(
        self,
        match: Match,
        seat: str,
        command: object,
        *,
        wait: int | None,
        key: str,
        actor: str,
        at: str,
        action_id: str,
    ) -> NewVersion:
        return NewVersion(self._after(match, [key_digest(actor, key)]), self._step(match.version + 1).payload, GENESIS)

    def receipt(self, match: Match, payload: bytes, command: object, *, wait: int | None = None) -> Receipt:
        step = self._step(match.version)
        return Receipt(match.id, match.version, ACTION, step.wait, step.facts)

    def _step(self, version: int) -> ScriptStep:
        return self._steps[(version - 2) % len(self._steps)]

    def _after(self, match: Match, keys: list[int]) -> Match:
        return Match(
            match.id, match.seed, match.version + len(keys), GENESIS, match.keys + array("q", keys), match.rules
        )


class EchoMatches:
    """Matches without engine and store: each command gets its recorded reply."""

    keyring = None

    def __init__(self, script: Script) -> None:
        self._steps = script.steps
        self._rules = GAMES[script.game].with_cards("")
        self._number = count()

    def cached_match(self, match_id: str) -> Match:
        return Match(match_id, b"", 1, GENESIS, array("q"), self._rules)

    def act(self, match_id: str, seat: str, command: object, *, wait: int | None, key: str, actor: str) -> Receipt:
        number = next(self._number) % len(self._steps)
        step = self._steps[number]
        return Receipt(match_id, number + 2, ACTION, step.wait, step.facts)

    def close(self) -> None:
        """Do nothing: an echo holds no resources."""


def application(kind: str) -> Flask:
    """The application of one worker, configured by the environment."""
    log_to()
    settings = read_settings(os.environ)
    services = services_of(settings)
    if kind != "real":
        script = msgspec.msgpack.decode(Path(os.environ[SCRIPT]).read_bytes(), type=Script)
        services = without_engine(settings, services, script, stores=kind == "empty")
    return create_app(services)


def without_engine(settings: Settings, services: Services, script: Script, *, stores: bool) -> Services:
    services.matches.close()
    environment = store_environment(settings)
    matches = (
        MatchApplication(environment, EmptyEngine(script), budget=settings.act_budget)
        if stores
        else EchoMatches(script)
    )
    # the parts of the matches' interface that the command route uses
    return structs.replace(services, matches=cast(MatchApplication, matches))
