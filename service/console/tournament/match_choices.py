"""Which matches and seats a form offers for a table of an event. Read `free_matches`."""

from __future__ import annotations

from itertools import islice

from domain.tournaments.tournament import Tournament, TournamentTable
from service.app.match.match_index import RUNNING
from service.console.forms.fields import Options
from service.console.match.headings import current_reader, heading_of
from service.web.match.match_replies import ListedMatchReply

# of so many matches the free ones are offered; any other can be typed
MOST_LOOKED_AT = 200
MOST_OFFERED = 30


def free_matches(event: Tournament) -> list[ListedMatchReply]:
    """The running matches of an event's game that stand at no table and that the asker may read, newest first."""
    reader = current_reader()
    found = islice(reader.search({"game": event.game, "state": RUNNING}), MOST_LOOKED_AT)
    return list(islice((each for each in found if each.match not in reader.played), MOST_OFFERED))


def match_options(found: list[ListedMatchReply]) -> Options:
    """The matches by id, each with its seats and players and when it was opened."""
    return tuple(
        (each.match, f"{heading_of(each).people}, opened {each.opened[:16].replace('T', ' ')} UTC") for each in found
    )


def seat_choices(found: list[ListedMatchReply], table: TournamentTable) -> Options:
    """The seats of a table's match, or of the matches that are offered for it."""
    one = current_reader().one(table.match) if table.match else None
    seats = dict.fromkeys(seat for each in (*([one] if one else []), *found) for seat in each.seats)
    return tuple((each, each) for each in seats)
