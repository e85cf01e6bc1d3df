"""Checks of answers to the framework: set-up cards and reserve. Plots and claim need none beside their spaces."""

from __future__ import annotations

from domain.cardgame.in_play.attaching import attachable
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.commands import PlaceSetupCards
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import AttachSetupCards, DiscardToReserve
from domain.kernel.checks import check
from domain.kernel.ids import zone
from domain.kernel.refusals import Refusal


def discard_refusal(context: CommandContext) -> Refusal | None:
    """Why the number of discarded cards is wrong: it must be the number above the reserve, or 0."""
    assert isinstance(context.command, DiscardToReserve)
    hand = len(context.table.zone(zone(context.seat, "hand")))
    reserve = numbers_in_play.plot_value(context.table, context.seat, "reserve").value
    over, given = max(0, hand - reserve), len(context.command.cards)
    if given == over:
        return None
    rule = "agot_lcg.step.7-3-discard-down" if over else "agot_lcg.step.7-3-no-voluntary-discard"
    return Refusal(rule, {"hand": hand, "reserve": reserve, "discarded": given})


@check("setup_types", "agot_lcg.setup.step-8-types")
def setup_types(context: CommandContext) -> Refusal | None:
    assert isinstance(context.command, PlaceSetupCards)
    hand = context.table.zone(zone(context.seat, "hand"))
    for card in context.command.cards:
        if card not in hand:
            return Refusal("agot_lcg.setup.step-8-place-cards", {"card": card, "is": "no card in your hand"})
        if context.table.cards[card].printed.type == "event":
            return Refusal("agot_lcg.setup.step-8-types", {"card": card, "type": "event"})
    return None


@check("setup_hosts", "agot_lcg.setup.step-8-attachment-needs-host")
def setup_hosts(context: CommandContext) -> Refusal | None:
    """In set-up an attachment goes on an eligible card of the same player."""
    assert isinstance(context.command, AttachSetupCards)
    for card, host in context.command.hosts.items():
        if card not in context.table.cards or host not in context.table.play_area(context.seat):
            return Refusal("agot_lcg.setup.step-8-attachment-needs-host", {"card": card, "host": host})
        if refusal := attachable(context.table, context.seat, context.table.cards[card].printed, host):
            return refusal
    return None
