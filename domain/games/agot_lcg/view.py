"""The view of the table for a viewer: areas, cards, players, the challenge. Tables leave the domain only as views.

Hidden cards are counted and not named, and their handles are left out. The view consists of plain JSON values; computed
numbers have no trace here (traces are requested one by one).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.cardgame import view
from domain.cardgame.in_play import active_constants
from domain.families.agot_cards.view import changed_characters, seen_card, seen_challenge, seen_faction
from domain.games.agot_lcg.state import ZONES, AgotTable
from domain.kernel.citing import enforces
from domain.kernel.ids import OFFICIALS, PUBLIC, Seat, Viewer, zone
from domain.kernel.state.fields import field_state

AREAS = ("hand", "deck", "discard", "dead", "plots", "chosen", "used", "agenda", "setup", "removed", "playing")


# The areas whose cards not everybody sees.
HIDDEN_AREAS = tuple(area for area in AREAS if ZONES[area].sees != "all")


def views(table: AgotTable, viewers: Iterable[Viewer]) -> dict[Viewer, dict[str, Any]]:
    """The table as each of these viewers (a seat, public, judge...) may see it. The views share their common parts."""
    with active_constants.remember_touches():
        own = {"challenge": seen_challenge(table.challenge) if table.challenge else None}
        common = view.common_view(table, own, {seat: seen_player(table, seat) for seat in table.seats})
    return view.complete_views(common, viewers, lambda seat, viewer: seen_hidden(table, seat, viewer))


@enforces("agot_lcg.gold.public")
def seen_player(table: AgotTable, seat: Seat) -> dict[str, Any]:
    """What everybody sees of one player: numbers, cards in play, open areas; and the places of the hidden ones."""
    plot, changed = table.plot(seat), changed_characters(table)
    seen: dict[str, Any] = {
        "faction": seen_faction(table, seat),
        "plot": seen_card(table, plot) if plot else None,
        **view.seen_player_fields(table, seat),
        "power": table.power(seat),
        "eliminated": seat in table.eliminated,
        "in_play": [seen_card(table, table.cards[card], changed) for card in table.zone(zone(seat, "play"))],
        "facedown": seen_facedown(table, seat, PUBLIC),
    }
    return seen | view.seen_areas(table, seat, AREAS)


def seen_hidden(table: AgotTable, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    """What a viewer sees of a player's hidden areas; empty where it sees no more than the public does."""
    seen = view.seen_hidden_areas(table, seat, HIDDEN_AREAS, viewer)
    return seen | {"facedown": seen_facedown(table, seat, viewer)} if seen else seen


@enforces("agot_lcg.facedown.controller-may-look")
def seen_facedown(table: AgotTable, seat: Seat, viewer: Viewer) -> list[dict[str, Any]]:
    """The facedown cards in play with what lies openly on them; their controller may look at them."""
    lying = table.zones.get(zone(seat, "facedown"))
    if not lying:
        return []
    may_look = viewer == seat or viewer in OFFICIALS
    cards = (table.cards[card] for card in lying)
    return [
        {
            "host": each.host,
            "duplicate": each.duplicate,
            **({"card": each.handle, "key": each.key} if may_look else {}),
            **field_state(each),
            **({"tokens": each.tokens} if each.tokens else {}),
        }
        for each in cards
    ]
