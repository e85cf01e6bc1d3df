"""Checks of marshalling and ambush.

What step 1 of initiation asks (restrictions, uniqueness, a host) comes before the cost, which is of step 2.
"""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.checks import playing
from domain.cardgame.checks.abilities import is_here
from domain.cardgame.checks.initiation import payment_refusal
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.attaching import UNFIT_HOST, attachable, first_host
from domain.cardgame.in_play.costs import card_cost
from domain.games.agot_lcg.checks.abilities import within_limited
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import AmbushCard, MarshalAttachment, MarshalCharacter, MarshalLocation
from domain.games.agot_lcg.in_play.entering import base_for, may_enter
from domain.games.agot_lcg.numbers_in_play import ambush_values
from domain.kernel.checks import Check, check
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle
from domain.kernel.refusals import Refusal


@check("in_ambush_window", "agot_lcg.ambush.pay-x-put-into-play")
@enforces("agot_lcg.restrictions.play-permission")
def in_ambush_window(context: CommandContext) -> Refusal | None:
    """Ambush is an action of the challenges phase."""
    if context.window is None or context.window.kind != "action":
        return Refusal(
            "agot_lcg.actions.only-in-action-window", {"window": context.window.name if context.window else ""}
        )
    if context.table.phase == "challenges":
        return None
    return Refusal("agot_lcg.ambush.pay-x-put-into-play", {"phase": context.table.phase})


MARSHALLED_IN = "the window of the marshalling phase, by the active player"


@check("in_marshalling_window", "agot_lcg.step.3-window-active-marshals")
@enforces("agot_lcg.active-player.in-marshalling")
def in_marshalling_window(context: CommandContext) -> Refusal | None:
    """Cards are marshalled by the active player, in the marshalling window."""
    window = context.window
    if window is not None and window.name == "marshalling.action" and context.table.active_player == context.seat:
        return None
    if context.table.phase != "marshalling":
        return Refusal("agot_lcg.marshal.as-action", {"phase": context.table.phase, "belongs": MARSHALLED_IN})
    because: dict[str, object] = {"window": window.name if window else "", "active_player": context.table.active_player}
    return Refusal("agot_lcg.step.3-window-active-marshals", because)


@check("is_in_hand", playing.FROM_HAND, "is_here")
def is_in_hand(context: CommandContext) -> Refusal | None:
    refusal = playing.is_in_hand.test(context)
    if refusal is None or not isinstance(context.command, AmbushCard):
        return refusal
    return structs.replace(refusal, rule="agot_lcg.ambush.pay-x-put-into-play")


@check("may_be_in_play", "agot_lcg.events.never-enter-play", "is_in_hand")
def may_be_in_play(context: CommandContext) -> Refusal | None:
    """An event does not enter play, even if it has gained ambush."""
    if not context.is_event:
        return None
    return Refusal("agot_lcg.events.never-enter-play", {"card": context.handle, "type": "event"})


@check("has_ambush", "agot_lcg.ambush.pay-x-put-into-play", "is_in_hand")
@enforces("agot_lcg.ambush.several-values-choose-one")
def has_ambush(context: CommandContext) -> Refusal | None:
    have = ambush_values(context.table, context.card)
    x = getattr(context.command, "x", 0)
    if x in have:
        return None
    several = len(have) > 1
    rule = "agot_lcg.ambush.several-values-choose-one" if several else "agot_lcg.ambush.pay-x-put-into-play"
    return Refusal(rule, {"card": context.handle, "ambush": list(have), "x": x})


@check("ambush_is_payable", "agot_lcg.abilities.cost-must-be-payable", "is_in_hand")
def ambush_is_payable(context: CommandContext) -> Refusal | None:
    return payment_refusal(context.table, context.seat, getattr(context.command, "x", 0))


TYPE_OF = {
    MarshalCharacter: "character",
    MarshalLocation: "location",
    MarshalAttachment: "attachment",
}


@check("is_of_that_type", "agot_lcg.marshal.as-action", "is_in_hand")
@enforces("agot_lcg.marshal.events-not-marshalled", "agot_lcg.events.never-enter-play")
def is_of_that_type(context: CommandContext) -> Refusal | None:
    wanted, type = TYPE_OF[context.command.__class__], context.card.printed.type  # type: ignore[index]
    if type == wanted:
        return None
    rule = "agot_lcg.marshal.events-not-marshalled" if type == "event" else "agot_lcg.marshal.as-action"
    return Refusal(rule, {"card": context.handle, "type": type})


@check("may_marshal", "agot_lcg.cannot.absolute", "is_in_hand")
def may_marshal(context: CommandContext) -> Refusal | None:
    sources = characteristics.restrictions(context.table, context.seat, f"marshal-{context.card.printed.type}")
    return Refusal("agot_lcg.cannot.absolute", {"because_of": list(sources)}) if sources else None


@check("uniqueness_allows", "agot_lcg.unique.one-instance-per-player", "is_in_hand")
def uniqueness_allows(context: CommandContext) -> Refusal | None:
    refusal = may_enter(context.table, context.seat, context.card)
    if refusal is not None:
        return refusal
    if isinstance(context.command, AmbushCard) or base_for(context.table, context.seat, context.card) is None:
        return None
    return Refusal("agot_lcg.unique.duplicates-free", {"card": context.handle, "marshal": "marshal_duplicate"})


@check("marshalling_is_payable", "agot_lcg.abilities.cost-must-be-payable", "is_in_hand")
def marshalling_is_payable(context: CommandContext) -> Refusal | None:
    cost = card_cost(context.table, context.seat, context.card.printed, "marshal").value
    return payment_refusal(context.table, context.seat, cost)


# the rule that places a card that is no attachment, which has no host
PLACED_BY = {
    "character": "agot_lcg.characters.front-row-enter",
    "location": "agot_lcg.locations.back-row-enter",
}
DUPLICATE = "agot_lcg.duplicates.placement"


@check("host_is_legal", "agot_lcg.attachments.need-legal-host", "is_in_hand")
@enforces("agot_lcg.step.3-window-attachment-host", "agot_lcg.restrictions.must-be-met")
def host_is_legal(context: CommandContext) -> Refusal | None:
    """The named host takes the attachment; a character, location or duplicate has no host."""
    host, type = Handle(getattr(context.command, "host", "")), context.card.printed.type
    placed_by = DUPLICATE if base_for(context.table, context.seat, context.card) is not None else PLACED_BY.get(type)
    if placed_by is not None:
        return Refusal(placed_by, {"host": host, "type": type}) if host else None
    refusal = attachable(context.table, context.seat, context.card.printed, host)
    if refusal is None or refusal.rule != UNFIT_HOST:
        return refusal
    if not first_host(context.table, context.seat, context.card.printed):
        return Refusal("agot_lcg.attachments.need-legal-host", refusal.because)
    if isinstance(context.command, AmbushCard):
        return refusal
    return Refusal("agot_lcg.step.3-window-attachment-host", refusal.because)


@check("has_base", "agot_lcg.duplicates.definition", "is_in_hand")
def has_base(context: CommandContext) -> Refusal | None:
    """A duplicate needs a copy in play that its player owns and controls."""
    if base_for(context.table, context.seat, context.card) is not None:
        return None
    return Refusal("agot_lcg.duplicates.definition", {"card": context.handle, "title": context.card.printed.title})


@check("dead_pile_allows", "agot_lcg.dead-pile.blocks-duplicates", "is_in_hand")
def dead_pile_allows(context: CommandContext) -> Refusal | None:
    return may_enter(context.table, context.seat, context.card)


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


AMBUSH: tuple[Check, ...] = (
    in_ambush_window,
    is_here,
    is_in_hand,
    may_be_in_play,
    has_ambush,
    dead_pile_allows,
    host_is_legal,
    ambush_is_payable,
)
