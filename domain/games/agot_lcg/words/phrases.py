"""Phrases that several cards share, and words about cards that an effect put into play."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.abilities.resolution import keep_cards
from domain.cardgame.table import CardMatch
from domain.games.agot_lcg.abilities.occurring import ENTERING, AgotGame
from domain.games.agot_lcg.state import AgotContext
from domain.games.agot_lcg.words.parts.time import Until
from domain.kernel.occurring.abilities import Part


def next_marshalled(match: CardMatch, less: int = 1) -> Until:
    """The lasting effect by which the next such card that you marshal this phase costs `less` less."""
    return Until(what="cost", name="marshal", amount=-less, until="phase", once=True, match=match)


class KeepEntered(Part, frozen=True, tag="keep_entered"):
    """Keep the cards that the part before brought into play, so that later words can name them by `name`."""

    changes: ClassVar[bool] = False
    name: str = "entered"

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = tuple(each.card for each in context.effect.done if each.kind in ENTERING)
        keep_cards(game, context, self.name, cards)
