"""A part for duplicates from a deck."""

from __future__ import annotations

from domain.cardgame.abilities.resolution import report_part
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.state import AgotContext
from domain.kernel.ids import zone
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence


class DuplicateFromDeck(Part, frozen=True, tag="duplicate_from_deck"):
    """Put the top card of your deck facedown under this card, which is unique, as a duplicate."""

    def potential(self, context: AgotContext) -> bool:
        return bool(context.table.zone(zone(context.you, "deck"))) and self.takes_duplicate(context)

    def takes_duplicate(self, context: AgotContext) -> bool:
        """Whether this card is in play and unique, so that a card under it is its duplicate."""
        return context.table.is_in_play(context.me) and context.table.cards[context.me].printed.unique

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = context.table.top(zone(context.you, "deck"), 1)
        if not cards or not self.takes_duplicate(context):
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
