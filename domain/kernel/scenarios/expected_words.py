"""Which words a value of an expectation can be, by the type of what is found.

A type closes its lists: a seat, a card, `Literal`, `ClosedList` (also inside lists, mappings and structs). Where a text
may be any, nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from types import GenericAlias, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from msgspec import Struct

from domain.kernel.formats.closed_lists import ClosedList, hints_of
from domain.kernel.formats.reading import DocumentNode, meant_by, none_of, whole_number
from domain.kernel.ids import Handle, Seat

LISTS = (tuple, list, frozenset, set)
# What stands where there is nothing, whatever the type.
NOTHING = ("none", "")


def one_of_list(what: str, names: Iterable[str]) -> object:
    """The type of texts that are one of a closed list."""
    return Annotated[str, ClosedList(what, tuple(names))]


def one_or_more(kind: object) -> object:
    """The type of a list of such values."""
    return GenericAlias(tuple, (kind, ...))


def members_of(kind: object) -> tuple[object, ...]:
    """The types of a union; any other type alone."""
    if get_origin(kind) in (Union, UnionType):
        return tuple(inner for each in get_args(kind) for inner in members_of(each))
    return (kind,)


def one_number_of(numbers: Iterable[int]) -> object:
    """The type of a number that is one of these."""
    return Literal.__getitem__(tuple(numbers))


def numbers_of(kind: object) -> tuple[int, ...]:
    """The numbers of a type that lists them; nothing where a number may be any."""
    kinds = members_of(kind)
    literals = [value for each in kinds if get_origin(each) is Literal for value in get_args(each)]
    return () if int in kinds else tuple(value for value in literals if type(value) is int)


class Vocabulary(Struct, frozen=True):
    """The seats and the cards of a match, of which types know only that they are some."""

    seats: Collection[str]
    cards: Collection[str]

    def check(self, kind: object, at: DocumentNode, found: object = None) -> None:
        """Raises Unreadable for a word of a value that a type, or the number found, cannot have; in lists too."""
        self.check_number(kind, found, at)
        for each, known in self.unknown(kind, at):
            raise each.wrong(none_of(each.value, known), meant_by(each.value, (*known, NOTHING[0])))

    def check_number(self, kind: object, found: object, at: DocumentNode) -> None:
        """Raises Unreadable for a number that is none of those that a type lists.

        Also for a word where a number, or true or false, is found, unless the type has that word.
        """
        numbers = numbers_of(kind)
        if numbers and type(at.value) is int and at.value not in numbers:
            is_row = numbers == tuple(range(numbers[0], numbers[-1] + 1))
            known = f"{numbers[0]} to {numbers[-1]}" if is_row else ", ".join(map(str, numbers))
            raise at.wrong(f"{at.value} is none of {known}")
        words = {*NOTHING, *self.words(kind)}
        if not isinstance(found, int) or not isinstance(at.value, str) or at.value in words:
            return
        if isinstance(found, bool):
            raise at.wrong(f"{at.value!r} is neither true nor false", meant_by(at.value, words))
        bare = f": write {at.value} without quotes" if whole_number(at.value) is not None else ""
        raise at.wrong(f"{at.value!r} is no number{bare}", meant_by(at.value, words))

    def unknown(self, kind: object, at: DocumentNode) -> Iterator[tuple[DocumentNode, frozenset[str]]]:
        """Each word of a value that cannot stand there, with those that can."""
        kinds = members_of(kind)
        if isinstance(at.value, dict):
            yield from (found for each in kinds for found in self.unknown_in_mapping(each, at))
        elif isinstance(at.value, list):
            items = tuple(get_args(each)[0] for each in kinds if get_origin(each) in LISTS)
            if items:
                yield from (found for each in at.items() for found in self.unknown(Union[items], each))  # noqa: UP007
        elif (word := word_of(at.value, kinds)) is not None:
            known = self.words(kind)
            if known and word not in (*NOTHING, *known):
                yield DocumentNode(at.place, word), known

    def unknown_in_mapping(self, kind: object, at: DocumentNode) -> Iterator[tuple[DocumentNode, frozenset[str]]]:
        fields = at.mapping()
        if get_origin(kind) is dict:
            of_keys, of_values = get_args(kind)
            for name, each in fields.items():
                yield from self.unknown(of_keys, DocumentNode(each.place, name))
                yield from self.unknown(of_values, each)
        elif isinstance(kind, type) and issubclass(kind, Struct):
            hints = hints_of(kind)
            for name, each in fields.items():
                if name in hints:
                    yield from self.unknown(hints[name], each)

    def words(self, kind: object) -> frozenset[str]:
        """Every word that a text of this type can be; nothing where it may be any, or is no text."""
        found: set[str] = set()
        for each in members_of(kind):
            if each is str:
                return frozenset()
            found |= self.names_of(each)
        return frozenset(found)

    def names_of(self, kind: object) -> set[str]:
        """The names of one closed list."""
        if kind is Seat:
            return set(self.seats)
        if kind is Handle:
            return set(self.cards)
        if get_origin(kind) is Literal:
            return {each for each in get_args(kind) if isinstance(each, str)}
        if get_origin(kind) is Annotated:
            return {name for each in get_args(kind) if isinstance(each, ClosedList) for name in each.names}
        return set()

    def inside(self, kind: object, name: str, key: DocumentNode) -> object:
        """The type of what has this name inside a value of a type; None where that is not known.

        Raises Unreadable where nothing inside can have the name.
        """
        for each in members_of(kind):
            if get_origin(each) is dict:
                of_keys, of_values = get_args(each)
                known = self.words(of_keys)
                if known and name not in known:
                    raise key.unknown(f"nothing is called {name!r} there", name, known)
                return of_values
            if isinstance(each, type) and issubclass(each, Struct):
                hints = hints_of(each)
                if name not in hints:
                    raise key.unknown(f"nothing is called {name!r} there", name, hints)
                return hints[name]
        return None


def word_of(value: object, kinds: tuple[object, ...]) -> str | None:
    """A value as a word, also one that YAML reads as a number; None for what is no word."""
    if isinstance(value, str):
        return value
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return str(value) if is_number and not {int, float} & set(kinds) else None
