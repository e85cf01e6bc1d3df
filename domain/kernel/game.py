"""The game while a command is decided: a private branch of the table, the facts so far, and the ways to change both.

`emit` applies a fact to the branch and records it. `push`, `set`, `goto` and `leave` move frames. Nothing here is ever
stored; an exception drops it all.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from msgspec import structs

from domain.kernel.cards.unseen_handles import HandlesUnseen, shown_before, unseen_handles
from domain.kernel.chance import RandomStream
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import END, Flow, Procedure, Wait
from domain.kernel.flow.waits import RandomResult, Waiting
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.table import Table

if TYPE_CHECKING:
    from domain.kernel.rules import Rules

# A game of one kind of table passes for one of a wider kind: rules and table are exchanged together or not at all.
T = TypeVar("T", bound=Table, covariant=True)
S = TypeVar("S", bound=str)


class Probe(Protocol):
    """Told of every window and seat: opened, skipped, passed (by policy), ordered (passed by a standing order), elided.

    It reads and never writes; a window is elided where nothing listens to what it would be about. `unasked` is a
    question that a step had for nobody: in the place of the window stands an `UnaskedQuestion`.
    """

    def __call__(self, what: str, window: Procedure, seat: Seat, table: Table) -> None: ...


def ignore_windows(what: str, window: Procedure, seat: Seat, table: Table) -> None:
    """The probe of ordinary play, which does nothing."""


class UnaskedQuestion(Procedure, frozen=True, tag="unasked"):
    """A question that a step of a frame has for nobody; on no stack, told to probes only."""

    question: str
    step: str
    asker: Procedure


class Game(Generic[T]):
    """One decision under way."""

    def __init__(self, rules: Rules[T], table: T, seed: bytes, version: int, probe: Probe = ignore_windows) -> None:
        self.rules = rules
        self.table = table
        self.before = tuple(table.stack)
        self.shown = shown_before(table)
        self.chance = RandomStream(seed, table.counter)
        self.version = version
        self.probe = probe
        self.facts: list[Fact] = []
        self.unsettled = False

    def emit(self, fact: Fact) -> None:
        fact.apply(self.table)
        self.facts.append(fact)
        if not fact.neutral:
            self.unsettled = True

    def settle_state(self) -> bool:
        """Run the checks that follow every happening. Returns True if they moved the game on."""
        self.unsettled = False
        return self.rules.settle_state(self)

    def push(self, frame: Procedure) -> None:
        self.table.stack.append(frame)

    def set(self, **changes: object) -> None:
        """Set fields of the top frame."""
        stack = self.table.stack
        stack[-1] = structs.replace(stack[-1], **changes)

    def goto(self, label: str) -> None:
        self.set(at=label)

    def leave(self) -> None:
        """End the top frame's procedure."""
        self.set(at=END)

    def pick_at_random(self, purpose: str, items: Sequence[S], n: int = 1, seat: Seat = NO_SEAT) -> list[S]:
        """Draw `n` of the things; the result is recorded for everybody, or for one seat. Returns them."""
        picked = self.chance.pick(items, n)
        self.emit(RandomResult(purpose, tuple(picked), self.chance.counter, seat))
        return picked

    def asked_nobody(self, frame: Procedure, question: str, label: str) -> None:
        """Tell the probe of a question that a step of this frame has for nobody."""
        if self.probe is not ignore_windows:
            self.probe("unasked", UnaskedQuestion(question=question, step=label, asker=frame), NO_SEAT, self.table)

    def conclude(self) -> tuple[tuple[Fact, ...], Flow]:
        """The facts of this action, and what happened to the stack.

        The last facts say who is awaited, and which of the cards that the others name not everybody sees.
        """
        table = self.table
        if table.over is None:
            self.emit(self.waiting_fact())
        if unseen := unseen_handles(table, self.facts, self.shown):
            self.emit(HandlesUnseen(unseen))
        keep = self.count_kept_frames()
        table.counter = self.chance.counter
        return tuple(self.facts), Flow(keep, tuple(table.stack[keep:]), table.counter, table.serial)

    def waiting_fact(self) -> Waiting:
        wait = self.table.stack[-1] if self.table.stack else None
        assert isinstance(wait, Wait), "the game stopped with nobody awaited"
        seats = wait.seats
        if wait.sealed:
            seats = tuple(seat for seat in seats if seat not in self.table.sealed)
        opened = self.version
        if self.before and self.before[-1] is wait and self.table.waiting is not None:
            opened = self.table.waiting.wait
        return Waiting(opened, wait.kind, wait.question, seats)

    def count_kept_frames(self) -> int:
        kept = list(map(is_, self.before, self.table.stack))
        return kept.index(False) if False in kept else len(kept)
