"""What Cairn brings to the tests: matches of random players, stones that are counted, wrong commands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.kernel.facts import Fact
from domain.kernel.table import FLOW
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import POLICIES, SEATS, Dice, Player, begun
from tests.examples.cairn.table import CairnTable, StonesTaken, StoneTossed
from tests.games.bringing import CountedTests, PlayTests, Start, WrongCommand


class Agreed(NamedTuple):
    """What was agreed on before a match."""

    policy: str
    stones: int = 12

    def __str__(self) -> str:
        return f"{self.policy} {self.stones}"


def opening(stones: int = 12, policy: str = "public", seats: tuple[str, ...] = SEATS) -> OpenMatch:
    players = tuple(json.dumps({"name": seat}) for seat in seats)
    return OpenMatch("cairn", players, policy, options=json.dumps({"stones": stones}))


def starts(seeds: range, policies: tuple[str, ...] = POLICIES) -> tuple[Start, ...]:
    return tuple(Start(Agreed(policy), seed) for policy in policies for seed in seeds)


def taking(count: int, rule: str, stones: int = 5) -> WrongCommand:
    """A wrong number of stones, taken first of all."""
    command = {"type": "take_stones", "count": count}
    return WrongCommand(lambda: begun(opening(stones)).match, "alice", lambda match: command, rule)


class CairnTests(PlayTests, CountedTests):
    """Random play, and stones that are counted."""

    name = "cairn"
    book = "tests.examples.cairn"
    left_out: Mapping[str, str] = {
        "noninterference": "nothing is hidden from anybody, and no answer is sealed",
        "handles": "it has no cards, and so no handles",
        "positions": "it writes no positions: nobody types in its table",
        "views": "every viewer of its table sees the same",
        "hidden information": "nothing is hidden from anybody",
        "rewinds": "what judges do looks for cards on the table, and it has none",
        "corrections": "its rules answer no question of changes by hand",
    }
    samples: Mapping[str, tuple[Start, ...]] = {
        "play": starts(range(20)),
        "resume": starts(range(4)),
        "offers": starts(range(4)),
        "ledger": starts(range(4)),
        "policies": starts(range(4), ("public", "fast")),
        "conservation": starts(range(4)),
    }
    groups: Mapping[str, tuple[Agreed, ...]] = {
        policy: tuple(Agreed(policy, stones) for stones in (5, 12, 30)) for policy in POLICIES
    }
    probed = 1
    proved = 1
    words: tuple[str, ...] = ("stone", "heap")
    wrong: Mapping[str, WrongCommand] = {
        "four stones": taking(4, "cairn.take.one-to-three"),
        "no stone": taking(0, "cairn.take.one-to-three"),
        "more stones than there are": taking(3, "cairn.take.from-the-heap", stones=2),
    }
    silenced: tuple[type[Fact], ...] = (StonesTaken, StoneTossed)

    def opening(self, start: Start) -> OpenMatch:
        return opening(start.agreed.stones, start.agreed.policy)

    def player(self, seed: int, purpose: str) -> Player:
        return Player(Dice(f"{purpose} {seed}"))

    def names(self, match: Match) -> list[str]:
        return [*match.table.seats]

    def state(self, table: CairnTable) -> Any:
        return {name: getattr(table, name) for name in CairnTable.__struct_fields__ if name not in KEPT_BESIDE}

    def counted(self, table: CairnTable) -> Counter[str]:
        """Stones on the heap, and spare ones."""
        return Counter(heap=table.stones, spare=len(table.spare))

    def expected(self, table: CairnTable, fact: Fact, before: Counter[str]) -> Counter[str]:
        found = before.copy()
        if isinstance(fact, StonesTaken):
            found["heap"] -= fact.count
        elif isinstance(fact, StoneTossed):
            found.update({"heap": 1, "spare": -1})
        return found

    def check_counts(self, table: CairnTable, fact: Fact) -> None:
        assert table.stones >= 0

    def check_version(self, match: Match) -> None:
        assert set(match.table.spare) <= set(match.table.seats)


# how play goes on, and what counts windows
KEPT_BESIDE = (*FLOW, "policy", "occurrences", "aftermaths", "n")

TESTS = CairnTests()
