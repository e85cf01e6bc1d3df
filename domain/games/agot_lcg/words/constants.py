"""Constant abilities: changes that apply as long as a card is in play."""

from __future__ import annotations

from domain.cardgame.words.constants import ConstantChange
from domain.families.agot_cards.words.constants import changes_of_cards, changes_of_players
from domain.games.agot_lcg.pool.card_fields import KEYWORD_NAMES

GAINED_KEYWORDS = tuple(sorted(KEYWORD_NAMES - {"limited"}))

CARD_CHANGES = changes_of_cards(ConstantChange(GAINED_KEYWORDS, counted=("ambush",)))
SEAT_CHANGES = changes_of_players(("income", "initiative", "reserve"))
CHANGES = CARD_CHANGES | SEAT_CHANGES
