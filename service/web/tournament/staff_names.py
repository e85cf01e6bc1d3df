"""The names of the staff of an event, as requests are refused that name somebody who could not act."""

from __future__ import annotations

from collections.abc import Mapping

from domain.match.aggregate import Refused
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.checks import office_refusal
from domain.tournaments.tournament import Tournament
from service.app.staff_names import StaffNameFault, head_judge_fault, staff_name_fault
from service.web.problems import Problem
from service.web.request_context import request_context


def require_head_judges_key(staff: Mapping[str, str], field: str) -> None:
    """Check that nobody is appointed head judge who has a key, but no head judge's. Raises Problem 422."""
    raise_fault(head_judge_fault(request_context().services.keys, staff), field)


def require_fitting_keys(staff: Mapping[str, str], field: str) -> None:
    """Check that each name can act in its office, as far as keys are known by now. Raises Problem 422."""
    raise_fault(staff_name_fault(request_context().services.keys, staff), field)


def require_office(event: Tournament, asker: Actor, kind: type[c.TournamentCommand]) -> None:
    """Check that somebody may give commands of this kind. Raises Refused.

    The names of staff are compared with those of keys only after that: a fault of a name tells of the keys there are.
    """
    if refusal := office_refusal(event, asker, kind):
        raise Refused(refusal)


def raise_fault(fault: StaffNameFault | None, field: str) -> None:
    if fault is not None:
        because = {"field": field, "problem": fault.problem, **({"meant": fault.meant} if fault.meant else {})}
        raise Problem(422, "request.shape", fault.problem, because)
