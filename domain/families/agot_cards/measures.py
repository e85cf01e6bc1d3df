"""The values, by name, that a tournament regulation may compare when time is called."""

from __future__ import annotations

from collections.abc import Iterable

from domain.families.agot_cards.facts.challenges import DominanceCounted
from domain.families.agot_cards.state import VICTORY, AgotTable
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_SEAT, Seat, zone

MEASURES = {
    "power-needed": "Power that is still needed to win",
    "power": "Power on all cards of the player",
    "deck-left": "Cards left in the draw deck",
    "dominance-last": "Won dominance when it was last counted (1) or did not (0)",
    "dead-characters": "Characters in the dead pile",
    "first-player": "Is the first player (1) or is not (0)",
}


def measure(table: AgotTable, facts: Iterable[Fact]) -> dict[str, dict[Seat, int]]:
    """Each value for each seat; `facts` are those that led to the table, oldest first."""
    dominant = dominance_won_last(facts)
    return {
        "power-needed": {seat: max(0, VICTORY - table.power(seat)) for seat in table.seats},
        "power": {seat: table.power(seat) for seat in table.seats},
        "deck-left": {seat: len(table.zone(zone(seat, "deck"))) for seat in table.seats},
        "dominance-last": {seat: int(seat == dominant) for seat in table.seats},
        "dead-characters": {seat: dead_characters(table, seat) for seat in table.seats},
        "first-player": {seat: int(seat == table.first_player) for seat in table.seats},
    }


def dominance_won_last(facts: Iterable[Fact]) -> Seat:
    """The winner of the last dominance count; empty on a tie."""
    winner = NO_SEAT
    for fact in facts:
        if isinstance(fact, DominanceCounted):
            winner = fact.winner
    return winner


def dead_characters(table: AgotTable, seat: Seat) -> int:
    return sum(table.cards[each].type == "character" for each in table.zone(zone(seat, "dead")))
