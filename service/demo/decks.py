"""The seats of the demonstration and of random play: decks in turn, or the names for so many players."""

from __future__ import annotations

from importlib import resources

import msgspec

from service.files.decks import new_seat_text
from service.games import PRESENTATIONS

SEATS = ("alice", "bob", "carol", "dan", "eve", "frank", "grace", "heidi")


def deck_text(name: str) -> str:
    """The text of a deck file of the demonstration."""
    return (resources.files("service.demo") / name).read_text(encoding="utf-8")


def demo_decks(game: str, seats: int, turn: int = 0) -> list[tuple[str, str]]:
    """The first `seats` seats, each with the name of its deck; the decks go in turn and start with deck `turn`."""
    names = PRESENTATIONS[game].demo.decks
    return [(seat, names[(number + turn) % len(names)]) for number, seat in enumerate(SEATS[:seats])]


def demo_names(game: str, seats: int) -> list[dict[str, str]]:
    """The seats in use for so many players; names of no seat for a number that the game will refuse."""
    return [{"name": name} for name in PRESENTATIONS[game].demo.names.get(seats, SEATS[:seats])]


def demo_seats(game: str, seats: int, turn: int = 0) -> tuple[str, ...]:
    """The seats as the game reads them."""
    if not PRESENTATIONS[game].demo.decks:
        return tuple(msgspec.json.encode(each).decode() for each in demo_names(game, seats))
    return tuple(new_seat_text(game, seat, deck, deck_text(deck)) for seat, deck in demo_decks(game, seats, turn))


def demo_bodies(game: str, seats: int, turn: int = 0) -> list[dict[str, str]]:
    """The seats as the API takes them."""
    if not PRESENTATIONS[game].demo.decks:
        return demo_names(game, seats)
    return [{"name": seat, "deck": deck_text(deck)} for seat, deck in demo_decks(game, seats, turn)]
