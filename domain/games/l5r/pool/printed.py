"""One card's printed values, and the vocabulary of the cards: clans, types, decks, elements and kinds of roles.

A card's abilities are not here; `ability_notes` are this project's own descriptions for display.
"""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

import msgspec

from domain.cardgame.pool.keyword_lines import Keyword
from domain.cardgame.pool.printed_card import AbilityNote, AttachTo

CLAN_NAMES = {
    "crab": "Crab",
    "crane": "Crane",
    "dragon": "Dragon",
    "lion": "Lion",
    "phoenix": "Phoenix",
    "scorpion": "Scorpion",
    "unicorn": "Unicorn",
}

Clan = Literal["crab", "crane", "dragon", "lion", "phoenix", "scorpion", "unicorn", "neutral"]
CardType = Literal["stronghold", "province", "role", "character", "attachment", "event", "holding"]
DeckName = Literal["stronghold", "province", "role", "dynasty", "conflict"]
Element = Literal["air", "earth", "fire", "void", "water"]
RoleKind = Literal["keeper", "seeker"]

ELEMENTS: tuple[Element, ...] = get_args(Element)


class Printed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card's printed values in this game; `number` is its place in the set.

    A skill of None is a dash on a character, and what every other card has. A bonus that the card's text defines is a
    `+X` in print: `military_bonus_x`, `political_bonus_x`. `influence_cost` is None for a card that no influence buys.
    `role_restriction`, and a role's `influence_bonus` and kind, concern the building of decks. No card is loyal.
    """

    loyal: ClassVar[bool] = False
    key: str
    id: str
    set: str
    code: str = ""
    number: str = ""
    title: str
    type: CardType
    clan: Clan = "neutral"
    deck: DeckName
    unique: bool = False
    cost: int | None = None
    cost_x: bool = False
    military: int | None = None
    political: int | None = None
    glory: int = 0
    military_bonus: int = 0
    military_bonus_x: bool = False
    political_bonus: int = 0
    political_bonus_x: bool = False
    strength: int = 0
    strength_bonus: int = 0
    elements: tuple[Element, ...] = ()
    role: RoleKind | None = None
    influence_bonus: int = 0
    starting_honor: int = 0
    fate_value: int = 0
    influence_value: int = 0
    attach_to: AttachTo | None = None
    copies_per_host: int | None = None
    influence_cost: int | None = None
    role_restriction: RoleKind | None = None
    traits: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    deck_limit: int = 3
    quantity: int = 1
    ability_notes: tuple[AbilityNote, ...] = ()

    @property
    def faction(self) -> Clan:
        """The clan, as shared code calls it."""
        return self.clan

    @property
    def splash(self) -> bool:
        """Whether decks of other clans can buy it with influence."""
        return self.clan != "neutral" and self.influence_cost is not None

    @property
    def doubled_element(self) -> Element | None:
        """The element of which a deck with this role may have a second province: that of a seeker; None for others."""
        return next(iter(self.elements), None) if self.role == "seeker" else None
