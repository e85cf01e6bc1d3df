"""Costs of this game: kneeling and standing cards, power off a card, gold, and X."""

from __future__ import annotations

from typing import Any, ClassVar

from domain.cardgame.in_play.costs import card_cost
from domain.cardgame.words import costs
from domain.cardgame.words.choices import TOO_FEW, number_chosen, number_space
from domain.cardgame.words.costs import UNPAYABLE, CardCost
from domain.cardgame.words.select import Amount, amount
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities import occurring
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.facts.cards import GoldSpent
from domain.games.agot_lcg.state import AgotContext
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseNumber, Chosen, Cost
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

    @enforces("agot_lcg.kneel.kneeling-cannot-kneel")
    def payable(self, context: AgotContext, card: Handle) -> bool:
        return not context.table.cards[card].kneeling

    @enforces("agot_lcg.kneel.kneeling-cannot-kneel")
    def refusal(self, context: AgotContext) -> Refusal | None:
        """Why the cost cannot be paid.

        If only one card could pay and it is knelt already, the refusal cites that rule.
        """
        refusal, paying = CardCost.refusal(self, context), self.own(context)
        if refusal is None or self.cards is not None or not any(context.table.cards[card].kneeling for card in paying):
            return refusal
        return Refusal("agot_lcg.kneel.kneeling-cannot-kneel", {**refusal.because, "card": paying[0]})

    @enforces("agot_lcg.kneel.purpose")
    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        return tuple(occurring.kneel_condition(context.table, card, context.me) for card in self.paid_with(context))


class StandCost(CardCost, frozen=True, tag="stand_cost"):
    """Stand this card, or `n` of your cards that fit `cards`."""

    deed: ClassVar[str] = "stand"

    def payable(self, context: AgotContext, card: Handle) -> bool:
        found = context.table.cards[card]
        return found.kneeling and (
            found.type != "character" or numbers_in_play.stands_left(context.table, context.you) > 0
        )

    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        return tuple(occurring.stand_condition(context.table, card, context.me) for card in self.paid_with(context))


class TokenCost(costs.TokenCost, frozen=True, tag="token_cost"):
    """Take `n` tokens of a name, or `power`, off this card."""

    def there(self, context: AgotContext) -> int:
        """The number of these tokens on the card, or the power on it."""
        card = context.table.cards.get(context.me)
        return card.power if card is not None and self.token == POWER else super().there(context)

    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        if self.token == POWER:
            return (occurring.lose_power_condition(context.table, context.me, self.n, context.me),)
        return super().pay(game, context)


class GoldCost(Cost, frozen=True, tag="gold_cost"):
    """Pay gold."""

    gold: Amount = 1

    def refusal(self, context: AgotContext) -> Refusal | None:
        have, needed = context.table.players[context.you].gold, amount(context, self.gold)
        return None if have >= needed else Refusal(UNPAYABLE, {"gold": have, "cost": needed})

    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        if gold := amount(context, self.gold):
            game.emit(GoldSpent(context.you, gold, "ability"))
        return ()


class XCost(Cost, frozen=True, tag="x_cost"):
    """The event's cost is X, and this word defines X. What modifies the cost of an event modifies it too."""

    x: Amount

    def refusal(self, context: AgotContext) -> Refusal | None:
        cost = card_cost(context.table, context.you, context.printed, "play", amount(context, self.x)).value
        have = context.table.players[context.you].gold
        return None if have >= cost else Refusal(UNPAYABLE, {"gold": have, "cost": cost})

    @enforces("agot_lcg.letter-x.cost-modifiers-keep-x")
    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        """Record X; the rules pay the event's cost with it. Returns no conditions."""
        x = amount(context, self.x)
        game.emit(Chosen(context.effect.id, "x", (str(x),), x, context.you))
        return ()


class ChooseXCost(Cost, frozen=True, tag="choose_x_cost"):
    """Choose X and pay X gold as the event's cost. With this X some card must fit `target`.

    What modifies the cost later does not change X (`agot_lcg.letter-x.cost-modifiers-keep-x`).
    """

    target: Cards

    def worth(self, context: AgotContext) -> list[int]:
        """The values of X that can be paid and for which there is a target, smallest first."""
        have = context.table.players[context.you].gold
        payable = (x for x in range(have + self.saved_by(context) + 1) if self.price(context, x) <= have)
        return [x for x in payable if self.has_target(context.with_x(x))]

    def has_target(self, context: AgotContext) -> bool:
        """Whether a card fits `target`; X is that of `context`."""
        return next(self.target.iterate(context), None) is not None

    def saved_by(self, context: AgotContext) -> int:
        """The gold by which the cost of the event is reduced."""
        return 99 - self.price(context, 99)

    def price(self, context: AgotContext, x: int) -> int:
        """The gold to pay for a value of X."""
        return card_cost(context.table, context.you, context.printed, "play", x).value

    def refusal(self, context: AgotContext) -> Refusal | None:
        if self.worth(context):
            return None
        gold = context.table.players[context.you].gold
        return Refusal(UNPAYABLE, {"gold": gold, "needed": "X for which there is a target"})

    def choosers(self, context: AgotContext) -> tuple[Seat, ...]:
        return (context.you,)

    def space(self, context: AgotContext, seat: Seat) -> Any:
        worth = self.worth(context)
        return number_space(worth[0], worth[-1])

    def refuses(self, context: AgotContext, seat: Seat, command: object) -> Refusal | None:
        """Why a value of X is refused: it cannot be paid, or no card could be chosen with it."""
        if not isinstance(command, ChooseNumber) or command.number < 0:
            return None
        x, have = command.number, context.table.players[context.you].gold
        if (cost := self.price(context, x)) > have:
            return Refusal(UNPAYABLE, {"x": x, "cost": cost, "gold": have})
        return None if self.has_target(context.with_x(x)) else Refusal(TOO_FEW, {"x": x, "eligible": 0, "needed": 1})

    @enforces("agot_lcg.letter-x.cost-modifiers-keep-x")
    def read_choice(self, context: AgotContext, seat: Seat, command: ChooseNumber) -> tuple[str, tuple[str, ...]]:
        return number_chosen(command)
