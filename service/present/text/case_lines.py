"""An entry of a case as lines, for readers who do not have its match open: names and values in words.

Read `entry_lines`. The facts of a preview become sentences, with the titles of the cards that they show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from domain.games import GAMES
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.flow.waits import Waiting
from service.app.rulebooks import rule_of
from service.present.text.cases import end_words, verdict_sentence
from service.present.text.changes import change_words
from service.present.text.facts import AREAS, facts_once, sentence
from service.present.text.names import CardTitles, in_words, zone_said
from service.present.text.words_of_games import game_title, word_of

Entry = Mapping[str, Any]
# name and time stand above the lines; digests are for programs
ABOVE = ("entry", "kind", "id", "actor", "role", "at", "digest", "alone")
RULES = ("rules", "rule", "consent_rule")
# the fields that hold a word of the engine or of the game; every other text is an id or what somebody wrote
WORDS = (
    *("needs", "change", "marker", "counter", "track", "until", "infraction", "penalty", "state"),
    *("kind", "how", "outcome", "because", "area"),
)
OPENED_OUT = ("ruling", "penalty", "report")
MOMENT = 19  # the characters of a time up to the seconds: `2026-11-23T12:59:00`


def utc(moment: str) -> str:
    """A moment for people, to the second."""
    return f"{moment[:MOMENT].replace('T', ' ')} UTC"


def entry_lines(
    entry: Entry, game: str, cards: Mapping[str, Any], readable: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, str]]:
    """What an entry says, field by field, each penalty of a ruling on its own line.

    `cards` are those it may name, `readable` the keys of those that its reader knows by handle.
    """
    names = CardTitles(cards, False, word_of(game), game)
    names.keys.update(readable)
    for name, value in entry.items():
        if name in ABOVE or value in ("", None, [], {}):
            continue
        if name in OPENED_OUT and isinstance(value, dict):
            yield from (
                entry_lines(value, game, cards, readable) if name != "penalty" else [(name, value_line(value, names))]
            )
        elif name in ("penalties", "replaces"):
            yield from (("penalty" if name == "penalties" else name, value_line(each, names)) for each in value)
        elif name == "ends":
            yield name, end_words(value)
        elif name == "facts":
            yield "what happens", ". ".join(fact_sentences(value, game, cards))
        else:
            yield in_words(name), entry_value(name, value, names)


def entry_value(name: str, value: Any, names: CardTitles) -> str:
    """A field's value: rules and cards by title, words of the engine in plain words, else the text as written."""
    if name in RULES:
        rules = [value] if isinstance(value, str) else value
        return ", ".join(cited_rule(rule) for rule in rules)
    if name == "game":
        return game_title(str(value))
    if name == "verdict":
        return verdict_sentence(str(value))
    if name in AREAS and isinstance(value, str):
        return zone_said(value) if "." in value else value
    if name == "card":
        return names.card(str(value)) if value in names.keys else names.text(str(value))
    if name == "what":
        return names.purpose_words(str(value))
    if name in WORDS and isinstance(value, str):
        return said if (said := names.word(value)) != value else in_words(value)
    return value_line(value, names, name)


def cited_rule(rule: str) -> str:
    """A rule as it is cited: its title, and its id, for titles such as `2.2 Draw` do not say of which book they are."""
    title = rule_of(rule).title
    return f"{title} ({rule})" if title else rule


def book_title(rule: str) -> str:
    """The book in which a rule stands: that of a game, or that of the service."""
    book = rule.partition(".")[0]
    return game_title(book) if book in GAMES else "judging and the service"


def by_book(rules: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """The rules of a document by the title of the book in which they stand, in the order in which they are cited."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for each in rules:
        found.setdefault(book_title(each["id"]), []).append(each)
    return found


def value_line(value: Any, names: CardTitles, name: str = "") -> str:
    """A value as it stands in a field, letter by letter but for the words of the fields of `WORDS`."""
    if isinstance(value, dict):
        if said := change_line(value, names):
            return said
        return ", ".join(
            f"{in_words(name)}: {entry_value(name, each, names)}" for name, each in value.items() if each != ""
        )
    if isinstance(value, (list, tuple)):
        between = "; " if any(isinstance(each, dict) for each in value) else ", "
        return between.join(entry_value(name, each, names) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def change_line(value: dict[str, Any], names: CardTitles) -> str:
    """A change by hand in words; empty for anything else."""
    try:
        return change_words(msgspec.convert(value, AnyChange), names)
    except msgspec.ValidationError:
        return ""


def fact_sentences(facts: list[dict[str, Any]], game: str, cards: Mapping[str, Any]) -> Iterator[str]:
    """The facts, each as a sentence; facts about what is asked next are left out."""
    rules = GAMES[game].rules
    kinds = {str(each.__struct_config__.tag): each for each in rules.facts}
    read = [msgspec.convert(each, kinds[each["fact"]]) for each in facts]
    names = CardTitles(cards, False, word_of(game), game)
    names.learn(read)
    return (sentence(each, names) for _, each in facts_once(read) if not isinstance(each, Waiting))
