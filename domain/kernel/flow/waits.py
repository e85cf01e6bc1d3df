"""The facts of waiting: who is awaited for what, and sealed answers.

`Waiting` is the last fact of every action that leaves somebody awaited: ledger, clocks and the public head of a match
need no engine. A sealed answer lies in `table.sealed` as the JSON of its command; *that* a seat has answered is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from msgspec import structs

from domain.kernel.facts import Fact, ToOfficials
from domain.kernel.formats.text_forms import AnswerText, Term, ThingName
from domain.kernel.ids import NO_CARD, NO_SEAT, OFFICIALS, Seat, Viewer
from domain.kernel.refusals import Json

if TYPE_CHECKING:
    from domain.kernel.table import Table


class Waiting(Fact, frozen=True, tag="kernel.waiting"):
    """A wait opened: who is awaited; `wait` is the version at which it opened or was restored by a judge."""

    wait: int
    kind: Term
    question: Term
    seats: tuple[Seat, ...]
    shown: Term = ""

    def apply(self, table: Table) -> None:
        if table.unasked and (table.waiting is None or table.waiting.wait != self.wait):
            table.unasked = type(table.unasked)()
        table.waiting = self
        for forced in table.forced:
            if forced.question == self.question and forced.seat in self.seats:
                others = (
                    each for each in table.forced if each.question != self.question or each.seat not in self.seats
                )
                table.forced = tuple(others)
                break


class Sealed(Fact, frozen=True, tag="kernel.sealed"):
    """A seat gave its secret answer; `shown` is what the others may see of it meanwhile."""

    neutral = True
    seals = True
    seat: Seat
    answer: AnswerText = ""
    shown: str = ""

    def apply(self, table: Table) -> None:
        table.sealed.put(self.seat, self.answer)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer in (self.seat, "admin"):
            return self
        return structs.replace(self, answer="")


class SealsOpened(Fact, frozen=True, tag="kernel.seals_opened"):
    """The secret answers were opened, as all are in; what they were follows as facts of the game."""

    neutral = True
    unseals = True

    def apply(self, table: Table) -> None:
        table.sealed = type(table.sealed)()


class SealsWithdrawn(Fact, frozen=True, tag="kernel.seals_withdrawn"):
    """The secret answers of these seats were taken back unread, as a judge changed the table under them."""

    neutral = True
    seats: tuple[Seat, ...]

    def apply(self, table: Table) -> None:
        for seat in self.seats:
            table.sealed.take(seat)


class StepMended(Fact, frozen=True, tag="kernel.step_mended"):
    """A step under way was mended, and why: by a correction, or as a seat got another player; folds to nothing.

    `how`: mended, ended, withdrawn (an open question, to be asked anew if it can be), abandoned.
    """

    neutral = True
    frame: str
    how: str
    what: str


class Forced(Fact, frozen=True, tag="kernel.forced"):
    """The engine gave the only answer that was possible by public information.

    It is remembered until the seat is asked the same itself, or the game begins something new.
    """

    neutral = True
    seat: Seat
    question: str
    answer: AnswerText

    def apply(self, table: Table) -> None:
        others = (each for each in table.forced if (each.seat, each.question) != (self.seat, self.question))
        table.forced = (*others, self)


class StepReached(Fact, frozen=True, tag="kernel.step_reached"):
    """A numbered step of the timing chart began; folds to nothing."""

    neutral = True
    step: Term


class SeedCommitted(Fact, frozen=True, tag="kernel.seed_committed"):
    """The match committed to its secret seed by its hash, public from the first action on (SHA-256, hexadecimal)."""

    neutral = True
    commitment: Term


class ChanceKept(ToOfficials, frozen=True, tag="kernel.chance_kept"):
    """A rewind kept the stream of chance: it goes on from here, not from where it was at the version gone back to."""

    neutral = True
    counter: int

    def apply(self, table: Table) -> None:
        table.counter = self.counter


class RandomResult(Fact, frozen=True, tag="kernel.random_result"):
    """A random result was drawn: for what, and how far the stream has been drawn; `seat`: only that seat reads it.

    To others each thing of it is an empty text, unless the same action shows it to them (`read_facts`).
    """

    neutral = True
    purpose: str
    result: tuple[ThingName, ...]
    counter: int = 0
    seat: Seat = NO_SEAT

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer in OFFICIALS:
            return self
        if self.seat and viewer != self.seat:
            return structs.replace(self, result=(NO_CARD,) * len(self.result), counter=0)
        return structs.replace(self, counter=0)


def seen_waiting(table: Table) -> dict[str, Json] | None:
    """The open wait as a view shows it: who is asked what; None where nobody is."""
    now = table.waiting
    if now is None:
        return None
    return {"wait": now.wait, "kind": now.kind, "question": now.question, "seats": now.seats}
