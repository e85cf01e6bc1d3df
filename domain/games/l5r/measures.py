"""The values, by name, that a tournament regulation may compare when time is called."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.l5r.checks.conflicts import attackable
from domain.games.l5r.state import STRONGHOLD, WIN_HONOR, L5rTable
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_SEAT, Seat, zone

MEASURES = {
    "honor": "Honor of the player",
    "honor-needed": "Honor that is still needed to win",
    "broken-provinces": "Provinces of the other player that are broken",
    "stronghold-open": "The province under the other player's stronghold can be attacked (1) or cannot (0)",
    "claimed-rings": "Rings that the player has claimed",
    "fate": "Fate in the player's pool",
    "favor": "Has the Imperial Favor (1) or has it not (0)",
    "deck-left": "Cards left in the conflict deck",
    "first-player": "Is the first player (1) or is not (0)",
}


def measure(table: L5rTable, facts: Iterable[Fact]) -> dict[str, dict[Seat, int]]:
    """Each value for each seat; `facts` are those that led to the table, oldest first."""
    holder = table.favor.holder if table.favor is not None else NO_SEAT
    return {
        "honor": {seat: table.players[seat].honor for seat in table.seats},
        "honor-needed": {seat: max(0, WIN_HONOR - table.players[seat].honor) for seat in table.seats},
        "broken-provinces": {seat: broken_provinces(table, table.opponent(seat)) for seat in table.seats},
        "stronghold-open": {seat: int(can_be_attacked(table, table.opponent(seat))) for seat in table.seats},
        "claimed-rings": {seat: len(table.claimed_rings(seat)) for seat in table.seats},
        "fate": {seat: table.players[seat].fate for seat in table.seats},
        "favor": {seat: int(seat == holder) for seat in table.seats},
        "deck-left": {seat: len(table.zone(zone(seat, "deck"))) for seat in table.seats},
        "first-player": {seat: int(seat == table.first_player) for seat in table.seats},
    }


def broken_provinces(table: L5rTable, seat: Seat) -> int:
    return sum(province.broken for province in table.province_cards(seat))


def can_be_attacked(table: L5rTable, seat: Seat) -> bool:
    """Whether the province under a player's stronghold may be attacked."""
    return any(province.slot == STRONGHOLD for province in attackable(table, seat))
