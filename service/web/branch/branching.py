"""Work on branches, shared by API and console: who may, beginning a branch, lengthening it, deleting it.

Read `branch_editor` and `require_branch`, which alone say who may; then `begin_kept_branch`, `grow_kept_branch`,
`throw_branch_away`.
"""

from __future__ import annotations

from flask import g
from msgspec import Struct, structs

from domain.judging.branches.branch import Branch, BranchChronicle, BranchDeed, BranchReplay, begin_branch, grow_branch
from domain.judging.cases.evidence import thrown_away_refusal
from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.ids import Viewer
from domain.match.aggregate import Refused
from service.app.branches import KeptBranch
from service.app.keys import Principal
from service.app.match.matches import Unknown
from service.web.access import JUDGES, asker_of, is_judging, not_theirs, require_scope, viewer_of
from service.web.problems import Problem
from service.web.request_context import request_context

CALLED = "judging.case.judge-called"


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


def begin_kept_branch(
    branch_id: str, version: int, deeds: tuple[BranchDeed, ...], at_work: BranchEditor
) -> tuple[Branch, BranchReplay]:
    """A new branch from a version with the first things done on it, not stored yet. Raises Refused."""
    return grow_branch(begin_branch(branch_id, at_work.chronicle, version), at_work.chronicle, *deeds)


def keep_branch(branch: Branch, at_work: BranchEditor) -> BranchContext:
    """Keep a branch; a repeated request keeps nothing new. Returns it.

    Raises Problem 422 where its id is that of another branch.
    """
    branches = request_context().services.branches
    found = branches.keep(branch, at_work.principal.actor)
    if (found.branch.match, found.branch.asked, found.branch.deeds[: len(branch.deeds)]) != (
        branch.match,
        branch.asked,
        branch.deeds,
    ):
        raise Problem(422, "idempotency.key-reused")
    return BranchContext(found, branches.replay(found.branch, at_work.chronicle), at_work)


def require_length(found: KeptBranch, length: int) -> None:
    """Raises Problem 412 unless a branch has the length that the request names."""
    if length != found.length:
        raise length_problem(found)


def grow_kept_branch(found: KeptBranch, at_work: BranchEditor, deed: BranchDeed) -> BranchContext:
    """Do one more thing on a branch. Returns the branch with it.

    Raises Refused, and Problem 412 where somebody else was first.
    """
    branch, replay = grow_branch(found.branch, at_work.chronicle, deed)
    branches = request_context().services.branches
    if not branches.lengthen(branch, found.length):
        raise length_problem(require_branch(found.branch.id)[0])
    branches.remember(replay)
    return BranchContext(structs.replace(found, branch=branch), replay, at_work)


def length_problem(found: KeptBranch) -> Problem:
    because = {"branch": found.branch.id, "done": found.length}
    return Problem(412, "judging.branch.outgrown", because=because, headers={"ETag": f'"d{found.length}"'})


def throw_branch_away(branch_id: str) -> KeptBranch:
    """Delete a branch. Returns what it was. Raises Problem 401, 403, 404, Refused for one that a case names."""
    found, _ = require_branch(branch_id)
    refusal = thrown_away_refusal(branch_id, request_context().services.cases.of_match(found.branch.match))
    if refusal is not None:
        raise Refused(refusal)
    request_context().services.branches.throw_away(branch_id)
    return found
