"""The meaning of changes by hand where this game says more than any card game, and whether one is possible.

Which marks and counts a card can have by its type, the state describes (`L5rCard`); a facedown card has none. In a
conflict a character is on the side of its controller.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.corrections import card_changes, field_changes
from domain.cardgame.corrections.card_changes import Doer, Finder
from domain.games.l5r.corrections import ring_changes
from domain.games.l5r.facts.cards import CardsBowed, CardsReadied, FatePlaced, StatusChanged
from domain.games.l5r.facts.conflicts import CharacterJoined, CharactersLeft
from domain.games.l5r.facts.players import FateGained, FateSpent, HonorGained, HonorLost
from domain.games.l5r.state import OTHER_STATUS, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import SAME, UNFIT, ChangeFault
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat
from domain.kernel.state.field_facts import FieldSet

MANUAL = "manual"
ATTACKING, DEFENDING = BY_SIDE = ("attacking", "defending")
NO_CONFLICT = "there is no conflict"


# --- marks


def wrong_mark(table: L5rTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a mark cannot be set: of a conflict, or of cards and players."""
    if change.mark in BY_SIDE:
        return field_changes.in_play_fault(table, change.thing) or wrong_side(table, change)
    return field_changes.wrong_mark(table, change) or wrong_status(table, change)


@enforces("l5r.status.three-states")
def wrong_status(table: L5rTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a character cannot have this status: it has the other one."""
    other, card = OTHER_STATUS.get(change.mark), table.cards.get(change.thing)
    if not change.on or other is None or card is None:
        return None
    return ChangeFault("mark", UNFIT, f"it is {other}") if getattr(card, other) else None


def unmarkable(table: L5rTable, card: Handle) -> str:
    """Why a card in play can have no mark and hold no fate: it lies facedown; empty for any other."""
    return field_changes.FACEDOWN if table.cards[card].facedown else ""


def wrong_side(table: L5rTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a character cannot participate so: it must be on the side of its controller, once."""
    now, card = table.contest, table.cards[change.thing]
    if now is None:
        return ChangeFault("mark", UNFIT, NO_CONFLICT)
    side, owner = (now.attackers, now.attacker) if change.mark == ATTACKING else (now.defenders, now.defender)
    if (change.thing in side) == change.on:
        return ChangeFault("on", SAME)
    if change.on and not (card.type == "character" and card.controller == owner):
        return ChangeFault("thing", UNFIT, f"only a character of {owner} takes part so")
    return None


def set_mark(game: L5rGame, change: changes.SetMark) -> None:
    """Set or remove a mark: of a conflict, or of cards and players."""
    card = change.thing
    if change.mark not in BY_SIDE:
        field_changes.set_mark(game, change)
    elif change.on:
        game.emit(CharacterJoined(card, game.table.cards[card].controller))
    else:
        game.emit(CharactersLeft((card,)))


# --- facts


def fact_of_field(table: L5rTable, change: FieldSet) -> Fact:
    """The fact by which a described field is set by hand: for most fields one that play has too."""
    value = int(change.value)
    if change.thing in table.players:
        return fact_of_player(table, Seat(change.thing), change)
    card = Handle(change.thing)
    match change.field:
        case "bowed":
            return CardsBowed((card,)) if value else CardsReadied((card,))
        case "honored" | "dishonored":
            return StatusChanged(card, **{change.field: bool(value)})
        case "fate":
            return FatePlaced(((card, value - table.cards[card].fate),))
    return change


def fact_of_player(table: L5rTable, seat: Seat, change: FieldSet) -> Fact:
    """The fact by which a field of a player is set."""
    if change.field not in ("honor", "fate"):
        return change
    more = int(change.value) - int(getattr(table.players[seat], change.field))
    if change.field == "honor":
        return HonorGained(seat, more, MANUAL) if more > 0 else HonorLost(seat, -more, MANUAL)
    return FateGained(seat, more, MANUAL) if more > 0 else FateSpent(seat, -more, MANUAL)


WRONG: Mapping[type, Finder] = {
    **card_changes.WRONG,
    changes.SetMark: wrong_mark,
    changes.SetMarker: ring_changes.wrong_marker,
}
DO: Mapping[type, Doer] = {
    **card_changes.DO,
    changes.SetMark: set_mark,
    changes.SetMarker: ring_changes.set_marker,
}
