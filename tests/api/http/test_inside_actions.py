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


PAGES = ("explain", "missed", "numbers", "going-to-time")


@pytest.mark.parametrize("opened", [board_game, played])
def test_a_page_of_what_is_asked_of_whole_actions_says_so(api: Api, opened: Callable[[Api], Match]) -> None:
    match = opened(api)
    logs_in(api, "admin")
    for place in list(places(match))[:4]:
        for name in PAGES:
            shown = api.client.get(f"/console/matches/{match.id}/{name}?at={place}")
            assert (shown.status_code, "Inside an action" in shown.get_data(as_text=True)) == (422, True), (name, place)


@pytest.mark.parametrize("opened", [board_game, played])
def test_no_page_of_a_match_fails_at_a_place(api: Api, opened: Callable[[Api], Match]) -> None:
    match = opened(api)
    logs_in(api, "admin")
    start = "/console/matches/<match:match_id>"
    pages = [
        each.rule
        for each in api.app.url_map.iter_rules()
        if each.rule.startswith(start) and "GET" in (each.methods or ())
    ]
    assert len(pages) > 12
    for rule in pages:
        path = rule.replace("<match:match_id>", match.id).replace("<place>", "1").replace("<path:thing>", "none")
        for place in ("0", "1", "1.1", "1.2", "1.9999", "0.1", "x"):
            status = api.client.get(path, query_string={"at": place}).status_code
            # an admin opens no case, so the form that does is not shown, at whatever place
            shown = (403,) if rule.endswith("/case") else (200, 303, 404, 422)
            assert status in shown, (path, place, status)
