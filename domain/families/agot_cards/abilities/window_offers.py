"""What both games offer from a hand beside events: marshalling; and the save of a duplicate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.cardgame.abilities import window_offers
from domain.cardgame.in_play import attaching
from domain.families.agot_cards.abilities.registry import DUPLICATE
from domain.families.agot_cards.commands import (
    MarshalAttachment,
    MarshalCharacter,
    MarshalDuplicate,
    MarshalLocation,
    UseDuplicateSave,
)
from domain.families.agot_cards.state import AgotCard, AgotTable, agot_rules
from domain.kernel.citing import SLOT
from domain.kernel.commands import Command
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.conditions import Condition

MARSHAL_AS = {"character": MarshalCharacter, "location": MarshalLocation}


def ability_command(card: Handle, index: int, key: str, condition: Condition | None) -> Command:
    """The command that uses an ability of a card in play."""
    if index == DUPLICATE:
        return UseDuplicateSave(card, condition.id if condition else 0)
    return window_offers.ability_command(card, index, key, condition)


def is_marshalling(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether a player may marshal in a window: the active player, in that of the marshalling phase."""
    return window.name == "marshalling.action" and table.active_player == seat


def marshal_commands(table: AgotTable, seat: Seat, card: AgotCard) -> Iterator[Command]:
    """The commands that marshal a card in hand; an attachment is tried on its first host."""
    if agot_rules(table).base_for(table, seat, card.handle) is not None:
        yield MarshalDuplicate(card.handle)
    elif card.printed.type in MARSHAL_AS:
        yield MARSHAL_AS[card.printed.type](card.handle)
    elif card.printed.type == "attachment":
        yield MarshalAttachment(card.handle, find_host(table, seat, card))


def find_host(table: AgotTable, seat: Seat, card: AgotCard) -> Handle:
    """The first host of a card that enters play; empty for one that needs none, as a duplicate."""
    if not agot_rules(table).enters_attached(table, seat, card.handle):
        return NO_CARD
    return attaching.first_host(table, seat, card.printed)


AGOT_FORM_RULES: Mapping[str, str] = {
    **window_offers.FORM_RULES,
    **dict.fromkeys(("marshal_character", "marshal_location", "marshal_attachment"), f"{SLOT}active-marshals"),
    "marshal_duplicate": f"{SLOT}duplicate-marshalled-free",
    "use_duplicate_save": f"{SLOT}duplicate-saves",
}
