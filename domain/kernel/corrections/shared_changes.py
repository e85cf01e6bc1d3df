"""Changes by hand that are the same in every game: shuffle a pile, show a card."""

from __future__ import annotations

from domain.kernel.cards.card_facts import Learned
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.moving_cards import card_keys, shuffle
from domain.kernel.corrections.changes import ChangeFault, Show, ShuffleUnknown
from domain.kernel.corrections.words import NO_WORD
from domain.kernel.game import Game
from domain.kernel.ids import Viewer


def shuffle_pile(game: Game[CardTable], change: ShuffleUnknown) -> None:
    """Shuffle the part of a pile that nobody lawfully knows."""
    shuffle(game, change.zone)


def wrong_show(table: CardTable, change: Show) -> ChangeFault | None:
    """What is wrong with showing a card: it is not there, or is shown to nobody."""
    if change.card not in table.cards:
        return ChangeFault("card")
    return None if change.to else ChangeFault("to", problem=NO_WORD)


def show_card(game: Game[CardTable], change: Show) -> None:
    """Show a card to the named viewers."""
    game.emit(Learned(tuple(Viewer(each) for each in change.to), card_keys(game.table, (change.card,))))
