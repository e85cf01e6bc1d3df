"""Costs: what is paid to use an ability. All costs of one ability are paid at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.costs import card_cost
from domain.cardgame.occurring.conditions import discard_condition, removal_condition, sacrifice_condition
from domain.cardgame.table import AnyGame, CardGameTable, rules_of_table
from domain.cardgame.words.choices import TOO_FEW, number_chosen, number_space, targets_form
from domain.cardgame.words.foresight import without_card
from domain.cardgame.words.parts.cards import CANNOT
from domain.cardgame.words.select import ANY_X, Amount, CardFilter, quantity
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseNumber, ChooseTargets, Chosen, Cost
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

UNPAYABLE = "slot.cost-payable"
FOREIGN = "slot.own-cards-pay"


class CardCost(Cost, frozen=True):
    """A cost that cards pay.

    The card of the ability pays (`which: me`), or `n` cards that you choose among your own cards that fit `cards`.
    Without both fields the card of the ability pays.
    """

    deed: ClassVar[str]
    out_of_play: ClassVar[bool] = False
    which: str = ""
    cards: CardFilter | None = None
    n: int = 1

    @property
    def is_by_me(self) -> bool:
        """Whether the card of the ability pays."""
        return self.which == "me" or (not self.which and self.cards is None)

    @property
    def payer_words(self) -> str:
        """The one card that pays, in words."""
        return "this card"

    @property
    def name(self) -> str:
        """The name under which the chosen cards are kept."""
        return f"cost:{self.__struct_config__.tag}"

    def usable(self, context: AnyContext, card: Handle) -> bool:
        """Whether this card can pay now."""
        return self.payable(context, card) and not self.forbidden_by(context, card)

    def payable(self, context: AnyContext, card: Handle) -> bool:
        """Whether this card is in a state to pay. Whether another card forbids it is checked by `forbidden_by`."""
        return True

    def forbidden_by(self, context: AnyContext, card: Handle) -> tuple[str, ...]:
        """The cards that forbid this card to pay."""
        return characteristics.card_cannot(context.table, context.table.cards[card], self.deed)

    def own(self, context: AnyContext) -> list[Handle]:
        """The cards that are described, without those of opponents."""
        table = context.table
        if self.cards is None:
            return [context.me] if context.me in table.cards else []
        return [card for card in self.cards.find(context) if table.cards[card].controller == context.you]

    def payers(self, context: AnyContext) -> list[Handle]:
        """The cards that are described and can pay now."""
        return [card for card in self.own(context) if self.usable(context, card)]

    def can_be_paid(self, context: AnyContext) -> bool:
        if self.cards is not None and context.public:
            return self.cards.possible(context, self.n) >= self.n
        return len(self.payers(context)) >= self.n

    def refusal(self, context: AnyContext) -> Refusal | None:
        likely = None if self.cards is None or not context.public else self.cards.possible(context)
        if likely is not None and likely >= self.n:
            return None
        able = [card for card in self.own(context) if self.payable(context, card)]
        barred = [card for card in able if self.forbidden_by(context, card)]
        have = len(able) - len(barred) if likely is None else likely
        if have >= self.n:
            return None
        if have + len(barred) >= self.n:
            return self.cannot_pay(context, barred)
        return Refusal(UNPAYABLE, {"cost": str(self.__struct_config__.tag), "have": have, "needed": self.n})

    def choosers(self, context: AnyContext) -> tuple[Seat, ...]:
        return () if self.cards is None else (context.you,)

    def space(self, context: AnyContext, seat: Seat) -> Any:
        return targets_form(tuple(self.payers(context)), self.n, self.n, rule=UNPAYABLE)

    def refuses(self, context: AnyContext, seat: Seat, command: object) -> Refusal | None:
        """Why a choice of cards is refused: one is an opponent's, or a card forbids it to pay."""
        targets = command.targets if isinstance(command, ChooseTargets) else ()
        cards = (context.table.cards.get(Handle(target)) for target in targets)
        chosen = [card for card in cards if card is not None]
        foreign = [card.handle for card in chosen if card.controller != context.you]
        if foreign:
            return Refusal(FOREIGN, {"cards": foreign})
        meant = [
            card.handle for card in chosen if card.handle in self.own(context) and self.payable(context, card.handle)
        ]
        barred = [card for card in meant if self.forbidden_by(context, card)]
        return self.cannot_pay(context, barred) if barred else None

    def cannot_pay(self, context: AnyContext, barred: list[Handle]) -> Refusal:
        """The refusal for cards that other cards forbid to pay."""
        sources = dict.fromkeys(source for card in barred for source in self.forbidden_by(context, card))
        return Refusal(CANNOT, {"cards": barred, "cannot": self.deed, "because_of": list(sources)})

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def paid_with(self, context: AnyContext) -> list[Handle]:
        """The cards that pay."""
        if self.cards is None:
            return self.payers(context)
        return [Handle(card) for card in context.picks(self.name)]


class LeavingCost(CardCost, frozen=True):
    """A cost by which cards leave play. A card that cannot leave play cannot pay it."""

    deed: ClassVar[str] = "leave-play"

    def foresee(self, context: AnyContext) -> Iterator[CardGameTable]:
        return (without_card(context.table, card) for card in self.payers(context) if context.table.is_in_play(card))


class SacrificeCost(LeavingCost, frozen=True, tag="sacrifice_cost"):
    """Sacrifice this card, or `n` of your cards that fit `cards`."""

    def pay(self, game: AnyGame, context: AnyContext) -> tuple[Condition, ...]:
        return tuple(sacrifice_condition(context.table, card, context.me) for card in self.paid_with(context))


class DiscardCost(LeavingCost, frozen=True, tag="discard_cost"):
    """Discard this card, or `n` of your cards in play or in hand that fit `cards`."""

    out_of_play = True

    def pay(self, game: AnyGame, context: AnyContext) -> tuple[Condition, ...]:
        return tuple(discard_condition(context.table, card, context.me) for card in self.paid_with(context))


class RemoveCost(LeavingCost, frozen=True, tag="remove_cost"):
    """Remove this card, or `n` of your cards that fit `cards`, from the game."""

    out_of_play = True

    def pay(self, game: AnyGame, context: AnyContext) -> tuple[Condition, ...]:
        return tuple(removal_condition(context.table, card, context.me) for card in self.paid_with(context))


class TokenCost(Cost, frozen=True, tag="token_cost"):
    """Take `n` tokens of a name off this card."""

    token: str
    n: int = 1

    def refusal(self, context: AnyContext) -> Refusal | None:
        have = self.there(context)
        return None if have >= self.n else Refusal(UNPAYABLE, {"token": self.token, "have": have, "needed": self.n})

    def there(self, context: AnyContext) -> int:
        """The number of these tokens on the card."""
        card = context.table.cards.get(context.me)
        return card.tokens.get(self.token, 0) if card is not None else 0

    def pay(self, game: AnyGame, context: AnyContext) -> tuple[Condition, ...]:
        game.emit(TokensPlaced(context.me, self.token, -self.n))
        return ()


class XCost(Cost, frozen=True, tag="x_cost"):
    """The event's cost is X, and this word defines X. What modifies the cost of an event modifies it too."""

    x: Amount

    def refusal(self, context: AnyContext) -> Refusal | None:
        rules, table = rules_of_table(context.table), context.table
        cost = card_cost(table, context.you, context.printed, "play", quantity(context, self.x)).value
        have = rules.funds(table, context.you)
        return None if have >= cost else Refusal(UNPAYABLE, {rules.currency: have, "cost": cost})

    def pay(self, game: AnyGame, context: AnyContext) -> tuple[Condition, ...]:
        """Record X; the rules pay the event's cost with it. Returns no conditions."""
        x = quantity(context, self.x)
        game.emit(Chosen(context.effect.id, "x", (str(x),), x, context.you))
        return ()


class ChooseXCost(Cost, frozen=True, tag="choose_x_cost"):
    """Choose X and pay X as the event's cost. With this X some card must fit `target`.

    What modifies the cost later does not change X.
    """

    target: CardFilter

    def worth(self, context: AnyContext) -> list[int]:
        """The values of X that can be paid and for which there is a target, smallest first."""
        return [x for x in self.payable(context) if self.has_target(context.with_x(x))]

    def payable(self, context: AnyContext) -> list[int]:
        """The values of X that can be paid, smallest first."""
        have = self.funds(context)
        return [x for x in range(have + self.saved_by(context) + 1) if self.price(context, x) <= have]

    def can_be_paid(self, context: AnyContext) -> bool:
        # descriptions ask for at most X, so what fits with some X fits with the greatest
        payable = self.payable(context)
        return bool(payable) and self.has_target(context.with_x(payable[-1]))

    def has_target(self, context: AnyContext) -> bool:
        """Whether a card fits `target`; X is that of `context`."""
        return next(self.target.iterate(context), None) is not None

    def saved_by(self, context: AnyContext) -> int:
        """The amount by which the cost of the event is reduced."""
        return ANY_X - self.price(context, ANY_X)

    def price(self, context: AnyContext, x: int) -> int:
        """What is paid for a value of X."""
        return card_cost(context.table, context.you, context.printed, "play", x).value

    def funds(self, context: AnyContext) -> int:
        """What the player can pay."""
        return rules_of_table(context.table).funds(context.table, context.you)

    def refusal(self, context: AnyContext) -> Refusal | None:
        if self.worth(context):
            return None
        currency = rules_of_table(context.table).currency
        return Refusal(UNPAYABLE, {currency: self.funds(context), "needed": "X for which there is a target"})

    def choosers(self, context: AnyContext) -> tuple[Seat, ...]:
        return (context.you,)

    def space(self, context: AnyContext, seat: Seat) -> Any:
        worth = self.worth(context)
        return number_space(worth[0], worth[-1])

    def refuses(self, context: AnyContext, seat: Seat, command: object) -> Refusal | None:
        """Why a value of X is refused: it cannot be paid, or no card could be chosen with it."""
        if not isinstance(command, ChooseNumber) or command.number < 0:
            return None
        x, have = command.number, self.funds(context)
        if (cost := self.price(context, x)) > have:
            return Refusal(UNPAYABLE, {"x": x, "cost": cost, rules_of_table(context.table).currency: have})
        return None if self.has_target(context.with_x(x)) else Refusal(TOO_FEW, {"x": x, "eligible": 0, "needed": 1})

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseNumber) -> tuple[str, tuple[str, ...]]:
        return number_chosen(command)
