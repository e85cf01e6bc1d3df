"""Of constants that exclude each other those apply that nothing else keeps off, else the one that began first."""

from __future__ import annotations

import pytest

from domain.cardgame.in_play.active_constants import pick_applying

# For each constant, in the order in which they began, those that exclude it; and which of them apply.
EXCLUDED_BY: dict[str, tuple[dict[str, set[str]], list[str]]] = {
    "none": ({"a": set(), "b": set()}, ["a", "b"]),
    "a later one that nothing excludes": ({"a": {"b"}, "b": set()}, ["b"]),
    "a chain": ({"a": {"b"}, "b": {"c"}, "c": set()}, ["a", "c"]),
    "two that exclude each other": ({"a": {"b"}, "b": {"a"}}, ["a"]),
    "two, and a third that is there before": ({"a": {"b"}, "b": {"a"}, "c": {"b"}}, ["a", "c"]),
    "two, and one that excludes the first": ({"a": {"b", "c"}, "b": {"a"}, "c": set()}, ["b", "c"]),
    "each all others": ({"a": {"b", "c"}, "b": {"a", "c"}, "c": {"a", "b"}}, ["a"]),
    "a ring of four": ({"b": {"a"}, "a": {"d"}, "d": {"c"}, "c": {"b"}}, ["b", "d"]),
    "a ring of three": ({"a": {"c"}, "b": {"a"}, "c": {"b"}}, ["a", "c"]),
    "what one of two others excludes, which exclude each other": (
        {"d": {"a"}, "a": {"b"}, "b": {"a"}},
        ["a"],
    ),
    "what the end of a ring excludes": ({"d": {"b"}, "a": {"c"}, "b": {"a"}, "c": {"b"}}, ["a", "c", "d"]),
    "the first of a ring blanked from outside": ({"a": {"c", "d"}, "b": {"a"}, "c": {"b"}, "d": set()}, ["b", "d"]),
    "what is not decided here": ({"a": {"elsewhere"}}, ["a"]),
}


@pytest.mark.parametrize(("excluded_by", "expected"), EXCLUDED_BY.values(), ids=list(EXCLUDED_BY))
def test_what_applies(excluded_by: dict[str, set[str]], expected: list[str]) -> None:
    assert sorted(pick_applying(excluded_by)) == expected
