"""A case as a precedent for readers who may not know its match: the same entries without match, names and seats.

Read `anonymize`. Summary, search, export and page are then made of a case that never had them.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, structs

from domain.judging.cases.case import Case, evolve, initial
from domain.judging.cases.entries import OF_PEOPLE
from domain.match.hash_chain import GENESIS

EMPTIED = frozenset(("match", *OF_PEOPLE, "names", "evidence", "links", "key", "asked"))
KEPT = frozenset(("id", "role", "at", "rules"))


def anonymize(case: Case) -> Case:
    """The case without its match and its people: seats are numbered, others are named by their office.

    It has no hash chain.
    """
    labels = Labels(case)
    found = initial(case.id, bytes(32))
    for entry in case.entries:
        found = evolve(found, structs.replace(labels.without_names(entry), actor=entry.role), GENESIS)
    return found


class Labels:
    """What stands in the place of each name of a case."""

    def __init__(self, case: Case) -> None:
        opening = case.opening
        seats = {seat: f"seat {number}" for number, seat in enumerate(opening.seats, 1)}
        named = {opening.match: "the match"}
        named |= {each.actor: each.role for each in case.entries}
        named |= {getattr(each, name, ""): "a judge" for each in case.entries for name in ("judge", "before")}
        named |= {player: seats.get(seat, "a player") for seat, player in opening.players.items()}
        self._label = {name.casefold(): label for name, label in {**named, **seats}.items() if name}
        listed = "|".join(re.escape(name) for name in sorted(self._label, key=len, reverse=True))
        # a name inside an id or a key is none; of a place (`m-1@42`) the version stays
        self._named = re.compile(rf"{re.escape(opening.match)}@|(?<![\w./-])(?:{listed})(?![\w-])", re.IGNORECASE)

    def without_names(self, value: Any) -> Any:
        """A value with labels in the place of names, in texts too."""
        if isinstance(value, Struct):
            fields = {name: getattr(value, name) for name in value.__struct_fields__ if name not in KEPT}
            found = {
                name: type(each)() if name in EMPTIED else self.without_names(each) for name, each in fields.items()
            }
            return structs.replace(value, **found)
        if isinstance(value, str):
            return self._named.sub(lambda name: self._label.get(name[0].casefold(), ""), value)
        if isinstance(value, dict):
            return {self.without_names(name): self.without_names(each) for name, each in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(self.without_names(each) for each in value)
        return value
