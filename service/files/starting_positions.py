"""Positions to begin with: those of the demonstration, each game after set-up, and moments of a match."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Any

import yaml
from msgspec import Struct

from domain.games import DEFAULT, GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.unknown_deck_order import without_hidden_order
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import open_match
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats
from service.files.positions import PLAIN_SEED

WIDE = 72
FAR = 60
SET_UP = "set-up"
GAME_LINE = re.compile(r"^game: *(\w+)", re.MULTILINE)


class NamedPosition(Struct, frozen=True):
    """A position with a name, a title and its game."""

    name: str
    title: str
    game: str


def starts() -> list[NamedPosition]:
    """The names of all positions to begin with."""
    found = [
        NamedPosition(each.name.removesuffix(".yaml"), file_title(text), game_of_text(text))
        for each in position_files()
        for text in [each.read_text(encoding="utf-8")]
    ]
    counts = [(game, n) for game, definition in GAMES.items() for n in definition.seat_counts if set_up_holds(game, n)]
    return [*found, *(NamedPosition(f"{SET_UP}.{game}.{n}", f"Set-up for {n}", game) for game, n in counts)]


def position_files() -> list[Any]:
    """The position files of the demonstration."""
    folder = resources.files("service.demo")
    return sorted((each for each in folder.iterdir() if each.name.endswith(".yaml")), key=lambda each: each.name)


def game_of_text(text: str) -> str:
    """The game that a position names; the usual one where it names none."""
    found = GAME_LINE.search(text)
    return found[1] if found and found[1] in GAMES else DEFAULT


def file_title(text: str) -> str:
    """The title of a file: its first line."""
    first = text.partition("\n")[0]
    return re.split("[;:]", first.removeprefix("#").strip())[0] if first.startswith("#") else "A table in play"


def start_text(name: str) -> str:
    """The text of a position to begin with. Raises KeyError."""
    for each in position_files():
        if each.name == f"{name}.yaml":
            return str(each.read_text(encoding="utf-8"))
    kind, _, of = name.partition(".")
    game, _, number = of.partition(".")
    if kind != SET_UP or game not in GAMES or number not in map(str, GAMES[game].seat_counts):
        raise KeyError(name)
    if not set_up_holds(game, int(number)):
        raise KeyError(name)
    return set_up_position(game, int(number))


@cache
def set_up_holds(game: str, seats: int) -> bool:
    """Whether what a game waits for once it is opened can be written as a position."""
    try:
        set_up_position(game, seats)
    except NoPosition:
        return False
    return True


def set_up_position(game: str, seats: int) -> str:
    """The position of a game after set-up for `seats` seats, with the demonstration's decks where seats bring decks."""
    opening = OpenMatch(game, demo_seats(game, seats), "public")
    at = "1970-01-01T00:00:00.000000Z"
    first = open_match("m-position", opening, key="open", actor="organizer", at=at, action_id="a1", seed=PLAIN_SEED)
    return text_of(game, GAMES[game].position_of(first.match.table))


def moment_position(chronicle: Chronicle, version: int, *, whole: bool) -> tuple[int, str]:
    """The last version up to `version` that can be written as a position, and its text. Raises NoPosition.

    Unless `whole` is set, the order of a deck is left out where no judge was told it.
    """
    game = chronicle.match.rules.name
    for each in reversed(chronicle.path(version)[-FAR:]):
        with suppress(NoPosition):
            return each, text_of(game, GAMES[game].position_of(table_at(chronicle, each, whole=whole)))
    return version, text_of(game, GAMES[game].position_of(table_at(chronicle, version, whole=whole)))


def table_at(chronicle: Chronicle, version: int, *, whole: bool) -> Any:
    """The table of a match at a version, as a judge may write it down, or with `whole` all of it."""
    table = chronicle.at(version).table
    return table if whole else without_hidden_order(table, chronicle.events, chronicle.path(version))


# --- writing


class Dumper(yaml.SafeDumper):
    """A YAML dumper that writes short values on one line and no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:
        node = super().represent_mapping(tag, mapping, flow_style)
        if node.flow_style and sum(len(key.value) + len(str(value.value)) + 4 for key, value in node.value) > WIDE:
            node.flow_style = False
        return node


def text_of(game: str, position: dict[str, Any]) -> str:
    """A position as YAML, with its game."""
    document = {"game": game, "position": position}
    return yaml.dump(document, Dumper=Dumper, sort_keys=False, default_flow_style=None, width=100)
