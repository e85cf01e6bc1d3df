"""Costs: what is paid to use an ability. All costs of one ability are paid at the same time.

So they must be payable together: a card pays for a deed once, and funds and tokens are needed for all costs that take
of them. What may be chosen for one cost leaves enough for those that are still to be chosen or that only one card pays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.costs import price
from domain.cardgame.occurring.conditions import discard_condition, removal_condition, sacrifice_condition
from domain.cardgame.table import AnyGame, CardGameTable, rules_of_table
from domain.cardgame.words.choices import TOO_FEW, number_chosen, number_space, targets_form
from domain.cardgame.words.foresight import without_card
from domain.cardgame.words.parts.cards import CANNOT, is_there
from domain.cardgame.words.select import ANY_X, Amount, CardFilter, quantity
from domain.kernel.checks import first_refusal
from domain.kernel.formats.listing import join_names
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import CARDS, NUMBERS, ChooseNumber, ChooseTargets, Chosen, Cost, Keeping
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.constraints import Total

UNPAYABLE = "slot.cost-payable"
FOREIGN = "slot.own-cards-pay"


class CardCost(Cost, frozen=True):
    """A cost that cards pay, each by a `deed` that is done to it once.

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
        found = (card for card in self.cards.find(context) if self.out_of_play or table.is_in_play(card))
        return [card for card in found if table.cards[card].controller == context.you]

    def payers(self, context: AnyContext) -> list[Handle]:
        """The cards that are described, can pay now and are not chosen for a cost with the same deed."""
        taken = self.cards_taken(context)
        return [card for card in self.own(context) if card not in taken and self.usable(context, card)]

    def cards_taken(self, context: AnyContext) -> set[str]:
        """The cards that are chosen for costs with the same deed."""
        if not context.effect.chosen:
            return set()
        return {card for each in self.rivals(context) for card in context.picks(each.name)}

    def rivals(self, context: AnyContext) -> list[CardCost]:
        """The costs of the ability with the same deed, this one among them: one card cannot pay two of them."""
        return [each for each in context.ability.costs if isinstance(each, CardCost) and each.deed == self.deed]

    def likely_payers(self, context: AnyContext) -> frozenset[Handle]:
        """The cards that can pay; of described cards, if only public knowledge counts, those that may."""
        if self.cards is not None and context.public:
            return frozenset(self.cards.likely(context))
        return frozenset(self.payers(context))

    def can_be_paid(self, context: AnyContext) -> bool:
        if self.cards is not None and context.public:
            enough = self.cards.possible(context, self.n) >= self.n
        else:
            enough = len(self.payers(context)) >= self.n
        return enough and (len(context.ability.costs) == 1 or self.shortage(context) is None)

    def shortage(self, context: AnyContext) -> Refusal | None:
        """Why the costs with the same deed cannot be paid together, though each of them could alone."""
        rivals = self.rivals(context)
        if len(rivals) == 1:
            return None
        return first_refusal(
            Refusal(UNPAYABLE, {"cost": join_names(tags, "and"), "have": len(cards), "needed": len(cards) - spare})
            for tags, cards, spare in spare_payers(context, rivals)
            if spare < 0
        )

    def refusal(self, context: AnyContext) -> Refusal | None:
        return self.refusal_alone(context) or self.shortage(context)

    def refusal_alone(self, context: AnyContext) -> Refusal | None:
        """Why this cost cannot be paid, whatever the others take."""
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
        rest = [(cards, spare) for _, cards, spare in spare_payers(context, self.further(context)) if spare < self.n]
        needed = frozenset[Handle]().union(*(cards for cards, spare in rest if spare == 0))
        options = tuple(card for card in self.payers(context) if card not in needed)
        limits = tuple(
            Total(UNPAYABLE, {card: 1 for card in options if card in cards}, spare) for cards, spare in rest if spare
        )
        return targets_form(options, self.n, self.n, limits, rule=UNPAYABLE)

    def further(self, context: AnyContext) -> list[CardCost]:
        """The costs with the same deed that are still to be paid when this one is chosen for: it comes first."""
        rivals = zip(context.ability.costs, chosen_payers(context), strict=True)
        unpaid = [
            each for each, chosen in rivals if isinstance(each, CardCost) and each.deed == self.deed and not chosen
        ]
        first = next(place for place, each in enumerate(unpaid) if each.cards is not None)
        return [*unpaid[:first], *unpaid[first + 1 :]]

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

    def keeps(self) -> Keeping:
        return {self.name: CARDS}

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def pay(self, game: AnyGame, context: AnyContext, place: int) -> tuple[Condition, ...]:
        cards = self.payers(context) if self.cards is None else chosen_payers(context)[place]
        return tuple(self.condition(context, card) for card in cards)

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        """The condition that the payment with a card is. Raises LookupError for a cost that is none."""
        raise LookupError(f"{type(self).__name__} makes nothing happen")


def chosen_payers(context: AnyContext) -> list[list[Handle]]:
    """The cards that were chosen for each cost of the ability, in order; [] where nothing is chosen."""
    left: dict[str, list[Handle]] = {}
    found: list[list[Handle]] = []
    for cost in context.ability.costs:
        n = cost.n if isinstance(cost, CardCost) and cost.cards is not None else 0
        name = cost.name if isinstance(cost, CardCost) else ""
        picks = left.setdefault(name, [Handle(card) for card in context.picks(name)])
        found.append(picks[:n])
        left[name] = picks[n:]
    return found


def spare_payers(context: AnyContext, costs: Sequence[CardCost]) -> Iterator[tuple[list[str], frozenset[Handle], int]]:
    """Yield for each set of costs their names, the cards that can pay one of them, and how many more than needed.

    Costs of which no card pays two can be paid together if that is never below 0 (Hall's theorem).
    """
    payers = [(str(each.__struct_config__.tag), each.likely_payers(context), each.n) for each in costs]
    for size in range(1, len(payers) + 1):
        for some in combinations(payers, size):
            cards = frozenset[Handle]().union(*(able for _, able, _ in some))
            yield [tag for tag, _, _ in some], cards, len(cards) - sum(n for _, _, n in some)


class LeavingCost(CardCost, frozen=True):
    """A cost by which cards leave play. A card that cannot leave play cannot pay it."""

    deed: ClassVar[str] = "leave-play"
    goes_by: ClassVar[str]

    def payable(self, context: AnyContext, card: Handle) -> bool:
        table = context.table
        return not is_there(table, card, self.goes_by) and not rules_of_table(table).staying_rule(table, card)

    def foresee(self, context: AnyContext) -> Iterator[CardGameTable]:
        return (without_card(context.table, card) for card in self.payers(context) if context.table.is_in_play(card))


class SacrificeCost(LeavingCost, frozen=True, tag="sacrifice_cost"):
    """Sacrifice this card, or `n` of your cards that fit `cards`."""

    goes_by = "sacrificed"

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return sacrifice_condition(context.table, card, context.me)


class DiscardCost(LeavingCost, frozen=True, tag="discard_cost"):
    """Discard this card, or `n` of your cards in play or in hand that fit `cards`."""

    goes_by = "discarded"
    out_of_play = True

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return discard_condition(context.table, card, context.me)


class RemoveCost(LeavingCost, frozen=True, tag="remove_cost"):
    """Remove this card, or `n` of your cards that fit `cards`, from the game."""

    goes_by = "removed"
    out_of_play = True

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return removal_condition(context.table, card, context.me)


class TokenCost(Cost, frozen=True, tag="token_cost"):
    """Take `n` tokens of a name off this card."""

    token: str
    n: int = 1

    def refusal(self, context: AnyContext) -> Refusal | None:
        have, needed = self.there(context), self.number_needed(context)
        return None if have >= needed else Refusal(UNPAYABLE, {"token": self.token, "have": have, "needed": needed})

    def number_needed(self, context: AnyContext) -> int:
        """The number of these tokens that all costs of the ability take."""
        return sum(each.n for each in context.ability.costs if isinstance(each, TokenCost) and each.token == self.token)

    def there(self, context: AnyContext) -> int:
        """The number of these tokens on the card."""
        card = context.table.cards.get(context.me)
        return card.tokens.get(self.token, 0) if card is not None else 0

    def pay(self, game: AnyGame, context: AnyContext, place: int) -> tuple[Condition, ...]:
        game.emit(TokensPlaced(context.me, self.token, -self.n))
        return ()


class FundsCost(Cost, frozen=True):
    """A cost in what cards are paid with. What an event costs is paid together with it."""

    defines_x: ClassVar[bool] = False

    def due(self, context: AnyContext) -> int:
        """What is paid for it. Raises LookupError for a cost of no amount."""
        raise LookupError(f"{type(self).__name__} has no amount")

    def refusal(self, context: AnyContext) -> Refusal | None:
        have, due = funds_of(context), funds_due(context)
        if have >= due:
            return None
        return Refusal(UNPAYABLE, {rules_of_table(context.table).currency: have, "cost": due})


def funds_of(context: AnyContext) -> int:
    """What the player can pay."""
    return rules_of_table(context.table).funds(context.table, context.you)


def funds_due(context: AnyContext) -> int:
    """What is paid for all costs of an ability, with that of an event; before X is chosen it is 0."""
    costs = [each for each in context.ability.costs if isinstance(each, FundsCost)]
    due = sum(each.due(context) for each in costs)
    if context.is_event and not any(each.defines_x for each in costs):
        due += price(context.table, context.you, context.printed, "play")
    return due


class XCost(FundsCost, frozen=True, tag="x_cost"):
    """The event's cost is X, and this word defines X. What modifies the cost of an event modifies it too."""

    defines_x = True
    x: Amount

    def due(self, context: AnyContext) -> int:
        return price(context.table, context.you, context.printed, "play", quantity(context, self.x))

    def pay(self, game: AnyGame, context: AnyContext, place: int) -> tuple[Condition, ...]:
        """Record X; the rules pay the event's cost with it. Returns no conditions."""
        x = quantity(context, self.x)
        game.emit(Chosen(context.effect.id, "x", (str(x),), x, context.you))
        return ()


class ChooseXCost(FundsCost, frozen=True, tag="choose_x_cost"):
    """Choose X and pay X as the event's cost. With this X some card must fit `target`.

    What modifies the cost later does not change X.
    """

    defines_x = True
    target: CardFilter

    def due(self, context: AnyContext) -> int:
        return self.price(context, max(context.effect.x, 0))

    def worth(self, context: AnyContext) -> list[int]:
        """The values of X that can be paid and for which there is a target, smallest first."""
        return [x for x in sorted(self.payable(context)) if self.has_target(context.with_x(x))]

    def payable(self, context: AnyContext) -> Iterator[int]:
        """Yield the values of X that can be paid, greatest first."""
        have = self.funds(context)
        return (x for x in range(have + self.saved_by(context), -1, -1) if self.price(context, x) <= have)

    def can_be_paid(self, context: AnyContext) -> bool:
        # descriptions ask for at most X, so what fits with some X fits with the greatest
        greatest = next(self.payable(context), None)
        return greatest is not None and self.has_target(context.with_x(greatest))

    def has_target(self, context: AnyContext) -> bool:
        """Whether a card fits `target`; X is that of `context`."""
        return next(self.target.iterate(context), None) is not None

    def saved_by(self, context: AnyContext) -> int:
        """The amount by which the cost of the event is reduced."""
        return ANY_X - self.price(context, ANY_X)

    def price(self, context: AnyContext, x: int) -> int:
        """What is paid for a value of X."""
        return price(context.table, context.you, context.printed, "play", x)

    def funds(self, context: AnyContext) -> int:
        """What the player can pay for X, when the other costs are paid."""
        others = (each for each in context.ability.costs if isinstance(each, FundsCost) and not each.defines_x)
        return funds_of(context) - sum(each.due(context) for each in others)

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

    def keeps(self) -> Keeping:
        return {"x": NUMBERS}

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseNumber) -> tuple[str, tuple[str, ...]]:
        return number_chosen(command)
