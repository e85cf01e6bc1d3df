"""The words and numbers that people are shown for the described fields of a card or a player, from a view of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from domain.kernel.corrections.changes import SetMark
from domain.kernel.state.fields import CountField, described_fields, mark_fields
from service.present.text.names import CardTitles


def marks_shown(kind: type[Struct], seen: Mapping[str, Any]) -> tuple[str, ...]:
    """The words for the marks that a thing of this type has."""
    return tuple(mark.on for name, mark in mark_fields(kind).items() if seen.get(name))


def counts_shown(kind: type[Struct], seen: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """The counts of a thing that are not at their default, which is not sent, each with its title."""
    return tuple(
        (each.said.title, seen[each.name])
        for each in described_fields(kind)
        if isinstance(each.said, CountField) and seen.get(each.name) not in (None, each.default)
    )


def further_words(kind: type[Struct], seen: Mapping[str, Any], without: Collection[str] = ()) -> tuple[str, ...]:
    """The marks and counts of a thing in words, but for those of which something else is said."""
    rest = {name: value for name, value in seen.items() if name not in without}
    return (*marks_shown(kind, rest), *(f"{title} {n}" for title, n in counts_shown(kind, rest)))


def is_turned(kind: type[Struct], seen: Mapping[str, Any]) -> bool:
    """Whether a card of this type is drawn on its side."""
    return any(mark.turned for name, mark in mark_fields(kind).items() if seen.get(name))


def card_state_shown(kind: type[Struct], seen: Mapping[str, Any]) -> dict[str, Any]:
    """The state of a card in play as it is drawn: its marks, what lies on it, and whether it is turned."""
    tokens = (*counts_shown(kind, seen), *seen.get("tokens", {}).items())
    return {"state": marks_shown(kind, seen), "turned": is_turned(kind, seen), "tokens": tokens}


def mark_tellers(kind: type[Struct]) -> dict[str, Callable[[SetMark, CardTitles], str]]:
    """The sentences of changes that set a mark of things with names of their own, by the mark."""
    return {name: partial(mark_told, said) for name, said in mark_sentences(kind).items()}


def mark_told(said: tuple[str, str], change: SetMark, names: CardTitles) -> str:
    """The sentence that a thing has a mark, or that it has not."""
    return said[not change.on].format(names.name_words(change.thing))


def mark_sentences(kind: type[Struct]) -> dict[str, tuple[str, str]]:
    """The sentences that a thing has a mark, and that it has not, by the mark; `{}` stands for the thing."""
    return {name: (f"{{}} is {mark.on}", f"{{}} is {mark.opposite}") for name, mark in mark_fields(kind).items()}
