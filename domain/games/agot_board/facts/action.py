"""Facts of the Action Phase that say what an order was used for; what it changed are facts of the board."""

from __future__ import annotations

from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import Seat


class RaidResolved(Fact, frozen=True, tag="agot_board.raid_resolved"):
    """A Raid order was used against an order in another area, or without effect (no target)."""

    neutral = True
    house: Seat
    area: Term
    target: Term = ""
    token: Term = ""


class ConsolidateResolved(Fact, frozen=True, tag="agot_board.consolidate_resolved"):
    """A Consolidate Power order was used for Power or for mustering."""

    neutral = True
    house: Seat
    area: Term
    how: Term


ACTION_FACTS: tuple[type[Fact], ...] = (RaidResolved, ConsolidateResolved)
