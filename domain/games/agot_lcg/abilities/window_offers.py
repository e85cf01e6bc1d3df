"""What this game offers from a hand beside events: marshalling and ambush."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.cardgame.in_play import active_constants
from domain.families.agot_cards.abilities.window_offers import (
    AGOT_FORM_RULES,
    find_host,
    is_marshalling,
    marshal_commands,
)
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.commands import AmbushCard
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.commands import Command
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Seat, zone


@enforces("agot_lcg.ambush.several-values-choose-one", "agot_lcg.step.3-window-active-marshals")
def hand_actions(table: AgotTable, window: Window, seat: Seat) -> Iterator[Command]:
    """The commands that marshal or ambush each card in hand; an attachment is tried on its first host."""
    marshals = is_marshalling(table, window, seat)
    for handle in table.zone(zone(seat, "hand")):
        card = table.cards[handle]
        if marshals:
            yield from marshal_commands(table, seat, card)
        if table.phase == "challenges":
            for x in numbers_in_play.ambush_values(table, card):
                yield AmbushCard(handle, x, find_host(table, seat, card))


def could_act_from_hand(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether a player with cards in hand could marshal or ambush one, by public knowledge."""
    return is_marshalling(table, window, seat) or could_ambush(table, window, seat)


def could_ambush(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether the player's gold suffices to ambush some card of the format."""
    if window.kind != "action" or table.phase != "challenges":
        return False
    gold = table.players[seat].gold
    return gold >= table.registry.rules.cheapest_ambush or any(
        constant.name == "ambush" and context.you == seat
        for context, constant in active_constants.constants(table, "keyword")
    )


RULES: Mapping[str, str] = {**AGOT_FORM_RULES, "ambush_card": "agot_lcg.ambush.pay-x-put-into-play"}
