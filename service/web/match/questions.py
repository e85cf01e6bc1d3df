"""Questions about a match, shared by API and console: who may ask, and the parts of the answers."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import msgspec
from flask import g

from domain.judging.cases import commands as m
from domain.judging.cases import desk as d
from domain.judging.cases.case import Case
from domain.judging.cases.redaction import ALL, SEATED, TITLES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.clocks import TimeOwed, TimeUsed, clocks, seconds_ruled, time_frozen, time_owed
from domain.judging.inquiry.comparing import TableComparison, compare_with_view
from domain.judging.inquiry.divergence import Divergence, find_divergence
from domain.judging.inquiry.probing import disagreements
from domain.judging.inquiry.timeline import DISAGREEMENT, RefusedAttempt, TimelineQuery
from domain.judging.inquiry.tracing import SeedProof, proof
from domain.judging.inquiry.view_changes import NO_BOUND
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, OFFICIALS, PUBLIC, Seat, Viewer
from domain.match.aggregate import Match
from domain.match.envelope import SEAT, Actor
from domain.tournaments.tournament import given_until
from service.app.keys import Principal
from service.app.match.matches import Unknown, now
from service.app.match.seed_reveals import reveal
from service.app.record.integrity import integrity_report
from service.files.names_in_commands import Unclear, thing_meant
from service.store.damage import UNREAD
from service.web import schemas
from service.web.access import (
    JUDGES,
    asker_of,
    is_judging,
    office_about,
    own_viewer,
    reader_of,
    record_look_at,
    require_scope,
    viewer_of,
)
from service.web.case.case_access import case_viewer
from service.web.match import question_schemas
from service.web.match.desk_replies import SealedAnswerReply
from service.web.match.places import MatchPlace, place_of
from service.web.match.refused_attempts import readable_attempts
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import unclear_problem
from service.web.version_pages import MOST_VIEWS


def sealed_answers(match_id: str, principal: Principal, reason: str) -> tuple[list[SealedAnswerReply], Match]:
    """The secret answer of each seat to the open choice; the look is recorded first. Raises Refused."""
    match = request_context().services.matches.fresh(match_id)
    record_look_at(match, principal, m.Look(HEAD_JUDGE, d.SEALED, match.version, reason))
    sealed = match.table.sealed
    answers = [
        SealedAnswerReply(seat=seat, command=msgspec.json.decode(sealed[seat])) for seat in sealed if sealed[seat]
    ]
    return answers, match


def viewer_named(match: Match, wanted: str) -> Viewer:
    """The viewer of a position that was typed; by default a judge, as who types it knows all. Raises Problem 422."""
    allowed = [JUDGE, PUBLIC, *match.table.seats]
    if wanted and wanted not in allowed:
        raise Problem(422, "request.viewer", because={"as": wanted, "allowed": sorted(allowed)})
    return Viewer(wanted or JUDGE)


class Question:
    """The asker, match and viewer of a question. Raises Problem 401, 403, 404."""

    def __init__(self, match_id: str, viewer: str = "") -> None:
        self.principal: Principal = asker_of(match_id)
        self.chronicle: Chronicle = request_context().chronicles.of(match_id)
        self.viewer: Viewer = reader_of(self.chronicle.match, self.principal, viewer)

    @property
    def judging(self) -> bool:
        return is_judging(self.chronicle.match.id, self.principal)

    def seat(self) -> Seat:
        """The seat that is the viewer; raises Problem 422 for another viewer."""
        seats = self.chronicle.match.table.seats
        if self.viewer not in seats:
            raise Problem(422, "request.viewer", because={"as": self.viewer, "needed": list(seats)})
        return Seat(self.viewer)

    def version(self, wanted: int) -> int:
        """A version of the match, 0 the newest; raises Unknown."""
        if wanted > self.chronicle.newest:
            raise Unknown(self.chronicle.match.id, wanted)
        return wanted or self.chronicle.newest

    def place(self, text: str) -> MatchPlace:
        """A place of the match, by default its newest version; raises Unknown, Problem 422."""
        if text and not re.fullmatch(schemas.PLACE, text):
            because = {"field": "window", "problem": f"{text!r} is not {schemas.AT_PLACE}"}
            raise Problem(422, "request.shape", because=because)
        place = place_of(text)
        return MatchPlace(self.version(place.version), place.fact)

    def thing(self, name: str) -> str:
        """The thing that a name means, as facts name it. Raises Problem 422 where none or several fit."""
        return thing_by_name(self.chronicle, self.viewer, name, judging=self.judging)

    def about(self, version: int) -> dict[str, Any]:
        """What an answer says that it is about: the match, a version with its line, the viewer."""
        chronicle = self.chronicle
        return {"match": chronicle.match.id, "version": version, "line": chronicle.line(version), "viewer": self.viewer}


def thing_by_name(chronicle: Chronicle, viewer: Viewer, name: str, *, judging: bool) -> str:
    """The thing of a match that a name means for a viewer, as facts name it; raises Problem 422."""
    try:
        return thing_meant(chronicle, viewer, name, judging=judging)
    except Unclear as error:
        error.field = "thing"
        raise unclear_problem(error) from error


def attempts_in(match_id: str, principal: Principal, viewer: Viewer) -> tuple[RefusedAttempt, ...]:
    """The refused commands of a match, for judges who may see more than the public."""
    if principal.scope not in JUDGES or viewer == PUBLIC:
        return ()
    rows = readable_attempts(match_id, principal)
    return tuple(RefusedAttempt(each.id, each.version, each.seat, each.at, each.rule) for each in rows)


def disagreements_in(chronicle: Chronicle, principal: Principal, wanted: TimelineQuery) -> list[str]:
    """The places where today's engine disagrees, for judges who ask for that mark: each action is decided again."""
    if wanted.mark != DISAGREEMENT or principal.scope not in JUDGES:
        return []
    return disagreements(chronicle, wanted.first, wanted.last)


READS_RULINGS = (ALL, SEATED, TITLES)


SEED, TYPED = question_schemas.Seed(), question_schemas.Typed()


def proof_from(question: Question, seed: str) -> SeedProof:
    """The proof from a seed (hexadecimal; empty: the match's own). Raises Problem 403 while only judges may have it."""
    chronicle = question.chronicle
    if not chronicle.match.flags.revealed and question.principal.scope not in JUDGES:
        raise Problem(403, "request.scope", because={"scope": question.principal.scope, "needed": list(JUDGES)})
    viewer_of(chronicle.match, question.principal)  # a look: it is no question of the public's
    return proof(chronicle, bytes.fromhex(seed) if seed else chronicle.match.seed)


def reveal_for_asker(match_id: str, key: str) -> Match:
    """Reveal the seed of a match in the name of the asker. Returns the match after it.

    Raises Refused, Problem 401, 403.
    """
    require_scope(*JUDGES, "organizer")
    principal = asker_of(match_id)
    g.match = match_id
    return reveal(request_context().services, match_id, Actor(principal.actor, principal.scope), key)


def compare_with_position(
    chronicle: Chronicle, at: int, position: dict[str, Any], viewer: Viewer, before: int = 0, *, judging: bool
) -> tuple[TableComparison, Divergence]:
    """The differences between a version and a typed table, and since when there are; searched some views at a time."""
    bounds = {"before": before or NO_BOUND, "most": MOST_VIEWS}
    found = compare_with_view(chronicle, at, position, viewer, judging=judging, **bounds)
    return found, find_divergence(chronicle, at, position, viewer, judging=judging, **bounds)


class ClockAnswer(NamedTuple):
    """The time used up to a version and the time owed for cases; None where who asks may not read every ruling.

    `owed_so_far` is what would be owed if the freeze that goes on ended now; None where none goes on.
    """

    used: TimeUsed
    owed: TimeOwed | None
    owed_so_far: TimeOwed | None


def time_used(chronicle: Chronicle, at: int, principal: Principal) -> ClockAnswer:
    """The time used up to a version, and the time owed, which only those who may read the rulings of its cases see.

    Of the newest version it depends on when it is asked; at an earlier one no ruling counts, and no time that a table
    was given, which came later.
    """
    used = clocks(chronicle, at, now())
    cases = request_context().services.cases.of_match(chronicle.match.id)
    if not reads_rulings(cases, principal):
        return ClockAnswer(used, None, None)
    until = chronicle.events[at].at if at < chronicle.newest else ""
    owed = owed_to(chronicle, cases, used.frozen, until)
    so_far = owed_to(chronicle, cases, used.frozen_so_far, until) if used.frozen_as_of else None
    return ClockAnswer(used, owed, so_far)


def owed_now(match_id: str, principal: Principal) -> tuple[TimeOwed | None, str]:
    """The time owed to the seats of a match if a freeze that goes on ended now; and now, empty where none goes on.

    None for who may not read the rulings of its cases. Raises Unknown.
    """
    cases = request_context().services.cases.of_match(match_id)
    if not reads_rulings(cases, principal):
        return None, ""
    chronicle = request_context().chronicles.of(match_id)
    frozen = time_frozen(chronicle, chronicle.newest, now())
    return owed_to(chronicle, cases, frozen.so_far, ""), frozen.as_of


def reads_rulings(cases: list[Case], principal: Principal) -> bool:
    """Whether somebody may read the rulings of all of these cases."""
    return all((eyes := case_viewer(each, principal)) and eyes.how in READS_RULINGS for each in cases)


def owed_to(chronicle: Chronicle, cases: list[Case], taken: float, until: str) -> TimeOwed:
    """The time owed to the seats of a match for its cases, beyond the time that table and seats were given.

    Given up to a recorded time `until`, if there is one, else up to now.
    """
    match_id, events = chronicle.match.id, request_context().services.events
    rulings = [case.ruling_at(until) if until else case.ruling for case in cases]
    seconds = seconds_ruled(each for each in rulings if each)
    ruled = {seat: seconds[seat] for seat in chronicle.match.table.seats}
    place, given = events.of_match(match_id), 0
    if place is not None:
        event, _, table = place
        given = given_until(event.id, events.entries(event.id), match_id, until) if until else table.given
    return time_owed(taken, given, ruled, events.setting(match_id).regulation.limits.extension)


def integrity_of(match_id: str, *, readjudicated: bool) -> dict[str, Any]:
    """The integrity of a match, with `readjudicated` also by today's engine. Raises Problem 401, 403, Unknown."""
    principal = asker_of(match_id)
    if readjudicated and principal.scope not in JUDGES:
        raise Problem(403, "request.scope", because={"scope": principal.scope, "needed": list(JUDGES)})
    hidden = readjudicated and sees_hidden(match_id, principal)
    return integrity_report(
        request_context().services,
        match_id,
        rulings_viewer(match_id, principal),
        readjudicated=readjudicated,
        hidden=hidden,
    )


def rulings_viewer(match_id: str, principal: Principal) -> Viewer:
    """The viewer who reads why it was ruled so: the public, but for those who have a part in the match."""
    return own_viewer(principal) if office_about(match_id, principal) in (SEAT, *JUDGES) else Viewer(PUBLIC)


def sees_hidden(match_id: str, principal: Principal) -> bool:
    """Whether a judge may see hidden values of a match; of one that cannot be folded only an admin may."""
    try:
        match = request_context().services.matches.fresh(match_id)
    except UNREAD:
        return principal.scope == ADMIN
    return viewer_of(match, principal) in OFFICIALS
