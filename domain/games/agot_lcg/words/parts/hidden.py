"""Parts for the dead pile, and for duplicates from a deck."""

from __future__ import annotations

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.words.parts.cards import is_choosable, report_done
from domain.families.agot_cards.words.select import Cards
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.state import AgotContext
from domain.kernel.cards import TOP, move_each
from domain.kernel.ids import NO_CARD, zone
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence


class PlaceInDeadPile(Part, frozen=True, tag="place_in_dead_pile"):
    """Place cards that are not in play in the dead piles of their owners. They are not killed."""

    on: Cards = Cards(done=True)

    def potential(self, context: AgotContext) -> bool:
        return is_choosable(context, self.on) if self.on.picked else self.on.possible(context) > 0

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.on.find(context)
        move_each(game, [(card, zone(context.table.cards[card].owner, "dead"), NO_CARD) for card in cards], TOP)
        report_done(game, context, self.on, cards)


class DuplicateFromDeck(Part, frozen=True, tag="duplicate_from_deck"):
    """Put the top card of your deck facedown under this card as a duplicate."""

    def potential(self, context: AgotContext) -> bool:
        return bool(context.table.zone(zone(context.you, "deck"))) and context.table.is_in_play(context.me)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = context.table.top(zone(context.you, "deck"), 1)
        if not cards or not context.table.is_in_play(context.me):
            report_part(game, context, False)
            return
        entry = Condition(
            0,
            "duplicate_entered",
            card=cards[0],
            seat=context.you,
            how="facedown",
            cards=(context.me,),
            hidden=True,
            unseen=True,
        )
        begin_occurrence(game, entry, effect=context.effect.id)
