"""What this game offers from a hand beside events: marshalling and ambush; and the save of a duplicate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.cardgame.abilities import window_offers
from domain.cardgame.abilities.window_offers import FORM_RULES
from domain.cardgame.in_play import active_constants, attaching
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.registry import DUPLICATE
from domain.games.agot_lcg.commands import (
    AmbushCard,
    MarshalAttachment,
    MarshalCharacter,
    MarshalDuplicate,
    MarshalLocation,
    UseDuplicateSave,
)
from domain.games.agot_lcg.in_play.entering import base_for
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.citing import enforces
from domain.kernel.commands import Command
from domain.kernel.flow.windows import Window
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.occurring.conditions import Condition

MARSHAL_AS = {"character": MarshalCharacter, "location": MarshalLocation}


def ability_command(card: Handle, index: int, key: str, condition: Condition | None) -> Command:
    """The command that uses an ability of a card in play."""
    if index == DUPLICATE:
        return UseDuplicateSave(card, condition.id if condition else 0)
    return window_offers.ability_command(card, index, key, condition)


@enforces("agot_lcg.ambush.several-values-choose-one", "agot_lcg.step.3-window-active-marshals")
def hand_actions(table: AgotTable, window: Window, seat: Seat) -> Iterator[Command]:
    """The commands that marshal or ambush each card in hand; an attachment is tried on its first host."""
    marshals = window.name == "marshalling.action" and table.active_player == seat
    for handle in table.zone(zone(seat, "hand")):
        card = table.cards[handle]
        if marshals:
            yield from marshal_commands(table, seat, card)
        if table.phase == "challenges":
            for x in numbers_in_play.ambush_values(table, card):
                yield AmbushCard(handle, x, first_host(table, seat, card))


def marshal_commands(table: AgotTable, seat: Seat, card: AgotCard) -> Iterator[Command]:
    if base_for(table, seat, card) is not None:
        yield MarshalDuplicate(card.handle)
    elif card.printed.type in MARSHAL_AS:
        yield MARSHAL_AS[card.printed.type](card.handle)
    elif card.printed.type == "attachment":
        yield MarshalAttachment(card.handle, first_host(table, seat, card))


def first_host(table: AgotTable, seat: Seat, card: AgotCard) -> Handle:
    if card.printed.type != "attachment" or base_for(table, seat, card) is not None:
        return NO_CARD
    return attaching.first_host(table, seat, card.printed)


def could_act_from_hand(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether a player with cards in hand could marshal or ambush one, by public knowledge."""
    marshals = window.name == "marshalling.action" and table.active_player == seat
    return marshals or could_ambush(table, window, seat)


def could_ambush(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether the player's gold suffices to ambush some card of the format."""
    if window.kind != "action" or table.phase != "challenges":
        return False
    gold = table.players[seat].gold
    return gold >= table.registry.rules.cheapest_ambush or any(
        constant.name == "ambush" and context.you == seat
        for context, constant in active_constants.constants(table, "keyword")
    )


RULES: Mapping[str, str] = {
    **FORM_RULES,
    "marshal_character": "agot_lcg.step.3-window-active-marshals",
    "marshal_location": "agot_lcg.step.3-window-active-marshals",
    "marshal_attachment": "agot_lcg.step.3-window-active-marshals",
    "marshal_duplicate": "agot_lcg.duplicates.free-to-marshal",
    "ambush_card": "agot_lcg.ambush.pay-x-put-into-play",
    "use_duplicate_save": "agot_lcg.duplicates.save-interrupt",
}
