"""What refuses every command of a game at every kind of wait: as the tables say, and nothing secret is told by it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

import msgspec
import pytest

from domain.kernel.deciding import refusal_of
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match
from tests.builders import Dice
from tests.games import BROUGHT
from tests.properties.twins import rename_handles
from tests.refusals import commands_for, commands_of, kept, lines, matches_of, refused

EVERY = 5  # versions from one look to the next


@pytest.mark.parametrize("game", BROUGHT)
def test_each_refusal_cites_the_rule_of_the_table(game: str) -> None:
    was, now = kept(game).read_text(encoding="utf-8").splitlines(), list(lines(refused(game)))
    changed = "\n".join(unified_diff(was, now, "tests/data/refusals", "now", lineterm="", n=0))
    assert not changed, f"read it as a judge would, then `python -m tests.refusals`:\n{changed}"


def numbered(value: object) -> Iterator[int]:
    """The conditions that are told by number anywhere in the data of a refusal."""
    if isinstance(value, dict):
        yield from (each for name, each in value.items() if name == "condition" and isinstance(each, int))
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from numbered(each)


def dealt_anew(match: Match, twin: Match) -> dict[str, str]:
    """The handles of the cards that were dealt anew, each with that of the card in its place."""
    here, there = match.table, twin.table
    return {
        card: there.zone(zone)[place]
        for zone, cards in here.zones.items()
        for place, card in enumerate(cards)
        if card not in there.cards
    }


def with_names(command: Any, names: dict[str, str]) -> Any:
    """The command with other handles."""
    text = rename_handles(msgspec.json.encode(command).decode(), lambda handle: names.get(handle, handle))
    return msgspec.json.decode(text, type=type(command))


def told_by(refusal: Refusal | None, names: dict[str, str]) -> str:
    """What a refusal tells, with other handles."""
    return rename_handles(msgspec.json.encode(refusal).decode(), lambda handle: names.get(handle, handle))


@pytest.mark.parametrize("game", BROUGHT)
def test_a_refusal_does_not_depend_on_what_is_hidden_from_its_seat(game: str) -> None:
    """The same commands at a table that differs in what the seat does not see: sealed answers, hands, decks, orders.

    A command that names a card which the seat does not see names at the other table the card in its place.
    """
    told, looked = next(matches_of(game)), 0
    given = commands_of(told)
    for number, each in enumerate(told[:200:EVERY]):
        match = each.before
        for seat in match.table.seats:
            twin = BROUGHT[game].twin_of(match, seat, Dice(f"refusals {number} {seat}"))
            anew = dealt_anew(match, twin)
            for tag, command in commands_for(match, seat, given, own=True):
                one = refusal_of(match.rules, match.table, seat, command)
                other = refusal_of(twin.rules, twin.table, seat, with_names(command, anew))
                assert told_by(one, anew) == told_by(other, {}), f"version {match.version} {seat} {tag}"
                assert one is None or not list(numbered(one.because)), f"a judge reads no number of a condition: {one}"
                looked += one is not None
    assert looked > 1000
