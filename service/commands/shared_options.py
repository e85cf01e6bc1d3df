"""What all commands share: the store of this process, who looks, JSON or words, the way out for errors."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import IO, Any, TypeVar

import click
import msgspec
from click.shell_completion import CompletionItem
from msgspec import structs

from domain.games import GAMES
from domain.kernel.formats.json_text import NotJson, read_json
from domain.kernel.ids import Viewer
from domain.match.aggregate import Match
from service.app.match.matches import MatchApplication
from service.commands.problems import EXPECTED, CommandProblem, command_problem, fail_field
from service.files.documents import why_unread
from service.present.text.names import CardTitles
from service.settings import Settings, read_settings
from service.wiring import matches_of

F = TypeVar("F", bound=Callable[..., Any])
VIEWERS = ("public", "judge", "head-judge", "admin")


class Border(click.Group):
    """The group around all commands: expected exceptions leave as problems."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except EXPECTED as error:
            problem = command_problem(error)
            problem.in_json = ctx.meta.get("json", False)
            raise problem from error


class GameName(click.ParamType[str]):
    """The name of a game that is registered when the command runs; with `none` also the empty one."""

    name = "choice"

    def __init__(self, *none: str) -> None:
        self.none = none

    def choice(self) -> click.Choice[str]:
        """The choice among the games that are registered now."""
        return click.Choice([*self.none, *sorted(GAMES)])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return self.choice().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return self.choice().get_metavar(param, ctx)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        return self.choice().get_missing_message(param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return self.choice().shell_complete(ctx, param, incomplete)


GAME, OR_ANY_GAME = GameName(), GameName("")


def current_settings() -> Settings:
    """The settings of this process: PRAETOR_* and the option --db."""
    chosen = click.get_current_context().find_root().params.get("db")
    settings = read_settings(os.environ)
    return structs.replace(settings, db=Path(chosen)) if chosen else settings


@contextmanager
def store() -> Iterator[MatchApplication]:
    """The store of this process, closed at the end."""
    matches = matches_of(current_settings())
    try:
        yield matches
    finally:
        matches.close()


def _remember_json(context: click.Context, option: click.Parameter, value: bool) -> bool:
    context.meta["json"] = value
    return value


def json_option(command: F) -> F:
    """`--json`: the answer, and any error, as JSON."""
    return click.option("--json", "as_json", is_flag=True, callback=_remember_json, help="Print JSON for programs.")(
        command
    )


def as_option(command: F) -> F:
    """`--as`: the viewer through whose eyes to look."""
    return click.option(
        "--as",
        "viewer",
        default="admin",
        metavar="SEAT|public|judge",
        help="Look as a seat, the public or a judge.",
    )(command)


def at_option(command: F) -> F:
    """`--at`: the version to look at."""
    return click.option(
        "--at", type=click.IntRange(min=1), metavar="N", help="The version to look at; default the newest."
    )(command)


def look_command(command: Callable[..., None]) -> Callable[..., None]:
    """A command that looks at MATCH, `--as` somebody, `--at` a version: it is handed the match there and the viewer."""

    @click.argument("match_id", metavar="MATCH")
    @as_option
    @at_option
    @wraps(command)
    def look(match_id: str, viewer: str, at: int | None, **more: Any) -> None:
        with store() as matches:
            found = match_at(matches, match_id, at)
        command(found, viewer_of(found, viewer), **more)

    return look


def match_at(matches: MatchApplication, match_id: str, at: int | None) -> Match:
    """A match at a version, or the newest."""
    return matches.fresh(match_id) if at is None else matches.at(match_id, at)


def viewer_of(match: Match, name: str) -> Viewer:
    """A viewer by name; a Problem names --as where the match has none of that name."""
    seats = match.table.seats
    if name not in seats and name not in VIEWERS:
        fail_field("--as", f"{name!r} is neither a seat ({', '.join(seats)}) nor one of {', '.join(VIEWERS)}")
    return Viewer(name)


def names_of(match: Match, viewer: Viewer, handles: bool = True) -> CardTitles:
    """The titles of the cards that a viewer sees on the table at this version."""
    names = CardTitles(match.rules.pool.cards, handles, game=match.rules.name)
    names.look_at(match.table, viewer)
    return names


out_option = click.option(
    "--out", type=click.Path(dir_okay=False), default="-", metavar="FILE", help="Default standard output."
)


@contextmanager
def output_file(out: str) -> Iterator[IO[bytes]]:
    """Open the file of `--out`, which only its owner may read: seeds and hands are written to it.

    Yields the open file. Raises CommandProblem where it cannot be written.
    """
    try:
        with click.open_file(out, "wb") if out == "-" else open(out, "wb", opener=open_for_owner) as file:
            yield file
    except OSError as error:
        raise CommandProblem(f"{out}: {error.strerror}") from error


def open_for_owner(path: str, flags: int) -> int:
    """A file that nobody else may read, also where it was there before; a device or a pipe stays as it is."""
    file = os.open(path, flags, 0o600)
    if stat.S_ISREG(os.fstat(file).st_mode):
        os.fchmod(file, 0o600)
    return file


def print_json(value: Any) -> None:
    click.echo(msgspec.json.encode(value).decode())


def print_lines(lines: Iterator[str]) -> None:
    for line in lines:
        click.echo(line.rstrip())


def read_text(path: str) -> str:
    """The text of a file; `-` is standard input. Raises CommandProblem where it cannot be read."""
    try:
        with click.open_file(path, encoding="utf-8") as file:
            text: str = file.read()
            return text
    except (OSError, UnicodeDecodeError) as error:
        raise CommandProblem(f"{path}: {why_unread(error)}") from error


def json_of(field: str, text: str, rule: str = "", kind: Any = Any) -> Any:
    """The values of a JSON text that a person wrote. Raises CommandProblem, and ValidationError for another kind."""
    try:
        return read_json(text, kind)
    except NotJson as error:
        raise CommandProblem(f"{field}: {error}", rule, {"field": error.twice} if error.twice else {}) from error
