"""Requests cut out of what a client sends: however it arrives, each is there once, whole, as gunicorn reads it."""

import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidChunkSize,
    InvalidHeader,
    LimitRequestHeaders,
    ParseException,
)

from service.server.request_buffer import BODY_BYTES, CHUNKED_BYTES, HEAD_BYTES, RequestBuffer, TooLarge

CLIENT = ("127.0.0.1", 1)
PLAIN = b"GET /one?a=b HTTP/1.1\r\nHost: x\r\n\r\n"
SIZED = b"POST /two HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n\r\n\r\nab"
CHUNKED = (
    b"POST /three HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"6;name=value\r\n\r\n\r\nab\r\n1\r\nc\r\n0\r\nX-End: one\r\n\r\n"
)
FOUND = [("GET", "/one", b""), ("POST", "/two", b"\r\n\r\nab"), ("POST", "/three", b"\r\n\r\nabc")]


def requests_of(buffer: RequestBuffer) -> list[tuple[str, str, bytes]]:
    """The requests that have come whole."""
    found = []
    while request := buffer.whole_request():
        found.append((request.method, request.path, request.body.read()))
    return found


def test_a_head_may_be_as_large_as_is_said() -> None:
    """`request.too-large` says how many headers, and how long each."""
    for head in (b"A: x\r\n" * 100, (b"A: " + b"x" * 8185 + b"\r\n") * 7):
        buffer = RequestBuffer(Config(), CLIENT)
        buffer.add(b"GET / HTTP/1.1\r\n" + head + b"\r\n")
        assert len(requests_of(buffer)) == 1


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_requests_are_the_same_in_whatever_pieces_they_arrive(size: int) -> None:
    buffer, sent, found = RequestBuffer(Config(), CLIENT), PLAIN + SIZED + b"\r\n" + CHUNKED + PLAIN, []
    for at in range(0, len(sent), size):
        buffer.add(sent[at : at + size])
        found += requests_of(buffer)
    assert found == [*FOUND, FOUND[0]]
    assert not buffer.has_begun


@pytest.mark.parametrize("request_sent", [PLAIN, SIZED, CHUNKED])
def test_no_request_is_whole_before_its_last_byte(request_sent: bytes) -> None:
    buffer = RequestBuffer(Config(), CLIENT)
    buffer.add(request_sent[:-1])
    assert requests_of(buffer) == []
    assert buffer.has_begun
    buffer.add(request_sent[-1:])
    assert len(requests_of(buffer)) == 1


def test_a_client_that_waits_for_a_word_is_told_once_to_go_on() -> None:
    buffer = RequestBuffer(Config(), CLIENT)
    buffer.add(b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
    assert not requests_of(buffer)
    assert [buffer.asks_to_go_on() for _ in range(2)] == [True, False]


CHUNKS = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        (b"GET / HTTP/1.1\r\nA: " + b"x" * HEAD_BYTES, LimitRequestHeaders),
        (b"GET / HTTP/1.1\r\n" + (b"A: " + b"x" * 1000 + b"\r\n") * 70 + b"\r\n", LimitRequestHeaders),
        (b"GET / HTTP/1.1\r\n" + b"A: x\r\n" * 101 + b"\r\n", LimitRequestHeaders),
        (b"GET / HTTP/1.1\r\nA: " + b"x" * 8190 + b"\r\n\r\n", LimitRequestHeaders),
        (b"GET / HTTP/1.1\n\n", InvalidHeader),
        (b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (BODY_BYTES + 1), TooLarge),
        (CHUNKS + b"%x\r\n" % CHUNKED_BYTES, TooLarge),
        (CHUNKS + b"-1\r\n", InvalidChunkSize),
        (CHUNKS + b"1" * 5000, InvalidChunkSize),
        (CHUNKS + b"0\r\n" + b"x" * (HEAD_BYTES + 1), LimitRequestHeaders),
        (b"\x16\x03\x01\r\n\r\n", ParseException),
    ],
)
def test_what_is_no_request_or_too_large_is_refused_before_it_is_held(sent: bytes, error: type[Exception]) -> None:
    buffer = RequestBuffer(Config(), CLIENT)
    buffer.add(sent)
    with pytest.raises(error):
        buffer.whole_request()
