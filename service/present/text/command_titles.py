"""What a command says in a line: its type, or for a command that answers yes or no what it answers.

Read `command_title`. The words of each game are in its presentation (`answers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.present.text.names import in_words
from service.present.text.words_of_games import ANSWERS, TITLES


def command_title(type: str, fields: Mapping[str, Any]) -> str:
    """The title of a command of this type with these fields: `use blade` with `how: no` declines the Blade."""
    name = answering_field(type, fields)
    return ANSWERS[type][name][as_key(fields[name])] if name else TITLES.get(type) or in_words(type)


def answering_field(type: str, fields: Mapping[str, Any]) -> str:
    """The field that the title tells; empty if the title is that of the type alone."""
    titled_fields = ANSWERS.get(type, {})
    return next(
        (name for name, titles in titled_fields.items() if name in fields and as_key(fields[name]) in titles), ""
    )


def as_key(value: Any) -> Any:
    """A value by which titles are looked up: of lists only the empty one has titles."""
    if isinstance(value, (list, tuple, dict)):
        return tuple(value)
    return value
