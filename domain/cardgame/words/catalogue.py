"""The modules of words that every card game shares; a game makes its vocabulary of them and its own."""

from __future__ import annotations

from types import ModuleType

from domain.cardgame.words import choices, costs, requirements, select
from domain.cardgame.words.parts import cards, counts, entering, hidden, interrupting, time

CARD_WORDS: tuple[ModuleType, ...] = (
    requirements,
    select,
    costs,
    choices,
    cards,
    counts,
    hidden,
    entering,
    interrupting,
    time,
)
