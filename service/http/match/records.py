"""Whole matches: the record out and in, and the table as a position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from flask import Response

from domain.games import GAMES
from domain.kernel.ids import ADMIN
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import BrokenChain, decode_event
from service.app.match.matches import Unknown
from service.app.record.verification import EngineDifference, readjudicate
from service.files.records import (
    BadRecord,
    RecordHeader,
    complete_record,
    follow_record,
    header_of,
    reading_line,
    redacted_record,
    store_record,
)
from service.files.starting_positions import table_at
from service.http.described import READING, Views
from service.web import schemas
from service.web.access import (
    JUDGES,
    asker_of,
    is_judging,
    may_be_kept,
    own_viewer,
    reader_of,
    require_scope,
    tag_of,
)
from service.web.access import record_look as look_at
from service.web.match.match_replies import ImportedReply, PositionReply
from service.web.match.places import match_at
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import RECORD_BYTES, raw_body
from service.web.responses import LINES, ResponseOf, json_response, lines_response, tagged_response

SHOWN = 20
RECORD = {"type": "string", "description": "JSON Lines: a header, then one line for each stored event."}

views = Views("records", __name__, url_prefix="/v1")


@views.get(
    "/matches/<match:match_id>/record",
    200,
    None,
    *READING,
    lines=True,
    tagged=True,
    watched=True,
    query=schemas.Eyes(),
)
def record(eyes: dict[str, Any], match_id: str) -> Response:
    """Export the record of a match as JSON Lines.

    Returns the complete record with its seed for `admin`. Others get what they may read.
    """
    principal = asker_of(match_id)
    matches = request_context().services.matches
    match = matches.fresh(match_id)
    viewer = reader_of(match, principal, eyes["viewer"])
    tag = tag_of(match_id, principal, viewer, match.version)
    if viewer == ADMIN:
        return lines_response(lambda: complete_record(matches, match_id), tag)
    judging = is_judging(match_id, principal)
    return lines_response(lambda: redacted_record(matches, match, viewer, judging=judging), tag)


@views.get(
    "/matches/<match:match_id>/position",
    200,
    PositionReply,
    *(401, 403, 404, 409, 422),
    tagged=True,
    query=schemas.LookAtVersion(only=("at",)),
)
def position(look: dict[str, Any], match_id: str) -> ResponseOf[PositionReply]:
    """Export the table of a match as a position, for judges.

    Returns the position. `409` means that the match is within a nested sequence, which only the record can describe.
    Only `admin` gets decks in their real order; for judges, cards whose place in a deck nobody knows are sorted by key.
    """
    require_scope(*JUDGES)
    principal = asker_of(match_id)
    match = match_at(match_id, look["at"])
    look_at(match, principal)

    def body() -> PositionReply:
        game = match.rules.name
        try:
            table = table_at(request_context().chronicles.of(match_id), match.version, whole=principal.scope == ADMIN)
            position = GAMES[game].position_of(table)
        except NoPosition as error:
            because = {**error.refusal.because, "record": f"/v1/matches/{match_id}/record"}
            raise Problem(409, error.refusal.rule, because=because) from error
        return PositionReply(match=match_id, version=match.version, game=game, position=position)

    tag = tag_of(match_id, principal, own_viewer(principal), match.version)
    return tagged_response(tag, body, kept=may_be_kept(match_id, principal, look["at"]))


@views.post(
    "/records",
    201,
    ImportedReply,
    400,
    401,
    403,
    409,
    413,
    415,
    422,
    body=RECORD,
    body_types=(LINES,),
    sends=("Location",),
    repeated=200,
)
def import_record() -> ResponseOf[ImportedReply]:
    """Import a match from a complete record.

    Every command of the record is decided again before it is stored; the match keeps its id. Returns the match; `200`
    means that the same match was stored before. `409` means that another match has this id. `422` names the first fault
    of the record, or where today's rules give another result.
    """
    require_scope(ADMIN)
    text = raw_body(RECORD_BYTES, LINES).splitlines()
    try:
        check_record(text)
        header, new = store_record(request_context().services.matches, text)
    except BadRecord as error:
        raise record_problem(error) from error
    except BrokenChain as error:
        raise record_problem(BadRecord(error.version + 1, "head", str(error))) from error
    except Unknown as error:
        raise record_problem(BadRecord(1, "versions", "a match has at least one event")) from error
    imported = ImportedReply(match=header.match, versions=header.versions, new=new)
    return json_response(imported, 201 if new else 200, {"Location": f"/v1/matches/{header.match}"})


def record_problem(error: BadRecord) -> Problem:
    """The problem of a record that cannot be stored."""
    return Problem(422, "record.invalid", str(error), error.because)


def check_record(text: list[bytes]) -> None:
    """Check a record: raises BadRecord for a wrong id, Problem 422 where deciding again gives something else."""
    header = header_of(text)
    if not schemas.MATCH_ID.fullmatch(header.match):
        raise BadRecord(1, "match", "not the id of a match, as `m-64d275e192b6b626da166134`")
    differences = list(islice(differences_in(header, text), SHOWN))
    if differences:
        raise Problem(422, "record.differs", because={"differences": msgspec.to_builtins(differences, enc_hook=str)})


def differences_in(header: RecordHeader, text: list[bytes]) -> Iterator[EngineDifference]:
    """The differences between the record and today's engine, by the checks that verify the store's own matches."""
    events: dict[int, Any] = {}
    for number, before, after, recorded in follow_record(header, text):
        with reading_line(number):
            found = list(readjudicate(before, after, recorded, events))
        yield from found
        events[after.version] = decode_event(after, recorded.payload)
