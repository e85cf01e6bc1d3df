"""Changes by hand of the decks: cards of the Westeros, Wildling and Tides of Battle decks in their piles and hands."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.combat_steps import CombatFrame
from domain.games.agot_board.chart.combat.tides_of_battle import drawn_zone, revealed_zone
from domain.games.agot_board.chart.westeros.westeros_phase import DECKS, WINTER_IS_COMING, WesterosPhase
from domain.games.agot_board.components import LIMITS, WESTEROS_CARDS
from domain.games.agot_board.corrections.combat_changes import unfinished_combat
from domain.games.agot_board.state import WILDLING_DECK, BoardTable, westeros_deck, westeros_revealed
from domain.kernel.cards.card_table import BOTTOM
from domain.kernel.cards.moving_cards import move
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import LIMIT, SAME, STRANDS, UNFIT, UNNAMED, ChangeFault, is_unnamed
from domain.kernel.ids import NO_CARD, Handle, ZoneKey, zone_kind, zone_owner

TIDES = ("tides", "tides-revealed")
DRAWN, REVEALED = "4.3.f", "4.4.b"


def card_to_move(table: BoardTable, change: changes.MoveCard) -> Handle:
    """The card meant, by its handle or as the top of a pile."""
    return change.card or next(iter(table.top(change.top_of, 1)), NO_CARD)


def family(zone: ZoneKey) -> str:
    """The kind of cards in a pile or hand: `westeros-1`, `wildling`, `tides`."""
    kind = zone_kind(zone)
    return kind.removesuffix("-revealed") if kind.startswith("westeros") else kind.partition("-")[0]


def wrong_move(table: BoardTable, change: changes.MoveCard) -> ChangeFault | None:
    """Why a card cannot go there: only to a pile of its own deck, or to another place of its pile."""
    card = table.cards.get(card_to_move(table, change))
    if card is None:
        return ChangeFault("card")
    if change.card and change.top_of:
        return ChangeFault("top_of", UNFIT)
    if family(card.zone) != family(change.to):
        return ChangeFault("to", UNFIT)
    if change.host:
        return ChangeFault("host", UNFIT)
    if card.zone == change.to and lies_there(table, card.handle, change):
        return ChangeFault("to", SAME)
    if is_unnamed(table, change) and change.to in to_be_resolved(table):
        return ChangeFault("top_of", UNNAMED)
    return in_use(table, change)


def is_pile(table: BoardTable, zone: ZoneKey) -> bool:
    """Whether a deck, a discard pile, or the hand of a House with this name exists."""
    kind, owner = zone_kind(zone), zone_owner(zone)
    return kind in table.zone_kinds and (owner in table.seats if kind in TIDES else not owner)


def lies_there(table: BoardTable, card: Handle, change: changes.MoveCard) -> bool:
    lying = table.zone(change.to)
    others = [each for each in lying if each != card]
    others.insert(len(others) if change.place == BOTTOM else change.place, card)
    return others == lying


def in_use(table: BoardTable, change: changes.MoveCard) -> ChangeFault | None:
    """Why a card cannot go there: the top Wildling card is being resolved, or a hand has not drawn Tides cards yet."""
    if change.to == WILDLING_DECK and table.attack is not None and table.attack.card:
        return ChangeFault("card", STRANDS)
    kind = zone_kind(change.to)
    if kind not in TIDES:
        return None
    now = unfinished_combat(table)
    fights = now is not None and zone_owner(change.to) in (now.attacker.house, now.defender.house)
    return None if fights and kind == held_in(table) else ChangeFault("to", STRANDS)


def held_in(table: BoardTable) -> str:
    """The kind of hand that holds the Tides cards of the combat, drawn or revealed; empty before they are drawn."""
    labels = [each.label for each in CombatFrame.steps]
    at = next(labels.index(frame.at or labels[0]) for frame in table.stack if isinstance(frame, CombatFrame))
    if at > labels.index(REVEALED):
        return TIDES[1]
    return TIDES[0] if at > labels.index(DRAWN) else ""


def move_card(game: BoardGame, change: changes.MoveCard) -> None:
    move(game, [card_to_move(game.table, change)], change.to, change.place)


# --- the whole table


def wrong_piles(table: BoardTable) -> ChangeFault | None:
    """Why the piles are wrong: a Westeros deck is too short or shows the wrong card, or a House has two Tides cards."""
    for deck in map(westeros_deck, DECKS):
        if len(table.zone(deck)) < LIMITS.rounds - table.round:
            return ChangeFault(deck, LIMIT)
    for shown in to_be_resolved(table):
        if not is_resolvable(table, shown):
            return ChangeFault(shown, UNFIT)
    crowded = (seat for seat in table.seats if len(table.zone(drawn_zone(seat)) + table.zone(revealed_zone(seat))) > 1)
    return next((ChangeFault(drawn_zone(seat), LIMIT) for seat in crowded), None)


def to_be_resolved(table: BoardTable) -> tuple[ZoneKey, ...]:
    """The piles of revealed Westeros cards whose newest card is resolved later in this phase."""
    phase = next((frame for frame in table.stack if isinstance(frame, WesterosPhase)), None)
    return tuple(westeros_revealed(number) for number in DECKS if phase is not None and phase.deck < number)


def is_resolvable(table: BoardTable, shown: ZoneKey) -> bool:
    """Whether the newest revealed card is one that stays revealed."""
    cards = table.zone(shown)
    return bool(cards) and WESTEROS_CARDS[table.cards[cards[-1]].key].id != WINTER_IS_COMING
