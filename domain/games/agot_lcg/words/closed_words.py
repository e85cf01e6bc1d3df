"""The closed lists: which values a field of a word accepts, and the smallest number.

Whether fields fit together is checked in `faults`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from domain.cardgame.words.closed_fields import CARD_LEAST, CARD_LISTS, CARD_NOT_ZERO, SIDES, ClosedWords
from domain.families.agot_cards.state import CHALLENGES
from domain.games.agot_lcg.abilities.condition_kinds import KINDS
from domain.games.agot_lcg.pool.card_fields import KEYWORD_NAMES
from domain.games.agot_lcg.pool.printed import FACTION_NAMES, CardType
from domain.games.agot_lcg.state import AS_ATTACHMENT, PHASES
from domain.games.agot_lcg.words.constants import CARD_CONSTANTS, SEAT_CONSTANTS

PLAYERS = (*SIDES, "chosen", "loser", "winner", "owner")
PERIODS = ("challenge", "phase", "round")
AREAS = ("play", "faction", "agenda", "plot", "hand", "deck", "discard", "dead", "plots", "used", "removed")

CLOSED: Mapping[str, tuple[str, ...]] = {
    **CARD_LISTS,
    "kinds": KINDS,
    "phase": PHASES,
    "limit.per": PERIODS,
    "period": ("phase", "round"),
    "until.until": (*PERIODS, "next-plot"),
    "later.until": ("challenge",),
    "what": (*CARD_CONSTANTS, *SEAT_CONSTANTS),
    "controller": (*PLAYERS, "same"),
    "who": (*PLAYERS, "all"),
    "move_power.source": ("you", "opponent", "chosen", "loser"),
    "kneel_cost.which": ("me", "faction"),
    "type": get_args(CardType),
    "types": get_args(CardType),
    "faction": (*FACTION_NAMES, "neutral"),
    "where": AREAS,
    "icon": CHALLENGES,
    "without_icon": CHALLENGES,
    "keyword": tuple(sorted(KEYWORD_NAMES)),
    "challenge": CHALLENGES,
    "during.you": ("participating", "attacking", "defending"),
    "participating": ("any", "attacking", "defending", "no"),
    "side": ("any", "attacking", "defending"),
    "instead.to": ("hand", "deck", "discard", "dead", "removed"),
    "entered_by.how": ("marshalled", "put", "ambush", "setup", AS_ATTACHMENT),
}

LEAST: Mapping[str, int] = {
    **CARD_LEAST,
    "gold": 1,
    "power": 1,
    "strength_in_all": 0,
    "strength_at_most": 0,
    "printed_strength_at_most": 0,
}
NOT_ZERO = (*CARD_NOT_ZERO, "margin.times")


CLOSED_WORDS = ClosedWords(CLOSED, LEAST, NOT_ZERO)
