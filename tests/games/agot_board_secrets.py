"""Matches of the board game that differ in one secret only, and what would tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import yaml
from msgspec import structs, to_builtins

from domain.games.agot_board.corrections import card_changes
from domain.judging.remedies import kinds
from domain.kernel.flow import waits
from domain.match import aggregate
from service.web.match import refused_attempts
from tests.builders import Dice, options_of
from tests.games.agot_board import SHORTAGE
from tests.judging.pairs import (
    JUDGES,
    OUTSIDE,
    Change,
    GameSecrets,
    Pair,
    Patch,
    Secret,
    asked,
    common_answer,
    played_alike,
    positions,
    refused_answer,
    said_afterwards,
    sealed_answer,
)

BOARD = "agot_board"


def order_of_a_board_deck(deck: str, first: str, second: str, seat: str = "") -> Callable[[], Pair]:
    """The first two cards of a deck in either order; a seat may have looked at the first."""

    def made() -> Pair:
        houses = ["baratheon", "lannister", "stark"]
        areas = dict(
            zip(("kingswood", "lannisport", "winterfell"), (f"{each} 2 footman" for each in houses), strict=True)
        )
        one, other = (
            {"houses": houses, "round": 3, "at": "2.1", "areas": areas, "decks": {deck: list(order)}}
            for order in ((first, second), (second, first))
        )
        pair = positions(BOARD, one, other)._replace(seat=seat)
        return played_alike(pair, 8, tuple(each for each in houses if each != seat))

    return made


def westeros_card_to_come() -> Pair:
    """The first Westeros card is being resolved; the next card of the second deck is Winter is Coming, or another."""
    houses = ["baratheon", "lannister", "stark"]
    decks = {"westeros-1": ["a-throne-of-blades"], "westeros-3": ["web-of-lies"]}
    one, other = (
        {"houses": houses, "round": 2, "at": "1", "decks": {**decks, "westeros-2": ["clash-of-kings", *next_two]}}
        for next_two in (("winter-is-coming", "game-of-thrones"), ("game-of-thrones", "winter-is-coming"))
    )
    return positions(BOARD, one, other)


def orders_in_turn() -> Pair:
    """House Stark has laid its orders face down and the next is asked: in a shortage Houses lay theirs in turn."""
    position, dice, seat = yaml.safe_load(SHORTAGE), Dice("in turn"), "stark"
    pair = positions(BOARD, position, position)
    while seat not in pair.one.match.table.waiting.seats:
        asked, answers = common_answer(pair, dice)
        for match, answer in zip(pair.both, answers, strict=True):
            match.give(asked, match.match.rules.command(answer))
    assert pair.one.match.table.waiting.question == "assign-orders-in-turn"
    areas = [area for area, units in position["areas"].items() if seat in units]
    orders = (("march-0", "defense-plus-1", "raid"), ("raid", "consolidate-power", "march-0"))
    commands = tuple({"type": "assign_orders", "orders": dict(zip(areas, each, strict=True))} for each in orders)
    for match, command in zip(pair.both, commands, strict=True):
        match.give(seat, match.match.rules.command(command))
    return pair._replace(seat=seat, things=(areas[0], areas[0]), commands=commands)


def orders_refused_otherwise() -> Pair:
    """The same match, of a seat whose orders are too few in one match, and in the other of one kind too many."""
    one, other = (asked(BOARD, "assign-orders", 1) for _ in range(2))
    seat = one.match.table.waiting.seats[0]
    areas = options_of(one.match.rules, one.match.table, seat).sample(Dice("otherwise"))["orders"]
    orders = (dict.fromkeys(list(areas)[1:], "raid"), dict.fromkeys(areas, "march-plus-1"))
    tried = tuple({"type": "assign_orders", "orders": each} for each in orders)
    return Pair(one, other, seat, (seat, seat), tried, refused=tried)


def on_the_board(table: Any) -> Iterator[Change]:
    for seat in table.seats:
        yield from ({"change": "set_count", "seat": seat, "counter": "power", "n": n} for n in range(8))
        for card in table.houses[seat].hand:
            yield {"change": "set_place", "seat": seat, "thing": card, "place": "discard"}
    for ban in ("support", "raid", "defense", "consolidate-power", "march-plus-1"):
        yield {"change": "set_mark", "thing": ban, "mark": "banned", "on": True}
    for area, there in table.areas.items():
        if there.house:
            for token in ("march-0", "raid", "support", "defense-plus-1", "consolidate-power", ""):
                seat = there.house if token else ""
                yield {"change": "set_marker", "area": area, "marker": "order", "seat": seat, "value": token}
    for number in (1, 2, 3):
        deck, shown = f".westeros-{number}", f".westeros-{number}-revealed"
        yield from ({"change": "move_card", "top_of": deck, "to": to, "place": -1} for to in (deck, shown))
    for track in ("iron_throne", "kings_court"):
        yield {"change": "set_track", "track": track, "order": [*reversed(table.track(track))]}
    yield {"change": "ask_again"}
    yield from ({"change": "abandon_step", "frame": f"agot_board.{each}"} for each in ("combat", "resolve_marches"))


def without_units(table: Any) -> Iterator[list[Change]]:
    """All units of one House, or of all but one, are gone."""
    emptied = {
        seat: [
            {"change": "set_pieces", "area": area, "seat": seat, "kind": kind, "n": 0}
            for area, there in table.areas.items()
            if there.house == seat
            for kind in there.units
        ]
        for seat in table.seats
    }
    yield from emptied.values()
    for seat in table.seats:
        yield [change for other in table.seats if other != seat for change in emptied[other]]


class BoardSecrets(GameSecrets):
    secrets: Mapping[str, Secret] = {
        "the order of the first Westeros deck": Secret(
            BOARD, order_of_a_board_deck("westeros-1", "supply", "mustering"), (*OUTSIDE, *JUDGES)
        ),
        "the Westeros card to come": Secret(BOARD, westeros_card_to_come, (*OUTSIDE, *JUDGES)),
        "the order of the Wildling deck": Secret(
            BOARD, order_of_a_board_deck("wildling", "mammoth-riders", "the-horde-descends", "lannister")
        ),
        "refused sealed orders": Secret(BOARD, refused_answer(BOARD, "assign-orders", 1), (*OUTSIDE, *JUDGES)),
        "orders refused by other rules": Secret(BOARD, orders_refused_otherwise, (*OUTSIDE, *JUDGES)),
        "sealed orders": Secret(BOARD, sealed_answer(BOARD, "assign-orders", 1), (*OUTSIDE, *JUDGES)),
        "orders laid face down in turn": Secret(BOARD, orders_in_turn, (*OUTSIDE, *JUDGES)),
        "a sealed House card": Secret(BOARD, sealed_answer(BOARD, "house-cards", 1), (*OUTSIDE, *JUDGES)),
        "a sealed bid": Secret(BOARD, sealed_answer(BOARD, "bid", 2), (*OUTSIDE, *JUDGES)),
        **said_afterwards(BOARD, "assign-orders"),
    }
    leaks: Mapping[str, Patch] = {
        "orders refused by other rules": (
            refused_attempts,
            "veil_attempt",
            lambda attempt: structs.replace(attempt, because=refused_attempts.NOTHING, command=msgspec.Raw(b"{}")),
        ),
        "sealed orders": (waits.Sealed, "seen_by", lambda fact, viewer: fact),
        "a sealed House card": (waits.Sealed, "seen_by", lambda fact, viewer: fact),
        "a sealed bid": (waits.Sealed, "seen_by", lambda fact, viewer: fact),
        "the order of the first Westeros deck": (
            aggregate,
            "redacted_command",
            lambda seat, cmd, *_, judging: to_builtins(cmd),
        ),
        "the order of the Wildling deck": (
            aggregate,
            "redacted_command",
            lambda seat, cmd, *_, judging: to_builtins(cmd),
        ),
    }
    decks: Mapping[str, tuple[str, ...]] = {
        "the order of the first Westeros deck": ("/v1/cases/{case_id}/scenario", "/v1/matches/{match_id}/position"),
    }
    looked_at = ("sealed orders",)
    sealed = ("sealed orders", "a sealed House card", "a sealed bid")
    asked_about = ()  # no text of the board game is carried out by hand
    previewed = ("the Westeros card to come", "orders laid face down in turn")
    # each would tell which card may go somewhere, or what follows from orders that lie face down
    preview_leaks: Mapping[str, Patch] = {
        "the Westeros card to come": (card_changes, "is_unnamed", lambda table, change: False),
        "orders laid face down in turn": (kinds, "brings_out", lambda fact, unknown: False),
    }
    asking_leaks: Mapping[str, Patch] = {}

    def changes_at(self, pair: Pair) -> Iterator[list[Change]]:
        table = pair.one.match.table
        yield from ([each] for each in on_the_board(table))
        yield from without_units(table)

    def asked_by_hand(self, table: Any) -> Iterator[dict[str, Any]]:
        return iter(())


SECRETS: GameSecrets = BoardSecrets()
