"""What viewers may read of an action: its facts, its command and an opening.

Only `admin` reads the flow, which `domain.match.aggregate` leaves out for everybody else. Nothing derived from an
unredacted event goes to a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct, structs

from domain.kernel.cards.card_facts import CardsMoved
from domain.kernel.cards.unseen_handles import unseen_by, without_handles
from domain.kernel.facts import Fact
from domain.kernel.flow.waits import RandomResult
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, NO_CARD, PUBLIC, Viewer
from domain.kernel.refusals import Json, JsonObject

OPENING = "open_match"
DECKS = ("deck", "decks")
OTHER_DECK = "_deck"  # how the name of a further deck ends


def read_facts(facts: tuple[Fact, ...], viewer: Viewer, *, judging: bool) -> list[tuple[int, Fact]]:
    """The facts of an action that a viewer may read, each with its place in the unredacted action (from 1).

    All code that shows facts reads them here: all facts of an action at once, as the last says of which cards the
    others must not name. `judging` is whether a judge looks, also as a seat.
    """
    eyes = effective_viewer(facts, viewer, judging=judging)
    read = [(place, seen) for place, fact in enumerate(facts, 1) if (seen := fact.seen_by(eyes)) is not None]
    read = [(place, result_shown(fact, facts[place - 1], read)) for place, fact in read]
    hidden = unseen_by(facts, eyes)
    return [(place, without_handles(fact, hidden)) for place, fact in read] if hidden else read


def result_shown(fact: Fact, whole: Fact, read: Sequence[tuple[int, Fact]]) -> Fact:
    """A random result with what of it the viewer is shown by the same action, as a card discarded from a hand is."""
    if not isinstance(fact, RandomResult) or not isinstance(whole, RandomResult) or fact.result == whole.result:
        return fact
    shown = {move.new for _, each in read if isinstance(each, CardsMoved) for move in each.moves}
    return structs.replace(fact, result=tuple(each if each in shown else NO_CARD for each in whole.result))


def redacted_facts(facts: tuple[Fact, ...], viewer: Viewer, *, judging: bool = False) -> list[tuple[int, JsonObject]]:
    """The facts that `read_facts` gives, as plain values."""
    return [(place, msgspec.to_builtins(fact)) for place, fact in read_facts(facts, viewer, judging=judging)]


def redacted_command(
    actor: str,
    command: Struct,
    facts: tuple[Fact, ...],
    viewer: Viewer,
    hide_order: Callable[[Json], Json] | None = None,
    *,
    judging: bool = False,
) -> JsonObject:
    """The command, whole for the seat that gave it; others read its type, the facts tell them the rest.

    A judge reads it whole, but not a sealed answer before it is revealed; of an opening see `redact_opening`.
    """
    eyes = effective_viewer(facts, viewer, judging=judging)
    whole = eyes in (actor, ADMIN) or (eyes in (JUDGE, HEAD_JUDGE) and not is_sealed(facts))
    values: JsonObject = msgspec.to_builtins(command)
    if not whole:
        return {"type": values["type"]}
    if eyes == ADMIN or values["type"] != OPENING:
        return values
    seated: str = getattr(command, "seated_in", "")
    return redact_opening(values, seated, hide_order or sort_decks)


def redact_opening(values: JsonObject, seated: str, hide_order: Callable[[Json], Json]) -> JsonObject:
    """An opening without how decks lie in its position, and without the players: they are told with the match.

    `seated` is the key of a position under which the game has its seats, or each with its player. `hide_order` returns
    a position without what nobody sees of it, which by default is the order of decks.
    """
    seats = [
        {name: each for name, each in msgspec.json.decode(seat).items() if name != "player"} for seat in values["seats"]
    ]
    found = {**values, "seats": [msgspec.json.encode(each).decode() for each in seats]}
    if not values.get("position"):
        return found
    laid = hide_order(msgspec.json.decode(values["position"]))
    if isinstance(laid, dict) and isinstance(laid.get(seated), dict):
        laid = {**laid, seated: list(laid[seated])}
    return {**found, "position": msgspec.json.encode(laid).decode()}


def sort_decks(position: Json, name: str = "") -> Json:
    """The position as plain data, with its decks sorted: no view tells the order."""
    if isinstance(position, dict):
        return {key: sort_decks(each, name if is_deck(name) else key) for key, each in position.items()}
    return sorted(position, key=msgspec.json.encode) if is_deck(name) and isinstance(position, list) else position


def is_deck(name: str) -> bool:
    """Whether the key of a position is that of a deck, or of several."""
    return name in DECKS or name.endswith(OTHER_DECK)


def effective_viewer(facts: tuple[Fact, ...], viewer: Viewer, *, judging: bool) -> Viewer:
    """The viewer as whom an action is read: a judge reads sealed answers as the public, also as a seat."""
    return PUBLIC if judging and is_sealed(facts) else viewer


def is_sealed(facts: tuple[Fact, ...]) -> bool:
    return any(fact.seals for fact in facts)
