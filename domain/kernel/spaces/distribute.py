"""Units that leave one place for several others: a march.

The answer is checked as a whole, since not every legal distribution can be reached by single legal moves (a strong
place may need two units at once). So a client draws counters per destination and calls `check`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec

from domain.kernel.refusals import Json, Refusal
from domain.kernel.spaces.base import (
    FIRST,
    Chooser,
    Space,
    cyclic_range,
    in_field,
    in_order,
    must_be_distinct,
    not_among,
    wrong_type,
)
from domain.kernel.spaces.constraints import Count
from domain.kernel.spaces.fields import counts_in

Moves = dict[str, dict[str, int]]


Roads = list[tuple[str, str]]


class Weights(msgspec.Struct, frozen=True):
    """The weight of one unit of each kind (0 where none is given) and the least sum that may go there.

    Units sent to the places in `beside` weigh there too.
    """

    schema_name: ClassVar[str] = "Weights"

    weights: dict[str, Count]
    at_least: Count
    beside: tuple[str, ...] = ()

    def weight(self, dest: str, moves: Moves) -> int:
        """The weight of the units that are sent there and beside."""
        sent = (moves.get(place, {}) for place in (dest, *self.beside))
        return sum(self.weights.get(kind, 0) * n for counts in sent for kind, n in counts.items())

    def heaviest(self, counts: Mapping[str, int], most: int) -> int:
        """The greatest weight of at most `n` of these units."""
        each = sorted((self.weights.get(kind, 0) for kind, n in counts.items() for _ in range(n)), reverse=True)
        return sum(each[:most])


class Ranks(msgspec.Struct, frozen=True):
    """Units in each place before the move, and the largest armies allowed; a single unit is no army."""

    schema_name: ClassVar[str] = "Ranks"

    sizes: dict[str, Count]
    flags: tuple[Count, ...]

    def sizes_after(self, source: str, moves: Moves) -> dict[str, int]:
        """The number of units in each place after the moves."""
        sizes = dict(self.sizes)
        for dest, counts in moves.items():
            sizes[dest] = sizes.get(dest, 0) + sum(counts.values())
            sizes[source] = sizes.get(source, 0) - sum(counts.values())
        return sizes

    def armies_after(self, source: str, moves: Moves) -> list[int]:
        """The sizes of the armies after the moves, largest first."""
        return armies(self.sizes_after(source, moves).values())

    def fit(self, armies: list[int]) -> bool:
        flags = sorted(self.flags, reverse=True)
        paired = zip(armies, flags, strict=False)
        return len(armies) <= len(flags) and all(army <= flag for army, flag in paired)

    def spare(self, armies: list[int]) -> list[int] | None:
        """The flags left when each army (largest first) takes the smallest that holds it; None where one finds none."""
        left = sorted(self.flags)
        for army in armies:
            flag = next((flag for flag in left if flag >= army), None)
            if flag is None:
                return None
            left.remove(flag)
        return left[::-1]


def armies(sizes: Iterable[int]) -> list[int]:
    """The sizes of at least two, largest first."""
    return sorted((size for size in sizes if size > 1), reverse=True)


def capacity(spare: list[int], places: int) -> int:
    """The maximum number of units in `places` areas, with the spare supply sizes `spare`; without one, 1 each."""
    return sum(max(1, flag) for flag in spare[:places]) + max(0, places - len(spare))


class DistributeRules(msgspec.Struct, frozen=True):
    """The rule that is broken where a distribution goes against each of its limits."""

    schema_name: ClassVar[str] = "DistributeRules"

    exclusive: str = "choice.too-many"
    room: str = "choice.too-many"
    need: str = "choice.too-few"
    ranks: str = "choice.too-many"
    token: str = "choice.out-of-range"


class Distribute(Space, frozen=True, tag="distribute"):
    """`{"moves": {destination: {kind: count}}, "token": bool}`; what is not moved stays.

    A destination is named for at least one unit. `dests` says which kinds may go where; at most one of `exclusive` is
    entered; `room` is the most units that may enter a place, `need` the least weight that may; `ranks` are the army
    limits afterwards; the token may be placed only where `option_if_emptied` and nothing stays.
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
        for dest, need in self.need.items():
            must_be_distinct(f"need.{dest}.beside", (dest, *need.beside))

    def check(self, answer: Json) -> Refusal | None:
        if not isinstance(answer, dict):
            return wrong_type(answer, "object with moves and token")
        if refusal := _wrong_fields(answer):
            return refusal
        moves = self._moves(answer["moves"])
        if isinstance(moves, Refusal):
            return in_field(moves, "moves")
        return self._first_broken(moves) or self._wrong_token(moves, answer["token"])

    def has_room_for(self, part: Json) -> bool:
        """Whether a legal march sends the units of the part; the part limits nothing that it does not name."""
        if not isinstance(part, dict) or not part.keys() <= {"moves", "token"}:
            return False
        said = part.get("moves", {})
        moves = self._moves(said)
        if isinstance(moves, Refusal) or self._beyond_units(moves) or self._beyond_entry(moves):
            return False
        roads = [(kind, dest) for kind, dest in self._roads() if kind not in said.get(dest, {})]
        wholes = (found for found in self._send(FIRST, roads, moves) if self._first_broken(found) is None)
        return any(self._wrong_token(found, part.get("token", False)) is None for found in wholes)

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        for moves in self._send(chooser, list(in_order(chooser, self._roads())), {}):
            if self._first_broken(moves) is None:
                tokens = (False, True) if self._may_place(moves) else (False,)
                for token in in_order(chooser, tokens):
                    yield {"moves": {dest: dict(counts) for dest, counts in moves.items()}, "token": token}

    def is_plural(self) -> bool:
        """Whether both staying and some move of one unit are legal."""
        moves = ({dest: {kind: 1}} for dest, kinds in self.dests.items() for kind in kinds if self.units.get(kind))
        return self._unmet({}) is None and any(self._first_broken(move) is None for move in moves)

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
            if not moves[dest]:
                return in_field(Refusal("choice.too-few", {"given": 0, "min": 1}), dest)
        return moves

    def _roads(self) -> Roads:
        """Which kinds of units may go where."""
        return [(kind, dest) for dest, kinds in self.dests.items() for kind in kinds if kind in self.units]

    def _may_go(self, dest: str) -> dict[str, int]:
        return {kind: self.units[kind] for kind in self.dests[dest] if kind in self.units}

    def _number_sent(self, moves: Moves, kind: str) -> int:
        return sum(counts.get(kind, 0) for counts in moves.values())

    def _first_broken(self, moves: Moves) -> Refusal | None:
        return self._beyond_units(moves) or self._beyond_entry(moves) or self._unmet(moves)

    def _beyond_units(self, moves: Moves) -> Refusal | None:
        for kind, available in self.units.items():
            sent = self._number_sent(moves, kind)
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
            if dest in moves and (weight := need.weight(dest, moves)) < need.at_least:
                return Refusal(self.rules.need, {"dest": dest, "weight": weight, "at_least": need.at_least})
        armies = self.ranks.armies_after(self.source, moves) if self.ranks else []
        if self.ranks is None or self.ranks.fit(armies):
            return None
        return Refusal(self.rules.ranks, {"armies": armies, "flags": sorted(self.ranks.flags, reverse=True)})

    def _units_staying(self, moves: Moves) -> dict[str, int]:
        staying = {kind: n - self._number_sent(moves, kind) for kind, n in self.units.items()}
        return {kind: n for kind, n in staying.items() if n}

    def _may_place(self, moves: Moves) -> bool:
        return self.option_if_emptied and not self._units_staying(moves)

    def _wrong_token(self, moves: Moves, token: Json) -> Refusal | None:
        if not isinstance(token, bool):
            return in_field(wrong_type(token, "boolean"), "token")
        if not token or self._may_place(moves):
            return None
        return Refusal(self.rules.token, {"field": "token", "given": True, "staying": self._units_staying(moves)})

    def _send(self, chooser: Chooser, roads: Roads, moves: Moves) -> Iterator[Moves]:
        """The ways to use the roads, each in turn with every number of units that it can still take."""
        if not roads:
            yield moves
            return
        kind, dest = roads[0]
        for n in cyclic_range(chooser, 0, self.units[kind] - self._number_sent(moves, kind)):
            further = _with(moves, dest, kind, n)
            if self._beyond_entry(further) is None and not self._hopeless(roads[1:], further):
                yield from self._send(chooser, self._urgent_first(roads[1:], further), further)

    def _urgent_first(self, roads: Roads, moves: Moves) -> Roads:
        """The roads in their order, first those that bring weight to where it is needed: what lacks is seen early."""
        needed = {place for dest, need in self.need.items() if dest in moves for place in (dest, *need.beside)}
        return sorted(roads, key=lambda road: road[1] not in needed) if needed else roads

    def _hopeless(self, roads: Roads, moves: Moves) -> bool:
        """Whether no use of the roads left gives a legal answer: too few flags, or too little weight where entered.

        It may overlook a dead end, it never sees one where there is none.
        """
        open_ = self._open(roads, moves)
        if self.ranks and self._growth(self.ranks, {self.source, *self._entered_together(open_, moves)}, moves) < 0:
            return True
        return any(
            need.weight(dest, moves) + self._mendable(need, dest, roads, open_, moves) < need.at_least
            for dest, need in self.need.items()
            if dest in moves
        )

    def _open(self, roads: Roads, moves: Moves) -> list[str]:
        """The places that can still take a unit."""
        entered = any(dest in self.exclusive for dest in moves)
        places = dict.fromkeys(dest for _, dest in roads)
        return [
            dest for dest in places if self._room_left(dest, moves) and not (entered and self._is_further(dest, moves))
        ]

    def _room_left(self, dest: str, moves: Moves) -> bool:
        return dest not in self.room or sum(moves.get(dest, {}).values()) < self.room[dest]

    def _is_further(self, dest: str, moves: Moves) -> bool:
        """Whether it is an exclusive place, not entered yet."""
        return dest in self.exclusive and dest not in moves

    def _entered_together(self, open_: list[str], moves: Moves) -> list[str]:
        """The open places, of exclusive and empty ones only the first: at most one will be entered."""
        held = self.ranks.sizes if self.ranks else {}
        either = [dest for dest in open_ if self._is_further(dest, moves) and not held.get(dest)]
        return [dest for dest in open_ if dest not in either[1:]]

    def _mendable(self, need: Weights, dest: str, roads: Roads, open_: list[str], moves: Moves) -> int:
        """The most weight that the roads left can still bring to a place and beside it."""
        group = {dest, *need.beside}.intersection(open_)
        kinds = dict.fromkeys(kind for kind, to in roads if to in group)
        left = {kind: self.units[kind] - self._number_sent(moves, kind) for kind in kinds}
        most = sum(left.values())
        if self.ranks:
            most = min(most, self._growth(self.ranks, group, moves))
        return need.heaviest(left, max(0, most))

    def _growth(self, ranks: Ranks, growing: set[str], moves: Moves) -> int:
        """How many units more fit in these places if all others keep what they have, the source at least nothing.

        Negative where they hold too many.
        """
        sizes = ranks.sizes_after(self.source, moves)
        arrived = {place: size for place, size in sizes.items() if place != self.source}
        spare = ranks.spare(armies(size for place, size in arrived.items() if place not in growing))
        if spare is None or not ranks.fit(armies(arrived.values())):
            return -1
        return capacity(spare, len(growing)) - sum(sizes.get(place, 0) for place in growing)


def _with(moves: Moves, dest: str, kind: str, n: int) -> Moves:
    return {**moves, dest: {**moves.get(dest, {}), kind: n}} if n else moves


def _wrong_fields(answer: Mapping[Json, Json]) -> Refusal | None:
    for field in ("moves", "token"):
        if field not in answer:
            return Refusal("choice.missing-field", {"field": field})
    unknown = [field for field in answer if field not in ("moves", "token")]
    return Refusal("choice.unknown-field", {"field": unknown[0]}) if unknown else None
