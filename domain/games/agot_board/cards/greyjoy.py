"""House Greyjoy: Victarion, Balon, Theon and Asha Greyjoy, Aeron Damphair."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, discard_power
from domain.games.agot_board.chart.combat.house_card_choice import Replacement
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
    """The strength to add to each unit of a group: 1 for own Ships of an attacking side, supporting Ships included.

    Returns 0 for every other group.
    """
    own = group.adds_to == side.house == group.owner
    return 1 if side.attacks and own and group.unit == SHIP else 0


@ignores_printed_strength("balon-greyjoy")
def balon_greyjoy(side: CombatSide) -> bool:
    """True: the printed strength of the opponent's card counts 0 in every combat."""
    return True


@counts("theon-greyjoy")
def theon_greyjoy(side: CombatSide) -> Bonus:
    """The bonus: 1 strength and 1 sword if the side defends a Castle or Stronghold, otherwise nothing."""
    return Bonus(strength=1, swords=1) if side.defends and side.at_a_castle else NOTHING


@counts("asha-greyjoy")
def asha_greyjoy(side: CombatSide) -> Bonus:
    """The bonus: 2 swords and 1 fortification if the side is not supported, otherwise nothing."""
    return NOTHING if side.is_supported else Bonus(swords=2, fortifications=1)


def can_replace_aeron(side: CombatSide) -> bool:
    """Whether the House has the Power to pay and another card in its hand. A cancelled card counts as one."""
    house = side.table.house(side.house)
    return house.power >= AERONS_PRICE and bool(house.hand)


@resolves(
    "aeron-damphair",
    REVEAL,
    may=True,
    when=can_replace_aeron,
    asks="no object; with `use: true` the House pays and chooses the replacement by `choose_house_card`",
)
@enforces("agot_board.ruling.aeron-replacement-text")
def aeron_damphair(game: BoardGame, side: CombatSide, nothing: str) -> None:
    """Pay 2 Power, discard the played card and let the House choose a replacement."""
    discard_power(game, side.house, AERONS_PRICE)
    game.emit(HouseCardWithdrawn(side.house, side.card, "discard"))
    game.push(Replacement(house=side.house))
