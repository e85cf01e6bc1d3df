"""The checks after every change of the board: which changes they have to look at."""

from __future__ import annotations

import pytest

from domain.games.agot_board.components import AREAS, PORTS
from domain.games.agot_board.facts.board import (
    OrderReplaced,
    OrdersAssigned,
    OrdersRemoved,
    OrdersRevealed,
    UnitsDestroyed,
    UnitsPlaced,
)
from domain.games.agot_board.facts.combat import CombatBegan, CombatCleanedUp, CombatEnded, HandsClosed
from domain.games.agot_board.state import BoardTable
from domain.games.agot_board.state_checks import run_state_checks
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import Seat
from tests.games.agot_board import board_opened, kinds_for

STARK, LANNISTER = Seat("stark"), Seat("lannister")
HOME = "winterfell"


def settled_game() -> Game[BoardTable]:
    """A game whose state checks have looked at everything; an order of House Stark lies face down at its home."""
    match = board_opened(1, kinds_for(6)[0]).match
    game = Game(match.rules, match.table.branch(), match.seed, 2)
    game.emit(OrdersAssigned(STARK, {HOME: "march-0"}))
    assert not run_state_checks(game)
    assert not game.table.areas.stirred
    return game


@pytest.mark.parametrize("fact", [OrdersRevealed({HOME: "march-0"}), OrdersRemoved((HOME,))])
def test_an_order_that_is_revealed_or_removed_gives_the_checks_nothing_to_do(fact: Fact) -> None:
    game = settled_game()
    order = game.table.area(HOME).order
    game.emit(fact)
    assert game.table.area(HOME).order != order
    assert not game.table.areas.stirred
    game.table.areas.stirred = True
    emitted = len(game.facts)
    assert not run_state_checks(game)
    assert len(game.facts) == emitted


@pytest.mark.parametrize("fact", [OrderReplaced(STARK, HOME, "raid"), UnitsPlaced(STARK, HOME, {"footman": 1})])
def test_any_other_change_of_an_area_does(fact: Fact) -> None:
    game = settled_game()
    game.emit(fact)
    assert game.table.areas.stirred
    assert not run_state_checks(game)
    assert not game.table.areas.stirred


def test_an_order_that_came_to_lie_without_units_is_removed() -> None:
    game = settled_game()
    elsewhere = next(id for id, area in game.table.areas.items() if area.house != STARK)
    game.emit(OrderReplaced(STARK, elsewhere, "raid"))
    assert not run_state_checks(game)
    assert game.table.area(elsewhere).order is None


@pytest.mark.parametrize("fact", [CombatCleanedUp(), CombatEnded()])
def test_what_a_combat_changed_in_an_earlier_action_is_looked_at_when_it_is_over(fact: Fact) -> None:
    game = settled_game()
    port = next(each for each in PORTS if not AREAS[AREAS[each].connected_land].home_of)
    land = AREAS[port].connected_land
    game.emit(UnitsPlaced(STARK, land, {"footman": 1}))
    game.emit(UnitsPlaced(STARK, port, {"ship": 1}))
    game.emit(CombatBegan(land, HOME, LANNISTER, STARK, "march-0", {}))
    game.emit(HandsClosed())
    game.emit(UnitsDestroyed(STARK, land, {"footman": 1}))
    assert not run_state_checks(game)
    assert game.table.area(port).units == {"ship": 1}
    following = Game(game.rules, game.table.branch(), game.chance.seed, 3)
    following.emit(OrdersRemoved((HOME,)))
    following.emit(fact)
    assert not run_state_checks(following)
    assert not following.table.area(port).units
