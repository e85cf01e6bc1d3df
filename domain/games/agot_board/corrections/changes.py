"""The meaning of each kind of change on this board, and the check whether it is possible.

Read `change_fault` and `carry_out` with their two tables, then the changes in the order of WRONG. Changes of a combat
and of the decks have modules of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.games.agot_board.board.board_changes import BoardGame, hand_over
from domain.games.agot_board.components import AREAS, HOUSES, LIMITS, ORDER_COPIES, SETUPS, SHIP, UNITS
from domain.games.agot_board.corrections.card_changes import move_card, wrong_move, wrong_piles
from domain.games.agot_board.corrections.combat_changes import (
    IN_COMBAT,
    attacks,
    embattled_fault,
    owner_of_card,
    set_attackers,
    set_card,
    set_support,
    set_text,
    unfinished_combat,
    wrong_attackers,
    wrong_card,
    wrong_support,
    wrong_text,
)
from domain.games.agot_board.corrections.stack_repair import FIXED_ORDER
from domain.games.agot_board.corrections.words import BANNED
from domain.games.agot_board.facts.board import (
    HouseCardsDiscarded,
    HouseCardsReturned,
    InfluenceSet,
    OrderReplaced,
    OrdersBanned,
    OrdersRemoved,
    PowerDiscarded,
    PowerGained,
    SupplySet,
    UnitsDestroyed,
    UnitsPlaced,
    UnitsRouted,
    WildlingsMoved,
)
from domain.games.agot_board.facts.corrected import BanLifted, GarrisonSet, NeutralForceSet, PowerTokenSet, TokenTurned
from domain.games.agot_board.state import PER_HOUSE, Area, BoardTable, House
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import BELOW_NOTHING, LIMIT, SAME, STRANDS, UNFIT, AnyChange, ChangeFault
from domain.kernel.corrections.shared_changes import show_card, shuffle_pile, wrong_show
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import NO_SEAT, Seat, Viewer
from domain.kernel.state.field_facts import FieldSet
from domain.kernel.state.fields import count_fields, mark_fields

DESCRIBED = (*mark_fields(Area), *mark_fields(House))
BANNING = ("westeros", "planning")
PORT, SEA, LAND = "port", "sea", "land"


def change_fault(table: BoardTable, change: AnyChange) -> ChangeFault | None:
    """What is wrong with a change: it names a missing thing, changes nothing, or is invalid here."""
    wrong = WRONG.get(type(change))
    return wrong(table, change) if wrong else ChangeFault("change", UNFIT)


def carry_out(game: BoardGame, change: AnyChange) -> None:
    """Carry out a change that passed `change_fault`."""
    DO[type(change)](game, change)


# --- pieces


def wrong_pieces(table: BoardTable, change: changes.SetPieces) -> ChangeFault | None:
    """Why the units cannot be there: an area holds units of one House only, and of its own domain."""
    ground = LAND if AREAS[change.area].type == LAND else SEA
    if UNITS[change.kind].domain != ground:
        return ChangeFault("area", UNFIT, "Ships lie in seas and ports, other units on land")
    if attacks(table, change):
        return wrong_attackers(table, change)
    if change.n < 0:
        return ChangeFault("n", LIMIT, BELOW_NOTHING)
    state = table.area(change.area)
    if state.neutral:
        return ChangeFault("seat", UNFIT, "a Neutral Force stands there")
    if state.house not in (NO_SEAT, change.seat):
        return ChangeFault("seat", UNFIT, f"{state.house} stands there")
    lying = state.routed if change.mark else state.units
    if lying.get(change.kind, 0) == change.n:
        return ChangeFault("n", SAME)
    return embattled_fault(table, change.area, change.seat)


def set_pieces(game: BoardGame, change: changes.SetPieces) -> None:
    if attacks(game.table, change):
        set_attackers(game, change)
        return
    state = game.table.area(change.area)
    before = (state.routed if change.mark else state.units).get(change.kind, 0)
    more, units = change.n - before, {change.kind: abs(change.n - before)}
    if more < 0:
        gone = ({}, units) if change.mark else (units, {})
        game.emit(UnitsDestroyed(change.seat, change.area, *gone))
        return
    game.emit(UnitsPlaced(change.seat, change.area, units))
    if change.mark:
        game.emit(UnitsRouted(change.area, units))


# --- markers


def wrong_marker(table: BoardTable, change: changes.SetMarker) -> ChangeFault | None:
    return WRONG_MARKERS[change.marker](table, change)


def wrong_order(table: BoardTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why the order cannot be there: it needs the House's units and lies face up; one being resolved stays.

    Face-down orders are checked first, since other refusals would tell which order lies there.
    """
    state = table.area(change.area)
    before = (state.order.house, state.order.token) if state.order else (NO_SEAT, "")
    if fault := is_resolved(table, change.area):
        return fault
    if before == (change.seat, change.value):
        return ChangeFault("value", SAME)
    if bool(change.value) != bool(change.seat) or (change.value and state.house != change.seat):
        return ChangeFault("seat", UNFIT)
    return None


def is_resolved(table: BoardTable, area: str) -> ChangeFault | None:
    """Why an order cannot change: it, or its offered support, is being resolved, or orders lie face down."""
    laid = [each.order for each in table.areas.values() if each.order]
    if table.phase != "action" and not (laid and all(order.up for order in laid)):
        return ChangeFault("marker", STRANDS)
    now = table.combat
    busy = {table.marching, now.origin, now.offered} if now is not None else {table.marching}
    return ChangeFault("area", STRANDS) if area in busy else None


def set_order(game: BoardGame, change: changes.SetMarker) -> None:
    if change.value:
        game.emit(OrderReplaced(change.seat, change.area, change.value))
    else:
        game.emit(OrdersRemoved((change.area,)))


def wrong_power_token(table: BoardTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why the Power token cannot be there: a land area holds at most one, a House's own home area none of its own."""
    printed, state = AREAS[change.area], table.area(change.area)
    if state.power_token == change.seat:
        return ChangeFault("seat", SAME)
    if change.seat and (printed.type != LAND or printed.home_of == change.seat or state.neutral):
        problem = "a land area without a Neutral Force takes one, and not of the House whose home it is"
        return ChangeFault("area", UNFIT, problem)
    return (
        ChangeFault("seat", LIMIT, "it has no Power token left")
        if change.seat and not table.house(change.seat).pool
        else None
    )


def set_power_token(game: BoardGame, change: changes.SetMarker) -> None:
    game.emit(PowerTokenSet(change.area, change.seat))


def wrong_garrison(table: BoardTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why the Garrison cannot be there: only in its own area."""
    if table.area(change.area).garrison == change.seat:
        return ChangeFault("seat", SAME)
    if change.seat and (HOUSES[change.seat].garrison_area != change.area or table.area(change.area).neutral):
        return ChangeFault(
            "area", UNFIT, f"it lies in {HOUSES[change.seat].garrison_area} alone, with no Neutral Force"
        )
    now = unfinished_combat(table)
    return ChangeFault("area", STRANDS) if now is not None and now.area == change.area else None


def set_garrison(game: BoardGame, change: changes.SetMarker) -> None:
    game.emit(GarrisonSet(change.area, change.seat))


def wrong_neutral_force(table: BoardTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why the Neutral Force cannot be there: it is a token of that area and strength, where nobody holds the area."""
    state, strength = table.area(change.area), whole_number(change.value or "0")
    if strength is None or change.seat:
        return ChangeFault("value", UNFIT)
    if state.neutral == strength:
        return ChangeFault("value", SAME)
    token = {each.area: each for each in SETUPS[len(table.seats)].neutral}.get(change.area)
    if strength and (token is None or token.impassable or token.strength != strength):
        problem = f"the token of {change.area} has {token.strength}" if token and token.strength else ""
        return ChangeFault("value", LIMIT, problem)
    if token and token.impassable:
        return ChangeFault("area", UNFIT, "nobody ever enters it")
    is_held = state.house or state.garrison or state.power_token
    if is_held or AREAS[change.area].type != LAND or embattled_fault(table, change.area, NO_SEAT):
        return ChangeFault("area", UNFIT)
    call = table.neutral_call
    return ChangeFault("area", STRANDS) if call is not None and call.target == change.area else None


def set_neutral_force(game: BoardGame, change: changes.SetMarker) -> None:
    game.emit(NeutralForceSet(change.area, int(change.value or "0")))


WRONG_MARKERS: dict[str, Callable[[BoardTable, changes.SetMarker], ChangeFault | None]] = {
    "order": wrong_order,
    "power-token": wrong_power_token,
    "garrison": wrong_garrison,
    "neutral-force": wrong_neutral_force,
    "support": wrong_support,
}
SET_MARKERS = {
    "order": set_order,
    "power-token": set_power_token,
    "garrison": set_garrison,
    "neutral-force": set_neutral_force,
    "support": set_support,
}


def set_marker(game: BoardGame, change: changes.SetMarker) -> None:
    SET_MARKERS[change.marker](game, change)


# --- counters and tracks


def wrong_count(table: BoardTable, change: changes.SetCount) -> ChangeFault | None:
    if not change.seat:
        return wrong_wildlings(table, change)
    house, limit = table.house(change.seat), count_fields(House)[change.counter].most
    before: int = getattr(house, change.counter)
    most = house.power + house.pool if change.counter == "power" else limit
    if change.n < 0 or (most is not None and change.n > most):
        reason = BELOW_NOTHING if most is None else f"{change.n}, where 0 to {most} are possible"
        return ChangeFault("n", LIMIT, reason)
    return ChangeFault("n", SAME) if change.n == before else None


def wrong_wildlings(table: BoardTable, change: changes.SetCount) -> ChangeFault | None:
    if change.n not in LIMITS.wildling_track_positions:
        places = ", ".join(map(str, LIMITS.wildling_track_positions))
        return ChangeFault("n", LIMIT, f"{change.n}, where the track has {places}")
    return ChangeFault("n", SAME) if change.n == table.wildling else None


def set_count(game: BoardGame, change: changes.SetCount) -> None:
    if not change.seat:
        game.emit(WildlingsMoved(change.n))
        return
    more = change.n - game.table.house(change.seat).power
    match change.counter:
        case "power":
            game.emit(PowerGained(change.seat, more) if more > 0 else PowerDiscarded(change.seat, -more))
        case "supply":
            game.emit(SupplySet(change.seat, change.n))
        case _:
            game.emit(FieldSet(change.seat, change.counter, change.n))


def wrong_track(table: BoardTable, change: changes.SetTrack) -> ChangeFault | None:
    """Why the track is invalid: it must have each House once, and not be in use by a bidding or a turn order."""
    before = table.track(change.track)
    if change.order == before:
        return ChangeFault("order", SAME)
    if sorted(change.order) != sorted(table.seats):
        return ChangeFault("order", LIMIT, "each House stands there once")
    served = any(isinstance(frame, FIXED_ORDER) for frame in table.stack)
    return ChangeFault("track", STRANDS) if served or not before else None


def set_track(game: BoardGame, change: changes.SetTrack) -> None:
    """Set an influence track; the Dominance token follows."""
    game.emit(InfluenceSet(change.track, change.order))
    hand_over(game, change.track)


# --- cards and tokens


def wrong_place(table: BoardTable, change: changes.SetPlace) -> ChangeFault | None:
    """Why a House card cannot go there: between hand, discard pile and combat only, not while cards are chosen."""
    if change.place == IN_COMBAT:
        return wrong_card(table, change)
    house = table.house(change.seat)
    places = {"hand": house.hand, "discard": house.discard}
    if change.thing in places[change.place]:
        return ChangeFault("place", SAME)
    if change.thing not in (*house.hand, *house.discard):
        return ChangeFault("thing")
    closed = table.combat is not None and table.combat.hands_closed
    return ChangeFault("thing", STRANDS) if closed else None


def set_place(game: BoardGame, change: changes.SetPlace) -> None:
    if change.place == IN_COMBAT:
        set_card(game, change)
        return
    fact = HouseCardsReturned if change.place == "hand" else HouseCardsDiscarded
    game.emit(fact(change.seat, (change.thing,)))


def wrong_mark(table: BoardTable, change: changes.SetMark) -> ChangeFault | None:
    """Why the mark cannot be set: marks are of banned orders, used tokens, and card texts in the combat."""
    if change.mark == BANNED:
        return wrong_ban(table, change)
    if change.mark in DESCRIBED:
        return wrong_field(table, change)
    used = {"blade": table.blade_used, "raven": table.raven_used}
    if change.thing not in used:
        return wrong_text(table, change)
    return ChangeFault("on", SAME) if used[change.thing] == change.on else None


def wrong_field(table: BoardTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a described mark of an area or a House cannot be set: that is not in this match, or it is so already."""
    thing = table.areas.get(change.thing) or table.houses.get(Seat(change.thing))
    if thing is None:
        return ChangeFault("thing")
    return ChangeFault("on", SAME) if getattr(thing, change.mark) == change.on else None


def wrong_ban(table: BoardTable, change: changes.SetMark) -> ChangeFault | None:
    """Why an order cannot be banned: Westeros cards ban orders only until the end of the Planning Phase."""
    if table.phase not in BANNING:
        return ChangeFault("mark", UNFIT)
    return ChangeFault("on", SAME) if (change.thing in table.bans) == change.on else None


def set_mark(game: BoardGame, change: changes.SetMark) -> None:
    if change.mark == BANNED:
        game.emit(OrdersBanned(change.thing) if change.on else BanLifted(change.thing))
        return
    if change.mark in DESCRIBED:
        game.emit(FieldSet(change.thing, change.mark, change.on))
        return
    if owner_of_card(game.table, change.thing):
        set_text(game, change)
        return
    game.emit(TokenTurned("blade" if change.thing == "blade" else "raven", change.on))


def wrong_shuffle(table: BoardTable, change: changes.ShuffleUnknown) -> ChangeFault | None:
    return None if not table.sees(Viewer("public"), change.zone) else ChangeFault("zone", UNFIT)


# --- the whole table


def table_fault(table: BoardTable) -> ChangeFault | None:
    """What is wrong with the table: too many pieces, too many Ships in a port, or orders without units."""
    for seat in table.seats:
        for kind in PER_HOUSE:
            if (unused := table.count_unused(seat, kind)) < 0:
                return ChangeFault(f"{seat} {kind}", LIMIT, too_many(PER_HOUSE[kind] - unused, PER_HOUSE[kind]))
        for token, n in Counter(table.orders_of(seat).values()).items():
            if n > ORDER_COPIES[token]:
                return ChangeFault(f"{seat} {token}", LIMIT, too_many(n, ORDER_COPIES[token]))
    return crowded_port(table) or wrong_piles(table)


def too_many(there: int, most: int) -> str:
    return f"there would be {there}, and there are {most}"


def crowded_port(table: BoardTable) -> ChangeFault | None:
    most = LIMITS.ships_per_port
    ports = ((id, area.size) for id, area in table.areas.items() if AREAS[id].type == PORT and area.size > most)
    faults = (ChangeFault(f"{port} {SHIP}", LIMIT, f"there would be {n}, and it takes {most}") for port, n in ports)
    return next(faults, None)


WRONG: dict[type, Callable[[BoardTable, Any], ChangeFault | None]] = {
    changes.SetPieces: wrong_pieces,
    changes.SetMarker: wrong_marker,
    changes.SetCount: wrong_count,
    changes.SetTrack: wrong_track,
    changes.SetPlace: wrong_place,
    changes.SetMark: wrong_mark,
    changes.MoveCard: wrong_move,
    changes.ShuffleUnknown: wrong_shuffle,
    changes.Show: wrong_show,
}

DO: dict[type, Callable[[BoardGame, Any], None]] = {
    changes.SetPieces: set_pieces,
    changes.SetMarker: set_marker,
    changes.SetCount: set_count,
    changes.SetTrack: set_track,
    changes.SetPlace: set_place,
    changes.SetMark: set_mark,
    changes.MoveCard: move_card,
    changes.ShuffleUnknown: shuffle_pile,
    changes.Show: show_card,
}
