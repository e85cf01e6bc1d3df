"""What is checked of the penalties of a case: named in its ruling, given once, the next step, grave ones approved."""

from __future__ import annotations

from msgspec import structs

from domain.judging.cases.approvals import (
    STANDS_BY_RULING,
    TOLD_BY,
    cause_refusal,
    is_meant,
    penalties_to_withdraw,
    penalties_ungiven,
    record_counted,
    standing_refusal,
    withdrawal_is_for_head_judge,
    withdrawal_refusal,
)
from domain.judging.cases.checks.rulings import on_the_ladder
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.tournament_penalties import other_player_refusal
from domain.kernel.checks import check
from domain.kernel.formats.listing import join_names
from domain.kernel.ids import HEAD_JUDGE, JUDGE
from domain.kernel.refusals import Refusal
from domain.match.envelope import ORGANIZER
from domain.tournaments.penalty_ladder import ladder_refusal

AS_NAMED = "judging.ruling.remedy-as-named"
# what of a penalty is compared with the one that the ruling names for the seat
FIELDS = ("infraction", "penalty", "reason", "rules")


@check("is_in_the_ruling", AS_NAMED)
def is_in_the_ruling(context: CaseContext) -> Refusal | None:
    """A penalty is one that the ruling names, word for word; the refusal says in which field it is another."""
    named = context.case.ruling.penalties if context.case.ruling is not None else ()
    penalty = context.command.penalty
    if penalty in named:
        return None
    meant = next((each for each in named if each.seat == penalty.seat), None)
    because: dict[str, object] = {"penalty": penalty.penalty, "ruling": len(context.case.rulings)}
    if meant is None:
        seats = [each.seat for each in named]
        said = f"The ruling names {f'penalties for {join_names(seats)} alone' if seats else 'no penalty'}."
        return Refusal(AS_NAMED, {**because, "field": "seat", "value": penalty.seat, "ruled": seats}, said)
    [field, *_] = (name for name in FIELDS if getattr(penalty, name) != getattr(meant, name))
    value, ruled = getattr(penalty, field), getattr(meant, field)
    ruled_words, asked_words = penalty_value_words(ruled), penalty_value_words(value)
    said = f"The ruling names another {field} for {penalty.seat}: {ruled_words}, not {asked_words}."
    return Refusal(AS_NAMED, {**because, "field": field, "value": value, "ruled": ruled}, said)


def penalty_value_words(value: str | tuple[str, ...]) -> str:
    """A value of a penalty in words."""
    return (value if isinstance(value, str) else join_names(value)) or "none"


@check("not_given_yet", "judging.penalty.root-cause")
def not_given_yet(context: CaseContext) -> Refusal | None:
    """A case penalises a player once, and not beside a command of the event that names the case as its cause."""
    return cause_refusal(context.case, context.setting, context.command.penalty)


@check("event_takes_penalties", "judging.event.over")
def event_takes_penalties(context: CaseContext) -> Refusal | None:
    """A penalty of a case is an entry of its event too, which takes none after its end."""
    return context.setting.over


@check("names_its_player", "judging.penalty.named-player")
def names_its_player(context: CaseContext) -> Refusal | None:
    """A penalty is of the player whom the case names at the seat: the event has nobody else there."""
    case, seat = context.case, context.command.penalty.seat
    if not context.setting.event or seat in case.at_moment:
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
    named = context.command.penalty
    if any(is_meant(named, each.penalty) for each in standing):
        return None
    meant = next((each.penalty for each in standing if each.penalty.seat == named.seat), None)
    field = "seat" if meant is None else next(name for name in TOLD_BY if getattr(named, name) != getattr(meant, name))
    stands = getattr(meant, field, [each.penalty.seat for each in standing])
    said = (
        f"For {meant.seat} stands {meant.penalty} for {meant.infraction}"
        if meant is not None
        else f"Nothing is to be withdrawn for {named.seat}"
    )
    where: dict[str, object] = {"field": field, "value": getattr(named, field), "stands": stands}
    return structs.replace(withdrawal_refusal(case, standing, asked=named.penalty, **where), text=f"{said}.")


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
    """A case is closed when it gave what its ruling penalises, or the judge says that it closes without.

    That another penalty stands for the cause, which somebody else gave or has yet to approve, is no such word.
    """
    case, setting = context.case, context.setting
    ungiven = penalties_ungiven(case, setting)
    if not ungiven or context.command.without_penalties:
        return None
    in_the_way = [
        each for penalty in ungiven if (each := standing_refusal(case, setting, penalty.seat, case.moment)) is not None
    ]
    because: dict[str, object] = {
        "ruling": len(case.rulings),
        "ungiven": [{name: getattr(each, name) for name in ("seat", "infraction", "penalty")} for each in ungiven],
        **({"in_the_way": [each.because for each in in_the_way]} if in_the_way else {}),
        "field": "without_penalties",
    }
    return Refusal(
        STANDS_BY_RULING,
        because,
        "The ruling names a penalty that the case has not given: it is given first, the ruling amended, or the case"
        " closed with the word of the judge in charge that it is not (`without_penalties`)."
        + "".join(f" {each.text}" for each in in_the_way),
    )
