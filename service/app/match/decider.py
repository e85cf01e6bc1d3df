"""The decider of matches as the application calls it: `domain.match.aggregate`, behind a protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from domain.kernel.commands import Command
from domain.match.aggregate import Match, NewVersion, Receipt
from domain.match.events import OpenMatch, StoredCommand


class MatchDecider(Protocol):
    """What decides commands to a match and folds its events.

    `domain.match.aggregate` is the one of the service; tests and benchmarks give others.
    """

    def open_match(
        self, match_id: str, opening: OpenMatch, *, key: str, actor: str, at: str, action_id: str, seed: bytes
    ) -> NewVersion: ...

    def decide(
        self,
        match: Match,
        seat: str,
        command: Command,
        *,
        wait: int | None,
        key: str,
        actor: str,
        at: str,
        action_id: str,
    ) -> NewVersion: ...

    def initial(self, match_id: str, seed: bytes) -> Match: ...

    def evolve_stored(
        self, match: Match, payload: bytes, head: bytes, then: Callable[[int], Any] | None = None
    ) -> Match: ...

    def replay(self, match: Match, stored: Iterable[tuple[bytes, bytes]]) -> Match: ...

    def ends_with(self, match: Match, before: bytes, payload: bytes, head: bytes) -> bool: ...

    def receipt(self, match: Match, payload: bytes, command: StoredCommand, *, wait: int | None = None) -> Receipt: ...
