"""The questions of api_docs/analysts.md, in DuckDB over a folder of Parquet files, each in a process of its own."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import msgspec
from msgspec import Struct

from projections.analytics.column_types import views_of
from projections.analytics.schema import all_tables
from service.exports.duckdb_reader import DuckdbReader

GUIDE = Path(__file__).parents[3] / "api_docs" / "analysts.md"
QUESTION = re.compile(r"### (\d+\. .*?)\n.*?```sql\n(.*?)```", re.DOTALL)
AIM_SECONDS, AIM_BYTES = 1.0, 1 << 30


class Asked(Struct):
    """How long each time took by the clock, the seconds of the processor for all, the rows, and the most memory."""

    seconds: list[float]
    worked: float
    rows: int
    peak: int


def questions() -> list[tuple[str, str]]:
    """The questions, each with its SQL."""
    return QUESTION.findall(GUIDE.read_text(encoding="utf-8"))


def tables_read() -> frozenset[str]:
    """The tables that the questions read."""
    text = " ".join(sql for _, sql in questions())
    return frozenset(each.name for each in views_of(all_tables()) if re.search(rf"\b{each.name}\b", text))


def ask(files: Path, sql: str, times: int) -> Asked:
    """Ask a question so many times in this process. Returns what it took; the memory is that of the whole process."""
    seconds, rows = [], 0
    with closing(DuckdbReader(files)) as reader:
        before = process_time()
        for _ in range(times):
            began = perf_counter()
            rows = len([*reader.query(sql).rows])
            seconds.append(perf_counter() - began)
        worked = process_time() - before
    return Asked(seconds, worked, rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def ask_in_child(files: Path, sql: str, times: int) -> Asked:
    """Ask a question in a new process."""
    command = (sys.executable, "-m", __name__, str(files), sql, str(times))
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return msgspec.json.decode(answer, type=Asked)


def report_questions(files: Path, times: int, asked_for: list[tuple[str, str]]) -> Iterator[str]:
    """Ask questions. Returns a line for each."""
    for name, sql in asked_for:
        asked = ask_in_child(files, sql, times)
        least, worked = min(asked.seconds), asked.worked / times
        is_well = least < AIM_SECONDS and asked.peak < AIM_BYTES
        yield (
            f"{name}: least {least:.2f} s, median {median(asked.seconds):.2f} s by the clock, {worked:.2f} s of work,"
            f" peak {asked.peak / (1 << 20):,.0f} MiB, {asked.rows} rows{'' if is_well else ' (aim: < 1 s, < 1 GiB)'}"
        )


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(ask(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
