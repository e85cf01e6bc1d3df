"""4.0, 4.3.f, 4.4.b: the optional Tides of Battle cards."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.side import CombatSide, sides
from domain.games.agot_board.components import TIDES_CARDS, TidesCard
from domain.games.agot_board.state import TIDES_DECK, TIDES_DISCARD
from domain.kernel.cards.moving_cards import move, shuffle
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Handle, Seat, ZoneKey, zone


def drawn_zone(house: Seat) -> ZoneKey:
    """The zone of a House's Tides of Battle card before it is revealed."""
    return zone(house, "tides")


def revealed_zone(house: Seat) -> ZoneKey:
    """The zone of a House's Tides of Battle card once it is revealed."""
    return zone(house, "tides-revealed")


def tides_card(side: CombatSide) -> TidesCard | None:
    """The revealed Tides of Battle card of a side; None if there is none."""
    for card in side.table.zone(revealed_zone(side.house)):
        return TIDES_CARDS[side.table.cards[card].key]
    return None


@enforces("agot_board.tides.optional", "agot_board.ruling.tides-reshuffle", "agot_board.data.tides-deck")
def reshuffle_tides(game: BoardGame, frame: Procedure) -> None:
    """Shuffle all cards together before every combat."""
    if not game.table.tides:
        return
    move(game, list(game.table.zone(TIDES_DISCARD)), TIDES_DECK)
    shuffle(game, TIDES_DECK)


@enforces("agot_board.tides.draw", "agot_board.ruling.tides-sequence")
def draw_tides(game: BoardGame, frame: Procedure) -> None:
    """Draw one card for attacker and defender each; only its owner sees it."""
    if not game.table.tides:
        return
    for side in sides(game.table):
        draw(game, side.house)


def draw(game: BoardGame, house: Seat) -> Handle:
    return move(game, game.table.top(TIDES_DECK, 1), drawn_zone(house))[0]


@enforces("agot_board.tides.blade-redraw", "agot_board.tides.blade-redraw-final")
def redraw(game: BoardGame, house: Seat) -> None:
    """Discard the drawn card and draw the next one, which stays."""
    move(game, list(game.table.zone(drawn_zone(house))), TIDES_DISCARD)
    draw(game, house)


@enforces("agot_board.tides.reveal")
def reveal_tides(game: BoardGame, frame: Procedure) -> None:
    """Reveal both cards together."""
    for side in sides(game.table):
        move(game, list(game.table.zone(drawn_zone(side.house))), revealed_zone(side.house))


def discard_tides(game: BoardGame) -> None:
    for side in sides(game.table):
        move(game, list(game.table.zone(revealed_zone(side.house))), TIDES_DISCARD)
