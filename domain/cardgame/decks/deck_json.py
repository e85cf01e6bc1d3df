"""Decks read from the JSON of a site: an object with copies by card, beside fields that differ from site to site.

A faulty document is a `LineFault` at the line where the wrong name stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta

from domain.cardgame.decks.deck_lists import UNKNOWN, UNREADABLE, DeckCardT, LineFault
from domain.cardgame.decks.deck_sheet import DeckSheet
from domain.cardgame.pool.card_fields import InvalidCard, convert_fields
from domain.cardgame.pool.card_names import close_titles
from domain.cardgame.pool.pool import Pool
from domain.kernel.formats.json_text import NotJson, read_json

DocumentT = TypeVar("DocumentT")

CopyCount: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
# PHP writes an empty mapping as an empty list
CopiesByCard: TypeAlias = dict[str, CopyCount] | tuple[()]


def read_deck_json(text: str, kind: type[DocumentT]) -> DocumentT | LineFault:
    """The document as the struct that a game gives for it, or why it is none."""
    try:
        return convert_fields(read_json(text.encode("utf-8", "replace")), kind, "deck")
    except NotJson as error:
        return LineFault(line_of(error.twice, text), str(error), UNREADABLE)
    except InvalidCard as error:
        return LineFault(1, str(error), UNREADABLE)


def enter_copies(
    sheet: DeckSheet[DeckCardT],
    copies: Mapping[str, int],
    text: str,
    find: Callable[[str, Pool[DeckCardT]], Sequence[DeckCardT]],
) -> None:
    """Enter the copies of each card, which `find` finds by the name that the document has for it.

    An unknown name may be a title, or an id in small letters with hyphens: the fault has the titles that it may mean.
    """
    for name, count in copies.items():
        found = find(name, sheet.pool)
        if found:
            sheet.enter_found(found, count, line_of(name, text), name)
        else:
            sheet.add_fault(line_of(name, text), name, UNKNOWN, close_titles(name.replace("-", " "), sheet.pool))


def line_of(value: str, text: str) -> int:
    """The number from 1 of the line in which a text stands first; 1 for none."""
    before, found, _ = text.partition(f'"{value}"')
    return before.count("\n") + 1 if found else 1
