"""The heading of a match on a page: its players, and its table at an event.

Readers of the match see it, with as much of its event as they may read; others see the id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import g
from msgspec import Struct

from domain.tournaments.player_names import spoken_form
from service.console.console import views
from service.present.text.words_of_games import game_title
from service.web.match.match_list import MatchListReader, people
from service.web.match.match_replies import ListedMatchReply
from service.web.request_context import request_context
from service.web.tournament.tournament_access import STAFF, WALL, sight_of

# a place as it is written in haste, which may be a name too
BRIEF = re.compile(r"(t|table|r|round)(\d+)")
TOKENS = re.compile(r"(?:table|round)\s+\d+|\S+")


class Heading(Struct, frozen=True):
    """The heading of a match: its `people`, and its `place` if it is played at an event."""

    people: str
    place: str = ""

    @property
    def whole(self) -> str:
        """The heading in one line."""
        return f"{self.place}: {self.people}" if self.place else self.people


def heading_of(entry: ListedMatchReply) -> Heading:
    """The heading of a listed match."""
    event, players = entry.event, entry.players
    names = [seat_named(seat, players.get(seat, "")) for seat in entry.seats]
    if not players and event and event.players:
        names = list(event.players)
    place = f"{event.name or event.event}, round {event.round}, table {event.table}" if event else ""
    return Heading(", ".join(names), place)


def seat_words(match_id: str, seat: str) -> str:
    """A seat with the player who sits there, if the reader may know: `pia (alice)`; any other word unchanged."""
    match = current_reader().one(match_id) if match_id and "asker" in g else None
    player = match.players.get(seat, "") if match else ""
    return seat_named(seat, player)


def seat_named(seat: str, player: str) -> str:
    """A seat with its player's name before it; the seat alone where there is none, or the same."""
    return f"{player} ({seat})" if player and player.casefold() != seat.casefold() else seat


def current_reader() -> MatchListReader:
    """The reader of this page, made once for all matches on it."""
    if "reader" not in g:
        g.reader = MatchListReader(g.asker)
    found: MatchListReader = g.reader
    return found


@views.app_template_global("heading")
def heading(match_id: str) -> Heading:
    """The heading of a match for the reader of this page; a match known only from a precedent is named as such."""
    if not match_id:
        return Heading("a match of others")
    match = current_reader().one(match_id)
    return heading_of(match) if match else Heading(match_id)


def matches_search(search: str, entry: ListedMatchReply) -> bool:
    """Whether every word of a search begins a word of the match: its people, event, table, game, id or organizer."""
    return has_words(search, heading_words(entry))


def has_words(search: str, words: str) -> bool:
    """Whether every word of a search begins one of these words."""
    return all(re.search(rf"(?<!\w){word_pattern(each)}", words) for each in TOKENS.findall(spoken_form(search)))


class Unseated(Struct, frozen=True):
    """A table of an event without a match: its place, its players, and the reason."""

    event: str
    round: int
    table: int
    words: str
    why: str


def find_byes(search: str) -> Iterator[Unseated]:
    """The tables without a match that a search finds by place and players, in the events that the reader may read."""
    for event in request_context().services.events.all():
        if sight_of(event, g.asker) not in (STAFF, WALL):
            continue
        for there, table in event.tables():
            place = f"{event.name or event.id}, round {there.round}, table {table.table}"
            words = f"{place}: {', '.join(table.players)}"
            if not table.match and has_words(search, spoken_form(words)):
                why = "a bye" if len(table.players) == 1 else "its match is not known yet"
                yield Unseated(event.id, there.round, table.table, words, why)


def word_pattern(token: str) -> str:
    """Return the pattern of a search word, with optional spaces; a number must match a whole word."""
    if brief := BRIEF.fullmatch(token):
        place = "table" if brief[1].startswith("t") else "round"
        return rf"(?:{re.escape(token)}|{place}\s+{brief[2]})(?!\w)"
    spaced = r"\s+".join(map(re.escape, token.split()))
    if token.split()[-1].isdigit():
        return rf"{spaced}(?!\w)"
    return rf"{spaced}(?!\d)" if token[-1:].isdigit() else spaced


def heading_words(entry: ListedMatchReply) -> str:
    """All words by which a match can be found."""
    ids = [entry.match, entry.game, game_title(entry.game), entry.by]
    words = [*people(entry), heading_of(entry).place, entry.event.event if entry.event else "", *ids]
    return "\n".join(spoken_form(each) for each in words)


views.add_app_template_filter(heading_of, "headed")
views.add_app_template_filter(lambda seat, match_id: seat_words(match_id, seat), "seated")
