"""Twin matches: two worlds that differ only in what one viewer must not see, played on by the same public commands.

A game makes the twin of a match (`tests/games/<game>.py`). Read in this order: `World` (a match and what its viewer was
told, handles renamed by first appearance), `Pair.play` (both worlds get the same command until the viewer is entitled
to learn something that differs).

The comparison ends at the first fact by which the viewer is entitled to learn what differs: a `Learned` that names it,
or a random result that is shown to it. Entitlement is read off the raw fact, never off what `seen_by` lets through.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from domain.kernel.cards.card_facts import Learned
from domain.kernel.deciding import seat_options
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.flow.waits import RandomResult
from domain.kernel.ids import NO_SEAT, PUBLIC, Seat, Viewer
from domain.match import aggregate as matches
from domain.match.aggregate import Match
from tests.builders import Dice, acted, awaited, options_of

FORM = re.compile(r"(?<![0-9a-z/-])[0-9a-hjkmnp-tv-z]{9}(?![0-9a-z-])")  # also within keys and escaped text
WORDED = ("*.py", "*.toml", "*.html")
TRIES = 8  # answers of the other player that are tried for one that both worlds allow


@cache
def words() -> frozenset[str]:
    """The words of the program and its data that have the form of a handle, as `attackers` and `defenders` have."""
    folders = (Path(matches.__file__).parents[2] / name for name in ("domain", "projections", "service"))
    files = (file for folder in folders for form in WORDED for file in folder.rglob(form))
    return frozenset(word for file in files for word in FORM.findall(file.read_text(encoding="utf-8")))


def handles_in(text: str) -> list[str]:
    """The handles that a text names; a word of the program is none, whatever its form."""
    return [each for each in FORM.findall(text) if each not in words()]


def rename_handles(text: str, name: Callable[[str], str]) -> str:
    """A text with other names for the handles in it."""
    return FORM.sub(lambda found: found[0] if found[0] in words() else name(found[0]), text)


class Interference(AssertionError):
    """The viewer could tell the worlds apart before it was entitled to."""


class World:
    """A match as its viewer follows it: `names` gives each handle the number of its first appearance."""

    def __init__(self, match: Match, viewer: str) -> None:
        self.match = match
        self.viewer = Viewer(viewer)
        self.names: dict[str, str] = {}
        self.event: Any = None

    def act(self, seat: str, command: Any) -> None:
        following = acted(self.match, seat, command)
        self.event = matches.decode_event(self.match, following.payload)
        self.match = following.match

    def told(self, upto: int = 10**9) -> str:
        """The last action and the table after it, as viewer and public are told; a cut one without the table."""
        version = self.match.version
        whole_events = [matches.redact_event(self.event, version, each) for each in (self.viewer, PUBLIC)]
        seen = [
            structs.replace(each, facts=tuple(fact for fact in each.facts if fact["place"] < upto))
            for each in whole_events
        ]
        whole = upto > len(self.event.facts)
        return self.written([seen, len(self.event.facts), self.table()] if whole else seen)

    def table(self) -> list[Any]:
        """What can be looked up at this version."""
        match = self.match
        looks = [match.rules.view(match.table, each, judging=False) for each in (self.viewer, PUBLIC)]
        return [*looks, *(describe_open_window(match.rules, match.table, each) for each in (self.viewer, PUBLIC))]

    def written(self, told: Any) -> str:
        text = msgspec.json.encode(told).decode()
        return rename_handles(text, self.named)

    def named(self, handle: str) -> str:
        return self.names.setdefault(handle, f"card{len(self.names):05}")

    def is_told(self, fact: Any) -> str:
        """What this fact, by itself, entitles the viewer to know; nothing for most facts."""
        if isinstance(fact, Learned) and {self.viewer, PUBLIC} & set(fact.to):
            return repr([key for _, key in fact.cards])
        if isinstance(fact, RandomResult) and fact.seat in (NO_SEAT, self.viewer):
            return repr([self.names.get(each, each) for each in fact.result])
        return ""


class Pair:
    """Two worlds of one viewer, a match and its twin; a game may have worlds of its own."""

    world: type[World] = World

    def __init__(self, match: Match, twin: Match, viewer: str, dice: Dice) -> None:
        self.viewer = viewer
        self.dice = dice
        self.one = self.world(match, viewer)
        self.other = self.world(twin, viewer)
        self.actions = 0
        self.same(*(world.written(world.table()) for world in self.worlds))

    @property
    def worlds(self) -> tuple[World, World]:
        return self.one, self.other

    def same(self, mine: str, theirs: str) -> None:
        if mine != theirs:
            place = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), -1)
            around = slice(max(0, place - 300), place + 200)
            told = f"{mine[around]}\n--- and ---\n{theirs[around]}"
            raise Interference(f"{self.viewer} at version {self.one.match.version}:\n{told}")

    def play(self, most: int) -> str:
        """Play both on alike; returns why it ended."""
        while self.actions < most:
            if self.one.match.table.over is not None:
                return "over"
            common = self.common_command()
            if common is None:
                return "no common command"
            seat, mine, theirs = common
            self.one.act(seat, mine)
            self.other.act(seat, theirs)
            self.actions += 1
            if self.compared() == "revealed":
                return "revealed"
        return "long enough"

    def compared(self) -> str:
        """Compare what the last action told, up to the first thing that may differ."""
        for place, (mine, theirs) in enumerate(self.facts(), 1):
            if self.one.is_told(mine) != self.other.is_told(theirs):
                self.same(self.one.told(upto=place), self.other.told(upto=place))
                return "revealed"
        self.same(self.one.told(), self.other.told())
        return "alike"

    def facts(self) -> Any:
        return zip(self.one.event.facts, self.other.event.facts, strict=False)

    def common_command(self) -> tuple[str, Any, Any] | None:
        """A command of one world and the same one, by public names, of the other."""
        match = self.one.match
        seat = self.dice.pick(awaited(match))
        space = options_of(match.rules, match.table, seat)
        for _ in range(1 if seat == self.viewer else TRIES):
            answer = space.sample(self.dice)
            translated = Translation(self.one, self.other).of(answer)
            if self.allowed(seat, translated):
                return seat, match.rules.command(answer), match.rules.command(translated)
            if seat == self.viewer:
                raise Interference(f"{seat} may do {answer} in one world only")
        return None

    def allowed(self, seat: str, answer: Any) -> bool:
        match = self.other.match
        space = seat_options(match.rules, match.table, Seat(seat))
        return answer is not None and space is not None and space.check(answer) is None


class Translation:
    """A command of one world for the other: known cards by their public names, hidden ones by place and key."""

    def __init__(self, source: World, target: World) -> None:
        self.source = source
        self.target = target
        self.back = {name: handle for handle, name in target.names.items()}
        self.used: set[str] = set()

    def of(self, answer: Any) -> Any:
        """The answer in the other world's handles; nothing where a card has no counterpart."""
        try:
            return self.value(answer)
        except LookupError:
            return None

    def value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.handle(value) if value in self.source.match.table.cards else value
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {self.value(name): self.value(each) for name, each in value.items()}
        return value

    def handle(self, handle: str) -> str:
        name = self.source.names.get(handle)
        if name is not None:
            return self.back[name]
        here, there = self.source.match.table, self.target.match.table
        card = here.cards[handle]
        place, lying = here.zone(card.zone).index(handle), there.zone(card.zone)
        # of copies the one in the same place: cards that were set aside go back to where they lay
        for each in (*lying[place : place + 1], *lying):
            if there.cards[each].key == card.key and each not in self.used:
                self.used.add(each)
                return str(each)
        raise LookupError(handle)
