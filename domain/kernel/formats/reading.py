"""Documents read strictly: a value with its place, so that every error says where it arose.

`DocumentNode` wraps a value of plain JSON types. Its methods return it as the type that it must have, or raise
`Unreadable` with the place in front: `position.players.alice.play[2].card: no card 'foo'`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from difflib import SequenceMatcher, get_close_matches
from itertools import chain

from domain.kernel.refusals import Refusal

UNKNOWN_KEY = "unknown key"
DIGITS = re.compile("[0-9]{1,9}")
FORGOTTEN_COLON = re.compile(r"([a-z][\w.-]*)(?::|\s)\s*(\S.*)")


def whole_number(text: str) -> int | None:
    """The number that one to nine ASCII digits write; None for any other text.

    `int` alone also reads digits of other scripts, spaces and underscores, and fails at some thousands of digits.
    """
    return int(text) if DIGITS.fullmatch(text) else None


# So many words are listed where another one is given; of more only the one that may have been meant is named.
FEW = 24
# The length of a word of which one wrong letter is a third: more than the measure of likeness lets pass.
SHORT = 3
PARTS = re.compile(r"[^a-z0-9]+")
EMPTY_TEXT = "'' (nothing)"


class Unreadable(ValueError):
    """A document does not hold; `place` says where, `reason` why, `meant` which known word is close to what stands."""

    def __init__(self, place: str, reason: str, meant: str = "") -> None:
        said, listed, others = reason.partition("; known are")
        said = f"{said}; did you mean {meant}?" if meant else said
        said += f"{' Known are' if meant else listed}{others}" if others else ""
        super().__init__(f"{place}: {said}")
        self.place = place
        self.reason = said
        self.meant = meant


def meant_by(given: object, candidates: Iterable[str]) -> str:
    """The known word that somebody may have meant; empty where none is close.

    For a short word with two letters swapped the measure finds too little; then the word with the same letters is
    meant. So it does for one of three letters of which one is wrong; then the only word with the other two is meant.
    A name that is a part of one word alone means that one: `sansa` means `sansa-stark`.
    """
    words, word = list(candidates), str(given)
    close = get_close_matches(word, words, n=1, cutoff=0.7)
    swapped = (each for each in words if sorted(each) == sorted(word) != [])
    mistyped = {each for each in words if len(each) == len(word) == SHORT and differing_letters(each, word) == 1}
    longer = {each for each in words if len(word) >= SHORT and word.casefold() in PARTS.split(each.casefold())}
    alone = (each for found in (mistyped, longer) if len(found) == 1 for each in found)
    return next(chain(close, swapped, alone, meant_in_order(word, words)), "")


def did_you_mean(given: object, candidates: Iterable[str]) -> str:
    """The end of a message about a word (`; did you mean wren?`); empty where no known word is close."""
    meant = meant_by(given, candidates)
    return f"; did you mean {meant}?" if meant else ""


def meant_in_order(word: str, words: Iterable[str]) -> Iterator[str]:
    """Yield the word that a word of several parts is like when the parts of both stand in one order."""
    in_order = {in_one_order(each): each for each in words if PARTS.search(each)}
    if PARTS.search(word):
        yield from (in_order[each] for each in get_close_matches(in_one_order(word), in_order, n=1, cutoff=0.8))


def in_one_order(word: str) -> str:
    """The parts of a word in the order of the alphabet."""
    return "_".join(sorted(PARTS.split(word.casefold())))


def differing_letters(one: str, other: str) -> int:
    """The number of places at which two words of one length have different letters, capital or small."""
    return sum(mine != theirs for mine, theirs in zip(one.casefold(), other.casefold(), strict=True))


def rule_meant_by(given: str, candidates: Iterable[str]) -> str:
    """The id that somebody may have meant, also where its book is left out; empty where none is close."""
    ids = tuple(candidates)
    without_book = {each.partition(".")[2]: each for each in ids}
    close = meant_by(given, (*ids, *without_book))
    return close if close in ids else without_book.get(close, "")


def is_few(words: Collection[str]) -> bool:
    """Whether there are few enough known words to list all of them."""
    return len(words) <= FEW


def list_known(words: Collection[str]) -> str:
    """The known words in a list, or their number where there are many. An empty one is described at the end."""
    if not is_few(words):
        return f"{len(words)} known words"
    return ", ".join((*sorted(each for each in words if each), *([EMPTY_TEXT] if "" in words else [])))


def nearest_first(given: object, words: Collection[str]) -> str:
    """All known words, those most like the given one first."""
    alike = {each: SequenceMatcher(None, str(given), each).ratio() for each in words}
    return ", ".join(sorted(words, key=lambda each: -alike[each]))


def none_of(given: object, words: Collection[str]) -> str:
    """The sentence that a word is none of the known ones."""
    return f"{given!r} is none of {list_known(words)}"


def with_colon(value: object) -> str:
    """A text that was meant as a named field, with the colon and the space behind it; empty for any other value."""
    found = FORGOTTEN_COLON.match(value) if isinstance(value, str) else None
    return f"{found[1]}: {found[2]}" if found else ""


def as_list(value: object) -> str:
    """A text, or the names of a mapping, as the list that was meant; empty for any other value."""
    named = [value] if isinstance(value, str) else list(value) if isinstance(value, dict) else []
    return f"[{', '.join(map(str, named))}]" if named else ""


def as_text(value: object) -> str:
    """A list of texts as the text that was meant; empty for any other value."""
    is_listed = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return ", ".join(value) if isinstance(value, list) and is_listed else ""


def position_refusal(error: Exception) -> Refusal:
    """The refusal of a position that cannot be read."""
    if not isinstance(error, Unreadable):
        return Refusal("position.invalid", {"field": "position", "problem": str(error)})
    meant = {"meant": error.meant} if error.meant else {}
    return Refusal("position.invalid", {"field": error.place, "problem": error.reason, **meant})


class DocumentNode:
    """A value and its place in a document."""

    __slots__ = ("place", "value")

    def __init__(self, place: str, value: object) -> None:
        self.place = place
        self.value = value

    def wrong(self, reason: str, meant: str = "") -> Unreadable:
        """The error to raise for this value."""
        return Unreadable(self.place, reason, meant)

    def unknown_word(self, why: str, given: object, words: Collection[str]) -> Unreadable:
        """The error for an unknown word: what may have been meant, and all that are known where they are few."""
        others = f"; known are {list_known(words)}" if words and is_few(words) else ""
        return self.wrong(f"{why}{others}", meant_by(given, words))

    def child(self, name: str, value: object) -> DocumentNode:
        return DocumentNode(f"{self.place}.{name}" if self.place else name, value)

    def mapping(self, names: Collection[str] | None = None) -> dict[str, DocumentNode]:
        """The fields by name.

        Raises Unreadable for another value, and for a name that is not `names`, if names are given.
        """
        if not isinstance(self.value, dict):
            raise self.wrong("expected named fields", with_colon(self.value))
        found = {str(name): self.child(str(name), value) for name, value in self.value.items()}
        for name, field in found.items():
            if names is not None and name not in names:
                raise field.unknown_word(UNKNOWN_KEY, name, names)
        return found

    def items(self) -> list[DocumentNode]:
        if not isinstance(self.value, list):
            raise self.wrong("expected a list", as_list(self.value))
        return [DocumentNode(f"{self.place}[{n}]", value) for n, value in enumerate(self.value)]

    def text(self, among: Collection[str] = ()) -> str:
        """The string. Raises Unreadable for another value, and for a string that is not listed where some are."""
        if not isinstance(self.value, str):
            raise self.wrong("expected a string", as_text(self.value))
        if among and self.value not in among:
            raise self.wrong(none_of(self.value, among), meant_by(self.value, among))
        return self.value

    def texts(self, among: Collection[str] = ()) -> tuple[str, ...]:
        return tuple(each.text(among) for each in self.items())

    def number(self, least: int = 0) -> int:
        """The whole number. Raises Unreadable for another value, and for a number below `least`."""
        if type(self.value) is not int:
            raise self.wrong("expected a whole number")
        if self.value < least:
            raise self.wrong(f"expected at least {least}")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.wrong("expected true or false")
        return self.value
