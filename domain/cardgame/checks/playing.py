"""Checks of playing a card from hand into play: where it is, whether it may enter, its host, its cost."""

from __future__ import annotations

from domain.cardgame.checks.command_context import AnyCommandContext
from domain.cardgame.checks.initiation import PAYABLE, payment_refusal
from domain.cardgame.in_play.attaching import UNFIT_HOST, attachable, first_host
from domain.cardgame.in_play.costs import card_cost
from domain.cardgame.table import HAND, rules_of_table
from domain.kernel.checks import Check, check
from domain.kernel.citing import SLOT
from domain.kernel.ids import Handle, zone
from domain.kernel.refusals import Refusal

FROM_HAND = f"{SLOT}played-from-hand"
ONE_OF_EACH = f"{SLOT}entry-blocked"
NEEDS_HOST = f"{SLOT}host-needed"


@check("is_in_hand", FROM_HAND, "is_here")
def is_in_hand(context: AnyCommandContext) -> Refusal | None:
    if context.card.zone == zone(context.seat, HAND):
        return None
    return Refusal(FROM_HAND, {"card": context.handle, "area": context.card.zone})


@check("may_enter_play", ONE_OF_EACH, "is_here", "is_in_hand")
def may_enter_play(context: AnyCommandContext) -> Refusal | None:
    """Nothing keeps the card from entering play, such as a copy of a unique card."""
    return rules_of_table(context.table).entry_refusal(context.table, context.seat, context.handle)


@check("host_is_legal", NEEDS_HOST, "is_here", "is_in_hand")
def host_is_legal(context: AnyCommandContext) -> Refusal | None:
    """The named host takes the attachment; another card has no host."""
    table, host, printed = context.table, Handle(getattr(context.command, "host", "")), context.card.printed
    if printed.type not in context.registry.attached_types:
        return Refusal(NEEDS_HOST, {"host": host, "type": printed.type}) if host else None
    refusal = attachable(table, context.seat, printed, host)
    if refusal is None or refusal.rule != UNFIT_HOST or first_host(table, context.seat, printed):
        return refusal
    return Refusal(NEEDS_HOST, refusal.because)


@check("card_is_payable", PAYABLE, "is_here", "is_in_hand")
def card_is_payable(context: AnyCommandContext) -> Refusal | None:
    cost = card_cost(context.table, context.seat, context.card.printed, "play").value
    return payment_refusal(context.table, context.seat, cost)


PLAY_INTO_PLAY: tuple[Check, ...] = (is_in_hand, may_enter_play, host_is_legal, card_is_payable)
"""The checks of a card played from hand into play, after those of the moment and that the card is there."""
