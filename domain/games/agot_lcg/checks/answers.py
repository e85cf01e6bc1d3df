"""Checks of answers to the framework: set-up cards, reserve. Of plots and claim the space of the question says all."""

from __future__ import annotations

from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.checks.command_context import Deed
from domain.games.agot_lcg.commands import (
    AttachSetupCards,
    DiscardToReserve,
    PlaceSetupCards,
)
from domain.games.agot_lcg.in_play.entering import attachable
from domain.kernel.checks import check
from domain.kernel.ids import zone
from domain.kernel.refusals import Refusal


def discard_refusal(deed: Deed) -> Refusal | None:
    """Exactly so many cards are discarded that the reserve is kept; none by whom it is not exceeded."""
    assert isinstance(deed.command, DiscardToReserve)
    hand = len(deed.table.zone(zone(deed.seat, "hand")))
    reserve = numbers_in_play.plot_value(deed.table, deed.seat, "reserve").value
    over, given = max(0, hand - reserve), len(deed.command.cards)
    if given == over:
        return None
    rule = "agot_lcg.step.7-3-discard-down" if over else "agot_lcg.step.7-3-no-voluntary-discard"
    return Refusal(rule, {"hand": hand, "reserve": reserve, "discarded": given})


@check("setup_types", "agot_lcg.setup.step-8-types")
def setup_types(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, PlaceSetupCards)
    hand = deed.table.zone(zone(deed.seat, "hand"))
    for card in deed.command.cards:
        if card not in hand:
            return Refusal("agot_lcg.setup.step-8-place-cards", {"card": card, "is": "no card in your hand"})
        if deed.table.cards[card].printed.type == "event":
            return Refusal("agot_lcg.setup.step-8-types", {"card": card, "type": "event"})
    return None


@check("setup_hosts", "agot_lcg.setup.step-8-attachment-needs-host")
def setup_hosts(deed: Deed) -> Refusal | None:
    """In set-up an attachment goes on an eligible card of the same player."""
    assert isinstance(deed.command, AttachSetupCards)
    for card, host in deed.command.hosts.items():
        if card not in deed.table.cards or host not in deed.table.play_area(deed.seat):
            return Refusal("agot_lcg.setup.step-8-attachment-needs-host", {"card": card, "host": host})
        if refusal := attachable(deed.table, deed.seat, deed.table.cards[card].printed, host):
            return refusal
    return None
