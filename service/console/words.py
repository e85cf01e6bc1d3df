"""Words of the engine as a page writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from domain.kernel.flow.waits import Waiting
from service.app.rulebooks import rule_of
from service.files.naming import INTERNAL
from service.present.text.facts import field_value, sentence
from service.present.text.names import Names, in_words

NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def source_said(source: str, names: Names) -> str:
    """What a line of a number's trace comes from: a rule by its title, a card by its, a name of the engine in words."""
    title = rule_of(source).title
    return title or NAME.sub(lambda found: in_words(found.group()), names.text(source))


def titled(name: str) -> str:
    """The same, beginning with a capital."""
    words = in_words(name)
    return words[:1].upper() + words[1:]


def fact_said(fact: Any, names: Names) -> str:
    """What a fact says in one line, with a wait as the page asks it."""
    if isinstance(fact, Waiting):
        are = "is" if len(fact.seats) == 1 else "are"
        return f"{' and '.join(fact.seats)} {are} asked: {in_words(names.text(fact.question))}"
    return sentence(fact, names)


def place_said(zone: str) -> str:
    """Where a card lies: `alice.hand` is alice's hand."""
    return zone.replace(".", "'s ")


WRITTEN = re.compile(r"(\d{4}-\d\d-\d\d) +(\d\d:\d\d(?::\d\d)?)(?: *UTC)?")


def moment_read(written: str) -> str:
    """A moment as a page writes it (`2026-11-23 12:59 UTC`) in the form of the API; anything else as it is."""
    found = WRITTEN.fullmatch(written)
    return f"{found[1]}T{found[2]}Z" if found else written


LOOKED = {
    "sealed-answers": "the secret answers",
    "reads.look": "the table",
    "console.match": "the table",
}


def command_said(command: dict[str, Any], names: Names) -> str:
    """A command in a line: what is done, in brackets what with; numbers of the engine where they tell things apart."""
    said = ((name, value) for name, value in command.items() if name != "type" and not (name in INTERNAL and not value))
    fields = ", ".join(f"{in_words(name)}: {field_value(name, value, names)}" for name, value in said)
    return f"{in_words(str(command.get('type')))}{f' ({fields})' if fields else ''}"


def condition_said(described: str, names: Names) -> str:
    """A condition as the rules describe it in public words (`killed: core/bran-stark`), for a reader."""
    kind, divides, of = described.partition(":")
    return f"{in_words(kind)}{divides}{names.text(of)}"


def looked(what: str) -> str:
    """What a judge looked at: the name of a question, without where it was asked."""
    return LOOKED.get(what) or in_words(what.rpartition(".")[2].removeprefix("tell_"))


OFFICES = {"head-judge": "head judge"}


def titles_only(titles: Mapping[str, str]) -> Names:
    """Names of no cards: words by these titles, offices in words, any other word as it is."""
    known = {**OFFICES, **titles}
    return Names({}, handles=False, word=lambda word: known.get(word, word))
