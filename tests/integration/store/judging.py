"""A process for the tests that moves cases without end: `python -m tests.integration.store.judging DB MATCH`.

Each line that it writes is a case that was opened or closed, with the version of the match that it was told.
"""

import os
import sys
from itertools import count
from pathlib import Path

from domain.judging.cases import commands as m
from domain.match.envelope import Actor
from service.settings import Address, Settings, read_settings
from service.wiring import services_of


def endless(db: Path | Address, match_id: str) -> None:
    services = services_of(Settings(db=db))
    seats = services.matches.fresh(match_id).table.seats
    for number in count():
        case_id = f"c-{os.getpid()}-{number}"
        services.cases.open(case_id, m.Open(match_id), by=Actor(seats[0], "seat"), key="open")
        os.write(1, f"opened {case_id}\n".encode())
        for seat in seats:
            services.cases.move(case_id, m.Withdraw(), by=Actor(seat, "seat"), key=f"withdraw {seat}")
        os.write(1, f"closed {case_id}\n".encode())


if __name__ == "__main__":
    _, text, name = sys.argv
    endless(read_settings({"PRAETOR_DB": text}).db, name)
