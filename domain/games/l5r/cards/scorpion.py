"""The Scorpion clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration
from domain.cardgame.words.parts.interrupting import Cancel
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.costs import DishonorCost
from domain.games.l5r.words.select import Cards
from domain.games.l5r.words.triggers import When


@card("core/forged-edict")
def forged_edict(c: Declaration) -> None:
    courtier = Cards(type=("character",), trait=("Courtier",), controller="you")
    c.cancel(When(("effect_initiated",), name=("event",)), Cancel(), costs=(DishonorCost(cards=courtier),))
