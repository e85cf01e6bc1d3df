"""4.6.4: the combat clean up, and the end of the combat."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, remove_orders
from domain.games.agot_board.chart.combat.casualties import take_losses
from domain.games.agot_board.chart.combat.retreat import room
from domain.games.agot_board.chart.combat.side import CombatSide, sides, winner_and_loser
from domain.games.agot_board.chart.combat.tides_of_battle import discard_tides
from domain.games.agot_board.commands import ChooseRetreatLosses
from domain.games.agot_board.facts.board import HouseCardsDiscarded, HouseCardsReturned, PowerTokenRemoved
from domain.games.agot_board.facts.combat import (
    AttackersCameOut,
    AttackersKeptOut,
    CombatCleanedUp,
    CombatEnded,
    MarchOrderMoved,
    current_combat,
)
from domain.games.agot_board.state import BoardTable, count
from domain.games.agot_board.words import KEEPS_MARCH, KEEPS_OUT, has
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat

# --- winning attackers that may not enter


def kept_out(table: BoardTable) -> bool:
    """Whether the defeated defender's House card keeps the winning attackers out."""
    _, loser = winner_and_loser(table)
    return loser.defends and has(loser, KEEPS_OUT)


@enforces("agot_board.ruling.arianne-origin-lost")
def stay_in_the_origin(game: BoardGame, frame: Procedure) -> None:
    """Keep winning attackers in their origin as if they had never left it, as many as supply allows."""
    attacker, _ = sides(game.table)
    if kept_out(game.table) and attacker.units:
        origin = attacker.combat.origin
        game.emit(AttackersKeptOut(attacker.house, origin, count(attacker.units) - room(attacker, origin)))


def who_was_kept_out(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    return (current_combat(table).attacker.house,) if current_combat(table).due else ()


def lose_in_the_origin(game: BoardGame, frame: Procedure, seat: Seat, command: ChooseRetreatLosses) -> None:
    take_losses(game, CombatSide(game.table, seat), command.units)


# --- the board


def clean_up(game: BoardGame, frame: Procedure) -> None:
    """Clean up the embattled area, the March order and the cards, in this order."""
    attacker, defender = sides(game.table)
    if attacker.has_won:
        take_the_area(game, attacker, defender)
    settle_march_order(game, attacker)
    for side in (attacker, defender):
        put_card_away(game, side)
        refill_hand(game, side.house, side.card)
    discard_tides(game)
    game.emit(CombatCleanedUp())


@enforces(
    "agot_board.combat.cleanup-attacker-won",
    "agot_board.combat.cleanup-defender-won",
    "agot_board.ruling.arianne-tokens",
    "agot_board.control.token-removed-by-enemy",
    "agot_board.ruling.power-token-home",
    "agot_board.ruling.winner-without-units",
)
def take_the_area(game: BoardGame, attacker: CombatSide, defender: CombatSide) -> None:
    """Remove the defender's order; the attackers that enter also remove its Power token."""
    area, origin = attacker.combat.area, attacker.combat.origin
    remove_orders(game, area)
    if not attacker.units:
        return
    if has(defender, KEEPS_OUT):
        game.emit(AttackersCameOut(attacker.house, origin, attacker.units))
        return
    token = game.table.area(area).power_token
    if token and token != attacker.house:
        game.emit(PowerTokenRemoved(token, area))
    game.emit(AttackersCameOut(attacker.house, area, attacker.units))


@enforces("agot_board.combat.cleanup-march-order", "agot_board.ruling.loras-order")
def settle_march_order(game: BoardGame, attacker: CombatSide) -> None:
    """Remove the March order, or move it to where the attackers won; its rotation goes on after it."""
    combat = attacker.combat
    moved = has(attacker, KEEPS_MARCH) and game.table.area(combat.area).house == attacker.house
    if moved:
        game.emit(MarchOrderMoved(attacker.house, combat.origin, combat.area, combat.march))
    else:
        remove_orders(game, combat.origin)


# --- the cards


@enforces("agot_board.combat.cleanup-cards", "agot_board.card.discard-face-up")
def put_card_away(game: BoardGame, side: CombatSide) -> None:
    if side.card and side.own.kept:
        game.emit(HouseCardsReturned(side.house, (side.card,)))
    elif side.card:
        game.emit(HouseCardsDiscarded(side.house, (side.card,)))


@enforces("agot_board.card.recover-six", "agot_board.ruling.davos-before-refill", "agot_board.ruling.roose-last-card")
def refill_hand(game: BoardGame, house: Seat, last: str) -> None:
    """Return all other discarded cards to an empty hand; the last card stays in the discard pile."""
    cards = game.table.house(house)
    others = tuple(card for card in cards.discard if card != last)
    if not cards.hand and others:
        game.emit(HouseCardsReturned(house, others))


def end_combat(game: BoardGame, frame: Procedure) -> None:
    game.emit(CombatEnded())
