"""Who may give a command to a case: the seat, the judge in charge, the head judge, somebody of the staff."""

from __future__ import annotations

from domain.judging.cases import commands as m
from domain.judging.cases.commands import JUDGING, CaseContext
from domain.judging.cases.desk import own_match_refusal
from domain.judging.cases.offices import can_judge
from domain.kernel.checks import check
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.match.envelope import ORGANIZER, SEAT
from domain.tournaments.player_names import is_named


@check("holds_office", "judging.event.office")
def holds_office(context: CaseContext) -> Refusal | None:
    """Who judges or runs a match does so in an office of its event, or called by who runs it."""
    if context.by.role:
        return None
    refusal = context.setting.outside(context.by.actor)
    return Refusal("judging.case.who-may-open", refusal.because) if isinstance(context.command, m.Open) else refusal


@check("may_open", "judging.case.who-may-open")
def may_open(context: CaseContext) -> Refusal | None:
    if context.by.role in JUDGING or (context.by.role == SEAT and context.by.actor in context.match.table.seats):
        return None
    return Refusal("judging.case.who-may-open", {"actor": context.by.actor, "role": context.by.role})


@check("is_a_seat", "judging.case.seats-speak")
def is_a_seat(context: CaseContext) -> Refusal | None:
    seats = context.case.opening.seats
    if context.by.role == SEAT and context.by.actor in seats:
        return None
    return Refusal("judging.case.seats-speak", {"role": context.by.role, "seats": list(seats)})


@check("is_a_judge", "judging.case.judge-in-charge")
def is_a_judge(context: CaseContext) -> Refusal | None:
    if context.by.role in JUDGING:
        return None
    return Refusal("judging.case.judge-in-charge", {"role": context.by.role, "needed": list(JUDGING)})


@check("is_another_judge", "judging.case.judge-in-charge")
def is_another_judge(context: CaseContext) -> Refusal | None:
    """Who advises is not in charge."""
    if context.by.actor != context.case.judge:
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": context.case.judge, "actor": context.by.actor})


@check("is_in_charge", "judging.case.judge-in-charge")
def is_in_charge(context: CaseContext) -> Refusal | None:
    by, case = context.by, context.case
    if by.role in JUDGING and (by.actor == case.judge or by.role == HEAD_JUDGE):
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": case.judge, "actor": by.actor, "role": by.role})


@check("rules_alone", "judging.case.judge-in-charge")
def rules_alone(context: CaseContext) -> Refusal | None:
    by, case = context.by, context.case
    if by.role in JUDGING and by.actor == case.judge:
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": case.judge, "actor": by.actor, "role": by.role})


@check("is_free_to_take", "judging.case.judge-in-charge")
def is_free_to_take(context: CaseContext) -> Refusal | None:
    """The case has no judge, or one whom the asker may relieve and knows of."""
    by, judge, read = context.by, context.case.judge, context.command.in_charge
    if read is not None and read != judge:
        return Refusal("judging.case.judge-in-charge", {"judge": judge, "read": read, "actor": by.actor})
    if by.actor != judge and (
        not judge or by.role == HEAD_JUDGE or not can_judge(context.case, context.setting, judge)
    ):
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": judge, "actor": by.actor, "role": by.role})


@check("is_head_judge", "judging.case.head-judge")
def is_head_judge(context: CaseContext) -> Refusal | None:
    if context.by.role == HEAD_JUDGE:
        return None
    return Refusal("judging.case.head-judge", {"role": context.by.role, "needed": HEAD_JUDGE})


@check("may_approve", "judging.case.head-judge")
def may_approve(context: CaseContext) -> Refusal | None:
    if context.by.role in (HEAD_JUDGE, ORGANIZER):
        return None
    return Refusal("judging.case.head-judge", {"role": context.by.role, "needed": [HEAD_JUDGE, ORGANIZER]})


def own_case_refusal(context: CaseContext, judge: str) -> Refusal | None:
    """Why somebody may not judge a case: they have a part in its match, or sat in it at the moment that it is about."""
    found = own_match_refusal(context.match, context.setting, context.interested, judge)
    sat = context.case.sat_then if context.case.version else ()
    seats = [seat for seat, player in sat if is_named(judge, [player])]
    if found is not None or not seats:
        return found
    return Refusal("judging.case.not-own-match", {"judge": judge, "seats": seats, "interest": False})


@check("not_own_match", "judging.case.not-own-match")
def not_own_match(context: CaseContext) -> Refusal | None:
    """Nobody acts in an office in a case about their own match or one of their present opponent.

    Their own is one that they play or have declared an interest in.
    """
    if context.by.role == SEAT:
        return None
    return own_case_refusal(context, context.by.actor)


@check("assigned_has_no_part", "judging.case.not-own-match")
def assigned_has_no_part(context: CaseContext) -> Refusal | None:
    return own_case_refusal(context, context.command.judge)


@check("assigned_is_staff", "judging.event.office")
def assigned_is_staff(context: CaseContext) -> Refusal | None:
    return context.setting.judge_refusal(context.command.judge)
