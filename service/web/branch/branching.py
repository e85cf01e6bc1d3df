"""Work on branches, shared by API and console: beginning a branch, lengthening it, deleting it.

Read `begin_kept_branch`, `grow_kept_branch` and `throw_branch_away`; `branch_access` says who may.
"""

from __future__ import annotations

from msgspec import structs

from domain.judging.branches.branch import Branch, BranchDeed, BranchReplay, begin_branch, grow_branch
from domain.judging.cases.evidence import deletion_refusal
from domain.match.aggregate import Refused
from service.app.branches import KeptBranch
from service.web.branch.branch_access import BranchContext, BranchEditor, require_branch, whose_refusal
from service.web.problems import Problem
from service.web.request_context import request_context


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
    if (found.branch.match, found.branch.requested, found.branch.deeds[: len(branch.deeds)]) != (
        branch.match,
        branch.requested,
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
    """Delete a branch. Returns what it was.

    Raises Problem 401, 403, 404, Refused for one that another judge began or that a case names.
    """
    found, at_work = require_branch(branch_id)
    refusal = whose_refusal(found, at_work.principal) or deletion_refusal(
        branch_id, request_context().services.cases.of_match(found.branch.match)
    )
    if refusal is not None:
        raise Refused(refusal)
    request_context().services.branches.throw_away(branch_id)
    return found
