"""What the set-up of card games shares: decks are brought, a first player is drawn, hands are taken again in order."""

from __future__ import annotations

from domain.cardgame.facts.course import DeckBrought, FirstPlayerChosen, MulliganDecided
from domain.cardgame.occurring.card_moves import draw_cards
from domain.cardgame.table import DECK, HAND, CardGame, CardGameTable
from domain.kernel.cards.moving_cards import move, shuffle
from domain.kernel.citing import SLOT
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Flag


def bring_deck(game: CardGame, seat: Seat, kind: str, keys: tuple[str, ...]) -> None:
    """Put the cards of a deck into a zone of their owner, in the order of the list."""
    cards = tuple((Handle(game.chance.handle()), key) for key in keys)
    game.emit(DeckBrought(seat, zone(seat, kind), len(cards), cards))


def random_first_player(game: CardGame, frame: Procedure) -> None:
    """Draw the first player among the seats."""
    (first,) = game.pick_at_random("first player", game.table.seats)
    game.emit(FirstPlayerChosen(first))


def mulligan_space(rules: object, table: CardGameTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that keeps a hand or takes a mulligan."""
    return Commands((Form("decide_mulligan", {}, {"mulligan": Flag()}, (f"{SLOT}mulligan-once",)),))


def decide_mulligan(game: CardGame, seat: Seat, mulligan: bool, size: int) -> None:
    """Keep a hand, or shuffle it back and draw a new one of so many cards."""
    game.emit(MulliganDecided(seat, mulligan))
    if mulligan:
        move(game, list(game.table.zone(zone(seat, HAND))), zone(seat, DECK))
        shuffle(game, zone(seat, DECK))
        draw_cards(game, seat, size)
