"""Checks of marshalling and ambush."""

from __future__ import annotations

from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.checks.abilities import gold_refusal, is_here, within_limited
from domain.games.agot_lcg.checks.command_context import Deed
from domain.games.agot_lcg.commands import (
    AmbushCard,
    MarshalAttachment,
    MarshalCharacter,
    MarshalLocation,
)
from domain.games.agot_lcg.in_play.entering import UNFIT_HOST, attachable, base_for, finding_hosts, may_enter
from domain.kernel.checks import Check, check
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, zone
from domain.kernel.refusals import Refusal


@check("in_ambush_window", "agot_lcg.ambush.pay-x-put-into-play")
@enforces("agot_lcg.restrictions.play-permission")
def in_ambush_window(deed: Deed) -> Refusal | None:
    """Ambush is an action of the challenges phase."""
    if deed.window is None or deed.window.kind != "action":
        return Refusal("agot_lcg.actions.only-in-action-window", {"window": deed.window.name if deed.window else ""})
    if deed.table.phase == "challenges":
        return None
    return Refusal("agot_lcg.ambush.pay-x-put-into-play", {"phase": deed.table.phase})


MARSHALLED_IN = "the window of the marshalling phase, by the active player"


@check("in_marshalling_window", "agot_lcg.step.3-window-active-marshals")
@enforces("agot_lcg.active-player.in-marshalling")
def in_marshalling_window(deed: Deed) -> Refusal | None:
    """Cards are marshalled by the active player, in the marshalling window."""
    window = deed.window
    if window is not None and window.name == "marshalling.action" and deed.table.active_player == deed.seat:
        return None
    if deed.table.phase != "marshalling":
        return Refusal("agot_lcg.marshal.as-action", {"phase": deed.table.phase, "belongs": MARSHALLED_IN})
    because: dict[str, object] = {"window": window.name if window else "", "active_player": deed.table.active_player}
    return Refusal("agot_lcg.step.3-window-active-marshals", because)


@check("is_in_hand", "agot_lcg.marshal.as-action", "is_here")
def is_in_hand(deed: Deed) -> Refusal | None:
    if deed.card.zone == zone(deed.seat, "hand"):
        return None
    ambush = isinstance(deed.command, AmbushCard)
    rule = "agot_lcg.ambush.pay-x-put-into-play" if ambush else "agot_lcg.marshal.as-action"
    return Refusal(rule, {"card": deed.handle, "area": deed.card.zone})


@check("may_be_in_play", "agot_lcg.events.never-enter-play", "is_in_hand")
def may_be_in_play(deed: Deed) -> Refusal | None:
    """An event that has ambush (it gained it) does not enter play for all that."""
    if not deed.is_event:
        return None
    return Refusal("agot_lcg.events.never-enter-play", {"card": deed.handle, "type": "event"})


@check("has_ambush", "agot_lcg.ambush.pay-x-put-into-play", "is_in_hand")
@enforces("agot_lcg.ambush.several-values-choose-one")
def has_ambush(deed: Deed) -> Refusal | None:
    have = numbers_in_play.ambush_values(deed.table, deed.card)
    x = getattr(deed.command, "x", 0)
    if x in have:
        return None
    several = len(have) > 1
    rule = "agot_lcg.ambush.several-values-choose-one" if several else "agot_lcg.ambush.pay-x-put-into-play"
    return Refusal(rule, {"card": deed.handle, "ambush": list(have), "x": x})


@check("ambush_is_payable", "agot_lcg.abilities.cost-must-be-payable", "is_in_hand")
def ambush_is_payable(deed: Deed) -> Refusal | None:
    return gold_refusal(deed.table, deed.seat, getattr(deed.command, "x", 0))


TYPE_OF = {
    MarshalCharacter: "character",
    MarshalLocation: "location",
    MarshalAttachment: "attachment",
}


@check("is_of_that_type", "agot_lcg.marshal.as-action", "is_in_hand")
@enforces("agot_lcg.marshal.events-not-marshalled", "agot_lcg.events.never-enter-play")
def is_of_that_type(deed: Deed) -> Refusal | None:
    wanted, type = TYPE_OF[deed.command.__class__], deed.card.printed.type  # type: ignore[index]
    if type == wanted:
        return None
    rule = "agot_lcg.marshal.events-not-marshalled" if type == "event" else "agot_lcg.marshal.as-action"
    return Refusal(rule, {"card": deed.handle, "type": type})


@check("may_marshal", "agot_lcg.cannot.absolute", "is_in_hand")
def may_marshal(deed: Deed) -> Refusal | None:
    sources = numbers_in_play.restrictions(deed.table, deed.seat, f"marshal-{deed.card.printed.type}")
    return Refusal("agot_lcg.cannot.absolute", {"because_of": list(sources)}) if sources else None


@check("uniqueness_allows", "agot_lcg.unique.one-instance-per-player", "is_in_hand")
def uniqueness_allows(deed: Deed) -> Refusal | None:
    refusal = may_enter(deed.table, deed.seat, deed.card)
    if refusal is not None:
        return refusal
    if isinstance(deed.command, AmbushCard) or base_for(deed.table, deed.seat, deed.card) is None:
        return None
    return Refusal("agot_lcg.unique.duplicates-free", {"card": deed.handle, "marshal": "marshal_duplicate"})


@check("marshalling_is_payable", "agot_lcg.abilities.cost-must-be-payable", "is_in_hand")
def marshalling_is_payable(deed: Deed) -> Refusal | None:
    cost = numbers_in_play.cost(deed.table, deed.seat, deed.card.printed, "marshal").value
    return gold_refusal(deed.table, deed.seat, cost)


# Where in play what is no attachment is placed: on no card that its player names.
PLACED_BY = {
    "character": "agot_lcg.characters.front-row-enter",
    "location": "agot_lcg.locations.back-row-enter",
}
DUPLICATE = "agot_lcg.duplicates.placement"


@check("host_is_legal", "agot_lcg.attachments.need-legal-host", "is_in_hand")
@enforces("agot_lcg.step.3-window-attachment-host", "agot_lcg.restrictions.must-be-met")
def host_is_legal(deed: Deed) -> Refusal | None:
    """An attachment needs a host that takes it: one that there is, where none is in play, else the one named."""
    host, type = Handle(getattr(deed.command, "host", "")), deed.card.printed.type
    placed_by = DUPLICATE if base_for(deed.table, deed.seat, deed.card) is not None else PLACED_BY.get(type)
    if placed_by is not None:
        return Refusal(placed_by, {"host": host, "type": type}) if host else None
    refusal = attachable(deed.table, deed.seat, deed.card.printed, host)
    if refusal is None or refusal.rule != UNFIT_HOST:
        return refusal
    if next(finding_hosts(deed.table, deed.seat, deed.card.printed), None) is None:
        return Refusal("agot_lcg.attachments.need-legal-host", refusal.because)
    if isinstance(deed.command, AmbushCard):
        return refusal
    return Refusal("agot_lcg.step.3-window-attachment-host", refusal.because)


@check("has_base", "agot_lcg.duplicates.definition", "is_in_hand")
def has_base(deed: Deed) -> Refusal | None:
    """A duplicate needs a copy in play that its player owns and controls."""
    if base_for(deed.table, deed.seat, deed.card) is not None:
        return None
    return Refusal("agot_lcg.duplicates.definition", {"card": deed.handle, "title": deed.card.printed.title})


@check("dead_pile_allows", "agot_lcg.dead-pile.blocks-duplicates", "is_in_hand")
def dead_pile_allows(deed: Deed) -> Refusal | None:
    return may_enter(deed.table, deed.seat, deed.card)


MARSHAL: tuple[Check, ...] = (
    in_marshalling_window,
    is_here,
    is_in_hand,
    is_of_that_type,
    may_marshal,
    within_limited,
    uniqueness_allows,
    marshalling_is_payable,
)


AMBUSH: tuple[Check, ...] = (
    in_ambush_window,
    is_here,
    is_in_hand,
    may_be_in_play,
    has_ambush,
    ambush_is_payable,
    dead_pile_allows,
    host_is_legal,
)
