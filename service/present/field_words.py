"""The words and numbers that people are shown for the described fields of a card or a player, from a view of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.state.fields import count_fields, mark_fields


def marks_shown(kind: type[Struct], seen: Mapping[str, Any]) -> tuple[str, ...]:
    """The words for the marks that a thing of this type has."""
    return tuple(mark.on for name, mark in mark_fields(kind).items() if seen.get(name))


def counts_shown(kind: type[Struct], seen: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """The counts of a thing that are not 0, each with its title."""
    return tuple((count.title, seen[name]) for name, count in count_fields(kind).items() if seen.get(name))


def is_turned(kind: type[Struct], seen: Mapping[str, Any]) -> bool:
    """Whether a card of this type is drawn on its side."""
    return any(mark.turned for name, mark in mark_fields(kind).items() if seen.get(name))


def mark_sentences(kind: type[Struct]) -> dict[str, tuple[str, str]]:
    """The sentences that a thing has a mark, and that it has not, by the mark; `{}` stands for the thing."""
    return {name: (f"{{}} is {mark.on}", f"{{}} is {mark.opposite}") for name, mark in mark_fields(kind).items()}
