"""What the set-up of both games shares: hands of seven cards, setup cards that are put into play."""

from __future__ import annotations

from domain.cardgame.occurring.card_moves import draw_cards
from domain.families.agot_cards.facts.cards import EnteredPlay
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.state import AgotGame
from domain.kernel.cards.card_facts import Learned
from domain.kernel.cards.moving_cards import move, shuffle
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import NO_CARD, Handle, Seat, zone

SETUP_HAND = 7


def shuffle_decks(game: AgotGame, frame: Procedure) -> None:
    for seat in game.table.player_order():
        plots = game.table.zone(zone(seat, "plots"))
        game.emit(Learned((seat,), tuple((card, game.table.cards[card].key) for card in plots)))
        shuffle(game, zone(seat, "deck"))


def draw_setup_hands(game: AgotGame, frame: Procedure) -> None:
    for seat in game.table.player_order():
        draw_cards(game, seat, SETUP_HAND)


def enter_in_setup(
    game: AgotGame, seat: Seat, card: Handle, host: Handle = NO_CARD, *, duplicate: bool = False
) -> None:
    """Put a setup card into play; it is not played and does not enter play for abilities."""
    (new,) = move(game, [card], zone(seat, "play"), host=host)
    entered = own_fact(game.table, EnteredPlay)
    game.emit(entered(new, "setup", duplicate=duplicate, serial=game.table.next_serial()))


def draw_up_to_hand(game: AgotGame) -> None:
    """Draw up to exactly seven cards for each player."""
    for seat in game.table.player_order():
        draw_cards(game, seat, SETUP_HAND - len(game.table.zone(zone(seat, "hand"))))
