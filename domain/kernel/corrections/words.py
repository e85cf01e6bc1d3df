"""The words of changes by hand: every field with a word takes it from a closed list, which the game gives.

Read `normalize_change`: it returns the change with its words as the lists write them, or what is wrong with one. Letter
case does not matter. The list of a field that must stay empty has the empty word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import structs

from domain.kernel.corrections.changes import AbandonStep, AnyChange, AskAgain, ChangeFault, Show
from domain.kernel.formats.reading import meant_by, none_of
from domain.kernel.ids import PUBLIC
from domain.kernel.table import Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules

Lists = Mapping[str, tuple[str, ...]]
AtATable = Callable[..., Lists]  # of the game's table and the type of change under which it is listed
NO_WORD = "missing"


def lists_at(
    table: Table, change: AnyChange, closed: Mapping[type, Lists], at_a_table: Mapping[type, AtATable]
) -> Lists:
    """The closed lists of a change: those that are the same at every table of a game, and those of this table."""
    find_lists = {**AT_EVERY_TABLE, **at_a_table}.get(type(change))
    lists = find_lists(table, change) if find_lists else {}
    # what is there comes first: on it may depend what the others can say
    return {**lists, **closed.get(type(change), {}), **lists}


def of_a_seat(table: Table, change: AnyChange) -> Lists:
    """The seats, where a change is about one of them."""
    return {"seat": table.seats}


def of_shown(table: Table, change: Show) -> Lists:
    """The viewers to whom a card can be shown."""
    return {"to": (*table.seats, PUBLIC)}


AT_EVERY_TABLE: dict[type, AtATable] = {Show: of_shown}


def normalize_change(rules: Rules[TableT], table: TableT, change: AnyChange) -> AnyChange | ChangeFault:
    """The change as the closed lists of its fields write it; or the fault of a field with a word of no list."""
    lists = lists_of(rules, table, change)
    read: dict[str, object] = {}
    for field, allowed in lists.items():
        value = getattr(change, field)
        words = tuple(listed_word(each, allowed) for each in (value if isinstance(value, tuple) else (value,)))
        if fault := next((unknown_word_fault(field, each, allowed) for each in words if each not in allowed), None):
            return fault
        read[field] = words if isinstance(value, tuple) else words[0]
    return structs.replace(change, **read)


def lists_of(rules: Rules[TableT], table: TableT, change: AnyChange) -> Lists:
    """The closed lists of a change at a table, by its fields."""
    if isinstance(change, AskAgain):
        return {}
    if isinstance(change, AbandonStep):
        return {"frame": tuple(dict.fromkeys(str(each.__struct_config__.tag) for each in table.stack))}
    return rules.change_words(table, change)


def listed_word(word: str, words: tuple[str, ...]) -> str:
    """The word as its list writes it; unchanged where the list has none like it, or several."""
    alike = [] if word in words else [each for each in words if each.casefold() == word.casefold()]
    return alike[0] if len(alike) == 1 else word


def unknown_word_fault(field: str, word: str, words: tuple[str, ...]) -> ChangeFault:
    """The fault of a word that is not in its list."""
    if not word:
        return ChangeFault(field, problem=NO_WORD)
    if not any(words):
        return ChangeFault(field, problem=f"{word!r}, where nothing is named")
    alike = {each.casefold(): each for each in words}
    return ChangeFault(field, problem=none_of(word, words), meant=alike.get(meant_by(word.casefold(), alike), ""))
