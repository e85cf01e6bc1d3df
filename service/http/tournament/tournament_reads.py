"""Reading events: one, its standings, results and penalties, a player's record; regulations; who is ahead at time.

Read `event_for` and `sight_of`. Staff and admins read all. Other judges and organizers, and seats of its matches, read
what hangs on the wall of the hall: pairings, results, standings; a seat also its own record. Analysts read all without
names, once the event is over. Without a key nothing of an event can be read.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from domain.tournaments.regulation import Regulation, regulations
from domain.tournaments.tournament import Tournament
from service.app.keys import Principal
from service.app.match import time_called
from service.http.described import READING, Views
from service.web import schemas
from service.web.access import asker, asker_of, require_somebody
from service.web.field_validators import Between
from service.web.held_requests import LONGEST_HOLD, wait_for_entry
from service.web.match.places import match_at
from service.web.request_context import request_context
from service.web.responses import ResponseOf, json_response, static_response, tagged_response, uncached_response
from service.web.tournament import tournament_replies as replies
from service.web.tournament.own_matches import entries_read, leavings_read
from service.web.tournament.tournament_access import STAFF, WALL, event_for, regulation_of, require_regulation, sight_of
from service.web.tournament.tournament_documents import (
    CSV,
    comparison_at_time,
    event_summary,
    penalties_response,
    record_of,
    results_response,
    rounds_of,
    standings_response,
)


class StandingsAsked(schemas.Exported):
    """The form of the standings, and the last round that they count."""

    through = schemas.WholeNumber(
        validate=Between(1, 9999), metadata=schemas.doc("The last round that is counted. Default: the newest.")
    )


class EventAsked(schemas.Strict):
    """The entry after which an event is read, and how long to wait for one."""

    after = schemas.WholeNumber(
        load_default=0,
        validate=Between(0, 10**6),
        metadata=schemas.doc("With `wait`: the `version` that the client has. In a list: return what comes after it."),
    )
    wait = schemas.Seconds(
        load_default=0.0,
        validate=Between(0, LONGEST_HOLD),
        metadata=schemas.doc("How many seconds to wait for an entry after that one if there is none yet."),
    )


class EventEntriesAsked(EventAsked):
    """A page of the entries of an event."""

    limit = schemas.WholeNumber(
        validate=Between(1, 1000), metadata=schemas.doc("The largest number of entries to return. Default: all.")
    )


def event_awaited(query: dict[str, Any], event_id: str, *sights: str) -> tuple[Tournament, Principal, str]:
    """The event as `event_for` has it, once it has passed the entry of a query, or the time to wait is over.

    Raises Problem 401, 403, Unknown, RequestHeld, Crowded.
    """
    found = event_for(event_id, *sights)
    if query["wait"] and found[0].version <= query["after"]:
        wait_for_entry(found[0], found[1], query["after"], query["wait"])
        # a right may have ended meanwhile
        found = event_for(event_id, *sights)
    return found


views = Views("event_reads", __name__, url_prefix="/v1")


# --- who reads what


# --- events


@views.get("/events", 200, replies.EventsReply, 401)
def list_events() -> ResponseOf[replies.EventsReply]:
    """List the tournaments that the key may read, newest first.

    Returns a summary of each tournament.
    """
    principal = require_somebody(asker())
    found = [event_summary(each) for each in request_context().services.events.all() if sight_of(each, principal)]
    return uncached_response(replies.EventsReply(events=found))


@views.get("/events/<event:event_id>", 200, replies.EventReply, 401, 403, 404, 429, query=EventAsked())
def show_event(query: dict[str, Any], event_id: str) -> ResponseOf[replies.EventReply]:
    """Read a tournament.

    Returns its staff, its players, and its rounds with their tables and the end of each table's time. With `wait`, the
    answer is held back until there is an entry after the version `after`: a board of pairings follows an event so.
    """
    event, principal, sight = event_awaited(query, event_id, STAFF, WALL)
    return uncached_response(
        replies.EventReply(
            **structs.asdict(event_summary(event)),
            office=event.office(principal.actor, principal.scope),
            staff=event.staff,
            enrolled=leavings_read(event, principal, sight),
            paired=rounds_of(event),
        )
    )


@views.get(
    "/events/<event:event_id>/entries",
    200,
    replies.EventEntriesReply,
    *(401, 403, 404, 429),
    query=EventEntriesAsked(),
)
def list_entries(query: dict[str, Any], event_id: str) -> ResponseOf[replies.EventEntriesReply]:
    """List the entries of a tournament, for its staff.

    Returns every entry, or one page of them: who did what, in which office, and when. Entries about a running match
    that the asker plays, or has declared an interest in, have no reason, cause or rules. With `wait`, an empty page is
    held back until there is an entry.
    """
    event, principal, _ = event_awaited(query, event_id, STAFF)
    entries = entries_read(event, principal, request_context().services.events.entries(event_id))
    page = entries[query["after"] :][: query.get("limit")]
    reached = page[-1].entry if page else query["after"]
    more = reached < len(entries)
    return uncached_response(replies.EventEntriesReply(event=event.id, entries=page, next=reached, more=more))


# --- what is exported


@views.get(
    "/events/<event:event_id>/standings",
    200,
    replies.StandingsReply,
    *READING,
    query=StandingsAsked(),
    media_types=(CSV,),
    sends=("Content-Disposition",),
)
def show_standings(query: dict[str, Any], event_id: str) -> ResponseOf[replies.StandingsReply]:
    """Read the standings of a tournament.

    Returns points, strength of schedule and the opponents' strength of schedule of each player, as JSON or CSV. The
    players in a cut come first, by how far they came in it; `through` gives the standings after an earlier round, as
    the last one before the cut.
    """
    return standings_response(event_id, query["format"], query.get("through", 0))


@views.get(
    "/events/<event:event_id>/results",
    200,
    replies.ResultsReply,
    *READING,
    query=schemas.Exported(),
    media_types=(CSV,),
    sends=("Content-Disposition",),
)
def show_results(query: dict[str, Any], event_id: str) -> ResponseOf[replies.ResultsReply]:
    """List the results of a tournament.

    Returns one row for each player at each table, as JSON or CSV.
    """
    return results_response(event_id, query["format"])


@views.get(
    "/events/<event:event_id>/penalties",
    200,
    replies.PenaltiesReply,
    *READING,
    query=schemas.PenaltiesAsked(),
    media_types=(CSV,),
    sends=("Content-Disposition",),
)
def show_penalties(query: dict[str, Any], event_id: str) -> ResponseOf[replies.PenaltiesReply]:
    """List the penalties of a tournament.

    Returns all penalties, or those of one player, as JSON or CSV. A seat reads its own player's penalties. An analyst
    names a player as the list does: `player-1`. Staff who play, or have declared an interest in a match, read no text,
    cause or rules of the penalties of the other players until it has a result.
    """
    return penalties_response(event_id, query["format"], query["player"])


@views.get("/events/<event:event_id>/record", 200, replies.PlayerRecordReply, *READING, query=schemas.PlayerAsked())
def show_record(query: dict[str, Any], event_id: str) -> ResponseOf[replies.PlayerRecordReply]:
    """Read the record of one player in a tournament.

    Returns the player's results, penalties and refused commands by rule. `next_steps` is the penalty that the ladder
    now allows for each infraction. A seat reads its own player's record, without `next_steps`. Of a running match the
    refused commands are told only to who may look at them, and the look is recorded.
    """
    return uncached_response(record_of(event_id, query["player"]))


# --- regulations, and time


@views.get("/regulations", 200, replies.RegulationsReply, public=True, tagged=True)
def list_regulations() -> ResponseOf[replies.RegulationsReply]:
    """List the regulations that come with the service.

    Returns each regulation: its rounds, its points, what is compared when time is called, and the ladder of penalties.
    """
    return static_response(json_response(replies.RegulationsReply(regulations=list(regulations().values()))))


@views.get("/regulations/<name>", 200, Regulation, 404, public=True, tagged=True)
def show_regulation(name: str) -> ResponseOf[Regulation]:
    """Read one regulation.

    Returns its rounds, its points, what is compared when time is called, and the ladder of penalties.
    """
    return static_response(json_response(require_regulation(name)))


@views.get(
    "/matches/<match:match_id>/going-to-time",
    200,
    replies.GoingToTimeReply,
    *READING,
    tagged=True,
    watched=True,
    query=schemas.TimeAsked(),
)
def going_to_time(query: dict[str, Any], match_id: str) -> ResponseOf[replies.GoingToTimeReply]:
    """Read who is ahead if time is called.

    Returns the comparison at the newest version or at `at`, value by value in the regulation's order. The regulation is
    that of the match's tournament, or the one that the query names.
    """
    asker_of(match_id)
    match = match_at(match_id, query["at"])
    regulation = require_regulation(query["regulation"]) if query["regulation"] else regulation_of(match_id)
    matches = request_context().services.matches

    def body() -> replies.GoingToTimeReply:
        return comparison_at_time(match, regulation, time_called.who_is_ahead(matches, match, regulation))

    return tagged_response(f"{match.version}.{regulation.name}", body)
