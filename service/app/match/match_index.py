"""The index of matches: a table of what a list shows of each, so that a page folds no match.

A row for each match is made when it is opened. Later events update it: they are read in the order of the store, from
the position that was reached. An action tells its time and whether the match is over. After a judge's event the match
itself is read, since it may have gone back. Who may read a match and who sits where at an event are in no row, because
they change. An emptied table is filled by the next process, or by `rebuild`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby, islice
from threading import Lock
from typing import Any

import msgspec
from eventsourcing.persistence import Notification
from msgspec import Struct

from domain.games import GAMES
from domain.kernel.flow.endings import MatchOver
from domain.kernel.ids import PUBLIC
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from service.app.match.matches import MatchApplication
from service.app.match.openings import MatchOpening, Openings, players_named
from service.store.damage import unless_damaged
from service.store.recorded import STREAM, recorded_of
from service.store.side_tables import Row, Rows

AT_ONCE = 1000
A_STRETCH = 200
RUNNING, OVER = "running", "over"
NEWEST, OLDEST = "newest", "oldest"

CREATE = (
    "CREATE TABLE IF NOT EXISTS match_index (match_id TEXT PRIMARY KEY, version BIGINT NOT NULL, game TEXT NOT NULL,"
    " policy TEXT NOT NULL, spectators TEXT NOT NULL, actor TEXT NOT NULL, opened TEXT NOT NULL, last TEXT NOT NULL,"
    " seats TEXT NOT NULL, ending TEXT NOT NULL, frozen TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS match_index_by_time ON match_index (opened, match_id)",
    "CREATE TABLE IF NOT EXISTS match_index_reached (one BIGINT PRIMARY KEY, position BIGINT NOT NULL)",
)
KEEP = (
    "INSERT INTO match_index VALUES (?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (match_id) DO UPDATE SET"
    " version = excluded.version, last = excluded.last, ending = excluded.ending, frozen = excluded.frozen"
    " WHERE excluded.version > match_index.version"
)
GO_ON = (
    "UPDATE match_index SET version = ?, last = CASE WHEN last < ? THEN ? ELSE last END,"
    " ending = CASE WHEN ? = '' THEN ending ELSE ? END WHERE match_id = ? AND version < ?"
)
REACH = (
    "INSERT INTO match_index_reached VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET position = excluded.position"
    " WHERE excluded.position > match_index_reached.position"
)
REACHED = "SELECT position FROM match_index_reached"
FORGET = ("DELETE FROM match_index_reached", "DELETE FROM match_index")
ROWS = "SELECT * FROM match_index ORDER BY match_id"
ONE = "SELECT * FROM match_index WHERE match_id = ?"
SOME = "SELECT * FROM match_index WHERE match_id IN ({})"
FOUND = "SELECT * FROM match_index WHERE {} ORDER BY opened {order}, match_id {order} LIMIT ?"
SEATED = "UPDATE match_index SET seats = ? WHERE match_id = ?"
IS_OVER = "SELECT 1 FROM match_index WHERE match_id = ? AND ending <> ''"
BEYOND = {NEWEST: ("DESC", "(opened, match_id) < (?, ?)"), OLDEST: ("ASC", "(opened, match_id) > (?, ?)")}
CLAUSES = {"match": "match_id = ?", "game": "game = ?", "since": "opened >= ?", "until": "opened < ?"}
STATES = {RUNNING: "ending = ''", OVER: "ending <> ''"}


class IndexedMatch(Struct, frozen=True):
    """A match as it is listed; `seats` says who sits where as far as the game itself knows, `ending` how it ended."""

    match_id: str
    version: int
    game: str
    policy: str
    spectators: str
    actor: str
    opened: str
    last: str
    seats: dict[str, str]
    ending: dict[str, str] | None
    frozen: str

    @property
    def public(self) -> bool:
        return self.spectators == PUBLIC


class EventHeader(Struct):
    """The part of an event that every game's events have."""

    at: str
    kind: str
    facts: tuple[msgspec.Raw, ...] = ()


class Tag(Struct):
    """The tag of a fact."""

    fact: str = ""


HEADER_DECODER = msgspec.json.Decoder(EventHeader)
TAG = msgspec.json.Decoder(Tag)
ENDED = msgspec.json.Decoder(MatchOver)
MARK = f'"{MatchOver.__struct_config__.tag}"'.encode()


class MatchIndex:
    """The index of one store; every method raises OperationalError where the table cannot be reached."""

    def __init__(self, rows: Rows, matches: MatchApplication, openings: Openings) -> None:
        self._rows = rows
        self._matches = matches
        self._openings = openings
        self._lock = Lock()

    def create(self) -> None:
        """Create the tables where they are missing."""
        self._rows.create(*CREATE)

    def close(self) -> None:
        self._rows.close()

    # --- reading

    def search(self, query: Mapping[str, Any], after: tuple[str, str] | None = None) -> Iterator[IndexedMatch]:
        """The matches that fit game, state and time, in the order that the query names.

        `after` is the time of opening and the id after which to go on.
        """
        self.catch_up()
        order, beyond = BEYOND[query.get("order") or NEWEST]
        clauses, values = criteria(query)
        while True:
            further = [*clauses, beyond] if after else clauses
            statement = FOUND.format(" AND ".join(["1 = 1", *further]), order=order)
            stretch = self._rows.read(statement, [*values, *(after or ()), A_STRETCH])
            yield from readable_rows(stretch)
            if len(stretch) < A_STRETCH:
                return
            after = list_cursor(stretch[-1])

    def is_over(self, match_id: str) -> bool:
        """Whether a match exists and has ended."""
        self.catch_up()
        return bool(self._rows.read(IS_OVER, [match_id]))

    def some(self, match_ids: Collection[str]) -> Iterator[IndexedMatch]:
        """Those of some matches that can be read."""
        self.catch_up()
        for stretch in divide(match_ids, A_STRETCH):
            marks = ",".join("?" * len(stretch))
            yield from readable_rows(self._rows.read(SOME.format(marks), list(stretch)))

    def opening(self, match_id: str) -> MatchOpening | None:
        """The opening of a match as far as the row has it, without decks and options; None where it is not listed."""
        for each in readable_rows(self._rows.read(ONE, [match_id])):
            seats = tuple(text_or_empty({"name": seat, "player": player}) for seat, player in each.seats.items())
            cmd = OpenMatch(each.game, seats, each.policy, spectators=each.spectators)
            return MatchOpening(each.opened, each.actor, cmd)
        return None

    def version(self, match_id: str) -> int:
        """The newest version of a match that was ever listed; 0 for one that was not."""
        return max((each.version for each in readable_rows(self._rows.read(ONE, [match_id]))), default=0)

    def rows(self) -> list[Row]:
        """The whole table, by match."""
        return self._rows.read(ROWS)

    # --- bringing forward

    def catch_up(self) -> None:
        """Write the rows of the matches that have grown."""
        with self._lock:
            reached, newest = self._read_position(), self._matches.newest()
            if reached > newest:
                # the table is of a store that was put back since
                self._forget()
                reached = 0
            while reached < newest:
                reached = self._pass(reached) or newest

    def rewrite_seats(self, is_of: Callable[[str], bool]) -> int:
        """Write anew who sits where, in the rows of which a player is one of those. Returns how many there were."""
        self.catch_up()
        found = [each.match_id for each in readable_rows(self.rows()) if any(map(is_of, each.seats.values()))]
        for match_id in found:
            match = unless_damaged(match_id, partial(self._matches.as_opened, match_id))
            self._rows.write(SEATED, [self.row(match)[8] if match is not None else "{}", match_id])
        return len(found)

    def scrub(self) -> bool:
        """Leave nothing of what was rewritten in the tables' file; also of the tables that lie beside it there.

        Returns False where others keep it from being done.
        """
        return self._rows.scrub("match_index", "case_index", "attempts")

    def rebuild(self) -> None:
        """Empty the table, and read every match again."""
        with self._lock:
            self._forget()
        self.catch_up()

    def _read_position(self) -> int:
        found = self._rows.read(REACHED)
        return int(found[0][0]) if found else 0

    def _forget(self) -> None:
        for statement in FORGET:
            self._rows.write(statement)

    def _pass(self, reached: int) -> int:
        """Take the next events of the store in; the position of the last of them, 0 where there was none."""
        stored = self._matches.recorder.select_notifications(reached, AT_ONCE, inclusive_of_start=False)
        of_matches = sorted(filter(is_of_match, stored), key=lambda each: str(each.originator_id))
        for stream, events in groupby(of_matches, key=lambda each: str(each.originator_id)):
            self._take_in(stream.removeprefix(STREAM), list(events))
        if not stored:
            return 0
        self._rows.write(REACH, [stored[-1].id])
        return stored[-1].id

    def _take_in(self, match_id: str, events: list[Notification]) -> None:
        """Bring a row forward; what is damaged has nothing to say."""
        read = (unless_damaged(match_id, partial(event_header, match_id, each)) for each in events)
        headers = [each for each in read if each is not None]
        judged = any(each.kind != "action" for each in headers)
        if judged or events[0].originator_version == 1:
            unless_damaged(match_id, partial(self._write, match_id, judged))
        if headers:
            self._go_on(match_id, events[-1].originator_version, headers)

    def _write(self, match_id: str, whole: bool) -> None:
        """Write a row anew: of the match as it stands, or as it was opened."""
        match = self._matches.fresh(match_id) if whole else self._matches.as_opened(match_id)
        self._rows.write(KEEP, self.row(match))

    def _go_on(self, match_id: str, version: int, headers: list[EventHeader]) -> None:
        """Write of a row what actions change."""
        ending = next((found for each in reversed(headers) if (found := ending_in(each))), "")
        last = max(each.at for each in headers)
        self._rows.write(GO_ON, [version, last, last, ending, ending, match_id, version])

    def row(self, match: Match) -> Row:
        """The row of a match."""
        opening = self._openings.of(match.id)
        cmd, table = opening.cmd, match.table
        players = {**players_named(cmd), **GAMES[cmd.game].players(table)}
        seats = {str(seat): players.get(seat, "") for seat in table.seats}
        fixed = (cmd.game, cmd.policy, cmd.spectators, opening.actor, opening.at)
        return (
            match.id,
            match.version,
            *fixed,
            match.at,
            text_or_empty(seats),
            text_or_empty(table.over),
            match.flags.frozen,
        )


def divide(match_ids: Iterable[str], size: int) -> Iterator[list[str]]:
    """The ids, as many at once as a statement takes."""
    left = iter(match_ids)
    while batch := list(islice(left, size)):
        yield batch


def criteria(query: Mapping[str, Any]) -> tuple[list[str], list[object]]:
    """The clauses of a search, and their values."""
    given = [name for name in CLAUSES if query.get(name)]
    state = [STATES[query["state"]]] if query.get("state") else []
    return [*state, *(CLAUSES[name] for name in given)], [str(query[name]).removesuffix("Z") for name in given]


def is_of_match(stored: Notification) -> bool:
    return str(stored.originator_id).startswith(STREAM)


def event_header(match_id: str, stored: Notification) -> EventHeader:
    """The header of a stored event. Raises UnreadableRow or DecodeError where it is damaged."""
    return HEADER_DECODER.decode(recorded_of(match_id, stored.originator_version, stored.state).payload)


def time_of_turn(matches: MatchApplication, match: Match) -> str:
    """When a match last ended or went back; empty where it did neither. Raises Unavailable, DecodeError.

    Where an action is annulled and those after it are taken again at once, a match that ends as before has not turned.
    """
    backs, path, found = dict(match.backs), set(match.path()), ""
    # how the match stands ended, and how it did before it last went back: when that was, and what was found until then
    ended, left = "", ("", "", "")
    for version, payload in enumerate(matches.payloads(match.id, upto=match.version), 1):
        header = HEADER_DECODER.decode(payload)
        if version in backs:
            ended, left = "", (ended, header.at, found)
            found = max(found, header.at)
        if not (ending := ending_in(header)):
            continue
        if (ending, header.at) == left[:2]:
            found = left[2]
        elif version in path:
            found = max(found, header.at)
        ended = ending
    return found


def ending_in(header: EventHeader) -> str:
    """How an action ended the match, as the row has it; empty where it did not."""
    ends = (ENDED.decode(each).outcome for each in header.facts if MARK in bytes(each) and is_ending(each))
    return next((text_or_empty(each) for each in ends), "")


def is_ending(fact: msgspec.Raw) -> bool:
    return TAG.decode(fact).fact == MatchOver.__struct_config__.tag


def text_or_empty(value: object) -> str:
    """The value as a text; empty for None."""
    return msgspec.json.encode(value).decode() if value else ""


def readable_rows(rows: Iterable[Row]) -> Iterator[IndexedMatch]:
    """The rows that can be read; one that somebody has changed by hand is left out, and logged."""
    read = (unless_damaged(f"list of matches, {each[0]}", partial(indexed_match, each)) for each in rows)
    return (each for each in read if each is not None)


def list_cursor(row: Row) -> tuple[str, str]:
    """The place of a row in the list: the time of opening and the id."""
    match_id, *_, opened, _, _, _, _ = row
    return str(opened), str(match_id)


def indexed_match(row: Row) -> IndexedMatch:
    match_id, version, game, policy, spectators, actor, opened, last, seats, ending, frozen = row
    ended = msgspec.json.decode(ending) if ending else None
    sitting = msgspec.json.decode(seats)
    return IndexedMatch(match_id, int(version), game, policy, spectators, actor, opened, last, sitting, ended, frozen)
