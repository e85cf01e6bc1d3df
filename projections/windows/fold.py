"""The window ledger: every window that opened, within what, who was asked, who used it and who passed, and how.

Folded from the facts of stored events alone, without engine or table. Read `LedgerRow`, then `fold_ledger`, then
`Stack`, which holds the open windows, then `as_of`. A place is `42.7`, the seventh fact of version 42; a window's id is
the place of its opening. The facts do not say what a seat could have done: `Offer.version` is the version at which to
ask the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any

from msgspec import Struct, structs

from domain.kernel.cards.card_facts import Learned
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import ALWAYS, MatchOver
from domain.kernel.flow.priority_windows import Pass, PriorityPassed, WindowClosed, WindowOpened
from domain.kernel.flow.waits import Waiting
from domain.kernel.ids import PUBLIC
from domain.kernel.occurring.abilities import AbilityAnnounced
from domain.match.events import event_kind

FactPlace = tuple[int, int]
END = 2**31 - 1  # after the last fact of any version


class Offer(Struct, frozen=True):
    """A seat held priority in the window at this version, under this wait."""

    version: int
    seat: str
    wait: int


class WindowUse(Struct, frozen=True):
    """What a seat did with the window: `acted` (with the type of the command and the key of the card that it
    used), or passed: of its `own`, by `standing-order`, by `policy`."""

    at: str
    seat: str
    how: str
    command: str = ""
    card: str = ""


class LedgerRow(Struct, omit_defaults=True):
    """One window; `inside` is the id of the window that it opened in, `opened_by` whose action opened it, `closed`
    the place where it closed."""

    id: str
    kind: str
    name: str
    step: str
    first: str
    within: str
    about: tuple[str, ...]
    inside: str
    offers: list[Offer]
    deeds: list[WindowUse]
    closed: str = ""
    how: str = "open"
    round: int = 0
    opened_by: str = ""
    closed_before: list[tuple[str, str]] = []


class Stack:
    """The windows of a match that are open now, outermost first, and the rows that were touched so far."""

    def __init__(self) -> None:
        self.touched: dict[str, LedgerRow] = {}
        self.open: list[LedgerRow] = []
        self.waiting: Waiting | None = None
        self.round = 0
        self.actor = ""
        self.kept: list[tuple[tuple[LedgerRow, ...], Waiting | None, int]] = [((), None, 0)]
        self.backs: dict[int, int] = {}

    def take(self, version: int, event: Any) -> None:
        """Fold the next stored event: first what its command did with the window, then its facts."""
        self.actor = event.actor
        if event.back:
            self.go_back(version, event.back)
        self.act(version, event)
        for number, fact in enumerate(event.facts, 1):
            kind: type[Fact] = type(fact)
            if reader := reader_of(kind):
                reader(self, f"{version}.{number}", fact)
        self.kept.append((tuple(self.open), self.waiting, self.round))

    def go_back(self, version: int, back: int) -> None:
        """Open the windows again that were open at an earlier version; the place where they closed since is kept."""
        opened, self.waiting, self.round = self.kept[back]
        self.open, self.backs[version] = list(opened), back
        for row in self.open:
            if row.closed:
                row.closed_before.append((row.closed, row.how))
                row.closed, row.how = "", "open"
            self.touch(row)

    def act(self, version: int, event: Any) -> None:
        wait, command = self.waiting, event.cmd
        # what a judge orders is no deed of a seat, whatever the judge is called
        if wait is None or event_kind(event) != "action" or wait.kind == "choice":
            return
        if isinstance(command, (Pass, *ALWAYS)):
            return
        if self.open and event.actor in wait.seats:
            card = used_card(event.facts)
            self.record_use(WindowUse(str(version), event.actor, "acted", command.__struct_config__.tag, card))

    def record_use(self, deed: WindowUse) -> None:
        self.touch(self.open[-1]).deeds.append(deed)

    def touch(self, row: LedgerRow) -> LedgerRow:
        self.touched[row.id] = row
        return row

    def open_window(self, at: str, fact: WindowOpened) -> None:
        inside = self.open[-1].id if self.open else ""
        row = LedgerRow(at, fact.kind, fact.name, fact.step, fact.first, fact.within, fact.about, inside, [], [])
        row.round, row.opened_by = self.round, self.actor
        self.open.append(self.touch(row))

    def record_pass(self, at: str, fact: PriorityPassed) -> None:
        self.record_use(WindowUse(at, fact.seat, fact.how))

    def close_window(self, at: str, fact: WindowClosed) -> None:
        self.close(at, fact.how)

    def close(self, at: str, how: str) -> None:
        row = self.touch(self.open.pop())
        row.closed, row.how = at, how

    def close_all(self, at: str, fact: MatchOver) -> None:
        self.waiting = None
        while self.open:
            self.close(at, "match over")

    def record_wait(self, at: str, fact: Waiting) -> None:
        is_same = self.waiting is not None and self.waiting.wait == fact.wait
        self.waiting = fact
        if fact.kind != "choice" and self.open and not is_same:
            version, _ = parse_place(at)
            self.touch(self.open[-1]).offers.extend(Offer(version, seat, fact.wait) for seat in fact.seats)

    def record_round(self, at: str, fact: Any) -> None:
        self.round = fact.round


FactReader = Callable[[Stack, str, Any], None]
READERS: dict[type[Fact], FactReader] = {
    WindowOpened: Stack.open_window,
    PriorityPassed: Stack.record_pass,
    WindowClosed: Stack.close_window,
    MatchOver: Stack.close_all,
    Waiting: Stack.record_wait,
}


@cache
def reader_of(kind: type[Fact]) -> FactReader | None:
    """The function that reads facts of a type; a game's fact that carries `round` tells the round."""
    in_round = Stack.record_round if "round" in kind.__struct_fields__ else None
    return READERS.get(kind, in_round)


def used_card(facts: Iterable[Fact]) -> str:
    """The key of the card whose ability was used, or that was shown to all as it was played or marshalled."""
    for fact in facts:
        if isinstance(fact, AbilityAnnounced) and not fact.effect.is_delayed_part:
            return fact.effect.key
        if isinstance(fact, Learned) and PUBLIC in fact.to and fact.cards:
            return fact.cards[0][1]
    return ""


def fold_ledger(events: Iterable[tuple[int, Any]]) -> list[LedgerRow]:
    """The windows of a match, in the order in which they opened, from (version, decoded event)."""
    stack = Stack()
    for version, event in events:
        stack.take(version, event)
    return list(stack.touched.values())


def parse_place(at: str) -> FactPlace:
    """The place `42.7` as a pair; `42` is before the first fact of version 42."""
    version, _, number = at.partition(".")
    return int(version), int(number or 0)


def as_of(row: LedgerRow, upto: FactPlace, line: Collection[int] | None = None) -> LedgerRow | None:
    """The row as it was after this place, None if the window had not opened; `(42, END)` is all of version 42.

    `line` are the versions that make up the state there, where the match has been rewound: what happened on others is
    left out.
    """

    def holds(at: str) -> bool:
        return parse_place(at) <= upto and (line is None or parse_place(at)[0] in line)

    if not holds(row.id):
        return None
    offers = [offer for offer in row.offers if (offer.version, END) <= upto and holds(str(offer.version))]
    deeds = [deed for deed in row.deeds if holds(deed.at)]
    closings = [*row.closed_before, (row.closed, row.how)]
    closed, how = next(((at, how) for at, how in reversed(closings) if at and holds(at)), ("", "open"))
    return structs.replace(row, offers=offers, deeds=deeds, closed=closed, how=how, closed_before=[])
