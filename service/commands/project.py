"""`praetor project run|rebuild|unpark|status`: the read models beside the store."""

from __future__ import annotations

import signal
from threading import Event
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from projections.analytics.store import NAME as ANALYTICS
from projections.windows.store import PROJECTIONS
from service.commands.problems import CommandProblem
from service.commands.shared_options import current_settings, json_option, print_json
from service.projector.process import ProjectionStatus, rebuild_analytics, rebuild_projection, statuses, unpark_match
from service.projector.process import project as projecting

NAMES = {each.name: each for each in PROJECTIONS}
ALL_NAMES = (*NAMES, ANALYTICS)


@click.group("project")
def project() -> None:
    """The read models: fold what is stored into tables, and see how far they are."""


@project.command("run")
def run() -> None:
    """Project until SIGTERM or Ctrl-C; a second process stands by until the first has gone."""
    stopped = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    settings = current_settings()
    click.echo(f"projecting {', '.join(ALL_NAMES)} of {settings.db}", err=True)
    projecting(settings, stopped)


@project.command("rebuild")
@click.argument("name", type=click.Choice(sorted(ALL_NAMES)))
@json_option
def rebuild(name: str, as_json: bool) -> None:
    """Fold a read model anew, beside a running projector or without one.

    Those of windows are thrown away first; of `analytics` the old tables are read until the new ones are whole.
    """
    settings = current_settings()
    if name != ANALYTICS:
        print_statuses(rebuild_projection(settings, NAMES[name]), as_json)
        return
    columns = (TextColumn(f"making {name}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name)
        found = rebuild_analytics(settings, lambda done, newest: progress.update(task, completed=done, total=newest))
    print_statuses(found, as_json)


@project.command("unpark")
@click.argument("match_id", metavar="MATCH")
def unpark(match_id: str) -> None:
    """Have a parked match tried again by whoever projects."""
    if not unpark_match(current_settings(), match_id):
        raise CommandProblem(f"{match_id}: not parked")
    click.echo(f"{match_id}: will be tried again")


@project.command("status")
@json_option
def status(as_json: bool) -> None:
    """How far each read model is, and which matches are parked."""
    print_statuses(statuses(current_settings()), as_json)


def print_statuses(found: list[ProjectionStatus], as_json: bool) -> None:
    if as_json:
        print_json([status_json(each) for each in found])
        return
    for each in found:
        click.echo(f"{each.projection:<9} position {each.position} of {each.newest}, {each.matches} matches")
        for match in each.parked:
            retried = ", to be tried again" if match.again else ""
            click.echo(f"  parked {match.match_id} at version {match.version}{retried}: {match.error}")


def status_json(status: ProjectionStatus) -> dict[str, Any]:
    return {**msgspec.to_builtins(status), "behind": status.behind}
