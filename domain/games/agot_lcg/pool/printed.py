"""One card's printed values, and the vocabulary of the cards: factions and types.

A card's abilities are not here; `ability_notes` are this project's own descriptions for display.
"""

from typing import Literal

from domain.families.agot_cards.pool.printed import AgotPrinted

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


class Printed(AgotPrinted, frozen=True, kw_only=True, omit_defaults=True):
    """One card's printed values in this game.

    An agenda's `banner_faction`, `faction_minimum` and `neutral_maximum` concern the building of decks.
    """

    type: CardType
    faction: Faction = "neutral"
    deck: DeckName = "draw"
    reserve: int = 0
    reserve_bonus: int = 0
    banner_faction: Faction | None = None
    faction_minimum: int = 0
    neutral_maximum: int | None = None
    supports: tuple[str, ...] = ()
    supported_by: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    play_condition: str = ""

    @property
    def plot_deck_limit(self) -> int | None:
        """The number of copies allowed in a plot deck; None for a card that is not a plot."""
        return self.deck_limit if self.type == "plot" else None
