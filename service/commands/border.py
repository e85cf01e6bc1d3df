"""What all commands share: the store of this process, who looks, JSON or words, and errors as exit status 2.

`Border` is the group that turns every expected exception into a `Problem`; PROBLEMS is the one table of them. A problem
names the rule that refused, or the field, option or place that is wrong.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec
from domain.kernel.ids import Viewer
from domain.match import BrokenChain, KeyReused, Match, Refused, Stale
from eventsourcing.persistence import PersistenceError
from msgspec import structs

from service.matches import Contended, Matches, Taken, Unavailable, Unknown
from service.rulebooks import rule_of
from service.settings import Settings, WrongSettings, read
from service.store.recorded import Unreadable
from service.told.names import Names
from service.wiring import matches_of

F = TypeVar("F", bound=Callable[..., Any])
VIEWERS = ("public", "judge", "head-judge", "admin")


class Problem(click.ClickException):
    """An expected failure: what went wrong, by which rule, because of what; exit status 2."""

    exit_code = 2

    def __init__(self, message: str, rule: str = "", because: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.because = because or {}
        self.names: Names | None = None

    def show(self, file: Any = None) -> None:
        context = click.get_current_context(silent=True)
        as_json = context is not None and context.find_root().meta.get("json", False)
        click.echo(self.as_json() if as_json else self.as_words(), err=True)

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
    from service.told.facts import value_words

    named = names or Names({})
    for number, (name, value) in enumerate(because.items()):
        head = "because" if number == 0 else ""
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"  {head:<8} {name}:"
            yield from (f"             {value_words(each, named)}" for each in value)
        else:
            yield f"  {head:<8} {name}: {value_words(value, named)}"


def refused(error: Refused) -> Problem:
    refusal = error.refusal
    return Problem(refusal.text or "refused", refusal.rule, dict(refusal.because))


def plain(error: Exception) -> Problem:
    return Problem(str(error))


PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    Refused: refused,
    Stale: lambda error: Problem(f"--wait: {error}", "match.stale", {"wait": f"w{error.match.wait}"}),
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


class Border(click.Group):
    """The group around all commands: expected exceptions leave as problems."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except tuple(PROBLEMS) as error:
            raise problem_of(error) from error


def problem_of(error: Exception) -> Problem:
    kind = next(kind for kind in type(error).__mro__ if kind in PROBLEMS)
    return PROBLEMS[kind](error)


def settings_here() -> Settings:
    """The settings of this process: PRAETOR_* and the option --db."""
    chosen = click.get_current_context().find_root().params.get("db")
    settings = read(os.environ)
    return structs.replace(settings, db=Path(chosen)) if chosen else settings


@contextmanager
def store() -> Iterator[Matches]:
    """The store of this process, closed at the end."""
    matches = matches_of(settings_here())
    try:
        yield matches
    finally:
        matches.close()


def _remember_json(context: click.Context, option: click.Parameter, value: bool) -> bool:
    context.find_root().meta["json"] = value
    return value


def json_option(command: F) -> F:
    """`--json`: the answer, and any error, as JSON."""
    return click.option(
        "--json", "as_json", is_flag=True, callback=_remember_json, help="Print JSON for programs."
    )(command)


def as_option(command: F) -> F:
    """`--as`: the viewer through whose eyes to look."""
    return click.option(
        "--as", "viewer", default="admin", metavar="SEAT|public|judge", help="Look as a seat, the public or a judge."
    )(command)


def at_option(command: F) -> F:
    """`--at`: the version to look at."""
    return click.option(
        "--at", type=click.IntRange(min=1), metavar="N", help="The version to look at; default the newest."
    )(command)


def match_at(matches: Matches, match_id: str, at: int | None) -> Match:
    """A match at a version, or the newest."""
    return matches.fresh(match_id) if at is None else matches.at(match_id, at)


def viewer_of(match: Match, name: str) -> Viewer:
    """A viewer by name; a Problem names --as where the match has none of that name."""
    seats = match.table.seats
    if name not in seats and name not in VIEWERS:
        wrong("--as", f"{name!r} is neither a seat ({', '.join(seats)}) nor one of {', '.join(VIEWERS)}")
    return Viewer(name)


def names_of(match: Match, viewer: Viewer, handles: bool = True) -> Names:
    """The titles of the cards that a viewer sees on the table at this version."""
    names = Names(match.rules.pool.cards, handles)
    names.look_at(match.table, viewer)
    return names


def wrong(field: str, why: str) -> NoReturn:
    """End with a problem that names an option, an argument or a field."""
    raise Problem(f"{field}: {why}")


def print_json(value: Any) -> None:
    click.echo(msgspec.json.encode(value).decode())


def print_lines(lines: Iterator[str]) -> None:
    for line in lines:
        click.echo(line.rstrip())


def read_text(path: str) -> str:
    """A text file (`-`: standard input); a Problem names it where it cannot be read."""
    try:
        with click.open_file(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"{path}: {error}") from error


