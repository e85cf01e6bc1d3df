"""The parts of a tournament as they are read, and its lists as CSV files, each as far as the asker may read it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from domain.games import GAMES
from domain.match.aggregate import Match
from domain.tournaments.penalty_ladder import earlier_ones, step_allowed
from domain.tournaments.player_names import enrolled_name
from domain.tournaments.regulation import AtTime, Regulation, regulations
from domain.tournaments.results_at_odds import ResultAtOdds
from domain.tournaments.standings import PenaltyRow, PlayerStanding, ResultRow, result_rows, standings_through
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable
from service.app.keys import Principal
from service.app.match import time_called
from service.files.event_sheets import event_sheet
from service.web.match.match_replies import EndingReply
from service.web.match.refused_attempts import attempts_for_judges
from service.web.request_context import request_context
from service.web.responses import ResponseOf, uncached_response
from service.web.tournament.own_matches import are_refusals_told, leavings_read, penalties_read, ruled_read
from service.web.tournament.tournament_access import (
    NAMELESS,
    OF_PLAYER,
    STAFF,
    WALL,
    event_for,
    kept_from,
    own_player,
    player_named,
    pseudonyms,
)
from service.web.tournament.tournament_replies import (
    ComparedValueReply,
    EventRoundReply,
    EventSummaryReply,
    EventTableReply,
    GoingToTimeReply,
    PairedByReply,
    PenaltiesReply,
    PlayerRecordReply,
    RefusalCountReply,
    ResultsReply,
    StandingsReply,
)

T = TypeVar("T")


CSV = "text/csv"


# a cause that is a case or a place of a match; any other is somebody's words
CAUSE = re.compile(r"c-[\w-]+|m-[\w-]+(@[0-9]+(\.[0-9]+)?)?")


def event_summary(event: Tournament) -> EventSummaryReply:
    """An event as it is listed."""
    return EventSummaryReply(
        event=event.id,
        version=event.version,
        name=event.name,
        game=event.game,
        regulation=event.rules.name,
        created=event.created,
        players=sum(not left for left in event.players.values()),
        left=sum(map(bool, event.players.values())),
        rounds=len(event.rounds),
        over=event.over,
        own_regulation=regulations().get(event.rules.name) != event.rules,
    )


def rounds_of(event: Tournament) -> list[EventRoundReply]:
    """The rounds of an event with their tables, whose clocks have what staff gave and what rulings gave."""
    ruled, at_odds = request_context().services.events.cases.time_ruled(event), results_at_odds(event)
    return [round_reply(event, there, ruled, at_odds) for there in event.rounds]


def results_at_odds(event: Tournament) -> dict[tuple[int, int], ResultAtOdds]:
    """What the matches of an event have where its results are others, by round and table."""
    return request_context().services.match_results.played_at(event).at_odds


def round_reply(
    event: Tournament, there: TournamentRound, ruled: Mapping[str, int], at_odds: Mapping[tuple[int, int], ResultAtOdds]
) -> EventRoundReply:
    tables = [
        EventTableReply(
            table=each.table,
            players=each.players,
            match=each.match,
            seats=each.seats,
            given=each.given,
            ruled=ruled.get(each.match, 0),
            ends=time_called.table_end(event, there, each, ruled.get(each.match, 0)),
            results=each.results,
            paired_by=paired_by_replies(each),
            at_odds=at_odds.get((there.round, each.table)),
        )
        for each in there.tables.values()
    ]
    return EventRoundReply(
        round=there.round,
        kind=there.kind,
        minutes=event.rules.minutes(there.kind),
        started=there.started,
        called=there.called,
        cut=event.rules.is_cut(there.kind),
        unpaired=event.unpaired if there.round == len(event.rounds) else [],
        tables=tables,
    )


def paired_by_replies(table: TournamentTable) -> list[PairedByReply]:
    """The later rounds that were paired by another result of a table, each with that result."""
    return [PairedByReply(round=number, results=results) for number, results in sorted(table.paired_by.items())]


def rows_response(
    event: Tournament, name: str, kind: type[Any], rows: Sequence[Any], form: str, reply: Callable[..., T], **more: Any
) -> ResponseOf[T]:
    """The rows as a response in JSON, there with what is said beside them, or as a CSV file."""
    if form == "json":
        return uncached_response(reply(event=event.id, **{name: rows}, **more))
    headers = {
        "Content-Disposition": f'attachment; filename="{event.id}-{name}.csv"',
        "Vary": "Authorization",
        "Cache-Control": "private, no-cache",
    }
    return ResponseOf(event_sheet(kind, rows), 200, headers, content_type=f"{CSV}; charset=utf-8")


def rows_for(event: Tournament, rows: Sequence[Any], sight: str) -> list[Any]:
    """The rows as they may be read: for analysts with numbers in place of names, and without words about people."""
    if sight != NAMELESS:
        return list(rows)
    numbers = pseudonyms(event)
    hidden = {"text": "", "by": "", "left": "", "seat": "", "withdrawn": ""}

    def without(row: Any) -> dict[str, str]:
        free = {} if CAUSE.fullmatch(getattr(row, "cause", "")) else {"cause": ""}
        return {name: empty for name, empty in (hidden | free).items() if name in row.__struct_fields__}

    return [msgspec.structs.replace(each, player=numbers[each.player], **without(each)) for each in rows]


def standings_response(event_id: str, form: str, through: int = 0) -> ResponseOf[StandingsReply]:
    """The standings, after a round or now, as the asker may read them.

    Raises Problem 401, 403, Refused where no such round was paired.
    """
    event, principal, sight = event_for(event_id, STAFF, WALL, NAMELESS)
    rows = standings_for(event, principal, sight, through)
    at_odds = read_at_odds(event, sight, through)
    return rows_response(event, "standings", PlayerStanding, rows, form, StandingsReply, at_odds=at_odds)


def standings_for(event: Tournament, principal: Principal, sight: str, through: int = 0) -> list[PlayerStanding]:
    """The standings as they may be read; for analysts players who are level stand by their numbers, not by name.

    Raises Refused where no such round was paired.
    """
    found = standings_through(event, through)
    if sight != NAMELESS:
        left = leavings_read(event, principal, sight)
        return [structs.replace(each, left=left[each.player]) for each in found]
    order = {player: n for n, player in enumerate(event.players)}
    return rows_for(event, sorted(found, key=lambda each: (each.place, order[each.player])), sight)


def read_at_odds(event: Tournament, sight: str, through: int = 0) -> list[ResultAtOdds]:
    """The results that are at odds with their matches as they may be read: for analysts with numbers for names.

    They are those of the rounds through one, or of all.
    """
    played, numbers = request_context().services.match_results.played_at(event), pseudonyms(event)
    found = played.at_odds_through(through)
    if sight != NAMELESS:
        return found
    return [structs.replace(each, winner=numbers[each.winner] if each.winner else "") for each in found]


def results_response(event_id: str, form: str) -> ResponseOf[ResultsReply]:
    """The results as the asker may read them; raises Problem 401, 403."""
    event, _, sight = event_for(event_id, STAFF, WALL, NAMELESS)
    rows = rows_for(event, results_told(event), sight)
    at_odds = read_at_odds(event, sight)
    return rows_response(event, "results", ResultRow, rows, form, ResultsReply, at_odds=at_odds)


def results_told(event: Tournament) -> list[ResultRow]:
    """The results of an event, with the time that staff gave and that rulings gave."""
    return result_rows(event, request_context().services.events.cases.time_ruled(event))


def penalties_response(event_id: str, form: str, player: str = "") -> ResponseOf[PenaltiesReply]:
    """The penalties as the asker may read them; raises Problem 401, 403, 404."""
    event, principal, sight = event_for(event_id, STAFF, WALL, NAMELESS)
    if sight == WALL:
        own = own_player(event, principal)
        if not own or player not in ("", own):
            raise kept_from(event, OF_PLAYER)
        player = own
    named = player_named(event, enrolled_name(event.players, player), sight) if player else ""
    rows = penalties_read(event, principal, named)
    return rows_response(event, "penalties", PenaltyRow, rows_for(event, rows, sight), form, PenaltiesReply)


def record_of(event_id: str, player: str) -> PlayerRecordReply:
    """A player's record as the asker may read it; raises Problem 401, 403, 404."""
    event, principal, sight = event_for(event_id, STAFF, WALL)
    player = enrolled_name(event.players, player)
    if sight == WALL and player != own_player(event, principal):
        raise kept_from(event, OF_PLAYER)
    player_named(event, player, sight)
    entering = request_context().services.events
    refused, untold = refused_commands(event, player, principal) if sight == STAFF else ([], [])
    ruled, unheld = entering.cases.ruled_penalties(event, player), entering.cases.unheld(event, player)
    record = [each.infraction for each in event.record(player)] + [each.penalty.infraction for _, each in unheld]
    return PlayerRecordReply(
        event=event_id,
        player=player,
        # a seat asks about its own player
        left=leavings_read(event, principal, STAFF)[player],
        results=[each for each in results_told(event) if each.player == player],
        at_odds=[each for each in results_at_odds(event).values() if player in players_at(event, each)],
        penalties=penalties_read(event, principal, player),
        ruled=ruled_read(event, principal, player, ruled),
        next_steps=next_steps(event, record) if sight == STAFF else {},
        refused=refused,
        untold=untold,
    )


def players_at(event: Tournament, result: ResultAtOdds) -> tuple[str, ...]:
    """The players of the table of a result."""
    table = event.table(result.round, result.table)
    return table.players if table is not None else ()


def next_steps(event: Tournament, record: list[str]) -> dict[str, str]:
    """What the ladder allows for each infraction, after a record."""
    return {name: step_allowed(event.rules, name, earlier_ones(name, record)) for name in event.rules.infractions()}


def refused_commands(event: Tournament, player: str, principal: Principal) -> tuple[list[RefusalCountReply], list[str]]:
    """How many commands of a player were refused by which rule in which match, and the matches of which it is not told.

    A match counts too that left its table, in whose stead another is played there, and of each what was refused while
    the player sat in that seat.
    One that tells a secret still is counted for nobody, not for admins either: staff read a record together.
    """
    counted: Counter[tuple[str, str]] = Counter()
    untold: list[str] = []
    for match, sittings in event.sittings.items():
        plays = any(player in each.seats for each in sittings)
        if plays and not are_refusals_told(match, principal):
            untold.append(match)
        elif plays:
            tried = attempts_for_judges(match, request_context().services.audit.of_match(match))
            own = (each for each in tried if event.seats_at(match, each.at).get(player) == each.seat)
            counted.update((match, each.rule) for each in own if each.rule)
    refused = [RefusalCountReply(match=match, rule=rule, times=n) for (match, rule), n in sorted(counted.items())]
    return refused, sorted(untold)


def comparison_at_time(match: Match, regulation: Regulation, found: AtTime) -> GoingToTimeReply:
    """The comparison of a match's table when time is called, each value with its words."""
    words, over = GAMES[match.rules.name].measures.MEASURES, match.table.over
    return GoingToTimeReply(
        match=match.id,
        version=match.version,
        regulation=regulation.name,
        at_time=regulation.at_time,
        values=[ComparedValueReply(**structs.asdict(each), title=words[each.value]) for each in found.rows],
        winner=found.winner,
        picks=found.picks,
        order=found.order,
        over=None if over is None else EndingReply(winner=over.winner, how=over.how, rule=over.rule),
        left=[seat for seat in match.table.seats if seat not in match.table.remaining_seats()],
    )
