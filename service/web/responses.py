"""Responses: JSON by msgspec, tagged with the version, 304 for a client that has it already; JSON Lines.

An answer at a place never changes and may be cached; the newest one is revalidated each time. Every answer about a
match depends on who asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from flask import Response, request

JSON = "application/json"
LINES = "application/x-ndjson"
SVG = "image/svg+xml"
QUIET = "default-src 'none'; style-src 'unsafe-inline'"
KEPT = "private, max-age=31536000, immutable"
ASKED_AGAIN = "private, no-cache"
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
    """A response that stays the same until the service restarts, tagged by its bytes; 304 to a client that has it.

    If-Match is for what is changed: nothing that is read depends on it.
    """
    response.add_etag()
    response.headers["Cache-Control"] = FOR_EVERYBODY
    response.make_conditional({name: value for name, value in request.environ.items() if name != "HTTP_IF_MATCH"})
    return response


def wants_lines() -> bool:
    """Whether the client prefers JSON Lines to JSON."""
    return request.accept_mimetypes.best_match([JSON, LINES]) == LINES


def lines_response(lines: Iterable[bytes], place: str) -> ResponseOf[Any]:
    """A response of JSON Lines about a match at a place, sent as the lines are made; its tag is not that of JSON."""
    headers = {"ETag": f'"v{place}.lines"', "Vary": "Authorization, Accept", "Cache-Control": ASKED_AGAIN}
    return ResponseOf(end_lines(lines), 200, headers, content_type=LINES)


def end_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    return (line + b"\n" for line in lines)
