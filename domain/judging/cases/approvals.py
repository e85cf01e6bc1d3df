"""Whose approval of a ruling is missing before what it names can be done, and which approval changes something.

Read `offices_to_approve`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.judging.cases import entries as e
from domain.judging.cases.case import ANSWERED, REMEDIED, RULED, Case
from domain.judging.cases.commands import CaseContext, MatchSetting, PenaltyForCause
from domain.judging.cases.offices import appointing_office, can_act, is_head_judge
from domain.judging.cases.previews import current_preview
from domain.judging.remedies.kinds import is_loss
from domain.kernel.checks import check
from domain.kernel.formats.listing import join_names
from domain.kernel.ids import HEAD_JUDGE, JUDGE
from domain.kernel.refusals import Refusal
from domain.match.envelope import ORGANIZER
from domain.tournaments.causes import ANOTHER_WRONG
from domain.tournaments.penalty_ladder import ladder_refusal

# what of a ruling waits for an approval
REMEDY, PENALTIES = "remedy", "penalties"
STANDS_BY_RULING = "judging.penalty.stands-by-ruling"
# by what a penalty that stands in a case is told
TOLD_BY = ("seat", "infraction", "penalty")


def offices_to_approve(case: Case, setting: MatchSetting) -> dict[str, tuple[str, ...]]:
    """The offices that have still to approve what of the ruling that holds: its remedy, its penalties.

    A head judge in charge needs no other's approval. What nobody can do any more waits for none.
    """
    return approvals_missing(case, setting) if case.state in (RULED, ANSWERED, REMEDIED) else {}


def approvals_missing(case: Case, setting: MatchSetting) -> dict[str, tuple[str, ...]]:
    """The offices that have not approved what of the newest ruling needs it, also while an appeal of it is open."""
    is_plain = not is_head_judge(case, setting, case.judge)
    penalties = penalties_to_give(case, setting)
    wanted = {
        REMEDY: {HEAD_JUDGE: is_plain and remedy_is_for_head_judge(case)},
        PENALTIES: {
            HEAD_JUDGE: is_plain
            and (
                withdrawal_is_for_head_judge(case, setting)
                or any(is_for_head_judge(case, each, setting) for each in penalties)
            ),
            ORGANIZER: needs_organizer(case, setting),
        },
    }
    waiting = {
        what: tuple(office for office, needed in offices.items() if needed and not is_approved(case, office))
        for what, offices in wanted.items()
    }
    return {what: offices for what, offices in waiting.items() if offices}


def penalties_to_give(case: Case, setting: MatchSetting) -> tuple[e.Penalty, ...]:
    """The penalties of the ruling that holds which can still be given: an event takes none after its end."""
    return () if setting.over else penalties_due(case, setting)


def penalties_due(case: Case, setting: MatchSetting) -> tuple[e.Penalty, ...]:
    """The penalties that are owed and in whose way no other one for their cause stands."""
    return tuple(
        each
        for each in penalties_owed(case, setting)
        if standing_refusal(case, setting, each.seat, case.moment) is None
    )


def penalties_ungiven(case: Case, setting: MatchSetting) -> tuple[e.Penalty, ...]:
    """The penalties of the ruling that holds which the case itself has not given: none once its event is over."""
    return () if setting.over else penalties_owed(case, setting)


def penalties_owed(case: Case, setting: MatchSetting) -> tuple[e.Penalty, ...]:
    """The penalties of the ruling that holds which the case itself has not given, also after the end of its event."""
    named = case.ruling.penalties if case.ruling is not None else ()
    return tuple(each for each in named if not is_given(case, setting, each))


def is_given(case: Case, setting: MatchSetting, penalty: e.Penalty) -> bool:
    """Whether a case gave a penalty of the ruling that holds, also where the event took it back after that ruling."""
    given = (each for each in case.penalties_standing if each.penalty == penalty and case.is_of_seat(each))
    return any(not is_withdrawn_before(case, setting, each) for each in given)


def cause_refusal(case: Case, setting: MatchSetting, penalty: e.Penalty) -> Refusal | None:
    """Why a case does not give a penalty of its ruling: it has, or its player has another one for the cause."""
    if is_given(case, setting, penalty):
        return given_refusal(case, setting, penalty)
    return standing_refusal(case, setting, penalty.seat, case.moment)


def given_refusal(case: Case, setting: MatchSetting, penalty: e.Penalty) -> Refusal:
    """The refusal of a penalty that a case has given by the ruling that holds, and what is needed to give it anew."""
    because: dict[str, object] = {"seat": penalty.seat, "infraction": penalty.infraction, "penalty": penalty.penalty}
    given = (each for each in case.penalties_standing if each.penalty == penalty)
    withdrawn = max(setting.withdrawn_at(case.id, each) for each in given)
    if not withdrawn:
        said = "The case has given this penalty by the ruling that holds."
        return Refusal("judging.penalty.root-cause", because, said)
    return Refusal(
        "judging.penalty.root-cause",
        {**because, "withdrawn": withdrawn, "needs": "amend"},
        "The case gave this penalty by the ruling that holds, and the head judge withdrew it by a command of the event"
        f" at {withdrawn}: it is given anew once the ruling is amended, which can name the same.",
    )


def standing_refusal(case: Case, setting: MatchSetting, seat: str, place: str) -> Refusal | None:
    """Why a case about a place of the match penalises a seat no more: its player has a penalty for that cause already.

    It names the case or that place, or is of another case about it, and may await its approval.
    """
    found = setting.for_cause(case, seat, place)
    if not found:
        return None
    cause = f"{case.opening.match}@{place}" if all(each.cause != case.id for each in found) else case.id
    because: dict[str, object] = {
        "seat": seat,
        "cause": cause,
        "penalties": [each.penalty for each in found if each.penalty],
        "cases": list(dict.fromkeys(each.case for each in found if each.case)),
    }
    withdrawn = "by the head judge (`withdraw_penalty`)" if any(each.penalty for each in found) else "in that case"
    way = f"That is withdrawn first, {withdrawn}, or the ruling names none for this seat."
    other = "" if cause == case.id else f" {ANOTHER_WRONG}"
    said = f"Whoever has the seat {seat} is penalised for {cause} already: {standing_words(found)}. {way}{other}"
    return Refusal("judging.penalty.root-cause", because, said)


def standing_words(found: Iterable[PenaltyForCause]) -> str:
    """The words for penalties that stand for a cause."""
    return join_names(
        (f"penalty {each.penalty} of the event" if each.penalty else f"case {each.case}")
        + f" for {each.cause}"
        + (" (it awaits approval)" if each.pending else "")
        for each in found
    )


def is_withdrawn_before(case: Case, setting: MatchSetting, given: e.PenaltyGiven) -> bool:
    """Whether the event withdrew a penalty of the case before the ruling that holds was given."""
    withdrawn = setting.withdrawn_at(case.id, given)
    return bool(withdrawn) and withdrawn <= case.ruling_since


def outdated_by_command(case: Case, setting: MatchSetting) -> dict[int, e.PenaltyGiven]:
    """What the event gave with the case as the cause to a seat that an earlier ruling penalised, by its number there.

    The ruling that holds, which was given since, penalises that seat no more.
    """
    seats = {each.seat for ruling in case.rulings[:-1] for each in ruling.penalties}
    seats -= {each.seat for each in (case.ruling.penalties if case.ruling else ())}
    return {
        number: each
        for number, each in (setting.by_command(case) if seats else {}).items()
        if each.penalty.seat in seats and each.at <= case.ruling_since
    }


def penalties_to_withdraw(case: Case, setting: MatchSetting) -> tuple[e.PenaltyGiven, ...]:
    """The penalties of an earlier ruling that stand, and that the ruling which holds does not name any more.

    Those that the event gave with the case as the cause are among them. While an appeal is not answered the ruling may
    hold still; what the event has taken back itself is done.
    """
    if case.state not in (RULED, ANSWERED, REMEDIED):
        return ()
    own = (each for each in case.penalties_outdated if setting.can_withdraw(case.id, each))
    return (*own, *outdated_by_command(case, setting).values())


def is_meant(penalty: e.Penalty, standing: e.Penalty) -> bool:
    """Whether a penalty that stands is the one that is to be withdrawn: of that seat, infraction and step.

    With which reason and rules it is told depends on where it is read. Of two players who had the seat, one after the
    other, with the same, the one whom the case penalised comes first.
    """
    return all(getattr(penalty, name) == getattr(standing, name) for name in TOLD_BY)


def withdrawal_is_for_head_judge(case: Case, setting: MatchSetting, seat: str = "") -> bool:
    """Whether penalties of an event are to be withdrawn, of a seat or by default of any: its head judge does so."""
    theirs = (each for each in penalties_to_withdraw(case, setting) if seat in ("", each.penalty.seat))
    return setting.seated and any(theirs)


def penalties_to_approve(case: Case, setting: MatchSetting) -> tuple[e.Penalty, ...]:
    """The penalties of the newest ruling which cannot be given before an office has approved them.

    While an appeal of it is open they wait for its answer.
    """
    offices = approvals_missing(case, setting).get(PENALTIES, ())
    gravest = setting.regulation.ladder[-1]
    return tuple(
        each
        for each in penalties_to_give(case, setting)
        if (ORGANIZER in offices and each.penalty == gravest)
        or (HEAD_JUDGE in offices and is_for_head_judge(case, each, setting))
    )


def approval_reasons(case: Case, setting: MatchSetting) -> tuple[Refusal, ...]:
    """Why the ruling that holds waits for an approval: what a plain judge would be refused by; empty if for none."""
    waiting = offices_to_approve(case, setting)
    found: list[Refusal] = []
    made = current_preview(case)
    if REMEDY in waiting and made is not None and made.needs == HEAD_JUDGE:
        found.append(Refusal(made.rule or "judging.rewind.head-judge", {"because": list(made.because)}))
    offices = waiting.get(PENALTIES, ())
    for each in penalties_to_give(case, setting) if offices else ():
        office = ORGANIZER if each.penalty == setting.regulation.ladder[-1] and ORGANIZER in offices else HEAD_JUDGE
        why = step_refusal(case, each, setting) if office in offices else None
        if why is not None:
            found.append(Refusal(why.rule, {"seat": each.seat, **why.because, "needs": office}))
    if HEAD_JUDGE in offices and withdrawal_is_for_head_judge(case, setting):
        found.append(withdrawal_refusal(case, penalties_to_withdraw(case, setting), needs=HEAD_JUDGE))
    return tuple(found)


def is_approved(case: Case, office: str) -> bool:
    return case.find_approval(office, len(case.rulings)) is not None


def needs_organizer(case: Case, setting: MatchSetting) -> bool:
    """Whether a penalty that can be given is the gravest, which is given with the organizer."""
    return any(each.penalty == setting.regulation.ladder[-1] for each in penalties_to_give(case, setting))


def remedy_is_for_head_judge(case: Case) -> bool:
    """Whether what is still to be carried out needs the head judge: by its preview, or as a seat wins by it."""
    made = current_preview(case)
    return (made is not None and made.needs == HEAD_JUDGE) or (
        case.remedied != len(case.rulings) and is_loss(case.ruled_end)
    )


def is_for_head_judge(case: Case, penalty: e.Penalty, setting: MatchSetting) -> bool:
    """Whether a penalty is grave, or in an event not the ladder's next step."""
    return step_refusal(case, penalty, setting) is not None


def withdrawal_refusal(case: Case, standing: Iterable[e.PenaltyGiven], **more: object) -> Refusal:
    """The refusal of what penalties stand in the way of: the ruling that holds does not name them."""
    named = [
        {**{name: getattr(each.penalty, name) for name in TOLD_BY}, **({"player": each.player} if each.player else {})}
        for each in standing
    ]
    return Refusal(STANDS_BY_RULING, {"ruling": len(case.rulings), "penalties": named, **more})


def record_at_seat(case: Case, setting: MatchSetting, seat: str) -> tuple[str, ...]:
    """The infractions for which the player was penalised before who has a penalty that a case gives to a seat."""
    return setting.record(case.at_moment.get(seat) or setting.players.get(seat, ""))


def record_counted(case: Case, setting: MatchSetting, seat: str) -> tuple[str, ...]:
    """The infractions that the ladder counts for a penalty of the ruling: without those that it takes back."""
    counted = Counter(record_at_seat(case, setting, seat))
    taken_back = (each for each in penalties_to_withdraw(case, setting) if each.penalty.seat == seat)
    counted -= Counter(each.penalty.infraction for each in taken_back if case.is_of_seat(each))
    return tuple(counted.elements())


def step_refusal(case: Case, penalty: e.Penalty, setting: MatchSetting) -> Refusal | None:
    """Why a plain judge cannot give a penalty alone: it is grave, or in an event not the ladder's next step."""
    if penalty.penalty in setting.regulation.grave:
        return Refusal("judging.penalty.head-judge-only", {"penalty": penalty.penalty})
    if not setting.event:
        return None
    record = record_counted(case, setting, penalty.seat)
    return ladder_refusal(setting.regulation, record, penalty.infraction, penalty.penalty, JUDGE)


@check("is_approved_where_needed", "judging.case.head-judge")
def is_approved_where_needed(context: CaseContext) -> Refusal | None:
    """What somebody has still to approve is not published."""
    waiting = offices_to_approve(context.case, context.setting)
    if not waiting:
        return None
    needs = dict.fromkeys(office for offices in waiting.values() for office in offices)
    return Refusal("judging.case.head-judge", {"ruling": len(context.case.rulings), "needs": list(needs)})


@check("approval_counts", "judging.case.in-order")
def approval_counts(context: CaseContext) -> Refusal | None:
    """An approval is of something still to be done, once in each office, and not of one's own ruling."""
    case, by = context.case, context.by
    if isinstance(case.find_approval(by.role, len(case.rulings)), e.ApprovalGiven):
        return Refusal("judging.case.in-order", {"ruling": len(case.rulings), "approved": by.role})
    if by.role == ORGANIZER:
        counts = needs_organizer(case, context.setting)
    else:
        remedy = case.ruling is not None and bool(case.ruling.remedy) and case.remedied != len(case.rulings)
        own = by.actor == case.judge == case.ruled_by
        penalties = (*penalties_to_give(case, context.setting), *penalties_to_withdraw(case, context.setting))
        counts = not own and (remedy or bool(penalties))
    if counts:
        return None
    needs = sorted({office for offices in offices_to_approve(case, context.setting).values() for office in offices})
    return no_approval_refusal(context, needs)


def no_approval_refusal(context: CaseContext, needs: list[str]) -> Refusal:
    """The refusal of an approval that changes nothing: whose is awaited, and that a head judge is appointed first."""
    case, setting = context.case, context.setting
    problem = "nothing of this ruling needs this approval"
    because: dict[str, object] = {"ruling": len(case.rulings), "problem": problem}
    if not needs:
        return Refusal("judging.case.in-order", because)
    said = f"Nothing of this ruling needs this approval; it waits for that of the {join_names(needs)}."
    if HEAD_JUDGE in needs and not can_act(case, setting, HEAD_JUDGE):
        appoints = appointing_office(setting)
        because["appoints"] = appoints
        said += f" There is no head judge who can give it: the {appoints} appoints one first."
    return Refusal("judging.case.in-order", {**because, "needs": needs}, said)
