"""The cards of a position: this game's areas and factions, and events that have become attachments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.cardgame.positions.cards import BY_HAND, CardEntry
from domain.cardgame.positions.waiting_points import SETUP
from domain.families.agot_cards.positions.cards import AgotListing, LaidAgotCard
from domain.games.agot_lcg.in_play.entering import FACEDOWN
from domain.games.agot_lcg.pool.pack import FILLER, PLAIN_PLOT
from domain.games.agot_lcg.positions.waiting_points import BEFORE_PLOTS
from domain.games.agot_lcg.state import AS_ATTACHMENT
from domain.games.agot_lcg.words.closed_words import CLOSED

PLAIN = (PLAIN_PLOT, FILLER)
"""The cards that lie unnamed in areas: of plots, and of others."""
LISTED = ("hand", "deck", "discard", "dead", "removed", "plots")


class CardListing(AgotListing):
    """The cards of a position of this game."""

    areas: ClassVar[tuple[str, ...]] = (*LISTED, "plot", "chosen", "used", "agenda", "faction", "setup")
    plain: ClassVar[tuple[str, str]] = PLAIN
    # how a card can have entered play: in a way that abilities ask for, facedown, or by hand
    entered: ClassVar[tuple[str, ...]] = (*CLOSED["entered_by.how"], FACEDOWN, BY_HAND)
    facedown_at: ClassVar[Mapping[str, tuple[str, ...]]] = {"chosen": ("1.3",), "setup": ("setup.8", "setup.9")}
    staying: ClassVar[Mapping[str, str]] = {
        "faction": "agot_lcg.in-play.faction-card-stays",
        "agenda": "agot_lcg.agenda.cannot-be-removed",
    }
    factions: ClassVar[tuple[str, ...]] = ("stark", "lannister")

    def default_plot(self) -> str | None:
        """The plot that is revealed if the position names none; None before step 1.3 of the first round."""
        unrevealed = self.points[self.at].phase == SETUP or (self.round <= 1 and self.at in BEFORE_PLOTS)
        return None if unrevealed else PLAIN_PLOT

    def area_fault(self, printed: Any, kind: str, how: str) -> str:
        if how == AS_ATTACHMENT and printed.type != "event":
            return "only an event becomes an attachment"
        return super().area_fault(printed, kind, how)

    def enters_as_attachment(self, how: str) -> bool:
        return how == AS_ATTACHMENT

    def is_attachment(self, entry: CardEntry[LaidAgotCard]) -> bool:
        return super().is_attachment(entry) or entry.laid.how == AS_ATTACHMENT
