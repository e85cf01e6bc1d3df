"""What else a case's page leads to: cases like it, its signed export, the page to print, its scenario.

The API's own functions answer; only the session is the console's.
"""

from __future__ import annotations

from flask import Response, g

from domain.case import CLOSED
from domain.judging.case_sight import ALL, Eyes
from service.console.console import page, views
from service.http.here import here
from service.http.precedents import as_scenario, exported, likes, read_by_asker

MOST = 20


@views.get("/cases/<case:case_id>/like")
def like(case_id: str) -> Response:
    """Cases that share rules or cards with this one, the most alike first."""
    found, eyes = read_by_asker(case_id)
    cards = here().services.matches.fresh(found.opening.match).rules.pool.cards
    titles = {key: card.title for key, card in cards.items()}
    return page("like.html", case=found, cases=likes(found, eyes, g.asker)[:MOST], titles=titles)


@views.get("/cases/<case:case_id>/export")
def export(case_id: str) -> Response:
    """The case as a signed document, for the asker to keep."""
    answer = exported(case_id, "json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{case_id}.json"'
    return answer


@views.get("/cases/<case:case_id>/print")
def to_print(case_id: str) -> Response:
    """The case as a page to print."""
    return exported(case_id, "html")


@views.get("/cases/<case:case_id>/scenario")
def scenario(case_id: str) -> Response:
    """The closed case as a scenario file."""
    return as_scenario(case_id)


def ways_on(state: str, eyes: Eyes) -> list[tuple[str, str]]:
    """The pages of a case that somebody may go on to, each with what it is called."""
    found = [("like", "Cases like this one"), ("to_print", "Page to print")]
    found += [("export", "Signed export")] if here().services.settings.signing_key is not None else []
    return found + ([("scenario", "Scenario file")] if state == CLOSED and eyes.how == ALL else [])
