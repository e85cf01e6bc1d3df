"""Differences between two tables on a page: pieces in one place are grouped and put into words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs

from domain.judging.inquiry.comparing import FieldDifference, TableComparison, rename_cards
from domain.judging.inquiry.view_changes import Flat, flatten_view
from service.console.match.subjects import plain_value_words
from service.present.text.names import CardTitles

PIECE = re.compile(r"(?:(?P<held>\w+)\.)?(?P<place>[0-9]+)\.(?P<name>\w+)")
"""A field of a piece of a list: of one that an object holds under a name, or of the object that is the list itself."""
NONE: tuple[str, ...] = ()
HIDDEN = "hidden"


def group_pieces(
    compared: TableComparison, left: dict[str, Any], right: dict[str, Any], names: CardTitles
) -> Iterator[FieldDifference]:
    """The rows with those of pieces in a list joined into one: the pieces on only one side, from both views.

    A side of a row is None only where the object is not there on that side.
    """
    one, other = flatten_view(left), flatten_view(right)
    views = (one, rename_cards(other, {handle: object for object, handle in compared.handles.items()}))
    listed = set[tuple[str, str]]()
    for row in compared.differences:
        there = [is_there(row.object, flat, view) for flat, view in zip(views, (left, right), strict=True)]
        found = PIECE.fullmatch(row.field)
        if found is None:
            place = (row.object, row.field)
            left_side = said_of_missing(row.right, place in views[0]) if row.left is None and there[0] else row.left
            right_side = said_of_missing(row.left, place in views[1]) if row.right is None and there[1] else row.right
            yield structs.replace(row, left=left_side, right=right_side)
        elif (row.object, held := found["held"] or "") not in listed:
            listed.add((row.object, held))
            mine, theirs = (Counter(pieces(view, row.object, held, names)) for view in views)
            said = ["; ".join((mine - theirs).elements()), "; ".join((theirs - mine).elements())]
            sides = [words or (NONE if is_present else None) for words, is_present in zip(said, there, strict=True)]
            yield structs.replace(row, field=held, left=sides[0], right=sides[1])


def is_there(object: str, flat: Flat, view: dict[str, Any]) -> bool:
    """Whether a card, or a place by its path, is in a view; `flat` has its cards under the handles of the rows."""
    if (object, "key") in flat:
        return True
    found: Any = view
    for part in object.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found is not None


def said_of_missing(against: Any, is_left_open: bool) -> Any:
    """What stands for a field without value of an object that is there, beside the value `against` of the other side.

    Views leave out what is not so: a card that stands has no field for kneeling. What the viewer may not see they leave
    open: a House's hand while House cards are chosen.
    """
    if is_left_open:
        return HIDDEN
    return False if isinstance(against, bool) else NONE


def unique_fields(fields: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The changed fields of objects, each once; for a piece the field that holds it."""
    held = ((object, found["held"] or "" if (found := PIECE.fullmatch(field)) else field) for object, field in fields)
    return list(dict.fromkeys(held))


def pieces(view: Flat, object: str, held: str, names: CardTitles) -> Iterator[str]:
    """The pieces in a list of an object, each in words."""
    found: dict[str, dict[str, Any]] = {}
    for (of, field), value in view.items():
        place = PIECE.fullmatch(field)
        if of == object and place is not None and (place["held"] or "") == held:
            found.setdefault(place["place"], {})[place["name"]] = value
    return (plain_value_words(each, names) for each in found.values())
