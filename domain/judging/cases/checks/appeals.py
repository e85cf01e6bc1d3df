"""When a ruling may be appealed, by whom an appeal is answered, and how."""

from __future__ import annotations

from msgspec import structs

from domain.judging.cases import commands as m
from domain.judging.cases.case import ANSWERED, REMEDIED, RULED, Case
from domain.judging.cases.checks.rulings import first_standing, ruling_is_lawful, says_the_same
from domain.judging.cases.commands import CaseContext
from domain.kernel.checks import check
from domain.kernel.refusals import Refusal


@check("did_not_rule", "judging.appeal.head-judge-final")
def did_not_rule(context: CaseContext) -> Refusal | None:
    by, judge = context.by.actor, context.case.ruled_by
    return None if by != judge else Refusal("judging.appeal.head-judge-final", {"ruled": judge})


@check("appeal_is_over", "judging.appeal.after-ruling")
def appeal_is_over(context: CaseContext) -> Refusal | None:
    """The remedy waits until all have accepted, or the time to appeal is over, or the appeal is answered."""
    case, seconds = context.case, m.APPEAL_SECONDS
    if case.state in (ANSWERED, REMEDIED) or (case.state == RULED and not case.appealable(context.at, seconds)):
        return None
    waiting = sorted(set(case.opening.seats) - case.accepted)
    because: dict[str, object] = {
        "state": case.state,
        "not_accepted": waiting,
        "ruled": case.ruled_at,
        "seconds": seconds,
    }
    return Refusal("judging.appeal.after-ruling", because)


def may_appeal(case: Case, seat: str) -> bool:
    """Whether a seat may appeal the ruling, also after the time for which the remedy waits."""
    return case.state == RULED and seat not in case.appealed and seat not in case.accepted and not case.remedied


@check("may_still_appeal", "judging.appeal.after-ruling")
def may_still_appeal(context: CaseContext) -> Refusal | None:
    case, seat = context.case, context.by.actor
    if may_appeal(case, seat):
        return None
    because = {"state": case.state, "appealed": seat in case.appealed, "accepted": seat in case.accepted}
    return Refusal("judging.appeal.after-ruling", because)


@check("not_accepted_yet", "judging.case.in-order")
def not_accepted_yet(context: CaseContext) -> Refusal | None:
    seat = context.by.actor
    return Refusal("judging.case.in-order", {"accepted": seat}) if seat in context.case.accepted else None


def answer_fault(verdict: str) -> dict[str, object]:
    """What is wrong with an answer to an appeal whose ruling does not go with its verdict."""
    other = "a ruling goes with it that says something else"
    wrong = "a ruling that is confirmed stays as it is" if verdict == "confirm" else other
    return {"field": "verdict", "value": verdict, "problem": wrong}


@check("answers_in_full", "judging.appeal.answer-fits")
def answers_in_full(context: CaseContext) -> Refusal | None:
    """Confirming needs no ruling; changing and replacing give another one, which is lawful like any other."""
    verdict, ruling = context.command.verdict, context.command.ruling
    changed = ruling is not None and not says_the_same(ruling, context.case.ruling)
    if not (changed if verdict in ("change", "replace") else verdict == "confirm" and ruling is None):
        return Refusal("judging.appeal.answer-fits", answer_fault(verdict))
    if ruling is None:
        # what is confirmed is refused as it would be by a ruling of its own
        standing = None if context.setting.over else first_standing(context.case, context.case, context.setting)
        named = {"field": "verdict", "value": verdict}
        return structs.replace(standing, because={**standing.because, **named}) if standing is not None else None
    refusal = ruling_is_lawful(context, ruling)
    if refusal is None or "field" not in refusal.because:
        return refusal
    return structs.replace(refusal, because={**refusal.because, "field": f"ruling.{refusal.because['field']}"})
