"""What readers of a match's history are told: each stored event and each fact in order, along one line of the match.

Read `HistoryMoment`, then `HistoryReader`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.deciding import seat_options
from domain.kernel.facts import Fact
from domain.kernel.formats.renaming import UNTYPED
from domain.kernel.history.nameless_texts import Commanded, NameVeil
from domain.kernel.ids import Handle, Seat
from domain.kernel.spaces.commands import Commands

if TYPE_CHECKING:
    from domain.kernel.history.tables import MatchRow

FactHook = Callable[[Any, "HistoryMoment", Any], None]


class HistoryMoment:
    """Where the reading of a match stands: version, place and time, the event, and the table after the last fact."""

    def __init__(self, match_id: str, rules: Any, table: Any, veil: NameVeil) -> None:
        self.match_id = match_id
        self.rules = rules
        self.table = table
        self.veil = veil
        self.version = 0
        self.place = 0
        self.event: Any = None
        self.at: datetime | None = None
        self.seconds: float | None = None
        """How long the seat of the event was awaited, where it answers a question."""
        self._cards = 0
        self._keys: dict[str, str] = {}
        self._commanded = Commanded(
            {str(each.__struct_config__.tag): each for each in rules.commands}, rules.command_from_text
        )
        self._options: dict[Seat, Commands | None] = {}

    @property
    def where(self) -> dict[str, Any]:
        """The columns of a `PlaceRow` for this place."""
        return {"match_id": self.match_id, "version": self.version, "place": self.place}

    @property
    def course(self) -> dict[str, Any]:
        """The columns of a `CourseRow` for this place."""
        return {**self.where, "round": self.table.round, "phase": self.table.phase}

    def seat_number(self, seat: str) -> int | None:
        """The number of a seat in the order of the table, from 1; None for no seat."""
        return self.veil.numbers.get(seat)

    def card_key(self, handle: Handle) -> str:
        """The card that has or had this handle, as its key; empty for none."""
        found = self.table.find_card(handle)
        return str(found.key) if found is not None else self._keys.get(handle, "")

    def text_of(self, value: object, hint: object = UNTYPED) -> str:
        """A value of a type as JSON in which cards stand by their keys, seats by their numbers, and nobody by name."""
        return self.veil.json(value, self._keys, self._commanded, hint)

    def options(self, seat: str) -> Commands | None:
        """What a seat may answer to the open wait; None if it is not awaited."""
        if seat not in self._options:
            self._options[Seat(seat)] = seat_options(self.rules, self.table, Seat(seat))
        return self._options[Seat(seat)]

    def begin(self, version: int, event: Any, at: datetime | None, seconds: float | None) -> None:
        """Go on to an event, none of whose facts is folded yet."""
        self.version, self.place, self.event, self.at, self.seconds = version, 0, event, at, seconds

    def remember_handles(self, fact: Fact) -> None:
        """Remember the cards by the handles that a fact that was folded gave them, beside those that they had."""
        for old, new in renamed_handles(fact):
            if (key := self._keys.get(old)) is not None:
                self._keys[new] = key
        cards = getattr(self.table, "cards", {})
        if len(cards) != self._cards:
            self._cards = len(cards)
            self._keys.update((each.handle, str(each.key)) for each in cards.values())

    def forget_options(self) -> None:
        """Forget what seats may answer, as the table changes."""
        self._options.clear()


class HistoryReader:
    """Reads one line of a match from its beginning, and makes rows of it.

    A game's reader lists the facts that it wants `after` they are folded, each with one of its methods; a fact is also
    given to those who want a type that it comes from. It may override the other methods too.
    """

    after: ClassVar[Mapping[type[Fact], FactHook]] = {}

    def begin_event(self, now: HistoryMoment) -> None:
        """Read an event, with the table before it."""

    def read_fact(self, now: HistoryMoment, fact: Fact) -> None:
        """Read a fact of whatever type, with the table after it."""

    def end_event(self, now: HistoryMoment) -> None:
        """Read an event, with the table after it."""

    def rows(self, now: HistoryMoment) -> Iterable[MatchRow]:
        """The rows, when the line has been read to its end."""
        return ()
