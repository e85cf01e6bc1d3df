"""Units that leave one place for several others: a march.

Checked as a whole: not every legal distribution can be reached by single legal moves (a strong place may
need two units at once), so a client draws counters per destination and calls `check`.
"""

from collections.abc import Iterator, Mapping

import msgspec

from domain.kernel.refusal import Json, Refusal
from domain.kernel.spaces.base import (
    Chooser,
    Space,
    in_field,
    in_order,
    must_be_distinct,
    not_among,
    turned,
    wrong_type,
)
from domain.kernel.spaces.constraints import Count
from domain.kernel.spaces.fields import counts_in

Moves = dict[str, dict[str, int]]


class Weights(msgspec.Struct, frozen=True):
    """The weight of one unit of each kind (0 where none is given) and the least sum that may go there."""

    weights: dict[str, Count]
    at_least: Count


class Ranks(msgspec.Struct, frozen=True):
    """Units in each place before the move, and the largest armies allowed; a single unit is no army."""

    sizes: dict[str, Count]
    flags: tuple[Count, ...]

    def armies_after(self, source: str, moves: Moves) -> list[int]:
        """Sizes of the armies once the units have moved, largest first."""
        sizes = dict(self.sizes)
        for dest, counts in moves.items():
            sizes[dest] = sizes.get(dest, 0) + sum(counts.values())
            sizes[source] = sizes.get(source, 0) - sum(counts.values())
        return sorted((size for size in sizes.values() if size > 1), reverse=True)

    def fit(self, armies: list[int]) -> bool:
        flags = sorted(self.flags, reverse=True)
        paired = zip(armies, flags, strict=False)
        return len(armies) <= len(flags) and all(army <= flag for army, flag in paired)


class DistributeRules(msgspec.Struct, frozen=True):
    """The rule that is broken where a distribution goes against each of its limits."""

    exclusive: str = "choice.too-many"
    room: str = "choice.too-many"
    need: str = "choice.too-few"
    ranks: str = "choice.too-many"
    token: str = "choice.out-of-range"


class Distribute(Space, frozen=True, tag="distribute"):
    """`{"moves": {destination: {kind: count}}, "token": bool}`; what is not moved stays.

    `dests` says which kinds may go where; at most one of `exclusive` is entered; `room` is the most units
    that may enter a place, `need` the least weight that may; `ranks` are the army limits afterwards; the
    token may be placed only where `option_if_emptied` and nothing stays.
    """

    source: str
    units: dict[str, Count]
    dests: dict[str, tuple[str, ...]]
    exclusive: tuple[str, ...] = ()
    room: dict[str, Count] = msgspec.field(default_factory=dict)
    need: dict[str, Weights] = msgspec.field(default_factory=dict)
    ranks: Ranks | None = None
    option_if_emptied: bool = False
    rules: DistributeRules = DistributeRules()

    def __post_init__(self) -> None:
        for dest, kinds in self.dests.items():
            must_be_distinct(f"dests.{dest}", kinds)

    def check(self, answer: Json) -> Refusal | None:
        if not isinstance(answer, dict):
            return wrong_type(answer, "object with moves and token")
        if refusal := _wrong_fields(answer):
            return refusal
        moves = self._moves(answer["moves"])
        if isinstance(moves, Refusal):
            return in_field(moves, "moves")
        return self._first_broken(moves) or self._wrong_token(moves, answer["token"])

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        roads = [(kind, dest) for dest, kinds in self.dests.items() for kind in kinds if kind in self.units]
        for moves in self._send(chooser, list(in_order(chooser, roads)), {}):
            if self._first_broken(moves) is None:
                tokens = (False, True) if self._may_place(moves) else (False,)
                for token in in_order(chooser, tokens):
                    yield {"moves": {dest: dict(counts) for dest, counts in moves.items()}, "token": token}

    def _moves(self, given: Json) -> Moves | Refusal:
        """The units that really move, per destination, or why the answer gives none."""
        if not isinstance(given, dict):
            return wrong_type(given, "object of destinations")
        moves: Moves = {}
        for dest, counts in given.items():
            if dest not in self.dests:
                return not_among(dest, tuple(self.dests))
            found = counts_in(counts, self._may_go(dest))
            if isinstance(found, Refusal):
                return in_field(found, dest)
            moves[dest] = {kind: n for kind, n in found.items() if n}
        return {dest: counts for dest, counts in moves.items() if counts}

    def _may_go(self, dest: str) -> dict[str, int]:
        return {kind: self.units[kind] for kind in self.dests[dest] if kind in self.units}

    def _sent(self, moves: Moves, kind: str) -> int:
        return sum(counts.get(kind, 0) for counts in moves.values())

    def _first_broken(self, moves: Moves) -> Refusal | None:
        return self._beyond_units(moves) or self._beyond_entry(moves) or self._unmet(moves)

    def _beyond_units(self, moves: Moves) -> Refusal | None:
        for kind, available in self.units.items():
            sent = self._sent(moves, kind)
            if sent > available:
                return Refusal("choice.supply", {"kind": kind, "given": sent, "available": available})
        return None

    def _beyond_entry(self, moves: Moves) -> Refusal | None:
        """The limits that further moves can only break again, never mend."""
        entered = [dest for dest in moves if dest in self.exclusive]
        if len(entered) > 1:
            return Refusal(self.rules.exclusive, {"entered": entered, "at_most": 1})
        for dest, most in self.room.items():
            units = sum(moves.get(dest, {}).values())
            if units > most:
                return Refusal(self.rules.room, {"dest": dest, "units": units, "room": most})
        return None

    def _unmet(self, moves: Moves) -> Refusal | None:
        for dest, need in self.need.items():
            weight = sum(need.weights.get(kind, 0) * n for kind, n in moves.get(dest, {}).items())
            if dest in moves and weight < need.at_least:
                return Refusal(self.rules.need, {"dest": dest, "weight": weight, "at_least": need.at_least})
        armies = self.ranks.armies_after(self.source, moves) if self.ranks else []
        if self.ranks is None or self.ranks.fit(armies):
            return None
        return Refusal(self.rules.ranks, {"armies": armies, "flags": sorted(self.ranks.flags, reverse=True)})

    def _staying(self, moves: Moves) -> dict[str, int]:
        staying = {kind: n - self._sent(moves, kind) for kind, n in self.units.items()}
        return {kind: n for kind, n in staying.items() if n}

    def _may_place(self, moves: Moves) -> bool:
        return self.option_if_emptied and not self._staying(moves)

    def _wrong_token(self, moves: Moves, token: Json) -> Refusal | None:
        if not isinstance(token, bool):
            return in_field(wrong_type(token, "boolean"), "token")
        if not token or self._may_place(moves):
            return None
        return Refusal(self.rules.token, {"field": "token", "given": True, "staying": self._staying(moves)})

    def _send(self, chooser: Chooser, roads: list[tuple[str, str]], moves: Moves) -> Iterator[Moves]:
        """The ways to use the roads, each in turn with every number of units that it can still take."""
        if not roads:
            yield moves
            return
        kind, dest = roads[0]
        for n in turned(chooser, 0, self.units[kind] - self._sent(moves, kind)):
            further = _with(moves, dest, kind, n)
            if self._beyond_entry(further) is None:
                yield from self._send(chooser, roads[1:], further)


def _with(moves: Moves, dest: str, kind: str, n: int) -> Moves:
    return {**moves, dest: {**moves.get(dest, {}), kind: n}} if n else moves


def _wrong_fields(answer: Mapping[Json, Json]) -> Refusal | None:
    for field in ("moves", "token"):
        if field not in answer:
            return Refusal("choice.missing-field", {"field": field})
    unknown = [field for field in answer if field not in ("moves", "token")]
    return Refusal("choice.unknown-field", {"field": unknown[0]}) if unknown else None
