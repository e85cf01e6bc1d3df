"""The seam between the kernel and the games: typed, whole, and no wider than the kernel needs it."""

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.corrections.changes import SetCount
from domain.kernel.corrections.manual_resolution import impossible_refusal
from domain.kernel.corrections.stack_repair import mend
from domain.kernel.flow.priority_windows import Window, offer_priority
from domain.kernel.game import Game
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import AbilityTable, Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions
from domain.kernel.rules import (
    AbilityRules,
    CorrectionRules,
    FlowRules,
    Rules,
    WindowRules,
    WithoutAbilities,
    WithoutCorrections,
    WithoutWindows,
)

ROOT = Path(__file__).resolve().parents[4]
KERNEL = ROOT / "domain" / "kernel"
PROTOCOLS = (FlowRules, WindowRules, AbilityRules, CorrectionRules)
ALICE, BOB = Seat("alice"), Seat("bob")


def members(protocol: type) -> set[str]:
    """What a protocol asks for: its methods and what it annotates."""
    methods = {name for name, value in vars(protocol).items() if callable(value) and not name.startswith("_")}
    return methods | set(vars(protocol).get("__annotations__", {}))


def asked_of_rules(path: Path) -> Iterator[str]:
    """What a module asks of rules: `rules.name`, `game.rules.name`; in the protocols themselves `self.name`."""
    of = ("rules", "self") if path.name == "rules.py" else ("rules",)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            value = node.value
            if getattr(value, "id", getattr(value, "attr", "")) in of:
                yield node.attr


def count_any(path: Path) -> int:
    """How often a module says `Any`, but for its imports."""
    imported = {
        line
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    with tokenize.open(path) as file:
        return sum(
            token.type == tokenize.NAME and token.string == "Any" and token.start[0] not in imported
            for token in tokenize.generate_tokens(file.readline)
        )


@pytest.mark.parametrize("floor", ["kernel", "match", "judging"])
def test_a_floor_says_any_in_less_than_one_of_a_hundred_lines(floor: str) -> None:
    modules = sorted((ROOT / "domain" / floor).rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix(): count_any(path) for path in modules}
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in modules)
    assert lines
    assert sum(found.values()) * 100 < lines, {name: n for name, n in found.items() if n}


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda each: each.__name__)
def test_the_kernel_uses_all_that_it_asks_of_a_game(protocol: type) -> None:
    used = {name for path in KERNEL.rglob("*.py") for name in asked_of_rules(path)}
    assert members(protocol) - used == set()


def test_no_two_protocols_ask_the_same() -> None:
    asked = [name for protocol in PROTOCOLS for name in members(protocol)]
    assert sorted(asked) == sorted(set(asked))


class Plain(
    WithoutWindows[AbilityTable], WithoutAbilities[AbilityTable], WithoutCorrections[AbilityTable], Rules[AbilityTable]
):
    """A game of which nothing is said but that it leaves out whatever may be left out."""


def test_a_game_that_lacks_something_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="next_seat"):
        Plain()  # type: ignore[abstract]


def test_what_is_left_out_is_whole_and_the_flow_is_said_by_every_game() -> None:
    assert Plain.__abstractmethods__ <= members(FlowRules)
    assert Rules.__abstractmethods__ - Plain.__abstractmethods__ == (
        WindowRules.__abstractmethods__ | AbilityRules.__abstractmethods__ | CorrectionRules.__abstractmethods__
    )


class Turns(Plain):
    """The least of a game in which seats take turns."""

    def next_seat(self, table: AbilityTable, seat: Seat) -> Seat:
        return ALICE if seat == BOB else BOB


Turns.__abstractmethods__ = frozenset()


def turn_game() -> Game[AbilityTable]:
    return Game(Turns(), AbilityTable(seats=(ALICE, BOB)), bytes(32), 1)  # type: ignore[abstract]


def test_what_occurs_where_nothing_triggers_just_occurs() -> None:
    game = turn_game()
    collect_reactions(game, "1")
    before = list(game.table.stack)
    begin_occurrence(game, Condition(0, "moved"), effect=7)
    assert (game.facts, game.table.stack) == ([], before)


def test_a_window_of_a_game_without_windows_asks_nobody() -> None:
    game = turn_game()
    game.push(Window(kind="action", name="action", during="1", first=ALICE, turn=ALICE))
    window = game.table.stack[-1]
    assert isinstance(window, Window)
    offer_priority(game, window)
    assert (game.facts, game.table.stack) == ([], [])


def test_a_change_of_a_table_that_nobody_changes_is_refused() -> None:
    game = turn_game()
    refusal = impossible_refusal(game.rules, game.table, SetCount(ALICE, "gold", 3))
    assert refusal is not None
    assert (refusal.rule, refusal.because["change"]) == ("manual.impossible-change", "set_count")


def test_a_frame_of_a_table_that_nobody_changes_goes_on() -> None:
    game = turn_game()
    game.push(Window(kind="action", name="action", during="1", first=ALICE, turn=ALICE, opened=True))
    before = list(game.table.stack)
    mend(game)
    assert (game.facts, game.table.stack) == ([], before)
    assert not game.rules.abandonable(before[0])
