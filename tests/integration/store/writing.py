"""Writing processes for the tests: `endless DB MATCH` tells what is stored, `fill DB NAME COUNT` ends."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from eventsourcing.persistence import StoredEvent

from service.store.together import Together
from tests.integration.store.counting import add, store_in


def endless(path: Path, match_id: str) -> None:
    with store_in(path) as matches:
        for number in count():
            accepted = add(matches, match_id, 1, f"{os.getpid()}-{number}")
            os.write(1, f"{accepted.version} {os.getpid()}-{number}\n".encode())


def fill(path: Path, name: str, events: int) -> None:
    threads = 3
    with store_in(path) as matches:
        together = Together(matches.recorder.append_many)

        def stream(thread: int) -> None:
            for version in range(1, events // threads + 1):
                together.append(StoredEvent(f"match-{name}-{thread}", version, "action", bytes(40)))

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(stream, range(threads)))


if __name__ == "__main__":
    mode, file, name, *events = sys.argv[1:]
    if mode == "endless":
        endless(Path(file), name)
    else:
        fill(Path(file), name, int(events[0]))
