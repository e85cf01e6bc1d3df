"""A card's fields as both games write them in a set or a pack, and which types of cards have which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.cardgame.pool.card_fields import CardFields, Copies, Count
from domain.families.agot_cards.pool.printed import Icon

ENTERING = ("character", "location", "attachment")
"""The types that enter play from a hand; an event does so only as an attachment."""
ONLY_ON: Mapping[str, tuple[str, ...]] = {
    "cost": (*ENTERING, "event"),
    **dict.fromkeys(("strength", "icons"), ("character",)),
    **dict.fromkeys(("income", "initiative", "claim"), ("plot",)),
    **dict.fromkeys(("attach_to", "copies_per_host"), ("attachment",)),
}
NEEDED_BY: Mapping[str, tuple[str, ...]] = {
    "character": ("cost", "strength"),
    "location": ("cost",),
    "attachment": ("cost",),
}


class AgotCardFields(CardFields, kw_only=True, forbid_unknown_fields=True):
    """The fields of a card that both games have."""

    unique: bool = False
    cost: Count | Literal["X"] | None = None
    strength: Count | None = None
    icons: tuple[Icon, ...] | None = None
    income: Count | None = None
    initiative: Count | None = None
    claim: Count | None = None
    income_bonus: int = 0
    initiative_bonus: int = 0
    attach_to: str | None = None
    copies_per_host: Copies | None = None
