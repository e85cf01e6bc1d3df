"""The values, by name, that a tournament regulation may compare when time is called."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.agot_board.board.control import castles, controlled_areas, strongholds
from domain.games.agot_board.components import TRACKS
from domain.games.agot_board.state import BoardTable
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat

MEASURES = {
    "castles": "Position on the Victory track: areas with a Castle or a Stronghold",
    "strongholds": "Areas with a Stronghold",
    "land-areas": "Land areas under control",
    "supply": "Position on the Supply track",
    "power": "Available Power tokens",
    "iron-throne": "Position on the Iron Throne track, 1 the highest",
    "fiefdoms": "Position on the Fiefdoms track, 1 the highest",
    "kings-court": "Position on the King's Court track, 1 the highest",
}


def measure(table: BoardTable, facts: Iterable[Fact]) -> dict[str, dict[Seat, int]]:
    """Each value for each House."""
    seats = table.seats
    tracks = {track_measure(name): getattr(table, name) for name in TRACKS}
    return {
        "castles": {seat: castles(table, seat) for seat in seats},
        "strongholds": {seat: strongholds(table, seat) for seat in seats},
        "land-areas": {seat: len(controlled_areas(table, seat)) for seat in seats},
        "supply": {seat: table.house(seat).supply for seat in seats},
        "power": {seat: table.house(seat).power for seat in seats},
        **{name: {seat: place_on(order, seat, len(seats)) for seat in seats} for name, order in tracks.items()},
    }


def track_measure(track: str) -> str:
    """The name of the value that is a position on a track; what is none keeps its name."""
    return track.replace("_", "-") if track in TRACKS else track


def place_on(track: tuple[Seat, ...], seat: Seat, last: int) -> int:
    """The position of a House on a track, 1 the highest; `last` if it has none while the track is bid for."""
    return track.index(seat) + 1 if seat in track else last
