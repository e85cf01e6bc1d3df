"""A record read with nothing but JSON: what it says of windows, waits, rounds, zones, draws and times.

No module of the service is imported here: what a row's test expects is computed from the lines of the record alone, by
what api_docs/records.md says of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

Fact = dict[str, Any]
RANDOM = ("kernel.random_result", "kernel.zone_shuffled")


class Window(NamedTuple):
    """A window that stands open: where it opened, its fact, and who has acted or passed in it where."""

    at: str
    fact: Fact
    by: tuple[tuple[str, str, str], ...] = ()


class Ledger(NamedTuple):
    """Windows that stand open, outermost first; those that closed, where and how; who was asked where in which."""

    open: list[Window]
    closed: list[tuple[Window, str, str]]
    offers: list[tuple[str, int, str]]


class Raw:
    """A record: its header and its events by version."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines
        self.header: dict[str, Any] = json.loads(lines[0])
        stored = [json.loads(line) for line in lines[1:]]
        self.heads: dict[int, str] = {each["version"]: each["head"] for each in stored}
        self.events: dict[int, dict[str, Any]] = {each["version"]: each["payload"] for each in stored}

    @property
    def newest(self) -> int:
        return len(self.events)

    @property
    def seed(self) -> bytes:
        return bytes.fromhex(self.header["seed"])

    @cached_property
    def seats(self) -> list[str]:
        """Who sits at the table, in the order of the match."""
        seated = (".seats_taken", ".players_seated")
        return next(list(fact["seats"]) for _, _, fact in self.facts() if fact["fact"].endswith(seated))

    # --- the tree

    def parent(self, version: int) -> int:
        back: int = self.events[version].get("back", version - 1)
        return back

    @cached_property
    def paths(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {0: []}
        for version in self.events:
            found[version] = [*found[self.parent(version)], version]
        return found

    def path(self, version: int = 0) -> list[int]:
        """The versions that make up what is so at a version (default the newest), oldest first."""
        return self.paths[version or self.newest]

    def line(self, version: int) -> str:
        return "main" if version in self.path() else "undone"

    # --- facts

    def of(self, version: int) -> list[Fact]:
        found: list[Fact] = self.events[version].get("facts", [])
        return found

    def facts(self, versions: Iterable[int] = ()) -> Iterator[tuple[str, int, Fact]]:
        """The facts of versions (default all of them), each with its place and its version."""
        for version in versions or range(1, self.newest + 1):
            for number, fact in enumerate(self.of(version), 1):
                yield f"{version}.{number}", version, fact

    @cached_property
    def named(self) -> dict[str, list[tuple[str, int, Fact]]]:
        """All facts by their names."""
        found: dict[str, list[tuple[str, int, Fact]]] = {}
        for each in self.facts():
            found.setdefault(each[2]["fact"], []).append(each)
        return found

    def told(self, name: str, version: int = 0) -> list[tuple[str, Fact]]:
        """The facts of a name (or of all names that end so) on the way to a version, with their places."""
        way = set(self.path(version))
        names = [each for each in self.named if each == name or (name.startswith(".") and each.endswith(name))]
        found = sorted((each for name in names for each in self.named[name]), key=lambda each: placed(each[0]))
        return [(at, fact) for at, each, fact in found if each in way]

    def last(self, name: str, field: str, version: int = 0) -> Any:
        """What the last fact of a name said on the way to a version; nothing where there was none."""
        found = self.told(name, version)
        return found[-1][1].get(field) if found else None

    def answered(self, version: int) -> set[str]:
        """The seats whose sealed answers to the open choice lie there after a version."""
        found: set[str] = set()
        for _, fact in sorted(
            [*self.told("kernel.sealed", version), *self.told("kernel.seals_opened", version)], key=by_place
        ):
            found = set() if fact["fact"] == "kernel.seals_opened" else {*found, fact["seat"]}
        return found

    def over(self, version: int = 0) -> Any:
        return self.last("kernel.match_over", "outcome", version)

    def waiting(self, version: int = 0) -> Fact | None:
        """Who is awaited after a version, and for what."""
        found = self.told("kernel.waiting", version)
        return found[-1][1] if found and not self.over(version) else None

    def is_action(self, version: int) -> bool:
        return bool(self.events[version]["kind"] == "action")

    def actions(self, versions: Iterable[int] = ()) -> list[int]:
        return [each for each in versions or self.events if self.is_action(each)]

    def commands(self, name: str) -> list[int]:
        """The versions in which a seat gave a command of a name."""
        return [each for each in self.actions() if self.events[each]["cmd"]["type"] == name]

    # --- windows

    def windows(self, version: int = 0) -> list[Window]:
        """The windows that stand open after a version, outermost first."""
        return self.ledger(version).open

    def ledger(self, version: int = 0) -> Ledger:
        """The windows on the way to a version: those open after it, those that have closed, and the offers in them."""
        open_, closed, offers = list[Window](), list[tuple[Window, str, str]](), list[tuple[str, int, str]]()
        before: Fact | None = None
        for each in self.path(version):
            acted = self.actor_in_window(each, before)
            if acted and open_:
                open_[-1] = open_[-1]._replace(by=(*open_[-1].by, (str(each), acted, "acted")))
            for number, fact in enumerate(self.of(each), 1):
                at, name = f"{each}.{number}", fact["fact"]
                if name == "kernel.window_opened":
                    open_.append(Window(at, fact))
                elif name == "kernel.priority_passed":
                    passed = (at, fact["seat"], fact.get("how", "own"))
                    open_[-1] = open_[-1]._replace(by=(*open_[-1].by, passed))
                elif name == "kernel.window_closed":
                    closed.append((open_.pop(), at, fact.get("how", "passes")))
                elif name == "kernel.match_over":
                    closed += [(window, at, "match over") for window in reversed(open_)]
                    open_ = []
                elif name == "kernel.waiting":
                    before = fact
                    if fact["kind"] != "choice":
                        offers.append((open_[-1].at, each, fact["seats"][0]))
        return Ledger(open_, closed, offers)

    def actor_in_window(self, version: int, before: Fact | None) -> str:
        """Who did something in a window that was open; nobody by a pass or by the answer to a question."""
        event = self.events[version]
        if event["kind"] != "action" or before is None or before["kind"] == "choice":
            return ""
        return "" if event["cmd"]["type"] == "pass" else str(event["actor"])

    # --- things

    @cached_property
    def keys(self) -> dict[str, str]:
        """Which card each handle names, by whatever fact said it, followed through all that renamed it."""
        found: dict[str, str] = {}
        for _, _, fact in self.facts():
            for field in ("cards", "factions", "agendas"):
                pairs = (each for each in fact.get(field, ()) if isinstance(each, list) and len(each) == 2)
                found.update({handle: key for handle, key in pairs if isinstance(key, str)})
            found.update({new: found[old] for old, new in renamed(fact) if old in found})
        return found

    def handles(self, start: str) -> set[str]:
        """Every handle that a card had."""
        links = [pair for _, _, fact in self.facts() for pair in renamed(fact)]
        found, grew = {start}, True
        while grew:
            more = found | {name for pair in links if found & set(pair) for name in pair}
            grew, found = more != found, more
        return found

    @cached_property
    def lying(self) -> dict[int, dict[str, str]]:
        """The zone of each handle after each version, 0 before the first."""
        found: dict[int, dict[str, str]] = {0: {}}
        for version in self.events:
            found[version] = self.moved(found[self.parent(version)], version)
        return found

    def moved(self, before: dict[str, str], version: int) -> dict[str, str]:
        """The zone of each handle after the facts of a version."""
        lying = dict(before)
        for fact in self.of(version):
            if "zone" in fact and fact["fact"].endswith(("deck_brought", "deck_laid")):
                lying.update({handle: fact["zone"] for handle, _ in fact["cards"]})
            for old, new in renamed(fact):
                lying[new] = lying.pop(old, "")
            for move in fact.get("moves", ()) if fact["fact"] == "kernel.cards_moved" else ():
                lying[move[1]] = move[3]
        return lying

    def zones(self, version: int = 0) -> dict[str, list[str]]:
        """The handles that lie in each zone after a version (default the newest), in no order."""
        found: dict[str, list[str]] = {}
        for handle, zone in self.lying[version or self.newest].items():
            found.setdefault(zone, []).append(handle)
        return found

    def naming(self, *names: str, versions: Iterable[int] = ()) -> list[str]:
        """The places of all facts that name one of these."""
        wanted = [json.dumps(name) for name in names]
        return [at for at, _, fact in self.facts(versions) if any(name in json.dumps(fact) for name in wanted)]

    # --- chance, chain, times

    def random(self, versions: Iterable[int] = ()) -> list[tuple[str, Fact]]:
        return [(at, fact) for at, _, fact in self.facts(versions) if fact["fact"] in RANDOM]

    def draw(self, k: int) -> int:
        """Draw `k` of the match's stream, by api_docs/records.md."""
        drawn = blake2b(k.to_bytes(8, "big"), digest_size=8, key=self.seed, person=b"praetor.draw").digest()
        return int.from_bytes(drawn, "big")

    def below(self, n: int, k: int) -> tuple[int, int]:
        """The first number below `n` from draw `k` on, and the draw after it."""
        while self.draw(k) >= 2**64 - 2**64 % n:
            k += 1
        return self.draw(k) % n, k + 1

    def shuffled(self, cards: list[str], k: int) -> tuple[list[str], int]:
        """Cards as they lie after a shuffle that begins with draw `k`, and the draw after it."""
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other, k = self.below(last + 1, k)
            cards[last], cards[other] = cards[other], cards[last]
        return cards, k

    def payload(self, version: int) -> bytes:
        """The payload as it is stored: its bytes count."""
        return self.lines[version].partition(b'"payload":')[2][:-1]

    def chain(self) -> dict[int, str]:
        """The head of the chain after each version, computed from the seed and the payloads."""
        head, found = bytes(32), {}
        for version in self.events:
            number = version.to_bytes(8, "big")
            salt = blake2b(number, digest_size=32, key=self.seed, person=b"praetor.salt").digest()
            head = sha256(head + sha256(salt + self.payload(version)).digest()).digest()
            found[version] = head.hex()
        return found

    def time(self, version: int) -> datetime:
        return datetime.fromisoformat(self.events[version]["at"])

    def seconds(self, version: int) -> float:
        """How long before this version the one stored before it was."""
        return (self.time(version) - self.time(version - 1)).total_seconds()


def placed(at: str) -> tuple[int, ...]:
    """A place as numbers, for sorting."""
    return tuple(map(int, at.split(".")))


def by_place(told: tuple[str, Fact]) -> tuple[int, ...]:
    return placed(told[0])


def renamed(fact: Fact) -> list[tuple[str, str]]:
    """The handles that a fact changed."""
    if fact["fact"] == "kernel.cards_moved":
        return [(move[0], move[1]) for move in fact["moves"]]
    if fact["fact"] in ("kernel.zone_shuffled", "kernel.handles_redrawn"):
        return [(old, new) for old, new in fact["order"]]
    if fact["fact"] == "kernel.cards_turned":
        return [(turn[0], turn[1]) for turn in fact["turns"]]
    return []
