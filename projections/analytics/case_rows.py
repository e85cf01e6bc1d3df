"""The rows of judging: refused commands, cases, rulings and their rules. No words of people stand in them.

Cases have streams of their own: whenever one grows, the rows of its match are made anew. Refused commands have no
stream: they are read when the rows of their match are made. So one that is refused after the end of the match stands
here once something else about the match is said, or the tables are rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated

from msgspec import Meta

from domain.judging.cases import entries as e
from domain.judging.cases.case import CLOSED, Case
from domain.kernel.history.nameless_texts import NameVeil
from domain.kernel.history.tables import HistoryTable, MatchRow, UndoneBy
from domain.match.history import recorded_time
from projections.analytics.surroundings import MatchSurroundings, RefusedCommand

GIVEN, AMENDED, APPEALED = "given", "amended", "appeal"
WITHDRAWN = "withdrawn"


class RefusalRow(MatchRow, frozen=True, kw_only=True):
    """A command of a seat, given over HTTP, that a rule of its game refused.

    Not kept are commands of `praetor match do`, and what came to no rule: `command.shape`, `match.stale`,
    `match.paused`. A match that was simulated or imported has none.
    """

    number: Annotated[int, Meta(description="The number of the refusal in its match, from 1.")]
    version: Annotated[int, Meta(description="The version at which it was given.")]
    seat: Annotated[int | None, Meta(description="The seat that gave it, as in `seats`.")]
    command: Annotated[str, Meta(description="The type of the command.")]
    rule: Annotated[str, Meta(description="The rule that refused it.")]
    at: Annotated[datetime | None, Meta(description="When it was refused.")]
    undone_by: UndoneBy


class CaseRow(MatchRow, frozen=True, kw_only=True):
    """A case: a dispute about a match, from the call to the closing."""

    case_id: Annotated[str, Meta(description="The case.")]
    version: Annotated[int, Meta(description="The version of the match at which it was opened.")]
    opened: Annotated[datetime | None, Meta(description="When it was opened.")]
    opened_by: Annotated[str, Meta(description="The office of who opened it: `seat`, `judge`.")]
    froze: Annotated[bool, Meta(description="Whether its opening stopped the match.")]
    state: Annotated[str, Meta(description="Its state: `opened`, `ruled`, `closed` and so on.")]
    outcome: Annotated[str | None, Meta(description="`ruled`, `abandoned` or `withdrawn`; nothing while it is open.")]
    closed: Annotated[datetime | None, Meta(description="When it was closed, if it is.")]
    seconds: Annotated[float | None, Meta(description="The time from its opening to its closing.")]
    statements: Annotated[int, Meta(description="The number of statements of seats.")]
    appeals: Annotated[int, Meta(description="The number of appeals.")]
    rulings: Annotated[int, Meta(description="The number of rulings, amended ones included.")]
    undone_by: UndoneBy


class RulingRow(MatchRow, frozen=True, kw_only=True):
    """A ruling of a case."""

    case_id: Annotated[str, Meta(description="The case, as in `cases`.")]
    number: Annotated[int, Meta(description="The number of the ruling in its case, from 1.")]
    at: Annotated[datetime | None, Meta(description="When it was given.")]
    office: Annotated[str, Meta(description="The office of who gave it.")]
    how: Annotated[
        str,
        Meta(
            description="`given`, `amended`, or `appeal` where the answer to one changed it: to confirm is no ruling."
        ),
    ]
    remedy: Annotated[str | None, Meta(description="The kind of its remedy; nothing where the table stays as it is.")]
    carried_out: Annotated[bool, Meta(description="Whether its remedy was carried out.")]
    penalties: Annotated[
        int, Meta(description="The number of penalties that it names, given or not; those given are in `penalties`.")
    ]
    accepted: Annotated[int, Meta(description="The number of seats that accepted it.")]
    stands: Annotated[bool, Meta(description="Whether it is the ruling of its case that holds.")]


class RulingRuleRow(MatchRow, frozen=True, kw_only=True):
    """A rule that a ruling rests on."""

    case_id: Annotated[str, Meta(description="The case, as in `cases`.")]
    number: Annotated[int, Meta(description="The number of the ruling, as in `rulings`.")]
    rule: Annotated[str, Meta(description="The rule.")]


class CasePenaltyRow(MatchRow, frozen=True, kw_only=True):
    """A penalty that a case gave."""

    case_id: Annotated[str, Meta(description="The case, as in `cases`.")]
    number: Annotated[int, Meta(description="The number of the penalty in its case, from 1.")]
    ruling: Annotated[int, Meta(description="The number of the ruling that gave it, as in `rulings`.")]
    seat: Annotated[
        int | None,
        Meta(description="The seat that it was given to, as in `seats`; nothing where somebody else sat there then."),
    ]
    infraction: Annotated[
        str | None, Meta(description="The infraction, where the regulation of the match's event lists it.")
    ]
    penalty: Annotated[str, Meta(description="The penalty, a step of the ladder.")]
    office: Annotated[str, Meta(description="The office of who gave it.")]
    at: Annotated[datetime | None, Meta(description="When it was given.")]
    withdrawn: Annotated[
        datetime | None, Meta(description="When its case or its event withdrew or replaced it, if it was.")
    ]
    stands: Annotated[bool, Meta(description="Whether it stands: only such penalties count.")]


def judging_rows(
    match_id: str, about: MatchSurroundings, veil: NameVeil, undone: Mapping[int, int]
) -> Iterator[MatchRow]:
    """The rows of the refused commands and the cases of a match; `undone` are the versions that do not stand."""
    for number, refused in enumerate(about.refused, 1):
        yield refusal_row(match_id, number, refused, veil, undone.get(refused.version))
    for case in about.cases:
        yield case_row(match_id, case, undone.get(case.opening.version))
        yield from ruling_rows(match_id, case)
        yield from penalty_rows(match_id, case, about, veil)


def refusal_row(
    match_id: str, number: int, refused: RefusedCommand, veil: NameVeil, undone_by: int | None
) -> RefusalRow:
    """The row of a refused command."""
    return RefusalRow(
        match_id=match_id,
        number=number,
        version=refused.version,
        seat=veil.numbers.get(refused.seat),
        command=refused.command,
        rule=refused.rule,
        at=recorded_time(refused.at),
        undone_by=undone_by,
    )


def case_row(match_id: str, case: Case, undone_by: int | None) -> CaseRow:
    """The row of a case."""
    opened, closed, outcome = recorded_time(case.opening.at), closing_time(case), outcome_of(case)
    passed = (closed - opened).total_seconds() if opened is not None and closed is not None else None
    return CaseRow(
        match_id=match_id,
        case_id=case.id,
        version=case.opening.version,
        opened=opened,
        opened_by=case.opening.role,
        froze=case.opening.freeze,
        state=case.state,
        outcome=outcome,
        closed=closed,
        seconds=passed,
        statements=sum(isinstance(each, e.StatementGiven) for each in case.entries),
        appeals=sum(isinstance(each, e.Appealed) for each in case.entries),
        rulings=len(case.rulings),
        undone_by=undone_by,
    )


def outcome_of(case: Case) -> str | None:
    """How a case was closed; None while it is open."""
    if case.state != CLOSED:
        return None
    closings = (each.outcome for each in reversed(case.entries) if isinstance(each, e.CaseClosed))
    return next(closings, WITHDRAWN)


def closing_time(case: Case) -> datetime | None:
    """When a case was closed; None while it is open."""
    ends = (e.CaseClosed, e.CaseWithdrawn)
    closings = (each.at for each in reversed(case.entries) if isinstance(each, ends))
    return recorded_time(next(closings, "")) if case.state == CLOSED else None


def ruling_rows(match_id: str, case: Case) -> Iterator[MatchRow]:
    """The rows of the rulings of a case, and of their rules."""
    number = 0
    for entry in case.entries:
        ruling = entry.ruling if isinstance(entry, (e.RulingGiven, e.AppealAnswered)) else None
        if ruling is None:
            continue
        number += 1
        how = APPEALED if isinstance(entry, e.AppealAnswered) else (GIVEN if number == 1 else AMENDED)
        yield RulingRow(
            match_id=match_id,
            case_id=case.id,
            number=number,
            at=recorded_time(entry.at),
            office=entry.role,
            how=how,
            remedy=str(ruling.remedy["kind"]) if ruling.remedy.get("kind") else None,
            carried_out=any(isinstance(each, e.RemedyCarriedOut) and each.number == number for each in case.entries),
            penalties=len(ruling.penalties),
            accepted=sum(isinstance(each, e.RulingAccepted) and each.number == number for each in case.entries),
            stands=number == len(case.rulings),
        )
        for rule in dict.fromkeys(ruling.rules):
            yield RulingRuleRow(match_id=match_id, case_id=case.id, number=number, rule=rule)


def penalty_rows(match_id: str, case: Case, about: MatchSurroundings, veil: NameVeil) -> Iterator[MatchRow]:
    """The rows of the penalties that a case gave, also of those that it or its event took back."""
    standing = {each.id for each in case.penalties_standing}
    given = (each for each in case.entries if isinstance(each, e.PenaltyGiven))
    for number, each in enumerate(given, 1):
        taken_back = about.withdrawn_at(case.id, each) or withdrawal_time(case, each)
        named = each.penalty
        yield CasePenaltyRow(
            match_id=match_id,
            case_id=case.id,
            number=number,
            ruling=each.number,
            seat=None if named.seat in case.sat_by(each.number) else veil.numbers.get(named.seat),
            infraction=named.infraction if named.infraction in about.infractions else None,
            penalty=named.penalty,
            office=each.role,
            at=recorded_time(each.at),
            withdrawn=recorded_time(taken_back),
            stands=not taken_back and each.id in standing,
        )


def withdrawal_time(case: Case, given: e.PenaltyGiven) -> str:
    """When a case withdrew or replaced a penalty that it gave; empty where it did not."""
    entries = case.entries[case.entries.index(given) + 1 :]
    withdrawn = (
        each.at
        for each in entries
        if (isinstance(each, e.PenaltyWithdrawn) and each.penalty == given.penalty)
        or (isinstance(each, e.PenaltyGiven) and given.penalty in each.replaces)
    )
    return next(withdrawn, "")


CASE_TABLES = (
    HistoryTable("refusals", RefusalRow, 2),
    HistoryTable("cases", CaseRow, 2),
    HistoryTable("rulings", RulingRow, 3),
    HistoryTable("ruling_rules", RulingRuleRow, 4),
    HistoryTable("penalties", CasePenaltyRow, 3),
)
