"""If-Match, one header in three forms: what each names, how the document describes it, how a request gives it.

A command names the wait that it answers, `"w41"`. A change of a branch names how long the branch was, `"d2"`. A remedy
names the version of the match that its preview was made at, `"v57"`.
"""

from __future__ import annotations

import re
from typing import Any

from flask import request
from msgspec import Struct

from service.web.problems import Problem

HEADER = "If-Match"


class Precondition(Struct, frozen=True):
    """A form of If-Match: its letter, the numbers that may follow, what they name, and an example.

    `more` is what the tag of a read has after the number: such a tag may be sent as it is, and only the number counts.
    """

    letter: str
    numbers: str
    names: str
    example: str
    more: str = ""

    @property
    def parameter(self) -> dict[str, Any]:
        """The header as the API document describes it."""
        return {
            "name": HEADER,
            "in": "header",
            "required": False,
            "description": (
                f"The request names {self.description}. `428` means that the header is missing, `412` that it has"
                " another form or number."
            ),
            "schema": {"type": "string", "pattern": f'^"{self.letter}{self.numbers}{self.more}"$'},
            "example": self.example,
        }

    @property
    def description(self) -> str:
        """The form in words."""
        return f"{self.names}, as `{self.example}`"

    def header_sent(self) -> str | None:
        """The If-Match of the request, if it has one."""
        return request.headers.get(HEADER)

    def missing_problem(self, example: str = "") -> Problem:
        """The problem of a request without the header; `example` is a value that would hold now."""
        return Problem(
            428, "request.no-precondition", f"{HEADER} is {self.description}", {"example": example or self.example}
        )

    def number(self, header: str, **now: object) -> int:
        """The number that a header names. Raises Problem 412, which says what would be right (`now`)."""
        found = re.fullmatch(f'"{self.letter}({self.numbers}){self.more}"', header.strip())
        if found is None:
            because = {"given": header, "example": self.example, **now}
            raise Problem(412, "request.precondition", f"{HEADER} is {self.description}", because)
        return int(found[1])

    def require_number(self) -> int:
        """The number that the request names; raises Problem 428, 412."""
        header = self.header_sent()
        if header is None:
            raise self.missing_problem()
        return self.number(header)


WAIT = Precondition(
    "w", "(?:0|[1-9][0-9]{0,8})", "the wait that the command answers (none for a command listed in `always`)", '"w41"'
)
LENGTH = Precondition(
    "d",
    "(?:0|[1-9][0-9]{0,3})",
    "the number of things done on the branch so far",
    '"d2"',
    r"(?:\.[a-z0-9.-]{1,100})?",
)
VERSION = Precondition("v", "[1-9][0-9]{0,8}", "the version of the match that the preview was made at", '"v57"')
FORMS = (WAIT, LENGTH, VERSION)
