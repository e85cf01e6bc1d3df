"""The bytes of a client, cut into whole requests before a thread works for one.

Read `RequestBuffer`: bytes are added as they arrive; `whole_request` gives the next request once its head and its body
are there. This module only finds where each ends; gunicorn's own parsers read them.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from gunicorn.http.body import Body, ChunkedReader  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidChunkSize,
    InvalidHeader,
    LimitRequestHeaders,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.http.message import Request  # type: ignore[import-untyped]
from gunicorn.http.unreader import Unreader  # type: ignore[import-untyped]

LINE_END = b"\r\n"
HEAD_END = b"\r\n\r\n"
BARE_LINE_END = re.compile(rb"(?<!\r)\n")
HEAD_BYTES = 64 << 10
BODY_BYTES = 64 << 20
# the most that a body may hold whose length is not announced
CHUNKED_BYTES = 1 << 20
LINE_BYTES = 4096
# the codings of a body that are undone here: gunicorn's parser takes compressed ones too, and leaves them as they are
CODINGS = frozenset(("chunked", "identity"))


class TooLarge(ParseException):  # type: ignore[misc]
    """A body that is larger than the largest that is accepted; `given` is None where its length is not announced."""

    def __init__(self, most: int, given: int | None = None) -> None:
        super().__init__()
        self.most = most
        self.given = given


class LateRequest(ParseException):  # type: ignore[misc]
    """A request that has not arrived whole in time."""


class ArrivedBytes(Unreader):  # type: ignore[misc]
    """Bytes that have all arrived, in the form that gunicorn's parsers read."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._source = BytesIO(data)

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next piece; empty at the end."""
        return self._source.read(max(LINE_BYTES, size_hint or 0))


class MeasuredBody:
    """A body whose head gives its length."""

    def __init__(self, length: int) -> None:
        if length > BODY_BYTES:
            raise TooLarge(BODY_BYTES, length)
        self.most = length

    def end(self, data: bytearray) -> int | None:
        """The position where the body ends; None while it has not all come."""
        return self.most if len(data) >= self.most else None

    def readable(self, _: Request, sent: bytes) -> Any:
        """The body as a file."""
        return BytesIO(sent)


class ChunkedBody:
    """A body in chunks, each with its own length."""

    most = CHUNKED_BYTES

    def __init__(self) -> None:
        self._chunk = 0

    def end(self, data: bytearray) -> int | None:
        """The position where the body ends; None while it has not all come. Raises TooLarge, InvalidChunkSize."""
        while (line := data.find(LINE_END, self._chunk)) >= 0:
            if (size := chunk_size(data[self._chunk : line])) == 0:
                return after_trailers(data, line)
            self._chunk = line + len(LINE_END) + size + len(LINE_END)
            if self._chunk > CHUNKED_BYTES:
                raise TooLarge(CHUNKED_BYTES)
        if len(data) - self._chunk > LINE_BYTES:
            raise InvalidChunkSize(b"a line without an end")
        return None

    def readable(self, request: Request, sent: bytes) -> Any:
        """The body as a file, of which reading raises ParseException."""
        return Body(ChunkedReader(request, ArrivedBytes(sent)))


def chunk_size(line: bytearray) -> int:
    """The length that the first line of a chunk gives. Raises InvalidChunkSize."""
    digits = bytes(line.partition(b";")[0]).strip()
    if not 0 < len(digits) <= 16 or digits.strip(b"0123456789abcdefABCDEF"):
        raise InvalidChunkSize(digits)
    return int(digits, 16)


def after_trailers(data: bytearray, line: int) -> int | None:
    """The position after the trailers of a body with chunks; None while they have not all come.

    Raises LimitRequestHeaders where they are too long.
    """
    end = data.find(HEAD_END, line)
    if end < 0 and len(data) - line > HEAD_BYTES:
        raise LimitRequestHeaders("trailers")
    return None if end < 0 else end + len(HEAD_END)


def refuse_transfer_codings(request: Request) -> None:
    """Raises UnsupportedTransferCoding for a body in a coding that nobody would undo."""
    given = (each for name, value in request.headers if name == "TRANSFER-ENCODING" for each in value.split(","))
    if other := next((each for each in given if each.strip(" \t").lower() not in CODINGS), None):
        raise UnsupportedTransferCoding(other)


class RequestBuffer:
    """The bytes of a connection that are not answered yet."""

    def __init__(self, config: Any, client: Any) -> None:
        self._config = config
        self._client = client
        self._data = bytearray()
        self._searched = 0
        self._requests = 0
        self._request: Request | None = None
        self._body: MeasuredBody | ChunkedBody = MeasuredBody(0)

    @property
    def has_begun(self) -> bool:
        """Whether a request has begun to arrive."""
        return self._request is not None or bool(self._data)

    @property
    def request(self) -> Request | None:
        """The request whose head has arrived, and not yet all of its body."""
        return self._request

    @property
    def received_size(self) -> int:
        """How many bytes have arrived."""
        return len(self._data)

    @property
    def announced_size(self) -> int:
        """How many bytes the request that arrives may come to."""
        return HEAD_BYTES + self._body.most

    def add(self, data: bytes) -> None:
        """Add bytes that have arrived."""
        self._data += data

    def asks_to_go_on(self) -> bool:
        """Whether the client waits for `100 Continue` before it sends the body; True once for a request."""
        if self._request is None or not self._request._expected_100_continue:
            return False
        self._request._expected_100_continue = False
        return True

    def whole_request(self) -> Request | None:
        """The next request once it is all there. Raises ParseException for bytes that are none."""
        if self._request is None:
            self._read_head()
        if self._request is None or (end := self._body.end(self._data)) is None:
            return None
        request = self._request
        request.body = self._body.readable(request, self._take(end))
        self._request, self._body = None, MeasuredBody(0)
        # it is all there: nobody waits for a word any more
        request._expected_100_continue = False
        return request

    def _read_head(self) -> None:
        # an empty line before a request is to be passed over (RFC 9112, 2.2)
        while not self._searched and self._data.startswith(LINE_END):
            del self._data[: len(LINE_END)]
        end = self._data.find(HEAD_END, self._searched)
        if end < 0:
            self._search_on()
            return
        if end > HEAD_BYTES:
            raise LimitRequestHeaders("head")
        self._requests += 1
        self._searched = 0
        self._request = Request(
            self._config, ArrivedBytes(self._take(end + len(HEAD_END))), self._client, self._requests
        )
        refuse_transfer_codings(self._request)
        reader = self._request.body.reader
        self._body = ChunkedBody() if isinstance(reader, ChunkedReader) else MeasuredBody(reader.length)

    def _search_on(self) -> None:
        if len(self._data) > HEAD_BYTES:
            raise LimitRequestHeaders("head")
        if BARE_LINE_END.search(self._data, self._searched):
            raise InvalidHeader("a line that ends without a carriage return")
        # the end may lie across two arrivals
        self._searched = max(0, len(self._data) - len(HEAD_END) + 1)

    def _take(self, size: int) -> bytes:
        taken = bytes(self._data[:size])
        del self._data[:size]
        return taken
