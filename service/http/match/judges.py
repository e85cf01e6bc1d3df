"""The judges' desk of a match: who was called to it, who looked; its lines; what a rewind would undo."""

from __future__ import annotations

from typing import Any, ClassVar, cast

import msgspec
from flask import g, request

from domain.games import GAMES
from domain.judging.cases import commands as m
from domain.judging.cases import desk as d
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.remedies.kinds import Situation, rewind_report
from domain.judging.remedies.rewind import RewindEffects, report_for_seat
from domain.kernel.ids import ADMIN, HEAD_JUDGE, PUBLIC, Seat
from domain.match.envelope import SEAT, Actor
from service.app.case.desks import DeskReceipt
from service.app.keys import Principal
from service.http.case.cases import KEYED, MOVING, body_schema, command_from_body
from service.http.described import READING, Views
from service.web import schemas
from service.web.access import (
    asker_of,
    has_interest,
    office_about,
    plays_in,
    require_judge,
    require_scope,
    require_somebody,
    viewer_of,
)
from service.web.match import desk_replies as replies
from service.web.match.questions import sealed_answers
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import idempotency_key
from service.web.responses import ResponseOf, json_response, uncached_response

WHOLE = (HEAD_JUDGE, ADMIN, "organizer")
REASONS = (HEAD_JUDGE, ADMIN)
INTERNAL = ("key", "asked")


class SealedAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for reading secret answers."""

    schema_name: ClassVar[str] = "SealedAsked"

    reason: m.Text


views = Views("judges", __name__, url_prefix="/v1/matches/<match:match_id>")


@views.get("/judges", 200, replies.DeskReply, 401, 403, 404)
def show_desk(match_id: str) -> ResponseOf[replies.DeskReply]:
    """Read which judges are called to a match.

    Returns the judges who were called and those who declared an interest. Head judges, organizers and admins also get
    every entry, unless they play or have declared an interest in the match. Only head judges and admins get the reason
    why somebody read secret answers.
    """
    principal = require_somebody(asker_of(match_id))
    desk, office = request_context().services.desks.of(match_id), office_about(match_id, principal)
    hidden = INTERNAL if office in REASONS else (*INTERNAL, "reason")
    told_all = office in WHOLE and not has_part(match_id, principal)
    entries = [desk_entry_json(each, n, hidden) for n, each in enumerate(desk.entries, 1)] if told_all else []
    judges, interested = sorted(desk.judges), sorted(desk.interested)
    reply = replies.DeskReply(match=match_id, judges=judges, interested=interested, entries=entries)
    return uncached_response(reply)


def has_part(match_id: str, principal: Principal) -> bool:
    """Whether somebody with an office plays in a match, or has declared an interest in it."""
    match = request_context().services.matches.fresh(match_id)
    drawn = GAMES[match.rules.name].players(match.table)
    return plays_in(match_id, principal, match.table.seats, drawn) or has_interest(match_id, principal)


def desk_entry_json(entry: Any, number: int, hidden: tuple[str, ...] = INTERNAL) -> dict[str, Any]:
    fields: dict[str, Any] = {"entry": number, **msgspec.to_builtins(entry)}
    return {name: value for name, value in fields.items() if name not in hidden}


@views.post("/judges", 201, replies.DeskEntryReply, *MOVING, body=body_schema(d.AssignJudge), headers=KEYED)
def assign_judge(match_id: str) -> ResponseOf[replies.DeskEntryReply]:
    """Call a judge to a match.

    The body names the judge's key. Organizers and head judges may call. Returns the new entry of the match's desk; for
    a judge who is called already, the entry by which that was done. `422` also means that no judge's key has this name.
    """
    return note_on_desk(match_id, command_from_body(d.AssignJudge))


@views.post("/judges/release", 201, replies.DeskEntryReply, *MOVING, body=body_schema(d.ReleaseJudge), headers=KEYED)
def release_judge(match_id: str) -> ResponseOf[replies.DeskEntryReply]:
    """Release a judge from a match.

    Returns the new entry of the match's desk.
    """
    return note_on_desk(match_id, command_from_body(d.ReleaseJudge))


@views.post("/judges/interest", 201, replies.DeskEntryReply, *MOVING, headers=KEYED)
def declare_interest(match_id: str) -> ResponseOf[replies.DeskEntryReply]:
    """Declare an interest in a match.

    A judge with an interest neither judges the match nor sees hidden things of it. Returns the new entry of the match's
    desk.
    """
    return note_on_desk(match_id, d.DeclareInterest())


def note_on_desk(match_id: str, command: Any) -> ResponseOf[replies.DeskEntryReply]:
    """Give a command to the desk; a repeated request gets the first response. Returns the response."""
    principal = require_scope("organizer", "judge", HEAD_JUDGE, ADMIN)
    by, desks = Actor(principal.actor, principal.scope), request_context().services.desks
    # before their rights: who has declared an interest, or released themselves, has lost them by it
    given = desks.earlier_receipt(match_id, command, by=by, key=request.headers.get("Idempotency-Key", ""))
    g.match = match_id
    return desk_response(match_id, given or enter_on_desk(match_id, command, by))


def enter_on_desk(match_id: str, command: Any, by: Actor) -> DeskReceipt:
    """Give a command to the desk. Returns what answers it. Raises Problem, Refused."""
    asker_of(match_id)
    key, desks = idempotency_key(), request_context().services.desks
    # who may not call is not told whom there is
    if isinstance(command, d.AssignJudge) and desks.refusal(match_id, command, by=by) is None:
        require_judge(command.judge)
    return desks.enter(match_id, command, by=by, key=key)


def desk_response(match_id: str, answered: DeskReceipt) -> ResponseOf[replies.DeskEntryReply]:
    """The entry that answers a command to the desk."""
    desk, entry = answered
    number = desk.entries.index(entry) + 1
    reply = cast(replies.DeskEntryReply, {"match": match_id, **desk_entry_json(entry, number)})
    return json_response(reply, 201, {"Cache-Control": "no-store"})


@views.post("/sealed", 201, replies.SealedAnswersReply, *MOVING, body=body_schema(SealedAsked))
def open_sealed(match_id: str) -> ResponseOf[replies.SealedAnswersReply]:
    """Read the secret answers of an open choice, as head judge.

    Returns the answers. The request states a reason; it is recorded before anything is shown.
    """
    require_scope(HEAD_JUDGE)
    principal = asker_of(match_id)
    answers, match = sealed_answers(match_id, principal, command_from_body(SealedAsked).reason)
    reply = replies.SealedAnswersReply(match=match_id, version=match.version, answers=answers)
    return json_response(reply, 201, {"Cache-Control": "no-store"})


# --- the tree of versions


@views.get("/lines", 200, replies.LinesReply, *READING, watched=True)
def list_lines(match_id: str) -> ResponseOf[replies.LinesReply]:
    """List the lines of a match.

    After a rewind a match is a tree of versions. Returns the intervals of versions that belong to the line being
    played, and those that were undone.
    """
    asker_of(match_id)
    match = request_context().services.matches.fresh(match_id)
    lines = [
        replies.LineReply(first=each.first, to=each.last, line=each.line, parent=each.parent)
        for each in Chronicle(match, {}).intervals()
    ]
    reply = replies.LinesReply(match=match_id, version=match.version, frozen=match.flags.frozen, lines=lines)
    return uncached_response(reply)


@views.get("/rewind-report", 200, RewindEffects, *READING, query=schemas.RewindAsked())
def report(ask: dict[str, Any], match_id: str) -> ResponseOf[RewindEffects]:
    """Report what a rewind to a version would undo.

    Returns the actions that would be undone and what a rewind cannot undo: what players learned, random results, and
    rounds. It is for judges who were called. A seat gets the rows about what it learned itself, without the place of
    another player's card.
    """
    principal = require_somebody(asker_of(match_id))
    chronicle = request_context().chronicles.of(match_id)
    viewer = viewer_of(chronicle.match, principal)
    if viewer == PUBLIC:
        raise Problem(403, "request.scope", because={"scope": principal.scope, "needed": [SEAT, "judge", HEAD_JUDGE]})
    decisions = request_context().services.cases.setting(match_id).regulation.limits.rewind_decisions
    situation = Situation(chronicle.match, chronicle.events, chronicle.at, decisions)
    found = rewind_report(situation, ask["to"])
    return uncached_response(report_for_seat(found, Seat(viewer)) if principal.scope == SEAT else found)
