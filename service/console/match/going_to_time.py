"""The page of a match when time is called: who is ahead, criterion by criterion."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from msgspec.structs import asdict

from domain.games import GAMES
from domain.kernel.formats.listing import join_names
from domain.match.aggregate import Refused
from domain.tournaments.regulation import AtTime, Ranking, Regulation, ValueComparison, faults_of, regulations
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
    said = {"results": value_results(ahead), "title": regulation.title}
    return {**asdict(comparison_at_time(page.match, regulation, ahead)), **said}


def value_results(ahead: AtTime) -> list[str]:
    """What each value of a comparison decides, in words: who is ahead, or the order of lower places."""
    seats = tuple(seat for group in ahead.order for seat in group)
    before = [(seats,), *(each.order for each in ahead.rows)]
    return [value_result(each, order) for each, order in zip(ahead.rows, before, strict=False)]


def value_result(row: ValueComparison, before: Ranking) -> str:
    """What a value decides, of the seats that were level before it."""
    if not row.asked:
        only_first = any(len(group) > 1 for group in before)
        return f"not compared: {'the first place is ' if only_first else ''}decided already"
    if len(before[0]) > 1:
        return f"{row.level[0]} is ahead" if len(row.level) == 1 else f"{', '.join(row.level)} level"
    return "; ".join(lower_places(row, group) for group in before[1:] if len(group) > 1)


def lower_places(row: ValueComparison, group: tuple[str, ...]) -> str:
    """The order of seats that were level for lower places, after a value."""
    parts = [join_names(each) for each in row.order if set(each) <= set(group)]
    said = ", then ".join(parts) if len(parts) > 1 else f"{parts[0]} level"
    return f"lower places: {said}"


def fitting_regulations(page: MatchPage) -> dict[str, str]:
    """The titles of the built-in regulations that fit the game, by name."""
    game = GAMES[page.game]
    return {
        each.name: each.title
        for each in regulations().values()
        if not faults_of(each, game.seat_counts, game.measures.MEASURES)
    }


# --- decks
