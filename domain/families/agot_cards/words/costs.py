"""Costs of both games: kneeling and standing cards, power off a card, gold, and X."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.words import costs
from domain.cardgame.words.costs import CardCost
from domain.cardgame.words.select import Amount, quantity
from domain.families.agot_cards import occurring
from domain.families.agot_cards.facts.cards import GoldSpent
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.numbers_in_play import stands_left
from domain.families.agot_cards.state import AgotContext, AgotGame
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

POWER = "power"


class KneelCost(CardCost, frozen=True, tag="kneel_cost"):
    """Kneel this card, your faction card (`which: faction`), or `n` of your cards that fit `cards`."""

    deed: ClassVar[str] = "kneel"

    @property
    def payer_words(self) -> str:
        return "your faction card" if self.which == "faction" else super().payer_words

    def own(self, context: AgotContext) -> list[Handle]:
        """The cards that are described, without those of opponents."""
        if self.cards is None and self.which == "faction":
            return [context.table.players[context.you].faction]
        return super().own(context)

    def payable(self, context: AgotContext, card: Handle) -> bool:
        return not context.table.cards[card].kneeling

    def refusal_alone(self, context: AgotContext) -> Refusal | None:
        """Why the cost cannot be paid, whatever the others take.

        If only one card could pay and it is knelt already, the refusal cites that rule.
        """
        refusal = CardCost.refusal_alone(self, context)
        if refusal is None or self.cards is not None:
            return refusal
        paying = self.own(context)
        if not any(context.table.cards[card].kneeling for card in paying):
            return refusal
        return Refusal("slot.kneeling-cannot-kneel", {**refusal.because, "card": paying[0]})

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.kneel_condition(context.table, card, context.me)


class StandCost(CardCost, frozen=True, tag="stand_cost"):
    """Stand this card, or `n` of your cards that fit `cards`."""

    deed: ClassVar[str] = "stand"

    def payable(self, context: AgotContext, card: Handle) -> bool:
        found = context.table.cards[card]
        return found.kneeling and (found.type != "character" or stands_left(context.table, context.you) > 0)

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.stand_condition(context.table, card, context.me)


class TokenOrPowerCost(costs.TokenCost, frozen=True, tag="token_cost"):
    """Take `n` tokens of a name, or `power`, off this card."""

    def there(self, context: AgotContext) -> int:
        """The number of these tokens on the card, or the power on it."""
        card = context.table.cards.get(context.me)
        return card.power if card is not None and self.token == POWER else super().there(context)

    def pay(self, game: AgotGame, context: AgotContext, place: int) -> tuple[Condition, ...]:
        if self.token == POWER:
            return (occurring.lose_power_condition(context.table, context.me, self.n, context.me),)
        return super().pay(game, context, place)


class GoldCost(costs.FundsCost, frozen=True, tag="gold_cost"):
    """Pay gold."""

    gold: Amount = 1

    def due(self, context: AgotContext) -> int:
        return quantity(context, self.gold)

    def pay(self, game: AgotGame, context: AgotContext, place: int) -> tuple[Condition, ...]:
        if gold := self.due(context):
            game.emit(own_fact(game.table, GoldSpent)(context.you, gold, "ability"))
        return ()
