"""Further pages of a case: similar cases, its signed export, its sealed answers, its scenario.

The functions of the API produce the results; only the session belongs to the console.
"""

from __future__ import annotations

from flask import Response, g, request

from domain.games import GAMES
from domain.judging.cases.case import CLOSED, Case
from domain.judging.cases.redaction import ALL, CaseViewer
from domain.kernel.ids import HEAD_JUDGE
from domain.match.aggregate import Refused
from service.console.case.corrections import titles_at
from service.console.console import render_page, views
from service.console.forms.refusals import refusal_words
from service.console.words import capitalise
from service.files.case_scenario import scenario_fault
from service.present.text.facts import command_words
from service.web.access import require_scope
from service.web.case.case_documents import (
    case_for_asker,
    cases_like,
    export_response,
    scenario_refusal,
    scenario_response,
)
from service.web.match.questions import sealed_answers
from service.web.problems import Problem
from service.web.request_context import request_context

MOST = 20
NO_SCENARIO = {
    "position.nested": "No table before its moment can be written as a position, so no scenario file can be made.",
    "judging.ruling.cites-rules": "Neither it nor its moment rests on a rule of the game, so no scenario can be made.",
}


@views.get("/cases/<case:case_id>/like")
def like(case_id: str) -> Response:
    """The cases that share rules or cards with this one, the most similar first."""
    found, eyes = case_for_asker(case_id)
    cards = GAMES[found.opening.game].rules.pool.cards
    titles = {key: card.title for key, card in cards.items()}
    return render_page("like.html", case=found, cases=cases_like(found, eyes, g.asker)[:MOST], titles=titles)


@views.get("/cases/<case:case_id>/export")
def export(case_id: str) -> Response:
    """The case as a signed document to download."""
    answer = export_response(case_id, "json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{case_id}.json"'
    return answer


@views.get("/cases/<case:case_id>/scenario")
def scenario(case_id: str) -> Response:
    """The closed case as a scenario file."""
    return scenario_response(case_id)


def case_links(case: Case, eyes: CaseViewer, no_scenario: str) -> list[tuple[str, str]]:
    """The further pages of a case that a viewer may open, each with its title."""
    found = [("like", "Cases like this one"), ("to_print", "Page to print")]
    found += [("export", "Signed export")] if request_context().services.settings.signing_key is not None else []
    found += [("scenario", "Scenario file")] if may_replay(case, eyes) and not no_scenario else []
    sealed = request_context().services.matches.fresh(case.opening.match).table.sealed
    return found + ([("sealed", "Secret answers")] if sealed and g.asker.scope == HEAD_JUDGE else [])


def may_replay(case: Case, eyes: CaseViewer) -> bool:
    """Whether the asker may read a case as a scenario."""
    return case.state == CLOSED and eyes.how == ALL and scenario_refusal(case, g.asker) is None


def why_no_scenario(case: Case, eyes: CaseViewer) -> str:
    """Why no scenario can be made of a case that the asker may read as one; empty where one can be made."""
    fault = scenario_fault(request_context().services.matches, case) if may_replay(case, eyes) else None
    return NO_SCENARIO[fault.rule] if fault else ""


@views.get("/cases/<case:case_id>/sealed", endpoint="sealed")
def sealed_form(case_id: str) -> Response:
    """The form that asks for the reason to read secret answers."""
    found, _ = case_for_asker(case_id)
    require_scope(HEAD_JUDGE)
    return render_page("sealed.html", case=found, answers=None, refused=None, reason="")


@views.post("/cases/<case:case_id>/sealed")
def open_sealed(case_id: str) -> Response:
    """The secret answers to the open choice, for the head judge. The look and its reason are recorded first."""
    found, _ = case_for_asker(case_id)
    principal, reason = require_scope(HEAD_JUDGE), request.form.get("reason", "")
    try:
        answers, match = sealed_answers(found.opening.match, principal, reason)
    except (Refused, Problem) as error:
        return render_page("sealed.html", 422, case=found, answers=None, refused=refusal_words(error), reason=reason)
    names = titles_at(match, match.table, principal.scope)
    listed = [(each.seat, capitalise(command_words(each.command, names))) for each in answers]
    return render_page("sealed.html", case=found, answers=listed, refused=None, reason=reason)
