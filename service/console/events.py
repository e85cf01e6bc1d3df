"""Events in the console: those there are, and one with its standings, its tables and, for its staff, penalties."""

from __future__ import annotations

from typing import Any

from flask import Response, g

from domain.judging.standings import penalty_rows, standings
from service.console.console import page, views
from service.http.auth import asker, somebody
from service.http.event_reads import (
    STAFF,
    WALL,
    event_for,
    own_player,
    record_of,
    round_written,
    sight_of,
    summary,
)
from service.http.here import here


@views.get("/events")
def events() -> Response:
    """The events that the asker may read."""
    known = somebody(asker())
    found = [summary(each) for each in here().services.events.all() if sight_of(each, known)]
    return page("events.html", events=found)


@views.get("/events/<event:event_id>")
def event(event_id: str) -> Response:
    """An event as it hangs on the wall of the hall; for its staff with the penalties."""
    found, _, sight = event_for(event_id, STAFF, WALL)
    rounds: list[dict[str, Any]] = [round_written(found, number) for number in range(len(found.rounds), 0, -1)]
    penalties = penalty_rows(found) if sight == STAFF else []
    shown: dict[str, Any] = {"summary": summary(found), "staff": found.staff, "standings": standings(found)}
    shown["own"] = own_player(found, g.asker)
    return page("event.html", **shown, rounds=rounds, penalties=penalties, sees_penalties=sight == STAFF)


@views.get("/events/<event:event_id>/players/<path:player>")
def player(event_id: str, player: str) -> Response:
    """What is on record of a player: results, penalties, commands that were refused and by which rule, the ladder.

    For the staff of the event; a seat reads its own player's, without the ladder and what was refused.
    """
    found, _, sight = event_for(event_id, STAFF, WALL)
    record = record_of(event_id, player)
    titles = {each.name: each.title for each in found.rules.infraction}
    titles |= {each.name: each.title for each in found.rules.penalty}
    return page("player.html", summary=summary(found), record=record, titles=titles, staff=sight == STAFF)
