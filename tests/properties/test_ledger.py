"""The window ledger, folded from stored bytes alone, equals the stack of the live match at every version."""

from typing import Any

import msgspec
import pytest

from domain.kernel.flow.priority_windows import Window
from domain.match.aggregate import Match
from projections.windows.fold import END, LedgerRow, Stack, as_of
from projections.windows.store import WindowFolding
from tests.builders import ENDLESS, played
from tests.games import each_case, each_start, opened
from tests.games.bringing import GameTests, PlayTests, Start

KEPT = 20


def real_windows(match: Match) -> list[tuple[Any, ...]]:
    """The windows that are open on the table's stack, outermost first, with their passes in a row."""
    frames = [frame for frame in match.table.stack if isinstance(frame, Window) and frame.opened]
    return [(each.kind, each.name, each.during, each.first, each.passes) for each in frames]


def told_windows(stack: Stack) -> list[tuple[Any, ...]]:
    return [(row.kind, row.name, row.step, row.first, passes(row)) for row in stack.open]


def passes(row: LedgerRow) -> int:
    """How often in a row, up to now, somebody passed."""
    acted = [number for number, deed in enumerate(row.deeds, 1) if deed.how == "acted"]
    return len(row.deeds) - max(acted, default=0)


def check_nesting(stack: Stack) -> None:
    assert [row.inside for row in stack.open] == ["", *(row.id for row in stack.open)][: len(stack.open)]


def check_asked(stack: Stack, match: Match) -> None:
    """Who is asked in the innermost window is its newest offer."""
    waiting = match.table.waiting
    if waiting is not None and waiting.kind != "choice":
        offer = stack.open[-1].offers[-1]
        assert ((offer.seat,), offer.wait) == (waiting.seats, waiting.wait)
        assert match.table.stack[-2].turn == offer.seat


def written(stack: Stack) -> dict[str, bytes]:
    return {row.id: msgspec.json.encode(row) for row in stack.touched.values()}


def check_ledger(game: PlayTests, start: Start) -> tuple[int, int]:
    """Compare ledger and stack at every version of one match; returns its versions and windows."""
    opening = opened(game, start)
    ledger, kept = WindowFolding("m-1"), {}
    steps = played(opening.match, game.player(start.seed, "ledger"), ENDLESS)
    match = opening.match
    for following in (opening, *(step.following for step in steps)):
        match = following.match
        ledger.take(match.version, following.payload)
        assert told_windows(ledger.stack) == real_windows(match), f"version {match.version}"
        check_nesting(ledger.stack)
        check_asked(ledger.stack, match)
        if match.version % KEPT == 0:
            kept[match.version] = written(ledger.stack)
    for version, then in kept.items():
        rows = [as_of(row, (version, END)) for row in ledger.stack.touched.values()]
        assert {row.id: msgspec.json.encode(row) for row in rows if row} == then, f"as of version {version}"
    if hasattr(match.table, "round"):
        check_rounds(ledger.stack)
    return match.version, len(ledger.stack.touched)


def check_rounds(stack: Stack) -> None:
    for row in stack.touched.values():
        assert row.within.startswith(f"round {row.round},"), row


@each_start("ledger")
def test_the_ledger_equals_the_stack_at_every_version(game: PlayTests, case: Start) -> None:
    versions, windows = check_ledger(game, case)
    assert versions > 20
    assert windows > 5


@pytest.mark.proof
@each_case("ledger", lambda game: list(game.parts)[:10])
def test_the_ledger_equals_the_stack_in_500_matches(game: GameTests, case: str) -> None:
    found = [check_ledger(game, start) for start in game.parts[case]]
    versions, windows = (sum(each) for each in zip(*found, strict=True))
    print(f"{game.name}, {case}: {len(found)} matches, {versions} versions, {windows} windows, 0 differences")
