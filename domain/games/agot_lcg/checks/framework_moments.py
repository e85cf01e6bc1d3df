"""The moments of answers to the framework: set-up, plots, challenges, taxation, choices of an effect."""

from __future__ import annotations

from domain.cardgame.commands import ChooseWinner, DecideMulligan, OrderConstantEffects, OrderPiles
from domain.cardgame.in_play.pile_order import OrderOfPiles
from domain.games.agot_lcg.chart.challenge.resolution_keywords import INTIMIDATE, WINNERS_KEYWORDS
from domain.games.agot_lcg.chart.standing_phase import who_cannot_stand_all
from domain.games.agot_lcg.checks.answers import discard_refusal
from domain.games.agot_lcg.checks.challenges import (
    challenge_is_allowed,
    is_a_challenge_type,
    is_an_opponent,
    type_is_left,
)
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import (
    AttachSetupCards,
    ChooseClaimCharacters,
    ChooseFirstPlayer,
    ChooseKeywordType,
    ChoosePlot,
    DeclareDefenders,
    DeclineChallenge,
    DiscardToReserve,
    InitiateChallenge,
    PlaceSetupCards,
    UseIntimidate,
    UseKeyword,
)
from domain.games.agot_lcg.state import ORDERED_BY_OWNER, AgotTable
from domain.kernel.checks import check
from domain.kernel.citing import enforces
from domain.kernel.command_moments import CommandMoment, is_awaited, question_of
from domain.kernel.corrections.manual_resolution import GiveConsent
from domain.kernel.flow.frames import Procedure, find_open_wait
from domain.kernel.ids import Seat, zone_kind, zone_owner
from domain.kernel.occurring.abilities import ChooseNumber, ChooseOption, ChooseTargets, Resolving, choosers
from domain.kernel.occurring.occurrence import OrderMandatory
from domain.kernel.refusals import Refusal

# --- set-up and plots


@check("mulligan_comes_in_player_order", "agot_lcg.mulligan.player-order")
def mulligan_comes_in_player_order(context: CommandContext) -> Refusal | None:
    """A player who is later in player order waits."""
    table, found = context.table, find_open_wait(context.table.stack)
    if found is None or question_of(table) != "mulligan":
        return None
    order, (now,) = table.player_order(), found[0].seats
    if order.index(context.seat) <= order.index(now):
        return None
    return Refusal("agot_lcg.mulligan.player-order", {"player_order": list(order)})


@check("won_initiative", "agot_lcg.initiative.winner-names-first-player")
def won_initiative(context: CommandContext) -> Refusal | None:
    if question_of(context.table) != "first-player":
        return None
    return Refusal("agot_lcg.initiative.winner-names-first-player", {})


# --- challenges


@check("is_the_challenger", "agot_lcg.active-player.in-challenges")
def is_the_challenger(context: CommandContext) -> Refusal | None:
    """Challenges are initiated in the challenges phase, by the active player."""
    table = context.table
    if table.phase == "challenges" and table.active_player == context.seat:
        return None
    return Refusal("agot_lcg.active-player.in-challenges", {"phase": table.phase, "active_player": table.active_player})


@check("challenge_has_ended", "agot_lcg.step.4-2-6-return-to-window")
def challenge_has_ended(context: CommandContext) -> Refusal | None:
    """Another challenge is initiated, or declined, after the end of the one that is resolving."""
    now = context.table.challenge
    if now is None:
        return None
    because: dict[str, object] = {"resolving": now.kind, "by": now.attacker, "against": now.defender}
    return Refusal("agot_lcg.step.4-2-6-return-to-window", because)


@check("actions_are_over", "agot_lcg.step.4-action-window")
def actions_are_over(context: CommandContext) -> Refusal | None:
    """The action window before 4.2 closes first."""
    window = context.window
    if window is None or window.name != "challenges.action":
        return None
    return Refusal("agot_lcg.step.4-action-window", {"window": window.name})


@check("is_challenged", "agot_lcg.defender.defending-player")
def is_challenged(context: CommandContext) -> Refusal | None:
    """Only the defending player declares defenders."""
    now = context.table.challenge
    if now is None or now.defender == context.seat:
        return None
    return Refusal("agot_lcg.defender.defending-player", {"defending_player": now.defender})


@check("actions_before_defenders_are_over", "agot_lcg.step.4-2-challenge-action-window")
def actions_before_defenders_are_over(context: CommandContext) -> Refusal | None:
    window = context.window
    if window is None or window.name != "challenge.initiated.action":
        return None
    return Refusal("agot_lcg.step.4-2-challenge-action-window", {"window": window.name})


@check("keyword_is_the_winners", "agot_lcg.renown.power-on-character")
def keyword_is_the_winners(context: CommandContext) -> Refusal | None:
    """Only the winner uses keywords, while they resolve."""
    return not_the_winner(context, WINNERS_KEYWORDS.get(context.command.keyword, ""))  # type: ignore[attr-defined]


@check("intimidate_is_the_winners", "agot_lcg.intimidate.kneel-loser-character")
def intimidate_is_the_winners(context: CommandContext) -> Refusal | None:
    return not_the_winner(context, INTIMIDATE)


def not_the_winner(context: CommandContext, rule: str) -> Refusal | None:
    now = context.table.challenge
    if not rule or now is None or not now.decided or now.winner == context.seat:
        return None
    return Refusal(rule, {"winner": now.winner or "none"})


@check("keyword_type_comes_first", "agot_lcg.step.4-2-5-first-player-orders-by-type")
def keyword_type_comes_first(context: CommandContext) -> Refusal | None:
    """No keyword is used before the first player has named the type that resolves next."""
    if question_of(context.table) != "keyword-type":
        return None
    return Refusal("agot_lcg.step.4-2-5-first-player-orders-by-type", {"chooses": context.table.first_player})


@check("keyword_resolves_in_its_step", "agot_lcg.step.4-2-5-keywords")
def keyword_resolves_in_its_step(context: CommandContext) -> Refusal | None:
    """A keyword is used in the step that its own rule names."""
    keyword = context.command.keyword  # type: ignore[attr-defined]
    return Refusal(f"agot_lcg.{keyword}.resolution-keyword", {}) if keyword in WINNERS_KEYWORDS else None


# --- taxation


@check("reserve_is_checked_in_player_order", "agot_lcg.step.7-3-reserve-in-player-order")
def reserve_is_checked_in_player_order(context: CommandContext) -> Refusal | None:
    """Players discard down to the reserve in the taxation phase, one after the other, and no further."""
    if context.table.phase != "taxation":
        return None
    order = {"player_order": list(context.table.player_order())}
    return discard_refusal(context) or Refusal("agot_lcg.step.7-3-reserve-in-player-order", {**order})


# --- piles


@check("pile_is_ordered_by_its_owner", "agot_lcg.dead-pile.simultaneous-owner-orders")
@enforces("agot_lcg.discard-pile.simultaneous-owner-orders")
def pile_is_ordered_by_its_owner(context: CommandContext) -> Refusal | None:
    """Cards that came to a pile together are ordered by the owner of the pile."""
    found = find_open_wait(context.table.stack)
    if found is None or not isinstance(found[1], OrderOfPiles):
        return None
    area, _ = found[1].piles[0]
    return Refusal(ORDERED_BY_OWNER[zone_kind(area)], {"pile": area, "owner": zone_owner(area)})


# --- choices of an ability


@check("choice_comes_in_player_order", "agot_lcg.simultaneous.choices-in-player-order")
def choice_comes_in_player_order(context: CommandContext) -> Refusal | None:
    """If several players choose, they choose one after the other; a player who has chosen waits."""
    table, found = context.table, find_open_wait(context.table.stack)
    if (
        found is None
        or is_awaited(table, context.seat)
        or context.seat not in who_choose(table, found[1], found[0].question)
    ):
        return None
    because: dict[str, object] = {"chooses": list(found[0].seats), "player_order": list(table.player_order())}
    return Refusal("agot_lcg.simultaneous.choices-in-player-order", because)


def who_choose(table: AgotTable, frame: Procedure, question: str) -> tuple[Seat, ...]:
    """The seats to which a question for targets is put, one after the other."""
    if isinstance(frame, Resolving):
        return choosers(table, frame, question)
    return who_cannot_stand_all(table) if question == "stand" else ()


@check("targets_are_its_to_choose", "agot_lcg.targets.controller-chooses")
def targets_are_its_to_choose(context: CommandContext) -> Refusal | None:
    """Targets are chosen by the player whom the ability or the step asks."""
    found = find_open_wait(context.table.stack)
    if found is None or ChooseTargets not in found[2].accepts or is_awaited(context.table, context.seat):
        return None
    rule = "agot_lcg.targets.controller-chooses" if isinstance(found[1], Resolving) else found[2].rule
    return Refusal(rule, {"chooses": list(found[0].seats)})


INITIATING = (is_the_challenger, is_a_challenge_type, is_an_opponent, type_is_left, challenge_is_allowed)

MOMENTS: dict[type, CommandMoment] = {
    DecideMulligan: CommandMoment(
        "agot_lcg.mulligan.once-before-placing",
        "set-up, once, before set-up cards are placed",
        (mulligan_comes_in_player_order,),
    ),
    PlaceSetupCards: CommandMoment("agot_lcg.setup.step-8-place-cards", "step 8 of set-up, in player order"),
    AttachSetupCards: CommandMoment(
        "agot_lcg.setup.step-9-attach-in-player-order", "step 9 of set-up, in player order"
    ),
    ChoosePlot: CommandMoment("agot_lcg.step.1-2-choose-plot", "step 1.2, by everybody at once"),
    ChooseFirstPlayer: CommandMoment(
        "agot_lcg.step.1-3-ii-choose-first-player", "step 1.3, by the winner of initiative", (won_initiative,)
    ),
    InitiateChallenge: CommandMoment(
        "agot_lcg.active-player.in-challenges",
        "step 4.2, by the active player",
        (*INITIATING, challenge_has_ended, actions_are_over),
    ),
    DeclineChallenge: CommandMoment(
        "agot_lcg.step.4-2-pass-goes-to-4-3",
        "step 4.2, by the active player",
        (is_the_challenger, challenge_has_ended, actions_are_over),
    ),
    DeclareDefenders: CommandMoment(
        "agot_lcg.step.4-2-1-declare-defenders",
        "step 4.2.1, by the defending player",
        (is_challenged, actions_before_defenders_are_over),
    ),
    ChooseClaimCharacters: CommandMoment(
        "agot_lcg.military-claim.choose-and-kill",
        "step 4.2.4, by who lost a military challenge as the defending player",
    ),
    ChooseKeywordType: CommandMoment(
        "agot_lcg.step.4-2-5-first-player-orders-by-type",
        "step 4.2.5, by the first player, while several types are left",
    ),
    UseKeyword: CommandMoment(
        "agot_lcg.step.4-2-5-keywords",
        "step 4.2.5, by the winner of the challenge",
        (keyword_is_the_winners, keyword_type_comes_first, keyword_resolves_in_its_step),
    ),
    UseIntimidate: CommandMoment(
        "agot_lcg.intimidate.resolution-keyword",
        "step 4.2.5, by the attacking player who won",
        (intimidate_is_the_winners, keyword_type_comes_first),
    ),
    DiscardToReserve: CommandMoment(
        "agot_lcg.step.7-3-discard-down",
        "step 7.3, in player order, by who holds more cards than the reserve",
        (reserve_is_checked_in_player_order,),
    ),
    OrderPiles: CommandMoment(
        "agot_lcg.discard-pile.simultaneous-owner-orders",
        "when several cards come to one pile at once, by their owner",
        (pile_is_ordered_by_its_owner,),
    ),
    OrderConstantEffects: CommandMoment(
        "agot_lcg.simultaneous.conflicting-constant-effects",
        "when constant effects cannot apply at once, by the first player",
    ),
    OrderMandatory: CommandMoment(
        "agot_lcg.simultaneous.first-player-orders-resolutions",
        "when several mandatory abilities would resolve at once, by the first player",
    ),
    ChooseWinner: CommandMoment(
        "agot_lcg.victory.simultaneous-first-player-decides",
        "when several players would win at once, by the first player",
    ),
    ChooseTargets: CommandMoment(
        "agot_lcg.initiation.step-5-targets",
        "while an ability asks for targets, by who chooses them",
        (choice_comes_in_player_order, targets_are_its_to_choose),
    ),
    ChooseOption: CommandMoment("choice.effect", "while an effect asks for one of several options, by who is named"),
    ChooseNumber: CommandMoment("choice.effect", "while an effect or a cost asks for a number, by who is named"),
    GiveConsent: CommandMoment("manual.consent", "while a manual resolution is proposed, by every other player"),
}
