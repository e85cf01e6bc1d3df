"""One side of the current combat, as rules and House cards refer to it: it attacks, it is supported, it has won."""

from __future__ import annotations

from msgspec import Struct

from domain.games.agot_board.components import AREAS, DEFENSE, SUPPORT
from domain.games.agot_board.facts.combat import current_combat
from domain.games.agot_board.state import ORDER_TYPE, BoardTable, Combat, Combatant, Units
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat


class CombatSide(Struct, frozen=True):
    """A House in the current combat."""

    table: BoardTable
    house: Seat

    @property
    def combat(self) -> Combat:
        combat = self.table.combat
        assert combat is not None
        return combat

    @property
    def own(self) -> Combatant:
        return self.combat.side(self.house)

    @property
    def opponent(self) -> CombatSide:
        return CombatSide(self.table, self.combat.other(self.house).house)

    @property
    def card(self) -> str:
        """Its revealed House card; empty before the reveal, or if it has none to play."""
        return self.own.card

    @property
    def role(self) -> str:
        return "attacker" if self.attacks else "defender"

    @property
    def attacks(self) -> bool:
        return self.house == self.combat.attacker.house

    @property
    def defends(self) -> bool:
        return not self.attacks

    @property
    def has_won(self) -> bool:
        return self.combat.winner == self.house

    @property
    def has_lost(self) -> bool:
        return self.combat.winner == self.opponent.house

    @property
    def units(self) -> Units:
        """Its standing units in the combat."""
        return self.combat.units if self.attacks else self.units_in_area(routed=False)

    @property
    def routed(self) -> Units:
        """Its routed units in the combat; attackers have none."""
        return {} if self.attacks else self.units_in_area(routed=True)

    def units_in_area(self, *, routed: bool) -> Units:
        area = self.table.area(self.combat.area)
        if area.house != self.house:
            return {}
        return area.routed if routed else area.units

    @property
    def at_a_castle(self) -> bool:
        """Whether the embattled area has a Castle or Stronghold."""
        return AREAS[self.combat.area].is_fortified

    @property
    def defense_order(self) -> str:
        """The side's Defense order in the embattled area; empty if there is none."""
        order = self.table.area(self.combat.area).order
        if self.attacks or order is None or order.house != self.house or ORDER_TYPE[order.token] != DEFENSE:
            return ""
        return order.token

    @property
    @enforces("agot_board.ruling.support-is-public")
    def supporting(self) -> list[str]:
        """The areas whose granted Support orders, still on the board, support this side."""
        granted = (area for area, side in self.combat.support.items() if side == self.role)
        return [area for area in granted if area != self.combat.offered and supports_still(self.table, area)]

    @property
    @enforces("agot_board.ruling.being-supported")
    def is_supported(self) -> bool:
        return bool(self.supporting)


def supports_still(table: BoardTable, area: str) -> bool:
    order = table.area(area).order
    return order is not None and ORDER_TYPE[order.token] == SUPPORT


def sides(table: BoardTable) -> tuple[CombatSide, CombatSide]:
    """The attacker's side and the defender's side."""
    combat = current_combat(table)
    return CombatSide(table, combat.attacker.house), CombatSide(table, combat.defender.house)


def winner_and_loser(table: BoardTable) -> tuple[CombatSide, CombatSide]:
    one, other = sides(table)
    return (one, other) if one.has_won else (other, one)


def in_turn_order(table: BoardTable) -> tuple[Seat, ...]:
    """The two Houses of the combat, in the present order of the Iron Throne track."""
    combat = current_combat(table)
    return tuple(seat for seat in table.turn_order() if seat in (combat.attacker.house, combat.defender.house))
