"""Seats of matches that get other players by an entry of an event, and what the matches store of it.

Both are stored together with the entry, and so is that those seats lose their keys. Read `seats_changed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from domain.judging.remedies.reseating import may_hold_words, reseat_by
from domain.match.envelope import Actor, Stamp
from domain.tournaments.player_names import is_named
from domain.tournaments.tournament import Tournament
from service.app.match.matches import MatchApplication, row_of_version
from service.app.match_places import MatchPlaces
from service.app.write_loop import available
from service.store.recorded import RecordedEvent

# a match and a seat of it
SeatPlace: TypeAlias = tuple[str, str]


def seats_changed(
    before: Tournament, after: Tournament, places: MatchPlaces, opener_of: Callable[[str], str]
) -> list[SeatPlace]:
    """The seats that lose their keys between two versions of an event.

    Their player is another than before, or who opened the match, and was given every key of it, now plays there.
    """
    left = places.left
    changed = list[SeatPlace]()
    for _, table in after.tables():
        place = before.table_of(table.match)
        sat = place[1].seats if place else left[table.match].left[table.match] if table.match in left else {}
        opener = opener_of(table.match) if table.seats != sat else ""
        joins = is_named(opener, table.seats) and not is_named(opener, sat)
        left_seats = [seat for player, seat in sat.items() if table.seats.get(player) != seat]
        changed += [(table.match, seat) for seat in (table.seats.values() if joins else left_seats)]
    return changed


def rows_of_seats(
    matches: MatchApplication, event: Tournament, asker: Actor, stamp: Stamp, changed: Iterable[SeatPlace]
) -> Iterator[RecordedEvent]:
    """What matches store of seats that get other players; nothing in one that nobody has acted in, or that is over.

    The key of each is the place of the entry, so no client can have it. Raises Unavailable, BrokenChain, UnreadableRow.
    """
    by = Actor(asker.actor, event.office(asker.actor, asker.role))
    seats = dict[str, list[str]]()
    for match_id, seat in changed:
        seats.setdefault(match_id, []).append(seat)
    for match_id, taken in seats.items():
        match = matches.fresh(match_id)
        if not may_hold_words(match):
            continue
        with available(match_id):
            matches.check_whole(match_id)
            matches.check_newest(match)
        place = Stamp(f"{event.id}.{event.version}", stamp.at, f"{stamp.id}-{match_id}")
        yield row_of_version(reseat_by(match, taken, by, place))
