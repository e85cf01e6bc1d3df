"""The modules of words that every card game shares; a game makes its vocabulary of them and its own."""

from __future__ import annotations

from types import ModuleType

from domain.cardgame.words import requirements, select

CARD_WORDS: tuple[ModuleType, ...] = (requirements, select)
