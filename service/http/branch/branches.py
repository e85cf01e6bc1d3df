"""Branches: what would have been, for judges who were called to the match. Reading a branch replays it.

Read `begin`, `lengthen_branch` and the reads; `branching` says who may. A branch is shown as a viewer may see it, like
the match; each reading is recorded as a look at its hidden things.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar, cast

import msgspec
from flask import Response
from msgspec import UNSET, structs

from domain.judging.branches.branch import Branch, BranchDeed, BranchEvent, BranchReplay, CommandDeed, ReapplyDeed
from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.deciding import explain_checks_of
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import Seat
from domain.kernel.redaction import redacted_command, redacted_facts
from domain.match.judge_orders import CorrectTable
from service.app.branches import KeptBranch
from service.app.keys import derive_key
from service.app.match.matches import Unknown, new_id
from service.http.case.cases import KEYED, MOVING, command_from_body
from service.http.described import READING, Views
from service.http.match.matches import ASKED_COMMAND, ending_of, verdict_on
from service.http.match.reads import match_reference, open_options
from service.http.match.traces import differences_found
from service.http.table_changes import Changes, Given, NewBranch, Ordered, Upto, body_of, stored_deed, stored_order
from service.web import schemas
from service.web.access import tag_of
from service.web.branch import branch_replies as replies
from service.web.branch import branching
from service.web.branch.branch_access import (
    BranchContext,
    BranchEditor,
    branch_context,
    branch_editor,
    other_branch,
    require_branch,
)
from service.web.branch.branching import grow_kept_branch, require_length
from service.web.branch.compared_sides import ComparisonSide, compare_two_sides
from service.web.if_match import LENGTH
from service.web.match import question_schemas as questions
from service.web.match.match_list import BETWEEN
from service.web.match.play_replies import FactReply
from service.web.match.question_replies import SideReply
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import COMMAND_BYTES, command_named, idempotency_key, raw_body
from service.web.responses import ResponseOf, json_response, tagged_response, uncached_response

GROWING = (*MOVING, 412, 428)
GROWN = ("ETag", "Location")
T = TypeVar("T")
views = Views("branches", __name__, url_prefix="/v1")


# --- beginning and lengthening


@views.post(
    "/matches/<match:match_id>/branches",
    201,
    replies.BranchReply,
    *MOVING,
    body=body_of(NewBranch),
    headers=KEYED,
    sends=GROWN,
)
def begin(match_id: str) -> ResponseOf[replies.BranchReply]:
    """Begin a branch of a match at a version.

    The version may be an undone one. `deeds` lists what is done on the branch at once: commands, a judge's orders, or
    the later decisions of the match. Returns the branch. With `kept` false the branch is returned and not stored. The
    same request again begins no second branch and returns the same answer.
    """
    at_work, key, wanted = branch_editor(match_id), idempotency_key(), command_from_body(NewBranch)
    name = f"{at_work.principal.id}.{key}"
    branch_id = branch_named(match_id, name) if wanted.kept else f"b-{new_id()}"
    deeds = tuple(map(stored_deed, wanted.deeds))
    branch, replay = branching.begin_kept_branch(branch_id, wanted.version, deeds, at_work)
    if not wanted.kept:
        return json_response(branch_reply(branch, replay, at_work), 201, {"Cache-Control": "no-store"})
    return grown_response(branching.keep_branch(branch, at_work))


def branch_named(match_id: str, name: str) -> str:
    """The id of the branch that this request begins, the same each time it is sent."""
    return f"b-{derive_key(name, f'branch{chr(0)}{match_id}').hex()[:24]}"


def lengthen_branch(branch_id: str, deed: Callable[[], BranchDeed]) -> ResponseOf[replies.BranchReply]:
    """Do one more thing on a branch, if it still has the length that the request names. Returns the response."""
    found, at_work = require_branch(branch_id)
    require_length(found, LENGTH.require_number())
    return grown_response(grow_kept_branch(found, at_work, deed()))


@views.post(
    "/branches/<branch:branch_id>/commands",
    201,
    replies.BranchReply,
    *GROWING,
    body=body_of(Given),
    headers=(LENGTH.parameter,),
    sends=GROWN,
)
def give(branch_id: str) -> ResponseOf[replies.BranchReply]:
    """Give a command for a seat on a branch.

    Returns the branch as it stands after the command. The decision that the seat took on the match at this point is not
    applied again. `412` means that the branch has grown since it was read.
    """
    return lengthen_branch(branch_id, lambda: CommandDeed(**structs.asdict(command_from_body(Given))))


@views.post(
    "/branches/<branch:branch_id>/corrections",
    201,
    replies.BranchReply,
    *GROWING,
    body=body_of(Changes),
    headers=(LENGTH.parameter,),
    sends=GROWN,
)
def correct(branch_id: str) -> ResponseOf[replies.BranchReply]:
    """Correct the table on a branch.

    Returns the branch as it stands after the correction. `412` means that the branch has grown since it was read. `422`
    also says which change is not possible.
    """
    return lengthen_branch(branch_id, lambda: stored_order(CorrectTable(**structs.asdict(command_from_body(Changes)))))


@views.post(
    "/branches/<branch:branch_id>/orders",
    201,
    replies.BranchReply,
    *GROWING,
    body=body_of(Ordered),
    headers=(LENGTH.parameter,),
    sends=GROWN,
)
def give_order(branch_id: str) -> ResponseOf[replies.BranchReply]:
    """Give a judge's order on a branch.

    An order resolves a missed mandatory ability now, or opens a window again. Returns the branch as it stands after the
    order. `412` means that the branch has grown since it was read.
    """
    return lengthen_branch(branch_id, lambda: stored_order(command_from_body(Ordered).order))


@views.post(
    "/branches/<branch:branch_id>/reapply",
    201,
    replies.BranchReply,
    *GROWING,
    body=body_of(Upto),
    headers=(LENGTH.parameter,),
    sends=GROWN,
)
def reapply(branch_id: str) -> ResponseOf[replies.BranchReply]:
    """Apply the later decisions of the match to a branch.

    Decisions are applied in order until one no longer fits. Returns the branch; the last of `reports` says where the
    replay stopped and why. To go on, answer the open question with a command and send this request again. `412` means
    that the branch has grown since it was read.
    """
    return lengthen_branch(branch_id, lambda: ReapplyDeed(command_from_body(Upto).upto))


def grown_response(now: BranchContext) -> ResponseOf[replies.BranchReply]:
    headers = {
        "ETag": f'"d{now.found.length}"',
        "Location": f"/v1/branches/{now.found.branch.id}",
        "Cache-Control": "no-store",
    }
    return json_response(stored_branch(now), 201, headers)


@views.delete("/branches/<branch:branch_id>", 204, 401, 403, 404, 409)
def throw_away(branch_id: str) -> Response:
    """Delete a branch.

    The judge who began it may do this, a head judge and an admin. Returns nothing. `409` means that a case uses the
    branch as evidence or in a ruling; such a branch is kept.
    """
    branching.throw_branch_away(branch_id)
    return Response(status=204)


# --- reading


def branch_reply(branch: Branch, replay: BranchReplay, at_work: BranchEditor) -> replies.BranchReply:
    """The branch and where it stands; it is not stored."""
    match, table = replay.match, replay.table
    return replies.BranchReply(
        branch=branch.id,
        match=branch.match,
        requested=branch.requested,
        base=branch.base,
        line=at_work.chronicle.line(branch.base),
        tip=branch.tip,
        deeds=[msgspec.to_builtins(each) for each in branch.deeds],
        version=match.version,
        steps=len(replay.done),
        awaited=list(table.waiting.seats) if table.waiting else [],
        over=ending_of(table.over),
        reports=[msgspec.to_builtins(each, enc_hook=str) for each in replay.reports],
        kept=False,
    )


def stored_branch(now: BranchContext) -> replies.BranchReply:
    """A stored branch and where it stands."""
    found = now.found
    branch = branch_reply(found.branch, now.replay, now.at_work)
    return structs.replace(branch, kept=True, by=found.actor, at=found.at)


@views.get(
    "/matches/<match:match_id>/branches",
    200,
    replies.BranchesReply,
    *READING,
    tagged=True,
    query=schemas.BranchesPage(),
)
def list_branches(page: dict[str, Any], match_id: str) -> ResponseOf[replies.BranchesReply]:
    """List the stored branches of a match.

    Returns one page of branches, the oldest first, for judges who were called to the match.
    """
    branch_editor(match_id)
    at, _, branch_id = page["after"].partition(BETWEEN)
    found = request_context().services.branches.of_match(match_id, (at, branch_id), page["limit"])
    following = f"{found[-1].at}{BETWEEN}{found[-1].branch.id}" if len(found) == page["limit"] else None
    branches = [listed_branch(each) for each in found]
    listed = replies.BranchesReply(match=match_id, branches=branches, next=following)
    return tagged_response(digest_of(msgspec.json.encode(listed).decode()), lambda: listed, letter="l")


def listed_branch(found: KeptBranch) -> replies.ListedBranchReply:
    branch = found.branch
    return replies.ListedBranchReply(
        branch=branch.id, requested=branch.requested, done=found.length, by=found.actor, at=found.at
    )


@views.get("/branches/<branch:branch_id>", 200, replies.BranchReply, *READING, tagged=True)
def show_branch(branch_id: str) -> ResponseOf[replies.BranchReply]:
    """Read a branch.

    Returns where the branch begins, what was done on it, where it stands, and a report on each group of decisions that
    was applied again.
    """
    now = branch_context(branch_id)
    return branch_response(now, lambda: stored_branch(now))


def branch_response(now: BranchContext, body: Callable[[], T], beside: str = "") -> ResponseOf[T]:
    """A response about a branch as it is now, `beside` something: 304 where If-None-Match names it."""
    return tagged_response(branch_tag(now, beside), body, letter=LENGTH.letter)


def branch_tag(now: BranchContext, beside: str = "") -> str:
    """The tag of a branch, at a length, for those who see it alike: equal tags are equal answers.

    A branch that is begun again after it was deleted has the id of before, and a rewind of the match can leave the
    branch on an undone line.
    """
    found, at_work = now.found, now.at_work
    begun = digest_of(f"{found.at} {at_work.chronicle.line(found.branch.base)} {beside}".rstrip())
    return tag_of(found.branch.match, at_work.principal, at_work.viewer, f"{found.length}.{begun}")


def digest_of(text: str) -> str:
    """The part of a tag that stands for a text."""
    return sha256(text.encode()).hexdigest()[:12]


@views.get(
    "/branches/<branch:branch_id>/steps",
    200,
    replies.BranchStepsReply,
    *READING,
    tagged=True,
    query=schemas.StepsPage(),
)
def show_steps(page: dict[str, Any], branch_id: str) -> ResponseOf[replies.BranchStepsReply]:
    """List what happened on a branch.

    Returns one page of steps, as the viewer may read them.
    """
    now = branch_context(branch_id, page["viewer"])
    after, done = page["after"], now.replay.done

    def body() -> replies.BranchStepsReply:
        shown = done[after : after + page["limit"]]
        steps = [branch_step(number, each, now.at_work) for number, each in enumerate(shown, after + 1)]
        reached = after + len(steps)
        following = reached if reached < len(done) else None
        return replies.BranchStepsReply(**about_branch(now), steps=steps, next=following)

    return branch_response(now, body)


def branch_step(number: int, step: BranchEvent, at_work: BranchEditor) -> replies.BranchStepReply:
    viewer, judging, command = at_work.viewer, at_work.judging, step.command
    facts = redacted_facts(step.facts, viewer, judging=judging)
    return replies.BranchStepReply(
        step=number,
        version=step.version,
        how=step.how,
        of=step.of,
        seat=step.seat,
        facts=[cast(FactReply, {"place": place, **fact}) for place, fact in facts],
        command=UNSET if command is None else redacted_command(step.seat, command, step.facts, viewer, judging=judging),
    )


def about_branch(now: BranchContext) -> dict[str, Any]:
    """What an answer says that it is about: the branch, its match and version, the viewer."""
    return {"branch": now.found.branch.id, **match_reference(now.replay.match, now.at_work.viewer)}


@views.get(
    "/branches/<branch:branch_id>/view", 200, replies.BranchViewReply, *READING, tagged=True, query=schemas.Eyes()
)
def show_view(eyes: dict[str, Any], branch_id: str) -> ResponseOf[replies.BranchViewReply]:
    """Read the table of a branch.

    Returns the table as it stands at the end of the branch, as the viewer may see it.
    """
    now = branch_context(branch_id, eyes["viewer"])

    def body() -> replies.BranchViewReply:
        table = now.replay.rules.view(now.replay.table, now.at_work.viewer, judging=now.at_work.judging)
        return replies.BranchViewReply(**about_branch(now), view=table)

    return branch_response(now, body)


@views.get(
    "/branches/<branch:branch_id>/window", 200, replies.BranchWindowReply, *READING, tagged=True, query=schemas.Eyes()
)
def show_window(eyes: dict[str, Any], branch_id: str) -> ResponseOf[replies.BranchWindowReply]:
    """Read the open window or question of a branch.

    Returns it as the viewer may see it.
    """
    now = branch_context(branch_id, eyes["viewer"])

    def body() -> replies.BranchWindowReply:
        window = describe_open_window(now.replay.rules, now.replay.table, now.at_work.viewer)
        return replies.BranchWindowReply(**about_branch(now), **window)

    return branch_response(now, body)


@views.get(
    "/branches/<branch:branch_id>/options", 200, replies.BranchOptionsReply, *READING, tagged=True, query=schemas.Eyes()
)
def show_options(eyes: dict[str, Any], branch_id: str) -> ResponseOf[replies.BranchOptionsReply]:
    """List what each awaited seat may answer on a branch.

    Returns the space of answers of each awaited seat, as the viewer may know it.
    """
    now = branch_context(branch_id, eyes["viewer"])

    def body() -> replies.BranchOptionsReply:
        options = open_options(now.replay.rules, now.replay.table, now.at_work.viewer)
        return replies.BranchOptionsReply(**about_branch(now), **options)

    return branch_response(now, body)


@views.get(
    "/branches/<branch:branch_id>/compare",
    200,
    replies.BranchComparedReply,
    *READING,
    tagged=True,
    query=questions.Beside(),
)
def compare_branch(query: dict[str, Any], branch_id: str) -> ResponseOf[replies.BranchComparedReply]:
    """Compare a branch with its match or with another branch.

    The left side is the match at a version (default: the last version of the line that the branch left) or another
    branch; the right side is this branch. Returns one page of differences. Each difference names the action that last
    changed it. A place on a branch is counted along that branch.
    """
    now = branch_context(branch_id, query["viewer"])
    branch = now.found.branch
    left = compared_side(query["branch"], now)
    version = query["left"] or (left.newest if query["branch"] else branch.tip)
    if version > left.newest:
        raise Unknown(branch.match, version)
    sides = (
        ComparisonSide(left, version, query["branch"]),
        ComparisonSide(now.chronicle, now.replay.match.version, branch_id),
    )

    def body() -> replies.BranchComparedReply:
        found = compare_two_sides(*sides, now.at_work.viewer, query["before"], judging=now.at_work.judging)
        return replies.BranchComparedReply(
            **about_branch(now),
            left=SideReply(version=version, branch=query["branch"]),
            differences=differences_found(found.differences),
            next=found.next or None,
        )

    return branch_response(now, body, beside=place_beside(query["branch"], now))


def compared_side(branch_id: str, now: BranchContext) -> Chronicle:
    """The side with which a branch is compared: its match, or another branch of it. Raises Problem 404, 422."""
    return other_branch(branch_id, now.at_work) if branch_id else now.at_work.chronicle


def place_beside(branch_id: str, now: BranchContext) -> str:
    """What a comparison depends on beside its own branch: how far the match is, and the branch on its other side."""
    other = request_context().services.branches.one(branch_id) if branch_id else None
    beside = f"{other.length} {other.at} {now.at_work.chronicle.line(other.branch.base)}" if other else ""
    return f"{now.at_work.chronicle.newest} {beside}"


@views.post(
    "/branches/<branch:branch_id>/explain",
    200,
    replies.BranchCheckedReply,
    *(400, 401, 403, 404, 413, 415, 422),
    body=ASKED_COMMAND,
    query=schemas.Eyes(),
)
def explain_command(eyes: dict[str, Any], branch_id: str) -> ResponseOf[replies.BranchCheckedReply]:
    """Check a command on a branch without giving it.

    `as` names the seat. Returns the verdict and every check of the command, each with its outcome and its rule.
    """
    now = branch_context(branch_id, eyes["viewer"])
    replay, viewer = now.replay, now.at_work.viewer
    seats = list(replay.table.seats)
    if viewer not in seats:
        raise Problem(422, "request.viewer", because={"as": viewer, "needed": seats})
    command = command_named(replay.match, viewer, raw_body(COMMAND_BYTES))
    outcomes = explain_checks_of(replay.rules, replay.table, Seat(viewer), command)
    verdict = verdict_on(command, outcomes)
    return uncached_response(replies.BranchCheckedReply(**about_branch(now), seat=viewer, **verdict))
