"""Decks as players have them, in lines: the faults of lines that cannot be read, for every game with decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from domain.kernel.refusals import JsonObject


class LineFault(Struct, frozen=True):
    """One line that could not be read: its number from 1, its text, the rule, and the titles it may mean."""

    line: int
    text: str
    rule: str
    candidates: tuple[str, ...] = ()


DeckReader: TypeAlias = Callable[[str], JsonObject | tuple[LineFault, ...]]
