"""Who may work on a branch, shared by API and console, and the branch that a request names.

Read `branch_editor` and `require_branch`, which alone say who may, and `whose_refusal`: who deletes one.
"""

from __future__ import annotations

from flask import g
from msgspec import Struct

from domain.judging.branches.branch import BranchChronicle, BranchReplay
from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.ids import ADMIN, HEAD_JUDGE, Viewer
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from service.app.branches import KeptBranch
from service.app.keys import Principal
from service.app.match.matches import Unknown
from service.web.access import JUDGES, asker_of, is_judging, not_theirs, office_about, require_scope, viewer_of
from service.web.problems import Problem
from service.web.request_context import request_context

CALLED = "judging.case.judge-called"
WHOSE = "judging.branch.whose"


class BranchEditor:
    """A judge who works on the branches of a match, and the viewer as whom they see it."""

    def __init__(self, principal: Principal, chronicle: Chronicle, viewer: Viewer) -> None:
        self.principal = principal
        self.chronicle = chronicle
        self.viewer = viewer

    @property
    def judging(self) -> bool:
        """Whether they read by a judge's right."""
        return is_judging(self.chronicle.match.id, self.principal)


class BranchContext(Struct, frozen=True):
    """A branch with its replay, and the judge who looks at it."""

    found: KeptBranch
    replay: BranchReplay
    at_work: BranchEditor

    @property
    def chronicle(self) -> BranchChronicle:
        """The branch as a chronicle of its own."""
        return BranchChronicle(self.replay)


def branch_editor(match_id: str, viewer: str = "") -> BranchEditor:
    """The judge who works on a match's branches. Raises Problem 401, 403, Refused; nothing else says who may."""
    require_scope(*JUDGES)
    principal = asker_of(match_id)
    g.match = match_id
    chronicle = request_context().chronicles.of(match_id)
    own = viewer_of(chronicle.match, principal)  # a look, through whoever's eyes it is
    return BranchEditor(principal, chronicle, viewer_of(chronicle.match, principal, viewer) if viewer else own)


def require_branch(branch_id: str) -> tuple[KeptBranch, BranchEditor]:
    """A stored branch, and the judge who works on it. Raises Problem 401, 403, 404.

    Who may not work on a branch is not told whether it exists.
    """
    principal, branches = require_scope(*JUDGES), request_context().services.branches
    try:
        # who may is known by the match, also where the rest of the row is damaged
        at_work = branch_editor(branches.match_of(branch_id))
    except (Problem, Refused, Unknown):
        raise not_theirs(principal, "branch", branch_id, CALLED) from None
    found = branches.one(branch_id)
    if found is None:
        raise not_theirs(principal, "branch", branch_id, CALLED)
    return found, at_work


def whose_refusal(found: KeptBranch, principal: Principal) -> Refusal | None:
    """Why somebody who may work on a branch does not delete it: another judge began it."""
    office = office_about(found.branch.match, principal)
    if principal.actor == found.actor or office in (HEAD_JUDGE, ADMIN):
        return None
    return Refusal(WHOSE, {"branch": found.branch.id, "by": found.actor, "actor": principal.actor, "role": office})


def branch_context(branch_id: str, viewer: str = "") -> BranchContext:
    """A branch with its replay. Raises Problem 401, 403, 404, 422."""
    found, at_work = require_branch(branch_id)
    if viewer:
        at_work = branch_editor(found.branch.match, viewer)
    return BranchContext(found, request_context().services.branches.replay(found.branch, at_work.chronicle), at_work)


def other_branch(branch_id: str, at_work: BranchEditor) -> BranchChronicle:
    """Another branch of the match that is worked on. Raises Problem 404 where the match has no such branch."""
    other, match_id = request_context().services.branches.one(branch_id), at_work.chronicle.match.id
    # that there is such a branch of another match is not told either
    if other is None or other.branch.match != match_id:
        because = {"branch": branch_id, "match": match_id}
        raise Problem(404, "request.unknown", f"no such branch of the match: {branch_id}", because)
    return BranchChronicle(request_context().services.branches.replay(other.branch, at_work.chronicle))
