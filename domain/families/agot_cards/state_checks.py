"""The checks after every occurrence of what lasts: characters that an effect kills while their STR is 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from domain.cardgame import state_checks
from domain.cardgame.in_play import active_constants, characteristics
from domain.cardgame.state_checks import is_demanded, let_occur
from domain.families.agot_cards import numbers_in_play, occurring
from domain.families.agot_cards.state import AgotCard, AgotGame, AgotTable
from domain.kernel.ids import Handle

PERSISTENT = "persistent"
"""How a character is killed because of such an effect."""


def continuous_conditions(game: AgotGame) -> bool:
    """Kill the characters that an effect kills while their STR is 0. Returns whether there were any."""
    table = game.table
    if not table.listeners("constant:killed-at-zero") and not active_constants.lasting_effects(table, "killed-at-zero"):
        return False
    doomed = [card for card in table.all_characters() if is_doomed(table, card)]
    if not doomed:
        return False
    let_occur(game, [structs.replace(occurring.kill_condition(table, card), how=PERSISTENT) for card in doomed])
    return True


def is_doomed(table: AgotTable, handle: Handle) -> bool:
    return not is_demanded(table, handle, PERSISTENT) and is_killed_at_zero(table, table.cards[handle])


def is_killed_at_zero(table: AgotTable, card: AgotCard) -> bool:
    """Whether an effect kills a character while its STR is 0, its STR is 0, and it can die."""
    if not active_constants.is_touched(table, "killed-at-zero", card):
        return False
    return numbers_in_play.strength(table, card.handle).value == 0 and characteristics.can_leave_play(table, card)


AGOT_DEMANDS: Mapping[str, Callable[[Any, Any], bool]] = {**state_checks.DEMANDS, PERSISTENT: is_killed_at_zero}
