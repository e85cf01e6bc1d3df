"""A table in words for a game that has no words of its own: its view, value by value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.present.text.names import CardTitles, in_words

INDENT = "  "
AROUND = ("viewer", "waiting", "over")
"""Keys of a view that other pages tell."""


def plain_lines(view: Mapping[str, Any], names: CardTitles) -> Iterator[str]:
    """Yield the lines of a view; `view` holds only what the viewer may see."""
    yield from lines_of_values({name: each for name, each in view.items() if name not in AROUND}, names)


def lines_of_values(values: Mapping[str, Any], names: CardTitles, indent: str = "") -> Iterator[str]:
    """Yield a line for each value that says something; what has values of its own stands over them."""
    for name, each in values.items():
        title = f"{indent}{in_words(name)}"
        if isinstance(each, Mapping) and "key" not in each:
            inner = [*lines_of_values(each, names, indent + INDENT)]
            yield from (title, *inner) if inner else ()
        elif each or (each == 0 and each is not False):
            yield f"{title}: {words_of_value(each, names)}"


def words_of_value(value: Any, names: CardTitles) -> str:
    """A value in words: a card by its title with what is said of it, a list by its parts."""
    if isinstance(value, Mapping):
        title = names.title(value["key"]) if "key" in value else ""
        said = [words_of_field(name, each, names) for name, each in value.items() if name not in CARD]
        return f"{title} ({', '.join(said)})" if title and said else title or ", ".join(said)
    if isinstance(value, list | tuple):
        return ", ".join(words_of_value(each, names) for each in value)
    return names.thing(value) if isinstance(value, str) else str(value)


def words_of_field(name: str, value: Any, names: CardTitles) -> str:
    """A value with its name; of a mark that is set the name alone."""
    return in_words(name) if value is True else f"{in_words(name)} {words_of_value(value, names)}"


CARD = ("card", "key")
"""What a view says of a card to name it."""
