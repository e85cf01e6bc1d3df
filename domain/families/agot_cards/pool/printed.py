"""The printed values that cards of both games have: icons, strength, gold cost, the values of plots."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.cardgame.pool.keyword_lines import Keyword
from domain.cardgame.pool.printed_card import AbilityNote, AttachTo

Icon = Literal["military", "intrigue", "power"]


class AgotPrinted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card's printed values; `code` is empty for cards without a number in their set."""

    key: str
    id: str
    set: str
    code: str = ""
    title: str
    type: str
    faction: str = "neutral"
    deck: str = "draw"
    unique: bool = False
    loyal: bool = False
    cost: int | None = None
    cost_x: bool = False
    strength: int = 0
    icons: tuple[Icon, ...] = ()
    traits: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    income: int = 0
    initiative: int = 0
    claim: int = 0
    income_bonus: int = 0
    initiative_bonus: int = 0
    attach_to: AttachTo | None = None
    copies_per_host: int | None = None
    deck_limit: int = 3
    quantity: int = 1
    ability_notes: tuple[AbilityNote, ...] = ()
