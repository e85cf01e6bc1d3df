"""The names of the staff of an event: an office goes by the name of a key, letter by letter."""

from __future__ import annotations

from collections.abc import Mapping

from domain.judging.cases.commands import JUDGING
from domain.kernel.ids import HEAD_JUDGE
from domain.tournaments.pairing_checks import spoken_form
from service.web.problems import Problem
from service.web.request_context import request_context


def judge_meant(name: str) -> str:
    """The name of a judge's key that differs from this one in letter case or spaces alone; empty if there is none."""
    held = (each for each in request_context().services.keys.list_keys() if each.scope in JUDGING and not each.revoked)
    return next((each.actor for each in held if spoken_form(each.actor) == spoken_form(name)), "")


def require_head_judges_key(staff: Mapping[str, str], field: str) -> None:
    """Check that nobody is appointed head judge who has a key, but no head judge's. Raises Problem 422."""
    keys = request_context().services.keys
    for name in (each for each, office in staff.items() if office == HEAD_JUDGE):
        held = [each.scope for each in keys.list_keys() if each.actor == name and not each.revoked]
        if held and HEAD_JUDGE not in held:
            has = f"{'an' if held[0][0] in 'aeiou' else 'a'} {held[0]}'s key"
            problem = f"“{name}” has {has} and no head judge's, without which nobody acts as head judge"
            raise Problem(422, "request.shape", problem, {"field": field, "problem": problem})


def require_fitting_keys(staff: Mapping[str, str], field: str) -> None:
    """Check that no name is that of a judge's key in another spelling, or of one for another office.

    Nobody could act in it. A name that no key has in any spelling is taken: its key may be made later. Raises
    Problem 422.
    """
    for name in staff:
        if not request_context().services.keys.is_judge(name) and (meant := judge_meant(name)):
            problem = f"no judge's key has the name “{name}”, but one has “{meant}”"
            raise Problem(422, "request.shape", problem, {"field": field, "problem": problem, "meant": meant})
    require_head_judges_key(staff, field)
