"""A place inside an action answers wherever it can be asked for, from the first fact of the opening on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.api.http.clients import Api, Match
from tests.api.http.gatherings import BOARD_SEATS
from tests.api.http.test_cases import played
from tests.api.http.test_console import logs_in


def board_game(api: Api) -> Match:
    return api.opened(game="agot_board", seats=BOARD_SEATS, spectators="public")


def places(match: Match) -> Iterator[str]:
    """Every fact of every action, as the admin reads them all."""
    for action in match.read("/actions", "admin")["actions"]:
        yield from (f"{action['version']}.{n}" for n in range(1, len(action["facts"]) + 1))


@pytest.mark.parametrize("opened", [board_game, played])
def test_every_place_answers_for_every_viewer(api: Api, opened: Callable[[Api], Match]) -> None:
    match = opened(api)
    viewers = ("public", "judge", "admin", *match.keys)
    asked = [f"/view?at={place}&as={viewer}" for place in places(match) for viewer in viewers]
    assert "/view?at=1.1&as=public" in asked
    assert {path: match.get(path, "admin").status_code for path in asked} == dict.fromkeys(asked, 200)


@pytest.mark.parametrize("opened", [board_game, played])
def test_the_first_places_of_an_opening_are_drawn_and_have_their_pages(
    api: Api, opened: Callable[[Api], Match]
) -> None:
    match = opened(api)
    logs_in(api, "admin")
    drawn = match.get("/board.svg", "admin").status_code
    for place in list(places(match))[:12]:
        assert match.get(f"/board.svg?at={place}", "admin").status_code == drawn, place
        assert match.get(f"/windows?at={place}", "admin").status_code == 200, place
        assert match.get(f"/window?at={place}", "admin").status_code == 422, place
        assert api.client.get(f"/console/matches/{match.id}?at={place}").status_code == 200, place
        assert api.client.get(f"/console/matches/{match.id}@{place}").status_code in (200, 302, 303), place
