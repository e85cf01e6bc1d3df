"""Parts that move numbers of cards: drawing and discarding."""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.occurring.conditions import discard_condition, draw_condition
from domain.cardgame.table import DECK, HAND, AnyGame, rules_of_table
from domain.cardgame.words.parts.cards import happen_or_fail
from domain.cardgame.words.select import Amount, may_be_some, quantity, seats_of
from domain.kernel.ids import Seat, zone
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition


class Draw(Part, frozen=True, tag="draw"):
    """Players draw cards."""

    n: Amount = 1
    who: str = "you"

    def potential(self, context: AnyContext) -> bool:
        return may_be_some(context, self.n) and any(can_draw(context, seat) for seat in seats_of(context, self.who))

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        n = quantity(context, self.n)
        seats = seats_of(context, self.who)
        drawing = [draw_condition(seat, n, context.me) for seat in seats if can_draw(context, seat)]
        happen_or_fail(game, context, drawing, len(seats))


def can_draw(context: AnyContext, seat: Seat) -> bool:
    """Whether a draw of a player does anything: there is a card in the deck, or an empty deck has a consequence."""
    table = context.table
    return rules_of_table(table).empty_deck_matters or bool(table.zone(zone(seat, DECK)))


class DiscardAtRandom(Part, frozen=True, tag="discard_at_random"):
    """Players discard cards at random from their hands."""

    n: Amount = 1
    who: str = "chosen"

    def potential(self, context: AnyContext) -> bool:
        seats, table = seats_of(context, self.who), context.table
        hands = (context.rest_of_hand() if seat == context.you else table.zone(zone(seat, HAND)) for seat in seats)
        return may_be_some(context, self.n) and any(hands)

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        n = quantity(context, self.n)
        conditions: list[Condition] = []
        for seat in seats_of(context, self.who):
            hand = context.table.zone(zone(seat, HAND))
            picked = game.pick_at_random(f"discard:{context.key}", hand, n, seat) if hand else []
            conditions += [discard_condition(context.table, card, context.me) for card in picked]
        happen_or_fail(game, context, conditions, n * len(seats_of(context, self.who)))


class DiscardTop(Part, frozen=True, tag="discard_top"):
    """Players discard the top cards of their decks."""

    n: Amount = 1
    who: str = "opponent"

    def potential(self, context: AnyContext) -> bool:
        zones = [zone(seat, DECK) for seat in seats_of(context, self.who)]
        return may_be_some(context, self.n) and any(map(context.table.zone, zones))

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        n, seats = quantity(context, self.n), seats_of(context, self.who)
        cards = [card for seat in seats for card in context.table.top(zone(seat, DECK), n)]
        conditions = [discard_condition(context.table, card, context.me) for card in cards]
        happen_or_fail(game, context, conditions, n * len(seats))
