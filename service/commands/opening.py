"""`praetor match new`: open a match from decks or from a position."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from secrets import token_bytes

import click
from msgspec import structs

from domain.games import GAMES
from domain.kernel.chance import commitment
from domain.match import KeyReused, OpenMatch
from service.commands.border import json_option, print_json, read_text, store
from service.commands.problems import wrong
from service.decks import seat_text
from service.matches import Taken, new_id
from service.positions import opening_in


@click.command()
@click.option("--game", default="agot_lcg", show_default=True, type=click.Choice(sorted(GAMES)))
@click.option("--deck", "decks", multiple=True, metavar="SEAT=FILE", help="A seat and its deck file; once for each.")
@click.option("--position", metavar="FILE", help="Open from a position instead of decks.")
@click.option("--policy", help="Window policy: public (the default), open or fast.")
@click.option("--seed", type=int, help="A number to derive the seed from: for tests, whoever knows it knows the draws.")
@click.option("--id", "match_id", help="The id of the match; default a new one.")
@json_option
def new(
    game: str,
    decks: tuple[str, ...],
    position: str | None,
    policy: str | None,
    seed: int | None,
    match_id: str | None,
    as_json: bool,
) -> None:
    """Open a match from decks, or from a position; prints its id."""
    secret = token_bytes(32) if seed is None else seed_of(seed)
    opened_id = match_id or f"m-{new_id()}"
    if not opened_id.startswith("m-"):
        wrong("--id", f"{opened_id!r} does not begin with m-")
    with opening_of(game, decks, position, policy, commitment(secret)) as opening, store() as matches:
        try:
            accepted = matches.open_match(opened_id, opening, key="open", actor="organizer", seed=secret)
        except KeyReused as error:
            raise Taken(opened_id) from error
        table = matches.fresh(opened_id).table
    if as_json:
        print_json({"match": opened_id, "version": accepted.version, "wait": accepted.wait, "seats": table.seats})
    else:
        click.echo(f"{opened_id}  v{accepted.version}  {' against '.join(table.seats)}, policy {opening.policy}")


def seed_of(number: int) -> bytes:
    """The 32 bytes that a number stands for."""
    return sha256(f"praetor.seed-number {number}".encode()).digest()


@contextmanager
def opening_of(
    game: str, decks: tuple[str, ...], position: str | None, policy: str | None, committed: str
) -> Iterator[OpenMatch]:
    """What opens the match; of a position that does not hold the refusal says in which line of the file."""
    if position and decks:
        wrong("--position", "a position names its own cards; leave --deck out")
    if position:
        with opening_in(position) as laid:
            yield structs.replace(laid, policy=policy or laid.policy, commitment=committed)
        return
    seats = tuple(seat_text(game, *seat_and_file(each)) for each in decks)
    yield OpenMatch(game, seats, policy or "public", commitment=committed)


def seat_and_file(given: str) -> tuple[str, str, str]:
    seat, equals, path = given.partition("=")
    if not equals or not seat or not path:
        wrong("--deck", f"{given!r} is not SEAT=FILE")
    return seat, path, read_text(path)
