"""Fields of things with names of their own, in a position that lists them by the field."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Struct

from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.state.fields import CountField, MarkField
from domain.kernel.state.listed_fields import listed_keys, read_listed, written_fields


class Field(Struct):
    """An area with a mark and two counts."""

    fallow: Annotated[bool, MarkField("fallow")] = False
    sheep: Annotated[int, CountField("sheep", most=9)] = 0
    stones: Annotated[int, CountField("stones")] = 0


NAMES = ("east", "west")


def read(document: dict[str, Any]) -> list[tuple[str, str, bool | int]]:
    return [*read_listed(Field, DocumentNode("position", document).mapping(), NAMES, ("stones",))]


def test_a_mark_lists_what_has_it_and_a_count_says_how_many() -> None:
    assert listed_keys(Field, ("stones",)) == ("fallow", "sheep")
    assert read({"fallow": ["west"], "sheep": {"east": 3, "west": 0}, "stones": "many"}) == [
        ("west", "fallow", True),
        ("east", "sheep", 3),
        ("west", "sheep", 0),
    ]


def test_what_is_written_is_read_as_it_was() -> None:
    fields = {"east": Field(sheep=3), "west": Field(fallow=True, stones=4)}
    document = written_fields(Field, fields, ("stones",))
    assert document == {"fallow": ["west"], "sheep": {"east": 3}}
    assert read(document) == [("west", "fallow", True), ("east", "sheep", 3)]
    assert written_fields(Field, {"east": Field()}) == {}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"fallow": ["north"]}, "position.fallow[0]: 'north' is none of east, west"),
        ({"sheep": {"north": 1}}, "position.sheep.north: unknown key; known are east, west"),
        ({"sheep": {"east": 10}}, "position.sheep.east: expected at most 9"),
    ],
)
def test_another_thing_or_value_is_refused_with_its_place(document: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(document)
    assert str(caught.value) == said
