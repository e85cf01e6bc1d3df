"""Decks from files: what a seat brings, in the game's own form, from any format that the game can import."""

from __future__ import annotations

import msgspec

from domain.games.agot_lcg.deckimport import Imported, LineFault, import_deck
from domain.games.agot_lcg.pool import core_pool
from domain.kernel.refusal import Refusal
from domain.match import Refused


def seat_text(game: str, seat: str, path: str, text: str) -> str:
    """A seat of a new match as the JSON text that the game reads; raises Refused, naming unreadable lines."""
    imported: Imported = import_deck(text, core_pool())
    deck = imported.deck
    if deck is None:
        faults = [fault_words(fault) for fault in imported.faults]
        because: dict[str, object] = {"seat": seat, "file": path, "faults": faults}
        raise Refused(Refusal(imported.faults[0].rule, because, f"{path}: the deck cannot be read"))
    listed = {"faction": deck.faction, "agenda": deck.agenda or "", "plots": deck.plots, "cards": deck.cards}
    return msgspec.json.encode({"name": seat, "deck": listed}).decode()


def fault_words(fault: LineFault) -> dict[str, object]:
    means = {"means": list(fault.candidates)} if fault.candidates else {}
    return {"line": fault.line, "text": fault.text, "rule": fault.rule, **means}
