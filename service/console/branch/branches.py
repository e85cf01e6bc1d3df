"""What if: the branches of a match, for judges who are assigned to it.

Read `begin`, `branch` (the page), then the actions on a branch, each of which returns to its page.
`service.web.branch.branching` checks the permission and carries out the action, as for the API.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import Any

import msgspec
from flask import Response, g, redirect, request, url_for

from domain.judging.branches.branch import BranchDeed, CommandDeed, OrderDeed, ReapplyDeed
from domain.judging.cases import commands as m
from domain.judging.cases.case import CLOSED, Case
from domain.judging.cases.evidence import rests_on
from domain.judging.remedies.interventions import check_running
from domain.kernel.deciding import seat_options
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form
from domain.match.aggregate import KeyReused, Refused
from domain.match.judge_orders import CorrectTable
from service.app.branches import KeptBranch
from service.app.match.matches import Unknown
from service.console.branch.branch_page import BranchPage
from service.console.case.cases import OFFICES, token_of
from service.console.case.corrections import correction_refusal, read_draft
from service.console.case.remedies import late_options, opening_options
from service.console.console import read_query, render_page, views
from service.console.forms.answers import FormAnswers, answer_of
from service.console.forms.fields import NO_CHOICE, option_value, read_place
from service.console.forms.fields import read_number as number_of
from service.console.forms.refusals import refusal_words
from service.present.text.names import in_words
from service.web import schemas
from service.web.access import allowed_viewers
from service.web.branch import branching
from service.web.branch.branch_access import BranchContext, branch_context, branch_editor, require_branch, whose_refusal
from service.web.branch.branching import grow_kept_branch, require_length
from service.web.case.case_access import actor_for, as_command
from service.web.problems import Problem, problem_of
from service.web.request_context import request_context

LOOK = schemas.LookParameters()
LABELS = {"at": "From version", "version": "From version", "upto": "Try the later decisions again, up to v"}
RECENT = 12  # how many decisions back an order of a judge may reach


# --- of a match


@views.get("/matches/<match:match_id>/branches")
def branches(match_id: str) -> Response:
    """The branches of a match, and the form that begins one. Raises Unknown for a version that does not exist yet."""
    at_work = branch_editor(match_id)
    look = read_query(LOOK, ("at",))
    version = int(look["at"].partition(".")[0] or at_work.chronicle.newest)
    if version > at_work.chronicle.newest:
        raise Unknown(match_id, version)
    return branches_page(match_id, version)


def branches_page(match_id: str, version: int | str, status: int = 200, refused: Any = None) -> Response:
    """The page of the branches of a match; `version` is filled in if a branch can begin there."""
    cases = request_context().services.cases.of_match(match_id)
    found = [(each, cases_resting_on(each, cases)) for each in request_context().services.branches.of_match(match_id)]
    found.sort(key=lambda each: each[0].at, reverse=True)
    shown: dict[str, Any] = {"version": version, "branches": found, "refused": refused}
    return render_page("branches.html", status, match_id=match_id, key=token_hex(12), **shown)


def cases_resting_on(found: KeptBranch, cases: list[Case]) -> list[Case]:
    """The cases that cite a branch as evidence."""
    return [case for case in cases if rests_on(case, found.branch.id)]


@views.post("/matches/<match:match_id>/branches")
def begin(match_id: str) -> Any:
    """Begin a branch at a version of the match. For an unknown version the form is shown again."""
    at_work = branch_editor(match_id)
    branch_id = f"b-{token_of(request.form.get('key', ''))}"
    try:
        branch, _ = branching.begin_kept_branch(branch_id, number_in("at", (1, at_work.chronicle.newest)), (), at_work)
    except (Refused, Problem) as error:
        refused = refusal_words(error, labels=LABELS)
        return branches_page(match_id, request.form.get("at", ""), 422, refused)
    return redirect_to_branch(branching.keep_branch(branch, at_work))


def redirect_to_branch(now: BranchContext) -> Any:
    """A redirect to the page of a branch, for the same viewer."""
    more: dict[str, Any] = {"as": request.form.get("as") or None}
    return redirect(url_for("console.branch", branch_id=now.found.branch.id, **more), 303)


def number_in(name: str, span: tuple[int, int] | None = None) -> int:
    """A whole number of the form, 0 if the field is empty. Raises Problem 422."""
    return number_of({name: read_place(request.form.get(name, "")).partition(".")[0] or "0"}, name, span)


# --- one branch


@views.get("/branches/<branch:branch_id>")
def branch(branch_id: str) -> Any:
    """A branch: its table, its open window with the possible answers, its actions, the fate of later decisions.

    Raises Unknown for a version that the branch does not have.
    """
    look = read_query(LOOK, ("at", "as"))
    now = branch_context(branch_id, look["viewer"])
    version = int(look["at"].partition(".")[0] or now.replay.match.version)
    if not 0 < version <= now.replay.match.version:
        raise Unknown(now.found.branch.match, version)
    if version < now.found.branch.base:
        return redirect(url_for("console.match", match_id=now.found.branch.match, at=version), 303)
    # a place inside an action shows the version that the action made
    return branch_page(BranchPage(now, str(version) if look["at"] else "", look["viewer"]))


def branch_page(page: BranchPage, status: int = 200, **more: Any) -> Response:
    """The page of a branch; `refused` and `given` belong to a form that was refused."""
    cases = request_context().services.cases.of_match(page.id)
    filled = request.form.to_dict(flat=False) if request.method == "POST" else {}
    shown: dict[str, Any] = {
        "viewers": sorted(allowed_viewers(page.trunk, g.asker)),
        "filled": filled,
        "resting": [case for case in cases if rests_on(case, page.branch.id)],
        "attachable": attachable(page, cases),
        "deletable": whose_refusal(page.now.found, page.now.at_work.principal) is None,
        **order_fields(page),
        "always": [str(each.__struct_config__.tag) for each in page.match.rules.always if is_whole(each)],
        "key": token_hex(12),
        "refused": None,
        "tried": "",
    }
    return render_page("branch.html", status, page=page, **{**shown, **more})


def is_whole(command: Any) -> bool:
    """Whether a command has no fields to fill in."""
    return not command.__struct_fields__


def attachable(page: BranchPage, cases: list[Case]) -> list[Case]:
    """The open cases to which the asker may attach the branch."""
    if g.asker.scope not in OFFICES:
        return []
    command, by = m.AttachEvidence((page.branch.id,)), actor_for(g.asker)
    found = (each for each in cases if each.state != CLOSED and not rests_on(each, page.branch.id))
    return [each for each in found if request_context().services.cases.refusal(each.id, command, by=by) is None]


def order_fields(page: BranchPage) -> dict[str, Any]:
    """The orders that a judge could give at the end of the branch, besides corrections."""
    if not page.at_its_end:
        return {"lates": (), "openings": ()}
    about = (page.match, page.chronicle.events, page.names, RECENT)
    return {"lates": late_options(*about), "openings": opening_options(*about)}


# --- actions


def do_on_branch(branch_id: str, deed: Callable[[BranchContext], BranchDeed], tried: str) -> Any:
    """Carry out one action on a branch, unless somebody else has changed the branch meanwhile.

    Returns a redirect to the branch, or its page with the refusal and the form data.
    """
    eyes = request.form.get("as", "")
    try:
        found, at_work = require_branch(branch_id)
        require_length(found, number_in("length"))
        return redirect_to_branch(grow_kept_branch(found, at_work, deed(branch_context(branch_id, eyes))))
    except (Refused, Problem) as error:
        page = BranchPage(branch_context(branch_id, eyes), "", eyes)
        status = error.status if isinstance(error, Problem) else 422
        return branch_page(page, status, refused=refusal_words(error, page.names, LABELS), tried=tried)


@views.post("/branches/<branch:branch_id>/commands")
def give(branch_id: str) -> Any:
    """Give a command for a seat: an offered answer, or a command that may be given at any time."""
    number = request.form.get("form", "")
    return do_on_branch(branch_id, answer_from_form if number else command_from_form, number or "always")


def answer_from_form(now: BranchContext) -> CommandDeed:
    """The answer in the form. Raises Problem 422."""
    seat, number = request.form.get("seat", ""), request.form.get("form", "")
    form = offered_form(now, seat, number)
    return CommandDeed(seat, answer_of(form, FormAnswers(request.form.to_dict(flat=False), number)))


def offered_form(now: BranchContext, seat: str, number: str) -> Form:
    """The form with this number among those that a seat is offered. Raises Problem 422."""
    table = now.replay.table
    space = seat_options(now.replay.rules, table, Seat(seat)) if seat in table.seats and not table.over else None
    forms = space.forms if isinstance(space, Commands) else ()
    place = whole_number(number.rpartition("-")[2])
    if place is None or place >= len(forms):
        raise Problem(422, "request.shape", NO_CHOICE)
    return forms[place]


def command_from_form(now: BranchContext) -> CommandDeed:
    return CommandDeed(request.form.get("seat", ""), {"type": request.form.get("type", "")})


@views.post("/branches/<branch:branch_id>/reapply")
def reapply(branch_id: str) -> Any:
    """Try the later decisions of the match again on the branch."""
    return do_on_branch(
        branch_id, lambda now: ReapplyDeed(number_in("upto", (1, now.at_work.chronicle.newest))), "reapply"
    )


@views.post("/branches/<branch:branch_id>/orders")
def order(branch_id: str) -> Any:
    """Give an order: resolve a missed mandatory ability now, or open a window for a seat again."""
    return do_on_branch(branch_id, order_from_form, "orders")


def order_from_form(now: BranchContext) -> OrderDeed:
    form = request.form
    if "missed" in form:
        return OrderDeed({"type": "resolve_ability_now", **fields_named(form["missed"])})
    return OrderDeed({"type": "restore_opportunity", "seat": form.get("seat", ""), "at": form.get("at", "")})


def fields_named(option: str) -> dict[str, Any]:
    """The fields in the value of an option. Raises Problem 422 where it has none."""
    found = option_value(option)
    if not isinstance(found, dict):
        raise Problem(422, "request.shape", NO_CHOICE)
    return found


@views.get("/branches/<branch:branch_id>/correction")
def branch_correction(branch_id: str) -> Response:
    """The form of a correction on a branch: its changes one by one, each checked as it is added."""
    return correction_page(branch_context(branch_id, request.args.get("as", "")))


def correction_page(now: BranchContext, status: int = 200, **more: Any) -> Response:
    """The page of a correction on a branch. Raises Refused where the game on the branch is over."""
    check_running(now.replay.match)
    draft = read_draft(now.replay.match, now.chronicle.events, now.at_work.viewer, request.values)
    eyes = request.values.get("as", "")
    page = BranchPage(now, "", eyes)
    return render_page(
        "branch_correction.html", status, **{"page": page, "draft": draft, "eyes": eyes, "refused": None, **more}
    )


@views.post("/branches/<branch:branch_id>/correction")
def correct_branch(branch_id: str) -> Any:
    """Correct the table on the branch. A refusal is shown on the page, with the changes."""
    now = branch_context(branch_id, request.form.get("as", ""))
    try:
        require_length(now.found, number_in("length"))
        return redirect_to_branch(grow_kept_branch(now.found, now.at_work, OrderDeed(correction_sent())))
    except (Refused, Problem) as error:
        status = error.status if isinstance(error, Problem) else 422
        return correction_page(now, status, refused=correction_refusal(error, now.replay.match))


def correction_sent() -> dict[str, Any]:
    """The correction in the form, as it is stored. Raises Problem 422."""
    given = {"changes": option_value(request.form.get("changes", "") or "[]"), "ends": bool(request.form.get("ends"))}
    said: dict[str, Any] = msgspec.to_builtins(as_command(given, CorrectTable))
    return said


@views.post("/branches/<branch:branch_id>/evidence")
def attach_branch(branch_id: str) -> Any:
    """Attach the branch to a case as evidence. A refusal is shown on the page of the branch."""
    now = branch_context(branch_id, request.form.get("as", ""))
    case_id, given = request.form.get("case", ""), {"links": [branch_id], "text": request.form.get("text", "")}
    try:
        command = as_command(given, m.AttachEvidence)
        if case_id not in [each.id for each in request_context().services.cases.of_match(now.found.branch.match)]:
            raise Problem(422, "request.shape", NO_CHOICE)
        request_context().services.cases.move(
            case_id, command, by=actor_for(g.asker), key=token_of(request.form.get("key", ""))
        )
    except (Refused, Problem, KeyReused) as error:
        return branch_page(BranchPage(now, "", ""), 422, refused=refusal_words(error), tried="evidence")
    return redirect_to_branch(now)


@views.post("/branches/<branch:branch_id>/throw-away")
def throw_away(branch_id: str) -> Any:
    """Delete the branch."""
    try:
        found = branching.throw_branch_away(branch_id)
    except Refused as error:
        page = BranchPage(branch_context(branch_id), "", "")
        return branch_page(page, problem_of(error).status, refused=refusal_words(error), tried="throw-away")
    return redirect(url_for("console.branches", match_id=found.branch.match, at=found.branch.requested), 303)


@views.app_template_filter("deed")
def branch_deed_words(deed: BranchDeed) -> str:
    """The title of an action on a branch, in a word or two."""
    if isinstance(deed, CommandDeed):
        return f"{deed.seat}: {in_words(str(deed.command.get('type', '')))}"
    if isinstance(deed, OrderDeed):
        return f"judge: {in_words(str(deed.order.get('type', '')))}"
    return "the later decisions tried again"
