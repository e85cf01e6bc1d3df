"""Regulations of events: times, points, the comparison at time, the ladder of penalties. Data, read from TOML.

Read `Regulation`, then `compare_at_time` (who is ahead at time, value by value). An event keeps its whole regulation,
so that a later edition of a file changes no event that has begun.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from domain.kernel.formats.text_forms import WORDS, StoredWords, form
from domain.kernel.ids import HEAD_JUDGE

PACKAGE = "domain.tournaments.regulations"
Name = Annotated[str, form("[a-z0-9][a-z0-9-]{0,39}", "a name of small letters, digits and hyphens, as `game-loss`")]
Sentence = Annotated[str, Meta(min_length=1, max_length=400, extra=WORDS)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]
Values = Mapping[str, Mapping[str, int]]
Ranking = tuple[tuple[str, ...], ...]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a judge may go alone: seconds given to a table in a round, decisions undone by a rewind."""

    schema_name: ClassVar[str] = "Limits"

    extension: Annotated[int, Meta(ge=0, le=86400)] = 300
    rewind_decisions: Annotated[int, Meta(ge=0, le=1000)] = 10


class RoundKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of round, how long it lasts, and whether it is one of a cut: who loses in it is out."""

    schema_name: ClassVar[str] = "RoundKind"

    kind: Name
    minutes: Annotated[int, Meta(ge=1, le=1440)]
    cut: bool = False


class ResultKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A result of a player at a table: its points, what it counts as, how many players may have it (0: all)."""

    schema_name: ClassVar[str] = "ResultKind"

    name: Name
    points: Points
    counts: Literal["win", "draw", "loss", "bye"]
    most: Annotated[int, Meta(ge=0, le=8)] = 0


class Comparison(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that is compared at time: `most` or `least` is ahead; `picks`: the player who has it names the winner."""

    schema_name: ClassVar[str] = "Comparison"

    value: Name
    prefer: Literal["most", "least", "picks"]


class PenaltyKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A penalty, the office that gives it, the one that must approve it, and whether it ends the event for a player."""

    schema_name: ClassVar[str] = "PenaltyKind"

    name: Name
    title: Sentence
    given_by: Literal["judge", "head-judge"] = "judge"
    approved_by: Literal["", "organizer"] = ""
    drops: bool = False


USUAL_PENALTIES = (
    PenaltyKind("reminder", "reminder"),
    PenaltyKind("warning", "warning"),
    PenaltyKind("hard-warning", "hard warning"),
    PenaltyKind("game-loss", "game loss"),
    PenaltyKind("match-loss", "match loss", given_by="head-judge"),
    PenaltyKind("disqualification", "disqualification", given_by="head-judge"),
)


class Infraction(Struct, frozen=True, forbid_unknown_fields=True):
    """An infraction and its ladder: the penalty for the first time, the second, ..., the last for all further ones."""

    schema_name: ClassVar[str] = "Infraction"

    name: Name
    title: Sentence
    family: Literal["gameplay", "event"]
    steps: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)]
    given_by: Literal["judge", "head-judge"] = "judge"


class Regulation(Struct, frozen=True, forbid_unknown_fields=True):
    """The regulation of a tournament. Comparisons are listed by weight, penalties by severity."""

    schema_name: ClassVar[str] = "Regulation"

    name: Name
    title: Sentence
    seats: Annotated[tuple[int, ...], Meta(min_length=1, max_length=8)]
    round: Annotated[tuple[RoundKind, ...], Meta(min_length=1, max_length=12)]
    result: Annotated[tuple[ResultKind, ...], Meta(min_length=1, max_length=24)]
    comparison: Annotated[tuple[Comparison, ...], Meta(max_length=24)] = ()
    penalty: Annotated[tuple[PenaltyKind, ...], Meta(max_length=24)] = ()
    infraction: Annotated[tuple[Infraction, ...], Meta(max_length=100)] = ()
    limits: Limits = Limits()
    at_time: StoredWords = ""

    def minutes(self, kind: str) -> int:
        """The minutes of a round of a kind; 0 where there is no such kind."""
        return next((each.minutes for each in self.round if each.kind == kind), 0)

    def is_cut(self, kind: str) -> bool:
        """Whether rounds of a kind are those of a cut."""
        return any(each.kind == kind and each.cut for each in self.round)

    def results(self) -> dict[str, ResultKind]:
        """The results that a table may have, by name."""
        return {each.name: each for each in self.result}

    def places(self) -> tuple[str, ...]:
        """The results that are places at a table, the first first; empty where results are not places.

        They are places if the regulation says of each how many players of a table may have it.
        """
        listed = [each for each in self.result if each.counts != "bye"]
        return tuple(each.name for each in listed) if all(each.most for each in listed) else ()

    def bye(self) -> str:
        """The result of a player without an opponent; empty where there is none."""
        return next((each.name for each in self.result if each.counts == "bye"), "")

    def titles(self) -> dict[str, str]:
        """The titles of infractions and penalties, by name."""
        return {each.name: each.title for each in self.infraction} | {each.name: each.title for each in self.penalty}

    def penalties(self) -> dict[str, PenaltyKind]:
        return {each.name: each for each in self.penalty}

    def infractions(self) -> dict[str, Infraction]:
        return {each.name: each for each in self.infraction}

    @property
    def ladder(self) -> tuple[str, ...]:
        """The penalties by name, the lightest first; the usual ones where it has none of its own."""
        return tuple(each.name for each in self.penalty or USUAL_PENALTIES)

    @property
    def grave(self) -> tuple[str, ...]:
        """Those of the ladder that the head judge gives."""
        return tuple(each.name for each in self.penalty or USUAL_PENALTIES if each.given_by == HEAD_JUDGE)


NO_EVENT = Regulation("no-event", "A match of no event", seats=(), round=(), result=())
"""What holds of a match of no event: the usual limits and penalties, and no infractions of its own."""


@cache
def regulations() -> dict[str, Regulation]:
    """The regulations that come with the service, by name."""
    texts = (each for each in files(PACKAGE).iterdir() if each.name.endswith(".toml"))
    found = [read_regulation(each.read_text(encoding="utf-8")) for each in texts]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}


def read_regulation(text: str) -> Regulation:
    """A regulation from TOML. Raises ValueError, that of tomllib or one with the field that is wrong."""
    return msgspec.convert(tomllib.loads(text), Regulation)


def faults_of(regulation: Regulation, seats: tuple[int, ...], values: Mapping[str, str]) -> list[dict[str, object]]:
    """The places where a regulation contradicts itself, or a game with these numbers of players and these values."""
    penalties = regulation.penalties()
    lists = {
        name: [getattr(each, key) for each in getattr(regulation, name)]
        for name, key in (("round", "kind"), ("result", "name"), ("penalty", "name"), ("infraction", "name"))
    }
    faults: list[dict[str, object]] = [
        {"field": name, "twice": each} for name, listed in lists.items() for each in sorted(duplicates_in(listed))
    ]
    faults += [{"field": "seats", "number": n, "known": list(seats)} for n in regulation.seats if n not in seats]
    faults += [
        {"field": "comparison", "value": each.value, "known": sorted(values)}
        for each in regulation.comparison
        if each.value not in values
    ]
    faults += [
        {"field": "infraction", "infraction": each.name, "penalty": step, "known": sorted(penalties)}
        for each in regulation.infraction
        for step in each.steps
        if step not in penalties
    ]
    return faults


def duplicates_in(listed: list[str]) -> set[str]:
    return {each for each in listed if listed.count(each) > 1}


# --- at time


class ValueComparison(Struct, frozen=True):
    """One value of the comparison: what each seat has, and who is level for the first place after it.

    `asked` is whether seats were level that it could part, for any place; `order` ranks all seats after it.
    """

    value: str
    prefer: str
    by: dict[str, int]
    level: tuple[str, ...]
    asked: bool = True
    order: Ranking = ()


class AtTime(Struct, frozen=True):
    """Who is ahead at time: value by value, the winner, or who picks one; `order` ranks all, equal ones together."""

    rows: tuple[ValueComparison, ...]
    order: Ranking
    winner: str = ""
    picks: str = ""


def compare_at_time(comparisons: tuple[Comparison, ...], seats: tuple[str, ...], values: Values) -> AtTime:
    """The comparison of values in order until every place is decided; those after it are shown only.

    Who picks the winner is asked for the first place alone, and no later value is compared for it.
    """
    order: Ranking = (seats,)
    rows, picks = [], ""
    for each in comparisons:
        by = {seat: values[each.value][seat] for seat in seats}
        first, lower = order[0], order[1:]
        is_open = len(first) > 1 and not picks
        if each.prefer == "picks":
            is_asked = is_open
            picks = next((seat for seat in seats if by[seat]), "") if is_asked else picks
        else:
            is_asked = is_open or any(len(group) > 1 for group in lower)
            ranked = rank_seats(each, first, by) if is_open else (first,)
            order = (*ranked, *(part for group in lower for part in rank_seats(each, group, by)))
        rows.append(ValueComparison(each.value, each.prefer, by, order[0], is_asked, order))
    return AtTime(tuple(rows), order, order[0][0] if len(order[0]) == 1 else "", picks)


def merit(comparison: Comparison, amount: int) -> int:
    """The value, negative where the least is ahead: more is always better."""
    return -amount if comparison.prefer == "least" else amount


def rank_seats(comparison: Comparison, level: tuple[str, ...], by: Mapping[str, int]) -> Ranking:
    """The ranking of seats that were level: the one ahead by a value first, seats that it does not part together."""
    groups: dict[int, list[str]] = {}
    for seat in level:
        groups.setdefault(merit(comparison, by[seat]), []).append(seat)
    return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))
