"""What the family asks of one of its games beside what every card game answers: its facts, and where editions differ.

Code of the family that has only a table reaches the rules by `state.agot_rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from domain.cardgame.rules import CardGameRules
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards import slots as _slots  # noqa: F401 - this floor cites what it carries out
from domain.families.agot_cards.facts.own_facts import OwnFacts
from domain.families.agot_cards.occurring import ENTERING, leave_challenge, pay_gold, take_snapshot
from domain.families.agot_cards.pool import card_fields
from domain.families.agot_cards.state import LEAVING, AgotTable
from domain.families.agot_cards.words.select import side_of
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.numbers import TracedNumber
from domain.kernel.occurring.conditions import CardSnapshot

T = TypeVar("T", bound=AgotTable, contravariant=True)


class AgotCardRules(CardGameRules[T], Protocol[T]):
    """The rules of one of the two games with one card pool."""

    own_facts: ClassVar[OwnFacts]
    """The facts of the family as this game stores them."""
    leaving: ClassVar[Mapping[str, str]] = LEAVING
    entering: ClassVar[tuple[str, ...]] = ENTERING
    currency: ClassVar[str] = "gold"
    gold_counts_for_dominance: ClassVar[bool] = False
    """Whether a player's unspent gold is added to the strength of standing characters."""

    def within(self, table: T) -> str:
        """The phase, and the challenge if one is being resolved."""
        now = table.challenge
        if now is None:
            return super().within(table)
        return f"{super().within(table)}, {now.kind} challenge by {now.attacker} against {now.defender}"

    def player_named(self, context: Any, who: str) -> Seat | None:
        return side_of(context, who) if who in ("loser", "winner") else super().player_named(context, who)

    def take_snapshot(self, table: T, card: Handle) -> CardSnapshot:
        return take_snapshot(table, card)

    def leave_contest(self, game: Game[T], cards: tuple[Handle, ...]) -> None:
        leave_challenge(game, cards)

    def is_under_way(self, table: T, period: str) -> bool:
        return period != "challenge" or table.challenge is not None

    def may_change(self, table: T, card: Handle, what: str, name: str) -> bool:
        return numbers_in_play.may_change(table, table.cards[card], what, name)

    def is_permanent(self, key: str) -> bool:
        return self.registry.pool.cards[key].type in card_fields.ENTERING

    def funds(self, table: T, seat: Seat) -> int:
        return table.players[seat].gold

    def pay(self, game: Game[T], seat: Seat, cost: TracedNumber, deed: str) -> None:
        pay_gold(game, seat, cost, deed)
