"""Two hundred clients that send half a request, nothing, or read nothing: play goes on meanwhile."""

import socket
from contextlib import ExitStack, closing
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlsplit

from service.tools.client import Dice, Service, expected_body, play_seats
from tests.api.serving import serving

HALVES = (
    b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
    b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
    b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n",
    b"",
)
CLIENTS = 200
COMMANDS = 30


def test_two_hundred_slow_clients_do_not_stop_a_match(tmp_path: Path) -> None:
    with serving(tmp_path / "praetor.db", tmp_path) as served, ExitStack() as stack:
        address = urlsplit(served.url)
        for half in islice(cycle(HALVES), CLIENTS):
            slow = stack.enter_context(socket.create_connection((address.hostname, address.port), timeout=60))
            slow.sendall(half)
        with closing(Service(served.url)) as client:
            opened = served.opened("beside")
            answered = list(islice(play_seats(client, opened, Dice("slow")), COMMANDS))
            assert [answer.status for answer in answered] == [201] * COMMANDS
            expected_body(client.request("GET", "/healthz", ""), 200)
            # not one had to be sent a second time: nothing was lost and nobody waited out a timeout
            assert client.repeats == 0
