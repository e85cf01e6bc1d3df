"""The moments of decisions in a combat: support, House cards and their texts, the Blade, casualties, retreats."""

from __future__ import annotations

from domain.games.agot_board.chart.combat.house_card_texts import text_of
from domain.games.agot_board.chart.combat.side import CombatSide, winner_and_loser
from domain.games.agot_board.checks.combat import (
    order_is_undecided,
    own_support_order_lies_there,
    side_is_open,
    supports_from_there,
    tides_are_used,
)
from domain.games.agot_board.checks.command_context import CommandContext
from domain.games.agot_board.checks.march import nobody_supports_the_neutral_force
from domain.games.agot_board.commands import (
    AnswerSupport,
    ChooseCasualties,
    ChooseHouseCard,
    ChooseRetreatArea,
    ChooseRetreatLosses,
    DeclareSupport,
    UseBlade,
    UseCardText,
)
from domain.games.agot_board.words import AFTER, CANCEL, RESULT, RETREAT, REVEAL, ResolvedText
from domain.kernel.checks import check
from domain.kernel.command_moments import CommandMoment
from domain.kernel.refusals import Refusal


def own_side(context: CommandContext) -> CombatSide | None:
    """The side of the House in the current combat; None if it does not fight."""
    now = context.table.combat
    if now is None or context.seat not in (now.attacker.house, now.defender.house):
        return None
    return CombatSide(context.table, context.seat)


# --- support


@check("offered_support_was_answered", "agot_board.ruling.support-decline-timing")
def offered_support_was_answered(context: CommandContext) -> Refusal | None:
    """No other order is decided before the support that was just offered is answered."""
    now = context.table.combat
    if now is None or not now.offered:
        return None
    return Refusal("agot_board.ruling.support-decline-timing", {"offered": now.offered})


@check("support_goes_in_turn", "agot_board.support.turn-order")
def support_goes_in_turn(context: CommandContext) -> Refusal | None:
    """An order that is still to be decided waits for the turn of its House."""
    now = context.table.combat
    if now is None or now.stage != "support":
        return None
    return Refusal("agot_board.support.turn-order", {"turn_order": list(context.table.turn_order())})


@check("neutral_support_goes_in_turn", "agot_board.ruling.neutral-support-window")
def neutral_support_goes_in_turn(context: CommandContext) -> Refusal | None:
    """Against a Neutral Force the Houses with an adjacent order grant or refuse in turn order."""
    call = context.table.neutral_call
    if call is None or not call.target:
        return None
    return Refusal("agot_board.ruling.neutral-support-window", {"target": call.target, "answers": dict(call.support)})


@check("support_was_offered_to_it", "agot_board.support.may-be-declined")
def support_was_offered_to_it(context: CommandContext) -> Refusal | None:
    """Only the attacker or defender to whom support is offered answers it."""
    now = context.table.combat
    if now is None or own_side(context) is not None:
        return None
    because: dict[str, object] = {"attacker": now.attacker.house, "defender": now.defender.house}
    return Refusal("agot_board.support.may-be-declined", because)


# --- House cards and their texts


@check("no_card_fights_a_neutral_force", "agot_board.neutral.no-house-card")
def no_card_fights_a_neutral_force(context: CommandContext) -> Refusal | None:
    call = context.table.neutral_call
    if call is None or not call.target:
        return None
    return Refusal("agot_board.neutral.no-house-card", {"target": call.target})


@check("card_is_still_secret", "agot_board.card.reveal-together")
def card_is_still_secret(context: CommandContext) -> Refusal | None:
    """A revealed card cannot be changed."""
    side = own_side(context)
    if side is None or not side.card:
        return None
    return Refusal("agot_board.card.reveal-together", {"revealed": side.card})


@check("text_was_not_used", "agot_board.ruling.card-text-once")
def text_was_not_used(context: CommandContext) -> Refusal | None:
    side = own_side(context)
    if side is None or not side.own.used:
        return None
    return Refusal("agot_board.ruling.card-text-once", {"card": side.card})


SLOTS = {
    CANCEL: "agot_board.card.order-1-cancel",
    REVEAL: "agot_board.card.order-2-other",
    RESULT: "agot_board.card.order-3-win-lose",
}


@check("text_comes_in_its_pass", "agot_board.card.order-2-other")
def text_comes_in_its_pass(context: CommandContext) -> Refusal | None:
    """The text of the House's revealed card is used in its pass, if it has something to be used on."""
    side = own_side(context)
    text = text_of(side) if side is not None else None
    if side is None or text is None:
        return None
    return what_a_text_lacks(side, text) or in_its_pass(text)


def what_a_text_lacks(side: CombatSide, text: ResolvedText) -> Refusal | None:
    """Why the text of a card has nothing to be used on; None for a text that must still wait."""
    if text.slot in (RESULT, RETREAT, AFTER) and not side.combat.winner:
        return None
    return None if text.applies(side) else text.lacking_refusal(side)


def in_its_pass(text: ResolvedText) -> Refusal:
    return Refusal(SLOTS.get(text.slot, text.rule), {"card": text.card})


@check("card_has_a_text_to_use", "agot_board.card.text-or-icons")
def card_has_a_text_to_use(context: CommandContext) -> Refusal | None:
    """The card has a text to decide about; strength, icons and lasting texts count by themselves."""
    side = own_side(context)
    if side is None or not side.card or text_of(side) is not None:
        return None
    return Refusal("agot_board.card.text-or-icons", {"card": side.card})


# --- the Blade


@check("holds_the_blade", "agot_board.track.fiefdoms-token-holder")
def holds_the_blade(context: CommandContext) -> Refusal | None:
    if context.table.blade == context.seat:
        return None
    return Refusal("agot_board.track.fiefdoms-token-holder", {"holder": context.table.blade})


@check("blade_is_unused", "agot_board.ruling.blade-once-per-round")
def blade_is_unused(context: CommandContext) -> Refusal | None:
    return Refusal("agot_board.ruling.blade-once-per-round", {"blade": "used"}) if context.table.blade_used else None


@check("somebody_is_fought", "agot_board.neutral.no-blade")
def somebody_is_fought(context: CommandContext) -> Refusal | None:
    call = context.table.neutral_call
    if call is None or not call.target:
        return None
    return Refusal("agot_board.neutral.no-blade", {"target": call.target})


@check("holder_fights", "agot_board.token.blade-bonus")
def holder_fights(context: CommandContext) -> Refusal | None:
    """The holder uses the Blade in a combat of its own."""
    now = context.table.combat
    if now is None or own_side(context) is not None:
        return None
    because: dict[str, object] = {"attacker": now.attacker.house, "defender": now.defender.house}
    return Refusal("agot_board.token.blade-bonus", because)


@check("redraw_comes_before_the_reveal", "agot_board.tides.blade-redraw")
def redraw_comes_before_the_reveal(context: CommandContext) -> Refusal | None:
    """A Tides of Battle card is drawn again before these cards are revealed."""
    if context.command.how != "redraw":
        return None
    return Refusal("agot_board.tides.blade-redraw", {"how": context.command.how})


# --- casualties and retreats


@check("it_was_defeated", "agot_board.casualty.loser-only")
def it_was_defeated(context: CommandContext) -> Refusal | None:
    """Only the loser takes casualties, once the victor is known."""
    now = context.table.combat
    if now is None or not now.winner:
        return None
    _, loser = winner_and_loser(context.table)
    if context.seat == loser.house:
        return None
    return Refusal("agot_board.casualty.loser-only", {"loser": loser.house})


@check("casualties_are_due", "agot_board.casualty.number")
def casualties_are_due(context: CommandContext) -> Refusal | None:
    """The loser takes only the casualties that are demanded."""
    side = own_side(context)
    if side is None or not side.combat.winner:
        return None
    return Refusal("agot_board.casualty.number", {"due": 0})


MOMENTS: dict[type, CommandMoment] = {
    DeclareSupport: CommandMoment(
        "agot_board.support.who-may-be-asked",
        "step 1 of a combat, and a march against a Neutral Force that needs support",
        (
            own_support_order_lies_there,
            supports_from_there,
            order_is_undecided,
            side_is_open,
            offered_support_was_answered,
            support_goes_in_turn,
            nobody_supports_the_neutral_force,
            neutral_support_goes_in_turn,
        ),
    ),
    AnswerSupport: CommandMoment(
        "agot_board.ruling.support-decline-timing",
        "right after another House offers support, by the side to which it is offered",
        (support_was_offered_to_it,),
    ),
    ChooseHouseCard: CommandMoment(
        "agot_board.card.choose-secretly",
        "step 3 of a combat, by attacker and defender",
        (no_card_fights_a_neutral_force, card_is_still_secret),
    ),
    UseCardText: CommandMoment(
        "agot_board.card.text-immediate-default",
        "the pass of the text, after the House cards are revealed",
        (no_card_fights_a_neutral_force, text_was_not_used, card_has_a_text_to_use, text_comes_in_its_pass),
    ),
    UseBlade: CommandMoment(
        "agot_board.combat.blade-window",
        "once a round, in step 4 of a combat of the holder's",
        (
            holds_the_blade,
            blade_is_unused,
            somebody_is_fought,
            holder_fights,
            tides_are_used,
            redraw_comes_before_the_reveal,
        ),
    ),
    ChooseCasualties: CommandMoment(
        "agot_board.combat.resolution-steps",
        "after the victor of a combat is determined, by the side that takes casualties",
        (it_was_defeated, casualties_are_due),
    ),
    ChooseRetreatArea: CommandMoment(
        "agot_board.retreat.mandatory", "after the casualties of a lost combat, by the loser"
    ),
    ChooseRetreatLosses: CommandMoment(
        "agot_board.retreat.supply-forced-losses",
        "when a retreat, or a way back on which Arianne Martell sends, exceeds supply or the room of a port",
    ),
}
