"""The judges of a match: who was called to it, and the form by which its organizer or a head judge calls one."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from flask import Response, g, redirect, request, url_for

from domain.judging.cases.commands import JUDGING
from domain.judging.cases.desk import AssignJudge, ReleaseJudge
from domain.kernel.refusals import Refusal
from domain.match.aggregate import KeyReused, Refused
from domain.match.envelope import Actor
from service.app.keys import Principal
from service.console.case.cases import token_of
from service.console.console import render_page, views
from service.console.forms.refusals import refusal_words
from service.web.access import about_match, asker_of, require_judge, require_somebody
from service.web.case.case_access import as_command
from service.web.problems import Problem
from service.web.request_context import request_context

COMMANDS = {"call": AssignJudge, "release": ReleaseJudge}
LABELS = {"judge": "Judge"}
# who stands for any name where the match has no event, whose judges alone could be called
ANYBODY = "?"


@views.get("/matches/<match:match_id>/judges", endpoint="judges")
def judges_of_match(match_id: str) -> Response:
    """The judges who were called to a match, for those who may call one. Raises Problem, Refused."""
    return judges_page(match_id, require_somebody(asker_of(match_id)))


@views.post("/matches/<match:match_id>/judges", endpoint="call_to_match")
def call_to_match(match_id: str) -> Any:
    """Call a judge to a match, or call one off. Raises Problem 404 for another thing to do."""
    principal, form = require_somebody(asker_of(match_id)), request.form
    if form.get("do") not in COMMANDS:
        raise Problem(404, "request.unknown-path")
    try:
        command = as_command({"judge": form.get("judge", "").strip()}, COMMANDS[form["do"]])
        desks, by = request_context().services.desks, acting_as(principal)
        # who may not call is not told whom there is
        if isinstance(command, AssignJudge) and desks.refusal(match_id, command, by=by) is None:
            require_judge(command.judge)
        desks.enter(match_id, command, by=by, key=token_of(form.get("key", "")))
    except (Refused, Problem, KeyReused) as error:
        return judges_page(match_id, principal, 422, refused=refusal_words(error, labels=LABELS), given=form)
    return redirect(url_for("console.judges", match_id=match_id), 303)


def judges_page(match_id: str, principal: Principal, status: int = 200, **more: Any) -> Response:
    if refusal := calling_refusal(match_id, principal):
        raise Refused(refusal)
    desks, by = request_context().services.desks, acting_as(principal)
    judges = sorted(desks.of(match_id).judges)
    staff, apart = event_judges(match_id), judges_with_a_part(match_id, principal)
    shown = {
        "match": match_id,
        "judges": judges,
        "released": [each for each in judges if desks.refusal(match_id, ReleaseJudge(each), by=by) is None],
        "at_event": bool(staff),
        "staff": {judge: office for judge, office in staff.items() if judge not in apart},
        "apart": apart,
        "given": {},
    }
    return render_page("judges.html", status, **{**shown, "key": token_hex(12), "refused": None, **more})


def event_judges(match_id: str) -> dict[str, str]:
    """The judges of the event at which a match is played, each with their office; none where it has no event.

    They alone are called to it.
    """
    setting = request_context().services.events.setting(match_id)
    if not setting.event or setting.acting is None:
        return {}
    offices = {judge: office for office in JUDGING for judge in setting.acting(office)}
    return dict(sorted(offices.items()))


def judges_with_a_part(match_id: str, principal: Principal) -> list[str]:
    """The judges of the event who do not judge the match: they play in it, or declared an interest in it."""
    desks, by = request_context().services.desks, acting_as(principal)
    tried = {each: desks.refusal(match_id, AssignJudge(each), by=by) for each in event_judges(match_id)}
    return [each for each, found in tried.items() if found and found.rule == "judging.case.not-own-match"]


def calling_refusal(match_id: str, principal: Principal) -> Refusal | None:
    """Why somebody may call no judge to a match, or None."""
    desks, by = request_context().services.desks, acting_as(principal)
    tried = [desks.refusal(match_id, AssignJudge(each), by=by) for each in event_judges(match_id) or [ANYBODY]]
    return None if None in tried else tried[0]


def acting_as(principal: Principal) -> Actor:
    return Actor(principal.actor, principal.scope)


@views.app_template_global("may_call_judges")
def may_call_judges(match_id: str) -> bool:
    """Whether the asker may call a judge to a match."""
    principal = about_match(match_id, g.asker)
    try:
        return bool(principal.scope) and calling_refusal(match_id, principal) is None
    except Refused:
        return False  # what is stored of its desk is damaged
