"""The guide to events: its console blocks, run again with bash against a store and a server of their own.

`python -m tests.api.event_guide` writes api_docs/events.md anew with what is answered today. Times and the ids of
entries are the only things that differ from run to run; they are shown as one and the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from werkzeug.serving import make_server

from service.migrate import migrate
from service.settings import Settings
from service.web.app import create_app
from service.wiring import services_of
from tests.api.cli import ROOT
from tests.api.http.guide import BLOCK, answered, commands, folder_of_guide

GUIDE = ROOT / "api_docs" / "events.md"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
ID = re.compile(r'"id":"[0-9a-f]{20}"')


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server on a store in a folder; its address."""
    settings = Settings(db=folder / "praetor.db")
    migrate(settings)
    services = services_of(settings)
    server = make_server("127.0.0.1", 0, create_app(services), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        services.close()


def run_again(text: str) -> str:
    """The text with every console block as its commands are answered today."""
    with folder_of_guide() as folder, served(folder) as address:
        blocks = [commands(block) for block in BLOCK.findall(text)]
        answers = iter(answered([line for block in blocks for line in block], folder, address))
        return BLOCK.sub(
            lambda block: "".join(f"{each}\n{settled(next(answers))}" for each in commands(block.group())), text
        )


def settled(answer: str) -> str:
    """An answer with one time and one id in place of those that differ from run to run."""
    return ID.sub(f'"id":"{"0" * 20}"', TIME.sub("2026-01-02T18:00:00Z", answer))


if __name__ == "__main__":
    GUIDE.write_text(run_again(GUIDE.read_text()))
