"""The described fields of things with names of their own (areas, Houses), in a position that lists them by the field.

A mark names the things that have it (`razed: [winterfell]`), a count gives a number to each (`debt: {stark: 2}`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.formats.reading import DocumentNode
from domain.kernel.state.fields import FieldValue, MarkField, StateField, described_fields


def listed_keys(kind: type[Struct], without: Collection[str] = ()) -> tuple[str, ...]:
    """The keys of a position for the described fields of a type of thing, but for those read otherwise."""
    return tuple(each.name for each in described_fields(kind) if each.name not in without)


def read_listed(
    kind: type[Struct], nodes: Mapping[str, DocumentNode], names: Collection[str], without: Collection[str] = ()
) -> Iterator[tuple[str, str, FieldValue]]:
    """Each described field that a document gives to a name, as name, field and value. Raises Unreadable."""
    for field in described_fields(kind):
        if field.name in nodes and field.name not in without:
            yield from ((thing, field.name, value) for thing, value in read_field(field, nodes[field.name], names))


def read_field(field: StateField, at: DocumentNode, names: Collection[str]) -> Iterator[tuple[str, FieldValue]]:
    """The things that a document gives a field to, with its value. Raises Unreadable."""
    if isinstance(field.said, MarkField):
        yield from ((thing, True) for thing in at.texts(names))
    else:
        yield from ((thing, field.read(each)) for thing, each in at.mapping(names).items())


def written_fields(
    kind: type[Struct], by_name: Mapping[Any, Struct], without: Collection[str] = ()
) -> dict[str, list[str] | dict[str, FieldValue]]:
    """The described fields that are not at their default, as `read_listed` reads them."""
    found: dict[str, list[str] | dict[str, FieldValue]] = {}
    for field in described_fields(kind):
        values = {str(id): getattr(each, field.name) for id, each in by_name.items()}
        set_on = {id: value for id, value in values.items() if value != field.default}
        if set_on and field.name not in without:
            found[field.name] = list(set_on) if isinstance(field.said, MarkField) else set_on
    return found
