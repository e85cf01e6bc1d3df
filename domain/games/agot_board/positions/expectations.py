"""The keys of a scenario's expectations in this game.

The keys are the names in TABLE, AREA, HOUSE, COMBAT and DECK: `round`, `tracks.fiefdoms`, `areas.winterfell.units`,
`houses.stark.power`, `combat.strength.stark`. Houses, areas and cards are named by id; a missing thing is `none`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from domain.games.agot_board.board.control import castles, controlled_areas, controller
from domain.games.agot_board.board.orders import BANS
from domain.games.agot_board.board.supply import armies, excess, sizes
from domain.games.agot_board.chart.action.ports import port_asked_about
from domain.games.agot_board.commands import Area as AreaName
from domain.games.agot_board.commands import Token, Track, Unit, Units
from domain.games.agot_board.components import AREAS, CARDS_OF, HOUSES, LIMITS, SETUPS, TRACKS, UNITS
from domain.games.agot_board.positions.area_text import EMPTY, area_from, text_of, units_text
from domain.games.agot_board.positions.areas import BARRIER
from domain.games.agot_board.positions.cards import DECK_ZONES, REVEALED_ZONES, cards_of, position_key
from domain.games.agot_board.state import IMPASSABLE, Area, BoardTable, Combat, House
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Seat, ZoneKey
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.expectations import NoSuchKey
from domain.kernel.scenarios.expected_words import one_number_of, one_of_list, one_or_more, or_none
from domain.kernel.state.fields import CountField, StateField, described_fields


def used_word(flag: bool) -> str:
    return "used" if flag else "unused"


TABLE: dict[str, Callable[[BoardTable], object]] = {
    "round": lambda table: table.round,
    "phase": lambda table: table.phase,
    "wildling": lambda table: table.wildling,
    "bans": lambda table: frozenset(table.bans),
    "throne": lambda table: table.throne,
    "blade": lambda table: used_word(table.blade_used),
    "blade_holder": lambda table: table.blade,
    "raven": lambda table: used_word(table.raven_used),
    "raven_holder": lambda table: table.raven,
    "bids": lambda table: table.bidding.bids if table.bidding else EMPTY,
    "mustering": lambda table: table.mustering.points if table.mustering else EMPTY,
    "captured_port": lambda table: port_asked_about(table) or EMPTY,
}

AREA: dict[str, Callable[[BoardTable, str, Area], object]] = {
    "units": lambda table, id, area: units_text(area.house, area.units),
    "routed": lambda table, id, area: units_text(area.house, area.routed),
    "order": lambda table, id, area: area.order.token if area.order else EMPTY,
    "token": lambda table, id, area: area.power_token or EMPTY,
    "garrison": lambda table, id, area: area.garrison or EMPTY,
    "neutral": lambda table, id, area: neutral(area),
    "controller": lambda table, id, area: controller(table, id) or EMPTY,
}
WORDED = ("units", "routed")


def field_of_area(name: str) -> Callable[[BoardTable, str, Area], object]:
    """The reader of a described field of an area."""
    return lambda table, id, area: getattr(area, name)


def field_of_house(name: str) -> Callable[[BoardTable, Seat], object]:
    """The reader of a described field of a House."""
    return lambda table, house: getattr(table.house(house), name)


AREA |= {each.name: field_of_area(each.name) for each in described_fields(Area)}

HOUSE: dict[str, Callable[[BoardTable, Seat], object]] = {
    **{each.name: field_of_house(each.name) for each in described_fields(House)},
    "pool": lambda table, house: table.house(house).pool,
    "bid": lambda table, house: table.house(house).bid,
    "castles": lambda table, house: castles(table, house),
    "stars": lambda table, house: table.stars(house),
    "areas": lambda table, house: frozenset(controlled_areas(table, house)),
    "armies": lambda table, house: armies(sizes(table, house).values()),
    "excess": lambda table, house: excess(table, house),
    "hand": lambda table, house: frozenset(table.house(house).hand),
    "discard": lambda table, house: frozenset(table.house(house).discard),
    "retired": lambda table, house: house in table.retired,
}

COMBAT: dict[str, Callable[[Combat], object]] = {
    "area": lambda now: now.area,
    "origin": lambda now: now.origin,
    "attacker": lambda now: now.attacker.house,
    "defender": lambda now: now.defender.house,
    "units": lambda now: units_text(now.attacker.house, now.units),
    "support": lambda now: now.support,
    "stage": lambda now: now.stage,
    "winner": lambda now: now.winner or EMPTY,
    "retreat": lambda now: now.retreat or EMPTY,
}
SIDE = ("initial", "strength", "card", "blade")

DECK: dict[str, Callable[[list[str]], object]] = {
    "size": lambda cards: len(cards),
    "top": lambda cards: cards[0] if cards else EMPTY,
    "bottom": lambda cards: cards[-1] if cards else EMPTY,
}


# the ways in which a match can end, the phases, and the use of Blade and Raven in this round
ENDINGS = ("seven-castles", "ten-rounds", "conceded", "agreed-draw")
PHASES = ("westeros", "planning", "action")
USED = Literal["used", "unused"]


def values_of(field: StateField) -> object:
    """The type of the values of a described field: of a count with a limit, the numbers up to it."""
    most = field.said.most if isinstance(field.said, CountField) else None
    return field.type if most is None else one_number_of(range(most + 1))


# the types of the keys' values; those of facts also by the names of their fields
AREAS_LISTED, SEATS_LISTED = one_or_more(AreaName), one_or_more(Seat)
TYPES: dict[str, Any] = {
    "round": one_number_of(range(LIMITS.rounds + 1)),
    "wildling": one_number_of(LIMITS.wildling_track_positions),
    "phase": one_of_list("phase", PHASES),
    "bans": one_or_more(one_of_list("ban", BANS)),
    "throne": Seat,
    "blade": USED,
    "blade_holder": Seat,
    "raven": USED,
    "raven_holder": Seat,
    "bids": or_none(dict[Seat, int]),
    "mustering": or_none(dict[AreaName, int]),
    "captured_port": or_none(AreaName),
    "combat": or_none(Literal["a combat"]),
}
AREA_TYPES: dict[str, Any] = {
    **dict.fromkeys(("units", "routed"), str),
    "order": or_none(Token),
    "token": or_none(Seat),
    "garrison": or_none(Seat),
    "neutral": or_none(Literal["impassable"] | int),
    "controller": or_none(Seat),
    **{each.name: values_of(each) for each in described_fields(Area)},
}
POWER = one_number_of(range(LIMITS.power_tokens_per_house + 1))
HOUSE_TYPES: dict[str, Any] = {
    **{each.name: values_of(each) for each in described_fields(House)},
    "power": POWER,
    "pool": POWER,
    "bid": POWER,
    "stars": one_number_of(range(max(max(each.special_orders) for each in SETUPS.values()) + 1)),
    "castles": int,
    "excess": int,
    "areas": AREAS_LISTED,
    "armies": one_or_more(int),
    "retired": bool,
}
COMBAT_TYPES: dict[str, Any] = {
    "area": AreaName,
    "origin": AreaName,
    "attacker": Seat,
    "defender": Seat,
    "units": str,
    "support": dict[AreaName, Literal["attacker", "defender", "refuse"]],
    "stage": Literal["begun", "support", "choosing", "fought", "over"],
    "winner": Seat,
    "retreat": AreaName,
}
SIDE_TYPES: dict[str, Any] = {"initial": int, "strength": int, "blade": bool}
FACT_TYPES: dict[str, Any] = {
    "phase": one_of_list("phase", PHASES),
    "area": AreaName,
    "areas": AREAS_LISTED,
    "origin": AreaName,
    "track": Track,
    "units": Units,
    "routed": Units | bool,
    "unit": Unit,
    "orders": dict[AreaName, Token | Seat],
}


def house_card_of(house: str) -> Any:
    """The type of a House card of this House."""
    return one_of_list("House card", CARDS_OF[Seat(house)])


def card_of(deck: str) -> Any:
    """The type of a card of this deck."""
    return one_of_list("card", map(position_key, cards_of(deck)))


def type_in_combat(name: str, house: str = "") -> Any:
    """The type of a key of the current combat, or of a House's side in it."""
    if not house:
        return COMBAT_TYPES[name]
    return house_card_of(house) if name == "card" else SIDE_TYPES[name]


def neutral(area: Area) -> object:
    if area.neutral == IMPASSABLE:
        return BARRIER
    return area.neutral or EMPTY


def order_on(key: DocumentNode, houses: Sequence[Seat]) -> list[Seat]:
    """The Houses of a track in order, in a Clash of Kings none. Raises Unreadable if some are listed and others not."""
    if isinstance(key.value, list) and 0 < len(key.value) < len(houses):
        raise key.wrong(f"expected all of {', '.join(sorted(houses))}: each House has its place on a track")
    return list(houses)


class GameProbe:
    """The keys of this game for the scenario runner."""

    windows = ()
    places = ()
    endings = ENDINGS

    def type_of(self, table: BoardTable, names: CardNames, path: tuple[str, ...]) -> Any:
        """The type of a key's value; None for a field of a fact whose own type suffices."""
        match path:
            case (name,):
                return TYPES[name]
            case ("tracks", _):
                return SEATS_LISTED
            case ("areas", _):
                return str
            case ("areas", _, name):
                return AREA_TYPES[name]
            case ("houses", house, "hand" | "discard"):
                return one_or_more(house_card_of(house))
            case ("houses", _, name):
                return HOUSE_TYPES[name]
            case ("houses", _, "unused", unit):
                return one_number_of(range(UNITS[unit].per_house + 1))
            case ("combat", *rest):
                return or_none(type_in_combat(*rest))
            case ("decks", deck, name):
                return int if name == "size" else or_none(card_of(deck))
            case ("revealed", deck):
                return one_or_more(card_of(deck))
            case ("fact", _, field):
                return FACT_TYPES.get(field)
        return None

    def keys(self, table: BoardTable, names: CardNames) -> Iterator[str]:
        yield from (*TABLE, "combat", *(f"combat.{name}" for name in COMBAT))
        yield from (f"combat.{name}.{house}" for name in SIDE for house in table.seats)
        yield from (f"tracks.{track}" for track in TRACKS)
        yield from (key for id in AREAS for key in (f"areas.{id}", *(f"areas.{id}.{name}" for name in AREA)))
        yield from (f"houses.{house}.{name}" for house in table.seats for name in HOUSE)
        yield from (f"houses.{house}.unused.{unit}" for house in table.seats for unit in UNITS)
        yield from (f"decks.{deck}.{name}" for deck in DECK_ZONES for name in DECK)
        yield from (f"revealed.{deck}" for deck in REVEALED_ZONES)

    def see(self, table: BoardTable, names: CardNames, key: DocumentNode, path: tuple[str, ...]) -> object:
        """The value of a key.

        Raises NoSuchKey for a key that is not on the list, Unreadable for a House not in the match.
        """
        for name in path:
            if name in HOUSES and name not in table.seats:
                raise key.wrong(f"{name} is not in this match; in it are {', '.join(table.seats)}")
        match path:
            case (name,) if name in TABLE:
                return TABLE[name](table)
            case ("tracks", track) if track in TRACKS:
                return order_on(key, table.track(track))
            case ("areas", id) if id in AREAS:
                return as_written(key, table, text_of(table.area(id)))
            case ("areas", id, name) if id in AREAS and name in AREA:
                found = AREA[name](table, id, table.area(id))
                return as_written(key, table, str(found)) if name in WORDED else found
            case ("houses", house, name) if house in table.seats and name in HOUSE:
                return HOUSE[name](table, Seat(house))
            case ("houses", house, "unused", unit) if house in table.seats and unit in UNITS:
                return table.count_unused(Seat(house), unit)
            case ("combat", *rest):
                return see_combat(table, tuple(rest))
            case ("decks", deck, name) if deck in DECK_ZONES and name in DECK:
                return DECK[name](keys_in(table, DECK_ZONES[deck]))
            case ("revealed", deck) if deck in REVEALED_ZONES:
                return keys_in(table, REVEALED_ZONES[deck])
        raise NoSuchKey(path)

    def default(self, table: BoardTable, seat: Seat, tag: str, given: dict[str, Any], field: str) -> Any:
        """None: no field has a default besides the options."""
        return None


def as_written(key: DocumentNode, table: BoardTable, found: str) -> str:
    """The value found, worded as in the expectation if that says the same in another order."""
    said = key.text()
    return said if text_of(area_from(key, table.seats)) == found else found


def see_combat(table: BoardTable, path: tuple[str, ...]) -> object:
    """A value of the current combat, or of a side by its House. Raises NoSuchKey."""
    now = table.combat
    match path:
        case ():
            return EMPTY if now is None else "a combat"
        case (name,) if name in COMBAT:
            return EMPTY if now is None else COMBAT[name](now)
        case (name, house) if name in SIDE and now is not None and house in (now.attacker.house, now.defender.house):
            found = getattr(now.side(Seat(house)), name)
            return EMPTY if found == "" else found
        case (name, house) if name in SIDE and house in table.seats:
            return EMPTY
    raise NoSuchKey(path)


def keys_in(table: BoardTable, zone: ZoneKey) -> list[str]:
    """The cards of a deck or pile by id, from the top; revealed cards oldest first."""
    return [position_key(table.cards[card].key) for card in table.zone(zone)]
