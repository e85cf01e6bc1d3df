"""Who is ahead when time is called: the values of a match's table, compared in the order of a regulation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from msgspec import structs

from domain.games import GAMES
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, Refused, decode_event
from domain.tournaments.regulation import AtTime, Regulation, compare_at_time, faults_of
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable
from service.app.match.matches import MatchApplication


def who_is_ahead(matches: MatchApplication, match: Match, regulation: Regulation) -> AtTime:
    """The comparison at a version of a match, value by value; who is ahead in one that is over is who has won it.

    Raises Refused where the game does not have those values.
    """
    game = GAMES[match.rules.name]
    faults = [
        each
        for each in faults_of(regulation, game.seat_counts, game.measures.MEASURES)
        if each["field"] in ("comparison", "seats")
    ]
    if faults:
        because: dict[str, object] = {"regulation": regulation.name, "game": match.rules.name, "faults": faults}
        raise Refused(Refusal("judging.event.regulation-fits", because))
    values = game.measures.measure(match.table, line_facts(matches, match))
    found = compare_at_time(regulation.comparison, tuple(match.table.remaining_seats()), values)
    over = match.table.over
    return found if over is None else structs.replace(found, winner=over.winner, picks="")


def line_facts(matches: MatchApplication, match: Match) -> Iterator[Any]:
    """The facts that led to a match's table, oldest first, without those of undone lines."""
    path = set(match.path())
    for version, payload in enumerate(matches.payloads(match.id, upto=match.version), 1):
        if version in path:
            yield from decode_event(match, payload).facts


# more than this is no time of a table, whatever was stored
MOST_ADDED = 10**9


def table_end(event: Tournament, there: TournamentRound, table: TournamentTable, ruled: int = 0) -> str:
    """When a table's time is over, with all extensions; empty for a bye and before the clock of the round has started.

    Time called ends it where it has no extension, else when that is over; the end of the event ends it in any case.
    """
    if not there.started or len(table.players) == 1:
        return ""
    more = timedelta(seconds=min(table.given + ruled, MOST_ADDED))
    ends = [datetime.fromisoformat(there.started) + timedelta(minutes=event.rules.minutes(there.kind)) + more]
    if there.called:
        ends.append(datetime.fromisoformat(there.called) + more)
    if event.over:
        ends.append(datetime.fromisoformat(event.over))
    return min(ends).isoformat(timespec="seconds").replace("+00:00", "Z")
