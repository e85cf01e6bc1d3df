"""The moment of each command that every card game has, and the rule that names it.

A game puts these moments beside those of its own commands. Of abilities it may give other checks, where it says more.
"""

from __future__ import annotations

from domain.cardgame.checks.abilities import (
    EVENT_PLAYABLE,
    WINDOW_RULES,
    action_is_resolved,
    condition_fits,
    condition_is_there,
    event_is_coded,
    has_ability,
    has_the_opportunity,
    in_this_phase,
    in_this_window,
    is_active,
    is_coded,
    is_event_in_hand,
    is_here,
    is_yours,
    once_for_each_occurrence,
    within_limits,
)
from domain.cardgame.checks.command_context import AnyCommandContext
from domain.cardgame.checks.saves import saves_no_sacrifice
from domain.cardgame.commands import (
    ChooseWinner,
    DecideMulligan,
    InitiateAction,
    OrderConstantEffects,
    OrderPiles,
    PlayEvent,
    UseInterrupt,
    UseReaction,
)
from domain.cardgame.in_play.pile_order import OrderOfPiles
from domain.cardgame.table import rules_of_table
from domain.kernel.checks import Check, check
from domain.kernel.citing import SLOT
from domain.kernel.command_moments import CommandMoment, is_awaited, question_of, question_waits_for_an_answer
from domain.kernel.corrections.manual_resolution import GiveConsent
from domain.kernel.flow.frames import find_open_wait
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import zone_kind, zone_owner
from domain.kernel.occurring.abilities import ChooseNumber, ChooseOption, ChooseTargets, Resolving, choosers
from domain.kernel.occurring.occurrence import OrderMandatory
from domain.kernel.refusals import Refusal

PLAYER_ORDER = f"{SLOT}choices-in-player-order"
CONTROLLER_CHOOSES = f"{SLOT}targets-controller"
MULLIGANS = f"{SLOT}mulligans-in-player-order"
PILE_OWNER = f"{SLOT}pile-ordered-by-owner"


@check("mulligan_comes_in_player_order", MULLIGANS)
def mulligan_comes_in_player_order(context: AnyCommandContext) -> Refusal | None:
    """A player who is later in player order waits."""
    table, found = context.table, find_open_wait(context.table.stack)
    if found is None or question_of(table) != "mulligan":
        return None
    order, (now,) = table.player_order(), found[0].seats
    if order.index(context.seat) <= order.index(now):
        return None
    return Refusal(MULLIGANS, {"player_order": list(order)})


@check("pile_is_ordered_by_its_owner", PILE_OWNER)
def pile_is_ordered_by_its_owner(context: AnyCommandContext) -> Refusal | None:
    """Cards that came to a pile together are ordered by the owner of the pile."""
    found = find_open_wait(context.table.stack)
    if found is None or not isinstance(found[1], OrderOfPiles):
        return None
    area, _ = found[1].piles[0]
    rule = rules_of_table(context.table).ordered_piles[zone_kind(area)]
    return Refusal(rule, {"pile": area, "owner": zone_owner(area)})


@check("choice_comes_in_player_order", PLAYER_ORDER)
def choice_comes_in_player_order(context: AnyCommandContext) -> Refusal | None:
    """If several players choose, they choose one after the other; a player who has chosen waits."""
    table, found = context.table, find_open_wait(context.table.stack)
    if found is None or is_awaited(table, context.seat):
        return None
    wait, frame, _ = found
    if isinstance(frame, Resolving):
        choosing = choosers(table, frame, wait.question)
    else:
        choosing = rules_of_table(table).seats_to_choose(table, wait.question)
    if context.seat not in choosing:
        return None
    because: dict[str, object] = {"chooses": list(wait.seats), "player_order": list(table.player_order())}
    return Refusal(PLAYER_ORDER, because)


@check("targets_are_its_to_choose", CONTROLLER_CHOOSES)
def targets_are_its_to_choose(context: AnyCommandContext) -> Refusal | None:
    """Targets are chosen by the player whom the ability or the step asks."""
    found = find_open_wait(context.table.stack)
    if found is None or ChooseTargets not in found[2].accepts or is_awaited(context.table, context.seat):
        return None
    rule = CONTROLLER_CHOOSES if isinstance(found[1], Resolving) else found[2].rule
    return Refusal(rule, {"chooses": list(found[0].seats)})


ABILITY: tuple[Check, ...] = (is_here, is_yours, is_active, is_coded, has_ability, action_is_resolved)
EVENT: tuple[Check, ...] = (is_here, is_yours, event_is_coded, is_event_in_hand, action_is_resolved)
IN_TIME: tuple[Check, ...] = (saves_no_sacrifice, in_this_window, in_this_phase, condition_is_there, condition_fits)
ONCE: tuple[Check, ...] = (once_for_each_occurrence, within_limits, has_the_opportunity)


def ability_moments(
    ability: tuple[Check, ...] = ABILITY,
    event: tuple[Check, ...] = EVENT,
    in_time: tuple[Check, ...] = IN_TIME,
    once: tuple[Check, ...] = ONCE,
) -> dict[type, CommandMoment]:
    """The moments of the commands that use abilities and play events, with checks in place of those of this floor."""
    return {
        InitiateAction: CommandMoment(
            WINDOW_RULES["action"], "an action window, by who has the opportunity", (*ability, *in_time, *once)
        ),
        PlayEvent: CommandMoment(EVENT_PLAYABLE, "the kind of window that the event names", (*event, *in_time, *once)),
        UseInterrupt: CommandMoment(
            WINDOW_RULES["interrupt"], "the interrupt window of what it answers to", (*ability, *in_time, *once)
        ),
        UseReaction: CommandMoment(
            WINDOW_RULES["reaction"], "the reaction window of what it answers to", (*ability, *in_time, *once)
        ),
    }


CARDGAME_MOMENTS: dict[type, CommandMoment] = {
    Pass: CommandMoment(
        "match.not-awaited",
        "a window, by who has the opportunity",
        (question_waits_for_an_answer, has_the_opportunity),
    ),
    **ability_moments(),
    DecideMulligan: CommandMoment(
        f"{SLOT}mulligan-once",
        "set-up, once, before set-up cards are placed",
        (mulligan_comes_in_player_order,),
    ),
    OrderPiles: CommandMoment(
        PILE_OWNER,
        "when several cards come to one pile at once, by their owner",
        (pile_is_ordered_by_its_owner,),
    ),
    OrderConstantEffects: CommandMoment(
        f"{SLOT}excluding-constants-decided",
        "when constant effects cannot apply at once, by the first player",
    ),
    OrderMandatory: CommandMoment(
        f"{SLOT}resolutions-ordered",
        "when several mandatory abilities would resolve at once, by the first player",
    ),
    ChooseWinner: CommandMoment(
        f"{SLOT}simultaneous-victory",
        "when several players would win at once, by the first player",
    ),
    ChooseTargets: CommandMoment(
        f"{SLOT}targets-chosen",
        "while an ability asks for targets, by who chooses them",
        (choice_comes_in_player_order, targets_are_its_to_choose),
    ),
    ChooseOption: CommandMoment("choice.effect", "while an effect asks for one of several options, by who is named"),
    ChooseNumber: CommandMoment("choice.effect", "while an effect or a cost asks for a number, by who is named"),
    GiveConsent: CommandMoment("manual.consent", "while a manual resolution is proposed, by every other player"),
}
"""When each command belongs that every card game has."""
