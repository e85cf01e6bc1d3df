"""What happened together and who put it in order, against the raw record of each game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from domain.judging.inquiry.ordering import orderings
from tests.api.http.clients import problem
from tests.games import ROWS
from tests.judging.heard import MATCH, Heard, ended, heard, names, read, stored_in

NEXT = "order_mandatory"


def chosen(match: Heard) -> dict[str, dict[str, Any]]:
    """The commands that put something in order, by their versions."""
    given = {str(version): event.get("cmd") or {} for version, event in enumerate(match.raw, 1)}
    return {version: cmd for version, cmd in given.items() if cmd.get("type") in (NEXT, *ROWS[match.game].ordered)}


@pytest.mark.parametrize("game", names())
def test_every_choice_of_an_order_is_told_as_it_was_given_and_no_other(game: str) -> None:
    match = heard(game, 1, 250)
    rows = {row.at: row for row in orderings(match.told, 1, match.match.version)}
    assert list(rows) == list(chosen(match))
    assert len(rows) > 4
    for at, cmd in chosen(match).items():
        row = rows[at]
        order = [each.name for each in row.order]
        assert (row.seat, row.address) == (match.raw[int(at) - 1]["actor"], f"{MATCH}@{at}")
        assert len(row.together) > 1
        if cmd["type"] == NEXT:
            assert order[0] == cmd["card"]
        else:
            assert order == cmd[ROWS[game].ordered[cmd["type"]]]
            assert sorted(order) == sorted(each.name for each in row.together)


@pytest.mark.parametrize("game", names())
def test_things_came_in_the_order_that_is_told(game: str) -> None:
    match, seen = heard(game, 1, 250), 0
    for row in orderings(match.told, 1, match.match.version):
        facts = match.raw[int(row.at) - 1]["facts"]
        fields = ROWS[game].ordered
        put = [fact[fields[fact["fact"]]] for fact in facts if fact["fact"] in fields]
        if put:
            seen += 1
            assert [each.name for each in row.order] == put[0]
    assert seen > 1


def test_an_ability_that_was_chosen_to_be_next_begins_next() -> None:
    match = heard("agot_lcg", 1, 250)
    rows = [row for row in orderings(match.told, 1, match.match.version) if row.order[0].ability is not UNSET]
    assert rows
    for row in rows:
        facts = match.raw[int(row.at) - 1]["facts"]
        begun = next(fact for fact in facts if fact["fact"] in ("kernel.ability_initiated", "kernel.ability_announced"))
        assert row.order[0].name in str(begun)


@pytest.mark.parametrize("game", names())
def test_orders_are_public_and_asked_by_versions_and_seat(game: str, tmp_path: Path) -> None:
    match = ended(game)
    rows = msgspec.json.decode(msgspec.json.encode(orderings(match.told, 1, match.match.version)))
    with stored_in(tmp_path, match) as api:
        for who in (*match.match.table.seats, "public", "judge", "analyst", "admin"):
            assert read(api, "/orderings", who)["orderings"] == rows
        seat = match.match.table.seats[0]
        of_seat = read(api, f"/orderings?seat={seat}&from=5", "judge")["orderings"]
        assert of_seat == [row for row in rows if row["seat"] == seat and int(row["at"]) >= 5]
        assert problem(api.get(f"/v1/matches/{MATCH}/orderings?to=100000", "judge"))[0] == 404
