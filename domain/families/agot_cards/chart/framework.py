"""Framework events of the step that is under way, whatever its number is in the chart of a game."""

from __future__ import annotations

from domain.cardgame.occurring.framework import framework
from domain.families.agot_cards.facts.challenges import DefendersDeclared, StealthBypassed
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.state import AgotGame, agot_rules
from domain.kernel.occurring.conditions import Condition


def carry_out_step(game: AgotGame, *conditions: Condition) -> None:
    """Carry out a framework event with one reaction window of its own; the last statement of a step."""
    framework(game, agot_rules(game.table).step(game.table), *conditions)


def tell_those_in_play(
    game: AgotGame, conditions: list[Condition], fact: type[DefendersDeclared | StealthBypassed]
) -> list[Condition]:
    """Emit a fact of the cards of these conditions that are still in play. Returns what occurred."""
    there = [each for each in conditions if game.table.is_in_play(each.card)]
    game.emit(own_fact(game.table, fact)(tuple(each.card for each in there)))
    return there
