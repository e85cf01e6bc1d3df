"""The names of windows and questions in expectations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct, field

from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.flow.priority_windows import Window, WindowOpened
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import (
    AbilityTable,
    AboutConditions,
    AftermathEnded,
    ConditionAverted,
    ConditionGroup,
    OccurrenceEnded,
)
from domain.kernel.refusals import Json
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.commands import open_conditions
from domain.kernel.table import CopyOnWriteMap, Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules

T = TypeVar("T", bound=Table, contravariant=True)

WindowNames = tuple[str, ...]


HAPPENS = (AboutConditions, ConditionAverted, OccurrenceEnded, AftermathEnded)


NONE = "none"


class ScenarioProbe(Protocol[T]):
    """What only the game can see."""

    @property
    def windows(self) -> tuple[str, ...]:
        """The windows of the framework, beside those that conditions open."""

    @property
    def places(self) -> tuple[str, ...]:
        """The places that players choose as they choose cards, each by its word."""

    def keys(self, table: T, names: CardNames) -> Iterator[str]:
        """Every key that `see` knows."""

    @property
    def endings(self) -> tuple[str, ...]:
        """How a match can end."""

    def see(self, table: T, names: CardNames, key: DocumentNode, path: tuple[str, ...]) -> object:
        """What a key of an expectation looks at. Raises NoSuchKey, and Unreadable for values that do not fit a key."""

    def type_of(self, table: T, names: CardNames, path: tuple[str, ...]) -> object:
        """The type of what a key finds, for its words; None where these may be any.

        Of a field of a fact (`fact`, its tag, the field): what the game says beside the field's own type.
        """

    def default(self, table: T, seat: Seat, tag: str, given: dict[str, Json], field: str) -> Json:
        """The value of a field of a command where neither scenario nor options say it; None: unknown.

        That of a field that means nothing further where it is left out is here too.
        """


def known_windows(rules: Rules[TableT], sights: ScenarioProbe[TableT]) -> frozenset[str]:
    """Every name that `window` can find: the questions and windows of a game, whichever cards are in its pool."""
    by_condition = {f"{kind}:{condition}" for kind in rules.window_kinds for condition in rules.condition_kinds}
    return frozenset({NONE, *sights.windows, *questions(rules.frames), *by_condition})


def questions(frames: Iterable[type[Procedure]]) -> Iterator[str]:
    """Every question that a step of these procedures asks."""
    for frame in frames:
        yield from (each.question for each in frame.steps if isinstance(each, Decision) and each.named is None)


def windows_open(table: AbilityTable) -> frozenset[str]:
    """The names of what is open: of a question its own, of a window also one by each condition that it is about."""
    if table.waiting is None:
        return frozenset()
    frame = table.stack[-2]
    about = {f"{frame.kind}:{each.kind}" for each in open_conditions(table)} if isinstance(frame, Window) else set()
    return frozenset({table.waiting.question, *about})


class ConditionLog(Struct):
    """What is imminent and what has occurred, of which the facts of a scenario tell."""

    occurrences: CopyOnWriteMap[int, ConditionGroup] = field(default_factory=CopyOnWriteMap)
    aftermaths: CopyOnWriteMap[int, ConditionGroup] = field(default_factory=CopyOnWriteMap)

    def follow(self, facts: Iterable[Fact]) -> None:
        """Note what these facts tell of conditions."""
        for fact in facts:
            if isinstance(fact, HAPPENS):
                fact.apply(self)

    def names(self, opened: WindowOpened) -> WindowNames:
        """All names of a window that opens now, its own first, then one by each condition that it is about."""
        shelf = self.aftermaths if opened.kind == "reaction" else self.occurrences
        for happening in reversed(shelf.values()):
            named = [f"{opened.kind}:{each.kind}" for each in happening.conditions]
            if opened.name in named:
                return (opened.name, *named)
        return (opened.name,)


def names_of_opened_windows(before: Iterable[Fact], facts: Iterable[Fact]) -> tuple[WindowNames, ...]:
    """Each window that opened in these facts, with all its names."""
    now = ConditionLog()
    now.follow(before)
    found: list[WindowNames] = []
    for fact in facts:
        now.follow((fact,))
        if isinstance(fact, WindowOpened):
            found.append(now.names(fact))
    return tuple(found)
