"""The guide for judges: its dispute, run again with bash and curl against a server of its own.

`python -m tests.api.http.judges_guide` writes api_docs/judges.md anew with what is answered today. The times of cases
and the ids of their entries differ from run to run; they are shown as one and the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from tests.api.cli import ROOT
from tests.api.http import guide

GUIDE = ROOT / "api_docs" / "judges.md"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z")
ID = re.compile(r'("id": ?)"[0-9a-f]{20}"')
ROW = re.compile(r"\| \d+ \|.*")
QUOTED = re.compile(r"`([^`]+)`")


class Row(Struct, frozen=True):
    """A question or an action: its number, where it is found - methods with paths, pages, tests - and what is said."""

    number: int
    calls: tuple[tuple[str, str], ...]
    pages: tuple[str, ...]
    tests: tuple[str, ...]
    remark: str


def run_again(text: str) -> str:
    """The text with every console block as its commands are answered today."""
    return ID.sub(rf'\1"{"0" * 20}"', TIME.sub(guide.CLOCK, guide.run_again(text)))


def rows(text: str) -> Iterator[Row]:
    """The rows of the tables."""
    for line in ROW.findall(text):
        number, _, calls, pages, tests, remark = (each.strip() for each in line.strip("|").split("|"))
        named = tuple((method, path) for method, path in map(str.split, QUOTED.findall(calls)))
        yield Row(int(number), named, tuple(QUOTED.findall(pages)), tuple(QUOTED.findall(tests)), f"{pages} {remark}")


if __name__ == "__main__":
    GUIDE.write_text(run_again(GUIDE.read_text()))
