"""A case as a precedent for readers who may not know its match: the same entries without match, names and seats.

Read `anonymize`. Summary, search, export and page are then made of a case that never had them.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import structs

from domain.judging.cases.case import Case, evolve, initial
from domain.judging.cases.entries import OF_PEOPLE, AppealAnswered, RulingGiven
from domain.judging.remedies.kinds import remedy_of
from domain.kernel.formats.renaming import Renaming
from domain.kernel.refusals import JsonObject
from domain.match.aggregate import Refused
from domain.match.hash_chain import GENESIS

# `facts` and `report` of a preview are for who may know the match
EMPTIED = frozenset(("match", *OF_PEOPLE, "names", "evidence", "links", "key", "asked", "facts", "report"))


def anonymize(case: Case) -> Case:
    """The case without its match and its people: seats are numbered, others are named by their office.

    It has no hash chain.
    """
    labels = Labels(case)
    found = initial(case.id, bytes(32))
    for entry in case.entries:
        found = evolve(found, labels.without_names(entry), GENESIS)
    return found


class Labels:
    """What stands in the place of each name of a case: in a field of a seat, and in words of people."""

    def __init__(self, case: Case) -> None:
        opening = case.opening
        seats = {seat: f"seat {number}" for number, seat in enumerate(opening.seats, 1)}
        named = {each.actor: each.role for each in case.entries}
        named |= {getattr(each, name, ""): "a judge" for each in case.entries for name in ("judge", "before")}
        named |= {player: seats.get(seat, "a player") for seat, player in opening.players.items()}
        # a number is a number in words, also where a seat is called so
        told = {name: label for name, label in {**named, **seats}.items() if any(map(str.isalpha, name))}
        self._label = {name.casefold(): label for name, label in {opening.match: "the match", **told}.items()}
        listed = "|".join(re.escape(name) for name in sorted(self._label, key=len, reverse=True))
        # a name inside an id or a key is none; of a place (`m-1@42`) the version stays
        self._named = re.compile(rf"{re.escape(opening.match)}@|(?<![\w./-])(?:{listed})(?![\w-])", re.IGNORECASE)
        self._renaming = Renaming(
            seat=lambda seat: seats.get(seat, seat),
            player=lambda player: self._label.get(player.casefold(), "a player"),
            words=self.words,
        )

    def words(self, text: str) -> str:
        """Words of people with labels in the place of names."""
        return self._named.sub(lambda name: self._label.get(name[0].casefold(), ""), text)

    def without_names(self, entry: Any) -> Any:
        """An entry with labels in the place of names, in words too."""
        emptied = {name: type(getattr(entry, name))() for name in EMPTIED.intersection(entry.__struct_fields__)}
        found = self._renaming.struct(structs.replace(entry, actor=entry.role, **emptied))
        if isinstance(found, (RulingGiven, AppealAnswered)) and found.ruling is not None:
            ruling = structs.replace(found.ruling, evidence=(), remedy=self.remedy(found.ruling.remedy))
            return structs.replace(found, ruling=ruling)
        return structs.replace(found, remedy=self.remedy(found.remedy)) if hasattr(found, "remedy") else found

    def remedy(self, remedy: JsonObject) -> JsonObject:
        """A remedy with labels in the place of its seats; its kind alone where it has another form by now."""
        if not remedy:
            return remedy
        kind = {"kind": remedy.get("kind")}
        try:
            _, asked = remedy_of(remedy)
        except Refused:
            return kind
        return {**kind, **without_tag(msgspec.to_builtins(self._renaming.struct(asked)))}


def without_tag(plain: JsonObject) -> JsonObject:
    """The fields of a remedy without the type that it is stored under."""
    return {name: value for name, value in plain.items() if name != "type"}
