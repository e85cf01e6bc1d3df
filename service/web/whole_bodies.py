"""Bodies that come in chunks, with their length told before anybody reads them.

The framework cuts a body without a length at the bound of its route, and says nothing (Werkzeug's `LimitedStream`).
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from flask import Request

from service.web.request_parts import RECORD_BYTES

LENGTH = "CONTENT_LENGTH"
CODING = "HTTP_TRANSFER_ENCODING"
# a server sets it that knows where a body without a length ends
ENDS = "wsgi.input_terminated"


class WholeRequest(Request):
    """A request whose body has a length, so that every bound on it holds: what is longer is refused, none is cut."""

    def __init__(self, environ: dict[str, Any], *args: Any, **named: Any) -> None:
        announce_length(environ)
        super().__init__(environ, *args, **named)


def announce_length(environ: dict[str, Any]) -> None:
    """Give a body in chunks its length, as RFC 9112, 7.1.3 has it; one longer than any may be is told as longer."""
    if CODING not in environ or not environ.get(ENDS):
        return
    body = environ["wsgi.input"].read(RECORD_BYTES + 1)
    del environ[CODING]
    environ |= {LENGTH: str(len(body)), "wsgi.input": BytesIO(body)}
