"""Where a table that the players have parted from the record, and whether it is one error or several."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.judging.inquiry.comparing import compare_with_view
from domain.judging.inquiry.divergence import Divergence, find_divergence
from domain.judging.inquiry.view_changes import flatten_view
from tests.judging.heard import MATCH, Heard, heard, names, stored_in
from tests.judging.test_comparing import from_position
from tests.judging.test_long import count_views
from tests.samples import Spread


def view(match: Heard, version: int) -> dict[str, Any]:
    """What an admin sees at a version, to be changed."""
    seen: dict[str, Any] = json.loads(
        json.dumps(match.match.rules.view(match.states[version].table, "admin", judging=False))
    )
    return seen


@cache
def changed_last(match: Heard) -> dict[tuple[str, str], tuple[int, Any]]:
    """For each plain value that the newest table has of a place or a seat: where it last changed, and from what."""
    told, found = match.told, dict[tuple[str, str], tuple[int, Any]]()
    line = told.path(match.match.version)
    last = flatten_view(view(match, line[-1]))
    for before, after in pairwise(line[1:]):
        one, other = flatten_view(view(match, before)), flatten_view(view(match, after))
        for field in last:
            if field in one and one.get(field) != other.get(field):
                found[field] = (after, one[field])
    return {field: each for field, each in found.items() if last.get(field) != each[1]}


def with_value(table: dict[str, Any], field: tuple[str, str], value: Any) -> dict[str, Any]:
    """A view with another value of a field."""
    path = [*field[0].split("."), *field[1].split(".")]
    at: Any = table
    for part in path[:-1]:
        at = at[int(part)] if isinstance(at, list) else at[part]
    at[path[-1]] = value
    return table


def plain_ones(match: Heard) -> list[tuple[tuple[str, str], tuple[int, Any]]]:
    """Numbers of a seat or of a place: what can be wrong alone."""
    found = changed_last(match)
    return [(field, each) for field, each in found.items() if isinstance(each[1], int) and "." in field[0]]


@pytest.mark.parametrize("game", names())
def test_a_value_that_was_not_changed_as_it_should_have_been_parted_in_that_action(game: str, spread: Spread) -> None:
    match = heard(game)
    found = plain_ones(match)
    assert found
    for field, (version, value) in spread(found, 5):
        typed = with_value(view(match, match.match.version), field, value)
        wrong = find_divergence(match.told, match.match.version, typed, "admin", judging=False)
        assert [each.fields for each in wrong.partings] == [(field,)]
        assert wrong.partings[0].at.partition(".")[0] == str(version)
        assert (wrong.errors, wrong.never) == (1, ())


@pytest.mark.parametrize("game", names())
def test_what_was_never_so_is_told_apart_and_a_table_as_it_is_is_not_wrong(game: str) -> None:
    match = heard(game)
    newest = match.match.version
    assert find_divergence(match.told, newest, view(match, newest), "admin", judging=False).partings == ()
    field, _ = plain_ones(match)[0]
    wrong = find_divergence(match.told, newest, with_value(view(match, newest), field, 777), "admin", judging=False)
    assert (wrong.partings, wrong.never, wrong.errors) == ((), (field,), 0)


@pytest.mark.parametrize("game", names())
def test_what_parted_is_sought_by_so_many_views_at_a_time_and_pages_tell_it_together(game: str, spread: Spread) -> None:
    match = heard(game)
    newest = match.match.version
    for field, (version, value) in spread(plain_ones(match), 3):
        typed = with_value(view(match, newest), field, value)
        [whole] = find_divergence(match.told, newest, typed, "admin", judging=False).partings
        before, pages = 10**9, list[Divergence]()
        while not pages or pages[-1].stopped:
            pages.append(find_divergence(match.told, newest, typed, "admin", judging=False, before=before, most=3))
            assert pages[-1].stopped < before
            before = pages[-1].stopped + 1
        assert next(each.partings[0] for each in pages if each.partings) == whole
        assert all(each.never == () for each in pages if each.stopped)
        assert len(pages) > 1 or version > newest - 4


@pytest.mark.parametrize("game", names())
def test_a_typed_table_is_compared_by_no_more_views_than_are_allowed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = heard(game)
    newest = match.match.version
    typed = view(match, 2)
    longest = max(len(each.facts) for each in match.events.values())
    for search in (compare_with_view, find_divergence):
        counted = count_views(match, monkeypatch)
        search(match.told, newest, typed, "admin", judging=False, most=10)
        assert counted.calls <= 10 + longest + 6


def settable(match: Heard) -> list[tuple[tuple[str, str], tuple[int, Any]]]:
    """What can be wrong alone of a card or of a place: a mark, a number, who controls it."""
    fields = ("kneeling", "power", "strength", "controller", "garrison", "power_token")
    seats = match.match.table.seats
    found = changed_last(match).items()
    return [(field, each) for field, each in found if field[1] in fields and field[0].rpartition(".")[2] not in seats]


def altered(table: Any, field: tuple[str, str], value: Any) -> Any:
    """A view with another value of a field of a card or of a place."""
    object, name = field
    if "." in object:
        return with_value(table, field, value)
    for card in cards_of(table):
        if card["card"] == object:
            card[name] = value
    return table


def cards_of(table: Any) -> Iterator[dict[str, Any]]:
    if isinstance(table, dict) and "card" in table:
        yield table
    for each in table.values() if isinstance(table, dict) else table if isinstance(table, list) else ():
        yield from cards_of(each)


@pytest.mark.parametrize("game", names())
def test_a_later_error_follows_from_an_earlier_one_if_its_action_is_about_what_was_wrong(
    game: str, spread: Spread
) -> None:
    match = heard(game, 1, 250)
    found, seen = sorted(settable(match), key=lambda each: each[1][0]), set()
    pairs = [(one, two) for one in found for two in found if one[1][0] < two[1][0] and one[0][0] != two[0][0]]
    for (early, (first, was)), (late, (second, before)) in spread(pairs[:: max(1, len(pairs) // 40)], 6):
        typed = altered(altered(view(match, match.match.version), early, was), late, before)
        wrong = find_divergence(match.told, match.match.version, typed, "admin", judging=False)
        assert [int(each.at.partition(".")[0]) for each in wrong.partings] == [first, second]
        named = f'"{early[0].rpartition(".")[2]}"' in json.dumps(match.raw[second - 1])
        assert bool(wrong.partings[1].follows) == named
        assert wrong.errors == (1 if named else 2)
        seen.add(named)
    assert False in seen


@pytest.mark.parametrize("game", names())
def test_a_typed_position_is_answered_with_where_it_parted(game: str, tmp_path: Path) -> None:
    match, written = from_position(game)
    rounds = {fact["round"]: version for version, _, fact in match.facts() if fact["fact"] == f"{game}.round_began"}
    with stored_in(tmp_path, match) as api:
        path = f"/v1/matches/{MATCH}/compare?at={match.match.version}"
        assert api.post(path, "admin", {"position": written}).get_json()["wrong"]["errors"] == 0
        later = api.post(path, "admin", {"position": {**written, "round": written["round"] + 1}}).get_json()["wrong"]
        assert (later["first"], later["never"]) == ("", [["round", ""]])
        if written["round"] > 1:  # in the first there is none before
            earlier = api.post(path, "admin", {"position": {**written, "round": written["round"] - 1}}).get_json()[
                "wrong"
            ]
            assert earlier["first"].partition(".")[0] == str(rounds[written["round"]])
            assert earlier["errors"] == 1
