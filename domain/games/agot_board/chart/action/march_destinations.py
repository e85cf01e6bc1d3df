"""The destinations of a March order as one choice space: moves, one attack, ports, Neutral Forces, supply, token."""

from __future__ import annotations

from itertools import zip_longest

from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.geography import destinations, next_areas
from domain.games.agot_board.board.supply import armies, flags, sizes
from domain.games.agot_board.chart.action.neutral_forces import force_needed
from domain.games.agot_board.components import AREAS, LIMITS
from domain.games.agot_board.state import IMPASSABLE, BoardTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.distribute import Distribute, DistributeRules, Ranks, Weights

RULES = DistributeRules(
    exclusive="agot_board.march.one-enemy-area",
    room="agot_board.port.three-ships",
    need="agot_board.neutral.entry",
    ranks="agot_board.ruling.march-supply-check",
    token="agot_board.control.establish",
)


@enforces("agot_board.march.any-subset", "agot_board.march.split", "agot_board.retreat.routed-cannot-move")
def march_space(table: BoardTable, house: Seat, origin: str) -> Distribute:
    """The ways to resolve the March order in an area: standing units go, together or apart, or stay."""
    state, held = table.area(origin), sizes(table, house)
    reached = reachable(table, house, origin)
    return Distribute(
        source=origin,
        units=state.units,
        dests={dest: tuple(state.units) for dest in reached},
        exclusive=tuple(dest for dest in reached if is_attack(table, house, dest)),
        room={dest: room_in(table, dest) for dest in reached if AREAS[dest].type == "port"},
        need={dest: strength_for(table, origin, dest, reached) for dest in reached if table.area(dest).neutral},
        ranks=Ranks(held, limits(table, house, held)),
        option_if_emptied=not state.routed and no_token(table, house, origin) is None,
        rules=RULES,
    )


def may_go(table: BoardTable, origin: str) -> bool:
    """Whether one unit clearly may go: to an area next to it without units, which takes it and where it is no army."""
    return bool(table.area(origin).units) and any(is_vacant(table, each) for each in next_areas(origin))


def is_vacant(table: BoardTable, area: str) -> bool:
    """Whether neither a unit nor a Neutral Force is in an area, which is no port."""
    there = table.area(area)
    return not (there.house or there.neutral or AREAS[area].type == "port")


# --- reachable areas


@enforces("agot_board.ruling.march-destinations", "agot_board.port.ships-only", "agot_board.port.march-sea-port")
def reachable(table: BoardTable, house: Seat, origin: str) -> tuple[str, ...]:
    """The areas that the units in an area can reach in their one move."""
    near = destinations(table, house, origin, domain_at(origin))
    return tuple(dest for dest in near if entry_refusal(table, house, dest) is None)


def domain_at(area: str) -> str:
    """The kind of units that an area takes: land or sea."""
    return "land" if AREAS[area].type == "land" else "sea"


@enforces(
    "agot_board.neutral.impassable",
    "agot_board.ruling.impassable-consequences",
    "agot_board.port.owner",
    "agot_board.port.march-not-enemy",
    "agot_board.port.not-attackable",
)
def entry_refusal(table: BoardTable, house: Seat, area: str) -> Refusal | None:
    """Why an area may not be entered, at any strength: it is impassable, or a port of another House."""
    if table.area(area).neutral == IMPASSABLE:
        return Refusal("agot_board.neutral.impassable", {"area": area})
    if AREAS[area].type != "port" or controller(table, area) == house:
        return None
    owner = controller(table, area)
    if table.area(AREAS[area].connected_land).neutral == IMPASSABLE:
        return Refusal("agot_board.ruling.impassable-consequences", {"area": area, "of": AREAS[area].connected_land})
    rule = "agot_board.port.march-not-enemy" if owner else "agot_board.port.owner"
    return Refusal(rule, {"area": area, "owner": owner})


@enforces("agot_board.port.three-ships")
def room_in(table: BoardTable, port: str) -> int:
    """The number of further Ships that a port can hold."""
    return max(0, LIMITS.ships_per_port - table.area(port).size)


# --- the one attack


@enforces(
    "agot_board.march.one-enemy-area",
    "agot_board.ruling.garrison-is-the-attack",
    "agot_board.neutral.counts-as-combat",
    "agot_board.transport.into-combat",
)
def is_attack(table: BoardTable, house: Seat, area: str) -> bool:
    """Whether entering an area counts as the one attack of a March order."""
    return starts_combat(table, house, area) or table.area(area).neutral > 0


@enforces(
    "agot_board.combat.when",
    "agot_board.march.enemy-area-starts-combat",
    "agot_board.ruling.combat-against-routed",
    "agot_board.garrison.defends-alone",
    "agot_board.control.token-only-no-combat",
    "agot_board.order.march-only-way-to-attack",
)
def starts_combat(table: BoardTable, house: Seat, area: str) -> bool:
    """Whether enemy units, routed or not, or an enemy Garrison lie in an area; a Power token does not count."""
    state = table.area(area)
    friends = (NO_SEAT, house)
    return state.house not in friends or state.garrison not in friends


def strength_for(table: BoardTable, origin: str, target: str, reached: tuple[str, ...]) -> Weights:
    """The strength needed to enter the area of a Neutral Force, with all support that can still be granted."""
    need = force_needed(table, origin, target)
    return Weights(need.weights, need.at_least, tuple(dest for dest in need.beside if dest in reached))


# --- supply and token


@enforces("agot_board.ruling.march-supply-check", "agot_board.supply.never-exceed", "agot_board.port.supply")
def limits(table: BoardTable, house: Seat, held: dict[str, int]) -> tuple[int, ...]:
    """The army limits of a House for a march; an army above its limit raises that limit to its own size.

    So a march may not make an army that exceeds supply, but need not reduce one that a position or a correction left.
    """
    ranked = zip_longest(flags(table, house), armies(held.values()), fillvalue=0)
    return tuple(max(flag, army) for flag, army in ranked)


@enforces(
    "agot_board.control.establish",
    "agot_board.control.not-at-sea",
    "agot_board.control.one-token-per-area",
    "agot_board.control.needs-available-power",
    "agot_board.ruling.power-token-home",
    "agot_board.home.enemy-control-by-token",
)
def no_token(table: BoardTable, house: Seat, area: str) -> Refusal | None:
    """Why a House cannot leave a Power token in an area when all its units leave."""
    power = table.house(house).power
    if AREAS[area].type != "land":
        return Refusal("agot_board.control.not-at-sea", {"area": area})
    if AREAS[area].home_of == house:
        return Refusal("agot_board.ruling.power-token-home", {"area": area, "home_of": house})
    if there := table.area(area).power_token:
        return Refusal("agot_board.control.one-token-per-area", {"area": area, "token_of": there})
    if not power:
        return Refusal("agot_board.control.needs-available-power", {"area": area, "power": power})
    return None
