"""`praetor migrate|simulate|verify|export record|import`: the store as a whole."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from domain.games import DEFAULT
from domain.kernel.flow.priority_windows import POLICIES
from service.app.record.beside_a_match import cases_about, faults_beside, other_faults
from service.app.record.verification import EngineDifference, verify_all
from service.app.rulebooks import all_rules
from service.app.write_loop import available
from service.commands.cases import open_services
from service.commands.problems import CommandProblem, fail_field
from service.commands.shared_options import (
    GAME,
    current_settings,
    json_option,
    out_option,
    output_file,
    print_json,
    store,
    viewer_of,
)
from service.demo.decks import demo_bodies
from service.files.records import BadRecord, complete_record, redacted_record, store_record
from service.migrate import migrate as migrated
from service.store.recorded import stream_of
from service.store.stream_rows import Fault
from service.tools.client import MatchResult as PlayedThere
from service.tools.client import MatchToPlay, Unexpected, players
from service.tools.simulate import SimulatedMatch, SimulationSums, SimulationTask, decisions, simulate_matches
from service.wiring import Services

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    help="Processes; default one for each core.",
)


@click.command("migrate")
@json_option
def migrate(as_json: bool) -> None:
    """Create the store, or bring it up to this version; safe to run again."""
    settings = current_settings()
    schema = migrated(settings)
    if as_json:
        print_json({"db": str(settings.db), "schema": schema})
    else:
        click.echo(f"{settings.db}: schema {schema}")


def progress() -> Progress:
    """A progress bar on stderr; it shows nothing where stderr is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


@click.command("simulate")
@click.option("--game", default=DEFAULT, show_default=True, type=GAME)
@click.option("--matches", "number", type=click.IntRange(min=1), default=10, show_default=True, help="How many.")
@click.option("--seed", "series", type=click.IntRange(min=0), default=1, show_default=True, help="Which series.")
@click.option("--seats", type=click.IntRange(min=1, max=8), help="How many; default as many as is usual in the game.")
@click.option("--policy", default="public", show_default=True, type=click.Choice(POLICIES))
@click.option("--url", metavar="URL", help="Play through the API of this service instead of into the store.")
@click.option("--key", envvar="PRAETOR_KEY", help="With --url: an organizer's API key; default PRAETOR_KEY.")
@jobs_option
@json_option
def simulate(
    game: str,
    number: int,
    series: int,
    seats: int | None,
    policy: str,
    url: str | None,
    key: str | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Play random legal matches into the store; the same numbers give the same matches.

    With --url they are played through the API with the seats' keys, from what may be answered alone; matches that
    were broken off are played on.
    """
    tasks = [SimulationTask(game, series, each, seats or 0, policy) for each in range(1, number + 1)]
    many = min(jobs, number)
    played_ones = simulate_over_http(url, key or "", tasks, many) if url else simulate_in_store(tasks, many)
    sums, began = SimulationSums(), monotonic()
    with progress() as shown:
        bar = shown.add_task("playing", total=number)
        for played in played_ones:
            sums.add(played)
            shown.advance(bar)
            if not as_json:
                click.echo(f"{played.match_id}  v{played.versions}  {played.winner or 'nobody'} wins ({played.how})")
    seconds = monotonic() - began
    if as_json:
        print_json({"matches": sums.matches, "commands": sums.versions, "seconds": seconds,
                    "winners": sums.winners, "endings": sums.endings})  # fmt: skip
        return
    endings = ", ".join(f"{n} by {how}" for how, n in sorted(sums.endings.items()))
    rate = f"{seconds:.1f} s, {sums.versions / seconds:.0f} commands/s"
    click.echo(f"{sums.matches} matches, {sums.versions} commands ({endings}); {rate}")


def simulate_in_store(tasks: list[SimulationTask], jobs: int) -> Iterator[SimulatedMatch]:
    """The matches, played into the store."""
    with store():
        next(decisions(tasks[0]))  # a missing store and seats that cannot play are named before any process starts
    yield from simulate_matches(current_settings(), tasks, jobs)


def simulate_over_http(url: str, key: str, tasks: list[SimulationTask], jobs: int) -> Iterator[SimulatedMatch]:
    """The matches, played through the API by processes that know no game.

    Raises CommandProblem for wrong options, and with what the service refused.
    """
    if not key:
        fail_field("--key", "an organizer's API key is needed with --url; `praetor token` makes one")
    if not url.startswith(("http://", "https://")):
        fail_field("--url", f"{url!r} is no address of the form http://host:port")
    orders = [MatchToPlay(url, key, opening_body(task), task.match_id) for task in tasks]
    try:
        yield from (http_result(each) for each in players(orders, jobs))
    except Unexpected as error:
        rule = error.failed.rule
        raise CommandProblem(f"{url}: {error}", rule if rule in all_rules().rules else "") from error


def opening_body(task: SimulationTask) -> dict[str, object]:
    seats = demo_bodies(task.game, task.seat_count, task.number)
    return {"game": task.game, "seats": seats, "options": {"policy": task.policy}}


def http_result(came: PlayedThere) -> SimulatedMatch:
    return SimulatedMatch(came.match, came.versions, came.winner, came.how)


@click.command("verify")
@click.argument("match_id", metavar="[MATCH]", required=False)
@jobs_option
@json_option
def verify(match_id: str | None, jobs: int, as_json: bool) -> None:
    """Check one match or all: chain, fold, every command adjudicated again; status 1 on a difference.

    With what is stored beside a match - its cases, its desk, its branches - and, of all, the events.
    """
    with store() as matches:
        listed = [match_id] if match_id else matches.every()
    # what is damaged is told below, each once
    logging.getLogger("praetor.store").addHandler(logging.NullHandler())
    versions, began = 0, monotonic()
    differences: list[EngineDifference] = []
    with progress() as shown, open_services() as services:
        services.case_index.catch_up()
        bar = shown.add_task("verifying", total=len(listed))
        for result in verify_all(current_settings(), listed, jobs):
            found = (*result.differences, *differences_beside(services, result.match, result.versions))
            versions += result.versions
            differences += found
            shown.advance(bar)
            if not as_json:
                print_verified(result.match, result.versions, found)
        rest = [] if match_id else list(differences_elsewhere(services, listed))
    differences += rest
    for each in () if as_json else rest:
        print_difference(each)
    seconds = monotonic() - began
    if as_json:
        print_json({"matches": len(listed), "versions": versions, "differences": differences, "seconds": seconds})
    else:
        click.echo(f"{len(listed)} matches, {versions} versions, {len(differences)} differences; {seconds:.1f} s")
    if differences:
        sys.exit(1)


def print_verified(match_id: str, versions: int, differences: tuple[EngineDifference, ...]) -> None:
    verdict = "chain, fold and re-adjudication hold" if not differences else f"{len(differences)} differences"
    click.echo(f"{match_id}  {versions} versions  {verdict}")
    for each in differences:
        print_difference(each)


def print_difference(each: EngineDifference) -> None:
    click.echo(f"  v{each.version}  {each.place}\n    recorded  {each.recorded}\n    today     {each.today}")


def differences_beside(services: Services, match_id: str, versions: int) -> Iterator[EngineDifference]:
    """What is wrong with what is stored beside a match; its own versions are said to be lost where others know more.

    Where a version of it is damaged those after it were not read, so that none of them is said to be lost.
    """
    with available(match_id):
        stored = dict(services.matches.recorder.streams(stream_of(match_id))).get(stream_of(match_id), versions)
    for fault in faults_beside(services, match_id, stored):
        yield difference_of(match_id, fault_subject(fault), fault)


def fault_subject(fault: Fault) -> str:
    """What a fault is of: `case c-1`, `desk m-1`, `branch b-1`; nothing for the match itself."""
    return next((f"{kind} {fault[kind]}" for kind in ("case", "desk", "branch") if kind in fault), "")


def difference_of(match_id: str, of: str, fault: Fault) -> EngineDifference:
    """A fault as a difference: its place says what it is of, its version the version or the entry."""
    place = f"{of}: {fault['fault']}" if of else str(fault["fault"])
    return EngineDifference(match_id, fault.get("entry") or fault.get("from") or 0, place, fault)


def differences_elsewhere(services: Services, listed: list[str]) -> Iterator[EngineDifference]:
    """What is wrong with what is of no match that is known: cases whose beginning is damaged, events."""
    about = {case_id for match_id in listed for case_id in cases_about(services, match_id)}
    yield from (difference_of("", of, fault) for of, fault in other_faults(services, about))


@click.command("record")
@click.argument("match_id", metavar="MATCH")
@click.option("--as", "viewer", default="admin", metavar="SEAT|public|judge", help="A record for reading only.")
@out_option
def export_record(match_id: str, viewer: str, out: str) -> None:
    """Write a match as a record: JSON Lines, complete with its seed unless somebody looks with --as."""
    with store() as matches:
        match = matches.fresh(match_id)
        who = viewer_of(match, viewer)
        lines = complete_record(matches, match_id) if who == "admin" else redacted_record(matches, match, who)
        with output_file(out) as file:
            file.writelines(line + b"\n" for line in lines)


@click.command("import")
@click.argument("path", metavar="FILE")
@json_option
def bring_in(path: str, as_json: bool) -> None:
    """Bring in the match of a complete record; the same again is nothing to do, another is refused."""
    lines = record_lines(path)
    with store() as matches:
        try:
            header, new = store_record(matches, lines)
        except BadRecord as error:
            raise CommandProblem(f"{path}: {error}") from error
    if as_json:
        print_json({"match": header.match, "versions": header.versions, "new": new})
    else:
        done = "brought in" if new else "here already, nothing to do"
        click.echo(f"{header.match}  {header.versions} versions  {done}")


def record_lines(path: str) -> list[bytes]:
    try:
        return sys.stdin.buffer.read().splitlines() if path == "-" else Path(path).read_bytes().splitlines()
    except OSError as error:
        raise CommandProblem(f"{path}: {error.strerror}") from error
