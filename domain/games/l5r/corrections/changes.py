"""The meaning of changes by hand where this game says more than any card game, and whether one is possible.

Which mark a card can have depends on its type: characters are honored or dishonored, provinces are broken. A card keeps
its slot, and in a conflict a character is on the side of its controller.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.corrections import card_changes, field_changes
from domain.cardgame.corrections.card_changes import Doer, Finder
from domain.games.l5r.facts.cards import CardsBowed, CardsReadied, FatePlaced, StatusChanged
from domain.games.l5r.facts.conflicts import CharacterJoined, CharactersLeft
from domain.games.l5r.facts.players import FateGained, FateSpent, HonorGained, HonorLost
from domain.games.l5r.state import MARKED, OTHER_STATUS, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import SAME, UNFIT, ChangeFault
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat
from domain.kernel.state.field_facts import FieldSet

MANUAL = "manual"
ATTACKING, DEFENDING = BY_SIDE = ("attacking", "defending")
NO_CONFLICT = "there is no conflict"
FACEDOWN = "it lies facedown"


# --- marks


def wrong_mark(table: L5rTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a mark cannot be set: of a conflict, or of cards and players."""
    if change.mark in BY_SIDE:
        return field_changes.in_play_fault(table, change.thing) or wrong_side(table, change)
    return field_changes.wrong_mark(table, change) or wrong_state(table, change)


@enforces("l5r.status.three-states")
def wrong_state(table: L5rTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a card cannot be in this state: its type has none such, or it is in one that excludes it."""
    if change.thing not in table.cards or not change.on:
        return None
    card = table.cards[change.thing]
    if card.facedown:
        return ChangeFault("thing", UNFIT, FACEDOWN)
    if card.type not in MARKED[change.mark]:
        return ChangeFault("thing", UNFIT, f"it is of the type {card.type}, which is never {change.mark}")
    other = OTHER_STATUS.get(change.mark)
    return ChangeFault("mark", UNFIT, f"it is {other}") if other and getattr(card, other) else None


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


# --- fate on cards


def wrong_tokens(table: L5rTable, change: changes.SetTokens) -> ChangeFault | None:
    """Why a number of tokens cannot be set: beside the floor's reasons, only characters have fate."""
    if change.kind == "slot":
        return ChangeFault("kind", UNFIT, "a card stays in its province")
    if fault := field_changes.wrong_tokens(table, change):
        return fault
    card = table.cards[change.thing]
    if change.kind == "fate" and change.n > 0 and card.type != "character":
        has_none = FACEDOWN if card.facedown else f"it is of the type {card.type}, which has no fate"
        return ChangeFault("thing", UNFIT, has_none)
    return None


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
    changes.SetTokens: wrong_tokens,
}
DO: Mapping[type, Doer] = {**card_changes.DO, changes.SetMark: set_mark}
