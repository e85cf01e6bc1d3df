"""Crow Killers: Knights are replaced by Footmen, as many as are unused; the others are destroyed."""

from __future__ import annotations

from domain.games.agot_board.board.changes import BoardGame
from domain.games.agot_board.board.units import own_units, replace_units
from domain.games.agot_board.chart.westeros.wildling_forms import DESTROY, REPLACE, lose_units, role, units_forms
from domain.games.agot_board.commands import WildlingChoice
from domain.games.agot_board.components import FOOTMAN, KNIGHT
from domain.games.agot_board.concession import cheapest_units
from domain.games.agot_board.state import BoardTable, count
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form


@enforces("agot_board.wildling-card.crow-killers.lowest")
def all_knights(game: BoardGame, house: Seat) -> None:
    kill_knights(game, house, count(own_units(game.table, house, KNIGHT)))


@enforces("agot_board.wildling-card.crow-killers.everyone-else")
def two_knights(game: BoardGame, house: Seat) -> None:
    kill_knights(game, house, min(2, count(own_units(game.table, house, KNIGHT))))


@enforces("agot_board.ruling.crow-killers-shortage")
def kill_knights(game: BoardGame, house: Seat, n: int) -> None:
    """Replace as many of `n` Knights as there are unused Footmen, and destroy the others."""
    replaced = min(n, game.table.count_unused(house, FOOTMAN))
    game.push(CrowKillers(house=house, replaced=replaced, destroyed=n - replaced))


def knights_forms(table: BoardTable, house: Seat, n: int, option: str) -> tuple[Form, ...]:
    return units_forms(f"crow-killers.{role(table, house)}", own_units(table, house, KNIGHT), n, option)


def who_replaces(table: BoardTable, frame: CrowKillers) -> tuple[Seat, ...]:
    return (frame.house,) if frame.replaced else ()


def replace_space(rules: object, table: BoardTable, frame: CrowKillers, seat: Seat) -> Commands:
    return Commands(knights_forms(table, seat, frame.replaced, REPLACE))


def replace_knights(game: BoardGame, frame: Procedure, seat: Seat, command: WildlingChoice) -> None:
    replace_units(game, seat, command.units, FOOTMAN)


def who_destroys(table: BoardTable, frame: CrowKillers) -> tuple[Seat, ...]:
    return (frame.house,) if frame.destroyed else ()


def destroy_space(rules: object, table: BoardTable, frame: CrowKillers, seat: Seat) -> Commands:
    return Commands(knights_forms(table, seat, frame.destroyed, DESTROY))


def destroy_knights(game: BoardGame, frame: Procedure, seat: Seat, command: WildlingChoice) -> None:
    lose_units(game, seat, command)


class CrowKillers(Procedure, frozen=True, tag="agot_board.crow_killers"):
    """A House's choice of the Knights that are replaced by Footmen, then of those that are destroyed."""

    house: Seat
    replaced: int
    destroyed: int
    steps = (
        Decision(
            "5.4.b/replace",
            "crow-killers-replace",
            seats=who_replaces,
            options=replace_space,
            accepts=(WildlingChoice,),
            on_answer=replace_knights,
            rule="agot_board.ruling.crow-killers-shortage",
            public=True,
            least=cheapest_units,
        ),
        Decision(
            "5.4.b/destroy",
            "crow-killers-destroy",
            seats=who_destroys,
            options=destroy_space,
            accepts=(WildlingChoice,),
            on_answer=destroy_knights,
            rule="agot_board.ruling.crow-killers-shortage",
            public=True,
            least=cheapest_units,
        ),
    )
