"""House Lannister: Tywin, Tyrion, Ser Kevan and Cersei Lannister."""

from __future__ import annotations

from domain.games.agot_board.board.changes import BoardGame, gain_power, remove_orders
from domain.games.agot_board.chart.combat.choosing import Replacement
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.games.agot_board.components import FOOTMAN
from domain.games.agot_board.facts.combat import HouseCardWithdrawn
from domain.games.agot_board.words import CANCEL, RESULT, UnitGroup, adds_per_unit, has_won, resolves
from domain.kernel.citing import enforces


@resolves("tywin-lannister", RESULT, when=has_won)
def tywin_lannister(game: BoardGame, side: CombatSide, nothing: str) -> None:
    """If you win, gain 2 Power tokens."""
    gain_power(game, side.house, 2)


def opponent_has_a_card(side: CombatSide) -> bool:
    return bool(side.opponent.card)


@resolves("tyrion-lannister", CANCEL, may=True, when=opponent_has_a_card)
@enforces("agot_board.ruling.tyrion-replacement-text")
def tyrion_lannister(game: BoardGame, side: CombatSide, nothing: str) -> None:
    """You may cancel your opponent's House card: it returns to the hand, and another one is revealed."""
    game.emit(HouseCardWithdrawn(side.opponent.house, side.opponent.card, "hand"))
    game.push(Replacement(house=side.opponent.house))


@adds_per_unit("ser-kevan-lannister")
def ser_kevan_lannister(side: CombatSide, group: UnitGroup) -> int:
    """What is added to each unit: 1 to your Footmen in your attack and your own supporting ones, so they count 2."""
    own = group.adds_to == side.house == group.owner
    return 1 if side.attacks and own and group.unit == FOOTMAN else 0


@enforces("agot_board.ruling.cersei-target")
def orders_of_the_loser(side: CombatSide) -> list[str]:
    return list(side.table.orders_of(side.opponent.house))


@resolves("cersei-lannister", RESULT, may=True, when=has_won, objects=orders_of_the_loser)
def cersei_lannister(game: BoardGame, side: CombatSide, area: str) -> None:
    """If you win, you may remove one order of the losing opponent from any area."""
    remove_orders(game, area)
