"""The closed lists of the words of both games, as far as they depend on no card, and the least numbers."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.words.closed_fields import CARD_LEAST, CARD_LISTS, CARD_NOT_ZERO, SIDES
from domain.families.agot_cards.state import CHALLENGES

PLAYERS = (*SIDES, "chosen", "loser", "winner", "owner")
PERIODS = ("challenge", "phase", "round")

AGOT_LISTS: Mapping[str, tuple[str, ...]] = {
    **CARD_LISTS,
    "limit.per": PERIODS,
    "period": ("phase", "round"),
    "until.until": (*PERIODS, "next-plot"),
    "later.until": ("challenge",),
    "controller": (*PLAYERS, "same"),
    "who": (*PLAYERS, "all"),
    "move_power.source": ("you", "opponent", "chosen", "loser"),
    "kneel_cost.which": ("me", "faction"),
    "icon": CHALLENGES,
    "without_icon": CHALLENGES,
    "challenge": CHALLENGES,
    "during.you": ("participating", "attacking", "defending"),
    "participating": ("any", "attacking", "defending", "no"),
    "side": ("any", "attacking", "defending"),
    "instead.to": ("hand", "deck", "discard", "dead", "removed"),
}

AGOT_LEAST: Mapping[str, int] = {
    **CARD_LEAST,
    "gold": 1,
    "power": 1,
    "strength_in_all": 0,
    "strength_at_most": 0,
    "printed_strength_at_most": 0,
}
AGOT_NOT_ZERO = (*CARD_NOT_ZERO, "margin.times")
