"""What constant abilities of this game change and read, so that none depends on itself."""

from __future__ import annotations

from domain.cardgame.pool.printed_card import PrintedCard
from domain.families.agot_cards.abilities.constant_dependencies import AgotDependencies


class OwnDependencies(AgotDependencies):
    """Which constant abilities depend on which, where an event may have become an attachment."""

    def types_in_play(self, card: PrintedCard) -> tuple[str, ...]:
        """The types that a card can have in play; an event in play is an attachment."""
        return ("event", "attachment") if card.type == "event" else (card.type,)


DEPENDENCIES = OwnDependencies()
