"""The table of A Game of Thrones LCG: what both AGoT card games have, agendas, facedown cards in play, gold on cards.

ZONES says who sees each kind of area and which are in play.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.table import CardState
from domain.families.agot_cards import state
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle
from domain.kernel.table import CopyOnWriteMap

PHASES = ("plot", "draw", "marshalling", "challenges", "dominance", "standing", "taxation")
AS_ATTACHMENT = "as-attachment"

ZONES = {
    **state.AGOT_ZONES,
    "facedown": ZoneKind("owner", in_play=True),
    "agenda": ZoneKind("all", active=True),
}

ORDERED_BY_OWNER = {
    "dead": "agot_lcg.dead-pile.simultaneous-owner-orders",
    "discard": "agot_lcg.discard-pile.simultaneous-owner-orders",
}
"""The piles in which the order matters, with the rule that gives it to the owner."""


class AgotCard(state.AgotCard, kw_only=True):
    """A card of this game; `how` is the manner of entry: marshalled, put, ambush, setup, as-attachment."""

    printed: Printed

    @property
    @enforces(
        "agot_lcg.duplicates.not-attachments",
        "agot_lcg.duplicates.no-characteristics",
        "agot_lcg.facedown.no-characteristics",
        "agot_lcg.card-types.type-change",
    )
    def type(self) -> str:
        """The card type; empty for a duplicate or facedown card; an event may have become an attachment."""
        if self.duplicate or self.facedown:
            return ""
        return "attachment" if self.how == AS_ATTACHMENT else self.printed.type

    @property
    def is_attached(self) -> bool:
        return bool(self.host) and not self.duplicate


class AgotTable(state.AgotTable, kw_only=True):
    """The whole table."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = ZONES
    new_card: ClassVar[type[CardState]] = AgotCard

    # the family lays cards by `new_card` alone
    cards: CopyOnWriteMap[Handle, AgotCard] = msgspec.field(default_factory=CopyOnWriteMap)  # type: ignore[assignment]

    def attachments(self, card: Handle) -> list[Handle]:
        return [each for each in self.on(card) if not self.cards[each].duplicate]


AgotContext = AbilityContext[AgotTable]
