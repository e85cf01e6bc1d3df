"""What is below the application: bytes that are no request, or more than any request may have, as problems.

Read `fault_of`. A problem says what was found and what holds, and has nothing of what the client sent: it may be a key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gunicorn.http import errors  # type: ignore[import-untyped]

from service.server.request_buffer import HEAD_BYTES, LateRequest, TooLarge
from service.web.problems import Problem

# what gunicorn holds to unless it is told otherwise
LINE_BYTES, HEADER_BYTES, HEADERS = 4094, 8190, 100

# what is wrong with a header that may stand once, or in one form
HEADER_WORDS = {
    "CONTENT-LENGTH": (
        "Content-Length",
        "Content-Length is a number in digits, stands once, and not beside Transfer-Encoding",
    ),
    "TRANSFER-ENCODING": (
        "Transfer-Encoding",
        "Transfer-Encoding is chunked, once and last, and only in HTTP/1.1",
    ),
    "HOST": ("Host", "Host stands once"),
    "CONTENT-TYPE": ("Content-Type", "Content-Type stands once"),
}
# what the messages of gunicorn say is too large
HEAD_LIMITS: dict[str, dict[str, Any]] = {
    "limit request headers fields": {"of": "number of headers", "most": HEADERS},
    "limit request headers fields size": {"of": "header", "most": HEADER_BYTES},
}
WORDS: dict[type[Exception], str] = {
    errors.InvalidRequestLine: "the first line is not: method, address, HTTP/1.1",
    errors.InvalidRequestMethod: "the first line begins with no method",
    errors.InvalidHTTPVersion: "the first line does not end with HTTP/1.0 or HTTP/1.1",
    errors.InvalidHeaderName: "a header has a name that is none",
    errors.InvalidHeader: "a line of the head is no header",
    errors.ObsoleteFolding: "a header goes on in a second line",
    errors.InvalidSchemeHeaders: "the headers of a proxy contradict each other",
    errors.InvalidChunkSize: "a chunk does not begin with its length in hexadecimal digits",
    errors.ChunkMissingTerminator: "a chunk has not the length that it says",
    errors.InvalidChunkExtension: "the first line of a chunk has an extension that is none",
    errors.NoMoreData: "the request ends before it is whole",
    errors.ParseException: "the bytes are no request of HTTP",
}


def no_http_problem(error: Exception) -> Problem:
    """The problem of bytes that are no request."""
    header, said = HEADER_WORDS.get(str(getattr(error, "hdr", "")), ("", ""))
    words = said or next(WORDS[kind] for kind in type(error).__mro__ if kind in WORDS)
    because = {"problem": words, **({"header": header} if header else {})}
    return Problem(400, "request.malformed", f"not HTTP: {words}", because)


def size_problem(error: TooLarge) -> Problem:
    """The problem of a body with more bytes than the largest that is taken."""
    because = {"of": "body", "most": error.most, **({} if error.given is None else {"given": error.given})}
    what = "the body of a request" if error.given is not None else "a body that does not announce its length"
    return Problem(413, "request.too-large", f"{what} may have {error.most} bytes at most", because)


def head_problem(error: Exception) -> Problem:
    because = HEAD_LIMITS.get(str(error), {"of": "head", "most": HEAD_BYTES})
    return Problem(431, "request.too-large", because=because)


FAULTS: Mapping[type[Exception], Callable[[Any], Problem]] = {
    LateRequest: lambda error: Problem(408, "request.late"),
    TooLarge: size_problem,
    errors.LimitRequestLine: lambda error: Problem(
        414, "request.too-large", because={"of": "request line", "most": LINE_BYTES}
    ),
    errors.ExpectationFailed: lambda error: Problem(
        417, "request.expectation", because={"header": "Expect", "known": ["100-continue"]}
    ),
    errors.LimitRequestHeaders: head_problem,
    errors.UnsupportedTransferCoding: lambda error: Problem(
        501, "request.coding", because={"header": "Transfer-Encoding", "known": ["chunked"]}
    ),
    errors.ParseException: no_http_problem,
    errors.NoMoreData: no_http_problem,
}


def fault_of(error: Exception, request_id: str) -> Problem:
    """The problem of an error below the application; of one of the service itself the log says more, by the id."""
    kind = next((kind for kind in type(error).__mro__ if kind in FAULTS), None)
    return Problem(500, "request.failed", because={"request": request_id}) if kind is None else FAULTS[kind](error)
