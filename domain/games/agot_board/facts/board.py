"""Facts of the board: units, orders, tokens, Power, tracks. Each states a change and is folded without the rules."""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import structs

from domain.games.agot_board.state import BoardTable, Order, Units, together
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import ADMIN, NO_SEAT, Seat, Viewer

# --- rounds


class RoundBegan(Fact, frozen=True, tag="agot_board.round_began"):
    """A round began: the Game Round marker was moved to it."""

    round: int

    def apply(self, table: BoardTable) -> None:
        table.round = self.round
        table.forced = ()


class PhaseBegan(Fact, frozen=True, tag="agot_board.phase_began"):
    """A phase began."""

    phase: Term

    def apply(self, table: BoardTable) -> None:
        table.phase = self.phase
        if self.phase == "action":  # the planning still refers to decisions of the Westeros Phase
            table.forced = ()


# --- units


class UnitsPlaced(Fact, frozen=True, tag="agot_board.units_placed"):
    """Unused units of a House came into an area."""

    house: Seat
    area: Term
    units: Units

    def apply(self, table: BoardTable) -> None:
        enter(table, self.area, self.house, self.units)


class UnitsMoved(Fact, frozen=True, tag="agot_board.units_moved"):
    """Standing units went from one area to another; `routed`: they lie there."""

    house: Seat
    source: Term
    to: Term
    units: Units
    routed: bool = False

    def apply(self, table: BoardTable) -> None:
        depart(table, self.source, self.units)
        enter(table, self.to, self.house, self.units, self.routed)


class UnitsDestroyed(Fact, frozen=True, tag="agot_board.units_destroyed"):
    """Units went back to their House's unused ones; `routed` ones lay there."""

    house: Seat
    area: Term
    units: Units
    routed: Units = msgspec.field(default_factory=dict)

    def apply(self, table: BoardTable) -> None:
        depart(table, self.area, self.units, self.routed)


class UnitsReplaced(Fact, frozen=True, tag="agot_board.units_replaced"):
    """Units of one type in an area were replaced by as many of another; `routed` ones stay routed."""

    house: Seat
    area: Term
    unit: Term
    by: Term
    count: int = 1
    routed: bool = False

    def apply(self, table: BoardTable) -> None:
        state = table.areas.writable(self.area)
        lying = state.routed if self.routed else state.units
        changed = together(together(lying, {self.unit: self.count}, -1), {self.by: self.count})
        if self.routed:
            state.routed = changed
        else:
            state.units = changed


class UnitsRouted(Fact, frozen=True, tag="agot_board.units_routed"):
    """Standing units in an area were laid on their side."""

    area: Term
    units: Units

    def apply(self, table: BoardTable) -> None:
        state = table.areas.writable(self.area)
        state.units = together(state.units, self.units, -1)
        state.routed = together(state.routed, self.units)


class UnitsStoodUp(Fact, frozen=True, tag="agot_board.units_stood_up"):
    """All routed units in these areas were stood up."""

    areas: tuple[Term, ...]

    def apply(self, table: BoardTable) -> None:
        for area in self.areas:
            state = table.areas.writable(area)
            state.units, state.routed = together(state.units, state.routed), {}


class ShipsCaptured(Fact, frozen=True, tag="agot_board.ships_captured"):
    """A House replaced so many enemy Ships in a port by its own; the others left the board."""

    port: Term
    house: Seat
    ships: int

    def apply(self, table: BoardTable) -> None:
        state = table.areas.writable(self.port)
        state.units = {"ship": self.ships} if self.ships else {}
        state.routed = {}
        state.house = self.house if self.ships else NO_SEAT


def enter(table: BoardTable, area: str, house: Seat, units: Units, routed: bool = False) -> None:
    state = table.areas.writable(area)
    state.house = house
    if routed:
        state.routed = together(state.routed, units)
    else:
        state.units = together(state.units, units)


def depart(table: BoardTable, area: str, units: Units, routed: Units | None = None) -> None:
    state = table.areas.writable(area)
    state.units = together(state.units, units, -1)
    if routed:
        state.routed = together(state.routed, routed, -1)
    if not state.units and not state.routed:
        state.house = NO_SEAT


# --- orders


class OrdersAssigned(Fact, frozen=True, tag="agot_board.orders_assigned"):
    """A House laid its orders face down: everybody sees where, the House alone which."""

    seals = True
    house: Seat
    orders: dict[Term, Term]

    def apply(self, table: BoardTable) -> None:
        for area, token in self.orders.items():
            table.areas.writable(area).order = Order(self.house, token)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer in (self.house, ADMIN):
            return self
        return structs.replace(self, orders=dict.fromkeys(self.orders, ""))


class OrdersRevealed(Fact, frozen=True, tag="agot_board.orders_revealed"):
    """All orders were turned face up at once: which token lies where."""

    unseals = True
    orders: dict[Term, Term]

    def apply(self, table: BoardTable) -> None:
        for area in self.orders:
            state = table.areas.writable_calmly(area)
            assert state.order is not None
            state.order = Order(state.order.house, state.order.token, up=True)


class OrderReplaced(Fact, frozen=True, tag="agot_board.order_replaced"):
    """An order was exchanged for an unused one, or came to lie in an area."""

    house: Seat
    area: Term
    token: Term

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).order = Order(self.house, self.token, up=True)


class OrdersRemoved(Fact, frozen=True, tag="agot_board.orders_removed"):
    """The orders in these areas went back to their owners' unused ones."""

    areas: tuple[Term, ...]

    def apply(self, table: BoardTable) -> None:
        for area in self.areas:
            table.areas.writable_calmly(area).order = None


class OrdersBanned(Fact, frozen=True, tag="agot_board.orders_banned"):
    """Orders of one type were banned for this round (`march-plus-1`: that token alone)."""

    ban: Term

    def apply(self, table: BoardTable) -> None:
        table.bans = (*table.bans, self.ban)


class BansLifted(Fact, frozen=True, tag="agot_board.bans_lifted"):
    """The bans of Westeros cards on orders ended with the Planning Phase."""

    def apply(self, table: BoardTable) -> None:
        table.bans = ()


# --- tokens and Power


class PowerTokenPlaced(Fact, frozen=True, tag="agot_board.power_token_placed"):
    """A House established control: it put one of its available Power tokens into the area."""

    house: Seat
    area: Term

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).power_token = self.house
        table.houses.writable(self.house).power -= 1


class PowerTokenRemoved(Fact, frozen=True, tag="agot_board.power_token_removed"):
    """The Power token in an area went back to its House's Power Pool."""

    house: Seat
    area: Term

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).power_token = NO_SEAT
        table.houses.writable(self.house).pool += 1


class GarrisonRemoved(Fact, frozen=True, tag="agot_board.garrison_removed"):
    """A defeated Garrison left the game."""

    area: Term

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).garrison = NO_SEAT


class NeutralForceDefeated(Fact, frozen=True, tag="agot_board.neutral_force_defeated"):
    """A Neutral Force left the game."""

    area: Term

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.area).neutral = 0


class PowerGained(Fact, frozen=True, tag="agot_board.power_gained"):
    """A House took Power tokens from its pool."""

    house: Seat
    power: int

    def apply(self, table: BoardTable) -> None:
        house = table.houses.writable(self.house)
        house.power += self.power
        house.pool -= self.power


class PowerDiscarded(Fact, frozen=True, tag="agot_board.power_discarded"):
    """A House returned available Power tokens to its pool."""

    house: Seat
    power: int

    def apply(self, table: BoardTable) -> None:
        house = table.houses.writable(self.house)
        house.power -= self.power
        house.pool += self.power


class BladeUsed(Fact, frozen=True, tag="agot_board.blade_used"):
    """The Valyrian Steel Blade was turned over (`how`: plus-one or redraw)."""

    house: Seat
    how: Term

    def apply(self, table: BoardTable) -> None:
        table.blade_used = True
        if self.how == "plus-one" and table.combat is not None:
            table.combat = table.combat.with_side(self.house, blade=True)


class RavenUsed(Fact, frozen=True, tag="agot_board.raven_used"):
    """The Messenger Raven was turned over (`how`: replace or look)."""

    house: Seat
    how: Term

    def apply(self, table: BoardTable) -> None:
        table.raven_used = True


class TokensRefreshed(Fact, frozen=True, tag="agot_board.tokens_refreshed"):
    """The Messenger Raven and the Valyrian Steel Blade were turned back to their coloured side."""

    def apply(self, table: BoardTable) -> None:
        table.blade_used = table.raven_used = False


class DominanceTokenTaken(Fact, frozen=True, tag="agot_board.dominance_token_taken"):
    """The Dominance token of a track went to a House; it stays on the side, used or not, on which it lay."""

    track: Term
    house: Seat

    def apply(self, table: BoardTable) -> None:
        if self.track == "iron_throne":
            table.throne = self.house
        elif self.track == "fiefdoms":
            table.blade = self.house
        else:
            table.raven = self.house


# --- tracks


class InfluenceSet(Fact, frozen=True, tag="agot_board.influence_set"):
    """The Houses were put in order on an influence track, position 1 first; none while it is being bid for."""

    track: Term
    order: tuple[Seat, ...]

    def apply(self, table: BoardTable) -> None:
        setattr(table, self.track, self.order)


class SupplySet(Fact, frozen=True, tag="agot_board.supply_set"):
    """A House's Supply token was moved to a position."""

    house: Seat
    supply: int

    def apply(self, table: BoardTable) -> None:
        table.houses.writable(self.house).supply = self.supply


class WildlingsMoved(Fact, frozen=True, tag="agot_board.wildlings_moved"):
    """The Wildling Threat marker was moved to a position (0, 2 ... 12)."""

    position: int

    def apply(self, table: BoardTable) -> None:
        table.wildling = self.position


class WildlingCardPlaced(Fact, frozen=True, tag="agot_board.wildling_card_placed"):
    """A House put the Wildling card that it looked at back on top or on the bottom; the move is a fact of its own."""

    neutral = True
    house: Seat
    where: Term


class HouseCardsDiscarded(Fact, frozen=True, tag="agot_board.house_cards_discarded"):
    """House cards went from a hand to the discard pile."""

    house: Seat
    cards: tuple[Term, ...]

    def apply(self, table: BoardTable) -> None:
        house = table.houses.writable(self.house)
        house.hand = tuple(card for card in house.hand if card not in self.cards)
        house.discard = (*house.discard, *self.cards)


class HouseCardsReturned(Fact, frozen=True, tag="agot_board.house_cards_returned"):
    """House cards went from a discard pile back to the hand."""

    house: Seat
    cards: tuple[Term, ...]

    def apply(self, table: BoardTable) -> None:
        house = table.houses.writable(self.house)
        house.discard = tuple(card for card in house.discard if card not in self.cards)
        house.hand = (*house.hand, *self.cards)


class HouseRetired(Fact, frozen=True, tag="agot_board.house_retired"):
    """A House conceded: it is asked nothing any more and cannot win."""

    house: Seat

    def apply(self, table: BoardTable) -> None:
        table.retired = (*table.retired, self.house)


BOARD_FACTS: tuple[type[Fact], ...] = (
    RoundBegan,
    PhaseBegan,
    UnitsPlaced,
    UnitsMoved,
    UnitsDestroyed,
    UnitsReplaced,
    UnitsRouted,
    UnitsStoodUp,
    ShipsCaptured,
    OrdersAssigned,
    OrdersRevealed,
    OrderReplaced,
    OrdersRemoved,
    OrdersBanned,
    BansLifted,
    PowerTokenPlaced,
    PowerTokenRemoved,
    GarrisonRemoved,
    NeutralForceDefeated,
    PowerGained,
    PowerDiscarded,
    BladeUsed,
    RavenUsed,
    TokensRefreshed,
    DominanceTokenTaken,
    InfluenceSet,
    SupplySet,
    WildlingsMoved,
    WildlingCardPlaced,
    HouseCardsDiscarded,
    HouseCardsReturned,
    HouseRetired,
)
