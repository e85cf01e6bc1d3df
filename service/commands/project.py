"""`praetor project run|rebuild|unpark|status`: the read models beside the store."""

from __future__ import annotations

import signal
from threading import Event
from typing import Any

import click
import msgspec

from projections import tables
from projections.windows.store import PROJECTIONS
from service.commands.border import json_option, print_json, settings_here
from service.commands.problems import Problem
from service.projection.process import Status, at_work, rebuilt, statuses
from service.projection.process import project as projecting

NAMES = {each.name: each for each in PROJECTIONS}


@click.group()
def project() -> None:
    """The read models: fold what is stored into tables, and see how far they are."""


@project.command()
def run() -> None:
    """Project until SIGTERM or Ctrl-C; a second process stands by until the first has gone."""
    stopped = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    settings = settings_here()
    click.echo(f"projecting {', '.join(NAMES)} of {settings.db}", err=True)
    projecting(settings, stopped)


@project.command()
@click.argument("name", type=click.Choice(sorted(NAMES)))
@json_option
def rebuild(name: str, as_json: bool) -> None:
    """Throw a read model away and fold it anew, beside a running projector or without one."""
    print_statuses(rebuilt(settings_here(), NAMES[name]), as_json)


@project.command()
@click.argument("match_id", metavar="MATCH")
def unpark(match_id: str) -> None:
    """Have a parked match tried again by whoever projects."""
    with at_work(settings_here()) as (database, _):
        if not tables.unpark(database, match_id):
            raise Problem(f"{match_id}: not parked")
    click.echo(f"{match_id}: will be tried again")


@project.command()
@json_option
def status(as_json: bool) -> None:
    """How far each read model is, and which matches are parked."""
    print_statuses(statuses(settings_here()), as_json)


def print_statuses(found: list[Status], as_json: bool) -> None:
    if as_json:
        print_json([written(each) for each in found])
        return
    for each in found:
        click.echo(f"{each.projection:<8} position {each.position} of {each.newest}, {each.matches} matches")
        for match in each.parked:
            again = ", to be tried again" if match.again else ""
            click.echo(f"  parked {match.match_id} at version {match.version}{again}: {match.error}")


def written(status: Status) -> dict[str, Any]:
    return {**msgspec.to_builtins(status), "behind": status.behind}
