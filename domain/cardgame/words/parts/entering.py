"""Parts about cards that come into play."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import keep_cards
from domain.cardgame.table import AnyGame, rules_of_table
from domain.kernel.occurring.abilities import Part


class KeepEntered(Part, frozen=True, tag="keep_entered"):
    """Keep the cards that the part before brought into play, so that later words can name them by `name`."""

    changes: ClassVar[bool] = False
    name: str = "entered"

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        entering = rules_of_table(context.table).entering
        cards = tuple(each.card for each in context.effect.done if each.kind in entering)
        keep_cards(game, context, self.name, cards)
