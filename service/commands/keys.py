"""`praetor token` and `praetor keys list|renew|revoke`: who may use the HTTP API, and as what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_bytes

import click
from msgspec import to_builtins

from domain.kernel.formats.text_forms import is_legible
from domain.tournaments.player_names import hidden_problem, label_problem
from service.app.keys import SCOPES, Keys, key_text
from service.commands.problems import CommandProblem, fail_field
from service.commands.shared_options import current_settings, json_option, print_json, store
from service.wiring import keys_of

LONGEST_NAME = 64


@contextmanager
def open_keys() -> Iterator[Keys]:
    """The keys of this store, closed at the end."""
    # a store of another version is refused before anything is written
    with store():
        found = keys_of(current_settings())
    try:
        yield found
    finally:
        found.close()


@click.command("token")
@click.option("--scope", required=True, type=click.Choice(SCOPES), help="What the key may do.")
@click.option("--name", required=True, metavar="WHO", help="Whose key it is.")
def token(scope: str, name: str) -> None:
    """Make an API key and print it, alone on its line; it is not kept and cannot be shown again."""
    if not name.isprintable() or not is_legible(name) or name != name.strip() or not 1 <= len(name) <= LONGEST_NAME:
        said = f"1 to {LONGEST_NAME} printable characters with no space before or behind them"
        fail_field("--name", f"{name!r} is not {said}")
    if problem := hidden_problem(name) or label_problem(name):
        fail_field("--name", f"{name!r} {problem}")
    with open_keys() as found:
        click.echo(found.issue(scope, name))


@click.group("keys")
def keys() -> None:
    """The API keys: list them, renew a seat's, revoke one."""


@keys.command("list")
@click.option("--seats", is_flag=True, help="The keys of seats too.")
@json_option
def list_keys(seats: bool, as_json: bool) -> None:
    """Every key by its id: its scope, whose it is, since when, and whether it was revoked."""
    with open_keys() as found:
        listed = found.list_keys(seats)
    if as_json:
        print_json(to_builtins(listed))
        return
    for each in listed:
        whose = f"{each.actor} of {each.match_id}" if each.match_id else each.actor
        click.echo(f"{each.id}  {each.scope:<10}  {each.created}  {each.revoked or 'valid':<27}  {whose}")


@keys.command("signing")
@click.option("--new", "make", is_flag=True, help="Make a private key for PRAETOR_SIGNING_KEY and print it.")
def signing(make: bool) -> None:
    """The public key with which exports of cases are signed; with --new a new private one, alone on its line."""
    # only who signs pays for the library
    from service.files.signing import new_secret

    if make:
        click.echo(new_secret())
        return
    key = current_settings().signing_key
    if key is None:
        raise CommandProblem("PRAETOR_SIGNING_KEY: there is no key to sign with", "request.no-signing-key")
    click.echo(key.public)


@keys.command("renew")
@click.argument("match_id", metavar="MATCH")
@click.argument("seat", metavar="SEAT")
def renew(match_id: str, seat: str) -> None:
    """Make a new key for a seat and print it, alone on its line; those that it had are revoked."""
    with store() as matches:
        seats = matches.fresh(match_id).table.seats
    if seat not in seats:
        fail_field("SEAT", f"{seat!r} is none of {', '.join(seats)}")
    key = key_text(token_bytes(32))
    with open_keys() as found:
        found.renew_seat(match_id, seat, key)
    click.echo(key)


@keys.command("revoke")
@click.argument("key_id", metavar="ID")
def revoke(key_id: str) -> None:
    """Make a key invalid for ever: serving processes let it read for 5 s at most, and change nothing any more."""
    with open_keys() as found:
        if not found.revoke(key_id):
            raise CommandProblem(f"{key_id}: no such valid key")
    click.echo(f"{key_id}  revoked")
