"""Branches: what would have been, for judges who are called to the match. Reading one replays it.

Read `working`, which says who may, then `begin`, `lengthened` and the reads. What is shown of a branch goes through a
viewer's eyes as of the match; each reading is a look at its hidden things.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, g, request
from msgspec import Struct, structs

from domain.judging.branches import Branch, Command, Deed, Grown, Order, Reapply, Replay, begun, grown
from domain.judging.chronicle import Chronicle
from domain.judging.commands import CorrectTable
from domain.judging.comparing import compared
from domain.kernel.changes import AnyChange
from domain.kernel.decide import explain
from domain.kernel.ids import Seat, Viewer
from domain.kernel.query import open_window
from domain.kernel.sight import seen_command, seen_facts
from service.branches import Kept
from service.http import asked as questions
from service.http import branch_replies as replies
from service.http import schemas
from service.http.answers import answer, asked_again
from service.http.auth import JUDGES, require, viewer_of
from service.http.bodies import command_of, idempotency_key
from service.http.cases import KEYED, MOVING, asked
from service.http.described import READING, Views
from service.http.here import here
from service.http.matches import COMMAND, check_written
from service.http.problems import Problem
from service.http.reads import NOBODY_AWAITED, named
from service.http.traces import written as differences_written
from service.keys import Known, derived
from service.matches import Unknown, new_id

LENGTH = re.compile(r'"d(0|[1-9][0-9]{0,3})"')
GROWING = (*MOVING, 412, 428)
IF_LENGTH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "description": 'How many things were done on the branch so far, as `"d2"`; without it 428.',
    "schema": {"type": "string", "pattern": '^"d(0|[1-9][0-9]{0,3})"$'},
    "example": '"d2"',
}

views = Views("branches", __name__, url_prefix="/v1", description="Branches: what would have been, for judges.")


class NewBranch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """From which version; with what is done on it; kept until it is thrown away, or only answered."""

    version: int = msgspec.field(name="from")
    deeds: tuple[Deed, ...] = ()
    kept: bool = True


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A command of a seat, on the branch."""

    seat: str
    command: dict[str, Any]


class Changes(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A correction of the closed list, on the branch; `ends` names that the match may end by it."""

    changes: tuple[AnyChange, ...]
    ends: bool = False


class Ordered(Struct, frozen=True, forbid_unknown_fields=True):
    """A judge's order in the form of the record, on the branch: `{"type": "resolve_ability_now", ...}`."""

    order: dict[str, Any]


class Upto(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Up to which version of the match; 0: all later decisions that there were when the branch was begun."""

    upto: int = 0


def fields_of(*needed: str, **known: dict[str, Any]) -> dict[str, Any]:
    """How the document describes a body."""
    return {"type": "object", "properties": known, "required": list(needed), "additionalProperties": False}


OBJECTS = {"type": "array", "items": {"type": "object"}}
BODIES = {
    NewBranch: {
        **fields_of("from", deeds=OBJECTS, kept={"type": "boolean"}, **{"from": {"type": "integer", "minimum": 1}}),
        "example": {"from": 41, "deeds": [{"do": "reapply"}]},
    },
    Given: fields_of("seat", "command", seat={"type": "string"}, command=COMMAND),
    Changes: {
        **fields_of("changes", changes=OBJECTS, ends={"type": "boolean"}),
        "example": {"changes": [{"change": "set_count", "seat": "alice", "counter": "gold", "n": 4}]},
    },
    Ordered: fields_of("order", order={"type": "object"}),
    Upto: fields_of(upto={"type": "integer", "minimum": 0}),
}


# --- who, and which


class Working:
    """Somebody who works on branches of a match, through a viewer's eyes."""

    def __init__(self, known: Known, told: Chronicle, viewer: Viewer) -> None:
        self.known = known
        self.told = told
        self.viewer = viewer


def working(match_id: str, viewer: str = "") -> Working:
    """A judge at work on a match's branches: the one place that says who may. Raises Problem 401, 403, Refused."""
    known = require(*JUDGES)
    g.match = match_id
    told = here().chronicles.of(match_id)
    own = viewer_of(told.match, known)  # a look, through whoever's eyes it is
    return Working(known, told, viewer_of(told.match, known, viewer) if viewer else own)


def kept(branch_id: str) -> Kept:
    """A branch that is kept; raises Problem 401, 403, 404."""
    require(*JUDGES)
    found = here().services.branches.one(branch_id)
    if found is None:
        raise Problem(404, "request.unknown", f"no such branch: {branch_id}", {"branch": branch_id})
    return found


def replay_of(branch_id: str, viewer: str = "") -> tuple[Kept, Replay, Working]:
    """A branch as it stands, and who looks at it."""
    found = kept(branch_id)
    at_work = working(found.branch.match, viewer)
    return found, here().services.branches.replay(found.branch, at_work.told), at_work


# --- beginning and lengthening


@views.post("/matches/<match:match_id>/branches", 201, replies.Branch(), *MOVING, body=BODIES[NewBranch], headers=KEYED)
def begin(match_id: str) -> Response:
    """Begin a branch at a version, also an undone one; with `deeds` at once: commands, orders, the later decisions.

    With `kept` false it is answered and forgotten. The same request again begins nothing and is answered the same.
    """
    at_work, key, wanted = working(match_id), idempotency_key(), asked(NewBranch)
    name = f"{at_work.known.id}.{key}"
    branch_id = branch_named(match_id, name) if wanted.kept else f"b-{new_id()}"
    branch, replay = grown(begun(branch_id, at_work.told, wanted.version), at_work.told, *wanted.deeds)
    if not wanted.kept:
        return answer({**written(branch, replay, at_work), "kept": False}, 201, {"Cache-Control": "no-store"})
    found = here().services.branches.keep(branch, at_work.known.actor)
    if (found.branch.asked, found.branch.deeds[: len(branch.deeds)]) != (branch.asked, branch.deeds):
        raise Problem(422, "idempotency.key-reused")
    return grown_answer(found, here().services.branches.replay(found.branch, at_work.told), at_work)


def branch_named(match_id: str, name: str) -> str:
    """The id of the branch that this request begins, however often it is sent."""
    return f"b-{derived(name, f'branch{chr(0)}{match_id}').hex()[:24]}"


def lengthened(branch_id: str, deed: Callable[[], Deed]) -> Response:
    """Do one more thing on a branch, if it is as long as the asker knows."""
    found, length = kept(branch_id), length_named()
    at_work = working(found.branch.match)
    if length != found.length:
        raise outgrown(found)
    branch, replay = grown(found.branch, at_work.told, deed())
    branches = here().services.branches
    if not branches.lengthen(branch, found.length):
        raise outgrown(kept(branch_id))
    branches.remember(replay)
    return grown_answer(structs.replace(found, branch=branch), replay, at_work)


def length_named() -> int:
    """The length that If-Match names; raises Problem 428, 412."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem(428, "request.no-precondition", because={"example": '"d2"'})
    found = LENGTH.fullmatch(header.strip())
    if found is None:
        raise Problem(412, "request.precondition", because={"given": header})
    return int(found[1])


def outgrown(found: Kept) -> Problem:
    because = {"branch": found.branch.id, "done": found.length}
    return Problem(412, "judging.branch.outgrown", because=because, headers={"ETag": f'"d{found.length}"'})


@views.post(
    "/branches/<branch:branch_id>/commands", 201, replies.Branch(), *GROWING, body=BODIES[Given], headers=(IF_LENGTH,)
)
def give(branch_id: str) -> Response:
    """Give a command for a seat on the branch; the decision that the seat took there is not tried again."""
    return lengthened(branch_id, lambda: Command(**structs.asdict(asked(Given))))


@views.post(
    "/branches/<branch:branch_id>/corrections",
    201,
    replies.Branch(),
    *GROWING,
    body=BODIES[Changes],
    headers=(IF_LENGTH,),
)
def correct(branch_id: str) -> Response:
    """Correct the table on the branch."""
    return lengthened(branch_id, lambda: Order(corrections(asked(Changes))))


def corrections(wanted: Changes) -> dict[str, Any]:
    """A correction in the form of the record."""
    said: dict[str, Any] = msgspec.to_builtins(CorrectTable(wanted.changes, wanted.ends))
    return said


@views.post(
    "/branches/<branch:branch_id>/orders", 201, replies.Branch(), *GROWING, body=BODIES[Ordered], headers=(IF_LENGTH,)
)
def give_order(branch_id: str) -> Response:
    """Carry another order of a judge out on the branch: a forgotten mandatory ability now, a window again."""
    return lengthened(branch_id, lambda: Order(asked(Ordered).order))


@views.post(
    "/branches/<branch:branch_id>/reapply", 201, replies.Branch(), *GROWING, body=BODIES[Upto], headers=(IF_LENGTH,)
)
def reapply(branch_id: str) -> Response:
    """Try the later decisions of the match again, as far as they fit; the last of `reports` leads with where not.

    Where it stops, a command by hand answers the question, and asked again it goes on.
    """
    return lengthened(branch_id, lambda: Reapply(asked(Upto).upto))


def grown_answer(found: Kept, replay: Replay, at_work: Working) -> Response:
    headers = {"ETag": f'"d{found.length}"', "Location": f"/v1/branches/{found.branch.id}", "Cache-Control": "no-store"}
    return answer(whole(found, replay, at_work), 201, headers)


@views.delete("/branches/<branch:branch_id>", 204, 401, 403, 404)
def throw_away(branch_id: str) -> Response:
    """Throw a branch away."""
    working(kept(branch_id).branch.match)
    here().services.branches.throw_away(branch_id)
    return Response(status=204)


# --- reading


def written(branch: Branch, replay: Replay, at_work: Working) -> dict[str, Any]:
    """What a branch is and where it stands."""
    match, over = replay.match, replay.table.over
    return {
        "branch": branch.id,
        "match": branch.match,
        "from": branch.asked,
        "base": branch.base,
        "line": at_work.told.line(branch.base),
        "tip": branch.tip,
        "deeds": [msgspec.to_builtins(each) for each in branch.deeds],
        "version": match.version,
        "steps": len(replay.done),
        "awaited": list(replay.table.waiting.seats) if replay.table.waiting else [],
        "over": {"winner": over.winner, "how": over.how, "rule": over.rule} if over else None,
        "reports": [msgspec.to_builtins(each, enc_hook=str) for each in replay.reports],
        "kept": True,
    }


def whole(found: Kept, replay: Replay, at_work: Working) -> dict[str, Any]:
    return {**written(found.branch, replay, at_work), "by": found.actor, "at": found.at}


@views.get("/matches/<match:match_id>/branches", 200, replies.Branches(), *READING, query=schemas.Page())
def list_branches(page: dict[str, Any], match_id: str) -> Response:
    """The branches of a match that are kept."""
    working(match_id)
    found = here().services.branches.of_match(match_id, page["after"], page["limit"])
    following = found[-1].branch.id if len(found) == page["limit"] else None
    return asked_again({"match": match_id, "branches": [listed(each) for each in found], "next": following})


def listed(found: Kept) -> dict[str, Any]:
    branch = found.branch
    return {"branch": branch.id, "from": branch.asked, "done": found.length, "by": found.actor, "at": found.at}


@views.get("/branches/<branch:branch_id>", 200, replies.Branch(), *READING)
def show_branch(branch_id: str) -> Response:
    """A branch: where it begins, what was done on it, where it stands, and the reports of its decisions."""
    return asked_again(whole(*replay_of(branch_id)))


@views.get("/branches/<branch:branch_id>/steps", 200, replies.BranchSteps(), *READING, query=schemas.StepsPage())
def show_steps(page: dict[str, Any], branch_id: str) -> Response:
    """What happened on a branch, step by step, as a viewer may read it."""
    found, replay, at_work = replay_of(branch_id, page["viewer"])
    after = page["after"]
    shown = replay.done[after : after + page["limit"]]
    steps = [step_written(number, each, at_work.viewer) for number, each in enumerate(shown, after + 1)]
    reached = after + len(steps)
    following = reached if reached < len(replay.done) else None
    return about(found, replay, at_work, {"steps": steps, "next": following})


def step_written(number: int, step: Any, viewer: Viewer) -> dict[str, Any]:
    facts = [{"place": place, **fact} for place, fact in seen_facts(step.facts, viewer)]
    said = {"step": number, "version": step.version, "how": step.how, "of": step.of, "seat": step.seat, "facts": facts}
    if step.command is None:
        return said
    return {**said, "command": seen_command(step.seat, step.command, step.facts, viewer)}


def about(found: Kept, replay: Replay, at_work: Working, told: dict[str, Any]) -> Response:
    """An answer about a branch as it stands."""
    return asked_again({"branch": found.branch.id, **named(replay.match, at_work.viewer), **told})


@views.get("/branches/<branch:branch_id>/view", 200, replies.BranchView(), *READING, query=schemas.Eyes())
def show_view(eyes: dict[str, Any], branch_id: str) -> Response:
    """The table of a branch as it stands, as a viewer may see it."""
    found, replay, at_work = replay_of(branch_id, eyes["viewer"])
    return about(found, replay, at_work, {"view": replay.rules.view(replay.table, at_work.viewer)})


@views.get("/branches/<branch:branch_id>/window", 200, replies.BranchWindow(), *READING, query=schemas.Eyes())
def show_window(eyes: dict[str, Any], branch_id: str) -> Response:
    """The open window or question of a branch."""
    found, replay, at_work = replay_of(branch_id, eyes["viewer"])
    return about(found, replay, at_work, open_window(replay.rules, replay.table, at_work.viewer))


@views.get("/branches/<branch:branch_id>/options", 200, replies.BranchOptions(), *READING, query=schemas.Eyes())
def show_options(eyes: dict[str, Any], branch_id: str) -> Response:
    """What each awaited seat may answer on a branch."""
    found, replay, at_work = replay_of(branch_id, eyes["viewer"])
    told = {**NOBODY_AWAITED, **open_window(replay.rules, replay.table, at_work.viewer)}
    return about(found, replay, at_work, {name: told[name] for name in NOBODY_AWAITED})


@views.get("/branches/<branch:branch_id>/compare", 200, replies.BranchCompared(), *READING, query=questions.Beside())
def compare_branch(query: dict[str, Any], branch_id: str) -> Response:
    """What differs between the match at a version (default: the last later one) or another branch, and this branch.

    Each difference says what last touched it; places on a branch are in the branch's own count.
    """
    found, replay, at_work = replay_of(branch_id, query["viewer"])
    left = beside(query["branch"], found, at_work)
    version = query["left"] or (left.newest if query["branch"] else found.branch.tip)
    if version > left.newest:
        raise Unknown(found.branch.match, version)
    rows = compared(left, version, replay.match.version, at_work.viewer, Grown(replay))
    told = {"branch": query["branch"], "version": version}
    return about(found, replay, at_work, {"left": told, "differences": differences_written(rows)})


def beside(branch_id: str, found: Kept, at_work: Working) -> Chronicle:
    """What a branch is compared with: its match, or another branch of it; raises Problem 404, 422."""
    if not branch_id:
        return at_work.told
    other = kept(branch_id)
    if other.branch.match != found.branch.match:
        raise Problem(422, "request.shape", because={"branch": branch_id, "match": found.branch.match})
    return Grown(here().services.branches.replay(other.branch, at_work.told))


@views.post(
    "/branches/<branch:branch_id>/explain",
    200,
    replies.BranchChecked(),
    *(400, 401, 403, 404, 413, 415, 422),
    body=COMMAND,
    query=schemas.Eyes(),
)
def explain_command(eyes: dict[str, Any], branch_id: str) -> Response:
    """Every check of a seat's command on a branch, with its outcome and its rule; the seat is named by `as`."""
    found, replay, at_work = replay_of(branch_id, eyes["viewer"])
    seats = list(replay.table.seats)
    if at_work.viewer not in seats:
        raise Problem(422, "request.viewer", because={"as": at_work.viewer, "needed": seats})
    outcomes = explain(replay.rules, replay.table, Seat(at_work.viewer), command_of(replay.match))
    checks = [check_written(each) for each in outcomes]
    told = {"seat": at_work.viewer, "accepted": all(each.ok for each in outcomes), "checks": checks}
    return about(found, replay, at_work, told)
