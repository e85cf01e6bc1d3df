"""The declaration of defenders."""

from __future__ import annotations

from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.in_play import characteristics
from domain.families.agot_cards import occurring
from domain.families.agot_cards.chart.framework import carry_out_step, tell_those_in_play
from domain.families.agot_cards.checks.challenges import able_to, pick_with_forced
from domain.families.agot_cards.facts.challenges import DefendersDeclared
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import AgotGame, AgotTable, current_challenge
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form


def defending_player(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return (current_challenge(table).defender,)


def defenders_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    challenge = current_challenge(table)
    eligible = able_to(table, seat, challenge.kind, "defend")
    most = min(len(eligible), characteristics.allowance(table, seat, "defenders", base=99).value)
    pick = pick_with_forced(table, eligible, (0, most), "defend")
    return Commands((Form("declare_defenders", {}, {"defenders": pick}, ("slot.defenders-declared",)),))


def declare_defenders(game: AgotGame, frame: Procedure, seat: Seat, command: DeclareDefenders) -> None:
    """Kneel all declared defenders at the same time; the list may be empty."""
    if not command.defenders:
        game.emit(own_fact(game.table, DefendersDeclared)(()))
        return
    kind = current_challenge(game.table).kind
    declared = [Condition(0, "defender_declared", card=card, seat=seat, name=kind) for card in command.defenders]
    kneeling = [occurring.kneel_condition(game.table, card, how="defend") for card in command.defenders]
    carry_out_step(game, *declared, *kneeling)


@executes("defender_declared")
def take_defenders(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    return tell_those_in_play(game, conditions, DefendersDeclared)
