"""What a case waits for: who has still to speak, to agree, to take it or to answer before it can go on.

Read `waits_for`. It tells no more than the entries that its reader may read.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.judging.cases import entries as e
from domain.judging.cases.approvals import (
    PENALTIES,
    offices_to_approve,
    penalties_to_give,
    penalties_to_withdraw,
    withdrawal_is_for_head_judge,
)
from domain.judging.cases.case import ANSWERED, APPEALED, CLOSED, HEARING, OPENED, RULED, Case
from domain.judging.cases.checks.case_states import seats_who_withdraw
from domain.judging.cases.commands import JUDGING, MatchSetting
from domain.judging.cases.consents import refusing_seats, seats_to_consent
from domain.judging.cases.offices import appointing_office, approvers, can_act, can_judge
from domain.judging.cases.redaction import ALL, PUBLISHED, SEATED, TITLES, CaseViewer
from domain.kernel.ids import HEAD_JUDGE, JUDGE
from domain.match.envelope import ORGANIZER

MOVES = (
    "`withdraw`",
    "`statements`",
    "`consents`",
    "`take`",
    "`take_over` (the judge in charge can no longer act)",
    "`amend` (a seat refused to consent to the remedy that was ruled; it may still consent)",
    "`freeze` (play was resumed, and what was ruled changes the match: it is stopped again first)",
    "`withdraw_penalty` (one that the ruling names no more stands still; what it names in its stead withdraws it too)",
    "`approve`",
    "`answer` (an appeal)",
    "`appoint` (a judge where none can act, which `what` says, or a head judge)",
)


class AwaitedMove(Struct, frozen=True, omit_defaults=True):
    """A command that a case waits for."""

    schema_name: ClassVar[str] = "Awaited"

    move: Annotated[str, Meta(description=f"What is awaited: {', '.join(MOVES)}.")]
    who: Annotated[
        tuple[str, ...],
        Meta(
            description="The seats that have not given it yet, or the offices: `judge`, `head-judge`, `organizer`,"
            " `admin`. Seats are not told who approves: it is empty for them."
        ),
    ]
    what: Annotated[
        str,
        Meta(description="What waits for an approval: `remedy` or `penalties`; of `appoint`, `judge` or nothing."),
    ] = ""


def waits_for(case: Case, eyes: CaseViewer, setting: MatchSetting) -> tuple[AwaitedMove, ...]:
    """What a case waits for, as somebody may know it; empty once it is closed."""
    if case.state == CLOSED or eyes.how == PUBLISHED:
        return ()
    found = {
        "withdraw": seats_to_withdraw(case),
        "statements": seats_asked(case),
        "consents": seats_to_consent(case, eyes),
    }
    approvals = offices_to_approve(case, setting) if eyes.how in (ALL, TITLES) else {}
    is_appealed = case.state == APPEALED
    needs_head = is_appealed or any(HEAD_JUDGE in offices for offices in approvals.values())
    # who ruled does not hear the appeal
    apart = case.ruled_by if is_appealed else ""
    is_headless = needs_head and not can_act(case, setting, HEAD_JUDGE, apart)
    moves = {
        "take": "" if case.judge else JUDGE,
        "take_over": JUDGE if case.judge and not can_judge(case, setting, case.judge) else "",
        "amend": JUDGE if case.state in (RULED, ANSWERED) and refusing_seats(case, eyes) else "",
        "freeze": JUDGE if needs_freezing(case, eyes) else "",
        "withdraw_penalty": JUDGE if reads_rulings(eyes) and penalties_to_withdraw(case, setting) else "",
        "answer": HEAD_JUDGE if is_appealed and not is_headless else "",
    }
    # who could do none of it is not named: somebody is appointed first
    is_judgeless = JUDGE in moves.values() and not any(can_act(case, setting, office) for office in JUDGING)
    found |= {move: (office,) for move, office in moves.items() if office and not (is_judgeless and office == JUDGE)}
    appoints = (appointing_office(setting),) if is_headless or is_judgeless else ()
    approved = ((what, approvers(case, setting, needed)) for what, needed in approvals.items())
    return (
        *(AwaitedMove(move, who) for move, who in found.items() if who),
        *([AwaitedMove("appoint", appoints, "" if is_headless else JUDGE)] if appoints else []),
        *(AwaitedMove("approve", who, what) for what, who in approved if who),
        # who approves is not told to seats
        *(
            [AwaitedMove("approve", (), PENALTIES)]
            if eyes.how == SEATED and has_unapproved_penalty(case, setting)
            else []
        ),
    )


def has_unapproved_penalty(case: Case, setting: MatchSetting) -> bool:
    """Whether a penalty of the ruling waits for an approval that it needs by the regulation alone, as seats may know.

    That another one needs it would tell of the record of a player.
    """
    ruled = {each.penalty for each in penalties_to_give(case, setting)}
    by_regulation = {
        HEAD_JUDGE: not ruled.isdisjoint(setting.regulation.grave) or withdrawal_is_for_head_judge(case, setting),
        ORGANIZER: setting.regulation.ladder[-1] in ruled,
    }
    return any(by_regulation[office] for office in offices_to_approve(case, setting).get(PENALTIES, ()))


def needs_freezing(case: Case, eyes: CaseViewer) -> bool:
    """Whether a remedy was ruled, to be carried out in a match that goes on, and the viewer reads rulings."""
    is_ruled = case.state in (RULED, ANSWERED) and case.ruling is not None and bool(case.ruling.remedy)
    return is_ruled and not case.frozen and reads_rulings(eyes)


def reads_rulings(eyes: CaseViewer) -> bool:
    return eyes.how in (ALL, SEATED, TITLES)


def seats_to_withdraw(case: Case) -> tuple[str, ...]:
    """The seats that have still to withdraw a case which another withdrew; a judge who took it decides instead."""
    if case.state != OPENED or not case.withdrawn:
        return ()
    return tuple(seat for seat in seats_who_withdraw(case) if seat not in case.withdrawn)


def seats_asked(case: Case) -> tuple[str, ...]:
    """The seats that were asked for a statement and have not given one since, nor been ruled without it."""
    if case.state not in HEARING:
        return ()
    open_ = dict[str, bool]()
    for each in case.entries:
        if isinstance(each, (e.RulingGiven, e.AppealAnswered)):
            open_.clear()
        elif isinstance(each, (e.StatementAsked, e.StatementGiven)):
            open_[each.seat] = isinstance(each, e.StatementAsked)
    return tuple(seat for seat, is_open in open_.items() if is_open)
