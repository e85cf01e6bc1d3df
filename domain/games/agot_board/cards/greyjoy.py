"""House Greyjoy: Victarion, Balon, Theon and Asha Greyjoy, Aeron Damphair."""

from __future__ import annotations

from domain.games.agot_board.board.changes import BoardGame, discard_power
from domain.games.agot_board.chart.combat.choosing import Replacement
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.games.agot_board.components import SHIP
from domain.games.agot_board.facts.combat import HouseCardWithdrawn
from domain.games.agot_board.words import (
    NOTHING,
    REVEAL,
    Bonus,
    UnitGroup,
    adds_per_unit,
    counts,
    ignores_printed_strength,
    resolves,
)
from domain.kernel.citing import enforces

AERONS_PRICE = 2


@adds_per_unit("victarion-greyjoy")
def victarion_greyjoy(side: CombatSide, group: UnitGroup) -> int:
    """What is added to each unit: 1 to your Ships in your attack and your own supporting Ships, so they count 2."""
    own = group.adds_to == side.house == group.owner
    return 1 if side.attacks and own and group.unit == SHIP else 0


@ignores_printed_strength("balon-greyjoy")
def balon_greyjoy(side: CombatSide) -> bool:
    """True: the printed strength of your opponent's House card counts as 0."""
    return True


@counts("theon-greyjoy")
def theon_greyjoy(side: CombatSide) -> Bonus:
    """The bonus: +1 strength and a sword if you defend an area with a Castle or Stronghold."""
    return Bonus(strength=1, swords=1) if side.defends and side.at_a_castle else NOTHING


@counts("asha-greyjoy")
def asha_greyjoy(side: CombatSide) -> Bonus:
    """The bonus: two swords and a fortification if nobody supports you."""
    return NOTHING if side.is_supported else Bonus(swords=2, fortifications=1)


def can_replace_aeron(side: CombatSide) -> bool:
    """Whether the House has the Power and another card in hand, which may be a cancelled one."""
    house = side.table.house(side.house)
    return house.power >= AERONS_PRICE and bool(house.hand)


@resolves("aeron-damphair", REVEAL, may=True, when=can_replace_aeron)
@enforces("agot_board.ruling.aeron-replacement-text")
def aeron_damphair(game: BoardGame, side: CombatSide, nothing: str) -> None:
    """You may discard 2 Power to discard this card and use another House card from your hand in its place."""
    discard_power(game, side.house, AERONS_PRICE)
    game.emit(HouseCardWithdrawn(side.house, side.card, "discard"))
    game.push(Replacement(house=side.house))
