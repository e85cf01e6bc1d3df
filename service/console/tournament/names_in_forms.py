"""Names that are typed into the forms of an event: one a line, and those of keys.

Read `one_name_a_line`, then `require_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.app.staff_names import judge_meant
from service.console.forms.fields import Field, Given
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.tournament.staff_names import require_head_judges_key

COMMAS = Field("commas", "A comma on a line belongs to the name", "check", needed=False)
KEYLESS = Field("keyless", "No key for the office has the name yet", "check", needed=False)


def one_name_a_line(given: Given, field: str) -> list[str]:
    """The names in a field, one a line. Raises Problem 422 for a line with two names, or what may be two."""
    names = [line.strip() for line in given.get(field, "").splitlines() if line.strip()]
    several = [each for each in names if "," in each]
    if several and "commas" not in given:
        problem = f"“{several[0]}” may be two names: write one a line, or say that the comma belongs to it"
        raise Problem(422, "request.shape", because={"field": field, "problem": problem})
    return names


def require_keys(staff: Mapping[str, str], given: Given, field: str) -> None:
    """Check that each name has a key for its office, since an office goes by the key's name. Raises Problem 422.

    The problem tells of every name without one, and names a key that differs only in spelling, since names are compared
    letter by letter.
    """
    keys = request_context().services.keys
    if "keyless" in given:
        return
    require_head_judges_key(staff, field)
    problems = []
    for name in (each for each in staff if not keys.is_judge(each)):
        alike = judge_meant(keys, name)
        problems.append(f"no judge's key has the name “{name}”{f', but one has “{alike}”' if alike else ''}")
    if problems:
        raise Problem(422, "request.shape", because={"field": field, "problem": "; ".join(problems)})
