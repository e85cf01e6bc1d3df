"""Verification of stored matches: the chain, the fold, and every action decided again by today's engine.

Read `verify_match`, then `readjudicate`. Each action is judged alone, on the recorded state before it: no cascade after
the first difference. A difference is reported with its match, version and place; the recorded facts stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.judging.remedies.redeciding import redecide
from domain.kernel.chance import commitment
from domain.match.aggregate import (
    BrokenChain,
    Match,
    Refused,
    decode_event,
    evolve_stored,
    initial,
)
from domain.match.events import OpenMatch, event_kind
from service.app.match.matches import MatchApplication, rows_with_seed
from service.settings import Settings
from service.store.damage import UNDECODED
from service.store.recorded import RecordedEvent, UnreadableRow
from service.worker_processes import work_on_all


class EngineDifference(Struct, frozen=True, omit_defaults=True):
    """Where a stored match and today's engine part.

    `place` is row or event (unreadable), chain, command (refused), commitment, `fact 42.7`, flow, wait or table.
    """

    match: str
    version: int
    place: str
    recorded: Any = None
    today: Any = None


class Verification(Struct, frozen=True):
    """The result of verifying one match."""

    match: str
    versions: int
    differences: tuple[EngineDifference, ...]

    @property
    def holds(self) -> bool:
        return not self.differences


def verify_match(matches: MatchApplication, match_id: str) -> Verification:
    """The result of verifying one match from its stored bytes. Raises Unknown."""
    found: list[EngineDifference] = []
    try:
        before = initial(match_id, matches.seed(match_id))
        records = rows_with_seed(match_id, matches.records(match_id))
    except UnreadableRow as unreadable:
        return Verification(match_id, 0, (EngineDifference(match_id, unreadable.version, "row", str(unreadable)),))
    tables: list[Any] = [None]
    events: dict[int, Any] = {}
    for recorded in records:
        try:
            after = evolve_stored(before, recorded.payload, recorded.head, tables.__getitem__)
        except BrokenChain as broken:
            found.append(EngineDifference(match_id, broken.version, "chain", recorded.head.hex()))
            break
        except UNDECODED as unreadable:
            found.append(EngineDifference(match_id, before.version + 1, "event", str(unreadable)))
            break
        found.extend(readjudicate(before, after, recorded, events))
        tables.append(after.table)
        events[after.version] = decode_event(after, recorded.payload)
        before = after
    return Verification(match_id, before.version, tuple(found))


def readjudicate(
    before: Match, after: Match, recorded: RecordedEvent, events: Mapping[int, Any]
) -> Iterator[EngineDifference]:
    """The differences where today's engine decides one stored event otherwise: in facts, flow or table.

    `events` are those before it, by version. A judge's rewinds, corrections and late abilities are decided again like
    commands; events that change no table are not.
    """
    event = decode_event(after, recorded.payload)
    if isinstance(event.cmd, OpenMatch) and event.cmd.commitment != commitment(after.seed):
        yield EngineDifference(after.id, after.version, "commitment", event.cmd.commitment, commitment(after.seed))
    try:
        today = redecide(before, event, events)
    except Refused as refused:
        refusal = {"rule": refused.refusal.rule, "because": refused.refusal.because}
        yield EngineDifference(after.id, after.version, "command", command_name(event), {"refused": refusal})
        return
    if today is None:
        return
    if today.payload != recorded.payload:
        yield from decision_differences(after, event, decode_event(after, today.payload))
    elif today.match.table != after.table:
        yield EngineDifference(after.id, after.version, "table", differing_fields(after.table, today.match.table))


def command_name(event: Any) -> str:
    """The tag of the command of an event, or of the event itself."""
    return str(event.cmd.__struct_config__.tag) if event.cmd is not None else event_kind(event)


def decision_differences(after: Match, event: Any, today: Any) -> Iterator[EngineDifference]:
    """The first fact that differs, and whether flow or envelope do; another engine or pool alone is no difference."""
    places = range(max(len(event.facts), len(today.facts)))
    first = next((n for n in places if fact_at(event, n) != fact_at(today, n)), None)
    if first is not None:
        place = f"fact {after.version}.{first + 1}"
        yield EngineDifference(after.id, after.version, place, fact_at(event, first), fact_at(today, first))
    if event.flow != today.flow:
        flows = msgspec.to_builtins(event.flow), msgspec.to_builtins(today.flow)
        yield EngineDifference(after.id, after.version, "flow", *flows)
    if event.wait != today.wait:
        yield EngineDifference(after.id, after.version, "wait", event.wait, today.wait)


def fact_at(event: Any, n: int) -> Any:
    return msgspec.to_builtins(event.facts[n]) if n < len(event.facts) else None


def differing_fields(recorded: Any, today: Any) -> list[str]:
    return [name for name in recorded.__struct_fields__ if getattr(recorded, name) != getattr(today, name)]


def verify_all(settings: Settings, match_ids: list[str], jobs: int) -> Iterator[Verification]:
    """The results of verifying matches in `jobs` processes, in the order given."""
    return work_on_all(verify_match, settings, match_ids, jobs)
