"""House Lannister: Tywin, Tyrion, Ser Kevan and Cersei Lannister."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, gain_power, remove_orders
from domain.games.agot_board.chart.combat.house_card_choice import Replacement
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.games.agot_board.components import FOOTMAN
from domain.games.agot_board.facts.combat import HouseCardWithdrawn
from domain.games.agot_board.words import CANCEL, RESULT, UnitGroup, adds_per_unit, has_won, resolves
from domain.kernel.citing import enforces


@resolves("tywin-lannister", RESULT, when=has_won)
def tywin_lannister(game: BoardGame, side: CombatSide, nothing: str) -> None:
    """Give the winner 2 Power."""
    gain_power(game, side.house, 2)


def opponent_has_a_card(side: CombatSide) -> bool:
    """Whether the opponent has a revealed House card."""
    return bool(side.opponent.card)


@resolves(
    "tyrion-lannister",
    CANCEL,
    may=True,
    when=opponent_has_a_card,
    asks="no object; with `use: true` the opponent chooses a replacement by `choose_house_card`",
)
@enforces("agot_board.ruling.tyrion-replacement-text")
def tyrion_lannister(game: BoardGame, side: CombatSide, nothing: str) -> None:
    """Return the opponent's card to its hand and let the opponent choose a replacement."""
    game.emit(HouseCardWithdrawn(side.opponent.house, side.opponent.card, "hand"))
    game.push(Replacement(house=side.opponent.house))


@adds_per_unit("ser-kevan-lannister")
def ser_kevan_lannister(side: CombatSide, group: UnitGroup) -> int:
    """The strength to add to each unit of a group: 1 for own Footmen of an attacking side, supporting Footmen included.

    Returns 0 for every other group.
    """
    own = group.adds_to == side.house == group.owner
    return 1 if side.attacks and own and group.unit == FOOTMAN else 0


@enforces("agot_board.ruling.cersei-target")
def orders_of_the_loser(side: CombatSide) -> list[str]:
    """The areas with orders of the opponent, anywhere on the board."""
    return list(side.table.orders_of(side.opponent.house))


@resolves(
    "cersei-lannister",
    RESULT,
    may=True,
    when=has_won,
    objects=orders_of_the_loser,
    asks="the area of an order of the defeated opponent, anywhere: `lannisport`",
)
def cersei_lannister(game: BoardGame, side: CombatSide, area: str) -> None:
    """Remove the order of the defeated opponent in `area`."""
    remove_orders(game, area)
