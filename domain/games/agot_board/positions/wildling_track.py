"""Where the Wildling marker can stand in a position, by the Westeros Phases that have been and their cards."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.chart.westeros.wildlings import POSITION
from domain.games.agot_board.components import LIMITS, WESTEROS_CARDS
from domain.games.agot_board.positions.cards import WESTEROS_PILES, Pile
from domain.games.agot_board.positions.waiting_points import WITHIN_WESTEROS

ATTACK = "wildlings-attack"


def markers_after(piles: tuple[Pile, ...], phases: int, at: str) -> frozenset[int]:
    """The positions that the marker can have reached after so many Westeros Phases, of which one may be under way.

    The cards that lie revealed are those of the newest phases; of earlier ones nothing is known. While later cards of a
    phase are resolved, the attack that the card of the third deck brings is still to come.
    """
    decks = [pile.revealed for pile in piles if pile.name in WESTEROS_PILES]
    found = {LIMITS.wildling_track_start}
    for newer in reversed(range(phases)):
        cards = [WESTEROS_CARDS[shown[-1 - newer]] if newer < len(shown) else None for shown in decks]
        icons_shown = sum(card.wildling_icons for card in cards if card is not None)
        sums = range(icons_shown, icons_shown + cards.count(None) + 1)
        found = {to for marker in found for icons in sums for to in after_icons(marker, icons)}
        third = cards[-1]
        if newer or at not in WITHIN_WESTEROS:
            fallen = {to for marker in found for to in after_attack(marker)}
            if third is None:
                found |= fallen
            elif third.id == ATTACK:
                found = fallen
    return frozenset(found)


def after_icons(marker: int, icons: int) -> Iterator[int]:
    """Where the marker can stand after the icons; at the end of the track they attack at once."""
    to = marker + icons * POSITION
    if to < LIMITS.wildling_track_max:
        yield to
    else:
        yield from after_attack(LIMITS.wildling_track_max)


def after_attack(marker: int) -> Iterator[int]:
    """Where the marker can stand after an attack: at 0 after a victory, some positions back after a defeat."""
    yield 0
    yield max(0, marker - LIMITS.wildling_victory_retreat_positions * POSITION)
