"""Words of abilities that are declared in code, held to the closed lists that are there for their data form.

ValueError
  WrongWords    an ability says a word that the game does not know, or reads a choice that is not made; names all of it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from msgspec import Struct

from domain.cardgame.words.closed_fields import CARD_WORDS, ClosedWords
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.faults.choice_names import named_too_early
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault, fields_of, is_said, places, unknown_fault
from domain.cardgame.words.triggers import LEAVES_PLAY, WhenWord
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.vocabulary import word_tag

SHARED_KINDS = ("effect_initiated", "event_played", LEAVES_PLAY)
"""The kinds of condition of every card game that nothing carries out: they just occur."""

if TYPE_CHECKING:
    from domain.cardgame.rules import CardGameRules


class WrongWords(ValueError):
    """Abilities of declared cards say what nothing in the game is called."""


class DeclaredRules(Protocol):
    """The part of the rules of a card game to which the words of its declared cards are held."""

    name: ClassVar[str]
    closed_words: ClassVar[ClosedWords] = CARD_WORDS
    """What words of abilities may say: cards that are declared in code are held to it as those of data are."""
    answered: ClassVar[tuple[str, ...]] = ()
    """The kinds of conditions that abilities answer and that no executor carries out."""

    def check_declared(self, declared: Mapping[str, tuple[Ability, ...]]) -> None:
        """Raises WrongWords, which names each card with the place of the word in its abilities, and what is meant."""
        found = [
            f"{key}[{number}]{fault.place}: {fault.reason}" + (f"; did you mean {fault.meant}?" if fault.meant else "")
            for key, abilities in declared.items()
            for number, ability in enumerate(abilities)
            for fault in faults_of_words(rules_type(self), ability)
        ]
        if found:
            raise WrongWords(f"{self.name}: {'; '.join(found)}")


def rules_type(rules: Any) -> type[CardGameRules[Any]]:
    """The type of the rules: what words may say is the same for every pool of a game."""
    return type(rules)


@lru_cache(maxsize=4096)  # each pool with own cards has the others again
def faults_of_words(rules: type[CardGameRules[Any]], ability: Ability) -> tuple[WordFault, ...]:
    """The words of an ability that are in none of the lists, and the choices that it reads before they are made."""
    words = (("", ability), *places(ability, ""))
    unknown = (fault for place, word in words for fault in faults_of_word(rules, place, word))
    return (*unknown, *named_too_early(ability))


def faults_of_word(rules: type[CardGameRules[Any]], place: str, word: Struct) -> Iterator[WordFault]:
    """The texts of one word that are in no closed list of their field."""
    for field in fields_of(type(word)):
        value = getattr(word, field.name)
        if isinstance(value, str | tuple) and is_said(word, field):
            listed = sayable(rules, word, field.name)
            given = [(f"{place}.{field.name}", value)] if isinstance(value, str) else texts_of(value, place, field.name)
            yield from (unknown_fault(at, each, listed) for at, each in given if listed and each not in listed)


def texts_of(values: tuple[Any, ...], place: str, name: str) -> list[tuple[str, str]]:
    """The texts among the values of a field, each with its place."""
    return [(f"{place}.{name}[{number}]", each) for number, each in enumerate(values) if isinstance(each, str)]


def sayable(rules: type[CardGameRules[Any]], word: Struct, name: str) -> tuple[str, ...]:
    """What a field of a word may say; empty if that is in no list.

    Conditions are those that something carries out, and those that the game lists.
    """
    tag = "" if isinstance(word, Ability) else word_tag(type(word))
    listed = rules.closed_words.closed_list(tag, name)
    if isinstance(word, WhenWord) and name == "kinds":
        return (*rules.executors, *rules.leaving, *rules.entering, *rules.answered, *SHARED_KINDS, *listed)
    if isinstance(word, Until | Constant) and name == "what":
        return (*rules.card_changes, *rules.seat_changes)
    return listed
