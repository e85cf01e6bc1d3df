"""The table of the board game: areas, Houses, tracks, decks, and the current combat or bidding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec
from msgspec import Struct, structs

from domain.games.agot_board.components import BOX, LIMITS, SETUPS, UNIT_ORDER
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import enforces
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import NO_SEAT, Seat, ZoneKey
from domain.kernel.state.fields import CountField
from domain.kernel.table import Card, CopyOnWriteMap

if TYPE_CHECKING:
    from domain.games.agot_board.rules import AgotBoard

Units = dict[Term, int]

# decks belong to no House
WILDLING_DECK = ZoneKey(".wildling-deck")
TIDES_DECK = ZoneKey(".tides-deck")
TIDES_DISCARD = ZoneKey(".tides-discard")
IMPASSABLE = -1
PRINTED, FAQ = "printed", "faq-2.0"
RULE_SETS = (PRINTED, FAQ)


def westeros_deck(number: int) -> ZoneKey:
    """The zone of the face-down part of a Westeros deck (1 to 3)."""
    return ZoneKey(f".westeros-{number}")


def westeros_revealed(number: int) -> ZoneKey:
    """The zone of the cards of a Westeros deck that were revealed since it was shuffled, newest last."""
    return ZoneKey(f".westeros-{number}-revealed")


class Order(Struct, frozen=True, omit_defaults=True):
    """An Order token on the board; `up` is True once it has been revealed."""

    house: Seat
    token: str
    up: bool = False


class Area(Struct, omit_defaults=True):
    """The contents of an area. `units` stand and `routed` ones lie; both belong to one House and never hold a 0.

    A Neutral Force is its strength, or `IMPASSABLE`. The mappings are replaced and never changed.
    """

    taken_keys: ClassVar[frozenset[str]] = frozenset(
        {"units", "routed", "order", "token", "power_token", "garrison", "neutral", "controller"}
    )

    house: Seat = NO_SEAT
    units: Units = {}
    routed: Units = {}
    order: Order | None = None
    power_token: Seat = NO_SEAT
    garrison: Seat = NO_SEAT
    neutral: int = 0

    @property
    def size(self) -> int:
        """The number of units here, routed or not."""
        standing = sum(self.units.values())
        return standing + sum(self.routed.values()) if self.routed else standing


class House(Struct, omit_defaults=True):
    """A House's pieces and numbers besides the board."""

    taken_keys: ClassVar[frozenset[str]] = frozenset(
        {
            *("player", "castles", "pool", "stars", "hand", "discard", "units", "retired", "bid"),
            *("areas", "armies", "excess"),
        }
    )

    player: str = ""
    power: Annotated[int, CountField("available Power")] = 0
    pool: int = LIMITS.power_tokens_per_house
    bid: int = 0
    supply: Annotated[int, CountField("supply", most=LIMITS.supply_track_max)] = 0
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


class Combatant(Struct, frozen=True, omit_defaults=True):
    """One side of a combat: its House, its House card (empty: none yet, or none to play), its last counted strengths.

    `used`: the card's text was resolved or declined; `cancelled`: the card that may not replace itself; `kept`: the
    card goes back to the hand at the end; `blade`: the Valyrian Steel Blade adds to this side.
    """

    house: Seat
    card: str = ""
    used: bool = False
    cancelled: str = ""
    kept: bool = False
    blade: bool = False
    initial: int = 0
    strength: int = 0


class Combat(Struct, frozen=True, omit_defaults=True):
    """The current combat; the attacking units belong to it and to no area (`units`).

    `stage`: `begun` (the attackers have just left their origin), `support`, `choosing` (House cards are being chosen,
    hands are closed), `fought`, `over` (cleaned up; the after-combat texts are left). `support`: for the area of each
    decided Support order `attacker`, `defender` or `refuse`; `offered`: the area whose support has not been answered
    yet; `declined`: those refused because a combatant declined their support. `retreat`: the area to which the losers
    go. `due`: the number of units that the side asked must lose, by swords or a skull (`cause`).
    """

    area: str
    origin: str
    attacker: Combatant
    defender: Combatant
    march: str
    units: Units = {}
    stage: str = "begun"
    support: dict[str, str] = {}
    offered: str = ""
    declined: tuple[str, ...] = ()
    winner: Seat = NO_SEAT
    retreat: str = ""
    due: int = 0
    cause: str = ""

    @property
    def under_way(self) -> bool:
        """Whether the combat defers the checks of ports and victory to its clean-up."""
        return self.stage in ("support", "choosing", "fought")

    @property
    def hands_closed(self) -> bool:
        return self.stage == "choosing"

    def side(self, house: Seat) -> Combatant:
        return self.attacker if house == self.attacker.house else self.defender

    def other(self, house: Seat) -> Combatant:
        return self.defender if house == self.attacker.house else self.attacker

    def with_side(self, house: Seat, **changes: object) -> Combat:
        """This combat with changed fields of one side."""
        changed = structs.replace(self.side(house), **changes)
        if house == self.attacker.house:
            return structs.replace(self, attacker=changed)
        return structs.replace(self, defender=changed)


class SetOut(Struct, frozen=True):
    """Units that left for a combat that was never begun, since the match was over: they stand in no area."""

    house: Seat
    origin: str
    area: str
    units: Units


class NeutralCall(Struct, frozen=True, omit_defaults=True):
    """A request for support against a Neutral Force for one March order: by area `attacker` or `refuse`, each final."""

    area: str
    target: str = ""
    moves: dict[str, Units] = {}
    token: bool = False
    support: dict[str, str] = {}


class Bidding(Struct, frozen=True, omit_defaults=True):
    """The current bidding, for a track or against the Wildlings; `bids` are set once they are revealed.

    `ranked`: for a track, the Houses whose positions are settled, position 1 first.
    """

    purpose: str
    houses: tuple[Seat, ...]
    bids: dict[str, int] = {}
    ranked: tuple[Seat, ...] = ()


class MusterPoints(Struct, frozen=True):
    """The current mustering: its House, and the points left in each of its areas."""

    house: Seat
    points: dict[str, int]


class WildlingAttack(Struct, frozen=True, omit_defaults=True):
    """The current Wildling attack; `bidder` is the highest bidder of a victory, or the lowest of a defeat."""

    strength: int
    houses: tuple[Seat, ...]
    total: int = 0
    victory: bool = False
    bidder: Seat = NO_SEAT
    card: str = ""
    second: bool = False


class BoardTable(CardTable, kw_only=True):
    """The state of one match of the board game."""

    checked_shelves: ClassVar[tuple[str, ...]] = ("areas",)
    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        "wildling-deck": ZoneKind("nobody"),
        "tides-deck": ZoneKind("nobody"),
        "tides-discard": ZoneKind("all"),
        "tides": ZoneKind("owner"),
        "tides-revealed": ZoneKind("all"),
        **{f"westeros-{n}": ZoneKind("nobody") for n in (1, 2, 3)},
        **{f"westeros-{n}-revealed": ZoneKind("all") for n in (1, 2, 3)},
    }

    areas: CopyOnWriteMap[str, Area] = msgspec.field(default_factory=CopyOnWriteMap)
    houses: CopyOnWriteMap[Seat, House] = msgspec.field(default_factory=CopyOnWriteMap)
    iron_throne: tuple[Seat, ...] = ()
    fiefdoms: tuple[Seat, ...] = ()
    kings_court: tuple[Seat, ...] = ()
    throne: Seat = NO_SEAT
    blade: Seat = NO_SEAT
    raven: Seat = NO_SEAT
    blade_used: bool = False
    raven_used: bool = False
    round: int = 0
    phase: str = ""
    wildling: int = 0
    bans: tuple[str, ...] = ()
    tides: bool = False
    rule_set: str = PRINTED
    retired: tuple[Seat, ...] = ()
    marching: str = ""
    combat: Combat | None = None
    set_out: SetOut | None = None
    neutral_call: NeutralCall | None = None
    bidding: Bidding | None = None
    attack: WildlingAttack | None = None
    mustering: MusterPoints | None = None
    westeros_card: str = ""

    def writable_thing(self, thing: str) -> Struct:
        """An area or a House, for writing a described field of it."""
        return self.areas.writable(thing) if thing in self.areas else self.houses.writable(Seat(thing))

    def area(self, id: str) -> Area:
        return self.areas[id]

    def house(self, seat: Seat) -> House:
        return self.houses[seat]

    @enforces("agot_board.term.turn-order", "agot_board.track.iron-throne-turn-order")
    def turn_order(self) -> tuple[Seat, ...]:
        """The Houses in the order of the Iron Throne track."""
        return self.iron_throne

    def remaining_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.retired)

    def track(self, name: str) -> tuple[Seat, ...]:
        """The Houses on an influence track, position 1 first."""
        order: tuple[Seat, ...] = getattr(self, name)
        return order

    @enforces(
        "agot_board.track.kings-court-stars",
        "agot_board.track.kings-court-overlay",
        "agot_board.component.overlay",
        "agot_board.players.four-overlay",
        "agot_board.players.three-overlay",
        "agot_board.data.kings-court-values",
        "agot_board.special.example-values",
    )
    def stars(self, seat: Seat) -> int:
        """The number of Special Orders that a House may place."""
        return SETUPS[len(self.seats)].special_orders[self.kings_court.index(seat)]

    def areas_of(self, seat: Seat) -> list[str]:
        """The areas with units of a House, in the order of the board's list."""
        return [id for id, area in self.areas.items() if area.house == seat]

    def orders_of(self, seat: Seat) -> dict[str, str]:
        """A House's Order tokens on the board, by area."""
        return {id: each.order.token for id, each in self.areas.items() if each.order and each.order.house == seat}

    def areas_with(self, seat: Seat, kind: str) -> list[str]:
        """The areas with a revealed order of this type of a House."""
        return [
            id
            for id, each in self.areas.items()
            if each.order and each.order.house == seat and ORDER_TYPE[each.order.token] == kind
        ]

    def has_order(self, area: str, seat: Seat, kind: str) -> bool:
        """Whether a revealed order of this type of a House lies in an area."""
        order = self.areas[area].order
        return order is not None and order.house == seat and ORDER_TYPE[order.token] == kind

    @enforces("agot_board.component.limit-is-absolute", "agot_board.component.destroyed-units-reusable")
    def count_unused(self, seat: Seat, kind: str) -> int:
        """The number of unused units of a type that a House has."""
        on_board = sum(
            each.units.get(kind, 0) + each.routed.get(kind, 0) for each in self.areas.values() if each.house == seat
        )
        if self.combat is not None and self.combat.attacker.house == seat:
            on_board += self.combat.units.get(kind, 0)
        if self.set_out is not None and self.set_out.house == seat:
            on_board += self.set_out.units.get(kind, 0)
        return PER_HOUSE[kind] - on_board


ORDER_TYPE = {each.id: each.type for each in BOX.order_token}
PER_HOUSE = {each.id: each.per_house for each in BOX.unit_type}


def together(one: Units, other: Units, sign: int = 1) -> Units:
    """The sum of units (with `sign` -1 the difference), in the order of the unit types, without zeros."""
    units = {}
    for kind in UNIT_ORDER:
        if n := one.get(kind, 0) + sign * other.get(kind, 0):
            units[kind] = n
    return units


def count(units: Units) -> int:
    return sum(units.values())


def without_nothing(moves: dict[str, Units]) -> dict[str, Units]:
    """The moves without numbers of 0 and without empty destinations."""
    real = {to: {kind: n for kind, n in units.items() if n} for to, units in moves.items()}
    return {to: units for to, units in real.items() if units}


class NoAbilities:
    """The index of listeners of a game without triggered abilities."""

    def __init__(self, rules: AgotBoard | None) -> None:
        self.rules = rules

    def index_keys(self, card: Card) -> tuple[tuple[str, int], ...]:
        return ()
