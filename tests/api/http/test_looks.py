"""A look is stored under the name of the endpoint at which it was taken: every such name is one that is kept."""

from __future__ import annotations

import json

from domain.judging.cases.entries import LookTaken
from tests.api.http.clients import Api
from tests.api.http.roles import Situation, routes
from tests.published_names import FILE


def test_every_look_is_stored_under_a_name_that_is_kept(api: Api) -> None:
    there = Situation(api, spectators="public")
    for route in routes():
        if route.startswith("GET ") or "/branches" in route:
            for role in ("judge called", "head judge"):
                there.answer(role, route)
    services = api.services
    entries = [*services.desks.of(there.match.id).entries, *services.cases.one(there.case.id).entries]
    stored = {each.what for each in entries if isinstance(each, LookTaken)}
    assert {"reads.view", "records.record", "console.timeline", "branches.show_view"} <= stored
    assert stored - {*json.loads(FILE.read_text(encoding="utf-8"))["looks"]} == set()
