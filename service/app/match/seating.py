"""The seats with which a scenario begins: with decks, with houses, or those of the demonstration.

Read `scenario_seats`. `seats` is a number (of seats of the demonstration), or a list of names or of mappings `{name,
deck, player}`; a deck is the path of a file beside the scenario, the text of one, or card keys.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from domain.games import GAMES
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.scenarios.scenario import Scenario
from domain.match.aggregate import Refused
from service.demo.decks import demo_seats
from service.files.decks import deck_in_keys
from service.files.documents import why_unread

SEAT = ("name", "deck", "player")


def scenario_seats(case: Scenario, folder: Path) -> tuple[str, ...]:
    """The JSON texts of a scenario's seats; none for one that begins with a position. Raises Unreadable."""
    if case.seats is None:
        return ()
    if type(case.seats.value) is int:
        counts = GAMES[case.game].seat_counts
        if case.seats.value not in counts:
            raise case.seats.wrong(f"{case.game} is played by {', '.join(map(str, counts))}")
        return demo_seats(case.game, case.seats.value)
    return tuple(scenario_seat_text(case.game, each, folder) for each in case.seats.items())


def scenario_seat_text(game: str, at: DocumentNode, folder: Path) -> str:
    """A seat as the JSON text that the game reads. Raises Unreadable."""
    fields = at.mapping(SEAT) if isinstance(at.value, dict) else {"name": at}
    seat: dict[str, Any] = {name: fields[name].text() for name in ("name", "player") if name in fields}
    if "deck" in fields:
        seat["deck"] = deck_of(game, fields["deck"], seat.get("name", ""), folder)
    return msgspec.json.encode(seat).decode()


def deck_of(game: str, at: DocumentNode, seat: str, folder: Path) -> dict[str, Any]:
    """A deck in card keys. Raises Unreadable, which names the lines that cannot be read."""
    deck = at.value if isinstance(at.value, dict) else deck_text(at, folder)
    try:
        return deck_in_keys(game, deck, seat, {"seat": seat})
    except Refused as error:
        raise at.wrong(f"{error.refusal.rule} {error.refusal.because}") from None


def deck_text(at: DocumentNode, folder: Path) -> str:
    """The text of a deck: the text itself, or for one line the file of that name.

    Raises Unreadable for no such file.
    """
    said = at.text()
    if "\n" in said.strip():
        return said
    try:
        return (folder / said).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise at.wrong(f"{said}: {why_unread(error)}") from None
