"""What a game brings to the rows of the judges' table: how its records are read, and what is asked of its matches.

Nothing here, nor in `tests/games/<game>_rows.py`, is of the service: what a row expects is added up from the facts of a
record alone. A row that a game does not have stands in `left_out`, with the reason that the guide gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from tests.judging.rows.raw import Fact, Raw

if TYPE_CHECKING:
    from tests.judging.rows.hall import Table


class Lies(Protocol):
    """What lies on the table, by the facts so far."""

    used: dict[str, list[int]]
    """What is limited, with the versions that used it, as far as those are told."""

    def take(self, version: int, fact: Fact) -> None:
        """Take in a fact."""

    def limits(self) -> dict[str, int]:
        """What is limited, and how often it has been done."""

    def values(self, seats: Iterable[str]) -> dict[str, Any]:
        """All values by name; those of a seat begin with its name and a dot."""


class RowTests(Protocol):
    """What the rows ask of a game."""

    called: str
    """What the guide calls the game where it says that a row is not of it."""

    left_out: Mapping[tuple[str, int], str]
    """The rows that are not of this game, by kind and number, with the reason in the words of the guide."""

    simulated: tuple[object, ...]
    """What `praetor simulate` is asked beside the game."""

    series: str
    """The name of the matches that it plays, without their number; `{seed}` is that of the series."""

    regulation: str
    cited: str
    """A regulation for it, and a rule that a case can cite."""

    numbers: frozenset[str]
    """Numbers of the rules that a match comes to before long."""

    marked: Mapping[str, frozenset[str]]
    """The facts that a timeline marks as a change of power or as a loss."""

    ordered: Mapping[str, str]
    """The field that holds an order, of commands and of facts, by their names."""

    counter: str
    """An amount of each seat that may be corrected."""

    touched: tuple[str, ...]
    """Values of a seat that a comparison tells under the same names."""

    final: frozenset[str]
    """The windows, by name, in which a pass is for good."""

    deck_part: str
    """The part of a deck, by its key, whose cards are drawn; empty where seats bring none."""

    too_few: int
    """Fewer cards than may be in that part."""

    number: str
    """A number of the rules that is there at any time."""

    common: Mapping[str, Any]
    """A command that is lawful whenever its question is put to a seat."""

    def lies(self) -> Lies:
        """An empty table, to which the facts of a record are added up."""

    def shown(self, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
        """The values of a table by name, as a view shows them."""

    def pile(self, seat: str) -> str:
        """A hidden pile that may be shuffled."""

    def is_common(self, waiting: Fact) -> bool:
        """Whether `common` answers what is asked."""

    def is_calm(self, waiting: Fact) -> bool:
        """Whether a question to one seat leaves nothing secret or half done."""

    def type_counter(self, position: dict[str, Any], seat: str, n: int) -> None:
        """Write another amount of a seat into a position."""

    def hands(self, view: dict[str, Any]) -> list[str]:
        """The cards in hands that a view names."""

    def seen_hands(self, raw: Raw, version: int, who: str) -> list[str]:
        """The cards in hands that somebody may see."""

    def things(self, raw: Raw) -> list[str]:
        """Things whose way is asked for."""

    def way(self, raw: Raw, thing: str) -> tuple[list[str], list[str]]:
        """The names of a thing, and where the record names it, from its first fact to its last."""

    def chosen(self) -> tuple[str, ...]:
        """Questions whose answers can be told from the record."""

    def targets(self, raw: Raw, seat: str, version: int) -> Any:
        """What there was to choose for a seat that was asked one of those."""

    def offered(self, table: Table, seat: str, version: int) -> Any:
        """What the service offers there; one beyond it is explained as refused, one of it as lawful."""

    def asked_number(self, raw: Raw, at: str, version: int, fact: Fact) -> tuple[int, str, str, Any] | None:
        """At which version a counted number can be asked for, what and of whom, and its trace; None if never."""

    def measured(self, raw: Raw, version: int) -> dict[str, dict[str, int]]:
        """The values that decide at time, of each seat."""
