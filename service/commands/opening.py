"""`praetor match new`: open a match from seats with what they bring, or from a position."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import click
import msgspec
from msgspec import Struct, structs

from domain.games import DEFAULT, GAMES
from domain.kernel.chance import commitment
from domain.kernel.formats.json_text import NotJson, read_json
from domain.match.aggregate import KeyReused
from domain.match.events import OpenMatch
from service.app.match.matches import MatchIdTaken, new_id
from service.app.match.openings import ORGANIZER
from service.commands.problems import fail_field
from service.commands.shared_options import GAME, json_option, print_json, read_text, store
from service.files.decks import new_seat_text
from service.files.positions import opening_in


@click.command("new")
@click.option("--game", default=DEFAULT, show_default=True, type=GAME)
@click.option("--deck", "decks", multiple=True, metavar="SEAT=FILE", help="A seat and its deck file; once for each.")
@click.option(
    "--seat", "seated", multiple=True, metavar="HOUSE[=PLAYER]", help="In a game without decks: once for each."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; once for each.")
@click.option("--reading", "readings", multiple=True, metavar="RULE=WORD", help="How a rule is read; once for each.")
@click.option("--position", metavar="FILE", help="Open from a position instead of seats.")
@click.option("--policy", help="Window policy: public (the default), open or fast.")
@click.option("--seed", type=int, help="A number to derive the seed from: for tests, whoever knows it knows the draws.")
@click.option("--organizer", default="", metavar="WHO", help="Who runs it over HTTP: the name of an organizer's key.")
@click.option("--id", "match_id", help="The id of the match; default a new one.")
@json_option
def new(
    game: str,
    decks: tuple[str, ...],
    seated: tuple[str, ...],
    options: tuple[str, ...],
    readings: tuple[str, ...],
    position: str | None,
    policy: str | None,
    seed: int | None,
    organizer: str,
    match_id: str | None,
    as_json: bool,
) -> None:
    """Open a match from seats with what they bring, or from a position; prints its id."""
    secret = token_bytes(32) if seed is None else seed_of(seed)
    opened_id = match_id or f"m-{new_id()}"
    if not opened_id.startswith("m-"):
        fail_field("--id", f"{opened_id!r} does not begin with m-")
    brought = OpeningArguments(game, decks, seated, options, position)
    actor = f"{ORGANIZER}{organizer}" if organizer else "organizer"
    read = readings_of("--reading", readings)
    with opening_command(brought, policy, commitment(secret), read) as opening, store() as matches:
        try:
            accepted = matches.open_match(opened_id, opening, key="open", actor=actor, seed=secret)
        except KeyReused as error:
            raise MatchIdTaken(opened_id) from error
        table = matches.fresh(opened_id).table
    players, by_hand = GAMES[opening.game].players(table), GAMES[opening.game].by_hand(table)
    if as_json:
        reply = {"match": opened_id, "version": accepted.version, "wait": accepted.wait, "seats": table.seats}
        print_json({**reply, **({"players": players} if players else {}), **({"by_hand": by_hand} if by_hand else {})})
    else:
        seats = [f"{seat} ({players[seat]})" if seat in players else seat for seat in table.seats]
        against = " against ".join(seats) if len(seats) == 2 else ", ".join(seats)
        click.echo(f"{opened_id}  v{accepted.version}  {against}, policy {opening.policy}")
        for seat, houses in by_hand.items():
            click.echo(f"{seat}: abilities of {', '.join(houses)} cards are not coded: resolve_manually, with consent")


def seed_of(number: int) -> bytes:
    """The 32 bytes that a number stands for."""
    return sha256(f"praetor.seed-number {number}".encode()).digest()


class OpeningArguments(Struct, frozen=True):
    """What the command line names: a game, its seats with decks or without, its options, or a position."""

    game: str
    decks: tuple[str, ...]
    seated: tuple[str, ...]
    options: tuple[str, ...]
    position: str | None


@contextmanager
def opening_command(
    brought: OpeningArguments, policy: str | None, committed: str, readings: dict[str, str]
) -> Iterator[OpenMatch]:
    """What opens the match; of a position that does not hold the refusal says in which line of the file."""
    if brought.position:
        for option, given in (("--deck", brought.decks), ("--seat", brought.seated), ("--option", brought.options)):
            if given:
                fail_field("--position", f"a position names its own {BESIDE[option]}; leave {option} out")
        with opening_in(brought.position) as laid:
            yield structs.replace(
                laid, policy=policy or laid.policy, commitment=committed, readings={**laid.readings, **readings}
            )
        return
    yield OpenMatch(
        brought.game,
        seat_texts(brought),
        policy or "public",
        commitment=committed,
        options=options_text(brought.options),
        readings=readings,
    )


BESIDE = {"--deck": "cards", "--seat": "seats", "--option": "options"}


def seat_texts(brought: OpeningArguments) -> tuple[str, ...]:
    """The seats as the JSON texts that the game reads: with decks, or houses with their players."""
    if brought.seated and GAMES[brought.game].read_deck is not None:
        fail_field("--seat", f"in {brought.game} seats bring decks: --deck SEAT=FILE")
    decks = tuple(new_seat_text(brought.game, *seat_and_file(each)) for each in brought.decks)
    return decks + tuple(house_text(each) for each in brought.seated)


def seat_and_file(given: str) -> tuple[str, str, str]:
    seat, equals, path = given.partition("=")
    if not equals or not seat or not path:
        fail_field("--deck", f"{given!r} is not SEAT=FILE")
    return seat, path, read_text(path)


def house_text(given: str) -> str:
    """A house and who plays it; without the house (`=PLAYER`) it is to be drawn."""
    house, _, player = given.partition("=")
    named = {"name": house, "player": player}
    return msgspec.json.encode({field: value for field, value in named.items() if value}).decode()


def readings_of(option: str, given: tuple[str, ...]) -> dict[str, str]:
    """The readings of rules that the command line names, by the rule's id. Raises CommandProblem."""
    found = {}
    for each in given:
        rule, equals, word = each.partition("=")
        if not equals or not rule or not word:
            fail_field(option, f"{each!r} is not RULE=WORD")
        found[rule] = word
    return found


def options_text(given: tuple[str, ...]) -> str:
    """The game's own options as JSON text; nothing where there are none."""
    options = dict(option_of(each) for each in given)
    return msgspec.json.encode(dict(sorted(options.items()))).decode() if options else ""


def option_of(given: str) -> tuple[str, Any]:
    """A name and its value: JSON, or else the word as it stands."""
    name, equals, value = given.partition("=")
    if not equals or not name or not value:
        fail_field("--option", f"{given!r} is not NAME=VALUE")
    try:
        return name, read_json(value)
    except NotJson as error:
        if error.twice:
            fail_field("--option", f"{name}: {error}")
        return name, value
