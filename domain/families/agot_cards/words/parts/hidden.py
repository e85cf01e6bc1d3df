"""A part for the dead pile."""

from __future__ import annotations

from domain.cardgame.words.parts.cards import is_choosable, report_done
from domain.families.agot_cards.state import AgotContext, AgotGame
from domain.families.agot_cards.words.select import Cards
from domain.kernel.cards import TOP, move_each
from domain.kernel.ids import NO_CARD, zone
from domain.kernel.occurring.abilities import Part


class PlaceInDeadPile(Part, frozen=True, tag="place_in_dead_pile"):
    """Place cards that are not in play in the dead piles of their owners. They are not killed."""

    on: Cards = Cards(done=True)

    def potential(self, context: AgotContext) -> bool:
        return is_choosable(context, self.on) if self.on.picked else self.on.possible(context) > 0

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.on.find(context)
        move_each(game, [(card, zone(context.table.cards[card].owner, "dead"), NO_CARD) for card in cards], TOP)
        report_done(game, context, self.on, cards)
