"""Building the board from a position: the facts of set-up with the position's values, then the frames.

The match goes on like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.agot_board.board.board_changes import BoardGame, gain_power, hand_over
from domain.games.agot_board.components import AREAS, CARDS_OF, TRACKS
from domain.games.agot_board.facts.board import (
    BladeUsed,
    HouseRetired,
    InfluenceSet,
    OrdersAssigned,
    OrdersBanned,
    OrdersRevealed,
    PhaseBegan,
    PowerTokenPlaced,
    RavenUsed,
    RoundBegan,
    SupplySet,
    UnitsPlaced,
    UnitsRouted,
    WildlingsMoved,
)
from domain.games.agot_board.facts.start import (
    DeckLaid,
    GarrisonPlaced,
    HouseCardsTaken,
    NeutralForcesPlaced,
    SeatsTaken,
)
from domain.games.agot_board.positions.cards import DECK_ZONES, REVEALED_ZONES, Pile
from domain.games.agot_board.positions.frames import lay_inner
from domain.games.agot_board.positions.waiting_points import COMBATS, WESTEROS, WITHIN_WESTEROS, frames, phase_at
from domain.games.agot_board.state import together
from domain.kernel.cards.moving_cards import show_cards
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Handle, ZoneKey
from domain.kernel.state.field_facts import FieldSet

if TYPE_CHECKING:
    from domain.games.agot_board.positions.reading import Position


def lay_position(game: BoardGame, position: Position, policy: str) -> None:
    """Set seats, cards, tracks and board, then push the frames of the moment."""
    seats, players = position.houses, position.players
    game.emit(SeatsTaken(seats, players, tuple(AREAS), policy, position.tides, position.rule_set))
    lay_cards(game, position)
    lay_course(game, position)
    lay_tracks(game, position)
    lay_neighbours(game, position)
    lay_forces(game, position)
    lay_orders(game, position)
    for field in position.fields:
        game.emit(FieldSet(*field))
    for frame in frames_of(game, position):
        game.push(frame)


def frames_of(game: BoardGame, position: Position) -> list[Procedure]:
    """The frames, outermost first; emits the facts of what is in progress besides the board."""
    if position.at in (*WITHIN_WESTEROS, *COMBATS) or position.inner.muster is not None:
        return lay_inner(game, position.at, position.turn, position.inner)
    turn = game.table.turn_order().index(position.turn) if position.turn else 0
    return frames(position.at, turn)


def lay_cards(game: BoardGame, position: Position) -> None:
    """Set House cards and decks; unknown cards of a deck are shuffled."""
    for house, hand in position.hands.items():
        game.emit(HouseCardsTaken(house, hand, tuple(card for card in CARDS_OF[house] if card not in hand)))
    for pile in position.piles:
        lay_pile(game, pile)


def lay_pile(game: BoardGame, pile: Pile) -> None:
    lay_deck(game, DECK_ZONES[pile.name], (*pile.top, *game.chance.shuffle(pile.others)))
    if pile.revealed:
        show_cards(game, lay_deck(game, REVEALED_ZONES[pile.name], pile.revealed))


def lay_deck(game: BoardGame, zone: ZoneKey, keys: tuple[str, ...]) -> list[Handle]:
    cards = tuple((Handle(game.chance.handle()), key) for key in keys)
    game.emit(DeckLaid(zone, len(cards), cards))
    return [handle for handle, _ in cards]


def lay_course(game: BoardGame, position: Position) -> None:
    """Set round and phase; a Westeros Phase that begins moves the round marker itself."""
    game.emit(RoundBegan(position.round - 1 if position.at == WESTEROS else position.round))
    game.emit(PhaseBegan(phase_at(position.at)))
    for ban in position.bans:
        game.emit(OrdersBanned(ban))


def lay_tracks(game: BoardGame, position: Position) -> None:
    """Set influence with its Dominance tokens, supply, Wildlings and Power."""
    for track in TRACKS:
        game.emit(InfluenceSet(track, position.tracks[track]))
        hand_over(game, track)
    if position.blade_used:
        game.emit(BladeUsed(game.table.blade, ""))
    if position.raven_used:
        game.emit(RavenUsed(game.table.raven, ""))
    game.emit(WildlingsMoved(position.wildling))
    for house in position.houses:
        tokens = sum(area.power_token == house for area in position.areas.values())
        game.emit(SupplySet(house, position.supply[house]))
        gain_power(game, house, position.power[house] + tokens)


def lay_neighbours(game: BoardGame, position: Position) -> None:
    """Set Neutral Forces, Garrisons, and the Houses that have conceded."""
    game.emit(NeutralForcesPlaced({id: area.neutral for id, area in position.areas.items() if area.neutral}))
    for id, area in position.areas.items():
        if area.garrison:
            game.emit(GarrisonPlaced(id, area.garrison))
    for house in position.retired:
        game.emit(HouseRetired(house))


def lay_forces(game: BoardGame, position: Position) -> None:
    """Place units and Power tokens."""
    for id, area in position.areas.items():
        if area.house:
            game.emit(UnitsPlaced(area.house, id, together(area.units, area.routed)))
        if area.routed:
            game.emit(UnitsRouted(id, area.routed))
        if area.power_token:
            game.emit(PowerTokenPlaced(area.power_token, id))


def lay_orders(game: BoardGame, position: Position) -> None:
    """Place orders, face up."""
    laid = {id: area.order for id, area in position.areas.items() if area.order}
    for house in position.houses:
        own = {id: order.token for id, order in laid.items() if order.house == house}
        if own:
            game.emit(OrdersAssigned(house, own))
    if laid:
        game.emit(OrdersRevealed({id: order.token for id, order in laid.items()}))
