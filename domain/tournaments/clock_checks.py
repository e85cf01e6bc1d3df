"""The checks of the clock of a round: when it starts, when time is called, and the time that a table is given."""

from __future__ import annotations

from domain.kernel.checks import check
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.tournaments.causes import missing_case
from domain.tournaments.context import Fault, TournamentContext


@check("newest_round", "judging.event.round-in-order")
def newest_round(context: TournamentContext) -> Refusal | None:
    """The clock of the newest round is the one that runs."""
    newest = len(context.event.rounds)
    if context.command.round == newest:
        return None
    return Refusal("judging.event.round-in-order", {"round": context.command.round, "newest": newest})


@check("not_started", "judging.event.round-in-order")
def not_started(context: TournamentContext) -> Refusal | None:
    started = context.round.started
    return (
        Refusal("judging.event.round-in-order", {"round": context.round.round, "started": started}) if started else None
    )


@check("clock_runs", "judging.event.round-in-order")
def clock_runs(context: TournamentContext) -> Refusal | None:
    current = context.round
    if current.started and not current.called:
        return None
    return Refusal(
        "judging.event.round-in-order", {"round": current.round, "started": current.started, "called": current.called}
    )


@check("case_exists", "judging.time.extension")
def case_exists(context: TournamentContext) -> Refusal | None:
    """Time that is given for a case names one of this event's."""
    case = context.command.case
    return missing_case(context, "judging.time.extension", "case", case) if case else None


@check("within_limit", "judging.time.extension")
def within_limit(context: TournamentContext) -> Refusal | None:
    """Beyond the regulation's limit time is given by the head judge alone; what rulings gave counts towards it."""
    limit, given = context.event.rules.limits.extension, context.table.given
    ruled = context.ruled(context.table.match) if context.table.match and context.office != HEAD_JUDGE else 0
    seconds = context.command.seconds
    if context.office == HEAD_JUDGE or given + ruled + seconds <= limit:
        return None
    because: Fault = {"given": given, "ruled": ruled, "asked": seconds, "limit": limit, "needs": HEAD_JUDGE}
    return Refusal("judging.time.extension", because)
