"""The list of matches, and one match at any version: thin views over the functions of the API's reads."""

from __future__ import annotations

import re
from functools import partial
from secrets import token_hex
from typing import Any

from flask import Response, g, redirect, request, url_for

from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.ids import PUBLIC, Viewer
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, Refused
from service.app.keys import Principal
from service.app.match.matches import Unknown, now
from service.console.case.news import match_news
from service.console.console import read_query, render_page, views
from service.console.forms.fields import read_place
from service.console.forms.refusals import refusal_words
from service.console.match.headings import find_byes, matches_search
from service.console.match.match_page import MatchPage, Viewing
from service.console.words import read_moment
from service.web import schemas
from service.web.access import asker_of, current_viewers, is_judging, look_refusal, viewer_of
from service.web.match.match_list import page_of
from service.web.match.places import MatchPlace, place_and_match
from service.web.problems import Problem
from service.web.request_context import request_context

A_PAGE = 25
SPAN = ("since", "until")
LABELS = {"since": "From (UTC)", "until": "Until (UTC)"}
LOOK = schemas.LookParameters()
MATCHES = schemas.MatchesAsked()
ADDRESS = re.compile(rf"{schemas.MATCH}@{schemas.PLACE.strip('^$')}")


@views.get("/matches")
def matches() -> Any:
    """The matches that the asker may read, newest first; a search for a stable address redirects to its page."""
    search = request.args.get("q", "").strip()[:80]
    if ADDRESS.fullmatch(address := read_place(search)):
        return redirect(f"{url_for('console.matches')}/{address}", 303)
    given = {name: request.args.get(name, "").strip() for name in SPAN}
    byes = list(find_byes(search)) if search and "after" not in request.args else []
    shown: dict[str, Any] = {"search": search, "given": given, "today": now()[:10], "byes": byes}
    try:
        span = {name: read_moment(typed) for name, typed in given.items()}
        query = {**read_query(MATCHES, ("after", *SPAN), {**request.args, **span}), "limit": A_PAGE}
    except Problem as error:
        if "after" in request.args:
            raise
        return render_page(
            "matches.html", 422, matches=(), following="", refused=refusal_words(error, labels=LABELS), **shown
        )
    found, following = page_of(g.asker, query, partial(matches_search, search))
    return render_page("matches.html", matches=found, following=following, refused=None, **shown)


@views.get("/matches/<match:match_id>")
def match(match_id: str) -> Response:
    """A match at a place: table, open window, who may do what by which rule, story. A running match updates itself."""
    asker_of(match_id)
    # a page that follows a match asks often, so it is only built when there is a new version
    news = match_news(request_context().services.matches.fresh(match_id), g.asker)
    if request.args.get("since") == news:
        return Response(status=204)
    page = match_page_of(match_id)
    search = request.args.get("q", "").strip()[:80]
    return render_page("match.html", page=page, news=news, search=search, key=token_hex(12))


def match_page_of(match_id: str) -> MatchPage:
    """The match, place and viewer of the page. Raises Problem, Unknown."""
    principal = asker_of(match_id)
    look = read_query(LOOK, ("at", "as"))
    chronicle = request_context().chronicles.of(match_id)
    place, match = place_and_match(match_id, look["at"]) if "." in look["at"] else match_after(chronicle, look["at"])
    viewer, kept_out = viewer_for(match, principal, look["viewer"])
    judging, shown = is_judging(match_id, principal), tuple(sorted(current_viewers(chronicle.match, principal)))
    seen = Viewing(place, match, viewer, judging, kept_out, shown)
    return MatchPage(chronicle, seen, look["at"], look["viewer"])


def after_action(match_id: str) -> MatchPage:
    """The match after a whole action. Raises Problem 422 for a place inside one, else as `match_page_of`."""
    page = match_page_of(match_id)
    if page.place.fact:
        raise Problem(422, "position.inside-action", because={"at": str(page.place)})
    return page


def viewer_for(match: Match, principal: Principal, wanted: str) -> tuple[Viewer, Refusal | None]:
    """The viewer as whom a principal sees a match, and the reason if they see no more than the public.

    Raises Refused for a viewer that was requested and is not allowed.
    """
    if wanted == PUBLIC:
        return Viewer(PUBLIC), look_refusal(match, principal)
    try:
        return viewer_of(match, principal, wanted), None
    except Refused as error:
        if wanted:
            raise
        return Viewer(PUBLIC), error.refusal


def match_after(chronicle: Chronicle, at: str) -> tuple[MatchPlace, Match]:
    """The match after a whole version, by default the newest. Raises Unknown."""
    version = int(at or chronicle.newest)
    if version > chronicle.newest:
        raise Unknown(chronicle.match.id, version)
    return MatchPlace(version), chronicle.at(version)
