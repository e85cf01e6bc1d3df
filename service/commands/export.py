"""`praetor export`: the record of a match, and the tables for analysts as files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from projections.analytics.match_filter import MatchFilter
from projections.analytics.store import AnalyticsTables
from service.commands.problems import CommandProblem, fail_field
from service.commands.shared_options import OR_ANY_GAME, F, current_settings, json_option, print_json
from service.commands.storage import export_record, progress
from service.exports.atomic_folder import FolderInUse, Manifest
from service.exports.event_file import NoMatches, export_event
from service.exports.exported_rows import Month
from service.wiring import analytics_tables

if TYPE_CHECKING:
    from service.exports.parquet_export import ExportResult, Progress


class ExportGroup(click.Group):
    """A group in which a match alone means its record."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = [str(export_record.name), *args]
        return super().parse_args(ctx, args)


@click.group("export", cls=ExportGroup)
def export() -> None:
    """A match as a record (`export MATCH`), or the tables for analysts as files."""


export.add_command(export_record)


@contextmanager
def open_tables() -> Iterator[AnalyticsTables]:
    """The tables for analysts of this process's store, closed at the end."""
    analytics = analytics_tables(current_settings())
    try:
        yield analytics
    finally:
        analytics.database.close()


def read_day(context: click.Context, option: click.Parameter, text: str) -> str:
    """The text of a day. Raises CommandProblem for anything else."""
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        fail_field(f"--{option.name}", f"{text!r} is no day, as 2026-01-31")


def day_option(name: str, said: str) -> Callable[[F], F]:
    """An option that is a day."""
    return click.option(f"--{name}", default="", metavar="DAY", callback=read_day, help=said)


@export.command("parquet")
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where.")
@click.option("--game", default="", type=OR_ANY_GAME, metavar="GAME", help="Matches of a game.")
@day_option("since", "Matches opened on this day or later (UTC).")
@day_option("until", "Matches opened on this day or earlier (UTC).")
@click.option("--event", default="", metavar="EVENT", help="Matches of an event.")
@json_option
def export_parquet_folder(out: Path, game: str, since: str, until: str, event: str, as_json: bool) -> None:
    """Write the tables for analysts as a folder of Parquet files, or bring that folder up to date."""
    if since and until and until < since:
        fail_field("--until", f"{until} is before {since}, where the span begins")
    chosen = MatchFilter(game, since, until, event)
    with open_tables() as analytics:
        result = write_parquet(analytics, chosen, out)
    if as_json:
        named = {kind: [each.name for each in getattr(result, kind)] for kind in ("renewed", "kept")}
        print_json({"out": str(out), **named, "matches": result.manifest.matches, "rows": rows_in(result.manifest)})
        return
    said = f"{result.manifest.matches} matches, {rows_in(result.manifest)} rows, {len(result.manifest.files)} files"
    click.echo(f"{out}: {said}; months renewed {len(result.renewed)}, left as they were {len(result.kept)}")


def rows_in(manifest: Manifest) -> int:
    """The number of rows in the files of an export."""
    return sum(each.rows for each in manifest.files)


def write_parquet(analytics: AnalyticsTables, chosen: MatchFilter, out: Path) -> ExportResult:
    """Export with a bar of progress. Returns what was done. Raises CommandProblem for what the user can mend."""
    require_installed("pyarrow")
    from service.exports.parquet_export import OtherFilter, export_parquet

    try:
        with shown_progress() as show:
            return export_parquet(analytics, chosen, out, show)
    except OtherFilter as error:
        kept = {name: value for name, value in structs.asdict(error.kept).items() if value} or "all matches"
        fail_field("--out", f"{out} has an export of other matches; choose another folder", {"exported": kept})
    except FolderInUse:
        fail_field("--out", f"another process exports into {out}")
    except OSError as error:
        fail_field("--out", f"{error.filename or out}: {error.strerror}")


def require_installed(package: str, extra: str = "analytics") -> None:
    """Raises CommandProblem where a package of an extra is not installed."""
    try:
        import_module(package)
    except ModuleNotFoundError as error:
        raise CommandProblem(f"{package} is not installed: pip install 'praetor[{extra}]' brings it") from error


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """What shows the months of an export on stderr: a bar on a terminal, else a line for each."""
    with progress() as bar:
        task = bar.add_task("exporting")
        begun: set[Month] = set()

        def show(month: Month, done: float, months: int) -> None:
            bar.update(task, description=f"exporting {month.game} {month.month}", completed=done, total=months)
            if month not in begun and not sys.stderr.isatty():
                click.echo(f"exporting {month.game} {month.month}  {int(done) + 1} of {months}", err=True)
            begun.add(month)

        yield show


@export.command("sqlite")
@click.argument("event_id", metavar="EVENT")
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Where.")
@json_option
def export_sqlite_file(event_id: str, out: Path, as_json: bool) -> None:
    """Write the matches of an event that are over as one SQLite file, players under pseudonyms."""
    with open_tables() as analytics:
        try:
            matches = export_event(analytics, event_id, out)
        except NoMatches:
            fail_field("EVENT", f"no match of {event_id!r} is over, or the projector has not told it yet")
        except OSError as error:
            fail_field("--out", f"{error.filename or out}: {error.strerror}")
    if as_json:
        print_json({"out": str(out), "event": event_id, "matches": matches})
    else:
        click.echo(f"{out}: {matches} matches of {event_id}")
