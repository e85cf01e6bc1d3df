"""Checks of ambush, and of marshalling where ambush is refused by other rules.

A card from hand is put into play for its ambush value.
"""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.checks import playing
from domain.cardgame.checks.abilities import is_here
from domain.cardgame.checks.initiation import payment_refusal
from domain.cardgame.in_play.attaching import UNFIT_HOST
from domain.families.agot_cards.checks import marshalling
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import AmbushCard
from domain.games.agot_lcg.numbers_in_play import ambush_values
from domain.kernel.checks import Check, check, replace_checks
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


@check("host_is_legal", playing.NEEDS_HOST, "is_in_hand")
@enforces("agot_lcg.restrictions.must-be-met", "agot_lcg.put-into-play.normal-placement")
def host_is_legal(context: CommandContext) -> Refusal | None:
    """The named host is in play and takes the attachment; a character, location or duplicate has no host."""
    if not isinstance(context.command, AmbushCard):
        return marshalling.host_is_legal.test(context)
    refusal, host = marshalling.named_host_refusal(context), Handle(context.command.host)
    if refusal is None or refusal.rule != UNFIT_HOST or context.table.is_in_play(host):
        return refusal
    return Refusal("agot_lcg.put-into-play.normal-placement", refusal.because)


IN_TIME: tuple[Check, ...] = (in_ambush_window, is_here, is_in_hand, may_be_in_play, has_ambush)
AMBUSH: tuple[Check, ...] = (
    *IN_TIME,
    marshalling.dead_pile_allows,
    host_is_legal,
    ambush_is_payable,
)

MARSHAL = replace_checks(marshalling.MARSHAL, is_in_hand)
ATTACH = replace_checks(marshalling.ATTACH, is_in_hand, host_is_legal)
DUPLICATE = replace_checks(marshalling.DUPLICATE, is_in_hand)
