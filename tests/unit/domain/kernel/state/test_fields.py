"""The description of a field: what it reads, and what a thing has of it."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Struct

from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.state.field_facts import FieldSet
from domain.kernel.state.fields import (
    CountField,
    MarkField,
    Misdescribed,
    count_fields,
    described_fields,
    field_state,
    mark_fields,
    read_fields_of,
    reset_fields,
    split_state,
    write_fields,
)
from domain.kernel.table import Table


class Kite(Struct):
    """A thing with two described fields and another."""

    name: str = ""
    torn: Annotated[bool, MarkField("torn", "whole", turned=True)] = False
    height: Annotated[int, CountField("height", most=9)] = 1


class LongKite(Kite):
    """A thing with one more."""

    wet: Annotated[bool, MarkField("wet")] = False


def test_described_are_the_fields_with_a_description_those_of_the_base_first() -> None:
    assert [(each.name, each.default, each.type) for each in described_fields(LongKite)] == [
        ("torn", False, bool),
        ("height", 1, int),
        ("wet", False, bool),
    ]
    assert list(mark_fields(LongKite)) == ["torn", "wet"]
    assert list(count_fields(LongKite)) == ["height"]


def test_what_has_not_a_mark_is_called_by_its_own_word_or_by_that_of_the_mark() -> None:
    assert [mark.opposite for mark in mark_fields(LongKite).values()] == ["whole", "not wet"]


def test_a_mark_that_a_new_thing_would_have_is_refused_with_what_to_say_instead() -> None:
    class Tail(Kite):
        tied: Annotated[bool, MarkField("tied", "loose")] = True
        dry: Annotated[bool, MarkField("dry")] = True

    with pytest.raises(Misdescribed) as caught:
        described_fields(Tail)
    said = "a mark is False of a new thing: describe what is"
    assert str(caught.value) == f"Tail.tied: {said} 'loose' as the mark; Tail.dry: {said} 'not dry' as the mark"


def test_a_count_that_a_new_thing_cannot_have_is_refused() -> None:
    class Tail(Kite):
        knots: Annotated[int, CountField("knots", most=5)] = 7
        bows: Annotated[int, CountField("bows")] = -1
        loops: Annotated[int, CountField("loops", most=5)] = 5

    with pytest.raises(Misdescribed) as caught:
        described_fields(Tail)
    knots, bows = "a new thing has 7, which is not from 0 to 5", "a new thing has -1, which is below 0"
    assert str(caught.value) == f"Tail.knots: {knots}; Tail.bows: {bows}"


def test_the_state_of_a_thing_is_what_is_not_at_its_default() -> None:
    kite = LongKite("red")
    assert field_state(kite) == {}
    write_fields(kite, {"torn": True, "height": 0})
    assert field_state(kite) == {"torn": True, "height": 0}
    reset_fields(kite)
    assert kite == LongKite("red")


def test_fields_are_read_from_a_document_and_other_keys_are_left() -> None:
    nodes = DocumentNode("position", {"torn": True, "height": 4, "name": "red"}).mapping()
    assert read_fields_of(LongKite, nodes) == {"torn": True, "height": 4}


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("torn", 1, "position.torn: expected true or false"),
        ("height", "high", "position.height: expected a whole number"),
        ("height", -1, "position.height: expected at least 0"),
        ("height", 10, "position.height: expected at most 9"),
    ],
)
def test_another_value_is_refused_with_its_place(key: str, value: object, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_fields_of(Kite, DocumentNode("position", {key: value}).mapping())
    assert str(caught.value) == said


def test_fields_that_are_stored_under_names_of_their_own_are_told_from_the_others() -> None:
    assert split_state({"torn": True, "height": 2}, ("torn", "name")) == ({"torn": True}, {"height": 2})


def test_a_table_without_things_has_none_to_write() -> None:
    with pytest.raises(KeyError):
        FieldSet("kite", "torn", True).apply(Table())
