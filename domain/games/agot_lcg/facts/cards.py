"""Facts of plots, gold, power, kneeling and killing, under the tags of this game."""

from __future__ import annotations

from domain.families.agot_cards.facts import cards


class PlotRevealed(cards.PlotRevealed, frozen=True, tag="agot_lcg.plot_revealed"):
    """A plot was turned faceup onto the player's previous plots."""


class GoldGained(cards.GoldGained, frozen=True, tag="agot_lcg.gold_gained"):
    """A player gained gold from the treasury; `trace` is that of income."""


class GoldSpent(cards.GoldSpent, frozen=True, tag="agot_lcg.gold_spent"):
    """A player returned gold to the treasury; `trace` is that of the cost."""


class CardsKnelt(cards.CardsKnelt, frozen=True, tag="agot_lcg.cards_knelt"):
    """Cards knelt."""


class CardsStood(cards.CardsStood, frozen=True, tag="agot_lcg.cards_stood"):
    """Cards stood."""


class PowerPlaced(cards.PowerPlaced, frozen=True, tag="agot_lcg.power_placed"):
    """Power tokens were put on cards, or taken off (below 0), as pairs of card and power."""


class EnteredPlay(cards.EnteredPlay, frozen=True, tag="agot_lcg.entered_play"):
    """A card entered play; `how` is marshalled, put, ambush or setup."""


class CharactersKilled(cards.CharactersKilled, frozen=True, tag="agot_lcg.characters_killed"):
    """Characters were killed; the move to where they went is a fact of its own."""
