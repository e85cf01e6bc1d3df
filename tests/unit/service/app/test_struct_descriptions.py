"""Every struct that a server decodes was described before its first request, by one thread."""

from __future__ import annotations

import subprocess
import sys

from msgspec import Struct

from service.app.struct_descriptions import DESCRIBED, describe_structs

# in a process of its own: a struct that another test has decoded would be described already
SERVED = """
import sys
from pathlib import Path
from tests.api.http.clients import api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console import logs_in

described = []


def watch(frame, event, arg):
    # msgspec asks Python for the annotations; what its Python modules ask for makes no description
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        if "msgspec" not in frame.f_back.f_code.co_filename:
            described.append(str(frame.f_locals["obj"]))


with api_of(Path(sys.argv[1]) / "praetor.db") as api:
    sys.setprofile(watch)
    event = Gathering(api)
    match = event.at_table()
    match.gives("bob", {"type": "pass"})
    case = Dispute(match).opened("alice")
    case.given(event.keys["jan"], "take")
    case.given(event.keys["jan"], "ruling", ruling())
    event.given("jan", "give_time", round=1, table=1, seconds=5, reason="x")
    match.read("/view", match.keys["alice"])
    match.read("/timeline", match.keys["alice"])
    logs_in(api, event.keys["jan"])
    for path in (f"cases/{case.id}", f"matches/{match.id}", f"events/{event.id}"):
        assert api.client.get(f"/console/{path}").status_code == 200
    sys.setprofile(None)
print(described)
"""


def test_a_server_describes_no_struct_in_a_request(tmp_path: object) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SERVED, str(tmp_path)], capture_output=True, text=True, timeout=300, check=False
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, "[]"), ran.stderr


def test_a_struct_that_came_later_is_described_by_the_next_call() -> None:
    class CameLater(Struct):
        number: int

    describe_structs()
    assert CameLater in DESCRIBED
