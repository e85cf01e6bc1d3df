"""Equal tags are equal answers: whoever asks for a path, in whatever form, what has the same tag has the same bytes."""

from __future__ import annotations

import pytest

from tests.api.http.clients import Api
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.roles import ROLES, Situation, routes

LOOKS = ("", "?at=1", "?as=public", "?as=alice", "?as=judge", "?at=1&as=alice", "?at=1&as=judge")
JSON, LINES = "application/json", "application/x-ndjson"
EVERYTHING = [(look, form) for look in LOOKS for form in (JSON, LINES)]
# two forms may have one tag by mistake whatever the look, two viewers with any look
SAMPLE = [("", JSON), ("", LINES), ("?at=1", JSON), ("?at=1", LINES), ("?as=alice", JSON), ("?at=1&as=judge", JSON)]
TAGGED_PARTS = (
    "",
    "/view",
    "/window",
    "/options",
    "/actions",
    "/actions/{version}",
    "/windows",
    "/record",
    "/branches",
)

TAGGED_BRANCH_PARTS = ("", "/steps", "/view", "/window", "/options", "/compare")


@pytest.mark.parametrize("spectators", ["public", "none"])
@pytest.mark.parametrize(
    "asked", [SAMPLE, pytest.param(EVERYTHING, marks=pytest.mark.proof)], ids=["sample", "everything"]
)
def test_what_has_the_same_tag_is_the_same_to_the_byte_whoever_asks(
    api: Api, asked: list[tuple[str, str]], spectators: str
) -> None:
    there = Situation(api, spectators=spectators)
    sent: dict[tuple[str, str], tuple[str, bytes]] = {}
    tagged = set()
    for route in (each for each in routes() if each.startswith("GET /v1/")):
        path = route.removeprefix("GET ").format(**there.values)
        for look, form in asked:
            for role in ROLES:
                answer = api.get(f"{path}{look}", there.keys[role], Accept=form)
                tag = answer.headers.get("ETag")
                if answer.status_code != 200 or tag is None:
                    continue
                tagged.add(route)
                before, data = sent.setdefault((f"{path}{look}", tag), (role, answer.get_data()))
                assert answer.get_data() == data, (path, look, tag, before, role)
    assert {f"GET /v1/matches/{{match_id}}{part}" for part in TAGGED_PARTS} <= tagged
    assert {f"GET /v1/branches/{{branch_id}}{part}" for part in TAGGED_BRANCH_PARTS} <= tagged


def test_whoever_has_the_answer_of_a_tag_is_answered_304_also_where_a_cache_has_made_it_weak(api: Api) -> None:
    there, asked = Situation(api), set[str]()
    for route in (each for each in routes() if each.startswith("GET /v1/")):
        path, key = route.removeprefix("GET ").format(**there.values), there.keys["admin"]
        for form in (JSON, LINES):
            whole = api.get(path, key, Accept=form)
            tag = whole.headers.get("ETag")
            if whole.status_code != 200 or tag is None:
                continue
            asked.add(route)
            for same in (tag, f"W/{tag}", f'"another", W/{tag}', "*"):
                again = api.get(path, key, Accept=form, **{"If-None-Match": same})
                assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", tag), (path, same)
            assert api.get(path, key, Accept=form, **{"If-None-Match": 'W/"another"'}).status_code == 200
    assert {f"GET /v1/matches/{{match_id}}{part}" for part in TAGGED_PARTS} <= asked


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", ["view", "window", "options", "actions/1", "windows"])
def test_a_judge_who_is_called_keeps_nothing_of_what_they_were_told_before(api: Api, game: str, part: str) -> None:
    event = Gathering(api, game)
    match = event.at_table(spectators="public")
    path, jan = f"{match.path}/{part}{'' if '/' in part else '?at=1'}", event.keys["jan"]
    poor = api.get(path, jan)
    assert poor.status_code == 200
    assert "immutable" not in poor.headers["Cache-Control"]
    called = api.post(f"{match.path}/judges", event.keys["olga"], {"judge": "jan"}, Idempotency_Key="calls")
    assert called.status_code == 201
    again = api.get(path, jan, **{"If-None-Match": poor.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (200, api.get(path, jan).get_data())
    assert poor.get_data() != again.get_data()
