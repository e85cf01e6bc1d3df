"""The vocabulary of a game: the words in which its abilities are written, and where in an ability each may stand.

Each game makes a value of it from its own modules. Words are never found by the subclasses of the kernel's classes:
those are the words of all games.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from types import GenericAlias, ModuleType
from typing import Any, TypeVar

from msgspec import Struct

from domain.kernel.occurring.abilities import Cost, Part, Word

W = TypeVar("W", bound=Word)


class Vocabulary(Struct, frozen=True, dict=True):
    """The words of one game by their roles, and the types of what else `Ability` leaves open.

    `when`, `target` and `constant` are types, or unions of types, of one element. `descriptions` are the plain
    words, in the order in which a page explains them.
    """

    costs: tuple[type[Cost], ...]
    parts: tuple[type[Part], ...]
    requirements: tuple[type[Word], ...]
    amounts: tuple[type[Word], ...]
    target: Any
    when: Any
    constant: Any
    descriptions: tuple[type[Struct], ...] = ()

    def words_under(self, base: type[Struct]) -> tuple[type[Struct], ...]:
        """What may stand where a field asks for a type: the words of the game under a nameless word, else the type."""
        if is_named(base) or not issubclass(base, Word):
            return (base,)
        return tuple(each for each in (*self.named_words, *self.descriptions) if issubclass(each, base))

    @property
    def named_words(self) -> tuple[type[Word], ...]:
        """The words that are written with their names."""
        return (*self.costs, *self.parts, *self.requirements, *self.amounts)

    @cached_property
    def field_types(self) -> dict[str, Any]:
        """The type of each field of `Ability` that the kernel leaves open, by the name of the field."""
        return {
            "when": self.when,
            "costs": several(union(self.costs)),
            "targets": several(self.target),
            "parts": several(union(self.parts)),
            "requires": several(union(self.requirements)),
            "constants": several(self.constant),
        }


def words_of(base: type[W], modules: Iterable[ModuleType]) -> tuple[type[W], ...]:
    """The words of a kind in modules that have a name of their own, each once, in the order of the modules.

    A word of a game that extends a shared one under the same name stands in its place.
    """
    found = {
        each: None
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, base) and is_named(each)
    }
    return tuple(each for each in found if not any(is_replaced(each, other) for other in found))


def is_replaced(word: type[Struct], other: type[Struct]) -> bool:
    """Whether another word extends this one under the same name."""
    return other is not word and issubclass(other, word) and word_tag(other) == word_tag(word)


def is_named(word: type[Struct]) -> bool:
    """Whether a word can be written: a base of other words has no name of its own."""
    return word_tag(word) != word.__name__


def is_plain(word: type[Struct]) -> bool:
    """Whether a word is written without its name, since its place says what it is."""
    return not is_named(word) or (issubclass(word, Word) and word.plain)


def word_tag(word: type[Struct]) -> str:
    """The name of a word, as it is written."""
    return str(word.__struct_config__.tag or word.__name__)


def union(kinds: Iterable[Any]) -> Any:
    """The union of types, of which there is at least one."""
    first, *rest = kinds
    for each in rest:
        first = first | each
    return first


def several(kind: Any) -> Any:
    """The type of a tuple of any length."""
    return GenericAlias(tuple, (kind, ...))
