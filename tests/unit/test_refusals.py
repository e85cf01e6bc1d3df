"""What refuses every command of a game at every kind of wait: as the tables say, and nothing secret is told by it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

import pytest

from domain.kernel.deciding import refusal_of
from tests.builders import Dice
from tests.games import BROUGHT
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


@pytest.mark.parametrize("game", BROUGHT)
def test_a_refusal_does_not_depend_on_what_is_hidden_from_its_seat(game: str) -> None:
    """The same commands at a table that differs in what the seat does not see: sealed answers, hands, decks, orders."""
    told, looked = next(matches_of(game)), 0
    given = commands_of(told)
    for number, each in enumerate(told[:200:EVERY]):
        match = each.before
        for seat in match.table.seats:
            twin = BROUGHT[game].twin_of(match, seat, Dice(f"refusals {number} {seat}"))
            for tag, command in commands_for(match, seat, given, own=True):
                one = refusal_of(match.rules, match.table, seat, command)
                other = refusal_of(twin.rules, twin.table, seat, command)
                assert one == other, f"version {match.version} {seat} {tag}"
                assert one is None or not list(numbered(one.because)), f"a judge reads no number of a condition: {one}"
                looked += one is not None
    assert looked > 1000
