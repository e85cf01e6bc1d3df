"""The hidden cards that a remedy names by handle, and a remedy without them for who does not see them.

A card keeps its handle until it is hidden anew: who reads it in a ruling would know the card by it once it is played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Viewer
from domain.kernel.refusals import Json, JsonObject
from domain.kernel.table import Table

Unseen = dict[str, tuple[str, ...]]


def unseen_cards(table: Table, remedy: Mapping[str, Json]) -> Unseen:
    """The cards that a remedy names and that not everybody sees on the table, each with the seats that see it."""
    cards: Any = table  # who sees a card is asked only of a table that has found one
    named = {text: card for text in texts_in(remedy) if (card := table.find_card(Handle(text))) is not None}
    return {
        handle: tuple(str(seat) for seat in table.seats if cards.sees_card(Viewer(seat), card))
        for handle, card in sorted(named.items())
        if not cards.sees_card(PUBLIC, card)
    }


def without_unseen(remedy: JsonObject, unseen: Mapping[str, Collection[str]], seat: str = "") -> JsonObject:
    """A remedy as a seat may read it, or everybody: of a card that it does not see, no handle is told."""
    hidden = {handle for handle, seats in unseen.items() if seat not in seats}
    return {name: without_handles(value, hidden) for name, value in remedy.items()} if hidden else remedy


def without_handles(value: Json, hidden: Collection[str]) -> Json:
    if isinstance(value, dict):
        return {name: without_handles(each, hidden) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_handles(each, hidden) for each in value]
    return str(NO_CARD) if isinstance(value, str) and value in hidden else value


def texts_in(value: Json | Mapping[str, Json]) -> Iterator[str]:
    """Every text of a value, at whatever depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts_in(each)
