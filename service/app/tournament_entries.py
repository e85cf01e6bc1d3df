"""The entries of an event, as they are stored and as its staff read them."""

from __future__ import annotations

from typing import Any

from domain.tournaments import commands as c
from domain.tournaments.tournament import (
    TournamentChange,
)
from service.store.recorded import CASES, DESKS, EVENTS, RecordedEvent, event_stream

# the streams by which commands are decided beside their event: who plays where, what stands in the way of its end,
# what was penalised by a case
READ_BESIDE: dict[type, tuple[str, ...]] = {
    **dict.fromkeys((c.SeatMatch, c.PairRound, c.EndEvent), (EVENTS, CASES, DESKS)),
    c.GivePenalty: (CASES,),
}


def row_of_entry(entered: TournamentChange) -> RecordedEvent:
    """The row that stores an entry."""
    event = entered.event
    return RecordedEvent(event_stream(event.id), event.version, entered.head, entered.payload)


def entry_json(entry: Any) -> dict[str, Any]:
    """An entry as the event's staff read it."""
    command: dict[str, Any] = c.command_as_json(entry.cmd)
    return {"id": entry.id, "actor": entry.actor, "office": entry.office, "at": entry.at, "command": command}
