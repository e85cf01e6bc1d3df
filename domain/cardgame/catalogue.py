"""Everything of this floor that is stored, for the unions of a game, and what carries out its conditions."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame import commands, rounds_and_phases, state_checks
from domain.cardgame.facts import cards, course
from domain.cardgame.in_play import constant_order, entering, pile_order
from domain.cardgame.occurring import card_moves, delayed_effects
from domain.cardgame.occurring.execution import Executor, executes
from domain.cardgame.table import CardGameTable
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure

CARDGAME_FACTS: tuple[type[Fact], ...] = (
    course.DeckBrought,
    course.FirstPlayerChosen,
    course.RoundBegan,
    course.PhaseBegan,
    course.PhaseEnded,
    course.RoundEnded,
    course.LimitsReset,
    course.ActivePlayerNamed,
    course.Counted,
    course.LimitSet,
    course.MulliganDecided,
    course.PlayerEliminated,
    course.SettingUp,
    cards.TokensPlaced,
    cards.Attached,
    cards.CardsSacrificed,
    cards.CardsDiscarded,
    cards.CardsDrawn,
    cards.CardSaved,
    cards.EventPlayed,
    cards.LastingBegan,
    cards.LastingEnded,
    cards.DelayedBegan,
    cards.DelayedEnded,
    cards.ControlTaken,
    cards.PileOrdered,
    cards.ConstantsOrdered,
)
"""Without those in whose place a game may have its own, with more in it: it lists these itself if it has none.

They are `PlayersSeated`, with which a match is opened, `CardEnteredPlay`, and of a game with contests `ContestChanged`.
"""

CARDGAME_FRAMES: tuple[type[Procedure], ...] = (
    state_checks.SimultaneousVictory,
    delayed_effects.DelayedEffects,
    pile_order.OrderOfPiles,
    constant_order.OrderOfConstants,
)

CARDGAME_COMMANDS: tuple[type[Command], ...] = (
    commands.OrderPiles,
    commands.OrderConstantEffects,
    commands.ChooseWinner,
)
"""Without `DecideMulligan`, which a game with mulligans lists itself."""

EXECUTING_MODULES = (card_moves, entering, rounds_and_phases)
CARD_EXECUTORS: Mapping[str, Executor[CardGameTable]] = dict(executes.by_kind)
"""What carries out the conditions of this floor: the functions of the modules above."""
