"""A match to its rows. Read `running_rows` (what is public while it runs), then `over_rows` (all of it)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import GAMES, Definition, history_of
from domain.kernel.flow.endings import MatchOver
from domain.kernel.formats.upcasters import upcast
from domain.kernel.history.nameless_texts import NameVeil
from domain.kernel.history.reading import HistoryMoment, HistoryReader
from domain.kernel.history.tables import MatchRow
from domain.kernel.ids import PUBLIC, Seat
from domain.match.events import OPENING, OpenMatch, StoredEvent, decoder, event_kind
from domain.match.history import MAIN_LINE, LineRow, match_lines, read_match, recorded_time, undone_versions
from projections.analytics.case_rows import judging_rows
from projections.analytics.column_types import values_of
from projections.analytics.course_rows import CourseReader, RoundRow
from projections.analytics.decision_rows import (
    ACTION,
    DecisionRow,
    EventsReader,
    FactsReader,
    question_time_rows,
    remedy_rows,
)
from projections.analytics.match_rows import DRAWN, LOST, OVER, RUNNING, WON, MatchesRow, ResultsRow, SeatsRow
from projections.analytics.schema import tables_by_row
from projections.analytics.surroundings import MatchSurroundings, Surroundings
from projections.analytics.window_rows import WindowsReader
from projections.database import Values


class SeatText(Struct):
    """The names that the opening gives to a seat."""

    name: str = ""
    player: str = ""


SEAT_TEXT = msgspec.json.Decoder(SeatText)
TableRows = dict[str, list[Values]]


class EndReader(HistoryReader):
    """Keeps the table at the end of a line."""

    def __init__(self) -> None:
        self.table: Any = None

    def end_event(self, now: HistoryMoment) -> None:
        self.table = now.table


class MatchStory:
    """A match whose rows are made: its decoded events, its game, and the table after its opening."""

    def __init__(self, match_id: str, payloads: Sequence[bytes]) -> None:
        self.id = match_id
        self.cmd: OpenMatch = OPENING.decode(upcast(payloads[0])).cmd
        decode = decoder(self.cmd.game).decode
        self.events: list[StoredEvent] = [decode(upcast(each)) for each in payloads]
        self.definition: Definition = GAMES[self.cmd.game]
        self.rules = self.definition.with_cards(self.cmd.pack)
        self.opened = self.rules.blank()
        for fact in self.events[0].facts:
            fact.apply(self.opened)
        self.seats: tuple[Seat, ...] = self.opened.seats

    @property
    def players_named(self) -> dict[str, str]:
        """The players by seat whom the opening or the table names."""
        named = (SEAT_TEXT.decode(each) for each in self.cmd.seats)
        drawn = self.definition.players(self.opened)
        return {**{each.name: each.player for each in named if each.name and each.player}, **drawn}

    @property
    def ended(self) -> int:
        """The version in which a match that is over ended, on its main line."""
        return next(
            version for version in reversed(match_lines(self.events)[0].path) if self._end_of(version) is not None
        )

    @property
    def winner(self) -> str:
        """The seat that won a match that is over; empty in a draw."""
        ending = self._end_of(self.ended)
        return ending.outcome.winner if ending is not None else ""

    def _end_of(self, version: int) -> MatchOver | None:
        return next((fact for fact in self.events[version - 1].facts if isinstance(fact, MatchOver)), None)

    def public_columns(self) -> dict[str, Any]:
        """The columns of `matches` that are public from the opening on."""
        return {
            "match_id": self.id,
            "game": self.cmd.game,
            "opened": recorded_time(self.events[0].at),
            "policy": self.cmd.policy,
            "seats": len(self.seats),
            "from_position": bool(self.cmd.position or self.cmd.cards),
        }


def running_rows(match_id: str, opening: bytes) -> TableRows:
    """The rows of a match that is not over: of one that everybody may watch that it runs, else none."""
    story = MatchStory(match_id, [opening])
    if story.cmd.spectators != PUBLIC:
        return {}
    seats = (SeatsRow(match_id=match_id, seat=number) for number, _ in enumerate(story.seats, 1))
    rows = (MatchesRow(status=RUNNING, **story.public_columns()), *seats)
    return rows_by_table(story.cmd.game, (LineRow(each, MAIN_LINE) for each in rows))


def over_rows(match_id: str, payloads: Sequence[bytes], around: Surroundings) -> TableRows:
    """The rows of a match that is over, by table; those of a running one as long as its event runs."""
    story = MatchStory(match_id, payloads)
    history = history_of(story.cmd.game)
    about = around.of(match_id, story.seats, story.players_named, story.winner)
    if about.event_runs:
        return running_rows(match_id, payloads[0])
    # a House is no player
    players = {seat: name for seat, name in about.players.items() if not (history.seats_are_parts and name == seat)}
    # an event may seat others than the opening names: none of them is told
    people = dict.fromkeys((*players.values(), *story.players_named.values()))
    pseudonyms = {name: around.pseudonym(name) for name in people if name}
    hidden = {name: shown for name, shown in pseudonyms.items() if name not in story.seats}
    veil = NameVeil(story.seats, hidden, is_part=history.seats_are_parts)
    ends: list[EndReader] = []

    def readers() -> list[HistoryReader]:
        ends.append(EndReader())
        shared = (CourseReader(story.cmd.game), WindowsReader(), EventsReader(), FactsReader())
        return [ends[-1], *shared, *(reader() for reader in history.readers)]

    rows = list(read_match(match_id, story.events, story.rules, veil, readers))
    end = ends[0].table
    sitting = {seat: pseudonyms[name] for seat, name in players.items() if name}
    whole: list[MatchRow] = [match_row(story, end, about), result_row(story, end, about, veil)]
    decisions = [each.row for each in rows if each.undone_by == MAIN_LINE and isinstance(each.row, DecisionRow)]
    whole += question_time_rows(match_id, decisions)
    seats = seat_rows(story, end, rows, sitting)
    undone = undone_versions(story.events)
    judging = (*remedy_rows(match_id, story.events, undone), *judging_rows(match_id, about, veil, undone))
    return rows_by_table(story.cmd.game, [*rows, *(LineRow(each, MAIN_LINE) for each in (*whole, *seats, *judging))])


def match_row(story: MatchStory, end: Any, about: MatchSurroundings) -> MatchesRow:
    """The row of a match that is over."""
    main = match_lines(story.events)[0].path
    public = story.public_columns()
    ended = recorded_time(story.events[story.ended - 1].at)
    passed = (ended - public["opened"]).total_seconds() if ended is not None and public["opened"] is not None else None
    place = about.played_at
    return MatchesRow(
        status=OVER,
        **public,
        ended=ended,
        seconds=passed,
        rounds=end.round,
        versions=len(story.events),
        undone_versions=len(story.events) - len(main),
        facts=sum(len(story.events[version - 1].facts) for version in main),
        engine=story.events[-1].engine,
        pool=story.events[0].pool,
        event_id=place.event if place is not None else None,
        event_round=place.round if place is not None else None,
        event_table=place.table if place is not None else None,
    )


def result_row(story: MatchStory, end: Any, about: MatchSurroundings, veil: NameVeil) -> ResultsRow:
    """The row of the result of a match that is over."""
    version = story.ended
    return ResultsRow(
        match_id=story.id,
        winner=veil.numbers.get(end.over.winner),
        how=end.over.how,
        rule=end.over.rule,
        version=version,
        by_ruling=event_kind(story.events[version - 1]) != ACTION,
        at_odds=about.played_at.at_odds if about.played_at is not None else None,
    )


def seat_rows(story: MatchStory, end: Any, rows: Iterable[LineRow], sitting: dict[str, str]) -> Iterator[SeatsRow]:
    """The rows of the seats of a match that is over; `sitting` has a pseudonym for each seat whose player is known."""
    history = history_of(story.cmd.game)
    taken: dict[int, list[float | None]] = defaultdict(list)
    first: int | None = None
    for each in rows:
        if each.undone_by == MAIN_LINE and isinstance(each.row, DecisionRow):
            taken[each.row.seat].append(each.row.seconds)
        elif each.undone_by == MAIN_LINE and isinstance(each.row, RoundRow) and each.row.round == 1:
            first = each.row.first_seat
    for number, seat in enumerate(story.seats, 1):
        seconds = [each for each in taken[number] if each is not None]
        yield SeatsRow(
            match_id=story.id,
            seat=number,
            faction=history.faction(end, seat) or None,
            player=sitting.get(seat),
            went_first=number == first if first is not None else None,
            result=result_of(end.over.winner, seat),
            decisions=len(taken[number]),
            seconds=round(sum(seconds), 6) if seconds else None,
        )


def result_of(winner: str, seat: str) -> str:
    """The result of a seat."""
    if not winner:
        return DRAWN
    return WON if seat == winner else LOST


def rows_by_table(game: str, rows: Iterable[LineRow]) -> TableRows:
    """The values of rows, by the name of their table."""
    found: TableRows = {}
    tables = tables_by_row(game)
    for each in rows:
        table = tables[type(each.row)]
        found.setdefault(table.name, []).append(values_of(each.row, each.undone_by, has_places=table.has_places))
    return found
