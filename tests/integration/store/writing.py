"""Writing processes for the tests: `endless DB MATCH` tells what is stored, `fill DB NAME COUNT GATE` ends."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from eventsourcing.persistence import StoredEvent

from service.settings import Address, read_settings
from service.store.group_commit import GroupCommit
from tests.integration.store.counting import add, store_in


def endless(db: Path | Address, match_id: str) -> None:
    with store_in(db) as matches:
        for number in count():
            accepted = add(matches, match_id, 1, f"{os.getpid()}-{number}")
            os.write(1, f"{accepted.version} {os.getpid()}-{number}\n".encode())


def fill(db: Path | Address, name: str, events: int, gate: str) -> None:
    threads = 3
    with store_in(db, gate=gate == "y") as matches:
        together = GroupCommit(matches.recorder.append_many)

        def stream(thread: int) -> None:
            for version in range(1, events // threads + 1):
                together.append(StoredEvent(f"match-{name}-{thread}", version, "action", bytes(40)))

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(stream, range(threads)))


if __name__ == "__main__":
    mode, text, name, *filling = sys.argv[1:]
    db = read_settings({"PRAETOR_DB": text}).db
    if mode == "endless":
        endless(db, name)
    else:
        fill(db, name, int(filling[0]), filling[1])
