"""The view of the board for a viewer; tables leave the domain only as views.

It holds values only: the trace of a number is requested separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.games.agot_board.board.control import castles, controller
from domain.games.agot_board.chart.action.ports import port_asked_about
from domain.games.agot_board.components import CARDS_OF, TRACKS, UNIT_ORDER
from domain.games.agot_board.state import (
    IMPASSABLE,
    TIDES_DECK,
    WILDLING_DECK,
    Area,
    BoardTable,
    Combat,
    Combatant,
    Units,
    westeros_deck,
    westeros_revealed,
)
from domain.kernel.citing import enforces
from domain.kernel.flow.waits import seen_waiting
from domain.kernel.ids import ADMIN, OFFICIALS, PUBLIC, Seat, Viewer, zone
from domain.kernel.state.fields import field_state


def views(table: BoardTable, viewers: Iterable[Viewer], *, judging: bool) -> dict[Viewer, dict[str, Any]]:
    """The table as each of these viewers (a House, public, judge...) may see it. The views share their common parts.

    `judging`: as for a judge who looks as a House.
    """
    common = common_view(table)
    return {viewer: view_from(table, viewer, common, judging=judging) for viewer in viewers}


def view_from(table: BoardTable, viewer: Viewer, common: dict[str, Any], *, judging: bool) -> dict[str, Any]:
    """The view of one viewer: what everybody sees, and what this viewer sees of what is hidden."""
    areas, houses = common["areas"], common["houses"]
    own: dict[str, Any] = {
        "viewer": viewer,
        "areas": areas | seen_orders(table, areas, PUBLIC if judging else viewer),
        "houses": {house: seen | seen_hidden(table, house, viewer) for house, seen in houses.items()},
    }
    if table.combat:
        own["combat"] = seen_combat(table, table.combat, viewer)
    return common | own


def common_view(table: BoardTable) -> dict[str, Any]:
    """The part of the view that is the same for every viewer, with the places of the rest."""
    over = table.over
    return {
        "game": "agot_board",
        "viewer": "",
        "players": len(table.seats),
        "policy": table.policy,
        "rule_set": table.rule_set,
        "tides_of_battle": table.tides,
        "round": table.round,
        "phase": table.phase,
        "wildling": table.wildling,
        "order_bans": list(table.bans),
        "tracks": {track: list(table.track(track)) for track in TRACKS},
        "tokens": tokens(table),
        "areas": {area: seen_area(table, area) for area in table.areas},
        "houses": {house: seen_house(table, house) for house in table.seats},
        "decks": decks(table),
        "combat": None,
        "set_out": seen_set_out(table),
        "neutral_call": seen_neutral_call(table),
        "captured_port": port_asked_about(table) or None,
        "bidding": seen_bidding(table),
        "attack": seen_attack(table),
        "westeros_card": table.westeros_card,
        "mustering": seen_mustering(table),
        "waiting": seen_waiting(table),
        "draw_offered_by": list(table.offers),
        "over": {"winner": over.winner, "how": over.how, "rule": over.rule} if over else None,
    }


@enforces("agot_board.component.dominance-tokens")
def tokens(table: BoardTable) -> dict[str, Any]:
    """The three Dominance tokens."""
    return {
        "iron_throne": table.throne,
        "blade": {"holder": table.blade, "used": table.blade_used},
        "raven": {"holder": table.raven, "used": table.raven_used},
    }


def seen_area(table: BoardTable, id: str) -> dict[str, Any]:
    """What everybody sees of an area."""
    area = table.area(id)
    seen: dict[str, Any] = {}
    if area.house:
        seen["units"] = [*seen_units(area, area.units, False), *seen_units(area, area.routed, True)]
    if area.order:
        seen["order"] = seen_order(area, PUBLIC)
    for name in ("power_token", "garrison"):
        if getattr(area, name):
            seen[name] = getattr(area, name)
    if area.neutral:
        seen["neutral"] = "impassable" if area.neutral == IMPASSABLE else area.neutral
    if owner := controller(table, id):
        seen["controller"] = owner
    return seen | field_state(area)


def seen_orders(table: BoardTable, areas: dict[str, dict[str, Any]], viewer: Viewer) -> dict[str, dict[str, Any]]:
    """The areas with a face-down order, as a viewer sees them."""
    face_down = ((id, area) for id, area in table.areas.items() if area.order and not area.order.up)
    return {id: areas[id] | {"order": seen_order(area, viewer)} for id, area in face_down}


def seen_units(area: Area, units: Units, routed: bool) -> list[dict[str, Any]]:
    return [{"house": area.house, "type": kind, "count": n, "routed": routed} for kind, n in units.items()]


@enforces("agot_board.plan.orders-secret", "agot_board.alliance.no-showing-orders")
def seen_order(area: Area, viewer: Viewer) -> dict[str, str]:
    """An order; while it is face down only its owner sees which."""
    assert area.order is not None
    if area.order.up or viewer in (area.order.house, ADMIN):
        return {"house": area.order.house, "token": area.order.token}
    return {"house": area.order.house}


@enforces(
    "agot_board.hidden.unused-orders",
    "agot_board.component.player-screen",
)
def seen_house(table: BoardTable, house: Seat) -> dict[str, Any]:
    """What everybody sees of a House: its public pieces, and the places of what is hidden at times."""
    has = table.house(house)
    seen: dict[str, Any] = {
        "player": "",
        "supply": has.supply,
        "castles": castles(table, house),
        "power": None,
        "pool": has.pool,
        "stars": table.stars(house) if table.kings_court else 0,
        "hand": None,
        "discard": None,
        "units": {kind: table.count_unused(house, kind) for kind in UNIT_ORDER},
        "retired": house in table.retired,
    }
    if has.bid:
        seen["bid"] = has.bid
    return {name: value for name, value in field_state(has).items() if name not in seen} | seen


@enforces(
    "agot_board.hidden.power-visible",
    "agot_board.hidden.power-hidden-while-bidding",
    "agot_board.hidden.house-cards-public",
    "agot_board.card.all-public",
)
def seen_hidden(table: BoardTable, house: Seat, viewer: Viewer) -> dict[str, Any]:
    """What a viewer sees of a House's Power, hidden during a bidding, and House cards, hidden while some are chosen.

    Hand and discard pile are hidden together, since one of them would tell the other: a House has seven cards. A
    discard pile has no order: its cards stand in that of the House, as in a position. Its player is named with the
    match.
    """
    has = table.house(house)
    own = viewer == house or viewer in OFFICIALS
    bidding = table.bidding is not None and not table.bidding.bids
    closed = choosing_card(table, house) and not own
    return {
        "player": has.player if viewer == ADMIN else "",
        "power": has.power if own or not bidding else None,
        "hand": None if closed else list(has.hand),
        "discard": None if closed else [card for card in CARDS_OF[house] if card in has.discard],
    }


def choosing_card(table: BoardTable, house: Seat) -> bool:
    """Whether hands are hidden because House cards are being chosen for a combat."""
    return table.combat is not None and table.combat.hands_closed


def decks(table: BoardTable) -> dict[str, Any]:
    """The number of face-down cards, and the revealed Westeros cards."""
    westeros = {
        str(n): {
            "deck": len(table.zone(westeros_deck(n))),
            "revealed": [table.cards[card].key.partition("/")[2] for card in table.zone(westeros_revealed(n))],
        }
        for n in (1, 2, 3)
    }
    return {"westeros": westeros, "wildling": len(table.zone(WILDLING_DECK)), "tides": len(table.zone(TIDES_DECK))}


def seen_set_out(table: BoardTable) -> dict[str, Any] | None:
    """The units that left for a combat before which the match was over."""
    gone = table.set_out
    if gone is None:
        return None
    units = [{"house": gone.house, "type": kind, "count": n} for kind, n in gone.units.items()]
    return {"origin": gone.origin, "area": gone.area, "units": units}


def seen_combat(table: BoardTable, combat: Combat, viewer: Viewer) -> dict[str, Any]:
    return {
        "area": combat.area,
        "origin": combat.origin,
        "march": combat.march,
        "stage": combat.stage,
        "attacker": combat.attacker.house,
        "defender": combat.defender.house,
        "units": [{"house": combat.attacker.house, "type": kind, "count": n} for kind, n in combat.units.items()],
        "support": dict(combat.support),
        "offered": combat.offered,
        "sides": {side.house: seen_side(table, side, viewer) for side in (combat.attacker, combat.defender)},
        "winner": combat.winner,
        "retreat": combat.retreat,
        "due": combat.due,
    }


def seen_side(table: BoardTable, side: Combatant, viewer: Viewer) -> dict[str, Any]:
    """One side of a combat: its revealed House card, its strengths, and its Tides card once the viewer may see it."""
    seen: dict[str, Any] = {
        "card": side.card,
        "blade": side.blade,
        "initial": side.initial,
        "strength": side.strength,
    }
    for place in (zone(side.house, "tides"), zone(side.house, "tides-revealed")):
        if table.zone(place) and table.sees(viewer, place):
            seen["tides"] = table.cards[table.zone(place)[0]].key
    return seen


def seen_neutral_call(table: BoardTable) -> dict[str, Any] | None:
    """The march against a Neutral Force that waits for support, with its answers; without target it was void."""
    call = table.neutral_call
    if call is None:
        return None
    moves = {to: dict(units) for to, units in call.moves.items()}
    return {
        "area": call.area,
        "target": call.target,
        "moves": moves,
        "token": call.token,
        "support": dict(call.support),
    }


def seen_bidding(table: BoardTable) -> dict[str, Any] | None:
    now = table.bidding
    if now is None:
        return None
    return {"purpose": now.purpose, "houses": list(now.houses), "bids": dict(now.bids), "ranked": list(now.ranked)}


def seen_attack(table: BoardTable) -> dict[str, Any] | None:
    now = table.attack
    if now is None:
        return None
    return {
        "strength": now.strength,
        "houses": list(now.houses),
        "second": now.second,
        "total": now.total,
        "victory": now.victory,
        "bidder": now.bidder,
        "card": now.card,
    }


def seen_mustering(table: BoardTable) -> dict[str, Any] | None:
    """The House that musters, with the points left in each area."""
    now = table.mustering
    return {"house": now.house, "points": dict(now.points)} if now else None
