"""Precedents: which cards a case is about, and which other cases are like it.

A card belongs to a case if the part of the case that may be read names it, by title or key, or if the action in dispute
shows it to everybody. Cases are alike by shared rules and cards - the rarer the more - and by game and kind of remedy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from math import log
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, to_builtins

from domain.games import GAMES
from domain.judging.cases.case import Case
from domain.judging.cases.redaction import (
    PUBLISHED,
    CaseViewer,
    readable_moment,
    readable_rulings,
    rules_read,
    visible_entries,
)
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import PUBLIC
from domain.match.aggregate import decode_event, redact_event
from service.app.match.matches import MatchApplication, Unknown
from service.present.text.names import CardTitles
from service.store.damage import unless_damaged

SAME_REMEDY, SAME_GAME = 0.5, 0.25

WORDS = re.compile(r"\w+")


class CaseTraits(Struct, frozen=True):
    """What tells cases apart: the rules that they cite, the cards that they are about, the remedy, the game."""

    rules: frozenset[str]
    cards: frozenset[str]
    remedy: str
    game: str


class CaseLikeness(Struct, frozen=True):
    """What two cases share, and a score of their similarity."""

    schema_name: ClassVar[str] = "Likeness"

    score: Annotated[float, Meta(description="The similarity; rare rules and cards count more.")]
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    remedy: Annotated[str, Meta(description="The kind of remedy, if it is the same in both; else empty.")]
    game: bool


class Precedents:
    """What cases are about; the cards of a moment never change and are cached."""

    def __init__(self, matches: MatchApplication) -> None:
        self._matches = matches
        self._shown: dict[tuple[str, int], frozenset[str]] = {}

    def traits(self, case: Case, eyes: CaseViewer) -> CaseTraits:
        """The traits of a case, from the part that somebody may read."""
        opening, ruling = case.opening, next(reversed(readable_rulings(case, eyes)), None)
        cards = cards_in(opening.game, readable_words(case, eyes)) | self.shown_cards(
            opening.match, disputed_version(case, eyes)
        )
        remedy = str(ruling.remedy.get("kind", "")) if ruling is not None and eyes.how != PUBLISHED else ""
        return CaseTraits(frozenset(rules_read(case, eyes)), cards, remedy, opening.game)

    def shown_cards(self, match_id: str, version: int) -> frozenset[str]:
        """The keys of the cards that an action showed to everybody, and of those that it was about."""
        if not version:
            return frozenset()
        if (match_id, version) not in self._shown:
            found = unless_damaged(match_id, partial(self._read_shown_cards, match_id, version))
            if found is None:
                return frozenset()
            self._shown[match_id, version] = found
        return self._shown[match_id, version]

    def _read_shown_cards(self, match_id: str, version: int) -> frozenset[str]:
        try:
            match = self._matches.at(match_id, version)
        except Unknown:
            return frozenset()
        [payload] = self._matches.payloads(match_id, version - 1, version)
        names = CardTitles(match.rules.pool.cards)
        names.look_at(match.table, PUBLIC)
        seen = redact_event(decode_event(match, payload), version, PUBLIC)
        said = {names.keys.get(word, word) for word in texts_in(to_builtins(seen))}
        return frozenset(said & match.rules.pool.cards.keys())


def disputed_version(case: Case, eyes: CaseViewer) -> int:
    """The version in dispute; 0 where no moment was named that somebody may read."""
    return int(readable_moment(case, eyes).partition(".")[0] or 0)


def texts_in(value: Any, keys: bool = True) -> Iterator[str]:
    """Every text in a value of JSON types, also the keys of mappings unless they are left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from texts_in(key if keys else None)
            yield from texts_in(each, keys)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts_in(each, keys)


def readable_words(case: Case, eyes: CaseViewer, kinds: tuple[str, ...] = ()) -> str:
    """The words of a case that somebody may read, of all entries or of some kinds."""
    found = (each for each in visible_entries(case, eyes) if not kinds or each["kind"] in kinds)
    return " ".join(word for each in found for word in texts_in(each, keys=False))


@cache
def title_patterns(game: str) -> tuple[re.Pattern[str], dict[str, frozenset[str]]]:
    """The pattern that finds the cards of a game's pool in a text, and the keys that each found word means."""
    meant: dict[str, set[str]] = {}
    for key, card in GAMES[game].rules.pool.cards.items():
        for word in (key, key.rpartition("/")[2], card.title):
            meant.setdefault(word.casefold(), set()).add(key)
    listed = "|".join(re.escape(word) for word in sorted(meant, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])"), {word: frozenset(keys) for word, keys in meant.items()}


def cards_in(game: str, text: str) -> frozenset[str]:
    """The keys of the cards that a text names, by title, key or id."""
    finder, meant = title_patterns(game)
    return frozenset(key for found in finder.findall(text.casefold()) for key in meant[found])


def cards_named(game: str, name: str) -> frozenset[str]:
    """The keys of the cards that a name means."""
    return title_patterns(game)[1].get(name.casefold(), frozenset())


def cards_called(game: str, name: str) -> frozenset[str]:
    """The keys of the cards whose titles contain all these words."""
    words = set(WORDS.findall(name.casefold()))
    cards = GAMES[game].rules.pool.cards.items()
    return frozenset(key for key, card in cards if words and words <= set(WORDS.findall(card.title.casefold())))


def names_card(name: str) -> bool:
    """Whether a card of one of the games has this name."""
    return any(cards_named(game, name) or cards_called(game, name) for game in GAMES)


def card_meant(name: str) -> str:
    """The title of a card of one of the games that a name may have meant; empty where none is close."""
    keys_by_name: dict[str, str] = {
        card.title.casefold(): card.title for game in GAMES.values() for card in game.rules.pool.cards.values()
    }
    return keys_by_name.get(meant_by(name.casefold(), keys_by_name), "")


def rank_by_likeness(one: CaseTraits, others: Iterable[CaseTraits]) -> list[CaseLikeness]:
    """The others by how much each is like the case; game and remedy alone are no likeness."""
    listed = list(others)
    common = Counter(each for traits in listed for each in traits.rules | traits.cards)
    return [likeness(one, other, common, len(listed)) for other in listed]


def likeness(one: CaseTraits, other: CaseTraits, common: Counter[str], cases: int) -> CaseLikeness:
    rules, cards = tuple(sorted(one.rules & other.rules)), tuple(sorted(one.cards & other.cards))
    remedy = one.remedy if one.remedy == other.remedy else ""
    game = one.game == other.game
    shared = sum(log((cases + 1) / common[each]) for each in (*rules, *cards))
    score = shared + (SAME_REMEDY if remedy else 0) + (SAME_GAME if game else 0) if rules or cards else 0.0
    return CaseLikeness(round(score, 3), rules, cards, remedy, game)
