"""The judges' desk of a match: who is called to it, who looked; its lines; what a rewind would undo."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, g

from domain.judging.cases import commands as m
from domain.judging.cases import desk as d
from domain.judging.cases.commands import HEAD_JUDGE, Actor
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.remedies.kinds import Situation, rewind_report
from domain.judging.remedies.rewind import told_to
from domain.kernel.ids import ADMIN, PUBLIC, Seat
from service.app.keys import SEAT
from service.http.case import case_replies as replies
from service.http.case.cases import KEYED, MOVING, asked, form
from service.http.described import READING, Views
from service.web import schemas
from service.web.access import acting_as, asker_of, require, require_judge, somebody, viewer_of
from service.web.bodies import idempotency_key
from service.web.problems import Problem
from service.web.questions import sealed_answers
from service.web.request_context import request_context
from service.web.responses import answer, asked_again

WHOLE = (HEAD_JUDGE, ADMIN, "organizer")
REASONS = (HEAD_JUDGE, ADMIN)
INTERNAL = ("key", "asked")


class SealedAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why secret answers are to be read."""

    reason: m.Text


views = Views("judges", __name__, url_prefix="/v1/matches/<match:match_id>", description="Judges of a match.")


@views.get("/judges", 200, replies.Desk(), 401, 403, 404)
def show_desk(match_id: str) -> Response:
    """Who is called to a match and who has an interest in it; every entry for head judges, organizers and admins.

    Why somebody looked at secret answers is for head judges and admins.
    """
    known = somebody(asker_of(match_id))
    desk, office = request_context().services.desks.of(match_id), acting_as(match_id, known)
    hidden = INTERNAL if office in REASONS else (*INTERNAL, "reason")
    entries = [entry_written(each, n, hidden) for n, each in enumerate(desk.entries, 1)] if office in WHOLE else []
    judges, interested = sorted(desk.judges), sorted(desk.interested)
    return asked_again({"match": match_id, "judges": judges, "interested": interested, "entries": entries})


def entry_written(entry: Any, number: int, hidden: tuple[str, ...] = INTERNAL) -> dict[str, Any]:
    written: dict[str, Any] = {"entry": number, **msgspec.to_builtins(entry)}
    return {name: value for name, value in written.items() if name not in hidden}


@views.post("/judges", 201, replies.DeskEntry(), *MOVING, body=form(d.AssignJudge), headers=KEYED)
def assign_judge(match_id: str) -> Response:
    """Call a judge to the match, by the name of their key; for organizers and head judges.

    A judge who is called already is answered with the entry by which that was done; 422 for the name of no judge's key.
    """
    return noted(match_id, asked(d.AssignJudge))


@views.post("/judges/release", 201, replies.DeskEntry(), *MOVING, body=form(d.ReleaseJudge), headers=KEYED)
def release_judge(match_id: str) -> Response:
    """Call a judge off."""
    return noted(match_id, asked(d.ReleaseJudge))


@views.post("/judges/interest", 201, replies.DeskEntry(), *MOVING, headers=KEYED)
def declare_interest(match_id: str) -> Response:
    """Declare an interest in the match: from here on one neither judges it nor looks."""
    return noted(match_id, d.DeclareInterest())


def noted(match_id: str, command: Any) -> Response:
    """Give a command to the desk; the same request again is answered the same."""
    require("organizer", "judge", HEAD_JUDGE, ADMIN)
    known, key = asker_of(match_id), idempotency_key()
    g.match = match_id
    by = Actor(known.actor, known.scope)
    # who may not call is not told whom there is
    if (
        isinstance(command, d.AssignJudge)
        and request_context().services.desks.refusal(match_id, command, by=by) is None
    ):
        require_judge(command.judge)
    desk, entry = request_context().services.desks.enter(match_id, command, by=by, key=key)
    number = desk.entries.index(entry) + 1
    return answer({"match": match_id, **entry_written(entry, number)}, 201, {"Cache-Control": "no-store"})


@views.post("/sealed", 201, replies.SealedAnswers(), *MOVING, body=form(SealedAsked))
def open_sealed(match_id: str) -> Response:
    """Read the secret answers of a choice that is not revealed yet: for the head judge, for a stated reason.

    It is recorded before anything is shown, with the reason.
    """
    require(HEAD_JUDGE)
    known = asker_of(match_id)
    answers, match = sealed_answers(match_id, known, asked(SealedAsked).reason)
    written = {"match": match_id, "version": match.version, "answers": answers}
    return answer(written, 201, {"Cache-Control": "no-store"})


# --- the tree of versions


@views.get("/lines", 200, replies.Lines(), *READING, watched=True)
def list_lines(match_id: str) -> Response:
    """Which versions are the line being played and which were undone, as intervals: a match is a tree."""
    asker_of(match_id)
    match = request_context().services.matches.fresh(match_id)
    lines = Chronicle(match, {}).intervals()
    written = [{"from": each.first, "to": each.last, "line": each.line, "parent": each.parent} for each in lines]
    return asked_again({"match": match_id, "version": match.version, "frozen": match.flags.frozen, "lines": written})


@views.get("/rewind-report", 200, replies.RewindReport(), *READING, query=schemas.RewindAsked())
def report(ask: dict[str, Any], match_id: str) -> Response:
    """What a rewind to a version would undo, and what it could not: what was learned since, chance, rounds.

    For judges who were called; a seat reads the rows about what it learned itself, without where another's card lay.
    """
    known = somebody(asker_of(match_id))
    told = request_context().chronicles.of(match_id)
    viewer = viewer_of(told.match, known)
    if viewer == PUBLIC:
        raise Problem(403, "request.scope", because={"scope": known.scope, "needed": [SEAT, "judge", HEAD_JUDGE]})
    decisions = request_context().services.cases.setting(match_id).regulation.decisions
    situation = Situation(told.match, told.events, told.at, decisions)
    found = rewind_report(situation, ask["to"])
    return asked_again(msgspec.to_builtins(told_to(found, Seat(viewer)) if known.scope == SEAT else found))
