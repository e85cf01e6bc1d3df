"""The roles, in the order of the set; what they say of decks is checked where decks are built."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.pool.printed import Element
from domain.games.l5r.words.parts.pools import GainFate
from domain.games.l5r.words.requirements import During
from domain.games.l5r.words.select import Cards
from domain.games.l5r.words.triggers import When


def keeper(c: Declaration, element: Element) -> None:
    defended = When(("conflict_won",), seat="you", how="defender", requires=(During(ring=element),))
    c.reaction(defended, GainFate())


def seeker(c: Declaration, element: Element) -> None:
    own = Cards(type=("province",), element=element)
    c.reaction(When(("province_revealed",), seat="you", card=own), GainFate())


@card("core/keeper-of-air")
def keeper_of_air(c: Declaration) -> None:
    keeper(c, "air")


@card("core/seeker-of-air")
def seeker_of_air(c: Declaration) -> None:
    seeker(c, "air")


@card("core/keeper-of-earth")
def keeper_of_earth(c: Declaration) -> None:
    keeper(c, "earth")


@card("core/seeker-of-earth")
def seeker_of_earth(c: Declaration) -> None:
    seeker(c, "earth")


@card("core/keeper-of-fire")
def keeper_of_fire(c: Declaration) -> None:
    keeper(c, "fire")


@card("core/seeker-of-fire")
def seeker_of_fire(c: Declaration) -> None:
    seeker(c, "fire")


@card("core/keeper-of-water")
def keeper_of_water(c: Declaration) -> None:
    keeper(c, "water")


@card("core/seeker-of-water")
def seeker_of_water(c: Declaration) -> None:
    seeker(c, "water")


@card("core/keeper-of-void")
def keeper_of_void(c: Declaration) -> None:
    keeper(c, "void")


@card("core/seeker-of-void")
def seeker_of_void(c: Declaration) -> None:
    seeker(c, "void")
