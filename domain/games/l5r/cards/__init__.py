"""The cards of the core set: importing this package declares what they do, one module for each group of cards."""

from domain.games.l5r.cards import (
    crab,
    crane,
    dragon,
    lion,
    neutral,
    phoenix,
    provinces,
    roles,
    scorpion,
    strongholds,
    unicorn,
)

__all__ = [
    "crab",
    "crane",
    "dragon",
    "lion",
    "neutral",
    "phoenix",
    "provinces",
    "roles",
    "scorpion",
    "strongholds",
    "unicorn",
]
