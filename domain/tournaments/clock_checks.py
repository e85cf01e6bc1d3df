"""The checks of the clock of a round: when it starts, when time is called, and the time that a table is given."""

from __future__ import annotations

from domain.kernel.checks import check
from domain.kernel.formats.listing import join_names
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


@check("nobody_left_is_paired", "judging.event.round-in-order")
def nobody_left_is_paired(context: TournamentContext) -> Refusal | None:
    """No clock starts for a table at which somebody sits who has left the event, unless it has its result.

    Who has a bye needs no clock.
    """
    open_tables = [table for table in context.round.tables.values() if not table.results]
    left = {each.table: [player for player in each.players if context.event.players[player]] for each in open_tables}
    gone = {str(number): players for number, players in left.items() if players}
    if not gone:
        return None
    said = join_names(f"{join_names(players)} of table {number}" for number, players in gone.items())
    return Refusal(
        "judging.event.round-in-order",
        {"round": context.round.round, "left": gone},
        f"{said} left the event after the round was paired: report the result of that table before the clock starts,"
        " or pair the round anew.",
    )


@check("case_of_table", "judging.time.extension")
def case_of_table(context: TournamentContext) -> Refusal | None:
    """Time that is given for a case names one about the match of that table."""
    case, match = context.command.case, context.table.match
    if not case:
        return None
    if refusal := missing_case(context, "judging.time.extension", "case", case):
        return refusal
    about = context.named[case]
    if about == match:
        return None
    place = context.event.table_of(about)
    where = f", at table {place[1].table} of round {place[0].round}" if place is not None else ""
    played = f"this table plays {match}" if match else "this table plays none"
    return Refusal(
        "judging.time.extension",
        {"field": "case", "value": case, "match": about},
        f"case {case} is about {about}{where}, and {played}",
    )


@check("within_limit", "judging.time.extension")
def within_limit(context: TournamentContext) -> Refusal | None:
    """Beyond the regulation's limit time is given by the head judge alone; what rulings gave counts towards it."""
    limit, given = context.event.rules.limits.extension, context.table.given
    ruled = context.ruled(context.table.match) if context.table.match and context.office != HEAD_JUDGE else 0
    seconds = context.command.seconds
    if context.office == HEAD_JUDGE or given + ruled + seconds <= limit:
        return None
    because: Fault = {"given": given, "ruled": ruled, "asked": seconds, "limit": limit, "needs": HEAD_JUDGE}
    problem = f"a judge gives {max(0, limit - given - ruled)} seconds more at most"
    return Refusal("judging.time.extension", {**because, "field": "seconds", "problem": problem})
