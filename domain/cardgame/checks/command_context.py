"""What the checks of a command read: the table, the seat, the command, and the things that it names."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.abilities.registry import Registry
from domain.cardgame.commands import PlayEvent
from domain.cardgame.table import HAND, CardGameTable, rules_of_table
from domain.kernel.checks import lazily
from domain.kernel.flow.frames import Procedure, find_open_wait
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Handle, Seat, zone_kind
from domain.kernel.occurring.conditions import Condition, ConditionGroup

T = TypeVar("T", bound=CardGameTable)


class CardCommandContext(Generic[T]):
    """A command with the things that it names: window, card, ability, condition.

    With `public` only public knowledge counts. Derived values are computed when a check first needs them. A game's own
    class says which ability its own commands mean.
    """

    def __init__(
        self,
        table: T,
        seat: Seat,
        command: object,
        frame: Procedure | None = None,
        public: bool = False,
    ) -> None:
        self.table = table
        self.seat = seat
        self.command = command
        self.public = public
        if frame is None:
            found = find_open_wait(table.stack)
            frame = found[1] if found else None
        self.window = frame if isinstance(frame, Window) else None
        self.handle = Handle(getattr(command, "card", ""))
        self.registry: Registry[Any] = table.registry

    @lazily
    def card(self) -> Any:  # of the game's type of card
        return self.table.cards[self.handle]

    @lazily
    def index(self) -> int:
        return self.ability_index()

    def ability_index(self) -> int:
        """The index of the ability meant: for an event the one that fits the window."""
        if isinstance(self.command, PlayEvent):
            abilities = self.registry.abilities(self.card.key)
            kind = self.window.kind if self.window else ""
            return next((index for index, each in enumerate(abilities) if each.timing == kind), 0)
        return int(getattr(self.command, "ability", 0))

    @lazily
    def happening(self) -> ConditionGroup | None:
        return self.table.condition_group(self.window.about) if self.window else None

    @lazily
    def condition(self) -> Condition | None:
        happening = self.happening
        wanted = getattr(self.command, "condition", 0)
        return happening.condition(wanted) if happening and wanted else None

    @lazily
    def ability_context(self) -> AbilityContext[T]:
        return AbilityContext(
            self.table, self.card.key, self.index, self.seat, self.handle, self.condition, public=self.public
        )

    def times_used(self, key: str) -> int:
        """The value of a limit's counter, as it counts in this window."""
        spent = dict(self.window.spent) if self.window is not None else {}
        return self.table.usage.get(key, 0) + spent.get(key, 0)

    @property
    def is_event(self) -> bool:
        """Whether it is about an event in hand, or one that counts as such."""
        if not self.registry.is_event(self.card.key):
            return False
        rules = rules_of_table(self.table)
        return zone_kind(self.card.zone) == HAND or self.handle in rules.counted_as_in_hand(self.table, self.seat)


AnyCommandContext = CardCommandContext[Any]
"""The context as checks of the shared floor read it, whatever more the game's table has."""
