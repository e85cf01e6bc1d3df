"""The repair of this game's frames after a correction has changed the table (see the kernel's `stack_repair`)."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.corrections.stack_repair import ABANDONABLE, CARD_FITS
from domain.cardgame.facts.course import LimitsReset
from domain.cardgame.occurring.delayed_effects import end_unused
from domain.cardgame.occurring.framework import expire
from domain.cardgame.state_checks import SimultaneousVictory
from domain.games.l5r import setup
from domain.games.l5r.abilities.repetition import Repetition
from domain.games.l5r.chart.conflict.declaration import Declaration
from domain.games.l5r.chart.conflict.ring_effects import RingByCard, RingEffect
from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import FurtherConflict
from domain.games.l5r.chart.duel import DuelFrame
from domain.games.l5r.chart.dynasty_phase import Reveals
from domain.games.l5r.chart.phase_order import PHASE_FRAMES, Round
from domain.games.l5r.facts.conflicts import CharactersLeft, ConflictEnded, RingsReturned
from domain.games.l5r.in_play.lasting_states import RestrictedChoice
from domain.games.l5r.provinces import DeckOut, Refills
from domain.games.l5r.state import L5rGame, L5rTable
from domain.kernel.corrections.stack_repair import (
    FITS,
    FrameCheck,
    FrameEnded,
    FrameMended,
    FrameVerdict,
    goes_on,
)
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.standing_orders import end_orders
from domain.kernel.occurring.conditions import Condition


def conflict_fits(table: L5rTable, frame: Procedure) -> FrameVerdict:
    """`FITS`, or the conflict without participants that are not in play on their controllers' sides."""
    now = table.contest
    if now is None:
        return FITS
    gone = tuple(
        card
        for card in now.participants
        if not table.is_in_play(card) or card not in now.own_side(table.cards[card].controller)
    )
    return FrameMended(frame, "left the conflict", (CharactersLeft(gone),)) if gone else FITS


def declaration_fits(table: L5rTable, frame: Declaration) -> FrameVerdict:
    """`FITS`, or the declaration without what has left play; ended if nobody attacks any more."""
    own = set(table.characters(frame.seat))
    attackers = tuple(card for card in frame.attackers if card in own)
    if not attackers:
        return FrameEnded("no attacker is left")
    covert = tuple((mine, theirs) for mine, theirs in frame.covert if mine in attackers and table.is_in_play(theirs))
    if (attackers, covert) == (frame.attackers, frame.covert):
        return FITS
    return FrameMended(structs.replace(frame, attackers=attackers, covert=covert), "cards left")


def restricted_fits(table: L5rTable, frame: RestrictedChoice) -> FrameVerdict:
    """`FITS`, or ended where the character has left play."""
    return FITS if table.is_in_play(frame.character) else FrameEnded("its character has gone")


def duel_fits(table: L5rTable, frame: DuelFrame) -> FrameVerdict:
    """`FITS`, or ended where the ability is not under way any more."""
    return FITS if frame.effect in table.effects else FrameEnded("its ability has gone")


FITS_BY_FRAME: dict[type[Procedure], FrameCheck] = {
    **{kind: fits for kind, fits in CARD_FITS.items() if kind is not SimultaneousVictory},
    setup.Setup: goes_on,
    Round: goes_on,
    **dict.fromkeys(PHASE_FRAMES.values(), goes_on),
    Reveals: goes_on,
    FurtherConflict: goes_on,
    Declaration: declaration_fits,
    ConflictFrame: conflict_fits,
    RingEffect: goes_on,
    RingByCard: goes_on,
    Repetition: goes_on,
    DuelFrame: duel_fits,
    RestrictedChoice: restricted_fits,
    Refills: goes_on,
    DeckOut: goes_on,
}

ABANDONED: tuple[type[Procedure], ...] = (*ABANDONABLE, RingEffect, RingByCard, DuelFrame, ConflictFrame)


def close_conflict(game: L5rGame) -> None:
    """End a conflict that is given up, without a winner: its ring returns, its effects end, no ability reacts."""
    now = game.table.contest
    expire(game, "conflict")
    end_unused(game, "conflict")
    if now is None:
        return
    if game.table.rings[now.ring].contested:
        game.emit(RingsReturned((now.ring,)))
    game.emit(ConflictEnded())
    game.emit(LimitsReset("conflict"))
    end_orders(game, "conflict")


OF_CONFLICT = ("attacker_declared", "defender_declared", "defenders_declared", "evaded", "ring_resolved")


def is_past(table: L5rTable, condition: Condition) -> bool:
    """Whether a condition belongs to a conflict that has ended, whose data an ability would no longer find."""
    of_conflict = condition.kind.startswith("conflict_") or condition.kind in OF_CONFLICT
    return of_conflict and table.contest is None
