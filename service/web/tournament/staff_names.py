"""The names of the staff of an event: an office goes by the name of a key, letter by letter."""

from __future__ import annotations

from collections.abc import Iterable

from domain.judging.cases.commands import JUDGING
from domain.tournaments.pairing_checks import spoken_form
from service.web.problems import Problem
from service.web.request_context import request_context


def judge_meant(name: str) -> str:
    """The name of a judge's key that differs from this one in letter case or spaces alone; empty if there is none."""
    held = (each for each in request_context().services.keys.list_keys() if each.scope in JUDGING and not each.revoked)
    return next((each.actor for each in held if spoken_form(each.actor) == spoken_form(name)), "")


def require_spelling(names: Iterable[str], field: str) -> None:
    """Check that no name is that of a judge's key in another spelling, which nobody could use. Raises Problem 422.

    A name that no key has in any spelling is taken: its key may be made later.
    """
    for name in names:
        if not request_context().services.keys.is_judge(name) and (meant := judge_meant(name)):
            problem = f"no judge's key has the name “{name}”, but one has “{meant}”"
            raise Problem(422, "request.shape", problem, {"field": field, "problem": problem, "meant": meant})
