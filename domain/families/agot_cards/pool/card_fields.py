"""A card's fields as both games write them in a set or a pack, and which types of cards have which."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from domain.cardgame.pool.card_fields import CardFields, Copies, Count, InvalidCard
from domain.cardgame.pool.keyword_lines import traits_from
from domain.cardgame.pool.printed_card import AttachTo
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

_HOST = re.compile(
    r"(?:any|an?) (?P<unique>unique )?(?:(?P<kind>.+) )?(?P<type>character|location|attachment)"
    r"(?P<controller> you control| controlled by an opponent)?"
)
_CONTROLLERS: dict[str | None, Literal["any", "own", "opponent"]] = {
    None: "any",
    " you control": "own",
    " controlled by an opponent": "opponent",
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


def attach_to_from(text: str, where: str, factions: Mapping[str, str]) -> AttachTo:
    """The restriction of an attachment in words, `a unique Stark character`; `factions` are those by their names.

    Raises InvalidCard.
    """
    host = _HOST.fullmatch(text)
    if not host:
        raise InvalidCard(f"{where}: cannot read {text!r}; expected as 'a unique Stark character'")
    kind = host["kind"]
    faction = factions.get(kind)
    return AttachTo(
        types=(host["type"],),
        faction=faction,
        traits=traits_from(kind) if kind and not faction else (),
        unique=bool(host["unique"]),
        controller=_CONTROLLERS[host["controller"]],
    )
