"""The window ledger: every window that opened, within what, who was asked, who used it and who passed,
and how.

Folded from the facts of stored events alone, without engine or table. Read `Row`, then `ledger`, then
`Stack`, which holds the windows that are open. A place is `42.7`, the seventh fact of version 42; a
window's id is the place of its opening. What a seat could have done is not in the facts: `Offer.version`
says at which version to ask the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from domain.kernel.abilities import AbilityAnnounced
from domain.kernel.cards import Learned
from domain.kernel.ending import ALWAYS, MatchOver
from domain.kernel.facts import Fact
from domain.kernel.ids import PUBLIC
from domain.kernel.waits import Waiting
from domain.kernel.windows import Pass, PriorityPassed, WindowClosed, WindowOpened


class Offer(Struct, frozen=True):
    """A seat held priority in the window at this version, under this wait."""

    version: int
    seat: str
    wait: int


class Deed(Struct, frozen=True):
    """What a seat did with the window: `acted` (with the type of the command and the key of the card that it
    used), or passed: of its `own`, by `standing-order`, by `policy`."""

    at: str
    seat: str
    how: str
    command: str = ""
    card: str = ""


class Row(Struct):
    """One window; `inside` is the id of the window that it opened in, `closed` the place where it closed."""

    id: str
    kind: str
    name: str
    step: str
    first: str
    within: str
    about: tuple[str, ...]
    inside: str
    offers: list[Offer]
    deeds: list[Deed]
    closed: str = ""
    how: str = "open"


class Stack:
    """The rows of a match so far, and the windows that are open now, outermost first."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.open: list[Row] = []
        self.asked: Waiting | None = None

    def take(self, version: int, event: Any) -> None:
        """Take the next stored event in: first what its command did with the window, then its facts."""
        self.act(version, event)
        for place, fact in enumerate(event.facts, 1):
            if opening := READERS.get(type(fact)):
                opening(self, f"{version}.{place}", fact)

    def act(self, version: int, event: Any) -> None:
        asked, command = self.asked, event.cmd
        if asked is None or asked.kind == "choice" or not self.open or isinstance(command, (Pass, *ALWAYS)):
            return
        if event.actor in asked.seats:
            deed = Deed(str(version), event.actor, "acted", command.__struct_config__.tag, used_card(event.facts))
            self.open[-1].deeds.append(deed)

    def opened(self, at: str, fact: WindowOpened) -> None:
        inside = self.open[-1].id if self.open else ""
        row = Row(at, fact.kind, fact.name, fact.step, fact.first, fact.within, fact.about, inside, [], [])
        self.rows.append(row)
        self.open.append(row)

    def passed(self, at: str, fact: PriorityPassed) -> None:
        self.open[-1].deeds.append(Deed(at, fact.seat, fact.how))

    def closed(self, at: str, fact: WindowClosed) -> None:
        row = self.open.pop()
        row.closed, row.how = at, fact.how

    def over(self, at: str, fact: MatchOver) -> None:
        self.asked = None
        while self.open:
            row = self.open.pop()
            row.closed, row.how = at, "match over"

    def awaited(self, at: str, fact: Waiting) -> None:
        again = self.asked is not None and self.asked.wait == fact.wait
        self.asked = fact
        if fact.kind != "choice" and self.open and not again:
            version = int(at.partition(".")[0])
            self.open[-1].offers.extend(Offer(version, seat, fact.wait) for seat in fact.seats)


def used_card(facts: Iterable[Fact]) -> str:
    """The key of the card whose ability was used, or that was shown to all as it was played or marshalled."""
    for fact in facts:
        if isinstance(fact, AbilityAnnounced):
            return fact.effect.key
        if isinstance(fact, Learned) and PUBLIC in fact.to and fact.cards:
            return fact.cards[0][1]
    return ""


READERS: dict[type[Fact], Callable[[Stack, str, Any], None]] = {
    WindowOpened: Stack.opened,
    PriorityPassed: Stack.passed,
    WindowClosed: Stack.closed,
    MatchOver: Stack.over,
    Waiting: Stack.awaited,
}


def ledger(events: Iterable[tuple[int, Any]]) -> list[Row]:
    """The windows of a match, in the order in which they opened, from (version, decoded event)."""
    stack = Stack()
    for version, event in events:
        stack.take(version, event)
    return stack.rows
