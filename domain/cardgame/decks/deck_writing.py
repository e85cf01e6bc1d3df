"""Decks written as text, in sections with a heading and a line for each card: `3x Name (Pack)`."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.pool.card_names import title_and_set
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import PrintedT


def section_lines(heading: str, copies: Mapping[PrintedT, int], pool: Pool[PrintedT]) -> list[str]:
    """The lines of a section, its heading in the plural for several cards; none without cards."""
    if not copies:
        return []
    cards = sorted(copies, key=lambda card: (card.title, card.key))
    return [
        heading + ("s" if len(cards) > 1 else ""),
        "",
        *(f"{copies[card]}x {title_and_set(card, pool)}" for card in cards),
        "",
    ]


def packs_of(copies: Mapping[PrintedT, int], pool: Pool[PrintedT]) -> str:
    """The first and the last set, each with the number of boxes that the copies require."""
    boxes = {
        card_set: max((-(-n // card.quantity) for card, n in copies.items() if card.set == card_set), default=0)
        for card_set in pool.sets
    }
    used = [pool.sets[key].name + (f" ({n})" if n > 1 else "") for key, n in boxes.items() if n]
    return f"From {used[0]} to {used[-1]}" if len(used) > 1 else "".join(used)
