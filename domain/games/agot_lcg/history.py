"""The history of A Game of Thrones LCG for analysts: plots, challenges, dominance beside what every card game has."""

from __future__ import annotations

from domain.cardgame.history import card_history
from domain.families.agot_cards.history import (
    AgotCardsReader,
    ChallengesReader,
    challenge_figures,
    challenge_tables,
    faction_of,
)

HISTORY = card_history(
    challenge_tables("agot_lcg"),
    (ChallengesReader,),
    faction_of,
    challenge_figures("agot_lcg"),
    AgotCardsReader,
)
