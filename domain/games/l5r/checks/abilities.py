"""A check of abilities that this game has beside those of every card game: no card keeps them from being triggered."""

from __future__ import annotations

from domain.cardgame.in_play.characteristics import card_cannot, restrictions
from domain.games.l5r.checks.conflicts import BARRED, CommandContext
from domain.games.l5r.state import L5rCard, L5rTable
from domain.kernel.checks import check
from domain.kernel.refusals import Refusal


@check("card_may_be_triggered", BARRED, "is_here")
def card_may_be_triggered(context: CommandContext) -> Refusal | None:
    """No card keeps the abilities of this card from being triggered, or those of characters at home."""
    sources = kept_silent(context.table, context.card)
    return Refusal(BARRED, {"card": context.handle, "because_of": list(sources)}) if sources else None


def kept_silent(table: L5rTable, card: L5rCard) -> tuple[str, ...]:
    """The cards by which no ability of a card can be triggered."""
    if not table.is_in_play(card.handle):
        return ()
    found = card_cannot(table, card, "trigger")
    if card.type != "character" or table.is_participating(card.handle):
        return found
    return (*found, *restrictions(table, card.controller, "trigger-at-home"))
