"""Where each match of the events is played, and which event it left, held in memory.

With a thousand events, to go through all their tables at each request takes longer than the request itself. Here only
the events that have changed are gone through again. Read `MatchPlacesIndex.follow`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock

from msgspec import Struct

from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable

PlayedTable = tuple[Tournament, TournamentRound, TournamentTable]


class MatchPlaces(Struct, frozen=True):
    """The places of matches at one time.

    `played` has every match at a table, with its event, round and table; `left` every match in whose stead another is
    played at its table, with the event.
    """

    played: Mapping[str, PlayedTable] = {}
    left: Mapping[str, Tournament] = {}


class MatchPlacesIndex:
    """The places of the matches of some events, made anew for what has changed of them."""

    def __init__(self) -> None:
        self._events: dict[str, Tournament] = {}
        self._places = MatchPlaces()
        self._lock = Lock()

    def follow(self, events: Iterable[Tournament]) -> MatchPlaces:
        """Returns the places of the matches of these events, and of no other event."""
        events_now = {event.id: event for event in events}
        with self._lock:
            same = {name for name, event in events_now.items() if self._events.get(name) is event}
            if len(same) < max(len(events_now), len(self._events)):
                changed = [event for name, event in events_now.items() if name not in same]
                # who reads the old places meanwhile has them whole
                self._places = places_with(self._places, same, changed)
                self._events = events_now
            return self._places


def places_with(places: MatchPlaces, same: set[str], changed: Iterable[Tournament]) -> MatchPlaces:
    """Returns the places as they were at the events whose ids are in `same`, and as they are at the changed ones."""
    played = {match: place for match, place in places.played.items() if place[0].id in same}
    left = {match: event for match, event in places.left.items() if event.id in same}
    for event in changed:
        played |= {table.match: (event, there, table) for there, table in event.tables() if table.match}
        left |= dict.fromkeys(event.left, event)
    return MatchPlaces(played, left)
