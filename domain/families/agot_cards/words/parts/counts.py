"""Parts that move numbers of cards, gold or power: drawing, discarding, gaining and losing."""

from __future__ import annotations

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.words.choices import is_immune
from domain.cardgame.words.parts.cards import OnCards, count_meant, happen_or_fail, is_choosable
from domain.cardgame.words.select import Amount, may_be_some, quantity, seats_of
from domain.families.agot_cards import occurring
from domain.families.agot_cards.facts.cards import GoldSpent
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.state import AgotContext, AgotGame
from domain.families.agot_cards.words.select import Cards
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition


class GainGold(Part, frozen=True, tag="gain_gold"):
    """Players gain gold."""

    gold: Amount = 1
    who: str = "you"

    def potential(self, context: AgotContext) -> bool:
        return may_be_some(context, self.gold)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        gold = quantity(context, self.gold)
        seats = seats_of(context, self.who) if gold > 0 else ()
        conditions = [Condition(0, "gold_gained", seat=seat, n=gold, source=context.me) for seat in seats]
        happen_or_fail(game, context, conditions, len(conditions))


class LoseGold(Part, frozen=True, tag="lose_gold"):
    """Players return gold to the treasury: an amount, or all that they have if `gold` is missing."""

    gold: Amount | None = None
    who: str = "all"

    def potential(self, context: AgotContext) -> bool:
        if self.gold is not None and not may_be_some(context, self.gold):
            return False
        return any(context.table.players[seat].gold for seat in seats_of(context, self.who))

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        have = {seat: context.table.players[seat].gold for seat in seats_of(context, self.who)}
        wanted = have if self.gold is None else dict.fromkeys(have, quantity(context, self.gold))
        lost = {seat: min(gold, wanted[seat]) for seat, gold in have.items()}
        for seat, gold in lost.items():
            if gold:
                game.emit(own_fact(game.table, GoldSpent)(seat, gold, "effect"))
        report_part(game, context, lost == wanted and any(lost.values()))


class GainPower(Part, frozen=True, tag="gain_power"):
    """Gain power for your faction, or, with `on`, on cards."""

    power: Amount = 1
    on: Cards | None = None

    def receivers(self, context: AgotContext) -> list[Handle]:
        """The cards that get the power: your faction card, or the cards that fit `on` and are not immune."""
        if self.on is None:
            return [context.table.players[context.you].faction]
        return [card for card in self.aimed_at(context, self.on) if not is_immune(context, card)]

    def aimed_at(self, context: AgotContext, on: Cards) -> list[Handle]:
        """The cards that fit and would get power if none were immune."""
        return [card for card in on.find(context) if self.affects(context, card)]

    def affects(self, context: AgotContext, card: Handle) -> bool:
        """Whether a card can have power: it is in play."""
        return context.table.is_in_play(card)

    def potential(self, context: AgotContext) -> bool:
        if self.on is not None and self.on.picked:
            return is_choosable(context, self.on)
        return may_be_some(context, self.power) and bool(self.receivers(context))

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        n = quantity(context, self.power)
        cards = self.receivers(context) if n > 0 else []
        conditions = [occurring.gain_power_condition(context.table, card, n, context.me) for card in cards]
        meant = len(cards) if self.on is None else count_meant(context, self.on, self.aimed_at(context, self.on))
        happen_or_fail(game, context, conditions, meant)


class LosePower(OnCards, frozen=True, tag="lose_power"):
    """Return power from cards to the treasury."""

    power: Amount = 1

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return bool(context.table.cards[card].power > 0)

    def can_do_to(self, context: AgotContext, card: Handle) -> bool:
        return may_be_some(context, self.power)

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.lose_power_condition(context.table, card, quantity(context, self.power), context.me)


class MovePower(Part, frozen=True, tag="move_power"):
    """Move power from a player's faction card to yours. It does not count as gained."""

    power: Amount = 1
    source: str = "loser"

    def sources(self, context: AgotContext) -> tuple[Seat, ...]:
        """The players whose power would move: the players that are named, without you."""
        return tuple(seat for seat in seats_of(context, self.source) if seat != context.you)

    def potential(self, context: AgotContext) -> bool:
        factions = (context.table.players[seat].faction for seat in self.sources(context))
        return may_be_some(context, self.power) and any(context.table.cards[each].power for each in factions)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        table, n = context.table, quantity(context, self.power)
        mine = table.players[context.you].faction
        seats = self.sources(context)
        from_cards = [table.players[seat].faction for seat in seats]
        conditions = [
            Condition(0, "power_moved", card=card, seat=seat, other=context.you, n=n, cards=(mine,), source=context.me)
            for seat, card in zip(seats, from_cards, strict=True)
            if table.cards[card].power
        ]
        happen_or_fail(game, context, conditions, len(seats))
