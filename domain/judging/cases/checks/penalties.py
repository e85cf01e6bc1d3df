"""What is checked of the penalties of a case: named in its ruling, given once, the next step, grave ones approved."""

from __future__ import annotations

from domain.judging.cases.approvals import (
    STANDS_BY_RULING,
    cause_refusal,
    penalties_to_give,
    penalties_to_withdraw,
    record_counted,
    withdrawal_is_for_head_judge,
    withdrawal_refusal,
)
from domain.judging.cases.checks.rulings import on_the_ladder
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.tournament_penalties import other_player_refusal
from domain.kernel.checks import check
from domain.kernel.ids import HEAD_JUDGE, JUDGE
from domain.kernel.refusals import Refusal
from domain.match.envelope import ORGANIZER
from domain.tournaments.penalty_ladder import ladder_refusal


@check("is_in_the_ruling", "judging.ruling.remedy-as-named")
def is_in_the_ruling(context: CaseContext) -> Refusal | None:
    ruling = context.case.ruling
    if ruling is not None and context.command.penalty in ruling.penalties:
        return None
    return Refusal("judging.ruling.remedy-as-named", {"penalty": context.command.penalty.penalty})


@check("not_given_yet", "judging.penalty.root-cause")
def not_given_yet(context: CaseContext) -> Refusal | None:
    """A case penalises a player once, and not beside a command of the event that names the case as its cause."""
    return cause_refusal(context.case, context.setting, context.command.penalty.seat)


@check("event_takes_penalties", "judging.event.over")
def event_takes_penalties(context: CaseContext) -> Refusal | None:
    """A penalty of a case is an entry of its event too, which takes none after its end."""
    return context.setting.over


@check("names_its_player", "judging.penalty.named-player")
def names_its_player(context: CaseContext) -> Refusal | None:
    """A penalty is of the player whom the case names at the seat: the event has nobody else there."""
    case, seat = context.case, context.command.penalty.seat
    if not context.setting.event or seat in case.opening.at_moment:
        return None
    return other_player_refusal(case, seat, case.opening.players.get(seat, ""), context.players.get(seat, ""))


@check("penalty_is_allowed", "judging.penalty.head-judge-only")
def penalty_is_allowed(context: CaseContext) -> Refusal | None:
    return on_the_ladder(context, context.command.penalty)


@check("is_the_next_step", "judging.penalty.ladder")
def is_the_next_step(context: CaseContext) -> Refusal | None:
    """In an event a penalty is the ladder's next step for the player, or the head judge's."""
    setting, penalty, case = context.setting, context.command.penalty, context.case
    if not setting.event:
        return None
    head = context.by.role == HEAD_JUDGE or case.find_approval(HEAD_JUDGE, len(case.rulings)) is not None
    office, record = HEAD_JUDGE if head else JUDGE, record_counted(case, setting, penalty.seat)
    return ladder_refusal(setting.regulation, record, penalty.infraction, penalty.penalty, office)


@check("grave_is_approved", "judging.penalty.head-judge-only")
def grave_is_approved(context: CaseContext) -> Refusal | None:
    """A grave penalty is the head judge's, the gravest the organizer's too."""
    case, given = context.case, context.command.penalty.penalty
    ladder, grave = context.regulation.ladder, context.regulation.grave
    head = context.by.role == HEAD_JUDGE or case.find_approval(HEAD_JUDGE, len(case.rulings)) is not None
    if given in grave and not head:
        return Refusal("judging.penalty.head-judge-only", {"penalty": given, "needs": HEAD_JUDGE})
    if given == ladder[-1] and case.find_approval(ORGANIZER, len(case.rulings)) is None:
        return Refusal("judging.penalty.head-judge-only", {"penalty": given, "needs": ORGANIZER})
    return None


@check("is_no_longer_ruled", STANDS_BY_RULING)
def is_no_longer_ruled(context: CaseContext) -> Refusal | None:
    """A penalty is withdrawn that stands and that the ruling which holds does not name."""
    case, standing = context.case, penalties_to_withdraw(context.case, context.setting)
    if any(each.penalty == context.command.penalty for each in standing):
        return None
    return withdrawal_refusal(case, standing, asked=context.command.penalty.penalty)


@check("withdrawal_is_approved", STANDS_BY_RULING)
def withdrawal_is_approved(context: CaseContext) -> Refusal | None:
    """A penalty of an event is withdrawn by its head judge, or with their approval of the ruling that takes it back."""
    case, setting, seat = context.case, context.setting, context.command.penalty.seat
    head = context.by.role == HEAD_JUDGE or case.find_approval(HEAD_JUDGE, len(case.rulings)) is not None
    if head or not withdrawal_is_for_head_judge(case, setting, seat):
        return None
    theirs = (each for each in penalties_to_withdraw(case, setting) if each.penalty.seat == seat)
    return withdrawal_refusal(case, theirs, needs=HEAD_JUDGE)


@check("none_outlives_its_ruling", STANDS_BY_RULING)
def none_outlives_its_ruling(context: CaseContext) -> Refusal | None:
    """A case is closed when what an earlier ruling of it penalised, and the one that holds does not, is withdrawn."""
    standing = penalties_to_withdraw(context.case, context.setting)
    return withdrawal_refusal(context.case, standing) if standing else None


@check("none_is_left_ungiven", STANDS_BY_RULING)
def none_is_left_ungiven(context: CaseContext) -> Refusal | None:
    """A case is closed when what its ruling penalises was given, or the judge says that it closes without."""
    owed = penalties_to_give(context.case, context.setting)
    if not owed or context.command.without_penalties:
        return None
    because: dict[str, object] = {
        "ruling": len(context.case.rulings),
        "ungiven": [{name: getattr(each, name) for name in ("seat", "infraction", "penalty")} for each in owed],
        "field": "without_penalties",
    }
    return Refusal(
        STANDS_BY_RULING,
        because,
        "The ruling names a penalty that was not given: it is given first, the ruling amended, or the case closed with"
        " the word of the judge in charge that it is not (`without_penalties`).",
    )
