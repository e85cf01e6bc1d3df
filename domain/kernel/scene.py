"""A scenario being played: its steps one after the other, and what its expectations look at.

Read `judged`, then `Scene.take` (one step), then `Scene.found` (what a key of an expectation looks at).
Nothing of a game is in here: a `Stage` plays the match, `Sights` shows what only the game can see. Cards go
by the names that the position gave them, wherever they lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Protocol

from msgspec import Struct, to_builtins

from domain.kernel.commanding import command_of
from domain.kernel.decide import first_refusal, options, tag_of
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat
from domain.kernel.naming import Names
from domain.kernel.reading import At, Unreadable
from domain.kernel.refusal import Refusal
from domain.kernel.scenario import Case, Step, Verdict, known_rule
from domain.kernel.windows import Pass, Window, WindowClosed, WindowOpened


class Stage(Protocol):
    """The match in which a case is played; `facts` are those of the last action."""

    facts: tuple[Fact, ...]

    @property
    def rules(self) -> Any: ...

    @property
    def table(self) -> Any: ...

    def act(self, seat: Seat, command: Any) -> Refusal | None:
        """Give a command; raises Disagreement where the stored action says something else than the play."""


class Disagreement(Exception):
    """What was stored, folded or decided again differs from what was played."""


class Sights(Protocol):
    """What only the game can see."""

    def see(self, table: Any, names: Names, key: At, path: tuple[str, ...]) -> object:
        """What a key of an expectation looks at; raises Unreadable for an unknown key."""

    def default(self, table: Any, seat: Seat, tag: str, given: dict[str, Any], field: str) -> Any:
        """What a field of a command is where neither scenario nor options say it; None: unknown."""


class Among(Struct, frozen=True):
    """What is there, of which an expectation names some."""

    names: frozenset[str]


def judged(case: Case, stage: Stage, sights: Sights, names: Names, known_rules: Collection[str]) -> Verdict:
    """Play the steps of a case in an opened match; the first that comes out differently decides."""
    scene = Scene(stage, sights, names, known_rules)
    for step in case.steps:
        try:
            reason = scene.take(step)
        except Unreadable as error:
            return Verdict("error", error.place, error.reason, scene.actions)
        except Disagreement as error:
            return Verdict("failed", step.at.place, str(error), scene.actions)
        if reason:
            return Verdict("failed", step.at.place, reason, scene.actions)
    return Verdict("passed", actions=scene.actions)


class Scene:
    """A case being played: the match, the names, and the facts of the last step."""

    def __init__(self, stage: Stage, sights: Sights, names: Names, known_rules: Collection[str]) -> None:
        self.stage = stage
        self.sights = sights
        self.names = names
        self.known_rules = known_rules
        self.facts: tuple[Fact, ...] = stage.facts
        self.actions = 0

    # steps

    def take(self, step: Step) -> str:
        """Carry out one step; says what came out differently, if anything did."""
        if step.who == "expect":
            return "; ".join(self.differences(step.at))
        self.facts = ()
        if step.who == "all":
            return self.pass_until_closed()
        if step.who not in self.stage.table.seats:
            raise step.at.wrong(f"no seat is named {step.who!r}")
        refusal = self.act(Seat(step.who), self.command(Seat(step.who), step.at))
        if step.refused:
            return self.not_refused_by(step.refused, refusal)
        return f"refused: {self.told(refusal)}" if refusal else ""

    def act(self, seat: Seat, command: Any) -> Refusal | None:
        refusal = self.stage.act(seat, command)
        if refusal is None:
            self.actions += 1
            self.facts += self.stage.facts
            self.names.follow(self.stage.facts)
        return refusal

    def command(self, seat: Seat, at: At) -> Any:
        return command_of(self.stage.rules, self.stage.table, self.sights, self.names, seat, at)

    def pass_until_closed(self) -> str:
        """Passes until the window that is open now has closed; windows nested in it are passed in too."""
        depth = 1
        if not self.in_window():
            return f"no window is open: {self.waiting_for_what()}"
        while depth > 0 and self.stage.table.over is None:
            if not self.in_window():
                return f"{self.waiting_for_what()} inside the window"
            seat = self.stage.table.waiting.seats[0]
            if refusal := self.act(seat, Pass()):
                return f"{seat} may not pass: {self.told(refusal)}"
            depth = depth_after(depth, self.stage.facts)
        return ""

    def in_window(self) -> bool:
        stack = self.stage.table.stack
        return len(stack) > 1 and isinstance(stack[-2], Window)

    def waiting_for_what(self) -> str:
        waiting = self.stage.table.waiting
        return f"{waiting.question!r} is asked of {', '.join(waiting.seats)}" if waiting else "the match is over"

    def told(self, refusal: Refusal) -> str:
        """A refusal with cards by their names."""
        return f"{refusal.rule} {self.names.told(refusal.because)}"

    def not_refused_by(self, rule: str, refusal: Refusal | None) -> str:
        if refusal is None:
            return f"accepted, not refused by {rule}"
        return "" if refusal.rule == rule else f"refused by {self.told(refusal)}, not by {rule}"

    # expectations

    def differences(self, at: At) -> Iterator[str]:
        for name, expected in at.mapping().items():
            root, *path = name.split(".")
            if root in ("can", "cannot"):
                yield from self.lawful_differences(root == "can", expected, path)
                continue
            found = self.found(root, tuple(path), expected)
            if not agrees(expected.value, found):
                yield f"{name}: expected {expected.value}, found {self.there(root, found)}"

    def found(self, root: str, path: tuple[str, ...], key: At) -> object:
        """What a key looks at: the wait, the end, the last step's facts; all else is the game's."""
        if root == "options" and len(path) == 1:
            return self.option_types(self.seat(path[0], key))
        if root == "fact" and len(path) > 1:
            return self.told_by_fact(path, key)
        if root in LOOKS and not path:
            return LOOKS[root](self, key)
        return self.sights.see(self.stage.table, self.names, key, (root, *path))

    def there(self, root: str, found: object) -> object:
        """What is told of what was found: where facts were looked for, all those of the last step."""
        if root in ("happened", "not_happened"):
            return ", ".join(short for _, short in tags(self.facts))
        return shown(found)

    def seat(self, name: str, key: At) -> Seat:
        if name not in self.stage.table.seats:
            raise key.wrong(f"no seat is named {name!r}")
        return Seat(name)

    def option_types(self, seat: Seat) -> frozenset[str]:
        space = options(self.stage.rules, self.stage.table, seat)
        return frozenset(form.type for form in space.forms) if space is not None else frozenset()

    def lawful_differences(self, can: bool, key: At, path: list[str]) -> Iterator[str]:
        """Whether commands are lawful now, or refused by the rule named."""
        seat = self.seat(".".join(path), key)
        for each in key.items():
            wanted = None if can else each.mapping(("command", "rule"))
            command = self.command(seat, each if wanted is None else wanted["command"])
            refusal = first_refusal(self.stage.rules, self.stage.table, seat, command)
            if wanted is None and refusal:
                yield f"{each.place}: refused: {self.told(refusal)}"
            elif wanted is not None:
                rule = known_rule(wanted["rule"], self.known_rules)
                if reason := self.not_refused_by(rule, refusal):
                    yield f"{each.place}: {reason}"

    # what the keys look at

    def window(self, key: At) -> object:
        return self.stage.table.waiting.question if self.stage.table.waiting else "none"

    def kind(self, key: At) -> object:
        return self.stage.table.waiting.kind if self.stage.table.waiting else "none"

    def step(self, key: At) -> object:
        return self.stage.rules.step(self.stage.table)

    def awaited(self, key: At) -> object:
        return frozenset(self.stage.table.waiting.seats if self.stage.table.waiting else ())

    def over(self, key: At) -> object:
        outcome = self.stage.table.over
        return "none" if outcome is None else outcome.winner or "draw"

    def over_how(self, key: At) -> object:
        return self.stage.table.over.how if self.stage.table.over else "none"

    def happened(self, key: At) -> object:
        """The facts of the last step that the key names, as far as they came in this order."""
        rest = iter(tags(self.facts))
        found = []
        for wanted in self.known_tags(key):
            if not any(wanted in tag for tag in rest):
                break
            found.append(wanted)
        return found

    def did_not_happen(self, key: At) -> object:
        there = set().union(*tags(self.facts)) if self.facts else set()
        return [wanted for wanted in self.known_tags(key) if wanted not in there]

    def told_by_fact(self, path: tuple[str, ...], key: At) -> object:
        """A field of the newest fact of a kind in the last step, and inside it."""
        tag, field, *inner = path
        kinds = [kind for kind in self.stage.rules.facts if tag == tag_of(kind).partition(".")[2]]
        if not any(field in kind.__struct_fields__ for kind in kinds):
            raise key.wrong(f"no fact is called {tag} with a field {field}")
        fact = next((each for each in reversed(self.facts) if isinstance(each, tuple(kinds))), None)
        value: Any = "none" if fact is None else self.names.told(to_builtins(getattr(fact, field)))
        for name in inner:
            value = value.get(name, "none") if isinstance(value, dict) else "none"
        return value

    def known_tags(self, key: At) -> tuple[str, ...]:
        return key.texts(set().union(*tags(self.stage.rules.facts)))

    def windows(self, key: At) -> object:
        return [fact.name for fact in self.facts if isinstance(fact, WindowOpened)]


LOOKS = {
    "window": Scene.window,
    "kind": Scene.kind,
    "step": Scene.step,
    "waiting_for": Scene.awaited,
    "over": Scene.over,
    "over_how": Scene.over_how,
    "happened": Scene.happened,
    "not_happened": Scene.did_not_happen,
    "windows": Scene.windows,
}


def tags(facts: Iterable[Any]) -> list[tuple[str, str]]:
    """The tag of each fact, whole and without the game in front."""
    whole = [tag_of(fact if isinstance(fact, type) else type(fact)) for fact in facts]
    return [(tag, tag.partition(".")[2]) for tag in whole]


def depth_after(depth: int, facts: Iterable[Fact]) -> int:
    """How many windows are open after these facts: the first and those nested in it, 0 once it has closed."""
    for fact in facts:
        if isinstance(fact, WindowOpened):
            depth += 1
        elif isinstance(fact, WindowClosed):
            depth -= 1
        if depth == 0:
            break
    return depth


def agrees(expected: object, found: object) -> bool:
    """Whether what was found was expected; sets in any order, `no` and `none` also as YAML reads them."""
    if isinstance(found, Among):
        return isinstance(expected, list) and set(expected) <= found.names
    if isinstance(found, frozenset):
        return isinstance(expected, list) and len(set(expected)) == len(expected) and set(expected) == found
    if isinstance(found, str):
        return {"None": "none", "False": "no"}.get(str(expected), str(expected)) == found
    return type(expected) is type(found) and expected == found


def shown(found: object) -> object:
    if isinstance(found, Among):
        return sorted(found.names)
    return sorted(found) if isinstance(found, frozenset) else found
