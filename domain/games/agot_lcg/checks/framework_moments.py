"""The moments of answers to the framework: set-up, plots, challenges, taxation, choices of an effect."""

from __future__ import annotations

from domain.cardgame.commands import DeclareDefenders
from domain.families.agot_cards.checks.challenges import (
    challenge_is_allowed,
    is_a_challenge_type,
    is_an_opponent,
    type_is_left,
)
from domain.families.agot_cards.checks.framework_moments import (
    challenge_has_ended,
    is_challenged,
    is_the_challenger,
    won_initiative,
)
from domain.families.agot_cards.commands import (
    ChooseClaimCharacters,
    ChooseFirstPlayer,
    ChoosePlot,
    PlaceSetupCards,
)
from domain.games.agot_lcg.chart.challenge.resolution_keywords import INTIMIDATE, WINNERS_KEYWORDS
from domain.games.agot_lcg.checks.answers import discard_refusal
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.commands import (
    AttachSetupCards,
    ChooseKeywordType,
    DeclineChallenge,
    DiscardToReserve,
    InitiateChallenge,
    UseIntimidate,
    UseKeyword,
)
from domain.kernel.checks import check
from domain.kernel.command_moments import CommandMoment, question_of
from domain.kernel.refusals import Refusal

# --- challenges


@check("actions_are_over", "agot_lcg.step.4-action-window")
def actions_are_over(context: CommandContext) -> Refusal | None:
    """The action window before 4.2 closes first."""
    window = context.window
    if window is None or window.name != "challenges.action":
        return None
    return Refusal("agot_lcg.step.4-action-window", {"window": window.name})


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


INITIATING = (is_the_challenger, is_a_challenge_type, is_an_opponent, type_is_left, challenge_is_allowed)

MOMENTS: dict[type, CommandMoment] = {
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
}
