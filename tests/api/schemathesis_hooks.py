"""What schemathesis is told in Python: which match its lawful ids mean, and how JSON Lines are written."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import schemathesis

MATCH_ID = re.compile("m-[a-z0-9-]{1,60}")
CASE_ID = re.compile("c-[a-z0-9-]{1,60}")


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """A lawful id stands for the match that there is, an unlawful one stays."""
    parameters = case.path_parameters or {}
    if MATCH_ID.fullmatch(str(parameters.get("match_id", ""))):
        parameters["match_id"] = os.environ["PRAETOR_MATCH"]
    if CASE_ID.fullmatch(str(parameters.get("case_id", ""))):
        parameters["case_id"] = os.environ["PRAETOR_CASE"]


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    if isinstance(value, str | bytes):
        return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    return b"\n".join(json.dumps(each).encode() for each in (value if isinstance(value, list) else [value]))
