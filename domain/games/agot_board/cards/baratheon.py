"""House Baratheon: Stannis and Renly Baratheon, Ser Davos Seaworth, Salladhor Saan, Patchface."""

from __future__ import annotations

from domain.games.agot_board.board.changes import BoardGame
from domain.games.agot_board.chart.combat.cleanup import refill_hand
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.games.agot_board.components import FOOTMAN, KNIGHT, SHIP
from domain.games.agot_board.facts.board import HouseCardsDiscarded, UnitsReplaced
from domain.games.agot_board.facts.combat import AttackerUpgraded
from domain.games.agot_board.words import AFTER, NOTHING, RESULT, Bonus, UnitGroup, counts, resolves, sets_to_zero
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal

BARATHEON = Seat("baratheon")
LYING = "/routed"


@counts("stannis-baratheon")
def stannis_baratheon(side: CombatSide) -> Bonus:
    """The bonus: +1 strength while your opponent is higher on the Iron Throne track."""
    order = side.table.iron_throne
    return Bonus(strength=1) if order.index(side.opponent.house) < order.index(side.house) else NOTHING


# --- Renly


def may_knight(side: CombatSide) -> bool:
    return side.has_won and side.table.count_unused(side.house, KNIGHT) > 0


@enforces("agot_board.ruling.renly-footman")
def footmen_who_fought(side: CombatSide) -> list[str]:
    """The areas with your Footmen in the combat or supporting; an area is marked where its Footman is routed."""
    areas = [area for area in side.supporting if side.table.area(area).house == side.house]
    found = [side.combat.area] if side.units.get(FOOTMAN) else []
    found += [side.combat.area + LYING] if side.routed.get(FOOTMAN) else []
    found += [area for area in areas if side.table.area(area).units.get(FOOTMAN)]
    return found + [area + LYING for area in areas if side.table.area(area).routed.get(FOOTMAN)]


def no_knight_or_footman(side: CombatSide) -> Refusal | None:
    """Why there is no upgrade after a victory: no unused Knight, or no Footman that fought or supported."""
    if not side.has_won:
        return None
    if not side.table.count_unused(side.house, KNIGHT):
        return Refusal("agot_board.component.limit-is-absolute", {"unit": KNIGHT, "unused": 0})
    return Refusal("agot_board.ruling.renly-footman", {"footmen": footmen_who_fought(side)})


@resolves("renly-baratheon", RESULT, may=True, when=may_knight, objects=footmen_who_fought, lacks=no_knight_or_footman)
def renly_baratheon(game: BoardGame, side: CombatSide, where: str) -> None:
    """If you win, you may replace one of your Footmen that fought, or one that supported you, with a Knight."""
    area = where.removesuffix(LYING)
    if side.attacks and area == side.combat.area:
        game.emit(AttackerUpgraded(side.house, FOOTMAN, KNIGHT))
    else:
        game.emit(UnitsReplaced(side.house, area, FOOTMAN, KNIGHT, routed=where.endswith(LYING)))


# --- the others


@counts("ser-davos-seaworth")
@enforces("agot_board.ruling.davos-before-refill")
def ser_davos_seaworth(side: CombatSide) -> Bonus:
    """The bonus: +1 strength and a sword while Stannis Baratheon lies in your discard pile."""
    discarded = side.table.house(side.house).discard
    return Bonus(strength=1, swords=1) if "stannis-baratheon" in discarded else NOTHING


@sets_to_zero("salladhor-saan")
def salladhor_saan(side: CombatSide, group: UnitGroup) -> bool:
    """Whether the group counts 0: if anyone supports you, every Ship that is not a Baratheon Ship does."""
    return side.is_supported and group.unit == SHIP and group.owner != BARATHEON


def hand_of_the_opponent(side: CombatSide) -> list[str]:
    return list(side.table.house(side.opponent.house).hand)


@resolves("patchface", AFTER, may=True, objects=hand_of_the_opponent)
@enforces("agot_board.ruling.patchface-last-card")
def patchface(game: BoardGame, side: CombatSide, card: str) -> None:
    """After the combat you may discard one card from your opponent's hand."""
    against = side.opponent.house
    game.emit(HouseCardsDiscarded(against, (card,)))
    refill_hand(game, against, card)
