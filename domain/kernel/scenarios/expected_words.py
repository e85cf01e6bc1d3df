"""The values that an expectation can have, by the type of what is found: their form, and their words.

A type closes its lists: a seat, a card, `Literal`, `ClosedList` (also inside lists, mappings and structs). A text
without a list may have any words; a value of another type may be anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Literal, NewType, Union, get_args, get_origin

from msgspec import Struct

from domain.kernel.formats.closed_lists import ClosedList, hints_of
from domain.kernel.formats.reading import DocumentNode, Unreadable, is_few, meant_by, none_of, whole_number
from domain.kernel.ids import Handle, Seat

LISTS = (tuple, list, frozenset, set)
# What is found where there is nothing, or nothing that a viewer sees.
NOTHING = ("", "none", "unseen")
# The forms of values, as they are told.
LIST, FIELDS, NUMBER, FLAG = "a list", "named fields", "a whole number", "true or false"
WORD, ANY = "a word", "anything"
FORM_OF: dict[object, str] = {
    **dict.fromkeys(LISTS, LIST),
    dict: FIELDS,
    int: NUMBER,
    bool: FLAG,
    str: WORD,
    NoneType: WORD,
}


def one_of_list(what: str, names: Iterable[str]) -> object:
    """The type of texts from a closed list."""
    return Annotated[str, ClosedList(what, tuple(names))]


def one_or_more(kind: object) -> object:
    """The type of a list of such values."""
    return GenericAlias(tuple, (kind, ...))


def or_words(kind: object, *words: str) -> object:
    """The type of such a value, or of one of these words."""
    return either((kind, Literal.__getitem__(words)))


def or_none(kind: object) -> object:
    """The type of such a value, or of `none` where there is nothing."""
    return or_words(kind, "none")


def either(kinds: Collection[object]) -> object:
    """The type of values of one of these types; of none, it may be any."""
    return Union[tuple(kinds)] if kinds else object  # noqa: UP007


def type_like(found: object) -> object:
    """The type of values of the same form as one that was found; where nothing was, it may be any."""
    if found in NOTHING:
        return object
    return next((each for each in (bool, int, str, list, dict) if isinstance(found, each)), object)


def forms_of(kind: object) -> frozenset[str]:
    """The forms that values of a type have; `ANY` where that is not known."""
    return frozenset(form for each in members_of(kind) for form in forms_of_member(each))


def forms_of_member(kind: object) -> Iterator[str]:
    origin = get_origin(kind) or kind
    if origin is Literal:
        yield from (FORM_OF[type(each)] for each in get_args(kind))
    elif origin is Annotated:
        yield from forms_of(get_args(kind)[0])
    elif isinstance(kind, NewType):
        yield from forms_of(kind.__supertype__)
    elif isinstance(origin, type) and issubclass(origin, Struct):
        yield LIST if origin.__struct_config__.array_like else FIELDS
    else:
        yield FORM_OF.get(origin, ANY)


def item_type(kind: object, place: int) -> object:
    """The type of the item at a place of a list of this type."""
    parts = [get_args(each) for each in members_of(kind) if get_origin(each) in LISTS]
    return either([each[0] if each[-1] is ... else each[min(place, len(each) - 1)] for each in parts])


def field_type(kind: object, name: str) -> object:
    """The type of what has this name in a mapping of this type."""
    types = []
    for each in members_of(kind):
        if get_origin(each) is dict:
            types.append(get_args(each)[1])
        elif isinstance(each, type) and issubclass(each, Struct) and name in hints_of(each):
            types.append(hints_of(each)[name])
    return either(types)


def members_of(kind: object) -> tuple[object, ...]:
    """The types of a union; any other type alone."""
    if get_origin(kind) in (Union, UnionType):
        return tuple(inner for each in get_args(kind) for inner in members_of(each))
    return (kind,)


def is_any_text(kind: object) -> bool:
    """Whether a type is that of texts, and not of those of a closed list."""
    if get_origin(kind) is not Annotated:
        return kind is str
    of, *marks = get_args(kind)
    return of is str and not any(isinstance(each, ClosedList) for each in marks)


def one_number_of(numbers: Iterable[int]) -> object:
    """The type of a number that is one of these."""
    return Literal.__getitem__(tuple(numbers))


def numbers_of(kind: object) -> tuple[int, ...]:
    """The numbers of a type that lists them; empty where a number may be any."""
    kinds = members_of(kind)
    literals = [value for each in kinds if get_origin(each) is Literal for value in get_args(each)]
    return () if int in kinds else tuple(value for value in literals if type(value) is int)


class ExpectedWords(Struct, frozen=True):
    """The seats and the cards of a match, of which types know only that they are some; `also`: words of every list."""

    seats: Collection[str]
    cards: Collection[str]
    also: tuple[str, ...] = ()

    def check(self, kind: object, at: DocumentNode) -> None:
        """Raises Unreadable for a value of a form, or with a word or number, that a type cannot have; inside it too."""
        forms = forms_of(kind)
        if ANY in forms:
            return
        if not self.has_form(kind, forms, at.value):
            raise self.wrong_form(kind, forms, at)
        if isinstance(at.value, dict):
            self.check_fields(kind, at)
        elif isinstance(at.value, list):
            for place, each in enumerate(at.items()):
                self.check(item_type(kind, place), each)
        elif NUMBER in forms and type(at.value) is int:
            check_number(kind, at)
        elif not isinstance(at.value, bool):
            self.check_word(kind, at)

    def has_form(self, kind: object, forms: frozenset[str], value: object) -> bool:
        """Whether a value has one of the forms; a word of a type that has other forms too, only if it is one of its."""
        if isinstance(value, list | dict):
            return (LIST if isinstance(value, list) else FIELDS) in forms
        if FORM_OF.get(type(value)) in forms - {WORD}:
            return True
        words = self.words(kind)
        if WORD not in forms or isinstance(value, bool):
            return value is False and "no" in words
        return forms == {WORD} or not words or word_of(value) in (*self.also, *words)

    def wrong_form(self, kind: object, forms: frozenset[str], at: DocumentNode) -> Unreadable:
        """The error for a value of another form: those there are, and the same words in one of them."""
        words = self.words(kind)
        named = sorted(filter(None, words)) if forms != {WORD} and words and is_few(words) else sorted(forms & {WORD})
        wanted = [*(each for each in (LIST, FIELDS, NUMBER, FLAG) if each in forms), *named]
        reason = f"expected {', or '.join(wanted)}"
        if isinstance(at.value, str) and NUMBER in forms and whole_number(at.value) is not None:
            return at.wrong(f"{reason}: write {at.value} without quotes")
        return at.wrong(reason, self.meant_in_form(kind, forms, at))

    def meant_in_form(self, kind: object, forms: frozenset[str], at: DocumentNode) -> str:
        """What may have been meant: the one item of a list in its place, or a list of the one word."""
        if isinstance(at.value, list):
            return self.nearest(kind, at.items()[0]) if len(at.value) == 1 else ""
        if isinstance(at.value, dict):
            return ""
        if near := meant_by(at.value, self.words(kind)):
            return near
        item = self.nearest(item_type(kind, 0), at) if LIST in forms else ""
        return f"[{item}]" if item else ""

    def nearest(self, kind: object, at: DocumentNode) -> str:
        """A value itself where a type can have it, else what may have been meant by it."""
        try:
            self.check(kind, at)
        except Unreadable as error:
            return error.meant
        return word_of(at.value) if ANY not in forms_of(kind) and not isinstance(at.value, list | dict) else ""

    def check_word(self, kind: object, at: DocumentNode) -> None:
        """Raises Unreadable for a word that is none of those of a type."""
        words, word = self.words(kind), word_of(at.value)
        if words and word not in (*self.also, *words):
            raise at.wrong(none_of(word, words), meant_by(word, words))

    def check_fields(self, kind: object, at: DocumentNode) -> None:
        """Raises Unreadable for a name or a value in a mapping that a type cannot have."""
        keys = [get_args(each)[0] for each in members_of(kind) if get_origin(each) is dict]
        for name, each in at.mapping().items():
            for of_keys in keys:
                self.check_word(of_keys, DocumentNode(each.place, name))
            self.check(field_type(kind, name), each)

    def words(self, kind: object) -> frozenset[str]:
        """Every word that a text of this type can have; empty where it may be any, or is no text."""
        found: set[str] = set()
        for each in members_of(kind):
            if is_any_text(each):
                return frozenset()
            found |= self.names_of(each)
        return frozenset(found)

    def names_of(self, kind: object) -> set[str]:
        """The names of one closed list."""
        if kind is NoneType:
            return {"none"}
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
        """The type of the part with this name inside a value of a type; None where that is not known.

        Raises Unreadable where no part inside can have the name.
        """
        for each in members_of(kind):
            if get_origin(each) is dict:
                of_keys, of_values = get_args(each)
                words = self.words(of_keys)
                if words and name not in words:
                    raise key.unknown_word(f"nothing is called {name!r} there", name, words)
                return of_values
            if isinstance(each, type) and issubclass(each, Struct):
                hints = hints_of(each)
                if name not in hints:
                    raise key.unknown_word(f"nothing is called {name!r} there", name, hints)
                return hints[name]
        return None


def check_number(kind: object, at: DocumentNode) -> None:
    """Raises Unreadable for a number that is none of those that a type lists."""
    numbers = numbers_of(kind)
    if numbers and at.value not in numbers:
        is_row = numbers == tuple(range(numbers[0], numbers[-1] + 1))
        allowed = f"{numbers[0]} to {numbers[-1]}" if is_row else ", ".join(map(str, numbers))
        raise at.wrong(f"{at.value} is none of {allowed}")


def word_of(value: object) -> str:
    """A plain value as a word, also one that YAML reads as a number, as a truth value or as nothing."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
