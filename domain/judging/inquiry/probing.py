"""One stored action decided again on the recorded state before it, with a probe that listens; nothing is stored."""

from __future__ import annotations

from msgspec import Struct

from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.deciding import decide_command
from domain.kernel.facts import Fact
from domain.kernel.game import Probe, ignore_windows
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.match.events import OpenMatch, event_kind
from domain.match.opening import begin_match


class RedecidedAction(Struct, frozen=True):
    """What today's engine makes of a stored action: its facts, or why it refuses the command."""

    facts: tuple[Fact, ...] = ()
    refusal: Refusal | None = None


def is_action(chronicle: Chronicle, version: int) -> bool:
    """Whether an event is a seat's (or opens the match): what a judge did is not decided again."""
    return event_kind(chronicle.events[version]) == "action"


def redecide_action(chronicle: Chronicle, version: int, probe: Probe) -> RedecidedAction:
    """An action decided again, with the probe told of every window.

    Raises Refused where the opening is refused today.
    """
    event, before = chronicle.events[version], chronicle.at(chronicle.parent(version))
    if isinstance(event.cmd, OpenMatch):
        return RedecidedAction(redecide_opening(chronicle, event.cmd, probe))
    decided = decide_command(before.rules, before.table, before.seed, Seat(event.actor), event.cmd, version, probe)
    return RedecidedAction(refusal=decided) if isinstance(decided, Refusal) else RedecidedAction(decided.facts)


def redecide_opening(chronicle: Chronicle, opening: OpenMatch, probe: Probe) -> tuple[Fact, ...]:
    return begin_match(opening, chronicle.match.seed, probe=probe)[1].conclude()[0]


def first_difference(recorded: tuple[Fact, ...], today: tuple[Fact, ...]) -> int:
    """The number of the first fact that differs, from 1; 0 if none does."""
    pairs = zip(recorded, today, strict=False)
    same = next((n for n, (one, other) in enumerate(pairs, 1) if one != other), 0)
    return same or (min(len(recorded), len(today)) + 1 if len(recorded) != len(today) else 0)


def disagreements(chronicle: Chronicle, first: int, last: int) -> list[str]:
    """The places from which today's engine makes something else of an action; the action's own where it refuses it."""
    found = []
    for version in range(max(first, 1), last + 1):
        if is_action(chronicle, version):
            today = redecide_action(chronicle, version, ignore_windows)
            number = first_difference(chronicle.events[version].facts, today.facts)
            if today.refusal is not None:
                found.append(str(version))
            elif number:
                found.append(f"{version}.{number}")
    return found
