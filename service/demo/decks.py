"""The decks of the demonstration and of random play."""

from __future__ import annotations

from importlib import resources

from service.decks import seat_text

DECKS = {"agot_lcg": ("stark.txt", "lannister.txt")}
SEATS = ("alice", "bob", "carol", "dan", "eve", "frank", "grace", "heidi")


def deck_text(name: str) -> str:
    """The text of a deck file of the demonstration."""
    return (resources.files("service.demo") / name).read_text(encoding="utf-8")


def demo_seats(game: str, seats: int, turn: int = 0) -> tuple[str, ...]:
    """So many seats with the decks in turn; `turn` says with which deck the first seat begins."""
    names = DECKS[game]
    decks = (names[(number + turn) % len(names)] for number in range(seats))
    return tuple(seat_text(game, seat, deck, deck_text(deck)) for seat, deck in zip(SEATS[:seats], decks, strict=False))
