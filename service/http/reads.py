"""What can be read of a match: the view, the open window, the options, the actions, the window ledger."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import msgspec
from domain.kernel.ids import Viewer
from domain.kernel.query import open_window
from domain.match import Match, decoded, redacted
from flask import Response

from service.http import schemas
from service.http.answers import lines, tagged, wants_lines
from service.http.auth import asker_of, viewer_of
from service.http.described import Views, described
from service.http.here import here
from service.http.places import match_at, seen_at
from service.matches import Unknown

GLANCE = 0.02
OF_OPTIONS = ("open", "wait", "awaited", "options", "always")

views = Views("reads", __name__, url_prefix="/v1/matches/<match:match_id>", description="What can be read of a match.")


@views.get("/view")
@described(200, schemas.View(), 401, 403, 404, 422, tagged=True)
@views.arguments(schemas.Look(), location="query")
def view(look: dict[str, Any], match_id: str) -> Response:
    """The table as a viewer may see it, now or at a place."""
    known = asker_of(match_id)
    place, match = seen_at(match_id, look["at"])
    viewer = viewer_of(match, known, look["viewer"])

    def body() -> dict[str, Any]:
        table = match.rules.view(match.table, viewer)
        return {"match": match_id, "version": match.version, "place": str(place), "viewer": viewer, "view": table}

    return tagged(str(place), body, kept=bool(look["at"]))


@views.get("/window")
@described(200, schemas.Window(), 401, 403, 404, 422, tagged=True)
@views.arguments(schemas.Look(), location="query")
def window(look: dict[str, Any], match_id: str) -> Response:
    """The open window or question: kind, step, nesting, who is first, who has passed, who may do what, by which rule."""
    known = asker_of(match_id)
    match = match_at(match_id, look["at"])
    viewer = viewer_of(match, known, look["viewer"])

    def body() -> dict[str, Any]:
        return {**named(match, viewer), **open_window(match.rules, match.table, viewer)}

    return tagged(str(match.version), body, kept=bool(look["at"]))


def named(match: Match, viewer: Viewer) -> dict[str, Any]:
    """Which match, at which version, through whose eyes."""
    return {"match": match.id, "version": match.version, "viewer": viewer}


@views.get("/options")
@described(200, schemas.Options(), 401, 403, 404, 422, tagged=True)
@views.arguments(schemas.Look(), location="query")
def options(look: dict[str, Any], match_id: str) -> Response:
    """What each awaited seat may answer, as far as the viewer may know it; always the whole, legal answers alone."""
    known = asker_of(match_id)
    match = match_at(match_id, look["at"])
    viewer = viewer_of(match, known, look["viewer"])

    def body() -> dict[str, Any]:
        found = open_window(match.rules, match.table, viewer)
        nothing = {"wait": 0, "awaited": [], "options": {}, "always": []}
        return {**named(match, viewer), **nothing, **{name: found[name] for name in OF_OPTIONS if name in found}}

    return tagged(str(match.version), body, kept=bool(look["at"]))


# --- actions


@views.get("/actions")
@described(200, schemas.Actions(), 401, 403, 404, 422, as_lines=True, tagged=True)
@views.arguments(schemas.ActionsPage(), location="query")
def actions(page: dict[str, Any], match_id: str) -> Response:
    """The actions after a version, as the viewer may read them; as JSON Lines all of them, however many.

    With `wait` an empty page is put off until something has happened: so a client follows a match live.
    """
    known = asker_of(match_id)
    match = here().services.matches.fresh(match_id)
    viewer = viewer_of(match, known, page["viewer"])
    if page["wait"] and match.version <= page["after"]:
        match = waited_for(match, page["after"], page["wait"])
    if wants_lines():
        written = (msgspec.json.encode(each) for each in read(match, viewer, page["after"], match.version))
        return lines(written, ETag=f'"v{match.version}"')
    return tagged(str(match.version), lambda: actions_page(match, viewer, page["after"], page["limit"]))


def actions_page(match: Match, viewer: Viewer, after: int, limit: int) -> dict[str, Any]:
    found = list(read(match, viewer, after, min(match.version, after + limit)))
    reached = found[-1]["version"] if found else after
    return {**named(match, viewer), "actions": found, "next": reached, "more": reached < match.version}


def read(match: Match, viewer: Viewer, after: int, upto: int) -> Iterator[dict[str, Any]]:
    """The actions after a version, up to another, redacted for a viewer."""
    payloads = here().services.matches.payloads(match.id, after, upto) if upto > after else []
    return (redacted(decoded(match, each), n, viewer) for n, each in enumerate(payloads, after + 1))


def waited_for(match: Match, after: int, seconds: float) -> Match:
    """The match once it has gone beyond a version, or after so many seconds; at once where too many wait already."""
    waiters, matches = here().waiters, here().services.matches
    if not waiters.acquire(blocking=False):
        return match
    try:
        deadline = monotonic() + seconds
        while match.version <= after and monotonic() < deadline:
            sleep(GLANCE)
            match = matches.fresh(match.id)
        return match
    finally:
        waiters.release()


@views.get("/actions/<int:version>")
@described(200, schemas.Action(), 401, 403, 404, 422, tagged=True)
@views.arguments(schemas.Eyes(), location="query")
def action(eyes: dict[str, Any], match_id: str, version: int) -> Response:
    """One action as the viewer may read it."""
    known = asker_of(match_id)
    match = here().services.matches.fresh(match_id)
    viewer = viewer_of(match, known, eyes["viewer"])
    if not 1 <= version <= match.version:
        raise Unknown(match_id, version)
    return tagged(str(version), lambda: next(read(match, viewer, version - 1, version)), kept=True)
