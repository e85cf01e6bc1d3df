"""House Baratheon: Stannis and Renly Baratheon, Ser Davos Seaworth, Salladhor Saan, Patchface."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
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
    """The bonus: 1 strength if the opponent is higher on the Iron Throne track, otherwise nothing."""
    order = side.table.iron_throne
    return Bonus(strength=1) if order.index(side.opponent.house) < order.index(side.house) else NOTHING


# --- Renly


def may_knight(side: CombatSide) -> bool:
    """Whether the side has won and has an unused Knight."""
    return side.has_won and side.table.count_unused(side.house, KNIGHT) > 0


@enforces("agot_board.ruling.renly-footman")
def footmen_who_fought(side: CombatSide) -> list[str]:
    """The areas of the side's Footmen that fought or that supported the side.

    The area of a routed Footman has the suffix `LYING`.
    """
    areas = [area for area in side.supporting if side.table.area(area).house == side.house]
    found = [side.combat.area] if side.units.get(FOOTMAN) else []
    found += [side.combat.area + LYING] if side.routed.get(FOOTMAN) else []
    found += [area for area in areas if side.table.area(area).units.get(FOOTMAN)]
    return found + [area + LYING for area in areas if side.table.area(area).routed.get(FOOTMAN)]


def no_knight_or_footman(side: CombatSide) -> Refusal | None:
    """Why the winner cannot upgrade a Footman: it has no unused Knight, or none of its Footmen took part.

    Returns None for a side that has not won.
    """
    if not side.has_won:
        return None
    if not side.table.count_unused(side.house, KNIGHT):
        return Refusal("agot_board.component.limit-is-absolute", {"unit": KNIGHT, "unused": 0})
    return Refusal("agot_board.ruling.renly-footman", {"footmen": footmen_who_fought(side)})


@resolves(
    "renly-baratheon",
    RESULT,
    may=True,
    when=may_knight,
    objects=footmen_who_fought,
    lacks=no_knight_or_footman,
    asks="the area of an own Footman that fought or supported, with `/routed` after it for a routed one: `kingswood`, "
    "`kingswood/routed`",
)
def renly_baratheon(game: BoardGame, side: CombatSide, where: str) -> None:
    """Replace a Footman that took part by an unused Knight.

    `where` is an element of `footmen_who_fought`. An attacker that fought stands in no area yet, so it gets a fact of
    its own.
    """
    area = where.removesuffix(LYING)
    if side.attacks and area == side.combat.area:
        game.emit(AttackerUpgraded(side.house, FOOTMAN, KNIGHT))
    else:
        game.emit(UnitsReplaced(side.house, area, FOOTMAN, KNIGHT, routed=where.endswith(LYING)))


# --- the others


@counts("ser-davos-seaworth")
@enforces("agot_board.ruling.davos-before-refill")
def ser_davos_seaworth(side: CombatSide) -> Bonus:
    """The bonus: 1 strength and 1 sword if Stannis Baratheon is in the discard pile of the side, otherwise nothing."""
    discarded = side.table.house(side.house).discard
    return Bonus(strength=1, swords=1) if "stannis-baratheon" in discarded else NOTHING


@sets_to_zero("salladhor-saan")
def salladhor_saan(side: CombatSide, group: UnitGroup) -> bool:
    """Whether the group counts 0: its units are Ships, they are not Baratheon's, and the side is supported."""
    return side.is_supported and group.unit == SHIP and group.owner != BARATHEON


def hand_of_the_opponent(side: CombatSide) -> list[str]:
    """The House cards in the opponent's hand."""
    return list(side.table.house(side.opponent.house).hand)


@resolves(
    "patchface",
    AFTER,
    may=True,
    objects=hand_of_the_opponent,
    asks="a House card of the opponent's hand: `tywin-lannister`",
)
@enforces("agot_board.ruling.patchface-last-card")
def patchface(game: BoardGame, side: CombatSide, card: str) -> None:
    """Discard a card of the opponent's hand, after the combat.

    If the hand is then empty, the other discarded cards return to it.
    """
    against = side.opponent.house
    game.emit(HouseCardsDiscarded(against, (card,)))
    refill_hand(game, against, card)
