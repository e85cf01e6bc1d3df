"""The moment of each command, and the rule that names it, for a command that does not fit the open wait.

A line of `MOMENTS` has the command, the rule and the moment; before these come checks that know a more specific rule,
from the open frames and the player's own cards. Commands of windows are here; those of set-up, plots, challenges,
taxation and effects are in `framework_moments`.
"""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.checks import abilities
from domain.cardgame.checks.abilities import (
    action_is_resolved,
    event_is_coded,
    has_ability,
    in_this_phase,
    is_coded,
    is_event_in_hand,
    is_here,
    once_for_each_occurrence,
    within_limits,
)
from domain.cardgame.checks.command_moments import CARDGAME_MOMENTS, ability_moments
from domain.cardgame.checks.saves import saves_no_sacrifice
from domain.families.agot_cards.checks.abilities import (
    condition_fits,
    condition_is_there,
    in_this_window,
    is_active,
    is_duplicate,
    is_yours,
)
from domain.families.agot_cards.checks.marshalling import MARSHALLED_IN, in_marshalling_window
from domain.families.agot_cards.commands import MARSHALLING_COMMANDS, UseDuplicateSave
from domain.games.agot_lcg.checks import ambush
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.checks.framework_moments import MOMENTS as COURSE
from domain.games.agot_lcg.commands import AmbushCard
from domain.kernel.checks import Check, check
from domain.kernel.citing import enforces
from domain.kernel.command_moments import CommandMoment, is_awaited, question_of, question_waits_for_an_answer
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.refusals import Refusal


@check("has_the_opportunity", abilities.OPPORTUNITY["action"])
@enforces("agot_lcg.step.3-window-first-player-first", "agot_lcg.step.3-window-closes")
def has_the_opportunity(context: CommandContext) -> Refusal | None:
    """In a window one player after the other has the opportunity to act or pass."""
    refusal, window = abilities.has_the_opportunity.test(context), context.window
    if refusal is None or window is None or window.name != "marshalling.action":
        return refusal
    first = window.turn == window.first and not window.passes
    rule = "agot_lcg.step.3-window-first-player-first" if first else "agot_lcg.step.3-window-closes"
    return structs.replace(refusal, rule=rule)


@check("challenge_is_declined", "agot_lcg.step.4-2-pass-goes-to-4-3")
def challenge_is_declined(context: CommandContext) -> Refusal | None:
    """Step 4.2 is not a window: a player who initiates no challenge declines, and play goes on to 4.3."""
    if question_of(context.table) != "challenge" or not is_awaited(context.table, context.seat):
        return None
    return Refusal("agot_lcg.step.4-2-pass-goes-to-4-3", {"pass_with": "decline_challenge"})


ABILITY: tuple[Check, ...] = (is_here, is_yours, is_active, is_coded, has_ability, action_is_resolved)
EVENT: tuple[Check, ...] = (is_here, is_yours, event_is_coded, is_event_in_hand, action_is_resolved)
IN_TIME: tuple[Check, ...] = (saves_no_sacrifice, in_this_window, in_this_phase, condition_is_there, condition_fits)
ONCE: tuple[Check, ...] = (once_for_each_occurrence, within_limits, has_the_opportunity)

MARSHALLING = CommandMoment(
    "agot_lcg.marshal.as-action",
    MARSHALLED_IN,
    (in_marshalling_window, is_here, ambush.is_in_hand, has_the_opportunity),
)

MOMENTS: dict[type, CommandMoment] = {
    **CARDGAME_MOMENTS,
    Pass: CommandMoment(
        "match.not-awaited",
        "a window, by who has the opportunity",
        (challenge_is_declined, question_waits_for_an_answer, has_the_opportunity),
    ),
    **ability_moments(ABILITY, EVENT, IN_TIME, ONCE),
    UseDuplicateSave: CommandMoment(
        "agot_lcg.duplicates.save-interrupt",
        "an interrupt window, when the card over the duplicate would leave play",
        (is_here, is_yours, is_duplicate, *IN_TIME, *ONCE),
    ),
    AmbushCard: CommandMoment(
        "agot_lcg.ambush.pay-x-put-into-play",
        "an action window of the challenges phase",
        (*ambush.IN_TIME, has_the_opportunity),
    ),
    **dict.fromkeys(MARSHALLING_COMMANDS, MARSHALLING),
    **COURSE,
}
