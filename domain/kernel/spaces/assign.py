"""Tokens laid on slots: a set of orders, a target for each of several cards."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from domain.kernel.refusals import Json, Refusal
from domain.kernel.spaces.base import (
    FIRST,
    Chooser,
    Space,
    in_order,
    must_be_distinct,
    not_among,
    wrong_number,
    wrong_type,
)
from domain.kernel.spaces.constraints import Count

Node = tuple[str, str]
Pipes = dict[Node, dict[Node, int]]
SOURCE: Node = ("source", "")
SINK: Node = ("sink", "")


class Assign(Space, frozen=True, tag="assign"):
    """An object slot -> token: one token on a slot, none beyond its supply, no group beyond its maximum.

    `fill` slots are filled, or any number where it is -1. `allowed` names the tokens that may lie on a slot;
    a slot without an entry takes any. A token with an entry in `covers` is laid only where each of the tokens that this
    names lies on a slot too. `within` names a sibling field: only slots picked there may be used.
    """

    slots: tuple[str, ...]
    tokens: dict[str, Count]
    groups: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    group_max: dict[str, Count] = msgspec.field(default_factory=dict)
    fill: int = -1
    allowed: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    within: str = ""
    covers: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        must_be_distinct("slots", self.slots)
        for slot, tokens in self.allowed.items():
            must_be_distinct(f"allowed.{slot}", tokens)

    def restricted_to(self, usable: Sequence[str]) -> "Assign":
        """The same space with only those slots."""
        return msgspec.structs.replace(self, slots=tuple(slot for slot in self.slots if slot in usable))

    def check(self, answer: Json) -> Refusal | None:
        if not isinstance(answer, dict):
            return wrong_type(answer, "object of tokens")
        for slot, token in answer.items():
            if refusal := self._misplaced_refusal(slot, token):
                return refusal
        laid: list[str] = list(answer.values())
        return (
            self._beyond_supply(laid) or self._beyond_group(laid) or self._wrong_fill(laid) or self._without_cover(laid)
        )

    def has_room_for(self, part: Json) -> bool:
        """Whether the tokens may lie on the slots of the part, and the other slots can be filled."""
        if not isinstance(part, dict) or any(self._misplaced_refusal(slot, token) for slot, token in part.items()):
            return False
        laid: list[str] = list(part.values())
        if self._beyond_supply(laid) or self._beyond_group(laid):
            return False
        others = [slot for slot in self.slots if slot not in part]
        lefts = range(self._most(others, laid) + 1) if self.fill == -1 else [self.fill - len(laid)]
        return any(next(self._lay(FIRST, others, laid, left), None) is not None for left in lefts)

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        slots = list(in_order(chooser, self.slots))
        most = self._most(slots, [])
        fills = range(most + 1) if self.fill == -1 else [self.fill]
        for fill in in_order(chooser, fills):
            yield from self._lay(chooser, slots, [], fill)

    def _takes(self, slot: str) -> tuple[str, ...]:
        return self.allowed.get(slot, tuple(self.tokens))

    def _misplaced_refusal(self, slot: Json, token: Json) -> Refusal | None:
        if slot not in self.slots:
            return not_among(slot, self.slots)
        if not isinstance(token, str):
            return Refusal("choice.type", {"slot": slot, "expected": "string", "given": token})
        if token in self.tokens and token in self._takes(str(slot)):
            return None
        options = [kind for kind in self._takes(str(slot)) if kind in self.tokens]
        return Refusal("choice.not-among-options", {"slot": slot, "given": token, "options": options})

    def _beyond_supply(self, laid: list[str]) -> Refusal | None:
        for token, supply in self.tokens.items():
            if laid.count(token) > supply:
                return Refusal("choice.supply", {"kind": token, "given": laid.count(token), "available": supply})
        return None

    def _beyond_group(self, laid: list[str]) -> Refusal | None:
        for group, most in self.group_max.items():
            found = sum(token in self.groups.get(group, ()) for token in laid)
            if found > most:
                return Refusal("choice.too-many", {"group": group, "given": found, "max": most})
        return None

    def _wrong_fill(self, laid: list[str]) -> Refusal | None:
        return None if self.fill == -1 else wrong_number(len(laid), self.fill, self.fill)

    def _without_cover(self, laid: list[str]) -> Refusal | None:
        for token in filter(self.covers.__contains__, laid):
            if missing := [each for each in self.covers[token] if each not in laid]:
                return Refusal("choice.uncovered", {"kind": token, "needs": missing})
        return None

    def _lay(self, chooser: Chooser, slots: list[str], laid: list[str], left: int) -> Iterator[dict[str, str]]:
        """The ways to fill exactly `left` of the slots, beside the tokens laid already."""
        if left == 0:
            if self._without_cover(laid) is None:
                yield {}
            return
        if left < 0 or left > self._most(slots, laid):
            return
        slot, others = slots[0], slots[1:]
        for token in in_order(chooser, self._takes(slot)):
            if self._fits(token, laid):
                for rest in self._lay(chooser, others, [*laid, token], left - 1):
                    yield {slot: token, **rest}
        yield from self._lay(chooser, others, laid, left)

    def _fits(self, token: str, laid: list[str]) -> bool:
        return laid.count(token) < self.tokens.get(token, 0) and not self._beyond_group([*laid, token])

    def _most(self, slots: list[str], laid: list[str]) -> int:
        """How many of the slots can still be filled; an upper bound where groups overlap."""
        supply = {token: n - laid.count(token) for token, n in self.tokens.items()}
        group_of = {token: group for group in self.group_max for token in self.groups.get(group, ())}
        room = dict(self.group_max)
        for group in filter(None, map(group_of.get, laid)):
            room[group] -= 1
        if self.allowed:
            return most_laid({slot: self._takes(slot) for slot in slots}, supply, group_of, room)
        return min(len(slots), most_drawn(supply, group_of, room))


def most_drawn(supply: Mapping[str, int], group_of: Mapping[str, str], room: Mapping[str, int]) -> int:
    """The maximum number of tokens that can be laid where every slot takes any."""
    in_group = dict.fromkeys(room, 0)
    alone = 0
    for token, n in supply.items():
        if token in group_of:
            in_group[group_of[token]] += n
        else:
            alone += n
    return alone + sum(min(n, room[group]) for group, n in in_group.items())


def most_laid(
    takes: Mapping[str, Sequence[str]],
    supply: Mapping[str, int],
    group_of: Mapping[str, str],
    room: Mapping[str, int],
) -> int:
    """The maximum number of slots filled at once: a maximum flow from slots through tokens and groups."""
    pipes: Pipes = {SOURCE: {}, SINK: {}}
    for slot, tokens in takes.items():
        _lay_pipe(pipes, SOURCE, ("slot", slot), 1)
        for token in tokens:
            _lay_pipe(pipes, ("slot", slot), ("token", token), 1)
    for token, n in supply.items():
        _lay_pipe(pipes, ("token", token), ("group", group_of[token]) if token in group_of else SINK, n)
    for group, n in room.items():
        _lay_pipe(pipes, ("group", group), SINK, n)
    filled = 0
    while _send_one(pipes, SOURCE, set()):
        filled += 1
    return filled


def _lay_pipe(pipes: Pipes, start: Node, end: Node, room: int) -> None:
    pipes.setdefault(start, {})[end] = room
    pipes.setdefault(end, {})[start] = 0


def _send_one(pipes: Pipes, node: Node, seen: set[Node]) -> bool:
    """Send one unit from the node to the sink, turning earlier ones back where that frees the way."""
    if node == SINK:
        return True
    seen.add(node)
    for onward, room in pipes[node].items():
        if room > 0 and onward not in seen and _send_one(pipes, onward, seen):
            pipes[node][onward] -= 1
            pipes[onward][node] += 1
            return True
    return False
