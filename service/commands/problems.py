"""Expected failures: what is said of each, by which rule, because of what.

`Problem` is what reaches the user, with exit status 2; PROBLEMS is the one table from exceptions to problems.
A problem names the rule that refused, or the field, option or place that is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import click
from eventsourcing.persistence import PersistenceError

from domain.match.aggregate import BrokenChain, KeyReused, Paused, Refused, Stale
from service.app.matches import Contended, Taken, Unavailable, Unknown
from service.app.rulebooks import rule_of
from service.present.text.facts import value_words
from service.present.text.names import Names
from service.settings import WrongSettings
from service.store.recorded import Unreadable


class Problem(click.ClickException):
    """An expected failure: what went wrong, by which rule, because of what; exit status 2."""

    exit_code = 2

    def __init__(self, message: str, rule: str = "", because: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.because = because or {}
        self.names: Names | None = None
        self.in_json = False

    def show(self, file: Any = None) -> None:
        click.echo(self.as_json() if self.in_json else self.as_words(), err=True)

    def as_json(self) -> str:
        rule = rule_of(self.rule) if self.rule else None
        named = {"id": rule.id, "title": rule.title, "text": rule.text} if rule else None
        return json.dumps({"error": self.message, "rule": named, "because": self.because}, default=str)

    def as_words(self) -> str:
        lines = [f"error: {self.message}"]
        if self.rule:
            rule = rule_of(self.rule)
            lines.append(f"  rule     {rule.id}" + (f": {rule.title}" if rule.title else ""))
            lines += [f"  text     {rule.text}"] if rule.text else []
        return "\n".join([*lines, *because_lines(self.because, self.names)])


def because_lines(because: dict[str, Any], names: Names | None) -> Iterator[str]:
    """What shows the refusal: one line for each object or value that it names."""
    named = names or Names({})
    for number, (key, value) in enumerate(because.items()):
        head, name = "because" if number == 0 else "", key.replace("_", " ")
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"  {head:<8} {name}:"
            yield from (f"             {fields_words(each, named)}" for each in value)
        else:
            yield f"  {head:<8} {name}: {value_words(value, named)}"


def refused(error: Refused) -> Problem:
    refusal = error.refusal
    return Problem(refusal.text or "refused", refusal.rule, dict(refusal.because))


def plain(error: Exception) -> Problem:
    return Problem(str(error))


def fields_words(fields: dict[str, Any], names: Names) -> str:
    return ", ".join(f"{name} {value_words(value, names)}" for name, value in fields.items())


PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    Refused: refused,
    Stale: lambda error: Problem(f"--wait: {error}", "match.stale", {"wait": f"w{error.match.wait}"}),
    Paused: lambda error: Problem(str(error), "match.paused", {"case": error.match.flags.frozen}),
    KeyReused: lambda error: Problem("--key: another command was given under it", "idempotency.key-reused"),
    Unknown: lambda error: Problem(f"no such match: {error}"),
    Taken: lambda error: Problem(f"another match has the id {error}"),
    Contended: lambda error: Problem(f"{error}: other writers were first each time; give the command again"),
    Unavailable: lambda error: Problem(f"the store does not answer: {error}; repeat with the same --key"),
    BrokenChain: plain,
    Unreadable: plain,
    WrongSettings: plain,
    PersistenceError: plain,
}


EXPECTED: tuple[type[Exception], ...] = (Problem, *PROBLEMS)


def problem_of(error: Exception) -> Problem:
    """The problem that an expected exception is."""
    if isinstance(error, Problem):
        return error
    kind = next(kind for kind in type(error).__mro__ if kind in PROBLEMS)
    return PROBLEMS[kind](error)


def wrong(field: str, why: str) -> NoReturn:
    """End with a problem that names an option, an argument or a field."""
    raise Problem(f"{field}: {why}")
