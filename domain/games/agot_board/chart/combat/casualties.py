"""4.6.2: casualties by swords, then by skulls; and the function that destroys units in a combat."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, destroy
from domain.games.agot_board.chart.combat.side import CombatSide, sides, winner_and_loser
from domain.games.agot_board.chart.combat.strength import icon_lines
from domain.games.agot_board.chart.combat.tides_of_battle import tides_card
from domain.games.agot_board.commands import ChooseCasualties
from domain.games.agot_board.components import UNITS
from domain.games.agot_board.concession import cheapest_units
from domain.games.agot_board.facts.board import GarrisonRemoved
from domain.games.agot_board.facts.combat import (
    AttackersDestroyed,
    CasualtiesDemanded,
    Cause,
    LossesTaken,
    current_combat,
)
from domain.games.agot_board.state import BoardTable, Units, count, together
from domain.games.agot_board.words import SPARED, has
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Multiset
from domain.kernel.state.readings import is_read

ENGINES = "agot_board.ruling.siege-engine-casualties"


@enforces("agot_board.casualty.not-supporting", "agot_board.ruling.casualties-of-attacker")
def lose(game: BoardGame, side: CombatSide, units: Units, routed: Units | None = None) -> None:
    """Remove units of a side in the combat from the board."""
    if side.defends:
        destroy(game, side.combat.area, units, routed)
    elif units:
        game.emit(AttackersDestroyed(side.house, units))


@enforces("agot_board.garrison.destroyed-on-defeat")
def remove_defeated_garrison(game: BoardGame, frame: Procedure) -> None:
    """Remove the Garrison of a defeated side from the game, whatever the icons."""
    _, loser = winner_and_loser(game.table)
    area = loser.combat.area
    if loser.defends and game.table.area(area).garrison == loser.house:
        game.emit(GarrisonRemoved(area))


@enforces("agot_board.casualty.loser-only", "agot_board.casualty.number", ENGINES)
def casualties_by_swords(game: BoardGame, frame: Procedure) -> None:
    """Demand casualties: the winner's swords minus the loser's fortifications."""
    winner, loser = winner_and_loser(game.table)
    if is_read(game.table, ENGINES, "destroyed-first"):
        lose(game, loser, {unit: n for unit, n in loser.units.items() if not UNITS[unit].can_retreat})
    lines = [*icon_lines(winner, "swords", 1), *icon_lines(loser, "fortifications", -1)]
    demand(game, loser, "swords", lines)


@enforces("agot_board.tides.skull", "agot_board.ruling.skulls-both", "agot_board.tides.skull-after-swords")
def casualty_by_attackers_skull(game: BoardGame, frame: Procedure) -> None:
    """Demand the casualty of the attacker's skull, which comes first."""
    attacker, _ = sides(game.table)
    casualty_by_skull(game, attacker)


@enforces("agot_board.tides.skull", "agot_board.ruling.skulls-both")
def casualty_by_defenders_skull(game: BoardGame, frame: Procedure) -> None:
    _, defender = sides(game.table)
    casualty_by_skull(game, defender)


@enforces("agot_board.tides.skull-not-prevented", "agot_board.garrison.immune-to-skulls")
def casualty_by_skull(game: BoardGame, side: CombatSide) -> None:
    """Demand a unit of the opponent for a skull, whoever won; fortifications do not count."""
    tides = tides_card(side)
    if tides is not None and tides.skulls:
        demand(game, side.opponent, "skull", [TraceLine(f"tides/{tides.id}", tides.skulls)])


@enforces("agot_board.casualty.one-unit-each")
def demand(game: BoardGame, side: CombatSide, cause: Cause, lines: list[TraceLine]) -> None:
    """Demand casualties of a side, at most as many as it has standing units."""
    number = count_casualties(side, lines)
    due = min(number.value, count(side.units))
    game.emit(CasualtiesDemanded(side.house, cause, number, due))
    if due:
        game.push(Casualties(house=side.house))


def count_casualties(side: CombatSide, lines: list[TraceLine]) -> TracedNumber:
    """The number of casualties; 0 if the side's House card spares it."""
    spared = [TraceLine(f"{side.card}/text", 0, "set")] if has(side, SPARED) else []
    return trace_number(0, [*lines, *spared], source="casualties")


@enforces("agot_board.casualty.loser-chooses", "agot_board.tides.skull-casualty-rules")
def who_takes_casualties(table: BoardTable, frame: Casualties) -> tuple[Seat, ...]:
    return (frame.house,)


@enforces("agot_board.retreat.routed-not-casualties", ENGINES)
def casualties_space(rules: object, table: BoardTable, frame: Casualties, seat: Seat) -> Commands:
    """The command that chooses among the side's standing units in the combat."""
    units = Multiset(CombatSide(table, seat).units, current_combat(table).due)
    return Commands((Form("choose_casualties", {}, {"units": units}, ("agot_board.casualty.number",)),))


def take_casualties(game: BoardGame, frame: Casualties, seat: Seat, command: ChooseCasualties) -> None:
    take_losses(game, CombatSide(game.table, seat), command.units)


def take_losses(game: BoardGame, side: CombatSide, chosen: Units) -> None:
    """Destroy the units that a side chose."""
    units = together({}, chosen)
    game.emit(LossesTaken(side.house, units))
    lose(game, side, units)


class Casualties(Procedure, frozen=True, tag="agot_board.casualties"):
    """A side's choice of the units that are destroyed."""

    house: Seat
    steps = (
        Decision(
            "/choice",
            "casualties",
            title="a House chooses its casualties",
            seats=who_takes_casualties,
            options=casualties_space,
            accepts=(ChooseCasualties,),
            on_answer=take_casualties,
            rule="agot_board.casualty.loser-chooses",
            public=True,
            checked=True,
            least=cheapest_units,
        ),
    )
