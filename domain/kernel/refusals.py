"""Why a command was refused, as a value; and why a table cannot be written as a position."""

import json
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = object
# what is described to clients: who reads a field of it knows which type it has
JsonObject: TypeAlias = dict[str, Any]


class Refusal(msgspec.Struct, frozen=True):
    """The rule that an answer breaks, with the numbers and names that show it."""

    rule: str
    because: dict[str, Json]
    text: str = ""


class Refused(Exception):
    """What was asked is refused; `refusal` says by which rule and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule} {json.dumps(refusal.because, default=str)}")
        self.refusal = refusal


class NoPosition(LookupError):
    """The table cannot be written as a position now; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule} {refusal.because}")
        self.refusal = refusal
