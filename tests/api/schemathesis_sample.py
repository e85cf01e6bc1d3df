"""What schemathesis is told in Python for a fair sample of its cases: 1,000 of the 8,000 that it makes by itself.

Each operation gets one lawful and one spoiled value for each of its parameters and for its body; each way to spoil
something is tried once for each place and parameter. `make proof` tries every one, for each field of each body.
"""

from __future__ import annotations

from typing import Any

import schemathesis
from schemathesis.generation.meta import CoveragePhaseData

from tests.api.schemathesis_hooks import before_call as before_call
from tests.api.schemathesis_hooks import lines as lines

MEMBERS = 6
UNIONS = ("Command", "Change", "EventCommand", "Remedy")

tried: set[tuple[Any, ...]] = set()


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    """Of the types that a command or change may be, every so many are kept: all of them are made in the same way."""
    schemas = raw_schema["components"]["schemas"]
    for union in (*(schemas[name] for name in UNIONS), schemas["ResolveManually"]["properties"]["changes"]["items"]):
        among = union["anyOf"]
        kept = among[:: -(-len(among) // MEMBERS)]
        mapping = union["discriminator"]["mapping"]
        places = {each["$ref"] for each in kept}
        union["anyOf"] = kept
        union["discriminator"]["mapping"] = {tag: place for tag, place in mapping.items() if place in places}


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    """Whether a case is the first of its kind, for its operation or at all."""
    about = case.meta.phase.data
    if not isinstance(about, CoveragePhaseData):
        return True
    place = (about.parameter_location, about.parameter)
    kinds = {(case.operation.label, case.meta.generation.mode, *place), (about.scenario, *place)}
    new = not kinds <= tried
    tried.update(kinds)
    return new
