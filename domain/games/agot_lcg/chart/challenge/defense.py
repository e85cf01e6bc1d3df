"""The action windows of a challenge, and 4.2.1: defenders."""

from __future__ import annotations

from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.framework import framework
from domain.games.agot_lcg.abilities import occurring
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.chart.challenge.current import current_challenge
from domain.games.agot_lcg.checks.challenges import able_to, pick_with_forced
from domain.games.agot_lcg.commands import DeclareDefenders
from domain.games.agot_lcg.facts.challenges import DefendersDeclared
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.windows import open_for_all
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form


@enforces("agot_lcg.step.4-2-challenge-action-window")
def actions_before_defenders(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenge.initiated.action", "4.2")


@enforces("agot_lcg.step.4-2-1-action-window")
def actions_after_defenders(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenge.defended.action", "4.2.1")


@enforces("agot_lcg.defender.defending-player")
def defending_player(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return (current_challenge(table).defender,)


@enforces(
    "agot_lcg.step.4-2-1-declare-defenders",
    "agot_lcg.step.4-2-1-bypassed-excluded",
    "agot_lcg.step.4-2-1-defender-eligibility",
)
def defenders_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    challenge = current_challenge(table)
    eligible = able_to(table, seat, challenge.kind, "defend")
    most = min(len(eligible), characteristics.allowance(table, seat, "defenders", base=99).value)
    pick = pick_with_forced(table, eligible, (0, most), "defend")
    return Commands((Form("declare_defenders", {}, {"defenders": pick}, ("agot_lcg.step.4-2-1-declare-defenders",)),))


@enforces("agot_lcg.step.4-2-1-declare-defenders", "agot_lcg.kneel.purpose")
def declare_defenders(game: AgotGame, frame: Procedure, seat: Seat, command: DeclareDefenders) -> None:
    """Kneel all declared defenders at the same time; the list may be empty."""
    if not command.defenders:
        game.emit(DefendersDeclared(()))
        return
    kind = current_challenge(game.table).kind
    declared = [Condition(0, "defender_declared", card=card, seat=seat, name=kind) for card in command.defenders]
    kneeling = [occurring.kneel_condition(game.table, card, how="defend") for card in command.defenders]
    framework(game, "4.2.1", *declared, *kneeling)


@executes("defender_declared")
@enforces("agot_lcg.participating.declared-characters", "agot_lcg.defender.defending-character")
def take_defenders(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    there = [each for each in conditions if game.table.is_in_play(each.card)]
    game.emit(DefendersDeclared(tuple(each.card for each in there)))
    return there
