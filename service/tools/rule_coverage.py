"""Rule coverage: the code that carries out each rule of a game's book, and the scenarios that show it.

A rule is `enforced` if code that cites it ran, an option cited it, or a refusal cited it, in the scenarios or in random
matches; else `covered` if a passed scenario cites it. `melee` and `not-mechanical` are reviewed lists beside the book.
Every other rule is `open`. The report passes if no rule is open and no scenario failed. Read `watch_code`, then
`report`.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from msgspec import Struct, structs

from domain.games import GAMES, game_rules
from domain.kernel.citing import citations, rules_of
from domain.kernel.ids import PUBLIC
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands
from service.files.scenarios import ScenarioResult, run_files
from service.tools.simulate import SimulationTask, decisions

LISTS = {"melee": "melee", "not_mechanical": "not-mechanical"}
STATES = ("enforced", "covered", *LISTS.values(), "open")
MATCHES = 20
VIEWED = 10  # every viewer's view is built at each tenth version


class Sightings(Struct):
    """What was observed: the ids of code that ran, and where each rule was first cited by a refusal or an option."""

    ran: set[int]
    refused: dict[str, str]
    offered: dict[str, str]

    def note(self, frame: FrameType, event: str, value: Any) -> None:
        """The profile function, which the interpreter calls at every call and return."""
        if event == "call":
            self.ran.add(id(frame.f_code))
        elif event == "return":
            kind = type(value)
            if kind is Refusal:
                self.refused.setdefault(value.rule, place(frame.f_code))
            elif kind is Commands:
                for form in value.forms:
                    for rule in form.rules:
                        self.offered.setdefault(rule, place(frame.f_code))


def place(code: CodeType) -> str:
    """The module and function of a code object: `challenges.type_is_left`."""
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"


@contextmanager
def watch_code() -> Iterator[Sightings]:
    """Record which functions run inside the block, which then runs several times slower. Yields the record."""
    seen, before = Sightings(set(), {}, {}), sys.getprofile()
    sys.setprofile(seen.note)
    try:
        yield seen
    finally:
        sys.setprofile(before)


class RuleCoverage(Struct, frozen=True):
    """One rule: its state, the code, options and refusals that cite it, its scenarios, and the reason on a list."""

    rule: str
    title: str
    state: str
    by: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    reason: str = ""

    def text(self) -> str:
        """The rule in one line."""
        shown = f"{len(self.scenarios)} scenarios, first {self.scenarios[0]}" if self.scenarios else ""
        details = "; ".join(each for each in (", ".join(self.by), shown, self.reason) if each)
        return f"{self.state:<14}  {self.rule}  {details}".rstrip()


class CoverageReport(Struct, frozen=True):
    """The coverage of each rule of a game's book, in the order of the book, and the failed scenarios."""

    game: str
    rows: tuple[RuleCoverage, ...]
    failed: tuple[str, ...] = ()

    @property
    def sums(self) -> dict[str, int]:
        """The number of rules in each state."""
        counted = Counter(each.state for each in self.rows)
        return {state: counted[state] for state in STATES}

    @property
    def has_passed(self) -> bool:
        """Whether no rule is open and no scenario failed."""
        return not self.sums["open"] and not self.failed

    def about(self, rules: Container[str]) -> CoverageReport:
        """The report reduced to some rules."""
        return structs.replace(self, rows=tuple(each for each in self.rows if each.rule in rules))

    def lines(self) -> list[str]:
        """A line for each rule, the lines of failed scenarios, then the sums."""
        sums = ", ".join(f"{n} {state}" for state, n in self.sums.items())
        return [*(each.text() for each in self.rows), *self.failed, f"{len(self.rows)} rules: {sums}"]


def report(game: str, scenarios: Path | None = None, matches: int = MATCHES, seed: int = 1) -> CoverageReport:
    """The coverage of a game's rules by the scenarios of a folder (by default the game's) and by random matches."""
    folder = scenarios or Path("tests", "scenarios", game)
    with watch_code() as seen:
        results = run_files(sorted(folder.glob("*.yaml"))).results
        for number in range(matches):
            play_watched(game, seed, number)
    return CoverageReport(game, tuple(rows(game, seen, shown_by(results))), failures(results))


def play_watched(game: str, seed: int, number: int) -> None:
    """Play one random match; every tenth version is viewed by each seat and by the public."""
    for following in decisions(SimulationTask(game, seed, number)):
        match = following.match
        if match.version % VIEWED == 0:
            match.rules.views(match.table, (*match.table.seats, PUBLIC), judging=False)


def failures(results: Iterable[ScenarioResult]) -> tuple[str, ...]:
    """The lines of the scenarios that failed or could not be read."""
    return tuple(line for each in results if each.verdict.outcome in ("failed", "error") for line in each.lines())


def shown_by(results: Iterable[ScenarioResult]) -> dict[str, tuple[str, ...]]:
    """The passed scenarios by rule: for each rule the scenarios that cite it."""
    shown: dict[str, tuple[str, ...]] = {}
    for each in results:
        for rule in dict.fromkeys(each.rules if each.verdict.outcome == "passed" else ()):
            shown[rule] = (*shown.get(rule, ()), f"{Path(each.file).name}:{each.line}")
    return shown


def rows(game: str, seen: Sightings, shown: dict[str, tuple[str, ...]]) -> Iterator[RuleCoverage]:
    """The coverage of each rule of a game."""
    by, lists = carried_out_by(game, seen), reviewed_lists(game)
    for rule in game_rules(game):
        scenarios = shown.get(rule.id, ())
        if rule.id in lists:
            state, reason = lists[rule.id]
            yield RuleCoverage(rule.id, rule.title, state, by.get(rule.id, ()), scenarios, reason)
            continue
        state = "enforced" if rule.id in by else "covered" if scenarios else "open"
        yield RuleCoverage(rule.id, rule.title, state, by.get(rule.id, ()), scenarios)


def carried_out_by(game: str, seen: Sightings) -> dict[str, tuple[str, ...]]:
    """The code, options and refusals that carried out each rule."""
    by: dict[str, list[str]] = {}
    rules = GAMES[game].rules
    for each in citations(rules):
        if all(id(code) in seen.ran for code in each.codes):
            by.setdefault(each.rule, []).append(each.name)
    for word, cited in (("offered by", seen.offered), ("refused by", seen.refused)):
        for rule, where in ((rule, where) for named, where in cited.items() for rule in rules_of(rules.cites, named)):
            by.setdefault(rule, []).append(f"{word} {where}")
    return {rule: tuple(dict.fromkeys(names)) for rule, names in by.items()}


def reviewed_lists(game: str) -> dict[str, tuple[str, str]]:
    """The rules on the reviewed lists beside the book: the name of the list and the reason."""
    text = files(f"domain.games.{game}").joinpath("not_mechanical.toml").read_text(encoding="utf-8")
    page = tomllib.loads(text)
    return {row["id"]: (state, row.get("reason", "")) for name, state in LISTS.items() for row in page.get(name, ())}
