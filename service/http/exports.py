"""What analysts fetch: the files of an export, and the matches that are over as lines."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from typing import Any

import msgspec
from flask import Response

from domain.kernel.ids import ADMIN
from service.exports.atomic_folder import ExportFolder, ViewsFile
from service.exports.exported_rows import moment_of
from service.exports.match_lines import LineFilter, MatchLine, match_pages
from service.http.described import RANGES, Views
from service.web.access import ANALYST, require_scope
from service.web.exports.export_replies import ExportsReply, MatchLineReply
from service.web.exports.export_schemas import MatchLinesAsked, require_named
from service.web.problems import Problem
from service.web.queues import in_turn
from service.web.request_context import request_context
from service.web.responses import (
    ASKED_AGAIN,
    LINES,
    ResponseOf,
    end_lines,
    file_response,
    require_lines,
    tagged_response,
)

PARQUET, SQL = "application/vnd.apache.parquet", "application/sql"
HEADERS = {"Vary": "Authorization, Accept", "Cache-Control": ASKED_AGAIN}

views = Views("exports", __name__, url_prefix="/v1")


def export_folder() -> ExportFolder:
    """The folder with exported files. Raises Problem 404 where the service has none."""
    folder = request_context().services.settings.exports
    if folder is None:
        raise Problem(404, "request.no-exports")
    return ExportFolder(folder)


@views.get("/exports", 200, ExportsReply, 401, 403, 404, tagged=True)
def list_exports() -> ResponseOf[ExportsReply]:
    """List the exported files, for analysts.

    Returns the last whole export: its files, each with its table, game, month, rows, size and SHA-256, and the one with
    which DuckDB makes the tables of them (`views`). `404` means that the service has no exported files.
    """
    require_scope(ANALYST, ADMIN)
    manifest = export_folder().manifest()
    if manifest is None:
        raise Problem(404, "request.no-exports")
    tag = sha256(msgspec.json.encode(manifest)).hexdigest()
    return tagged_response(tag, lambda: msgspec.convert(manifest, ExportsReply, from_attributes=True), letter="m")


@views.get(
    "/exports/<path:path>",
    200,
    None,
    *(401, 403, 404, 416),
    headers=RANGES,
    media_types=(PARQUET, SQL),
    tagged=True,
    in_parts=True,
    sends=("Accept-Ranges",),
)
def download_export(path: str) -> Response:
    """Download an exported file, for analysts.

    Returns the file as the last whole export has it, also while another export runs. `Range` asks for a part of it,
    `If-Range` for that part only while the file is still the same. The ETag is its SHA-256.
    """
    require_scope(ANALYST, ADMIN)
    found = export_folder().open_file(path)
    if found is None:
        raise Problem(404, "request.unknown", f"no such exported file: {path}", {"file": path})
    named, file = found
    return file_response(file, named.bytes, named.sha256, SQL if isinstance(named, ViewsFile) else PARQUET)


@views.get(
    "/matches.ndjson",
    200,
    None,
    *(401, 403, 406, 422, 429, 503),
    query=MatchLinesAsked(),
    line=MatchLineReply,
)
@in_turn
def stream_matches(query: dict[str, Any]) -> Response:
    """Stream the matches that are over, for analysts.

    Returns JSON Lines in the order of the ids: a match a line, with its seats and its result, as the tables for
    analysts tell it. A match of an event is among them once the event is over; players are pseudonyms. `player`, `card`
    and `result` are asked of one and the same seat. A stream that ends without its last chunk was broken off.
    """
    require_scope(ANALYST, ADMIN)
    require_lines()
    require_named(query)
    span = {name: moment_of(query[name]) if query[name] else None for name in ("since", "until")}
    pages = match_pages(request_context().services.analytics, LineFilter(**{**query, **span}))
    # what is wrong with the tables is told before the stream begins
    first = next(pages)
    return Response(map(encoded_page, chain([first], pages)), 200, HEADERS, content_type=LINES)


def encoded_page(page: Iterable[MatchLine]) -> bytes:
    """Returns matches as lines."""
    return b"".join(end_lines(msgspec.json.encode(match_line(each)) for each in page))


def match_line(match: MatchLine) -> MatchLineReply:
    """A match as a line."""
    return msgspec.convert({**match.match, "by_seat": match.seats, "result": match.result}, MatchLineReply)
