"""`praetor player show|erase|erasures`: the names of players, and how one is forgotten."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from service.app.players.erasing import ErasedPlayer, erase_again, erase_player, keyring_of_services, name_problem
from service.app.players.keyring import Erasure
from service.commands.cases import open_services
from service.commands.problems import CommandProblem, fail_field
from service.commands.shared_options import json_option, print_json

ERASURE = msgspec.json.Decoder(Erasure)


@click.group("player")
def player() -> None:
    """The players whom the store names: show one, erase one, list the erasures."""


@player.command("show")
@click.argument("name", metavar="NAME")
@json_option
def show_player(name: str, as_json: bool) -> None:
    """The reference of a player in stored events, and the pseudonym in exports."""
    with open_services() as services:
        references = keyring_of_services(services).references(name)
    found = {"references": references, "pseudonyms": [f"p-{each}" for each in references]}
    if as_json:
        print_json(found)
        return
    for each in references:
        click.echo(f"{each}  p-{each}")
    if not references:
        click.echo("no stored event has a key for this name")


@player.command("erase")
@click.argument("name", metavar="[NAME]", required=False)
@click.option(
    "--again", "listing", metavar="FILE", help="Repeat the erasures of a list after a backup was put back; - for stdin."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def erase(name: str | None, listing: str | None, yes: bool, as_json: bool) -> None:
    """Make a player unrecognisable in the whole store; it cannot be undone.

    Every spelling of the name is meant. The key by which stored events name the player is destroyed, so that no record
    changes and each one still verifies. What holds the name in clear is listed. A name that nobody has is told, with
    exit code 1. Keep `praetor player erasures` beside
    the backups: after one was put back, it is repeated with --again.
    """
    if (name is None) == (listing is None):
        fail_field("NAME", "give the name of a player, or --again with a list of erasures")
    if name is not None and (problem := name_problem(name)):
        fail_field("NAME", problem)
    listed = erasures_in(listing) if listing is not None else []
    what = f"{len(listed)} players" if name is None else name
    if not yes:
        click.confirm(f"Erase {what}? The name cannot be found again", abort=True, err=True)
    with open_services() as services:
        done = erase_again(services, listed) if name is None else erase_player(services, name)
    if as_json:
        print_json(done)
    elif name is None or done.found:
        print_erased(done)
    if name is not None and not done.found:
        click.echo(f"nobody is called {name} here, or they were erased before: nothing had the name", err=True)
    if not done.scrubbed:
        click.echo("others were using the files, which may hold remains: give the command again", err=True)
    if not done.scrubbed or (name is not None and not done.found):
        sys.exit(1)


@player.command("erasures")
def erasures() -> None:
    """The erasures as JSON Lines, without names: to be kept beside the backups."""
    with open_services() as services:
        for each in keyring_of_services(services).erasures():
            click.echo(msgspec.json.encode(each).decode())


def erasures_in(path: str) -> list[Erasure]:
    """The erasures of a list. Raises CommandProblem."""
    try:
        text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise CommandProblem(f"{path}: {error.strerror}") from error
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(ERASURE.decode(line))
        except msgspec.DecodeError as error:
            raise CommandProblem(f"{path}: line {number}: {error}") from error
    return found


def print_erased(done: ErasedPlayer) -> None:
    references = ", ".join(done.references) or "no stored event has a key for this name"
    click.echo(f"erased  {references}")
    click.echo(f"{done.keys} API keys revoked, {done.matches} matches and {done.cases} cases listed anew")
    if done.attempts or done.branches:
        click.echo(f"{done.attempts} refused attempts and {done.branches} branches said the name, and say it no more")
    for each in done.clear:
        said = [f"covered {each.covered} times"] * bool(each.covered)
        said += [f"{each.uncovered} times as a label, an id or an actor, look at it"] * bool(each.uncovered)
        click.echo(f"  {each.stream}, version {each.version}: the bytes hold the name: {'; '.join(said)}")
