"""The board of a position: the contents of its areas, with Garrisons and Neutral Forces.

Read `areas_of`. Everything that the box or the board cannot hold is refused: too many units or tokens of a House, two
Houses in one area, a fourth Ship in a port.
"""

from __future__ import annotations

from collections import Counter

from domain.games.agot_board.components import AREAS, HOUSES, LIMITS, ORDER_COPIES, SETUPS, UNITS
from domain.games.agot_board.positions.area_text import area_from
from domain.games.agot_board.setup import force
from domain.games.agot_board.state import IMPASSABLE, PER_HOUSE, Area
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import NO_SEAT, Seat

DOMAINS = {"land": "land", "sea": "sea", "port": "sea"}
# the rule that keeps units of the other domain out of an area
NOT_THERE = {
    "land": "agot_board.march.ships-not-to-land",
    "sea": "agot_board.march.land-units-not-to-sea",
    "port": "agot_board.port.ships-only",
}
BARRIER = "impassable"


def areas_of(
    document: DocumentNode, fields: dict[str, DocumentNode], houses: tuple[Seat, ...], *, ordered: bool
) -> dict[str, Area]:
    """All areas in the order of the board's list; `ordered` says whether orders lie on the board at this moment."""
    listed = document.child("areas", {}) if "areas" not in fields else fields["areas"]
    named = listed.mapping(AREAS)
    areas = {id: area_in(named[id], id, houses) if id in named else Area() for id in AREAS}
    if not ordered:
        orderless(named, areas)
    place_garrisons(fields.get("garrisons"), houses, areas)
    place_neutral_forces(listed, fields.get("neutral"), houses, areas)
    for house in houses:
        count_pieces(listed, house, areas)
    return areas


def area_in(field: DocumentNode, id: str, houses: tuple[Seat, ...]) -> Area:
    """The contents of one area. Raises Unreadable for what cannot lie there."""
    area, printed = area_from(field, houses), AREAS[id]
    for unit in (*area.units, *area.routed):
        if UNITS[unit].domain != DOMAINS[printed.type]:
            raise field.wrong(f"a {unit} cannot be in a {printed.type} area ({NOT_THERE[printed.type]})")
    if printed.type == "port" and area.size > LIMITS.ships_per_port:
        raise field.wrong(f"a port holds {LIMITS.ships_per_port} Ships (agot_board.port.three-ships)")
    if area.order and not area.size:
        raise field.wrong("an order lies only where its House has units (agot_board.plan.assign-only-occupied)")
    if area.power_token and printed.type != "land":
        raise field.wrong("Power tokens lie on land only (agot_board.control.not-at-sea)")
    if area.power_token and printed.home_of == area.power_token:
        raise field.wrong("a House needs no token in its home area (agot_board.ruling.power-token-home)")
    return area


def orderless(named: dict[str, DocumentNode], areas: dict[str, Area]) -> None:
    for id, field in named.items():
        if areas[id].order:
            raise field.wrong("no order lies on the board before 2.2 (agot_board.plan.reveal-all)")


def holder(area: Area) -> Seat:
    """The House that has units or a Power token there."""
    return area.house or area.power_token


def place_garrisons(field: DocumentNode | None, houses: tuple[Seat, ...], areas: dict[str, Area]) -> None:
    """Place the listed Garrisons, by default of all Houses whose home no other House holds. Raises Unreadable."""
    free = [house for house in houses if holder(areas[HOUSES[house].garrison_area]) in (NO_SEAT, house)]
    standing = free if field is None else [Seat(house) for house in field.texts(houses)]
    if field is not None and len(set(standing)) != len(standing):
        raise field.wrong("each House has one (agot_board.garrison.definition)")
    for house in standing:
        home = HOUSES[house].garrison_area
        if field is not None and house not in free:
            raise field.wrong(f"{home} is held by {holder(areas[home])} (agot_board.garrison.destroyed-on-defeat)")
        areas[home].garrison = house


def place_neutral_forces(
    listed: DocumentNode, field: DocumentNode | None, houses: tuple[Seat, ...], areas: dict[str, Area]
) -> None:
    """Place the given Neutral Forces, by default the printed ones where no House holds the area.

    Raises Unreadable.
    """
    printed = {each.area: force(each) for each in SETUPS[len(houses)].neutral}
    standing = {id: strength for id, strength in printed.items() if not holder(areas[id])}
    if field is not None:
        given = field.mapping(printed)
        standing = {id: strength_in(each, printed[id]) for id, each in given.items()}
    for id, strength in printed.items():
        areas[id].neutral = standing.get(id, 0)
        place = (field or listed).child(id, None)
        if strength == IMPASSABLE and id not in standing:
            if field is not None and not holder(areas[id]):
                raise field.wrong(f"{id} is left out: list it as {BARRIER} (agot_board.neutral.impassable)")
            raise place.wrong("nobody ever enters this area (agot_board.neutral.impassable)")
        if id in standing and holder(areas[id]):
            raise place.wrong(f"{holder(areas[id])} holds the area (agot_board.neutral.entry)")


def strength_in(field: DocumentNode, printed: int) -> int:
    """The strength of a Neutral Force, which must be the printed one. Raises Unreadable."""
    strength = IMPASSABLE if field.value == BARRIER else field.number(1)
    if strength != printed:
        raise field.wrong(f"printed is {BARRIER if printed == IMPASSABLE else printed} (agot_board.data.setups)")
    return strength


def count_pieces(listed: DocumentNode, house: Seat, areas: dict[str, Area]) -> None:
    """Raises Unreadable for more units or Order tokens than a House has."""
    own = [area for area in areas.values() if area.house == house]
    units = Counter[str]()
    for area in own:
        units.update(area.units)
        units.update(area.routed)
    orders = Counter(area.order.token for area in own if area.order)
    for pieces, there in ((units, PER_HOUSE), (orders, ORDER_COPIES)):
        for kind, n in pieces.items():
            if n > there[kind]:
                raise listed.wrong(
                    f"{house} has {there[kind]} {kind}, not {n} (agot_board.component.limit-is-absolute)"
                )
