"""A case for readers who are not told its people: the same entries with labels in the place of names.

`anonymize` is for who may not know the match either, `without_people` for who knows it, and not who plays. Summary,
search, export and page are then made of a case that never had the names.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from domain.games import GAMES
from domain.judging.cases.case import Case, evolve, initial
from domain.judging.cases.commands import JUDGING
from domain.judging.cases.entries import OF_PEOPLE, AppealAnswered, PreviewMade, RulingGiven
from domain.judging.remedies.kinds import remedy_of
from domain.judging.remedies.rewind import RewindEffects
from domain.kernel.catalogue import union_of
from domain.kernel.formats.renaming import TypedRenaming
from domain.kernel.refusals import JsonObject
from domain.match.aggregate import Refused
from domain.match.hash_chain import GENESIS

KEYS = frozenset(("key", "asked"))
# of a match that may not be known; what a preview tells of it is emptied too
OF_MATCH = frozenset(("match", "names", "evidence", "links", "facts", "report"))
A_PLAYER, A_JUDGE = "a player", "a judge"


class PlaceOfName(NamedTuple):
    """Where a name stands in a text, and what stands there instead."""

    begin: int
    end: int
    label: str


Spoken = Callable[[str], Iterable[PlaceOfName]]


def nowhere(text: str) -> Iterable[PlaceOfName]:
    """No place."""
    return ()


def anonymize(case: Case, others: Mapping[str, str] | None = None, spoken: Spoken = nowhere) -> Case:
    """The case without its match and its people: seats are numbered, others are named by their office.

    `others` labels people whom the case itself does not name; `spoken` finds more names in words of people, in order.
    The case has no hash chain.
    """
    labels = CaseLabels(case, others or {}, spoken, numbered=case.opening.seats)
    return rewritten_case(case, labels, OF_MATCH)


def without_people(case: Case, others: Mapping[str, str], spoken: Spoken, numbered: Iterable[str] = ()) -> Case:
    """The case of a known match without the names of its people; only the seats in `numbered` are called otherwise."""
    return rewritten_case(case, CaseLabels(case, others, spoken, numbered=numbered), frozenset())


def rewritten_case(case: Case, labels: CaseLabels, emptied: frozenset[str]) -> Case:
    found = initial(case.id, bytes(32))
    for entry in case.entries:
        found = evolve(found, labels.without_names(entry, emptied), GENESIS)
    return found


def people_labels(case: Case) -> dict[str, str]:
    """What stands for each person whom a case names: players by the numbers of their seats, others by their office."""
    opening = case.opening
    named = {each.actor: each.role for each in case.entries if each.actor not in opening.seats}
    named |= {getattr(each, name, ""): A_JUDGE for each in case.entries for name in ("judge", "before")}
    seats = seat_labels(case)
    named |= dict.fromkeys(case.players_then, A_PLAYER)
    named |= {player: seats.get(seat, A_PLAYER) for seat, player in opening.players.items()}
    return {name: label for name, label in named.items() if name}


def staff_label(office: str) -> str:
    """What stands for somebody of the staff, by their office."""
    return A_JUDGE if office in JUDGING else office


def seat_labels(case: Case) -> dict[str, str]:
    """The number of each seat, in words."""
    return {seat: f"seat {number}" for number, seat in enumerate(case.opening.seats, 1)}


class CaseLabels:
    """What stands in the place of each name of a case: in a field of a seat, and in words of people."""

    def __init__(self, case: Case, others: Mapping[str, str], spoken: Spoken, *, numbered: Iterable[str]) -> None:
        opening, labels = case.opening, seat_labels(case)
        seats = {seat: labels[seat] for seat in numbered}
        # a number is a number in words, also where somebody is called so
        said = {name: label for name, label in {**others, **people_labels(case), **seats}.items() if has_letters(name)}
        if set(opening.seats) <= seats.keys():
            said[opening.match] = "the match"
        self._game = opening.game
        self._spoken = spoken
        self._label = {name.casefold(): label for name, label in said.items()}
        listed = "|".join(re.escape(name) for name in sorted(self._label, key=len, reverse=True))
        place = rf"{re.escape(opening.match)}@|" if opening.match in said else ""
        # a name inside an id or a key is none; of a place (`m-1@42`) the version stays
        self._named = re.compile(rf"{place}(?<![\w./-])(?:{listed})(?![\w-])", re.IGNORECASE) if listed else None
        self._renaming = TypedRenaming(
            seat=lambda seat: seats.get(seat, seat),
            player=lambda player: self._label.get(player.casefold(), A_PLAYER),
            words=self.label_words,
        )

    def label_words(self, text: str) -> str:
        """The words of people with labels in the place of names; a label that was put in is no name."""
        whole, last = "", 0
        for place in self._places(text):
            whole += text[last : place.begin] + place.label
            last = place.end
        return whole + text[last:]

    def _places(self, text: str) -> Iterator[PlaceOfName]:
        """Where names stand in a text, in order.

        Of two that overlap this is the first, of two that begin at one place the longer.
        """
        spoken, last = deque(sorted(self._spoken(text))), 0
        named = self._next_named(text, last)
        while True:
            while spoken and spoken[0].begin < last:
                spoken.popleft()
            if named is not None and named.begin < last:
                named = self._next_named(text, last)
            found = [each for each in (spoken[0] if spoken else None, named) if each is not None]
            if not found:
                return
            place = min(found, key=lambda each: (each.begin, -each.end))
            yield place
            last = place.end

    def _next_named(self, text: str, begin: int) -> PlaceOfName | None:
        """The next place of a name that the case has, as it is written there."""
        found = self._named.search(text, begin) if self._named is not None else None
        return PlaceOfName(*found.span(), self._label.get(found[0].casefold(), "")) if found is not None else None

    def without_names(self, entry: Any, emptied: frozenset[str]) -> Any:
        """An entry with labels in the place of names, in words too; those fields are emptied."""
        gone = (KEYS | frozenset(OF_PEOPLE) | emptied).intersection(entry.__struct_fields__)
        made = structs.replace(entry, actor=entry.role, **{name: type(getattr(entry, name))() for name in gone})
        found = self._renaming.struct(made)
        if isinstance(found, PreviewMade):
            found = structs.replace(found, facts=self.facts(found.facts), report=self.report(found.report))
        if isinstance(found, (RulingGiven, AppealAnswered)) and found.ruling is not None:
            evidence = () if "evidence" in emptied else found.ruling.evidence
            ruling = structs.replace(found.ruling, evidence=evidence, remedy=self.remedy(found.ruling.remedy))
            return structs.replace(found, ruling=ruling)
        return structs.replace(found, remedy=self.remedy(found.remedy)) if hasattr(found, "remedy") else found

    def remedy(self, remedy: JsonObject) -> JsonObject:
        """A remedy with labels in the place of its seats; its kind alone where it has another form by now."""
        if not remedy:
            return remedy
        kind = {"kind": remedy.get("kind")}
        try:
            _, order = remedy_of(remedy)
        except Refused:
            return kind
        return {**kind, **without_tag(msgspec.to_builtins(self._renaming.struct(order)))}

    def facts(self, facts: tuple[JsonObject, ...]) -> tuple[JsonObject, ...]:
        """The facts of a preview with labels in the place of names; none that has another form by now."""
        kinds = union_of(GAMES[self._game].rules.facts) if facts else None
        return tuple(found for each in facts if (found := self.label_values(each, kinds)))

    def report(self, report: JsonObject) -> JsonObject:
        """The report of a preview with labels in the place of seats; empty where it has another form by now."""
        return self.label_values(report, RewindEffects) if report else report

    def label_values(self, plain: JsonObject, kind: Any) -> JsonObject:
        """The plain values of a type with labels in the place of names; empty where they are none of it."""
        try:
            made = msgspec.convert(plain, kind)
        except msgspec.ValidationError:
            return {}
        return dict(msgspec.to_builtins(self._renaming.struct(made)))


def has_letters(name: str) -> bool:
    """Whether a name has a letter."""
    return any(map(str.isalpha, name))


def without_tag(plain: JsonObject) -> JsonObject:
    """The fields of a remedy without the type that it is stored under."""
    return {name: value for name, value in plain.items() if name != "type"}
