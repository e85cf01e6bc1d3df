"""Where the names of players stand in words and in links, however they are spelled. Read `NameFinder`.

A name is found by its words in their spoken form, whatever stands between them: spaces, hyphens, a `+` or `%20` of a
link. Percent signs of links are read. Half a name is not found, nor one of fewer than three letters: too many words are
as short.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from domain.kernel.formats.name_tokens import TOKEN, labelled_reference
from domain.kernel.formats.text_forms import is_hidden
from domain.tournaments.player_names import spoken_form

WORD = re.compile(r"[^\W_]+", re.ASCII)
PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
# links are quoted within links
QUOTED = 3
# scripts without spaces between words, of which each character is taken for a word: Thai to Khmer, kana, Han, Hangul
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
# vowels and ends of Hangul syllables, which are composed with what stands before them
JOINED = re.compile("[\u1160-\u11ff]")
# what is shown as a space though it is none: the blank of Braille, the fillers of Hangul
BLANK = re.compile("[\u2800\u3164\uffa0]")
LEAST = 3
IN_WORD, ALONE, BETWEEN = "in-word", "alone", "between"


class Sign(NamedTuple):
    """Characters that are read as one, and where they stand in a text."""

    text: str
    begin: int
    end: int


class FoundName(NamedTuple):
    """A name of those that were looked for, and where it stands in a text."""

    name: str
    begin: int
    end: int


class NameFinder:
    """Finds some names in texts; of two that begin at a place, the longer one."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name in dict.fromkeys(names):
            if words := sought_words(name):
                self._by_first.setdefault(words[0], []).append((words, name))
        for each in self._by_first.values():
            each.sort(key=lambda pair: len(pair[0]), reverse=True)

    def find(self, text: str) -> Iterator[FoundName]:
        """The places of the names in a text, in order; none of them overlap.

        What nobody sees may stand within a word, or between two that are written as one.
        """
        if not text or not self._by_first:
            return
        found = [*self._find_words(text)]
        if not text.isascii() and (parted := "".join(" " if is_hidden(each) else each for each in text)) != text:
            found = sorted([*found, *self._find_words(parted)], key=lambda each: (each.begin, -each.end))
        last = 0
        for each in found:
            if each.begin >= last:
                yield each
                last = each.end

    def _find_words(self, text: str) -> Iterator[FoundName]:
        signs, place = spoken_words(text), 0
        spoken = [each.text for each in signs]
        while place < len(signs):
            for words, name in self._by_first.get(spoken[place], ()):
                after = place + len(words)
                if tuple(spoken[place:after]) == words:
                    yield FoundName(name, signs[place].begin, signs[after - 1].end)
                    place = after - 1
                    break
            place += 1

    def replace(self, text: str, stand_in: Callable[[str, str], str]) -> str:
        """The text with what stands in for each name, given the name and how it is written there."""
        whole, last = "", 0
        for found in self.find(text):
            whole += text[last : found.begin] + stand_in(found.name, text[found.begin : found.end])
            last = found.end
        return whole + text[last:] if last else text


def is_long_enough(words: tuple[str, ...]) -> bool:
    """Whether a name is looked for in words: it has three letters, or two characters of which each is a word."""
    return sum(2 if UNSPACED.match(letter) else 1 for letter in "".join(words)) >= LEAST


@lru_cache(20_000)
def sought_words(name: str) -> tuple[str, ...]:
    """The words by which a name is looked for; none for one that is too short, or is a label already."""
    words = words_of_name(name)
    return words if is_long_enough(words) and not labelled_reference(name) else ()


def words_of_name(name: str) -> tuple[str, ...]:
    """The words of a name in their spoken form."""
    return tuple(each.text for each in spoken_words(name))


def may_have(words: Iterable[str], payload: bytes) -> bool:
    """Whether all of these spoken words stand somewhere in a stored payload, in its tokens aside."""
    text = TOKEN.sub(b" ", payload).decode(errors="replace")
    for _ in range(QUOTED if "%" in text else 0):
        text = unquote(text)
    spoken = text.lower() if text.isascii() else spoken_form(text)
    return all(each in spoken for each in words)


def spoken_words(text: str) -> list[Sign]:
    """The words of a text in their spoken form, each with its place."""
    if text.isascii() and "%" not in text:
        return [Sign(each.group(), *each.span()) for each in WORD.finditer(text.lower())]
    found: list[Sign] = []
    word, begin, end = "", 0, 0
    for sign in joined_signs(text):
        for kind, letters in spoken_parts(sign.text):
            if kind == IN_WORD:
                begin = begin if word else sign.begin
                word, end = word + letters, sign.end
                continue
            if word:
                found.append(Sign(word, begin, end))
            word = ""
            if kind == ALONE:
                found.append(Sign(letters, sign.begin, sign.end))
    return [*found, Sign(word, begin, end)] if word else found


@lru_cache(10_000)
def spoken_parts(text: str) -> tuple[tuple[str, str], ...]:
    """The spoken form of one character with what is joined to it, letter by letter, each with what it is of a word."""
    if BLANK.match(text):
        return ((BETWEEN, ""),)
    if spoken := spoken_form(text):
        return tuple((part_kind(each), each) for each in spoken)
    return () if all(map(is_hidden, text)) else ((BETWEEN, ""),)


def part_kind(letter: str) -> str:
    """The part that a letter has in words: within one, one alone, or between them."""
    category = unicodedata.category(letter)
    if category == "So" or UNSPACED.match(letter):
        return ALONE
    return IN_WORD if category[0] in "LMN" else BETWEEN


def joined_signs(text: str) -> Iterator[Sign]:
    """The characters of a text, each with the accents and invisible characters behind it."""
    held: Sign | None = None
    for sign in read_signs(text):
        if held is not None and is_joined(sign.text):
            held = Sign(held.text + sign.text, held.begin, sign.end)
            continue
        if held is not None:
            yield held
        held = sign
    if held is not None:
        yield held


@lru_cache(10_000)
def is_joined(sign: str) -> bool:
    """Whether a character is read as one with that before it."""
    if BLANK.match(sign):
        return False
    composed = unicodedata.normalize("NFKC", sign)
    return is_hidden(sign) or JOINED.match(sign) is not None or unicodedata.category(composed[0])[0] == "M"


def read_signs(text: str) -> list[Sign]:
    """The characters of a text, with those that percent signs write."""
    signs = [Sign(each, place, place + 1) for place, each in enumerate(text)]
    for _ in range(QUOTED if "%" in text else 0):
        signs = unquoted_signs(signs)
    return signs


def unquoted_signs(signs: list[Sign]) -> list[Sign]:
    """The characters with those that percent signs write, quoted once; a byte that is of none stands for itself."""
    found, last = list[Sign](), 0
    for run in PERCENT.finditer("".join(each.text for each in signs)):
        found += signs[last : run.start()]
        place = run.start()
        for letter in bytes.fromhex(run.group().replace("%", "")).decode(errors="surrogateescape"):
            after = place + 3 * len(letter.encode(errors="surrogateescape"))
            found.append(Sign(letter, signs[place].begin, signs[after - 1].end))
            place = after
        last = run.end()
    return [*found, *signs[last:]]
