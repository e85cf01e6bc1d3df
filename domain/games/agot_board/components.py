"""Printed values of board, cards and tokens: components.toml as frozen values, read once."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec
from msgspec import Struct

from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT, Seat

FOOTMAN, KNIGHT, SHIP, SIEGE_ENGINE = "footman", "knight", "ship", "siege-engine"
LAND_UNITS = (FOOTMAN, KNIGHT, SIEGE_ENGINE)
UNIT_ORDER = (FOOTMAN, KNIGHT, SHIP, SIEGE_ENGINE)
TRACKS = ("iron_throne", "fiefdoms", "kings_court")
MARCH, DEFENSE, SUPPORT, RAID, CONSOLIDATE_POWER = "march", "defense", "support", "raid", "consolidate-power"


class UnitType(Struct, frozen=True):
    """A kind of plastic unit; `domain` is land or sea."""

    id: str
    name: str
    per_house: int
    domain: str
    strength: int
    mustering_cost: int
    can_retreat: bool
    strength_when_attacking_fortification: int = 0
    upgrade_from: str = ""
    upgrade_cost: int = 0


class OrderToken(Struct, frozen=True):
    """A kind of Order token, the same for every House."""

    id: str
    type: str
    modifier: int
    special: bool
    copies: int
    effect: str

    @property
    def title(self) -> str:
        """The printed name of the token: `March +1*`, with a star for a special one."""
        modifier = f" {self.modifier:+d}" if self.modifier or self.type == "march" else ""
        return f"{self.type.replace('-', ' ').title()}{modifier}{'*' if self.special else ''}"


class PrintedArea(Struct, frozen=True):
    """An area as printed: land, sea or port; a port touches `connected_land` and `connected_sea` only."""

    id: str
    name: str
    type: str
    fortification: str = "none"
    mustering_points: int = 0
    supply: int = 0
    power: int = 0
    adjacent: tuple[str, ...] = ()
    home_of: Seat = NO_SEAT
    island: bool = False
    port: str = ""
    ports: tuple[str, ...] = ()
    connected_land: str = ""
    connected_sea: str = ""

    @property
    def is_fortified(self) -> bool:
        """Whether the area has a Castle or a Stronghold."""
        return self.fortification != "none"


class StartingUnits(Struct, frozen=True):
    area: str
    unit: str
    count: int


class PrintedHouse(Struct, frozen=True):
    """A House's screen."""

    id: Seat
    name: str
    home_area: str
    garrison_area: str
    garrison_strength: int
    starting_supply: int
    starting_victory: int
    iron_throne: int
    fiefdoms: int
    kings_court: int
    starting_units: tuple[StartingUnits, ...]


class HouseCard(Struct, frozen=True):
    """A House card; `timing` says in which pass its text is resolved."""

    id: str
    house: Seat
    name: str
    strength: int
    swords: int
    fortifications: int
    timing: str
    optional: bool
    owner_role: str
    ability: str


class WesterosCard(Struct, frozen=True):
    """A Westeros card; ids are unique within a deck, so a card is named by deck and id (`1/supply`)."""

    id: str
    deck: int
    name: str
    count: int
    wildling_icons: int
    effect: str
    decider: str = ""
    options: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.deck}/{self.id}"


class WildlingCard(Struct, frozen=True):
    id: str
    name: str
    count: int
    wildling_victory_lowest_bidder: str
    wildling_victory_everyone_else: str
    nights_watch_victory_highest_bidder: str
    reward_optional: bool


class TidesCard(Struct, frozen=True):
    """A Tides of Battle card."""

    id: str
    strength: int
    swords: int
    fortifications: int
    skulls: int
    count: int


class NeutralForce(Struct, frozen=True):
    area: str
    strength: int = 0
    impassable: bool = False


class PrintedSetup(Struct, frozen=True):
    """The values that depend on the number of players: Houses, tracks, stars by position, Neutral Forces."""

    players: int
    houses: tuple[Seat, ...]
    removed_houses: tuple[Seat, ...]
    iron_throne: tuple[Seat, ...]
    fiefdoms: tuple[Seat, ...]
    kings_court: tuple[Seat, ...]
    special_orders: tuple[int, ...]
    overlay: bool
    neutral: tuple[NeutralForce, ...]


class OptionalSetup(Struct, frozen=True):
    """Units that a rule set adds to a House's start, for some numbers of players."""

    id: str
    rule_set: str
    house: Seat
    players: tuple[int, ...]
    units: tuple[StartingUnits, ...]


class SupplyLevel(Struct, frozen=True):
    level: int
    army_limits: tuple[int, ...]


class BoxLimits(Struct, frozen=True):
    rounds: int
    castles_and_strongholds_to_win: int
    starting_power_tokens: int
    power_tokens_per_house: int
    ships_per_port: int
    garrison_strength: int
    wildling_track_start: int
    wildling_track_positions: tuple[int, ...]
    wildling_track_max: int
    wildling_victory_retreat_positions: int
    supply_track_max: int


class Components(Struct, frozen=True):
    """The components of the box."""

    limits: BoxLimits
    unit_type: tuple[UnitType, ...]
    order_token: tuple[OrderToken, ...]
    supply_level: tuple[SupplyLevel, ...]
    area: tuple[PrintedArea, ...]
    house: tuple[PrintedHouse, ...]
    optional_setup: tuple[OptionalSetup, ...]
    setup: tuple[PrintedSetup, ...]
    house_card: tuple[HouseCard, ...]
    westeros_card: tuple[WesterosCard, ...]
    wildling_card: tuple[WildlingCard, ...]
    tides_of_battle_card: tuple[TidesCard, ...]


@enforces("agot_board.component.units", "agot_board.component.order-tokens", "agot_board.component.cards")
def read_components() -> Components:
    """The components in components.toml; raises msgspec.ValidationError."""
    text = files(__package__).joinpath("components.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Components)


BOX = read_components()
LIMITS = BOX.limits
UNITS = {each.id: each for each in BOX.unit_type}
ORDERS = {each.id: each for each in BOX.order_token}
AREAS = {each.id: each for each in BOX.area}
HOUSES = {each.id: each for each in BOX.house}
SETUPS = {each.players: each for each in BOX.setup}
HOUSE_CARDS = {each.id: each for each in BOX.house_card}
WESTEROS_CARDS = {each.key: each for each in BOX.westeros_card}
WILDLING_CARDS = {each.id: each for each in BOX.wildling_card}
TIDES_CARDS = {each.id: each for each in BOX.tides_of_battle_card}
ARMY_LIMITS = {each.level: each.army_limits for each in BOX.supply_level}
FORTIFIED = tuple(each.id for each in BOX.area if each.is_fortified)
PORTS = tuple(each.id for each in BOX.area if each.type == "port")
LAND = tuple(each.id for each in BOX.area if each.type == "land")
CARDS_OF = {house: tuple(each.id for each in BOX.house_card if each.house == house) for house in HOUSES}
ORDER_COPIES = {each.id: each.copies for each in BOX.order_token}
SPECIAL_ORDERS = tuple(each.id for each in BOX.order_token if each.special)
