"""The view of the table for a viewer: areas, cards, players, the challenge. Tables leave the domain only as views.

Hidden cards are counted and not named, and their handles are left out. The view consists of plain JSON values; computed
numbers have no trace here (traces are requested one by one).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.cardgame.in_play import active_constants
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.state import ZONES, AgotCard, AgotTable, Challenge
from domain.kernel.citing import enforces
from domain.kernel.flow.waits import seen_waiting
from domain.kernel.ids import OFFICIALS, PUBLIC, Handle, Seat, Viewer, zone

AREAS = ("hand", "deck", "discard", "dead", "plots", "chosen", "used", "agenda", "setup", "removed", "playing")


# The areas whose cards not everybody sees.
HIDDEN_AREAS = tuple(area for area in AREAS if ZONES[area].sees != "all")


def views(table: AgotTable, viewers: Iterable[Viewer]) -> dict[Viewer, dict[str, Any]]:
    """The table as each of these viewers (a seat, public, judge...) may see it. The views share their common parts."""
    with active_constants.remember_touches():
        common = common_view(table)
    return {viewer: view_from(table, viewer, common) for viewer in viewers}


def view_from(table: AgotTable, viewer: Viewer, common: dict[str, Any]) -> dict[str, Any]:
    """The view of one viewer: what everybody sees, and what this viewer sees of hidden areas."""
    players = {seat: seen | seen_hidden(table, seat, viewer) for seat, seen in common["players"].items()}
    return common | {"viewer": viewer, "players": players}


def common_view(table: AgotTable) -> dict[str, Any]:
    """The part of the view that is the same for every viewer, with the places of the rest."""
    return {
        "game": "agot_lcg",
        "viewer": "",
        "round": table.round,
        "phase": table.phase,
        "policy": table.policy,
        "first_player": table.first_player,
        "active_player": table.active_player,
        "challenge": seen_challenge(table.challenge) if table.challenge else None,
        "players": {seat: seen_player(table, seat) for seat in table.seats},
        "lasting": [
            {"source": each.source, "what": each.what, "name": each.name, "amount": each.amount, "until": each.until}
            for each in table.lasting.values()
        ],
        "waiting": seen_waiting(table),
        "standing_orders": [
            {"seat": each.seat, "until": each.until, "windows": each.windows, "unless": each.unless}
            for each in table.orders.values()
        ],
        "draw_offered_by": list(table.offers),
        "over": {"winner": table.over.winner, "how": table.over.how, "rule": table.over.rule} if table.over else None,
    }


def seen_challenge(challenge: Challenge) -> dict[str, Any]:
    return {
        "kind": challenge.kind,
        "attacker": challenge.attacker,
        "defender": challenge.defender,
        "attackers": challenge.attackers,
        "defenders": challenge.defenders,
        "bypassed": challenge.bypassed,
        "winner": challenge.winner,
        "loser": challenge.loser,
        "margin": challenge.margin,
        "unopposed": challenge.unopposed,
    }


@enforces("agot_lcg.gold.public")
def seen_player(table: AgotTable, seat: Seat) -> dict[str, Any]:
    """What everybody sees of one player: numbers, cards in play, open areas; and the places of the hidden ones."""
    player = table.players[seat]
    faction = table.cards[player.faction]
    plot = table.plot(seat)
    seen: dict[str, Any] = {
        "faction": {"card": faction.handle, "key": faction.key, "kneeling": faction.kneeling, "power": faction.power},
        "plot": seen_card(table, plot) if plot else None,
        "gold": player.gold,
        "power": table.power(seat),
        "eliminated": seat in table.eliminated,
        "in_play": [seen_card(table, table.cards[card]) for card in table.zone(zone(seat, "play"))],
        "facedown": [],
    }
    for area in AREAS:
        seen[area] = {} if area in HIDDEN_AREAS else seen_area(table, seat, area, PUBLIC)
    return seen


def seen_hidden(table: AgotTable, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    """What a viewer sees of a player's hidden areas."""
    seen: dict[str, Any] = {area: seen_area(table, seat, area, viewer) for area in HIDDEN_AREAS}
    return seen | {"facedown": seen_facedown(table, seat, viewer)}


@enforces(
    "agot_lcg.dead-pile.public",
    "agot_lcg.discard-pile.public",
    "agot_lcg.reveal.duration",
    "agot_lcg.look.ends",
)
def seen_area(table: AgotTable, seat: Seat, kind: str, viewer: Viewer) -> dict[str, Any]:
    """An area: the number of its cards, and the cards if the viewer sees them (topmost first).

    For a hidden area, `shown` are the cards that current effects show to the viewer.
    """
    area = zone(seat, kind)
    handles = table.zones.get(area)
    if not handles:
        return {"count": 0}
    if table.sees(viewer, area):
        return {"count": len(handles), "cards": seen_cards(table, handles)}
    shown = table.shown_to(viewer) if table.effects else ()
    seen = [card for card in handles if card in shown]
    return {"count": len(handles), **({"shown": seen_cards(table, seen)} if seen else {})}


def seen_cards(table: AgotTable, handles: list[Handle]) -> list[dict[str, Any]]:
    return [seen_identity(table, table.cards[card]) for card in handles]


def seen_identity(table: AgotTable, card: AgotCard) -> dict[str, Any]:
    """Which card it is; with the note that it is resolved by hand, if its text is not coded."""
    seen: dict[str, Any] = {"card": card.handle, "key": card.key}
    if card.key in table.registry.uncoded:
        seen["by_hand"] = True
    return seen


@enforces("agot_lcg.facedown.controller-may-look")
def seen_facedown(table: AgotTable, seat: Seat, viewer: Viewer) -> list[dict[str, Any]]:
    """The facedown cards in play; their controller may look at them."""
    may_look = viewer == seat or viewer in OFFICIALS
    cards = (table.cards[card] for card in table.zone(zone(seat, "facedown")))
    return [
        {"host": each.host, "duplicate": each.duplicate, **({"card": each.handle, "key": each.key} if may_look else {})}
        for each in cards
    ]


def seen_card(table: AgotTable, card: AgotCard) -> dict[str, Any]:
    """A card in play: its identity, its state, and its computed values."""
    seen = seen_identity(table, card)
    if card.type == "character":
        seen["strength"] = numbers_in_play.strength(table, card.handle).value
        seen["icons"] = numbers_in_play.icons(table, card)
        seen["keywords"] = sorted({each.name for each in numbers_in_play.keywords(table, card)})
        if active_constants.is_blank(table, card):
            seen["blank"] = True
    if card.kneeling:
        seen["kneeling"] = True
    if card.power:
        seen["power"] = card.power
    if card.tokens:
        seen["tokens"] = card.tokens
    if card.host:
        seen["host"] = card.host
        seen["duplicate"] = card.duplicate
    if card.owner != card.controller:
        seen["owner"] = card.owner
    return seen


def visible_key(table: AgotTable, handle: Handle, viewer: Viewer) -> str:
    """A card's key if the viewer sees it, else empty."""
    card = table.cards.get(handle)
    return card.key if card is not None and table.sees(viewer, card.zone) else ""
