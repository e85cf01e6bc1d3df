"""Rule coverage: the code that carries out each rule of a game's book, and the scenarios that show it.

A rule is `enforced` if code that cites it ran, an option cited it, or a refusal cited it, in the scenarios or in random
matches; else `covered` if a passed scenario cites it. `melee` and `not-mechanical` are reviewed lists beside the book.
So is `pending`, of rules that wait for what the game does not play yet; it counts only where nothing else is so. Every
other rule is `open`. The report passes if no rule is open and no scenario failed. Read `watch_code`, then
`report`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import FunctionType

from msgspec import Struct, structs

from domain.games import GAMES, game_rules
from domain.kernel import deciding
from domain.kernel.citing import citations, function_of, rules_of
from domain.kernel.command_moments import all_checks
from domain.kernel.ids import PUBLIC
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands
from service.files.scenarios import ScenarioResult, run_files
from service.tools.simulate import SimulationTask, decisions
from service.tools.watched_code import watched

PENDING = "pending"
LISTS = {"melee": "melee", "not_mechanical": "not-mechanical", PENDING: PENDING}
STATES = ("enforced", "covered", *LISTS.values(), "open")
MATCHES = 20
# what returns every refusal of a command, beside the checks that tell it, and every space that is offered
TELLING = (deciding.first_refusal_of, deciding.seat_options)
VIEWED = 10  # every viewer's view is built at each tenth version


class Sightings(Struct):
    """What was observed: the functions that ran, and where each rule was first cited by a refusal or an option."""

    ran: set[FunctionType]
    refused: dict[str, str]
    offered: dict[str, str]

    def note(self, function: FunctionType, returned: object) -> None:
        """Keep that a function ran, and which rules it cites in what it returned."""
        self.ran.add(function)
        if isinstance(returned, Refusal):
            self.refused.setdefault(returned.rule, place(function))
        elif isinstance(returned, Commands):
            for rule in (rule for form in returned.forms for rule in form.rules):
                self.offered.setdefault(rule, place(function))


def place(function: FunctionType) -> str:
    """The module and name of a function: `challenges.type_is_left`."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"


@contextmanager
def watch_code() -> Iterator[Sightings]:
    """Record what cites rules inside the block: functions that run, refusals, options. Yields the record."""
    seen = Sightings(set(), {}, {})
    every_game = [game.rules for game in GAMES.values()]
    telling = {function_of(each.test) for rules in every_game for each in all_checks(rules)}
    telling |= {function_of(each) for each in TELLING}
    citing = {function for rules in every_game for each in citations(rules) for function in each.functions}
    with ExitStack() as stack:
        for function in citing | telling:
            stack.enter_context(watched(function, partial(seen.note, function), once=function not in telling))
        yield seen


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
        listed, reason = lists.get(rule.id, ("open", ""))
        if listed in ("open", PENDING) and (rule.id in by or scenarios):
            listed, reason = "enforced" if rule.id in by else "covered", ""
        yield RuleCoverage(rule.id, rule.title, listed, by.get(rule.id, ()), scenarios, reason)


def carried_out_by(game: str, seen: Sightings) -> dict[str, tuple[str, ...]]:
    """The code, options and refusals that carried out each rule."""
    by: dict[str, list[str]] = {}
    rules = GAMES[game].rules
    for each in citations(rules):
        if seen.ran.issuperset(each.functions):
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
