"""What the forms of a case warn of where nobody can hear an appeal: who takes it, and who appeals."""

from __future__ import annotations

from domain.judging.cases.case import EXAMINED, OPENED, RULED, Case
from domain.judging.cases.offices import appointing_office, can_act, is_head_judge
from domain.kernel.ids import ADMIN, HEAD_JUDGE
from domain.match.envelope import ORGANIZER, Actor
from service.web.request_context import request_context

OFFICE_TITLES = {ORGANIZER: "the organizer", ADMIN: "an admin of the service"}
# in which who takes the case gives a ruling that can be appealed
TO_BE_RULED = (OPENED, EXAMINED, RULED)


def unheard_if_ruled(case: Case, by: Actor) -> str:
    """What the only head judge is to know before taking a case that can still be ruled: nobody hears an appeal."""
    if case.state not in TO_BE_RULED:
        return ""
    setting = request_context().services.cases.setting(case.opening.match)
    if setting.resolve_case_office(by).role != HEAD_JUDGE or can_act(case, setting, HEAD_JUDGE, by.actor):
        return ""
    office = OFFICE_TITLES[appointing_office(setting)]
    return f"If you take the case and rule, nobody else can hear an appeal: it waits until {office} appoints somebody."


def unheard_appeal(case: Case, by: Actor) -> str:
    """What a seat is to know before an appeal that nobody can answer yet: who ruled does not hear it."""
    setting = request_context().services.cases.setting(case.opening.match)
    if can_act(case, setting, HEAD_JUDGE, case.ruled_by):
        return ""
    office = OFFICE_TITLES[appointing_office(setting)]
    who = f"{case.ruled_by} ruled and does not hear the appeal" if is_ruled_by_head(case) else "Nobody can hear it now"
    return f"{who}: the match waits until {office} appoints another head judge. An appeal is not taken back."


def is_ruled_by_head(case: Case) -> bool:
    """Whether a head judge gave the ruling that can be appealed."""
    setting = request_context().services.cases.setting(case.opening.match)
    return bool(case.ruled_by) and is_head_judge(case, setting, case.ruled_by)
