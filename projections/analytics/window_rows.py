"""The rows of windows: each window that opened, what each seat could do in it, and what it did.

They are those of the ledger of windows, with the number of answers that the engine offered when a seat was asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.flow.waits import Waiting
from domain.kernel.formats.text_forms import PublicWords
from domain.kernel.history.reading import HistoryMoment, HistoryReader
from domain.kernel.history.tables import CourseRow, HistoryTable, MatchRow
from domain.match.events import event_kind
from projections.analytics.decision_rows import ACTION
from projections.windows.fold import LedgerRow, Offer, Stack, parse_place, reader_of

PASS = str(Pass.__struct_config__.tag)
ACTED, POLICY = "acted", "policy"


class WindowRow(CourseRow, frozen=True, kw_only=True):
    """A window of priority: a time in which seats may use abilities by turns."""

    kind: Annotated[
        str,
        Meta(
            description="The kind of window: `action`; before something happens `would-interrupt`, `cancel` and "
            "`interrupt`, after it `reaction`."
        ),
    ]
    name: Annotated[str, Meta(description="The name of the window, or of what it answers to.")]
    step: Annotated[str, Meta(description="The step of the timing chart.")]
    within: Annotated[str, Meta(description="What was going on, in public words.")]
    about: Annotated[str, Meta(description="What it was about, in public words, as a JSON array.")]
    first_seat: Annotated[int | None, Meta(description="The seat that had priority first, as in `seats`.")]
    opened_by: Annotated[int | None, Meta(description="The seat whose action opened it; nothing for a judge.")]
    inside_version: Annotated[int | None, Meta(description="The version of the window that it opened in, if any.")]
    inside_place: Annotated[int | None, Meta(description="The place of the window that it opened in, if any.")]
    closed_version: Annotated[int | None, Meta(description="The version in which it closed, if it did.")]
    closed_place: Annotated[int | None, Meta(description="The place in which it closed, if it did.")]
    how: Annotated[
        str,
        Meta(
            description="How it closed: `passes`, `void` where what it was about was gone, `correction` of a judge, "
            "`match over`; `open` where it did not."
        ),
    ]
    offers: Annotated[int, Meta(description="How often a seat was asked in it, as in `window_seats`.")]
    uses: Annotated[int, Meta(description="How often a seat acted in it.")]


class WindowSeatRow(CourseRow, frozen=True, kw_only=True):
    """What a seat was offered in a window and what it did there."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    offers: Annotated[
        int, Meta(description="How often it was asked; what a judge's order, as a rewind, put anew counts once.")
    ]
    options: Annotated[int, Meta(description="The most ways to act, beside passing, that it was offered at once.")]
    could_use: Annotated[bool, Meta(description="Whether it was ever offered anything but to pass.")]
    used: Annotated[int, Meta(description="How often it acted.")]
    passed: Annotated[int, Meta(description="How often it passed, in whatever way.")]
    passed_how: Annotated[
        str | None, Meta(description="How it passed last: `own`, `standing-order` or `policy`; nothing if it did not.")
    ]
    skipped: Annotated[bool, Meta(description="Whether the window policy passed for it and it was never asked.")]
    name: Annotated[str, Meta(description="The name of the window, as in `windows`.")]


class SeatInWindow(Struct):
    """What a seat was offered in a window, and did."""

    offers: int = 0
    options: int = 0
    used: int = 0
    passes: list[str] = []


class WindowsReader(HistoryReader):
    """Folds the ledger of one line, and asks the engine what each seat that is asked may answer."""

    def __init__(self) -> None:
        self.stack = Stack()
        self.phases: dict[str, tuple[int, str]] = {}
        self.options: dict[tuple[int, str], int] = {}
        self.ordered: tuple[str, Waiting] | None = None
        self.put_anew: set[tuple[int, str]] = set()

    def begin_event(self, now: HistoryMoment) -> None:
        """Remember what was asked in the open window, if a judge orders something now."""
        stack, by_judge = self.stack, event_kind(now.event) != ACTION
        self.ordered = (stack.open[-1].id, stack.waiting) if by_judge and stack.open and stack.waiting else None
        self.stack.actor = now.event.actor
        self.stack.act(now.version, now.event)

    def read_fact(self, now: HistoryMoment, fact: Fact) -> None:
        if reader := reader_of(type(fact)):
            at, opened = f"{now.version}.{now.place}", len(self.stack.open)
            reader(self.stack, at, fact)
            if len(self.stack.open) > opened:
                self.phases[at] = (now.table.round, now.table.phase)

    def end_event(self, now: HistoryMoment) -> None:
        """Count the ways to act of the seats that the event left with priority."""
        self.find_put_anew()
        waiting = now.table.waiting
        if waiting is None or waiting.kind == "choice" or not self.stack.open:
            return
        for seat in waiting.seats:
            space = now.options(seat)
            if space is not None:
                self.options[now.version, seat] = sum(form.type != PASS for form in space.forms)

    def find_put_anew(self) -> None:
        """Find what a judge's order asks anew in the window in which it was asked before: that counts once."""
        after = self.stack.waiting
        if self.ordered is None or after is None or not self.stack.open:
            return
        window, before = self.ordered
        if self.stack.open[-1].id == window and after.wait != before.wait:
            self.put_anew |= {(before.wait, seat) for seat in before.seats if seat in after.seats}

    def offers_of(self, row: LedgerRow) -> list[Offer]:
        """What seats were asked in a window, without what was put anew since."""
        return [each for each in row.offers if (each.wait, each.seat) not in self.put_anew]

    def rows(self, now: HistoryMoment) -> Iterator[MatchRow]:
        for row in self.stack.touched.values():
            (version, place), (round, phase) = parse_place(row.id), self.phases[row.id]
            where: dict[str, Any] = {"match_id": now.match_id, "version": version, "place": place}
            where |= {"round": round, "phase": phase}
            inside, closed = (parse_place(each) if each else (None, None) for each in (row.inside, row.closed))
            yield WindowRow(
                **where,
                kind=row.kind,
                name=row.name,
                step=row.step,
                within=now.veil.words(row.within),
                about=now.text_of(row.about, tuple[PublicWords, ...]),
                first_seat=now.seat_number(row.first),
                opened_by=now.seat_number(row.opened_by),
                inside_version=inside[0],
                inside_place=inside[1],
                closed_version=closed[0],
                closed_place=closed[1],
                how=row.how,
                offers=len(self.offers_of(row)),
                uses=sum(each.how == ACTED for each in row.deeds),
            )
            for seat, found in self.seats_of(row).items():
                yield WindowSeatRow(
                    **where,
                    seat=now.veil.numbers[seat],
                    offers=found.offers,
                    options=found.options,
                    could_use=found.options > 0,
                    used=found.used,
                    passed=len(found.passes),
                    passed_how=found.passes[-1] if found.passes else None,
                    skipped=not found.offers and POLICY in found.passes,
                    name=row.name,
                )

    def seats_of(self, row: LedgerRow) -> dict[str, SeatInWindow]:
        """What each seat that was asked, acted or passed was offered and did."""
        found: dict[str, SeatInWindow] = {}
        for offer in self.offers_of(row):
            seen = found.setdefault(offer.seat, SeatInWindow())
            seen.offers += 1
            seen.options = max(seen.options, self.options.get((offer.version, offer.seat), 0))
        for deed in row.deeds:
            seen = found.setdefault(deed.seat, SeatInWindow())
            if deed.how == ACTED:
                seen.used += 1
            else:
                seen.passes.append(deed.how)
        return found


WINDOW_TABLES = (HistoryTable("windows", WindowRow, 3), HistoryTable("window_seats", WindowSeatRow, 6))
