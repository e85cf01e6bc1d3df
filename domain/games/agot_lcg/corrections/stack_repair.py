"""The repair of this game's frames after a correction has changed the table (see the kernel's `stack_repair`)."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.corrections.stack_repair import ABANDONABLE, CARD_FITS
from domain.cardgame.state_checks import SimultaneousVictory
from domain.families.agot_cards.corrections.stack_repair import challenge_fits
from domain.families.agot_cards.state import VICTORY
from domain.games.agot_lcg import setup
from domain.games.agot_lcg.chart.challenge.claim import Claim
from domain.games.agot_lcg.chart.challenge.resolution_keywords import Keywords
from domain.games.agot_lcg.chart.challenge.steps import ChallengeFrame
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES, Round
from domain.games.agot_lcg.chart.plot_phase import RevealPlots
from domain.games.agot_lcg.chart.standing_phase import StandingPhase
from domain.games.agot_lcg.state import AgotTable
from domain.games.agot_lcg.state_checks import POWER
from domain.games.agot_lcg.words.parts.revealing import RevealOutOfStep
from domain.kernel.corrections.stack_repair import FITS, FrameCheck, FrameEnded, FrameMended, FrameVerdict, goes_on
from domain.kernel.flow.frames import Procedure


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


FITS_BY_FRAME: dict[type[Procedure], FrameCheck] = {
    **CARD_FITS,
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
}

ABANDONED: tuple[type[Procedure], ...] = (*ABANDONABLE, Keywords, ChallengeFrame)
