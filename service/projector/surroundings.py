"""What stands about matches in a store: their events, who sits where, refused commands, cases; for analysts' tables.

`StoreSurroundings` answers `projections.analytics`; `matches_touched` says about which matches another stream has news.
What is read of events and cases is kept until the store grows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec
from msgspec import Struct

from domain.judging.cases.commands import MatchSetting
from domain.judging.cases.tournament_penalties import withdrawn_at
from domain.tournaments.results_at_odds import result_at_odds
from domain.tournaments.tournament import Tournament, initial, replay
from projections.analytics.surroundings import MatchSurroundings, PlayedAt, RefusedCommand
from service.app.case.cases import CaseApplication
from service.app.match.match_index import time_of_turn
from service.app.match.matches import MatchApplication
from service.app.match_places import MatchPlaces, PlayedTable
from service.app.refused_attempts import Audit, StoredAttempt
from service.app.tournaments import TournamentApplication
from service.store.damage import unless_damaged
from service.store.recorded import CASES, EVENTS, ActionRecorder


class CommandType(Struct):
    """The type of a command."""

    type: str = ""


class CaseStart(Struct):
    """The match of a case, as its first entry names it."""

    match: str = ""


COMMAND_TYPE = msgspec.json.Decoder(CommandType)
START = msgspec.json.Decoder(CaseStart)


class StoreSurroundings:
    """What stands about the matches of a store."""

    def __init__(
        self,
        matches: MatchApplication,
        events: TournamentApplication,
        cases: CaseApplication,
        audit: Audit,
        pseudonym: Callable[[str], str],
    ) -> None:
        self._matches = matches
        self._events = events
        self._cases = cases
        self._audit = audit
        self._pseudonym = pseudonym
        self._read = -1
        self._places = MatchPlaces()
        self._case_matches: dict[str, str] = {}
        self._cases_of: dict[str, list[str]] = defaultdict(list)

    def forget_all(self) -> None:
        """Read everything anew: a player whom some of it names was erased."""
        self._read = -1

    def pseudonym(self, name: str) -> str:
        return self._pseudonym(name)

    def of(self, match_id: str, seats: tuple[str, ...], named: dict[str, str], winner: str) -> MatchSurroundings:
        if self._matches.keyring is not None:
            # else a player who was erased would be taken for a new one
            self._matches.keyring.begin()
        self._read_on()
        place, left = self._places.played.get(match_id), self._places.left.get(match_id)
        sitting = place[2].seats if place is not None else (left.left[match_id] if left is not None else {})
        players = {seat: player for player, seat in sitting.items()}
        event = place[0] if place is not None else left
        setting = MatchSetting(players=players, seated=place is not None or left is not None)
        return MatchSurroundings(
            players=setting.players_by_seat(seats, named),
            played_at=self._played_at(match_id, place, winner) if place is not None else None,
            event_runs=any(not event.over for event in (place[0] if place is not None else None, left) if event),
            refused=tuple(refused_command(each) for each in self._audit.of_match(match_id)),
            cases=tuple(self._cases.some(self._cases_of.get(match_id, ()))),
            infractions=frozenset(event.rules.infractions() if event is not None else ()),
            withdrawn_at=partial(withdrawn_at, event if event is not None else Tournament("")),
        )

    def _played_at(self, match_id: str, place: PlayedTable, winner: str) -> PlayedAt:
        event, there, table = place
        at_odds = result_at_odds(event.rules, there, table, True, winner, partial(self._time_of_turn, match_id))
        return PlayedAt(event.id, there.round, table.table, at_odds is not None)

    def _time_of_turn(self, match_id: str) -> str:
        """When a match last ended or went back; empty where that cannot be read."""
        return unless_damaged(match_id, lambda: time_of_turn(self._matches, self._matches.fresh(match_id))) or ""

    def _read_on(self) -> None:
        """Read events and cases where the store has grown."""
        newest = self._matches.newest()
        if newest == self._read:
            return
        self._places = self._events.places()
        for case_id, _ in self._cases.versions():
            if case_id not in self._case_matches:
                match_id = unless_damaged(case_id, partial(self._cases.match_of, case_id)) or ""
                self._case_matches[case_id] = match_id
                self._cases_of[match_id].append(case_id)
        self._read = newest


def refused_command(attempt: StoredAttempt) -> RefusedCommand:
    """A refused attempt, without what it said."""
    command = COMMAND_TYPE.decode(attempt.command).type
    return RefusedCommand(attempt.version, attempt.seat, attempt.at, attempt.rule, command)


# --- what other streams touch


def matches_touched(recorder: ActionRecorder, beside: Sequence[tuple[str, int]]) -> list[str]:
    """The matches about which these events of cases and tournaments say something new."""
    versions: dict[str, list[int]] = defaultdict(list)
    for stream, version in beside:
        versions[stream].append(version)
    found: dict[str, None] = {}
    for stream, grown in versions.items():
        found.update(dict.fromkeys(touched_by(recorder, stream, grown)))
    return list(found)


def touched_by(recorder: ActionRecorder, stream: str, grown: list[int]) -> Iterable[str]:
    """The matches that new events of one stream touch; a stream that is damaged touches none."""
    if stream.startswith(CASES):
        return unless_damaged(stream, partial(match_of_case, recorder, stream)) or ()
    return unless_damaged(stream, partial(matches_of_tournament, recorder, stream, min(grown), max(grown))) or ()


def match_of_case(recorder: ActionRecorder, stream: str) -> list[str]:
    """The match of a case."""
    return [START.decode(each.payload).match for each in recorder.since(stream, 0, 1)]


def matches_of_tournament(recorder: ActionRecorder, stream: str, first: int, last: int) -> set[str]:
    """The matches of a tournament whose table, players or result these entries changed; all where one is a withdrawal.

    A penalty of a case may be of no table; that it was withdrawn is told with its match.
    """
    stored = [(each.payload, each.head) for each in recorder.since(stream, 0, last)]
    before = replay(initial(stream.removeprefix(EVENTS)), stored[: first - 1])
    after = replay(before, stored[first - 1 :])
    one, other = played_in(before), played_in(after)
    return {match_id for match_id in one.keys() | other.keys() if one.get(match_id) != other.get(match_id)}


def played_in(event: Tournament) -> dict[str, object]:
    """What of a tournament stands about each of its matches."""
    about = (event.over, [each.penalty for each in event.penalties if each.withdrawn])
    left: dict[str, object] = {match_id: (*about, seats) for match_id, seats in event.left.items()}
    played = {table.match: (*about, there.round, table) for there, table in event.tables() if table.match}
    return {**left, **played}
