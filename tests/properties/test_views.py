"""Views that are built together are those that are built one by one: what all see is shared, nothing else is."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec
import pytest

from domain.cardgame.table import PlayerState
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Viewer
from domain.kernel.state.fields import described_fields
from domain.match.aggregate import Match
from tests.builders import ENDLESS, played
from tests.games import each_game, group_start, opened
from tests.games.bringing import PlayTests, ViewedPlay

PAIRS = {("seat", PUBLIC), (ADMIN, PUBLIC), (ADMIN, "seat")}


def some_matches(game: PlayTests) -> list[Match]:
    """Every third version of a match of each group."""
    return [
        step.following.match
        for seed, group in enumerate(game.groups)
        for step in islice(
            played(opened(game, group_start(game, group, seed)).match, game.player(seed, "views"), ENDLESS), 0, 300, 3
        )
    ]


def viewers_of(match: Match) -> list[Viewer]:
    return [*map(Viewer, match.table.seats), PUBLIC, JUDGE, HEAD_JUDGE, ADMIN]


def check_views_together(game: PlayTests, *, judging: bool) -> None:
    """In whichever order viewers are looked at, each sees what it sees alone."""
    for match in some_matches(game):
        rules, table, viewers = match.rules, match.table, viewers_of(match)
        alone = {viewer: rules.view(table, viewer, judging=judging) for viewer in viewers}
        for order in (viewers, viewers[::-1]):
            assert rules.views(table, order, judging=judging) == alone


def check_own_views(game: PlayTests) -> None:
    """A seat sees what the public does not, and the admin what no seat does."""
    differing = set()
    for match in some_matches(game):
        views = match.rules.views(match.table, viewers_of(match), judging=False)
        assert [view["viewer"] for view in views.values()] == list(views)
        told: dict[str, bytes] = {viewer: msgspec.json.encode({**view, "viewer": ""}) for viewer, view in views.items()}
        told["seat"] = told[match.table.seats[0]]
        differing |= {pair for pair in PAIRS if told[pair[0]] != told[pair[1]]}
    assert differing == PAIRS


def lying(seen: Any, place: Iterable[str]) -> list[Any]:
    """What stands at a place of a view."""
    found = [seen]
    for name in place:
        found = [
            below
            for each in found
            for below in ((each.values() if isinstance(each, dict) else each) if name == "*" else [each[name]])
        ]
    return found


def check_taken_keys(game: ViewedPlay) -> None:
    """Each key of a thing with described fields is such a field, or is taken: no field can have its name."""
    matches = some_matches(game)
    for place, kind in game.described.items():
        seen = [
            thing
            for match in matches
            for viewer in (PUBLIC, ADMIN)
            for thing in lying(match.rules.view(match.table, viewer, judging=False), place.split("."))
        ]
        zones = matches[0].table.zone_kinds if issubclass(kind, PlayerState) else ()
        known = {*getattr(kind, "taken_keys", ()), *zones, *(each.name for each in described_fields(kind))}
        assert seen
        assert {key for thing in seen for key in thing} <= known


@each_game("views")
def test_no_field_has_the_name_of_something_else_that_is_seen(game: ViewedPlay) -> None:
    check_taken_keys(game)


@each_game("views")
@pytest.mark.parametrize("judging", [False, True])
def test_views_built_together_are_those_built_alone(game: PlayTests, judging: bool) -> None:
    check_views_together(game, judging=judging)


@each_game("hidden information")
def test_each_viewer_has_a_view_of_its_own(game: PlayTests) -> None:
    check_own_views(game)
