"""A part for the dead pile."""

from __future__ import annotations

from domain.cardgame.words.parts.cards import MovesOutOfPlay, report_done
from domain.cardgame.words.select import CardFilter
from domain.families.agot_cards.state import AgotContext, AgotGame
from domain.families.agot_cards.words.select import Cards
from domain.kernel.cards.card_table import TOP
from domain.kernel.cards.moving_cards import move_each
from domain.kernel.ids import NO_CARD, zone


class PlaceInDeadPile(MovesOutOfPlay, frozen=True, tag="place_in_dead_pile"):
    """Place cards that are not in play in the dead piles of their owners. They are not killed."""

    goes_by = "killed"
    on: CardFilter = Cards(done=True)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards, meant_to_go = self.cards_affected(context), self.aimed_at(context)
        move_each(game, [(card, zone(context.table.cards[card].owner, "dead"), NO_CARD) for card in cards], TOP)
        report_done(game, context, self.on, cards, meant_to_go)
