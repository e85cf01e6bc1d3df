"""The page of a match when time is called: who is ahead, criterion by criterion."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from msgspec.structs import asdict

from domain.games import GAMES
from domain.match.aggregate import Refused
from domain.tournaments.regulation import AtTime, Regulation, faults_of, regulations
from service.app.match import time_called as reckoning
from service.console.console import render_page, views
from service.console.forms.refusals import refusal_words
from service.console.match.match_page import MatchPage
from service.console.match.pages import after_action
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.tournament.tournament_access import regulation_of, require_regulation
from service.web.tournament.tournament_documents import comparison_at_time

PREFERRED = {"most": "the most is ahead", "least": "the fewest is ahead", "picks": "whoever has it chooses"}


@views.get("/matches/<match:match_id>/going-to-time")
def at_time(match_id: str) -> Response:
    """Who is ahead if time is called at a version, by the regulation of the event or a named one."""
    page = after_action(match_id)
    named, regulations = request.args.get("regulation", "")[:40], fitting_regulations(page)
    of_event = request_context().services.events.of_match(match_id)
    found: dict[str, Any] | None = None
    refused = None
    try:
        found = time_comparison(page, named or ("" if of_event else next(iter(regulations), "")))
    except (Problem, Refused) as error:
        refused = refusal_words(error)
    event = of_event[0] if of_event else None
    given: dict[str, Any] = {"known": regulations, "event": event, "named": named, "preferred": PREFERRED}
    return render_page("at_time.html", page=page, found=found, refused=refused, **given)


def time_comparison(page: MatchPage, named: str) -> dict[str, Any]:
    """The API's comparison. Raises Problem 404, 422, Refused."""
    regulation: Regulation = require_regulation(named) if named else regulation_of(page.id)
    ahead: AtTime = reckoning.who_is_ahead(request_context().services.matches, page.match, regulation)
    return {**asdict(comparison_at_time(page.match, regulation, ahead)), "title": regulation.title}


def fitting_regulations(page: MatchPage) -> dict[str, str]:
    """The titles of the built-in regulations that fit the game, by name."""
    game = GAMES[page.game]
    return {
        each.name: each.title
        for each in regulations().values()
        if not faults_of(each, game.seat_counts, game.measures.MEASURES)
    }


# --- decks
