"""Differences between two tables on a page: pieces in one place are grouped and put into words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import structs

from domain.judging.inquiry.comparing import FieldDifference
from domain.judging.inquiry.view_changes import Flat, flatten_view
from service.console.match.subjects import plain_value_words
from service.present.text.names import CardTitles

PIECE = re.compile(r"(?:(?P<held>\w+)\.)?(?P<place>[0-9]+)\.(?P<name>\w+)")
"""A field of a piece of a list: of one that an object holds under a name, or of the object that is the list itself."""


def group_pieces(
    rows: Sequence[FieldDifference], left: dict[str, Any], right: dict[str, Any], names: CardTitles
) -> Iterator[FieldDifference]:
    """The rows with those of pieces in a list joined into one: the pieces on only one side, from both views."""
    views, listed = (flatten_view(left), flatten_view(right)), set[tuple[str, str]]()
    for row in rows:
        found = PIECE.fullmatch(row.field)
        if found is None:
            yield row
        elif (row.object, held := found["held"] or "") not in listed:
            listed.add((row.object, held))
            one, other = (Counter(pieces(view, row.object, held, names)) for view in views)
            said = ("; ".join((mine - theirs).elements()) or None for mine, theirs in ((one, other), (other, one)))
            yield structs.replace(row, field=held, left=next(said), right=next(said))


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
