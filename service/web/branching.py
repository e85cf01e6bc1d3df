"""Work on branches, whoever shows it: who may, beginning one, doing more on it, throwing it away.

Read `working` and `reached`, the one place that says who may; then `begin`, `grow`, `throw_away`. API and console
ask the same.
"""

from __future__ import annotations

from flask import g
from msgspec import Struct, structs

from domain.judging.branches.branch import Branch, Deed, Grown, Replay, begun, grown
from domain.judging.cases.evidence import thrown_away_refusal
from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.ids import Viewer
from domain.match.aggregate import Refused
from service.app.branches import Kept
from service.app.keys import Principal
from service.app.matches import Unknown
from service.web.access import JUDGES, asker_of, not_theirs, require, viewer_of
from service.web.problems import Problem
from service.web.request_context import request_context

CALLED = "judging.case.judge-called"


class Working:
    """Somebody who works on branches of a match, through a viewer's eyes."""

    def __init__(self, known: Principal, told: Chronicle, viewer: Viewer) -> None:
        self.known = known
        self.told = told
        self.viewer = viewer


class Standing(Struct, frozen=True):
    """A branch as it stands, and who looks at it."""

    found: Kept
    replay: Replay
    at_work: Working

    @property
    def told(self) -> Grown:
        """The branch as a chronicle of its own."""
        return Grown(self.replay)


def working(match_id: str, viewer: str = "") -> Working:
    """A judge at work on a match's branches: the one place that says who may. Raises Problem 401, 403, Refused."""
    require(*JUDGES)
    known = asker_of(match_id)
    g.match = match_id
    told = request_context().chronicles.of(match_id)
    own = viewer_of(told.match, known)  # a look, through whoever's eyes it is
    return Working(known, told, viewer_of(told.match, known, viewer) if viewer else own)


def reached(branch_id: str) -> tuple[Kept, Working]:
    """A branch that is kept, and who works on it; raises Problem 401, 403, 404.

    Whether there is a branch is told to nobody who may not work on it.
    """
    known, branches = require(*JUDGES), request_context().services.branches
    try:
        # who may is known by the match, also where the rest of the row is damaged
        at_work = working(branches.match_of(branch_id))
    except (Problem, Refused, Unknown):
        raise not_theirs(known, "branch", branch_id, CALLED) from None
    found = branches.one(branch_id)
    if found is None:
        raise not_theirs(known, "branch", branch_id, CALLED)
    return found, at_work


def standing(branch_id: str, viewer: str = "") -> Standing:
    """A branch as it stands; raises Problem 401, 403, 404, 422."""
    found, at_work = reached(branch_id)
    if viewer:
        at_work = working(found.branch.match, viewer)
    return Standing(found, request_context().services.branches.replay(found.branch, at_work.told), at_work)


def other_of(branch_id: str, at_work: Working) -> Grown:
    """Another branch of the match that somebody is at work on; raises Problem 404."""
    other, match_id = request_context().services.branches.one(branch_id), at_work.told.match.id
    # that there is such a branch of another match is not told either
    if other is None or other.branch.match != match_id:
        because = {"branch": branch_id, "match": match_id}
        raise Problem(404, "request.unknown", f"no such branch of the match: {branch_id}", because)
    return Grown(request_context().services.branches.replay(other.branch, at_work.told))


def begin(branch_id: str, version: int, deeds: tuple[Deed, ...], at_work: Working) -> tuple[Branch, Replay]:
    """A branch from a version with what is done on it, not kept yet; raises Refused."""
    return grown(begun(branch_id, at_work.told, version), at_work.told, *deeds)


def keep(branch: Branch, at_work: Working) -> Standing:
    """Keep a branch; the same again keeps nothing new. Raises Problem 422 where its id is of another one."""
    branches = request_context().services.branches
    found = branches.keep(branch, at_work.known.actor)
    if (found.branch.match, found.branch.asked, found.branch.deeds[: len(branch.deeds)]) != (
        branch.match,
        branch.asked,
        branch.deeds,
    ):
        raise Problem(422, "idempotency.key-reused")
    return Standing(found, branches.replay(found.branch, at_work.told), at_work)


def require_length(found: Kept, length: int) -> None:
    """Raise Problem 412 unless a branch is as long as the asker knows."""
    if length != found.length:
        raise outgrown(found)


def grow(found: Kept, at_work: Working, deed: Deed) -> Standing:
    """Do one more thing on a branch; raises Refused, Problem 412 where somebody else was first."""
    branch, replay = grown(found.branch, at_work.told, deed)
    branches = request_context().services.branches
    if not branches.lengthen(branch, found.length):
        raise outgrown(reached(found.branch.id)[0])
    branches.remember(replay)
    return Standing(structs.replace(found, branch=branch), replay, at_work)


def outgrown(found: Kept) -> Problem:
    because = {"branch": found.branch.id, "done": found.length}
    return Problem(412, "judging.branch.outgrown", because=because, headers={"ETag": f'"d{found.length}"'})


def throw_away(branch_id: str) -> Kept:
    """Throw a branch away; raises Problem 401, 403, 404, Refused for one that a case names."""
    found, _ = reached(branch_id)
    refusal = thrown_away_refusal(branch_id, request_context().services.cases.of_match(found.branch.match))
    if refusal is not None:
        raise Refused(refusal)
    request_context().services.branches.throw_away(branch_id)
    return found
