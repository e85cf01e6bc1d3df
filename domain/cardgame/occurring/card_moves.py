"""Cards that move out of play, are drawn, or change control, as conditions that are carried out."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from domain.cardgame.facts.cards import CardsDiscarded, CardsDrawn, ControlTaken, TokensPlaced
from domain.cardgame.occurring.execution import executes
from domain.cardgame.table import DECK, HAND, CardGame, area_of_owner, rules_of_table
from domain.kernel.cards.card_table import BOTTOM, TOP
from domain.kernel.cards.moving_cards import move, move_each
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Seat, zone, zone_kind
from domain.kernel.occurring.conditions import Condition


@executes("card_discarded")
def discard_out_of_play(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    """Discard cards from hands or decks faceup on top of their owners' piles, or to a replacement's destination.

    Returns the conditions that occurred.
    """
    table, rules = game.table, rules_of_table(game.table)
    able = [each for each in conditions if each.card in table.cards and not table.is_in_play(each.card)]
    if not able:
        return []
    game.emit(CardsDiscarded(tuple(each.card for each in able), able[0].name))
    to = [(each.card, area_of_owner(table, each.card, each.instead or rules.leaving["discarded"])) for each in able]
    new = move_each(game, [(card, area, NO_CARD) for card, area in to], place=TOP)
    return [structs.replace(each, cards=(now,), hidden=False) for each, now in zip(able, new, strict=True)]


@executes("card_removed")
def remove_out_of_play(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    """Remove cards that are out of play from the game. Returns the conditions that occurred."""
    table = game.table
    able = [each for each in conditions if each.card in table.cards and not table.is_in_play(each.card)]
    pile = rules_of_table(table).leaving["removed"]
    new = move_each(game, [(each.card, area_of_owner(table, each.card, pile), NO_CARD) for each in able], TOP)
    return [structs.replace(each, cards=(now,), hidden=False) for each, now in zip(able, new, strict=True)]


@executes("cards_drawn")
def draw(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    """Draw cards from the tops of decks, as many as there are; a player's cards are drawn at once.

    Returns the conditions that occurred.
    """
    drawn = [structs.replace(each, n=draw_cards(game, each.seat, each.n)) for each in conditions]
    return [each for each in drawn if each.n]


def place_tokens(game: CardGame, cards: Iterable[Handle], name: str, n: int) -> None:
    """Put `n` tokens of a name on each of these cards; a negative number takes tokens off."""
    for card in cards:
        game.emit(TokensPlaced(card, name, n))


def draw_cards(game: CardGame, seat: Seat, n: int) -> int:
    """Draw cards from the top of a player's deck, as many as there are. Returns how many."""
    cards = game.table.top(zone(seat, DECK), n)
    if cards:
        game.emit(CardsDrawn(seat, len(cards)))
        move(game, cards, zone(seat, HAND))
    return len(cards)


@executes("control_taken")
def take_control(game: CardGame, conditions: list[Condition]) -> list[Condition]:
    """Put cards under another player's control, with the cards on them and their faces; the game says of contests.

    Returns the conditions that occurred. Of a card that not everybody sees only its move says which one it is.
    """
    table, rules = game.table, rules_of_table(game.table)
    occurred = []
    for each in [each for each in conditions if table.is_in_play(each.card)]:
        rules.change_side(game, each.card, each.seat)
        card = table.cards[each.card]
        game.emit(ControlTaken(each.seat, (each.card,) if table.sees_card(PUBLIC, card) else ()))
        kind = zone_kind(card.zone)
        to = zone(each.seat, kind if kind in table.play_kinds else table.entry_zone)
        (new,) = move(game, [each.card], to, BOTTOM, card.host, facedown=card.facedown)
        occurred.append(each if new == each.card else structs.replace(each, card=new, hidden=True, unseen=False))
    return occurred
