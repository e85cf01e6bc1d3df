"""Words of the engine as a page writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from domain.kernel.flow.waits import Waiting
from domain.kernel.formats.listing import join_names
from domain.kernel.rulebook import Rule
from service.app.rulebooks import rule_of
from service.files.names_in_commands import INTERNAL
from service.present.text.command_titles import answering_field, command_title
from service.present.text.facts import field_value, sentence
from service.present.text.names import CardTitles, in_words
from service.web.case.remedy_cards import NAMED_CARDS

NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
# what a look at the refused commands is recorded as, on the page of a case
REFUSED_COMMANDS = "refused-commands"
OFFICES = {"head-judge": "head judge"}


def source_words(source: str, names: CardTitles) -> str:
    """The source of a line of a number's trace: a rule or card by its title, a name of the engine in plain words."""
    title = rule_of(source).title
    return title or NAME.sub(lambda found: names.name_words(found.group()), names.text(source))


def contains_words(search: str, text: str) -> bool:
    """Whether a text contains every word of a search, in any order and letter case."""
    return all(word in text.casefold() for word in search.casefold().split())


def match_rank(search: str, rule: Rule) -> int:
    """How well a rule that contains the words of a search fits it, the best first: by its title, its id, its text."""
    wanted, title, key = search.casefold().strip(), rule.title.casefold(), rule.id.casefold()
    whole = rf"(?<![\w.]){re.escape(wanted)}(?![\w]|\.\w)"
    fits = (
        title == wanted or key == wanted,
        re.match(whole, title) is not None,
        re.search(whole, title) is not None or key.endswith(f".{wanted}"),
        contains_words(wanted, rule.title),
        contains_words(wanted, rule.id),
    )
    return fits.index(True) if True in fits else len(fits)


def capitalise(name: str) -> str:
    """The text with a capital first letter."""
    words = in_words(name)
    return words[:1].upper() + words[1:]


def fact_line(fact: Any, names: CardTitles) -> str:
    """A fact in one line; a wait in the words of a page."""
    if isinstance(fact, Waiting):
        are = "is" if len(fact.seats) == 1 else "are"
        return f"{join_names(fact.seats)} {are} asked: {names.question(fact)}"
    return sentence(fact, names)


def actor_words(actor: str) -> str:
    """The actor for a reader: `organizer:olga` becomes `olga, organizer`; the name of a person is unchanged."""
    office, divides, name = actor.partition(":")
    return f"{name}, {in_words(office)}" if divides and name else OFFICES.get(office, office)


def zone_line(zone: str) -> str:
    """The place of a card: `alice.hand` becomes "alice's hand"."""
    return zone.replace(".", "'s ")


PAGE_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d) +(\d\d:\d\d(?::\d\d)?)(?: *UTC)?")


def read_moment(text: str) -> str:
    """A moment as a page writes it (`2026-11-23 12:59 UTC`) in the API's form; any other text unchanged."""
    found = PAGE_MOMENT.fullmatch(text)
    return f"{found[1]}T{found[2]}Z" if found else text


LOOKED = {
    "sealed-answers": "the secret answers",
    "reads.view": "the table",
    "console.match": "the table",
    NAMED_CARDS: "the cards of a remedy",
    REFUSED_COMMANDS: "the refused commands",
}


def command_sentence(command: dict[str, Any], names: CardTitles) -> str:
    """A command in a line: its type, and its fields in brackets; internal numbers only if they distinguish things."""
    type = str(command.get("type"))
    in_title = ("type", answering_field(type, command))
    said = (
        (name, value)
        for name, value in command.items()
        if name not in in_title and not (name in INTERNAL and not value)
    )
    fields = ", ".join(f"{in_words(name)}: {field_value(name, value, names)}" for name, value in said)
    return f"{command_title(type, command)}{f' ({fields})' if fields else ''}"


def condition_phrase(described: str, names: CardTitles) -> str:
    """A condition in the words of the rules (`killed: core/bran-stark`), for a reader."""
    kind, divides, of = described.partition(":")
    return f"{in_words(kind)}{divides}{names.text(of)}"


def look_words(what: str) -> str:
    """The name of the question that a judge asked, without where it was asked."""
    return LOOKED.get(what) or in_words(what.rpartition(".")[2].removeprefix("tell_"))


def titles_only(titles: Mapping[str, str]) -> CardTitles:
    """The names for a page without cards: words by these titles, offices in words, any other word unchanged."""
    words = {**OFFICES, **titles}
    return CardTitles({}, handles=False, word=lambda word: words.get(word, word))


def time_left(until: str, now: datetime | None = None) -> str:
    """How long it is until a moment, in whole minutes, or how long that is over; scripts tell it on in these words."""
    seconds = (datetime.fromisoformat(until) - (now or datetime.now(UTC))).total_seconds()
    minutes = int(abs(seconds) // 60)
    if seconds < 0:
        return f"over for {duration(60 * minutes)}" if minutes else "over"
    return f"{duration(60 * minutes)} left" if minutes else "less than a minute left"


def clock_time(seconds: int) -> str:
    """The seconds as a clock shows them: `2:00`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def duration(seconds: float) -> str:
    """The seconds in words: `1 h 02 min`, `3 min 05 s`, `3 min`, `4.2 s`."""
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 10 and seconds % 1 else f"{seconds:.0f} s"
    minutes, left = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes} min {left:02d} s" if left else f"{minutes} min"
