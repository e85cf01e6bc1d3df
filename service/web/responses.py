"""Responses: JSON by msgspec, tagged with the version, 304 for a client that has it already; JSON Lines.

An answer at a place never changes and may be cached; the newest one is revalidated each time. Every answer about a
match depends on who asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any, Generic, TypeVar

import msgspec
from flask import Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.wsgi import FileWrapper

from service.web.problems import Problem

JSON = "application/json"
LINES = "application/x-ndjson"
SVG = "image/svg+xml"
QUIET = "default-src 'none'; style-src 'unsafe-inline'"
KEPT = "private, max-age=31536000, immutable"
ASKED_AGAIN = "private, no-cache"
# one span of bytes, as `Range` asks for it: from and to, from one on, or so many at the end
SPAN = re.compile(r"bytes=[ \t]*(?=[0-9-]{2})([0-9]{0,18})-([0-9]{0,18})[ \t]*", re.IGNORECASE)
# the bytes of a file that are read at once
PIECE = 64 << 10
FOR_EVERYBODY = "public, max-age=3600"

T = TypeVar("T")
R = TypeVar("R", bound=Response)


class ResponseOf(Response, Generic[T]):
    """A response with a T: in JSON, or in another form that was asked for, or 304 to a client that has it."""


def json_response(body: T, status: int = 200, headers: Mapping[str, str] | None = None) -> ResponseOf[T]:
    """A JSON response."""
    return ResponseOf(msgspec.json.encode(body, enc_hook=str), status, headers, content_type=JSON)


def svg_response(svg: str, status: int, headers: Mapping[str, str]) -> ResponseOf[str]:
    """A response with an SVG document, which loads and runs nothing wherever it is opened."""
    return ResponseOf(svg, status, {**headers, "Content-Security-Policy": QUIET}, content_type=SVG)


def uncached_response(body: T) -> ResponseOf[T]:
    """A JSON response that depends on who asks, and has no tag: it is fetched each time."""
    return json_response(body, 200, {"Vary": "Authorization", "Cache-Control": ASKED_AGAIN})


def tagged_response(
    place: str,
    body: Callable[[], T],
    *,
    kept: bool = False,
    letter: str = "v",
    respond: Callable[[T, int, Mapping[str, str]], ResponseOf[T]] = json_response,
) -> ResponseOf[T]:
    """A response about a match at a place, or a branch at a length (`letter`): 304 where If-None-Match names it.

    Where the answer depends on who asks, `place` is that of `access.tag_of`: equal tags are equal answers.
    """
    headers = {
        "ETag": f'"{letter}{place}"',
        "Vary": "Authorization, Accept",
        "Cache-Control": KEPT if kept else ASKED_AGAIN,
    }
    if request.if_none_match.contains_weak(f"{letter}{place}"):
        return ResponseOf(status=304, headers=headers)
    return respond(body(), 200, headers)


def static_response(response: R) -> R:
    """A response that stays the same until the service restarts, tagged by its bytes; 304 to a client that has it."""
    response.add_etag()
    response.headers["Cache-Control"] = FOR_EVERYBODY
    response.make_conditional(conditions_of_reading())
    return response


def file_response(file: IO[bytes], size: int, tag: str, media_type: str) -> Response:
    """A response with a file of so many bytes, or with the part that is asked for; 304 to a client that has it.

    The response closes the file. Raises Problem 416 for a part that the file does not have.
    """
    headers = {"Vary": "Authorization", "Cache-Control": ASKED_AGAIN, "Content-Length": str(size)}
    response = Response(FileWrapper(file, PIECE), 200, headers, content_type=media_type, direct_passthrough=True)
    response.set_etag(tag)
    conditions = conditions_of_reading()
    span, only_of = (conditions.pop(name, "") for name in ("HTTP_RANGE", "HTTP_IF_RANGE"))
    try:
        part = part_asked(span, only_of, size, tag)
    except Problem:
        response.close()
        raise
    if part is not None:
        conditions["HTTP_RANGE"] = f"bytes={part[0]}-{part[1]}"
    response.make_conditional(conditions, accept_ranges=True, complete_length=size)
    return response


def part_asked(span: str, only_of: str, size: int, tag: str) -> tuple[int, int] | None:
    """The first and the last byte that Range and If-Range ask for, of a file of so many bytes; None for the whole.

    What is no single span of bytes is ignored, and so is a span of another file, or where the client has this one (RFC
    9110, 13.2.2 and 14.2). Raises Problem 416 for a span of which the file has nothing.
    """
    named = SPAN.fullmatch(span)
    if named is None or request.method != "GET" or request.if_none_match.contains_weak(tag):
        return None
    if only_of and only_of != f'"{tag}"':
        return None
    low, high = named.groups()
    if low and high and int(high) < int(low):
        return None
    first = int(low) if low else max(0, size - int(high))
    if first >= size:
        raise Problem(416, "request.range", because={"bytes": size}, headers={"Content-Range": f"bytes */{size}"})
    return first, min(int(high), size - 1) if low and high else size - 1


def conditions_of_reading() -> dict[str, Any]:
    """The environment without If-Match, which is for what is changed: nothing that is read depends on it."""
    return {name: value for name, value in request.environ.items() if name != "HTTP_IF_MATCH"}


def types_taken() -> MIMEAccept:
    """The media types that the client takes, without their parameters: no answer has a type that differs by one."""
    given = request.accept_mimetypes
    return MIMEAccept([(media_type.partition(";")[0].strip(), quality) for media_type, quality in given])


def wants_lines() -> bool:
    """Whether the client prefers JSON Lines to JSON."""
    return types_taken().best_match([JSON, LINES]) == LINES


def require_lines() -> None:
    """Raises Problem 406 for a client that takes no JSON Lines."""
    taken = types_taken()
    if taken and not taken.quality(LINES):
        raise Problem(406, "request.accept", because={"accept": request.headers["Accept"], "types": [LINES]})


def lines_response(lines: Callable[[], Iterable[bytes]], place: str) -> ResponseOf[Any]:
    """A response of JSON Lines about a match at a place, sent as the lines are made; 304 where If-None-Match names it.

    Its tag is not that of JSON.
    """

    def respond(made: Iterable[bytes], status: int, headers: Mapping[str, str]) -> ResponseOf[Any]:
        return ResponseOf(end_lines(made), status, headers, content_type=LINES)

    return tagged_response(f"{place}.lines", lines, respond=respond)


def end_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    return (line + b"\n" for line in lines)
