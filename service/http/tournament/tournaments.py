"""Events (tournaments): create one, give it a command, bring pairings in. The event's own rules say who may do what.

An organizer's key creates an event; after that everybody acts in the office that the event gave them.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from flask import request
from msgspec import structs

from domain.kernel.formats.mismatch import name_entries
from domain.kernel.formats.text_forms import read_command
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.regulation import Regulation
from domain.tournaments.tournament import Tournament
from service.app.keys import Principal, derive_key
from service.app.staff_names import displaced_by, staff_appointed
from service.app.tournament_entries import entry_json
from service.app.tournaments import TournamentReceipt
from service.files.pairings import enter_pairings, read_csv, sheet_from_json
from service.http.described import IDEMPOTENCY_KEY, Views
from service.web import schemas
from service.web.access import OPENERS, asker, presented_key, require_scope, require_somebody
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import BODY_BYTES, idempotency_key, json_of, raw_body, refuse_unclear, shape_problem
from service.web.responses import JSON, ResponseOf, json_response
from service.web.tournament.staff_names import require_fitting_keys, require_office
from service.web.tournament.tournament_access import STAFF, WALL, event_for, require_regulation
from service.web.tournament.tournament_documents import CSV, paired_by_replies
from service.web.tournament.tournament_replies import EventEntryReply, LapsedPenaltyReply, PairedByReply

MADE = ("ETag", "Location")
ENTERING = (400, 401, 403, 404, 409, 413, 415, 422, 503)
COMMAND = {"$ref": "#/components/schemas/EventCommand"}
NEW_EVENT = {"$ref": "#/components/schemas/EventNewEvent"}
SHEET = {
    "type": "string",
    "description": "A line of column names (table, player_1 to player_8, match, seat_1 to seat_8), then the tables.",
}
PAIRED = {
    "anyOf": [
        {"$ref": "#/components/schemas/EventPairings"},
        {"type": "array", "items": {"$ref": "#/components/schemas/EventPairing"}, "minItems": 1, "maxItems": 1000},
    ]
}

# the commands after which it is told who was forgotten
PAIRING = (c.PairRound, c.StartRound)

views = Views("events", __name__, url_prefix="/v1/events")


class NewEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to create: its name, its game, its regulation by name or in full, and the office of each actor."""

    schema_name: ClassVar[str] = "NewEvent"

    name: c.Title
    game: c.Short
    regulation: str | Regulation
    staff: c.Offices = {}


@views.post("", 201, EventEntryReply, *ENTERING, body=NEW_EVENT, headers=(IDEMPOTENCY_KEY,), sends=MADE)
def create_event() -> ResponseOf[EventEntryReply]:
    """Create a tournament.

    The body names the game and the regulation. The key's owner becomes its organizer. Returns the first entry of the
    tournament. The same request again (same API key, `Idempotency-Key` and body) creates nothing new and returns the
    same answer.
    """
    principal, key = require_scope(*OPENERS), idempotency_key()
    new = as_tournament_command(json_of(raw_body(BODY_BYTES)), NewEvent)
    require_fitting_keys(new.staff, "staff")
    rules = new.regulation if isinstance(new.regulation, Regulation) else require_regulation(new.regulation)
    values = {"type": "create_event", **msgspec.to_builtins(new), "regulation": msgspec.to_builtins(rules)}
    event_id = f"e-{derive_key(presented_key(), f'event{chr(0)}{key}').hex()[:24]}"
    command = as_tournament_command(values, c.CreateEvent)
    return entry_response(
        request_context().services.events.create(event_id, command, asker=tournament_asker(principal), key=key)
    )


def as_tournament_command(value: Any, kind: type[Any]) -> Any:
    """A value as a command. Raises Problem 422."""
    try:
        return read_command(value, kind)
    except msgspec.ValidationError as error:
        raise shape_problem(error, kind) from error


def tournament_asker(principal: Principal) -> Actor:
    return Actor(principal.actor, principal.scope)


def entry_response(answered: TournamentReceipt) -> ResponseOf[EventEntryReply]:
    """The new entry as it is stored, the same for each repetition of the request."""
    event = answered.event
    entry = request_context().services.events.entries(event.id)[answered.entry - 1]
    headers = {"Location": f"/v1/events/{event.id}", "ETag": f'"v{answered.entry}"', "Cache-Control": "no-store"}
    reply = EventEntryReply(event=event.id, entry=answered.entry, **entry_json(entry))
    if isinstance(entry.cmd, c.ReportResult):
        reply = structs.replace(reply, paired_by=outdated_pairings(answered, entry.cmd))
    if isinstance(entry.cmd, PAIRING) and (unpaired := event_after(answered).unpaired):
        reply = structs.replace(reply, unpaired=unpaired)
    if displaced := displaced_by(request_context().services.events, answered, entry.cmd):
        reply = structs.replace(reply, displaced=displaced)
    if isinstance(entry.cmd, c.EndEvent) and (lapsed := lapsed_replies(answered)):
        reply = structs.replace(reply, lapsed=lapsed)
    return json_response(reply, 201, headers)


def lapsed_replies(answered: TournamentReceipt) -> list[LapsedPenaltyReply]:
    """The ruled penalties that lapse by the end of an event, the same for each repetition of the request."""
    events = request_context().services.events
    lapsed = events.cases.lapsed_penalties(answered.event, events.setting)
    return [LapsedPenaltyReply(**structs.asdict(each)) for each in lapsed]


def outdated_pairings(answered: TournamentReceipt, command: c.ReportResult) -> list[PairedByReply]:
    """The later rounds that a result leaves paired by another one, the same for each repetition of the request."""
    table = event_after(answered).table(command.round, command.table)
    assert table is not None
    return paired_by_replies(table)


def event_after(answered: TournamentReceipt) -> Tournament:
    """The event as it was after an entry, also where others were made since."""
    event, entry = answered.event, answered.entry
    return event if event.version == entry else request_context().services.events.at(event.id, entry)


@views.post(
    "/<event:event_id>/commands",
    201,
    EventEntryReply,
    *ENTERING,
    body=COMMAND,
    headers=(IDEMPOTENCY_KEY,),
    sends=MADE,
)
def give_event_command(event_id: str) -> ResponseOf[EventEntryReply]:
    """Give a command to a tournament.

    Commands appoint staff, enrol and drop players, pair and start rounds, call time, give time, report results, give
    penalties and end the tournament. Returns the new entry. `403` cites who may give the command. `409` means that it
    is not the time for it. `422` says what is wrong with it; for pairings, line by line.
    """
    principal, key = event_principal(event_id), idempotency_key()
    values = json_of(raw_body(BODY_BYTES))
    try:
        command = decode_values(values)
    except msgspec.ValidationError as error:
        raise shape_problem(name_entries(error, values, decode_values), c.AnyTournamentCommand) from error
    by, events = tournament_asker(principal), request_context().services.events
    if appointed := staff_appointed(command):
        require_office(events.one(event_id), by, type(command))
        require_fitting_keys(appointed, "actor")
    return entry_response(events.enter(event_id, command, asker=by, key=key))


def decode_values(values: Any) -> c.TournamentCommand:
    """The command of an event that JSON values are. Raises msgspec.ValidationError."""
    return c.decode_tournament_command(msgspec.json.encode(values))


def event_principal(event_id: str) -> Principal:
    """The principal who gives a command. Raises Problem 401, 403 where they may not know of the event, Unknown."""
    principal = require_somebody(asker())
    event_for(event_id, STAFF, WALL)
    return principal


@views.post(
    "/<event:event_id>/rounds/<int:number>/pairings",
    201,
    EventEntryReply,
    *ENTERING,
    bodies={CSV: SHEET, JSON: PAIRED},
    query=schemas.PairingsAsked(),
    headers=(IDEMPOTENCY_KEY,),
    sends=MADE,
)
def import_pairings(query: dict[str, Any], event_id: str, number: int) -> ResponseOf[EventEntryReply]:
    """Import the pairings of a round from a file.

    The file is CSV, or JSON as in the command `pair_round`, in which `type` and `round` may be left out. What it says
    as the address and the query do must agree with them. All pairings are imported or none. Pairings that take a match
    from its table need a `reason`. Returns the new entry of the tournament. `422` names every wrong line of the file.
    """
    principal, key = event_principal(event_id), idempotency_key()
    in_json = request.mimetype == JSON
    body = raw_body(BODY_BYTES, CSV, JSON)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem(400, "request.malformed", f"the body is not UTF-8: {error}") from error
    sheet = sheet_from_json(text) if in_json else read_csv(text)
    if in_json:
        refuse_unclear(text)
    events = request_context().services.events
    return entry_response(
        enter_pairings(
            sheet,
            number,
            query["kind"],
            lambda command: events.enter(event_id, command, asker=tournament_asker(principal), key=key),
            query["reason"],
            event=events.one(event_id),
        )
    )
