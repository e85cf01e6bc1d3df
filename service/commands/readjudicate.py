"""`praetor readjudicate`: many matches decided again under other rules, and where each of them parts."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from functools import partial
from glob import glob
from itertools import chain
from pathlib import Path
from time import monotonic

import click

from domain.games import GAMES
from domain.judging.readjudication.rule_changes import RuleChange
from domain.match.aggregate import Refused
from service.commands.analytics import table_text
from service.commands.export import require_installed
from service.commands.opening import readings_of
from service.commands.problems import fail_field
from service.commands.shared_options import OR_ANY_GAME, store
from service.commands.storage import jobs_option, progress
from service.exports.atomic_folder import FolderInUse
from service.files.changed_cards import read_changed_cards
from service.readjudication.deciding import DECIDED, MatchFindings, MatchTask, Task
from service.readjudication.rows import DifferenceRow, csv_text_of, ndjson_text
from service.readjudication.run_folder import OtherChange, Run, RunManifest, kept_run
from service.readjudication.running import decide_tasks, local_executor
from service.readjudication.sources import TaskMaker, tasks_of_records, tasks_of_store

SHOWN = ("match", "place", "line", "kind", "rule", "card", "within", "step", "seat", "command")
FORMS: dict[str, Callable[[list[DifferenceRow]], str]] = {
    "table": lambda rows: table_text(SHOWN, [tuple(getattr(row, name) for name in SHOWN) for row in rows]),
    "csv": csv_text_of,
    "ndjson": ndjson_text,
}
EVERY = 10.0  # seconds between two lines of progress


@click.command("readjudicate")
@click.option("--store", "from_store", is_flag=True, help="The matches of the store.")
@click.option("--records", "patterns", multiple=True, metavar="GLOB", help="Matches in record files; once for each.")
@click.option("--game", default="", type=OR_ANY_GAME, metavar="GAME", help="Whose rules change.")
@click.option("--pool", metavar="FILE", help="Cards of the pool that are otherwise: YAML or JSON.")
@click.option("--rules", "readings", multiple=True, metavar="RULE=WORD", help="A rule read otherwise; once for each.")
@click.option("--running", is_flag=True, help="Matches that are not over, too: rows tell what their seats hide.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Keep what is found here.")
@click.option("--url", default="", metavar="URL", help="The service to which the report leads.")
@click.option("--form", default="table", show_default=True, type=click.Choice(sorted(FORMS)), help="What is printed.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=60, show_default=True, help="Most for one match.")
@click.option("--cluster", default="", metavar="ADDRESS", help="Decide on the workers of this Dask scheduler.")
@jobs_option
def readjudicate(
    from_store: bool,
    patterns: tuple[str, ...],
    game: str,
    pool: str | None,
    readings: tuple[str, ...],
    running: bool,
    out: Path | None,
    url: str,
    form: str,
    seconds: float,
    cluster: str,
    jobs: int,
) -> None:
    """Decide matches again under other rules; without any change, by today's engine.

    Prints the first difference of each match, and what a wait offers otherwise.
    """
    if url and not url.startswith(("http://", "https://")):
        fail_field("--url", f"{url!r} is no address of the form http://host:port")
    if not from_store and not patterns:
        fail_field("--records", "name record files, or --store for the matches of the store")
    change = change_of(game, pool, readings)
    make = partial(MatchTask, change=change, running=running, seconds=seconds)
    began = monotonic()
    with sources_of(from_store, patterns, make) as (tasks, number), open_run(out, change, url, running=running) as run:
        with open_executor(cluster, jobs) as (executor, at_once):
            results = decide_tasks(executor, run.tasks_to_try(tasks), at_once)
            for result in shown_progress(results, number - len(run.found)):
                run.add(result)
        rows = run.finish()
    click.echo(FORMS[form](rows), nl=False)
    for row in (each for each in rows if not each.version):
        click.echo(f"{row.match}: {row.kind}: {row.now}", err=True)
    click.echo(summary(run, monotonic() - began), err=True)
    if running:
        click.echo("with matches that are not over: what their seats hide stands in the rows", err=True)


def change_of(game: str, pool: str | None, given: tuple[str, ...]) -> RuleChange:
    """The change that the options say. Raises Refused for cards that do not hold and readings that there are not."""
    readings = readings_of("--rules", given)
    game = game or next((rule.partition(".")[0] for rule in readings if rule.partition(".")[0] in GAMES), "")
    if readings and not game:
        fail_field("--rules", f"{given[0]!r} begins with no game: {', '.join(sorted(GAMES))}")
    named, cards = (game, "") if pool is None else read_changed_cards(pool, game)
    change = RuleChange(named, cards, readings)
    if refusal := change.refusal():
        raise Refused(refusal)
    return change


@contextmanager
def sources_of(from_store: bool, patterns: tuple[str, ...], make: TaskMaker) -> Iterator[tuple[Iterator[Task], int]]:
    """Yield the tasks of the matches of the store and of the files, and how many they are. Raises CommandProblem."""
    paths = [path for pattern in patterns for path in files_of(pattern)]
    with store() if from_store else nullcontext() as matches:
        ids = matches.every() if matches is not None else []
        stored = tasks_of_store(matches, ids, make) if matches is not None else iter(())
        yield chain(stored, tasks_of_records(paths, make)), len(ids) + len(paths)


def files_of(pattern: str) -> list[Path]:
    """The files of a pattern, by name. Raises CommandProblem where there are none."""
    found = sorted(Path(each) for each in glob(pattern, recursive=True) if Path(each).is_file())
    if not found:
        fail_field("--records", f"no file is named {pattern!r}")
    return found


@contextmanager
def open_run(out: Path | None, change: RuleChange, url: str, *, running: bool) -> Iterator[Run]:
    """Yield the run that a folder keeps, or one that nothing is kept of. Raises CommandProblem."""
    if out is None:
        yield Run(RunManifest.begin(change, running=running))
        return
    try:
        with kept_run(out, RunManifest.begin(change, running=running), url) as run:
            yield run
    except OtherChange as error:
        kept = {"game": error.kept.change.game or "all", "engine": error.kept.engine, "running": error.kept.running}
        fail_field("--out", f"{out} has what was found under another change; choose another folder", {"kept": kept})
    except FolderInUse:
        fail_field("--out", f"another process writes into {out}")
    except OSError as error:
        fail_field("--out", f"{error.filename or out}: {error.strerror}")


@contextmanager
def open_executor(cluster: str, jobs: int) -> Iterator[tuple[Executor, int]]:
    """Yield what decides matches, here or on a cluster, with how many at once. Raises CommandProblem."""
    if not cluster:
        with local_executor(jobs) as found:
            yield found
        return
    require_installed("distributed", "cluster")
    from service.readjudication.cluster import NoCluster, cluster_executor

    try:
        with cluster_executor(cluster) as found:
            yield found
    except NoCluster as error:
        fail_field("--cluster", str(error))


def shown_progress(results: Iterator[MatchFindings], number: int) -> Iterator[MatchFindings]:
    """Yield the results, and show on stderr how far they are: a bar on a terminal, else a line now and then."""
    said = monotonic()
    with progress() as bar:
        task = bar.add_task("deciding again", total=number)
        for done, result in enumerate(results, 1):
            yield result
            bar.advance(task)
            if not sys.stderr.isatty() and monotonic() - said > EVERY:
                said = monotonic()
                click.echo(f"{done} of {number} matches", err=True)


def summary(run: Run, seconds: float) -> str:
    """What became of the matches, in a line."""
    matches = Counter(each.what for each in run.found.values())
    decided = [each for each in run.found.values() if each.what == DECIDED]
    differ = sum(bool(each.differences) for each in decided)
    others = [f"{n} {what}" for what, n in sorted(matches.items()) if what != DECIDED]
    parts = [f"{len(decided)} matches decided again", f"{differ} differ", *others]
    return f"{', '.join(parts)}; {run.tried} now, in {seconds:.1f} s"
