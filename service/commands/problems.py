"""Expected failures: what is said of each, by which rule, because of what.

`CommandProblem` is what reaches the user, with exit status 2; PROBLEMS is the one table from exceptions to problems.
A problem names the rule that refused, or the field, option or place that is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import click
from eventsourcing.persistence import PersistenceError

from domain.match.aggregate import BrokenChain, KeyReused, Paused, Refused, Stale
from service.app.match.matches import MatchIdTaken, Unknown
from service.app.rulebooks import rule_of
from service.present.text.facts import fields_words, value_words
from service.present.text.names import CardTitles
from service.settings import WrongSettings
from service.store.failures import Contended, Unavailable
from service.store.recorded import UnreadableRow


class CommandProblem(click.ClickException):
    """An expected failure: what went wrong, by which rule, because of what; exit status 2."""

    exit_code = 2

    def __init__(self, message: str, rule: str = "", because: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.because = because or {}
        self.names: CardTitles | None = None
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


def because_lines(because: dict[str, Any], names: CardTitles | None) -> Iterator[str]:
    """What shows the refusal: one line for each object or value that it names."""
    named = names or CardTitles({})
    for number, (key, value) in enumerate(because.items()):
        head, name = "because" if number == 0 else "", key.replace("_", " ")
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"  {head:<8} {name}:"
            yield from (f"             {fields_words(each, named)}" for each in value)
        else:
            yield f"  {head:<8} {name}: {value_words(value, named)}"


def refusal_problem(error: Refused) -> CommandProblem:
    refusal = error.refusal
    return CommandProblem(refusal.text or "refused", refusal.rule, dict(refusal.because))


def plain_problem(error: Exception) -> CommandProblem:
    return CommandProblem(str(error))


PROBLEMS: dict[type[Exception], Callable[[Any], CommandProblem]] = {
    Refused: refusal_problem,
    Stale: lambda error: CommandProblem(f"--wait: {error}", "match.stale", {"wait": f"w{error.match.wait}"}),
    Paused: lambda error: CommandProblem(str(error), "match.paused", {"case": error.match.flags.frozen}),
    KeyReused: lambda error: CommandProblem("--key: another command was given under it", "idempotency.key-reused"),
    Unknown: lambda error: CommandProblem(f"no such match: {error}"),
    MatchIdTaken: lambda error: CommandProblem(f"another match has the id {error}"),
    Contended: lambda error: CommandProblem(f"{error}: other writers were first each time; give the command again"),
    Unavailable: lambda error: CommandProblem(f"the store does not answer: {error}; repeat with the same --key"),
    BrokenChain: plain_problem,
    UnreadableRow: plain_problem,
    WrongSettings: plain_problem,
    PersistenceError: plain_problem,
}


EXPECTED: tuple[type[Exception], ...] = (CommandProblem, *PROBLEMS)


def command_problem(error: Exception) -> CommandProblem:
    """The problem that an expected exception is."""
    if isinstance(error, CommandProblem):
        return error
    kind = next(kind for kind in type(error).__mro__ if kind in PROBLEMS)
    return PROBLEMS[kind](error)


def fail_field(field: str, why: str, because: dict[str, Any] | None = None) -> NoReturn:
    """Raises CommandProblem, which names an option, an argument or a field, and what is wrong with it."""
    raise CommandProblem(f"{field}: {why}", because=because)


def place_and_meant(field: str, meant: str) -> dict[str, Any]:
    """The data of a problem, as over HTTP: the field of what was given, and what was meant, as far as known."""
    return {name: said for name, said in (("field", field), ("meant", meant)) if said}
