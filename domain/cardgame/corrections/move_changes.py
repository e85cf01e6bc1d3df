"""A card that is moved by hand between areas: the check whether it can lie there, and the move.

Read `wrong_move` and `move_card`. A game says between which areas cards are moved (`areas_by_hand`), what it asks
beside the floor of where a card goes (`wrong_place`), and how a card enters play by hand (`enter_by_hand`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.occurring.conditions import leaving_condition
from domain.cardgame.occurring.leaving_play import leave_play
from domain.cardgame.table import PLAYING, CardGame, CardGameTable, CardState, area_kind, rules_of_table
from domain.kernel.cards.moving_cards import move
from domain.kernel.corrections.changes import SAME, UNFIT, UNNAMED, ChangeFault, MoveCard, is_unnamed
from domain.kernel.ids import NO_CARD, Handle, zone, zone_kind, zone_owner

if TYPE_CHECKING:
    from domain.cardgame.rules import CardGameRules

NOTHING_ON = "out of play no card lies on another"
NO_HOST = "it cannot be attached to that"
NO_ATTACHMENT = "only an attachment lies on a card"
BY_HAND = "manual"


class AreasByHand(Struct, frozen=True):
    """The kinds of areas between which cards are moved by hand, in groups out of which no card is moved.

    Without groups, cards are moved between all areas where none lies by a rule of its own: see `groups_by_hand`. Which
    cards can lie in a play area, or out of play in one of `by_type`, depends on their type. `apart` says why a card
    stays in its group, `barred` why one that no rule lets into play does not enter it.
    """

    groups: tuple[tuple[str, ...], ...] = ()
    by_type: tuple[str, ...] = ()
    apart: str = "no card that lies there goes to such an area"
    barred: str = "that player may not have it in play"


def groups_by_hand(rules: CardGameRules[Any]) -> tuple[tuple[str, ...], ...]:
    """The groups that a game names; else one: all but where cards are played, and those of play that are not open."""
    table = rules.table_type
    kinds = table.zone_kinds.items()
    usual = tuple(kind for kind, each in kinds if kind in table.open_kinds or not (each.in_play or kind == PLAYING))
    return rules.areas_by_hand.groups or (usual,)


def kinds_by_hand(rules: CardGameRules[Any], kind: str) -> tuple[str, ...]:
    """The kinds of areas to which a card can be moved from one of a kind; none from where no card is moved."""
    return next((group for group in groups_by_hand(rules) if kind in group), ())


def card_to_move(table: CardGameTable, change: MoveCard) -> Handle:
    """The card meant, by its handle or as the top of an area."""
    return change.card or next(iter(table.top(change.top_of, 1)), NO_CARD)


def wrong_move(table: CardGameTable, change: MoveCard) -> ChangeFault | None:
    """Why a card cannot be moved so: it is not there, lies elsewhere, or cannot lie where it would go."""
    handle, rules = card_to_move(table, change), rules_of_table(table)
    if handle not in table.cards:
        return ChangeFault("card")
    if change.card and change.top_of:
        return ChangeFault("top_of", UNFIT)
    card = table.cards[handle]
    kinds, to = kinds_by_hand(rules, zone_kind(card.zone)), zone_kind(change.to)
    if not kinds:
        return ChangeFault("card", UNFIT, "it lies where no card is moved by hand")
    if card.zone == change.to:
        return ChangeFault("to", SAME)
    if to not in kinds:
        return ChangeFault("to", UNFIT, rules.areas_by_hand.apart)
    if (to in table.play_kinds or to in rules.areas_by_hand.by_type) and is_unnamed(table, change):
        return ChangeFault("top_of", UNNAMED)
    return rules.wrong_place(table, handle, change)


def wrong_place(table: CardGameTable, card: CardState, change: MoveCard) -> ChangeFault | None:
    """Why a card cannot lie there, in play or out of play."""
    if zone_kind(change.to) in table.play_kinds:
        return wrong_entry(table, card, change) or wrong_host(table, card, change)
    return wrong_way_out(table, card, change)


def wrong_entry(table: CardGameTable, card: CardState, change: MoveCard) -> ChangeFault | None:
    """Why a card cannot enter play under that player's control, wherever in play it would lie."""
    seat, rules = zone_owner(change.to), rules_of_table(table)
    if is_moved_about(table, card, change):
        return None
    if table.is_in_play(card.handle):
        return ChangeFault("to", UNFIT, "it is in play already; another form gives control of it")
    if not rules.is_permanent(card.key):
        return ChangeFault("to", UNFIT, f"it is of the type {card.printed.type}, which does not come into play")
    if rules.entry_refusal(table, seat, card.handle) is not None:
        return ChangeFault("card", UNFIT, rules.areas_by_hand.barred)
    return None


def is_moved_about(table: CardGameTable, card: CardState, change: MoveCard) -> bool:
    """Whether a card moves from one zone of a play area to another, under the same controller."""
    kinds = {zone_kind(card.zone), zone_kind(change.to)}
    return zone_owner(change.to) == card.controller and kinds.issubset(table.open_kinds)


def wrong_host(table: CardGameTable, card: CardState, change: MoveCard) -> ChangeFault | None:
    """Why a card that enters play cannot be on that card: an attachment needs one that takes it, no other has one."""
    if card.printed.type not in table.registry.attached_types:
        return ChangeFault("host", UNFIT, NO_ATTACHMENT) if change.host else None
    refusal = attachable(table, zone_owner(change.to), card.printed, change.host)
    return ChangeFault("host", UNFIT, NO_HOST) if refusal else None


def wrong_way_out(table: CardGameTable, card: CardState, change: MoveCard) -> ChangeFault | None:
    """Why a card cannot lie there out of play: it must lie in an area of its owner and of its deck, and on no card."""
    if zone_owner(change.to) != card.owner:
        return ChangeFault("to", UNFIT, f"out of play it lies in an area of its owner, {card.owner}")
    if (own := area_kind(table, card.handle, zone_kind(change.to))) != zone_kind(change.to):
        return ChangeFault("to", UNFIT, f"cards of its deck go to another area, {zone(card.owner, own)}")
    return ChangeFault("host", UNFIT, NOTHING_ON) if change.host else None


def move_card(game: CardGame, change: MoveCard) -> None:
    """Move a card by hand; effects and marks that need its old place end. Within play it keeps its face."""
    table, rules = game.table, rules_of_table(game.table)
    card, kind = card_to_move(table, change), zone_kind(change.to)
    was_in_play = table.is_in_play(card)
    if was_in_play and not table.zone_kinds[kind].in_play:
        leaving = leaving_condition("discarded", table, card)
        leave_play(game, [structs.replace(leaving, kind="moved", instead=kind)], by_hand=change.place)
        return
    entry = rules.entering_condition(table, zone_owner(change.to), card, BY_HAND, change.host)
    facedown = was_in_play and table.cards[card].facedown
    (new,) = move(game, [card], change.to, change.place, change.host, facedown=facedown)
    if not was_in_play and table.is_in_play(new):
        entered = CardEnteredPlay(new, BY_HAND, since=f"{table.round}:{table.phase}", serial=table.next_serial())
        rules.enter_by_hand(game, structs.replace(entry, card=new), entered)
