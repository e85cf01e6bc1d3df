"""The closed lists: which values a field of a word accepts, and the smallest number.

Whether fields fit together is checked in `faults`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from domain.cardgame.words.closed_fields import ClosedWords
from domain.families.agot_cards.words.closed_words import AGOT_LEAST, AGOT_LISTS, AGOT_NOT_ZERO
from domain.games.agot_lcg.abilities.condition_kinds import KINDS
from domain.games.agot_lcg.pool.card_fields import KEYWORD_NAMES
from domain.games.agot_lcg.pool.printed import FACTION_NAMES, CardType
from domain.games.agot_lcg.state import AS_ATTACHMENT, PHASES
from domain.games.agot_lcg.words.constants import CHANGES

CLOSED: Mapping[str, tuple[str, ...]] = {
    **AGOT_LISTS,
    "kinds": KINDS,
    "phase": PHASES,
    "what": tuple(CHANGES),
    "type": get_args(CardType),
    "types": get_args(CardType),
    "faction": (*FACTION_NAMES, "neutral"),
    "where": ("play", "faction", "agenda", "plot", "hand", "deck", "discard", "dead", "plots", "used", "removed"),
    "keyword": tuple(sorted(KEYWORD_NAMES)),
    "entered_by.how": ("marshalled", "put", "ambush", "setup", AS_ATTACHMENT),
}
CLOSED_WORDS = ClosedWords(CLOSED, AGOT_LEAST, AGOT_NOT_ZERO)
