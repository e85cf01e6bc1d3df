"""Opening a match from a request: its id, its secret seed, its seats' keys. A repeated request gives the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_bytes
from typing import Any

import msgspec
from msgspec import structs

from domain.games import GAMES
from domain.kernel.chance import commitment
from domain.kernel.refusals import Refusal
from domain.match.aggregate import KeyReused, Match, Receipt, Refused
from domain.match.envelope import Actor
from domain.match.events import OpenMatch
from domain.tournaments.player_names import hidden_problem, label_problem, mark_hidden, seen_form, spoken_form
from service.app.keys import Keys, derive_key
from service.app.match.matches import MatchApplication, MatchIdTaken, Unknown
from service.app.match.openings import ORGANIZER
from service.files.decks import deck_in_keys, read_deck
from service.web.match.typed_positions import read_opening
from service.web.problems import Problem

MOST_IN_POSITION = 1000
SEAT = frozenset({"name", "deck"})


def match_id_of(api_key: str, idempotency_key: str) -> str:
    """The id of the match that this request opens, the same each time it is sent."""
    return f"m-{derive_key(api_key, f'match{chr(0)}{idempotency_key}').hex()[:24]}"


def key_at(table: dict[str, Any] | None, idempotency_key: str) -> str:
    """The key under which an opening is stored, another for each table: the same request names the same table."""
    return f"{idempotency_key} {table['event']} {table['round']}.{table['table']}" if table else idempotency_key


def open_once(matches: MatchApplication, match_id: str, opening: OpenMatch, key: str, by: Actor) -> Receipt:
    """Open the match, or give the receipt of the first time. Returns the receipt.

    Raises KeyReused, also where the first time was for another table, and what else `MatchApplication.open_match`
    raises.
    """
    actor = f"{ORGANIZER}{by.actor}"
    seed = stored_seed(matches, match_id) or token_bytes(32)
    try:
        return open_with_seed(matches, match_id, opening, key, actor, seed)
    except MatchIdTaken as taken:
        # the id is made of the request's key: what has it was opened by that
        raise KeyReused(key) from taken
    except KeyReused:
        first = matches.seed(match_id)
        if first == seed:
            raise
        # the same request was first on another thread or worker, with a seed of its own
        return open_with_seed(matches, match_id, opening, key, actor, first)


def open_with_seed(
    matches: MatchApplication, match_id: str, opening: OpenMatch, key: str, actor: str, seed: bytes
) -> Receipt:
    committed = structs.replace(opening, commitment=commitment(seed))
    return matches.open_match(match_id, committed, key=key, actor=actor, seed=seed)


def stored_seed(matches: MatchApplication, match_id: str) -> bytes | None:
    try:
        return matches.seed(match_id)
    except Unknown:
        return None


def issue_seat_keys(keys: Keys, match: Match, api_key: str, idempotency_key: str) -> dict[str, str]:
    """Issue the keys of the seats of a match that this request opened. Returns the key of each seat."""
    issued = {seat: keys.seat_key(api_key, idempotency_key, seat) for seat in match.table.seats}
    keys.issue_seats(match.id, issued.items())
    return issued


def requested_opening(body: dict[str, Any]) -> OpenMatch:
    """The opening that a body describes. Raises Problem 422, Refused for a deck that cannot be read."""
    game, options, position = body["game"], body["options"], body["position"]
    if game not in GAMES:
        raise Problem(422, "match.unknown-game", because={"game": game, "games": sorted(GAMES)})
    if bool(body["seats"]) == (position is not None):
        said = "a match is opened from seats or from a position, one of the two"
        raise Problem(422, "request.shape", said, {"fields": {name: [said] for name in ("seats", "position")}})
    cards = json_text(options["cards"]) if options["cards"] else ""
    if isinstance(position, str):
        read = read_opening(position, game, cards)
        position, cards = msgspec.json.decode(read.position), read.cards
    check_numbers(position)
    own = {name: value for name, value in sorted(options.items()) if name not in ("policy", "cards", "readings")}
    return OpenMatch(
        game,
        tuple(requested_seat_text(game, number, seat) for number, seat in enumerate(body["seats"])),
        options["policy"],
        cards,
        position=json_text(position) if position is not None else "",
        spectators="public" if body["spectators"] == "public" else "",
        options=json_text(own) if own else "",
        readings=options.get("readings", {}),
    )


def require_names(seats: list[dict[str, Any]]) -> None:
    """Raises Problem 422 for players' names that no event would enrol: with hidden characters, or of one person."""
    faults, by_form, by_look = dict[int, Any](), dict[str, int](), dict[str, int]()
    for number, player in enumerate(each["player"] for each in seats):
        if not player:
            continue
        same, alike = by_form.get(spoken_form(player)), by_look.get(seen_form(player))
        if problem := hidden_problem(player) or label_problem(player):
            faults[number] = f"{mark_hidden(player)} {problem}."
        elif same is not None:
            faults[number] = f"{player} is the name of the player of seats.{same}, too."
        elif alike is not None:
            faults[number] = f"{player} looks like the player of seats.{alike}, in letters of another script."
        by_form.setdefault(spoken_form(player), number)
        by_look.setdefault(seen_form(player), number)
    if faults:
        because = {"seats": {number: {"player": [fault]} for number, fault in faults.items()}}
        raise Problem(422, "request.shape", because={"fields": because})


def requested_seat_text(game: str, number: int, seat: dict[str, Any]) -> str:
    """A seat as the JSON text that the game reads. Raises Problem 422, Refused."""
    player = {"player": seat["player"]} if seat["player"] else {}
    if GAMES[game].read_deck is None:
        return json_text({**house_of(game, seat), **player})
    faults: dict[str, list[str]] = {name: ["Missing data for required field."] for name in SEAT - seat.keys()}
    faults |= {"house": ["Unknown field."]} if "house" in seat else {}
    if faults:
        raise Problem(422, "request.shape", because={"fields": {"seats": {number: faults}}})
    listed = deck_in_keys(game, seat["deck"], seat["name"], {"seat": seat["name"]})
    return json_text({"name": seat["name"], "deck": listed, **player})


def house_of(game: str, seat: dict[str, Any]) -> dict[str, str]:
    """The house of a seat that brings no deck; empty where it is drawn. Raises Refused."""
    named = sorted({seat[field] for field in ("name", "house") if field in seat})
    where: dict[str, object] = {"seat": named}
    if len(named) > 1:
        raise Refused(Refusal("match.seat", {**where, "field": "house", "problem": "name and house differ"}))
    if "deck" in seat:
        read_deck(game, seat["deck"], where)
    return {"name": named[0]} if named else {}


def check_numbers(position: Any) -> None:
    """Raises Problem 422 for a number of cards in a position that no game could have."""
    for place, number in numbers_in("position", position):
        if abs(number) > MOST_IN_POSITION:
            because = {"field": place, "problem": f"expected at most {MOST_IN_POSITION}"}
            raise Problem(422, "position.invalid", because=because)


def numbers_in(place: str, value: Any) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from numbers_in(f"{place}.{name}", inner)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from numbers_in(f"{place}[{number}]", inner)
    elif isinstance(value, (int, float)):
        yield place, value


def json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
