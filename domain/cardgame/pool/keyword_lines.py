"""Keywords as a line of a card prints them: alone, with a number, or with traits.

Read `KeywordList`, which a game makes of its keywords, then `keyword_from` and `keyword_text`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping

from msgspec import Struct

from domain.cardgame.pool.card_fields import InvalidCard, join_plurals
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import meant_by

NUMBERED = re.compile(r"(?P<name>.+) \((?P<x>[0-9]{1,9})\)")


class Keyword(Struct, frozen=True, omit_defaults=True):
    """A printed keyword; `x` is its number, `traits` are those it is about (with `except_`: all others)."""

    name: str
    x: int | None = None
    except_: bool = False
    traits: tuple[str, ...] = ()


class KeywordList(Struct, frozen=True):
    """The keywords of a game, in small letters, and the rule that closes the list.

    Those of `numbered` always have a number, `ambush (2)`; those of `with_traits` may name traits,
    `no attachments Item` or `no attachments except Item`. `types` are the types of cards on which a keyword counts.
    """

    rule: str
    types: Mapping[str, tuple[str, ...]]
    numbered: frozenset[str] = frozenset()
    with_traits: frozenset[str] = frozenset()

    @property
    def names(self) -> frozenset[str]:
        """The keywords without numbers and traits."""
        return frozenset(self.types)


def keyword_from(text: str, where: str, listed: KeywordList) -> Keyword:
    """A keyword as printed: "stealth", "ambush (2)", "no attachments Item", "no attachments except Item".

    Raises InvalidCard for any other text.
    """
    plain = " ".join(text.split())
    folded = plain.casefold()
    numbered = NUMBERED.fullmatch(plain)
    if numbered and numbered["name"].casefold() in listed.numbered:
        return Keyword(numbered["name"].casefold(), x=int(numbered["x"]))
    for name in sorted(listed.with_traits):
        if said := re.fullmatch(rf"{re.escape(name)} (?P<except>except )?(?P<traits>.+)", plain, re.IGNORECASE):
            return Keyword(name, except_=bool(said["except"]), traits=traits_from(said["traits"]))
    if folded not in listed.names - listed.numbered:
        before, _, excepted = folded.partition(" except ")
        meant = meant_by(before.partition(" (")[0], listed.names)
        meant = f"{meant} (X)" if meant in listed.numbered else meant
        meant = f"{meant} except {excepted}" if meant and excepted else meant
        raise InvalidCard(f"{where}: {text!r} is no keyword ({listed.rule})", meant)
    return Keyword(folded)


def keyword_text(keyword: Keyword) -> str:
    """A keyword as it is printed."""
    if keyword.x is not None:
        return f"{keyword.name} ({keyword.x})"
    traits = join_names(keyword.traits, "or")
    return " ".join(each for each in (keyword.name, "except" if keyword.except_ else "", traits) if each)


def check_keywords(keywords: tuple[Keyword, ...], type: str, listed: KeywordList, where: str) -> None:
    """Raises InvalidCard for a keyword that never counts on a card of this type."""
    for number, keyword in enumerate(keywords):
        types = listed.types[keyword.name]
        if type not in types:
            reason = f"{keyword.name} is of {join_plurals(types)} only: on a card of type {type} it would do nothing"
            raise InvalidCard(f"{where}.keywords[{number}]: {reason}")


def traits_from(text: str) -> tuple[str, ...]:
    """The traits that a text lists: `Lord or Lady`, `item, weapon or title`."""
    return tuple(string.capwords(trait) for trait in re.split(r", | or ", text))


def keyword_printed(card: object, name: str) -> str:
    """A keyword as a card prints it; its name if the card does not print it, or is unknown (None)."""
    keywords: tuple[Keyword, ...] = getattr(card, "keywords", ())
    return ", ".join(keyword_text(each) for each in keywords if each.name == name) or name
