"""Costs of this game: bowing, dishonoring, honor, fate from the pool, from cards and onto rings, provinces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from domain.cardgame.words.choices import targets_form
from domain.cardgame.words.costs import UNPAYABLE, CardCost, FundsCost
from domain.games.l5r import occurring
from domain.games.l5r.facts.conflicts import RingFatePlaced
from domain.games.l5r.facts.players import FateGained, FateSpent
from domain.games.l5r.numbers_in_play import can_be_dishonored, can_lose_fate
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import L5rContext, L5rGame
from domain.games.l5r.words.provinces import PLACES, ProvinceChoice, cards_in_slots
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseTargets, Cost, Keeping
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal


class BowCost(CardCost, frozen=True, tag="bow_cost"):
    """Bow this card, or `n` of your cards that fit `cards`."""

    deed: ClassVar[str] = "bow"

    @enforces("l5r.zone.bowed-bow-cost", "l5r.zone.bowed-cannot-bow")
    def payable(self, context: L5rContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and not context.table.cards[card].bowed

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.bow_condition(context.table, card, context.me, "cost")


class DishonorCost(CardCost, frozen=True, tag="dishonor_cost"):
    """Dishonor this card, or `n` of your cards that fit `cards`."""

    deed: ClassVar[str] = "dishonor"

    @enforces("l5r.status.no-double-dishonor")
    def payable(self, context: L5rContext, card: Handle) -> bool:
        return can_be_dishonored(context.table, context.table.cards[card])

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.status_condition("dishonored", context.table, card, context.me)


class RemoveFateCost(CardCost, frozen=True, tag="remove_fate_cost"):
    """Remove `fate` from this card, or from `n` of your cards that fit `cards`."""

    deed: ClassVar[str] = "lose-fate"
    fate: int = 1

    def payable(self, context: L5rContext, card: Handle) -> bool:
        return bool(context.table.cards[card].fate >= self.fate) and can_lose_fate(
            context.table, context.table.cards[card]
        )

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.fate_removed_condition(context.table, card, self.fate, context.me)


class BreakCost(CardCost, frozen=True, tag="break_cost"):
    """Break this province."""

    deed: ClassVar[str] = "break"

    def payable(self, context: L5rContext, card: Handle) -> bool:
        found = context.table.cards[card]
        return found.type == "province" and not found.broken

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.break_condition(context.table, card, context.me)


class LoseHonorCost(Cost, frozen=True, tag="lose_honor_cost"):
    """Lose honor."""

    honor: int = 1

    def refusal(self, context: L5rContext) -> Refusal | None:
        have = context.table.players[context.you].honor
        return None if have >= self.honor else Refusal(UNPAYABLE, {"honor": have, "cost": self.honor})

    def pay(self, game: L5rGame, context: L5rContext, place: int) -> tuple[Condition, ...]:
        return (occurring.honor_lost_condition(context.you, self.honor, "cost", context.me),)


class FateCost(FundsCost, frozen=True, tag="fate_cost"):
    """Spend fate."""

    fate: int = 1

    def due(self, context: L5rContext) -> int:
        return self.fate

    def pay(self, game: L5rGame, context: L5rContext, place: int) -> tuple[Condition, ...]:
        game.emit(FateSpent(context.you, self.fate, "ability"))
        return ()


class GiveFateCost(FateCost, frozen=True, tag="give_fate_cost"):
    """Give fate to your opponent."""

    def pay(self, game: L5rGame, context: L5rContext, place: int) -> tuple[Condition, ...]:
        super().pay(game, context, place)
        game.emit(FateGained(context.table.opponent(context.you), self.fate, "given"))
        return ()


class RingFateCost(FateCost, frozen=True, tag="ring_fate_cost"):
    """Spend fate onto an unclaimed ring of your choice, which later words name by `ring`."""

    NAME: ClassVar[str] = "ring"

    def refusal(self, context: L5rContext) -> Refusal | None:
        if not context.table.unclaimed_rings():
            return Refusal(UNPAYABLE, {"cost": "a ring", "have": 0, "needed": 1})
        return super().refusal(context)

    def choosers(self, context: L5rContext) -> tuple[Seat, ...]:
        return (context.you,)

    def space(self, context: L5rContext, seat: Seat) -> Any:
        return targets_form(context.table.unclaimed_rings(), 1, 1, rule=UNPAYABLE)

    def keeps(self) -> Keeping:
        return {self.NAME: ELEMENTS}

    def read_choice(self, context: L5rContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.NAME, command.targets

    @enforces("l5r.fate.spent-to-ring")
    def pay(self, game: L5rGame, context: L5rContext, place: int) -> tuple[Condition, ...]:
        super().pay(game, context, place)
        chosen = context.picks(self.NAME)
        game.emit(RingFatePlaced(tuple(each for each in context.table.rings if each in chosen), self.fate))
        return ()


class ShuffleProvinceCost(Cost, frozen=True, tag="shuffle_province_cost"):
    """Shuffle the card in one of your unbroken provinces into your dynasty deck. Later words name it by `province`."""

    CHOICE: ClassVar[ProvinceChoice] = ProvinceChoice(broken=False)

    def refusal(self, context: L5rContext) -> Refusal | None:
        if self.CHOICE.options(context):
            return None
        return Refusal(UNPAYABLE, {"cost": "a card in a province", "have": 0, "needed": 1})

    def choosers(self, context: L5rContext) -> tuple[Seat, ...]:
        return (context.you,)

    def space(self, context: L5rContext, seat: Seat) -> Any:
        return targets_form(self.CHOICE.options(context), 1, 1, rule=UNPAYABLE)

    def keeps(self) -> Keeping:
        return {"province": PLACES}

    def read_choice(self, context: L5rContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return "province", command.targets

    def pay(self, game: L5rGame, context: L5rContext, place: int) -> tuple[Condition, ...]:
        return tuple(self.conditions(context))

    def conditions(self, context: L5rContext) -> Iterator[Condition]:
        for card in cards_in_slots(context, context.picks("province")):
            yield occurring.shuffled_condition(context.table, card, context.me)
