"""What the remedy of a ruling would do to the match as it is now, and whether it can be carried out at all.

Read `remedy_outcome`, which previews, rulings and the remedy itself go by, then `cannot_be_done`.
"""

from __future__ import annotations

from domain.judging.cases.case import ANSWERED
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.consents import consented_to
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.kinds import RemedyOutcome, Situation, carry_out
from domain.kernel.checks import check
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import JsonObject, Refusal
from domain.match.aggregate import Refused
from domain.match.envelope import Stamp


def ruling_envelope(context: CaseContext, reason: str = "", rules: tuple[str, ...] = ()) -> RulingEnvelope:
    """The envelope of the match's events."""
    case, by = context.case, context.by
    approval = case.find_approval(HEAD_JUDGE, len(case.rulings))
    approved = None
    if approval is not None:
        approved = {"actor": approval.actor, "role": approval.role, "report": getattr(approval, "preview", "")}
    return RulingEnvelope(actor=by.actor, role=by.role, case=case.id, reason=reason, rules=rules, approved=approved)


def match_stamp(context: CaseContext, stamp: Stamp, number: int) -> Stamp:
    """The stamp of an event of the match; its key is the place of the entry, so no client can have it."""
    return Stamp(f"{context.case.id}.{context.case.version + 1}.{number}", stamp.at, f"{stamp.id}{number}")


def remedy_outcome(context: CaseContext, stamp: Stamp, remedy: JsonObject) -> RemedyOutcome:
    """The outcome of a remedy, to be stored. Raises Refused."""
    ruling = context.case.ruling
    by = ruling_envelope(context, ruling.reason if ruling else "", ruling.rules if ruling else ())
    return carry_out(situation_of(context), remedy, by, match_stamp(context, stamp, 0))


def situation_of(context: CaseContext) -> Situation:
    """The match that the case is about, as remedies look at it."""
    return Situation(context.match, context.events, context.then, context.regulation.limits.rewind_decisions)


def cannot_be_done(context: CaseContext) -> bool:
    """Whether what was ruled is still to be carried out, and the match does not bear it or a seat does not agree."""
    case, ruling = context.case, context.case.ruling
    if ruling is None or not ruling.remedy or case.remedied == len(case.rulings):
        return False
    try:
        outcome = remedy_outcome(context, Stamp("", context.at, ""), ruling.remedy)
    except Refused:
        return True
    if outcome.ends != case.ruled_end:
        return True
    return not consented_to(context, ruling.remedy) >= frozenset(outcome.consents)


@check("answer_is_final", "judging.appeal.head-judge-final")
def answer_is_final(context: CaseContext) -> Refusal | None:
    """What was answered to an appeal stands, unless it cannot be carried out: nobody could close the case then."""
    case = context.case
    if case.state != ANSWERED or cannot_be_done(context):
        return None
    because: dict[str, object] = {"state": case.state, "ruling": len(case.rulings)}
    return Refusal("judging.appeal.head-judge-final", because)
