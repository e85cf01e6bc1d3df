"""The repair of this game's frames after a correction has changed the table (see the kernel's `stack_repair`)."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.in_play.constant_order import OrderOfConstants
from domain.cardgame.in_play.pile_order import OrderOfPiles
from domain.cardgame.occurring.delayed_effects import DelayedEffects
from domain.cardgame.state_checks import SimultaneousVictory
from domain.families.agot_cards.chart.challenge.ending import (
    end_delayed_effects,
    end_the_challenge,
    expire_with_challenge,
)
from domain.families.agot_cards.state import VICTORY
from domain.games.agot_lcg import setup
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.chart.challenge.claim import Claim
from domain.games.agot_lcg.chart.challenge.resolution_keywords import Keywords
from domain.games.agot_lcg.chart.challenge.steps import ChallengeFrame
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES, Round
from domain.games.agot_lcg.chart.plot_phase import RevealPlots
from domain.games.agot_lcg.chart.standing_phase import StandingPhase
from domain.games.agot_lcg.facts.challenges import LeftChallenge
from domain.games.agot_lcg.state import AgotTable
from domain.games.agot_lcg.state_checks import POWER
from domain.games.agot_lcg.words.parts.revealing import RevealOutOfStep
from domain.kernel.cards import TOP, move
from domain.kernel.corrections.manual_resolution import ManualResolution
from domain.kernel.corrections.stack_repair import (
    FITS,
    KERNEL_FITS,
    FrameCheck,
    FrameEnded,
    FrameMended,
    FrameVerdict,
    close_ability_frame,
    goes_on,
)
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import zone, zone_kind
from domain.kernel.occurring.abilities import EffectEnded, Initiation, Resolution, Resolving

# before these steps an ability has not paid or not been initiated
UNPAID = ("", "/cost", "/next-cost", "/pay")
UNINITIATED = (*UNPAID, "/paid", "/target", "/next-target", "/initiate")


def challenge_fits(table: AgotTable, frame: ChallengeFrame) -> FrameVerdict:
    """`FITS`, or the challenge without participants that are not in play on their controllers' sides.

    A side may be left without participants: the steps of a challenge handle that.
    """
    now = table.challenge
    if now is None:
        return FITS
    sides = ((now.attackers, now.attacker), (now.defenders, now.defender))
    gone = tuple(
        card
        for cards, seat in sides
        for card in cards
        if not table.is_in_play(card) or table.cards[card].controller != seat
    )
    return FrameMended(frame, "left the challenge", (LeftChallenge(gone),)) if gone else FITS


def initiation_fits(table: AgotTable, frame: Initiation) -> FrameVerdict:
    """`FITS`, or give up an ability whose card or payment has gone before its initiation; costs stay paid."""
    context = table.registry.rules.ability_context(table, table.effects[frame.effect])
    is_there = context.me in table.cards and zone_kind(table.cards[context.me].zone) in ("hand", "playing")
    if context.is_event and frame.at in UNINITIATED and not is_there:
        return FrameEnded("its card has gone")
    if frame.at not in UNPAID:
        return FITS
    chosen = [card for cost in context.ability.costs for card in context.picks(getattr(cost, "name", ""))]
    lost = [card for card in chosen if card not in table.cards and card not in table.seats]
    unpayable = any(cost.refusal(context) for cost in context.ability.costs) if context.me in table.cards else True
    return FrameEnded("it cannot be paid") if lost or unpayable else FITS


def victory_fits(table: AgotTable, frame: SimultaneousVictory) -> FrameVerdict:
    """`FITS`, or the victory without the players who no longer have the power; ended if none is left."""
    if frame.rule != POWER:
        return FITS
    winners = tuple(seat for seat in frame.winners if table.power(seat) >= VICTORY)
    if winners == frame.winners:
        return FITS
    return FrameMended(structs.replace(frame, winners=winners), "power") if winners else FrameEnded("power")


def standing_fits(table: AgotTable, frame: StandingPhase) -> FrameVerdict:
    standing = tuple(card for card in frame.standing if card in table.cards)
    return FITS if standing == frame.standing else FrameMended(structs.replace(frame, standing=standing), "cards left")


def piles_fits(table: AgotTable, frame: OrderOfPiles) -> FrameVerdict:
    """`FITS`, or the ordering of piles without the cards that have left a pile."""
    left = tuple((area, tuple(card for card in cards if card in table.zone(area))) for area, cards in frame.piles)
    piles = tuple((area, cards) for area, cards in left if len(cards) > 1)
    return FITS if piles == frame.piles else FrameMended(structs.replace(frame, piles=piles), "cards left")


def constants_fits(table: AgotTable, frame: OrderOfConstants) -> FrameVerdict:
    cards = tuple(card for card in frame.cards if card in table.cards and table.is_in_play(card))
    if cards == frame.cards:
        return FITS
    return (
        FrameMended(structs.replace(frame, cards=cards), "cards left") if len(cards) > 1 else FrameEnded("cards left")
    )


FITS_BY_FRAME: dict[type[Procedure], FrameCheck] = {
    **KERNEL_FITS,
    Initiation: initiation_fits,
    Resolution: goes_on,
    setup.Setup: goes_on,
    Round: goes_on,
    **dict.fromkeys(PHASE_FRAMES.values(), goes_on),
    StandingPhase: standing_fits,
    RevealPlots: goes_on,
    RevealOutOfStep: goes_on,
    ChallengeFrame: challenge_fits,
    Claim: goes_on,
    Keywords: goes_on,
    SimultaneousVictory: victory_fits,
    DelayedEffects: goes_on,
    OrderOfPiles: piles_fits,
    OrderOfConstants: constants_fits,
}

ABANDONABLE = (Resolving, ManualResolution, OrderOfPiles, OrderOfConstants, Keywords, ChallengeFrame)


def close_frame(game: AgotGame, frame: Procedure) -> None:
    """End what a frame keeps on the table; an event that was being played is discarded."""
    close_ability_frame(game, frame)
    if isinstance(frame, ChallengeFrame):
        close_challenge(game, frame)
    elif isinstance(frame, Resolving) and frame.effect in game.table.effects:
        close_effect(game, frame)


def close_challenge(game: AgotGame, frame: ChallengeFrame) -> None:
    """End a challenge that is given up, without a winner; its effects end and no ability reacts."""
    expire_with_challenge(game, frame)
    if game.table.challenge is not None:
        end_the_challenge(game)
    end_delayed_effects(game, frame)


def close_effect(game: AgotGame, frame: Resolving) -> None:
    table = game.table
    card = table.cards.get(table.effects[frame.effect].me)
    game.emit(EffectEnded(frame.effect, "correction"))
    if card is not None and zone_kind(card.zone) == "playing":
        move(game, [card.handle], zone(card.owner, "discard"), TOP)
