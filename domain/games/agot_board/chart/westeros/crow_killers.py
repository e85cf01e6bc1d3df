"""Crow Killers: Knights are replaced by unused Footmen. Knights for which there is no Footman are destroyed."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
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
    """Replace or destroy all Knights of a House."""
    kill_knights(game, house, count(own_units(game.table, house, KNIGHT)))


@enforces("agot_board.wildling-card.crow-killers.everyone-else")
def two_knights(game: BoardGame, house: Seat) -> None:
    """Replace or destroy two Knights of a House, or one if it has no more."""
    kill_knights(game, house, min(2, count(own_units(game.table, house, KNIGHT))))


@enforces("agot_board.ruling.crow-killers-shortage")
def kill_knights(game: BoardGame, house: Seat, n: int) -> None:
    """Let a House choose which of its Knights are replaced and which are destroyed.

    `n` Knights are concerned. As many are replaced as there are unused Footmen.
    """
    replaced = min(n, game.table.count_unused(house, FOOTMAN))
    game.push(CrowKillers(house=house, replaced=replaced, destroyed=n - replaced))


def knights_forms(table: BoardTable, house: Seat, n: int, option: str) -> tuple[Form, ...]:
    """The forms that choose `n` Knights of a House."""
    return units_forms(f"crow-killers.{role(table, house)}", own_units(table, house, KNIGHT), n, option)


def who_replaces(table: BoardTable, frame: CrowKillers) -> tuple[Seat, ...]:
    """The House if Knights are to be replaced, otherwise nobody."""
    return (frame.house,) if frame.replaced else ()


def replace_space(rules: object, table: BoardTable, frame: CrowKillers, seat: Seat) -> Commands:
    """The command that chooses the Knights to replace."""
    return Commands(knights_forms(table, seat, frame.replaced, REPLACE))


def replace_knights(game: BoardGame, frame: Procedure, seat: Seat, command: WildlingChoice) -> None:
    """Replace the chosen Knights by Footmen."""
    replace_units(game, seat, command.units, FOOTMAN)


def who_destroys(table: BoardTable, frame: CrowKillers) -> tuple[Seat, ...]:
    """The House if Knights are to be destroyed, otherwise nobody."""
    return (frame.house,) if frame.destroyed else ()


def destroy_space(rules: object, table: BoardTable, frame: CrowKillers, seat: Seat) -> Commands:
    """The command that chooses the Knights to destroy."""
    return Commands(knights_forms(table, seat, frame.destroyed, DESTROY))


def destroy_knights(game: BoardGame, frame: Procedure, seat: Seat, command: WildlingChoice) -> None:
    """Destroy the chosen Knights."""
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
            title="a House chooses the Knights that Footmen replace",
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
            title="a House chooses the Knights that are destroyed",
            seats=who_destroys,
            options=destroy_space,
            accepts=(WildlingChoice,),
            on_answer=destroy_knights,
            rule="agot_board.ruling.crow-killers-shortage",
            public=True,
            least=cheapest_units,
        ),
    )
