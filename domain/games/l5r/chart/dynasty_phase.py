"""1. The dynasty phase: cards in provinces are revealed, fate is collected, characters are played from provinces."""

from __future__ import annotations

from domain.cardgame.occurring.framework import framework
from domain.cardgame.rounds_and_phases import end_phase, expire_with_phase
from domain.games.l5r.facts.players import FateGained
from domain.games.l5r.numbers_in_play import fate_value
from domain.games.l5r.occurring import executes, reveal_condition
from domain.games.l5r.state import L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.flow.priority_windows import Window, open_for_all
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition

PLAYING = "dynasty.action"
"""The window of step 1.4, in which passes are final."""


@enforces("l5r.dynasty.1-1-begin", "l5r.dynasty.1-1-milestone")
def dynasty_begins(game: L5rGame, frame: Procedure) -> None:
    """Begin the round and the dynasty phase in one occurrence."""
    framework(game, "1.1", Condition(0, "round_began"), Condition(0, "phase_began", name="dynasty"))


def begin_reveals(game: L5rGame, frame: Procedure) -> None:
    game.push(Reveals())


@enforces("l5r.dynasty.1-2-reveal-order")
def facedown_cards(table: L5rTable) -> list[Handle]:
    """The facedown dynasty cards of both players, in player order, from left to right."""
    order = table.player_order()
    return [card.handle for seat in order for card in table.dynasty_cards(seat) if card.facedown]


@enforces("l5r.dynasty.1-2-one-at-a-time")
def reveal_next(game: L5rGame, frame: Reveals) -> None:
    """Reveal the next facedown card; each is an occurrence of its own."""
    left = [card for card in facedown_cards(game.table) if card not in frame.tried]
    if left:
        game.set(tried=(*frame.tried, left[0]), at="/next")
        framework(game, "1.2", reveal_condition(game.table, left[0]))


class Reveals(Procedure, frozen=True, tag="l5r.reveals"):
    """The facedown dynasty cards are revealed, one after the other."""

    tried: tuple[Handle, ...] = ()
    steps = (step("/next", reveal_next, "the next dynasty card is revealed"),)


@enforces("l5r.dynasty.1-3-collect")
def collect_fate(game: L5rGame, frame: Procedure) -> None:
    table = game.table
    framework(game, "1.3", *(Condition(0, "fate_collected", seat=seat) for seat in table.player_order()))


@executes("fate_collected")
def take_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        collected = fate_value(game.table, each.seat)
        game.emit(FateGained(each.seat, collected.value, "collected", collected))
    return conditions


@enforces(
    "l5r.dynasty.special-window",
    "l5r.dynasty.1-4-alternate",
    "l5r.dynasty.1-4-pass-final",
    "l5r.dynasty.1-4-pass-option",
    "l5r.dynasty.1-4-other-continues",
    "l5r.dynasty.1-4-ends",
)
def play_from_provinces(game: L5rGame, frame: Procedure) -> None:
    open_for_all(game, "action", PLAYING, "1.4", final=True)


@enforces("l5r.dynasty.1-4-first-passer-fate", "l5r.pass.dynasty-first-passer")
def follow_pass(game: L5rGame, window: Window, seat: Seat) -> None:
    """Let the player who passes first in 1.4 gain 1 fate."""
    if window.name == PLAYING and not window.out:
        game.emit(FateGained(seat, 1, "first-pass"))


@enforces("l5r.dynasty.1-5-end", "l5r.dynasty.1-5-milestone")
def dynasty_ends(game: L5rGame, frame: Procedure) -> None:
    end_phase(game, "1.5", "dynasty")


@enforces("l5r.dynasty.chart-order")
class DynastyPhase(Procedure, frozen=True, tag="l5r.dynasty_phase"):
    """1. The dynasty phase."""

    steps = (
        step("1.1", dynasty_begins, "the dynasty phase begins"),
        step("1.2", begin_reveals, "facedown dynasty cards are revealed"),
        step("1.3", collect_fate, "fate is collected"),
        step("1.4", play_from_provinces, "players play characters from provinces"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("1.5", dynasty_ends, "the dynasty phase ends"),
    )
