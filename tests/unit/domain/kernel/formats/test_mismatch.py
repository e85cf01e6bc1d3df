"""What msgspec finds wrong with a value is told in plain words, with the field and what may have been meant."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from domain.judging.cases.commands import Open
from domain.kernel.formats.mismatch import because_of, explain_mismatch, name_entries


class Inner(Struct, forbid_unknown_fields=True):
    number: int = 0
    colour: Literal["red", "green"] = "red"
    few: Annotated[list[int], Meta(max_length=2)] = []
    some: Annotated[tuple[int, ...], Meta(min_length=1)] = (1,)
    word: Annotated[str, Meta(min_length=1, max_length=3)] = "x"
    size: Annotated[int, Meta(ge=1, le=9)] = 1
    either: bool | None = None


class Outer(Struct, forbid_unknown_fields=True):
    name: str
    inner: list[Inner] = []


def said(value: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, Outer)
    return str(explain_mismatch(caught.value, Outer))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"name": 3}, "name: expected a text, got a whole number"),
        ({"name": "x", "inner": [{"number": "x"}]}, "inner[0].number: expected a whole number, got a text"),
        ({"name": "x", "inner": {}}, "inner: expected a list, got an object of named fields"),
        (
            {"name": "x", "inner": [{"either": 3}]},
            "inner[0].either: expected true or false or nothing, got a whole number",
        ),
        ({"name": "x", "inner": [{"few": [1, 2, 3]}]}, "inner[0].few: expected a list with at most 2 entries"),
        ({"name": "x", "inner": [{"some": []}]}, "inner[0].some: expected a list with at least 1 entry"),
        ({"name": "x", "inner": [{"word": ""}]}, "inner[0].word: expected a text with at least 1 character"),
        ({"name": "x", "inner": [{"word": "long"}]}, "inner[0].word: expected a text with at most 3 characters"),
        (
            {"name": "x", "inner": [{"number": 3.5}]},
            "inner[0].number: expected a whole number, got a number with a fraction",
        ),
        ({"name": "x", "inner": [{"size": 0}]}, "inner[0].size: expected a whole number of at least 1"),
        ({"name": "x", "inner": [{"size": 10}]}, "inner[0].size: expected a whole number of at most 9"),
        (
            {"name": "x", "inner": [{"colour": "gren"}]},
            "inner[0].colour: 'gren' is none of green, red; did you mean green?",
        ),
        ({"name": "x", "inner": [{"numbr": 1}]}, "inner[0].numbr: unknown field; did you mean number?"),
        ({}, "name: missing"),
    ],
)
def test_what_is_wrong_with_a_value_is_told_in_plain_words(value: Any, words: str) -> None:
    assert said(value) == words


def test_a_refusal_names_the_field_and_what_was_meant() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"nam": "x"}, Outer)
    told = because_of(caught.value, Outer)
    assert told == {"field": "nam", "problem": "unknown field; did you mean name?", "meant": "name"}


def test_a_text_of_another_form_is_told_what_is_expected_and_no_pattern() -> None:
    for field, value in {"moment": "zz", "names": "x"}.items():
        with pytest.raises(msgspec.ValidationError) as caught:
            msgspec.convert({"match": "m-1", field: value}, Open)
        because = because_of(caught.value, Open)
        assert because["field"] == field
        assert str(because["problem"]).startswith(
            "expected a place" if field == "moment" else "expected the id of a case"
        )


class Sent(Struct, forbid_unknown_fields=True):
    moves: dict[str, dict[str, int]] = {}
    orders: dict[str, Literal["march", "raid"]] = {}
    several: list[dict[str, Inner]] = []
    sizes: dict[str, Annotated[int, Meta(ge=1)]] = {}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (
            {"moves": {"a": {"foot": 1}, "b": {"foot": 1, "ship": "x"}, "c": {"ship": "x"}}},
            "moves.b.ship: expected a whole number, got a text",
        ),
        ({"moves": {"a": {}, "b": 2}}, "moves.b: expected an object of named fields, got a whole number"),
        ({"orders": {"a": "raid", "b": "rade"}}, "orders.b: 'rade' is none of march, raid; did you mean raid?"),
        ({"several": [{}, {"a": {}, "b": {"numbr": 1}}]}, "several[1].b.numbr: unknown field; did you mean number?"),
        ({"sizes": {str(n): n for n in range(9, -1, -1)}}, "sizes[0]: expected a whole number of at least 1"),
        ({"sizes": {}, "moves": [1]}, "moves: expected an object of named fields, got a list"),
    ],
)
def test_the_wrong_entry_of_a_mapping_is_named(value: Any, words: str) -> None:
    def read(given: Any) -> Sent:
        return msgspec.convert(given, Sent)

    with pytest.raises(msgspec.ValidationError) as caught:
        read(value)
    assert str(explain_mismatch(name_entries(caught.value, value, read), Sent)) == words
