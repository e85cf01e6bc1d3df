"""One card's printed values, and the vocabulary of the cards: factions, types, icons, keywords.

A card's abilities are not here; `ability_notes` are this project's own descriptions for display.
"""

from typing import Literal

import msgspec

from domain.cardgame.pool.keyword_lines import Keyword
from domain.cardgame.pool.printed_card import AbilityNote, AttachTo

FACTION_NAMES = {
    "stark": "Stark",
    "lannister": "Lannister",
    "baratheon": "Baratheon",
    "greyjoy": "Greyjoy",
    "martell": "Martell",
    "nights-watch": "Night's Watch",
    "targaryen": "Targaryen",
    "tyrell": "Tyrell",
}

Faction = Literal[
    "stark",
    "lannister",
    "baratheon",
    "greyjoy",
    "martell",
    "nights-watch",
    "targaryen",
    "tyrell",
    "neutral",
]
CardType = Literal["faction", "plot", "agenda", "title", "character", "location", "attachment", "event"]
DeckName = Literal["draw", "plot", "agenda", "title", "faction"]
Icon = Literal["military", "intrigue", "power"]


class Printed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card's printed values; `code` is empty for cards without a number in their set.

    An agenda's `banner_faction`, `faction_minimum` and `neutral_maximum` concern the building of decks.
    """

    key: str
    id: str
    set: str
    code: str = ""
    title: str
    type: CardType
    faction: Faction = "neutral"
    deck: DeckName = "draw"
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
    reserve: int = 0
    income_bonus: int = 0
    initiative_bonus: int = 0
    reserve_bonus: int = 0
    attach_to: AttachTo | None = None
    copies_per_host: int | None = None
    deck_limit: int = 3
    quantity: int = 1
    banner_faction: Faction | None = None
    faction_minimum: int = 0
    neutral_maximum: int | None = None
    supports: tuple[str, ...] = ()
    supported_by: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    play_condition: str = ""
    ability_notes: tuple[AbilityNote, ...] = ()

    @property
    def plot_deck_limit(self) -> int | None:
        """The number of copies allowed in a plot deck; None for a card that is not a plot."""
        return self.deck_limit if self.type == "plot" else None
