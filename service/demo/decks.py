"""Seats for the demonstration and for random play: decks assigned in turn, or names for a number of players."""

from __future__ import annotations

from importlib import resources

import msgspec

from service.files.decks import new_seat_text
from service.games import presentation_of

SEATS = ("alice", "bob", "carol", "dan", "eve", "frank", "grace", "heidi")


def deck_text(name: str) -> str:
    """The text of a deck file of the demonstration."""
    return (resources.files("service.demo") / name).read_text(encoding="utf-8")


def demo_decks(game: str, seats: int, turn: int = 0) -> list[tuple[str, str]]:
    """The first `seats` seats, each with the name of its deck; [] for a game whose seats bring none.

    Decks are assigned in turn, starting with number `turn`.
    """
    decks = presentation_of(game).demo.decks
    if decks is None:
        return []
    return [(seat, decks.files[(number + turn) % len(decks.files)]) for number, seat in enumerate(SEATS[:seats])]


def demo_names(game: str, seats: int) -> list[dict[str, str]]:
    """The seats for this number of players; placeholder names if the game does not allow that number."""
    return [{"name": name} for name in presentation_of(game).demo.names.get(seats, SEATS[:seats])]


def demo_seats(game: str, seats: int, turn: int = 0) -> tuple[str, ...]:
    """The seats in the game's own types."""
    if not presentation_of(game).demo.decks:
        return tuple(msgspec.json.encode(each).decode() for each in demo_names(game, seats))
    return tuple(new_seat_text(game, seat, deck, deck_text(deck)) for seat, deck in demo_decks(game, seats, turn))


def demo_bodies(game: str, seats: int, turn: int = 0) -> list[dict[str, str]]:
    """The seats as JSON bodies of the API."""
    if not presentation_of(game).demo.decks:
        return demo_names(game, seats)
    return [{"name": seat, "deck": deck_text(deck)} for seat, deck in demo_decks(game, seats, turn)]
