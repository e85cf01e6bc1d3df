"""Decks read from the JSON of a site: an object with copies by card, beside fields that differ from site to site.

A faulty document is a `LineFault` at the line where the wrong name stands.
"""

from __future__ import annotations

import json
import re
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

# the parts of a place as messages name it, and how it ends inside of a mapping
PART, ANY_CARD = re.compile(r"[^.\[\]]+"), "[...]"
MOST_COPIES, SHOWN = 99, 40
CopyCount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_COPIES)]
# PHP writes an empty mapping as an empty list
CopiesByCard: TypeAlias = dict[str, CopyCount] | tuple[()]


def read_deck_json(text: str, kind: type[DocumentT]) -> DocumentT | LineFault:
    """The document as the struct that a game gives for it, or why it is none."""
    try:
        document = read_json(text.encode("utf-8", "replace"))
    except NotJson as error:
        return LineFault(line_of(error.twice, text), str(error), UNREADABLE)
    try:
        return convert_fields(document, kind, "deck")
    except InvalidCard as error:
        return wrong_copies(document, str(error), text) or LineFault(1, str(error), UNREADABLE)


def wrong_copies(document: object, message: str, text: str) -> LineFault | None:
    """The fault with the card whose copies are no number, where a message names a mapping of cards; else None."""
    place, within, _ = message.partition(": ")[0].partition(ANY_CARD)
    value = document
    for part in PART.findall(place)[1:] if within else ():
        value = value[int(part) if isinstance(value, list) else part]  # type: ignore[index]
    for name, count in value.items() if within and isinstance(value, dict) else ():
        if not is_count(count):
            said = f"{place}[{name}]: expected a number of copies from 0 to {MOST_COPIES}, found {json_words(count)}"
            return LineFault(line_of(name, text), said, UNREADABLE)
    return None


def is_count(value: object) -> bool:
    """Whether a value is a number of copies."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COPIES


def json_words(value: object) -> str:
    """A value of a document as JSON, its beginning if it is long."""
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}…"


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
