"""Everything of this floor that is stored: its facts, for the unions of a game."""

from __future__ import annotations

from domain.cardgame.facts import cards, course
from domain.kernel.facts import Fact

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
"""Without `CardEnteredPlay`, to which a game may add what its cards look like as they enter."""
