"""Checks of marshalling: cards from hand come into play at their cost, further copies of unique cards for nothing.

What step 1 of initiation asks (restrictions, uniqueness, a host) comes before the cost, which is of step 2.
"""

from __future__ import annotations

from domain.cardgame.checks.abilities import CANNOT, is_here
from domain.cardgame.checks.initiation import PAYABLE, payment_refusal
from domain.cardgame.checks.playing import FROM_HAND, NEEDS_HOST, is_in_hand
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.attaching import UNFIT_HOST, attachable, first_host
from domain.cardgame.in_play.costs import can_afford, card_cost
from domain.families.agot_cards.checks.abilities import ONE_LIMITED, within_limited
from domain.families.agot_cards.checks.command_context import AnyAgotContext
from domain.families.agot_cards.commands import MarshalAttachment, MarshalCharacter, MarshalLocation
from domain.families.agot_cards.in_play.entering import DEAD_COPY, DEAD_COPY_OF_DUPLICATE, are_duplicates_limited
from domain.families.agot_cards.state import agot_rules
from domain.kernel.checks import Check, check
from domain.kernel.citing import SLOT
from domain.kernel.ids import Handle
from domain.kernel.refusals import Refusal

MARSHALLED_IN = "the window of the marshalling phase, by the active player"
ACTIVE_MARSHALS = f"{SLOT}active-marshals"
ONE_IN_PLAY = f"{SLOT}unique-once"
NEEDS_COPY = f"{SLOT}duplicate-needs-copy"
PLACED_BY = {"character": f"{SLOT}character-placed", "location": f"{SLOT}location-placed"}
"""The rule that places a card that is no attachment, which has no host."""


@check("in_marshalling_window", ACTIVE_MARSHALS)
def in_marshalling_window(context: AnyAgotContext) -> Refusal | None:
    """Cards are marshalled by the active player, in the marshalling window."""
    window = context.window
    if window is not None and window.name == "marshalling.action" and context.table.active_player == context.seat:
        return None
    if context.table.phase != "marshalling":
        return Refusal(FROM_HAND, {"phase": context.table.phase, "belongs": MARSHALLED_IN})
    because: dict[str, object] = {"window": window.name if window else "", "active_player": context.table.active_player}
    return Refusal(ACTIVE_MARSHALS, because)


TYPE_OF: dict[type, str] = {
    MarshalCharacter: "character",
    MarshalLocation: "location",
    MarshalAttachment: "attachment",
}


@check("is_of_that_type", FROM_HAND, "is_in_hand")
def is_of_that_type(context: AnyAgotContext) -> Refusal | None:
    type_of_card = context.card.printed.type
    if type_of_card == TYPE_OF[type(context.command)]:
        return None
    rule = f"{SLOT}events-not-marshalled" if type_of_card == "event" else FROM_HAND
    return Refusal(rule, {"card": context.handle, "type": type_of_card})


@check("may_marshal", CANNOT, "is_in_hand")
def may_marshal(context: AnyAgotContext) -> Refusal | None:
    sources = characteristics.restrictions(context.table, context.seat, f"marshal-{context.card.printed.type}")
    return Refusal(CANNOT, {"because_of": list(sources)}) if sources else None


@check("uniqueness_allows", ONE_IN_PLAY, "is_in_hand")
def uniqueness_allows(context: AnyAgotContext) -> Refusal | None:
    """Nothing keeps the card out of play, and it would be no duplicate, which is marshalled as such."""
    if refusal := entry_refusal(context):
        # a dead copy forbids the card itself, before it forbids it as the duplicate that it would be
        of_duplicate = refusal.rule == DEAD_COPY_OF_DUPLICATE
        return Refusal(DEAD_COPY, refusal.because) if of_duplicate else refusal
    if base_for(context) is None:
        return None
    return Refusal(ONE_IN_PLAY, {"card": context.handle, "marshal": "marshal_duplicate"})


def entry_refusal(context: AnyAgotContext) -> Refusal | None:
    """Why the card may not enter play, by uniqueness and the dead pile."""
    return agot_rules(context.table).entry_refusal(context.table, context.seat, context.handle)


def base_for(context: AnyAgotContext) -> Handle | None:
    """The copy in play under which the card would go as a duplicate."""
    return agot_rules(context.table).base_for(context.table, context.seat, context.handle)


@check("marshalling_is_payable", PAYABLE, "is_in_hand")
def marshalling_is_payable(context: AnyAgotContext) -> Refusal | None:
    if can_afford(context.table, context.seat, context.card.printed, "marshal"):
        return None
    cost = card_cost(context.table, context.seat, context.card.printed, "marshal").value
    return payment_refusal(context.table, context.seat, cost)


@check("host_is_legal", NEEDS_HOST, "is_in_hand")
def host_is_legal(context: AnyAgotContext) -> Refusal | None:
    """The named host takes the attachment that is marshalled."""
    refusal = named_host_refusal(context)
    if refusal is None or refusal.rule != UNFIT_HOST:
        return refusal
    return Refusal(f"{SLOT}host-of-marshalled", refusal.because)


def named_host_refusal(context: AnyAgotContext) -> Refusal | None:
    """Why a card that enters play may not be on the named host; a character, location or duplicate has none."""
    host, printed = Handle(getattr(context.command, "host", "")), context.card.printed
    placed_by = f"{SLOT}duplicate-placed" if base_for(context) is not None else PLACED_BY.get(printed.type)
    if placed_by is not None:
        return Refusal(placed_by, {"host": host, "type": printed.type}) if host else None
    refusal = attachable(context.table, context.seat, printed, host)
    if refusal is None or refusal.rule != UNFIT_HOST or first_host(context.table, context.seat, printed):
        return refusal
    return Refusal(NEEDS_HOST, refusal.because)


@check("has_base", NEEDS_COPY, "is_in_hand")
def has_base(context: AnyAgotContext) -> Refusal | None:
    """A duplicate needs a copy in play that its player owns and controls."""
    if base_for(context) is not None:
        return None
    return Refusal(NEEDS_COPY, {"card": context.handle, "title": context.card.printed.title})


@check("dead_pile_allows", DEAD_COPY_OF_DUPLICATE, "is_in_hand")
def dead_pile_allows(context: AnyAgotContext) -> Refusal | None:
    """Nothing keeps the card out of play."""
    return entry_refusal(context)


@check("duplicate_within_limited", ONE_LIMITED, "is_in_hand")
def duplicate_within_limited(context: AnyAgotContext) -> Refusal | None:
    """At most one limited card a round is marshalled, duplicates among them where the match reads it so."""
    return within_limited.test(context) if are_duplicates_limited(context.table) else None


MARSHALLED: tuple[Check, ...] = (
    in_marshalling_window,
    is_here,
    is_in_hand,
    is_of_that_type,
    may_marshal,
    within_limited,
    uniqueness_allows,
)
MARSHAL: tuple[Check, ...] = (*MARSHALLED, marshalling_is_payable)
ATTACH: tuple[Check, ...] = (*MARSHALLED, host_is_legal, marshalling_is_payable)
DUPLICATE: tuple[Check, ...] = (
    in_marshalling_window,
    is_here,
    is_in_hand,
    has_base,
    duplicate_within_limited,
    dead_pile_allows,
)
