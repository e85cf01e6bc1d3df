"""The tables for analysts say the same of a match however its seats and players are called."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.kernel.formats.renaming import TypedRenaming
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from projections.analytics.column_types import Column, columns_of
from projections.analytics.fold import TableRows, over_rows
from projections.analytics.schema import all_tables
from projections.analytics.surroundings import MatchSurroundings
from service.demo.decks import deck_text
from service.files.decks import new_seat_text
from tests.builders import Dice, Player, acted, begun, played

PLAIN = ("alice", "bob")
PLAYERS = ("Ann Ames", "Bert Bole")
DECKS = ("stark.txt", "lannister.txt")
# in the order of the letters, as the plain ones are: the engine lists seats so
CALLED = [
    ("1", "2"),
    ("gold", "seat"),
    ("core", "v1"),
    ("against", "by"),
    ("challenges", "round"),
    ("military", "power"),
    ("fact", "kind"),
    ("a", "card"),
]
TEXTS = {"facts": ("body",), "decisions": ("chosen", "legal"), "windows": ("about",)}


class Around:
    """A store with this match alone; its players have pseudonyms by their order."""

    def __init__(self, seats: tuple[str, ...], players: tuple[str, ...]) -> None:
        self.players = dict(zip(seats, players, strict=True))

    def of(self, match_id: str, seats: tuple[str, ...], named: dict[str, str], winner: str) -> MatchSurroundings:
        return MatchSurroundings(self.players)

    def pseudonym(self, name: str) -> str:
        return f"p-{list(self.players.values()).index(name) + 1}"


def opening(seats: tuple[str, ...], players: tuple[str, ...]) -> OpenMatch:
    named = zip(seats, players, DECKS, strict=True)
    made = (
        (json.loads(new_seat_text("agot_lcg", seat, deck, deck_text(deck))), player) for seat, player, deck in named
    )
    texts = (json.dumps({**seat, "player": player}) for seat, player in made)
    return OpenMatch("agot_lcg", tuple(texts), "public")


@cache
def deeds() -> tuple[tuple[str, Any], ...]:
    """What the seats of a match do until one of them leaves it."""
    first = begun(opening(PLAIN, PLAYERS), 2)
    found = [(step.seat, step.command) for step in played(first.match, Player(Dice("called")), 220)]
    return tuple(found)


def payloads(seats: tuple[str, ...], players: tuple[str, ...]) -> Iterator[bytes]:
    """The same match with other seats, stored."""
    other = dict(zip(PLAIN, seats, strict=True))
    renaming = TypedRenaming(seat=lambda seat: other.get(seat, seat))
    following = begun(opening(seats, players), 2)
    yield following.payload
    match: Match = following.match
    for seat, command in deeds():
        following = acted(match, other[seat], with_targets(renaming.struct(command), other))
        match = following.match
        yield following.payload
    if match.table.over is None:
        yield acted(match, seats[0], match.rules.command({"type": "concede"})).payload


def with_targets(command: Any, other: dict[str, str]) -> Any:
    """A command that chooses cards or players, with the players called otherwise."""
    if not hasattr(command, "targets"):
        return command
    return msgspec.structs.replace(command, targets=tuple(other.get(each, each) for each in command.targets))


@cache
def rows(seats: tuple[str, ...], players: tuple[str, ...]) -> TableRows:
    return over_rows("m-1", list(payloads(seats, players)), Around(seats, players))


def columns(table: str) -> tuple[Column, ...]:
    return next(columns_of(each.row) for each in all_tables() if each.name == table)


@pytest.mark.parametrize("called", CALLED)
def test_the_rows_are_the_same_however_the_seats_are_called(called: tuple[str, str]) -> None:
    plain, found = rows(PLAIN, PLAYERS), rows(called, PLAYERS)
    assert found.keys() == plain.keys()
    for table, expected in plain.items():
        assert found[table] == expected, table


@pytest.mark.parametrize("players", [("fact", "seat"), ("alice", "gold"), ("military", "core/ice"), ("1", "kernel")])
def test_the_rows_are_the_same_however_the_players_are_called(players: tuple[str, str]) -> None:
    assert rows(PLAIN, players) == rows(PLAIN, PLAYERS)


def test_every_text_of_json_is_json_and_has_the_words_of_the_record() -> None:
    found = rows(("gold", "seat"), ("fact", "seat"))
    for table, names in TEXTS.items():
        order = [each.name for each in columns(table)]
        assert found[table]
        for row in found[table]:
            for name in names:
                json.loads(str(row[order.index(name)]))
    facts = [each.name for each in columns("facts")]
    bodies = [json.loads(str(row[facts.index("body")])) for row in found["facts"]]
    assert {each["fact"] for each in bodies} >= {"kernel.waiting", "kernel.window_opened", "agot_lcg.seats_taken"}
    assert {each["seat"] for each in bodies if "seat" in each} <= {"seat-1", "seat-2"}


HOUSES = ("baratheon", "lannister", "stark")


@cache
def board_rows(players: tuple[str, ...]) -> TableRows:
    """The rows of a match of the board game, in which the table itself names the players."""
    named = zip(HOUSES, players, strict=True)
    texts = tuple(json.dumps({"name": house, "player": player}) for house, player in named)
    following = begun(OpenMatch("agot_board", texts, "public"), 1)
    found, match = [following.payload], following.match
    for step in played(match, Player(Dice("board")), 30):
        match = step.following.match
        found.append(step.following.payload)
    for seat in match.table.remaining_seats()[1:]:
        following = acted(match, seat, match.rules.command({"type": "concede"}))
        match = following.match
        found.append(following.payload)
    return over_rows("m-1", found, Around(HOUSES, players))


@pytest.mark.parametrize("players", [("fact", "house", "orders"), ("raid", "march-0", "1"), ("agot_board", "on", "to")])
def test_a_table_that_names_its_players_has_pseudonyms_of_them_and_all_its_words(players: tuple[str, ...]) -> None:
    found = board_rows(players)
    assert found == board_rows(("Ann Ames", "Bert Bole", "Cleo Crane"))
    assert '["p-1","p-2","p-3"]' in str(found["facts"])
