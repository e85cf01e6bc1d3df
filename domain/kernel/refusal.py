"""Why a command was refused, as a value."""

from typing import TypeAlias

import msgspec

Json: TypeAlias = object


class Refusal(msgspec.Struct, frozen=True):
    """The rule that an answer breaks, with the numbers and names that show it."""

    rule: str
    because: dict[str, Json]
    text: str = ""
