"""The moment of each command, and the rule that names it, for a command that does not fit the open wait."""

from __future__ import annotations

from domain.cardgame.checks.abilities import has_the_opportunity, is_here, is_yours
from domain.cardgame.checks.command_moments import ABILITY, CARDGAME_MOMENTS, EVENT, ability_moments
from domain.cardgame.commands import ChooseWinner, DecideMulligan, DeclareDefenders, InitiateAction, PlayEvent
from domain.cardgame.table import abilities_of
from domain.games.l5r import commands
from domain.games.l5r.chart.duel import NO_ACTIONS, DuelFrame
from domain.games.l5r.checks import playing
from domain.games.l5r.checks.conflicts import CommandContext
from domain.kernel.checks import check
from domain.kernel.command_moments import CommandMoment, is_awaited, question_of, question_waits_for_an_answer
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.refusals import Refusal

OPPORTUNITY = "l5r.conflictphase.next-player"
PASSED = "l5r.conflictphase.passed-is-lost"


@check("conflict_is_passed", PASSED)
def conflict_is_passed(context: CommandContext) -> Refusal | None:
    """Step 3.2 is not a window: a player who declares no conflict passes an opportunity for good."""
    if question_of(context.table) != "conflict" or not is_awaited(context.table, context.seat):
        return None
    return Refusal(PASSED, {"pass_with": "pass_conflict"})


@check("no_action_in_a_duel", NO_ACTIONS, "is_here", "is_yours")
def no_action_in_a_duel(context: CommandContext) -> Refusal | None:
    """A duel contains no action windows: nobody uses actions, or plays characters or attachments, before its end."""
    if not any(isinstance(frame, DuelFrame) for frame in context.table.stack):
        return None
    timings = [each.timing for _, each in abilities_of(context.table, context.card)]
    if isinstance(context.command, PlayEvent) and "action" not in timings:
        return None
    return Refusal(NO_ACTIONS, {"card": context.handle})


PLAYED = (is_here, is_yours, no_action_in_a_duel, *playing.MOMENT)
# a duel is told before the action that is still under way, which has begun it
OF_ACTIONS: dict[type, CommandMoment] = {
    kind: moment
    for kind, moment in ability_moments(
        (*ABILITY[:-1], no_action_in_a_duel, *ABILITY[-1:]), (*EVENT[:-1], no_action_in_a_duel, *EVENT[-1:])
    ).items()
    if kind in (InitiateAction, PlayEvent)
}
"""The moments of commands that a duel has no place for, but for events that are interrupts or reactions."""

MOMENTS: dict[type, CommandMoment] = {
    **{kind: moment for kind, moment in CARDGAME_MOMENTS.items() if kind not in (DecideMulligan, ChooseWinner)},
    **OF_ACTIONS,
    Pass: CommandMoment(
        "match.not-awaited",
        "a window, by who has the opportunity",
        (conflict_is_passed, question_waits_for_an_answer, has_the_opportunity),
    ),
    commands.ChooseStrongholdProvince: CommandMoment(
        "l5r.setup.5-stronghold-province", "step 5 of set-up, in player order"
    ),
    commands.ArrangeProvinces: CommandMoment(
        "l5r.setup.5-other-provinces", "step 5 of set-up, when the provinces under both strongholds are chosen"
    ),
    commands.MulliganProvinces: CommandMoment("l5r.setup.6-look-mulligan", "step 6 of set-up, in player order, once"),
    commands.MulliganHand: CommandMoment("l5r.setup.7-mulligan", "step 7 of set-up, in player order, once"),
    commands.PlayCharacter: CommandMoment(
        playing.PLAY_FROM_PROVINCE, "step 1.4 from a province, every other action window from hand", PLAYED
    ),
    commands.PlayAttachment: CommandMoment(playing.PLAY_FROM_HAND, "every action window but that of 1.4", PLAYED),
    commands.DiscardDuplicate: CommandMoment(
        playing.DUPLICATE, "step 1.4, by turns", (playing.in_dynasty_window, has_the_opportunity)
    ),
    commands.BidHonor: CommandMoment(
        "l5r.drawphase.2-2-secret-bid", "step 2.2 and every duel, by both players at once"
    ),
    commands.DeclareConflict: CommandMoment(OPPORTUNITY, "step 3.2, by the player with the opportunity"),
    commands.PassConflict: CommandMoment(OPPORTUNITY, "step 3.2, by the player with the opportunity"),
    DeclareDefenders: CommandMoment("l5r.conflict.3-2-1-defenders", "step 3.2.1, by the defending player"),
    commands.DiscardFromBroken: CommandMoment(
        "l5r.conflict.3-2-5-discard", "step 3.2.5, by the attacking player who broke the province"
    ),
    commands.ResolveRing: CommandMoment(
        "l5r.conflict.3-2-6-may-resolve",
        "step 3.2.6, by the attacking player who won, and where a card lets a player resolve a ring",
    ),
    commands.DeclineRing: CommandMoment(
        "l5r.conflict.3-2-6-may-resolve", "step 3.2.6, by the attacking player who won"
    ),
    commands.SetFavor: CommandMoment("l5r.favor.3-4-2-claim", "step 3.4.2, by who won the glory count"),
    commands.DiscardFateless: CommandMoment("l5r.fatephase.4-2-one-by-one", "step 4.2, in player order"),
    commands.DiscardRestricted: CommandMoment(
        "l5r.keyword.restricted-discard", "when an own character has three restricted attachments"
    ),
    commands.DiscardFromProvinces: CommandMoment("l5r.regroup.5-3-order", "step 5.3, in player order"),
}
