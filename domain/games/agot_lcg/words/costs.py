"""Costs: what is paid to use an ability. All costs of one ability are paid at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import discard_condition, removal_condition, sacrifice_condition
from domain.cardgame.words.select import Amount, amount
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities import occurring
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.facts.cards import GoldSpent
from domain.games.agot_lcg.state import AgotContext, AgotTable
from domain.games.agot_lcg.words.choices import TOO_FEW, number_chosen, number_space, targets_form
from domain.games.agot_lcg.words.foresight import without
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseNumber, ChooseTargets, Chosen, Cost
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

UNPAYABLE = "agot_lcg.abilities.cost-must-be-payable"
CANNOT = "agot_lcg.cannot.absolute"
POWER = "power"


class CardCost(Cost, frozen=True):
    """A cost that cards pay.

    The card of the ability pays (`which: me`), or your faction card (`which: faction`), or `n` cards that you choose
    among your own cards that fit `cards`. Without both fields the card of the ability pays.
    """

    deed: ClassVar[str]
    which: str = ""
    cards: Cards | None = None
    n: int = 1

    @property
    def is_by_me(self) -> bool:
        """Whether the card of the ability pays."""
        return self.which == "me" or (not self.which and self.cards is None)

    @property
    def name(self) -> str:
        """The name under which the chosen cards are kept."""
        return f"cost:{self.__struct_config__.tag}"

    def usable(self, context: AgotContext, card: Handle) -> bool:
        """Whether this card can pay now."""
        return self.payable(context, card) and not self.forbidden_by(context, card)

    def payable(self, context: AgotContext, card: Handle) -> bool:
        """Whether this card is in a state to pay. Whether another card forbids it is checked by `forbidden_by`."""
        return True

    @enforces("agot_lcg.cannot.absolute")
    def forbidden_by(self, context: AgotContext, card: Handle) -> tuple[str, ...]:
        """The cards that forbid this card to pay."""
        return characteristics.card_cannot(context.table, context.table.cards[card], self.deed)

    @enforces(
        "agot_lcg.costs.no-opponent-elements",
        "agot_lcg.costs.out-of-play-elements",
        "agot_lcg.sacrifice.choose-own-card",
    )
    def own(self, context: AgotContext) -> list[Handle]:
        """The cards that are described, without those of opponents."""
        table = context.table
        if self.cards is not None:
            found = [card for card in self.cards.find(context) if table.cards[card].controller == context.you]
        elif self.which == "faction":
            found = [table.players[context.you].faction]
        else:
            found = [context.me] if context.me in table.cards else []
        return found

    def payers(self, context: AgotContext) -> list[Handle]:
        """The cards that are described and can pay now."""
        return [card for card in self.own(context) if self.usable(context, card)]

    def refusal(self, context: AgotContext) -> Refusal | None:
        have = len(self.payers(context)) if self.cards is None or not context.public else self.cards.possible(context)
        if have >= self.n:
            return None
        barred = [
            card for card in self.own(context) if self.payable(context, card) and self.forbidden_by(context, card)
        ]
        if have + len(barred) >= self.n:
            return self.cannot_pay(context, barred)
        return Refusal(UNPAYABLE, {"cost": str(self.__struct_config__.tag), "have": have, "needed": self.n})

    def choosers(self, context: AgotContext) -> tuple[Seat, ...]:
        return () if self.cards is None else (context.you,)

    def space(self, context: AgotContext, seat: Seat) -> Any:
        return targets_form(tuple(self.payers(context)), self.n, self.n, rule=UNPAYABLE)

    def refuses(self, context: AgotContext, seat: Seat, command: object) -> Refusal | None:
        """Why a choice of cards is refused: one is an opponent's, or a card forbids it to pay."""
        targets = command.targets if isinstance(command, ChooseTargets) else ()
        cards = (context.table.cards.get(Handle(target)) for target in targets)
        chosen = [card for card in cards if card is not None]
        foreign = [card.handle for card in chosen if card.controller != context.you]
        if foreign:
            return Refusal("agot_lcg.costs.no-opponent-elements", {"cards": foreign})
        meant = [
            card.handle for card in chosen if card.handle in self.own(context) and self.payable(context, card.handle)
        ]
        barred = [card for card in meant if self.forbidden_by(context, card)]
        return self.cannot_pay(context, barred) if barred else None

    def cannot_pay(self, context: AgotContext, barred: list[Handle]) -> Refusal:
        """The refusal for cards that other cards forbid to pay."""
        sources = dict.fromkeys(source for card in barred for source in self.forbidden_by(context, card))
        return Refusal(CANNOT, {"cards": barred, "cannot": self.deed, "because_of": list(sources)})

    def read_choice(self, context: AgotContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def paid_with(self, context: AgotContext) -> list[Handle]:
        """The cards that pay."""
        if self.cards is None:
            return self.payers(context)
        return [Handle(card) for card in context.picks(self.name)]


class KneelCost(CardCost, frozen=True, tag="kneel_cost"):
    """Kneel this card, your faction card (`which: faction`), or `n` of your cards that fit `cards`."""

    deed: ClassVar[str] = "kneel"

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


class LeavingCost(CardCost, frozen=True):
    """A cost by which cards leave play. A card that cannot leave play cannot pay it."""

    deed: ClassVar[str] = "leave-play"

    def foresee(self, context: AgotContext) -> Iterator[AgotTable]:
        return (without(context.table, card) for card in self.payers(context) if context.table.is_in_play(card))


class SacrificeCost(LeavingCost, frozen=True, tag="sacrifice_cost"):
    """Sacrifice this card, or `n` of your cards that fit `cards`."""

    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        return tuple(sacrifice_condition(context.table, card, context.me) for card in self.paid_with(context))


class DiscardCost(LeavingCost, frozen=True, tag="discard_cost"):
    """Discard this card, or `n` of your cards in play or in hand that fit `cards`."""

    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        return tuple(discard_condition(context.table, card, context.me) for card in self.paid_with(context))


class RemoveCost(LeavingCost, frozen=True, tag="remove_cost"):
    """Remove this card, or `n` of your cards that fit `cards`, from the game."""

    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        return tuple(removal_condition(context.table, card, context.me) for card in self.paid_with(context))


class TokenCost(Cost, frozen=True, tag="token_cost"):
    """Take `n` tokens of a name, or `power`, off this card."""

    token: str
    n: int = 1

    def refusal(self, context: AgotContext) -> Refusal | None:
        have = self.there(context)
        return None if have >= self.n else Refusal(UNPAYABLE, {"token": self.token, "have": have, "needed": self.n})

    def there(self, context: AgotContext) -> int:
        """The number of these tokens on the card."""
        card = context.table.cards.get(context.me)
        if card is None:
            return 0
        return card.power if self.token == POWER else card.tokens.get(self.token, 0)

    def pay(self, game: AgotGame, context: AgotContext) -> tuple[Condition, ...]:
        if self.token == POWER:
            return (occurring.lose_power_condition(context.table, context.me, self.n, context.me),)
        game.emit(TokensPlaced(context.me, self.token, -self.n))
        return ()


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
        cost = numbers_in_play.cost(context.table, context.you, context.printed, "play", amount(context, self.x)).value
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
        return numbers_in_play.cost(context.table, context.you, context.printed, "play", x).value

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
