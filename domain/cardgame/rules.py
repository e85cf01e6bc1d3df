"""What the shared code asks of a card game beside what the kernel asks: its own answers, with defaults.

A game's rules are one value of a class under `CardGameRules`. Shared code that has only a table reaches them by
`rules_of_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from domain.cardgame import slots as _slots  # noqa: F401 - this floor cites what it carries out
from domain.cardgame.facts.cards import CardsDiscarded, CardsSacrificed
from domain.cardgame.occurring.execution import Executor, execute_conditions, without_immune
from domain.cardgame.table import HAND, CardGameTable
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import CardSnapshot, Condition, EffectObject
from domain.kernel.rules import Rules

T = TypeVar("T", bound=CardGameTable, contravariant=True)


class CardGameRules(Rules[T], Protocol[T]):
    """The rules of one card game with one card pool."""

    executors: ClassVar[Mapping[str, Executor[Any]]]
    """What carries out conditions, by their kind; conditions of other kinds just occur."""
    leaving: ClassVar[Mapping[str, str]] = {
        "discarded": "discard",
        "sacrificed": "discard",
        "returned_to_hand": HAND,
        "removed": "removed",
        "shuffled_away": "deck",
    }
    """The kinds of conditions by which cards leave play, with the kind of zone of its owner to which one goes."""
    leaving_facts: ClassVar[Mapping[str, Callable[[tuple[Handle, ...]], Fact]]] = {
        "sacrificed": CardsSacrificed,
        "discarded": CardsDiscarded,
    }
    """The facts that say why cards leave play, by the kind of condition."""
    entering: ClassVar[tuple[str, ...]] = ("entered_play",)
    """The kinds of conditions by which cards enter play."""
    decks: ClassVar[tuple[str, ...]] = ("deck",)
    """The kinds of zones that are shuffled when a card goes there out of play."""
    ordered_piles: ClassVar[Mapping[str, str]] = {}
    """The kinds of piles in which the order matters, with the rule that gives it to the owner."""
    victories: ClassVar[Mapping[str, str]] = {}
    """The rules by which players may win at once, each with what the end of the match says of how."""

    # seats

    def next_seat(self, table: T, seat: Seat) -> Seat:
        return table.next_seat(seat)

    def first_seat(self, table: T, kind: str, about: int) -> Seat:
        return table.first_player

    def ordering_seat(self, table: T) -> Seat:
        return table.first_player

    # what occurs

    def execute_conditions(
        self, game: Game[T], conditions: tuple[Condition, ...], effect: int
    ) -> tuple[Condition, ...]:
        return execute_conditions(game, without_immune(game.table, conditions, effect))

    def take_snapshot(self, table: T, card: Handle) -> CardSnapshot:
        """The state of a card in play, for abilities that refer to it after it has left."""
        found = table.cards[card]
        marks = (f"type:{found.type}",) if found.type else ()
        return CardSnapshot(found.key, found.owner, found.controller, marks)

    def can_leave_play(self, table: T, card: Handle) -> bool:
        """Whether nothing keeps a card in play."""
        return True

    def leaves_with_host(self, table: T, card: Handle) -> str:
        """The kind of condition by which a card leaves play when the card that it is on leaves."""
        return "discarded"

    def leave_contest(self, game: Game[T], cards: tuple[Handle, ...]) -> None:
        """Take cards out of a contest that is under way, as they leave play or change control."""
        return None

    def has_immune_cards(self, table: T) -> bool:
        """Whether any card may be immune to anything."""
        return False

    def is_immune(self, table: T, card: Handle, effect: EffectObject) -> bool:
        """Whether a card in play is immune to an ability under way."""
        return False
