"""3.2.1 and 3.2.2: defenders, and the action window of the conflict."""

from __future__ import annotations

from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.occurring.framework import framework
from domain.games.l5r.checks.conflicts import able_to_defend, most_defenders
from domain.games.l5r.facts.conflicts import DefendersDeclared
from domain.games.l5r.occurring import executes
from domain.games.l5r.state import L5rGame, L5rTable, current_conflict
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

DEFENDERS = "l5r.conflict.3-2-1-defenders"


def defending_player(table: L5rTable, frame: Procedure) -> tuple[Seat, ...]:
    return (table.contest.defender,) if table.contest is not None else ()


@enforces("l5r.conflict.3-2-1-any-number", "l5r.conflict.3-2-1-none")
def defenders_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    eligible, most = able_to_defend(table, seat), most_defenders(table, seat)
    pick = Pick(eligible, 0, len(eligible) if most is None else min(most, len(eligible)))
    return Commands((Form("declare_defenders", {}, {"defenders": pick}, (DEFENDERS,)),))


@enforces(DEFENDERS)
def declare_defenders(game: L5rGame, frame: Procedure, seat: Seat, command: DeclareDefenders) -> None:
    """Declare all defenders at the same time; there may be none."""
    kind = current_conflict(game.table).kind
    declared = [Condition(0, "defender_declared", card=card, seat=seat, name=kind) for card in command.defenders]
    framework(game, "3.2.1", Condition(0, "defenders_declared", seat=seat, cards=command.defenders), *declared)


@executes("defenders_declared")
@enforces("l5r.conflict.defending-character")
def take_defenders(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(DefendersDeclared(tuple(card for card in each.cards if game.table.is_in_play(card))))
    return conditions


@executes("defender_declared")
def who_still_defends(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    return [each for each in conditions if each.card in current_conflict(game.table).defenders]


@enforces(
    "l5r.conflict.3-2-2-defender-first",
    "l5r.conflict.3-2-2-alternate",
    "l5r.conflict.3-2-2-close",
    "l5r.conflict.3-2-2-option-pass",
    "l5r.conflict.action-window-chart",
    "l5r.window.defender-first",
    "l5r.priority.defender-first-in-conflict",
)
def conflict_actions(game: L5rGame, frame: Procedure) -> None:
    open_for_all(game, "action", "conflict.action", "3.2.2")
