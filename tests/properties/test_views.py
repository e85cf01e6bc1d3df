"""Views that are built together are those that are built one by one: what all see is shared, nothing else is."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from domain.games import GAMES
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Viewer
from domain.match.aggregate import Match
from service.tools.simulate import SimulationTask, decisions

PAIRS = {("seat", PUBLIC), (ADMIN, PUBLIC), (ADMIN, "seat")}


def some_matches(game: str) -> list[Match]:
    """Every third version of two matches, one of them with every window asked."""
    tasks = (SimulationTask(game, 3, number, policy=policy) for number, policy in enumerate(("public", "open")))
    return [each.match for task in tasks for each in islice(decisions(task), 0, 360, 3)]


def viewers_of(match: Match) -> list[Viewer]:
    return [*map(Viewer, match.table.seats), PUBLIC, JUDGE, HEAD_JUDGE, ADMIN]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("judging", [False, True])
def test_views_built_together_are_those_built_alone(game: str, judging: bool) -> None:
    for match in some_matches(game):
        rules, table, viewers = match.rules, match.table, viewers_of(match)
        alone = {viewer: rules.view(table, viewer, judging=judging) for viewer in viewers}
        for order in (viewers, viewers[::-1]):
            assert rules.views(table, order, judging=judging) == alone


@pytest.mark.parametrize("game", GAMES)
def test_each_viewer_has_a_view_of_its_own(game: str) -> None:
    """A seat sees what the public does not, and the admin what no seat does."""
    differing = set()
    for match in some_matches(game):
        views = match.rules.views(match.table, viewers_of(match), judging=False)
        assert [view["viewer"] for view in views.values()] == list(views)
        told: dict[str, bytes] = {viewer: msgspec.json.encode({**view, "viewer": ""}) for viewer, view in views.items()}
        told["seat"] = told[match.table.seats[0]]
        differing |= {pair for pair in PAIRS if told[pair[0]] != told[pair[1]]}
    assert differing == PAIRS
