"""Responses: JSON by msgspec, tagged with the version, 304 for a client that has it already; JSON Lines.

An answer at a place never changes and may be cached; the newest one is revalidated each time. Every answer about a
match depends on who asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any, Generic, TypeVar

import msgspec
from flask import Response, request
from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.wsgi import FileWrapper

from service.web.problems import Problem

JSON = "application/json"
LINES = "application/x-ndjson"
SVG = "image/svg+xml"
QUIET = "default-src 'none'; style-src 'unsafe-inline'"
KEPT = "private, max-age=31536000, immutable"
ASKED_AGAIN = "private, no-cache"
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
    if request.if_none_match.contains(f"{letter}{place}"):
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
    try:
        response.make_conditional(conditions_of_reading(), accept_ranges=True, complete_length=size)
    except RequestedRangeNotSatisfiable:
        response.close()
        raise Problem(416, "request.range", headers={"Content-Range": f"bytes */{size}"}) from None
    return response


def conditions_of_reading() -> dict[str, Any]:
    """The environment without If-Match, which is for what is changed: nothing that is read depends on it."""
    return {name: value for name, value in request.environ.items() if name != "HTTP_IF_MATCH"}


def wants_lines() -> bool:
    """Whether the client prefers JSON Lines to JSON."""
    return request.accept_mimetypes.best_match([JSON, LINES]) == LINES


def require_lines() -> None:
    """Raises Problem 406 for a client that takes no JSON Lines."""
    if request.accept_mimetypes and not request.accept_mimetypes.quality(LINES):
        raise Problem(406, "request.accept", because={"accept": request.headers["Accept"], "types": [LINES]})


def lines_response(lines: Iterable[bytes], place: str) -> ResponseOf[Any]:
    """A response of JSON Lines about a match at a place, sent as the lines are made; its tag is not that of JSON."""
    headers = {"ETag": f'"v{place}.lines"', "Vary": "Authorization, Accept", "Cache-Control": ASKED_AGAIN}
    return ResponseOf(end_lines(lines), 200, headers, content_type=LINES)


def end_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    return (line + b"\n" for line in lines)
