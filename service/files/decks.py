"""Decks from files: what a seat brings, in the game's own form, from every format that the game imports."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.cardgame.decks.deck_lists import LineFault
from domain.games import GAMES
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused

Deck = str | dict[str, Any]


def new_seat_text(game: str, seat: str, path: str, text: str) -> str:
    """A seat of a new match as JSON text. Raises Refused, which names unreadable lines."""
    listed = deck_in_keys(game, text, path, {"seat": seat, "file": path})
    return msgspec.json.encode({"name": seat, "deck": listed}).decode()


def deck_in_keys(game: str, deck: Deck, whose: str, where: dict[str, object]) -> dict[str, Any]:
    """A deck in card keys. Raises Refused with the lines that cannot be read and with `where`."""
    read = read_deck(game, deck, where)
    if isinstance(read, dict):
        return read
    because = {**where, "faults": [fault_json(fault) for fault in read]}
    raise Refused(Refusal(read[0].rule, because, f"{whose}: the deck cannot be read"))


def read_deck(game: str, deck: Deck, where: dict[str, object]) -> dict[str, Any] | tuple[LineFault, ...]:
    """A deck in card keys, from card keys or any deck format of the game; or the lines that cannot be read.

    Raises Refused, with `where`, in a game whose seats bring no decks.
    """
    reader = GAMES[game].read_deck
    if reader is None:
        raise Refused(Refusal("match.seat", {**where, "field": "deck", "problem": f"in {game} seats bring no decks"}))
    return reader(deck)


def fault_json(fault: LineFault) -> dict[str, object]:
    means = {"means": list(fault.candidates)} if fault.candidates else {}
    return {"line": fault.line, "text": fault.text, "rule": fault.rule, **means}
