"""Set-up, steps 1 to 11, as printed for the number of players."""

from __future__ import annotations

from msgspec import Struct

from domain.games.agot_board.board.board_changes import BoardGame, gain_power, hand_over
from domain.games.agot_board.chart.rounds import Round
from domain.games.agot_board.components import (
    AREAS,
    BOX,
    CARDS_OF,
    HOUSES,
    LIMITS,
    SETUPS,
    TRACKS,
    NeutralForce,
    PrintedSetup,
    StartingUnits,
)
from domain.games.agot_board.facts.board import (
    InfluenceSet,
    RoundBegan,
    SupplySet,
    UnitsPlaced,
    WildlingsMoved,
)
from domain.games.agot_board.facts.start import (
    DeckLaid,
    GarrisonPlaced,
    HouseCardsTaken,
    NeutralForcesPlaced,
    SeatsTaken,
)
from domain.games.agot_board.state import IMPASSABLE, PRINTED, TIDES_DECK, WILDLING_DECK, westeros_deck
from domain.kernel.cards.moving_cards import shuffle
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT, Handle, Seat, ZoneKey


class SeatHouse(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: its House (also its name; empty if Houses are drawn), and its player."""

    name: Seat = NO_SEAT
    house: Seat = NO_SEAT
    player: str = ""

    @property
    def chosen(self) -> Seat:
        return self.house or self.name


class GameOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options agreed on before the game; `houses` is `chosen`, or `drawn` by the match's random stream."""

    tides_of_battle: bool = False
    rule_set: str = PRINTED
    houses: str = "chosen"


class SeatsAndOptions(Struct, frozen=True):
    """The seats and options with which a match is opened."""

    seats: tuple[SeatHouse, ...]
    options: GameOptions


@enforces(
    "agot_board.setup.step-1-board",
    "agot_board.setup.step-7-house-components",
    "agot_board.component.reference-sheets",
    "agot_board.component.screen-contents",
    "agot_board.data.setups",
)
def set_up(game: BoardGame, brought: SeatsAndOptions, policy: str) -> None:
    """Carry out all steps in order, then start the first round."""
    seats = draw_houses(game, brought) if brought.options.houses == "drawn" else brought.seats
    printed = SETUPS[len(seats)]
    lay_board(game, seats, brought.options, policy)
    lay_decks(game)
    place_neutral_forces(game, printed)
    game.emit(RoundBegan(1))
    set_tracks(game, printed)
    place_units(game, brought.options)
    take_power(game)
    game.push(Round())


@enforces("agot_board.setup.step-6-houses")
def draw_houses(game: BoardGame, brought: SeatsAndOptions) -> tuple[SeatHouse, ...]:
    """The Houses in use, dealt at random to the players in seating order."""
    houses = game.pick_at_random("houses", SETUPS[len(brought.seats)].houses, len(brought.seats))
    return tuple(SeatHouse(house, house, seat.player) for house, seat in zip(houses, brought.seats, strict=True))


@enforces("agot_board.card.seven-cards", "agot_board.component.six-houses")
def lay_board(game: BoardGame, seats: tuple[SeatHouse, ...], options: GameOptions, policy: str) -> None:
    """Carry out step 1 and assign the seats."""
    houses = tuple(seat.chosen for seat in seats)
    players = tuple(seat.player for seat in seats)
    game.emit(SeatsTaken(houses, players, tuple(AREAS), policy, options.tides_of_battle, options.rule_set))
    for house in houses:
        game.emit(HouseCardsTaken(house, CARDS_OF[house]))


@enforces(
    "agot_board.setup.step-2-wildlings",
    "agot_board.setup.step-3-westeros-decks",
    "agot_board.tides.optional",
    "agot_board.data.westeros-decks",
    "agot_board.data.wildling-deck",
    "agot_board.data.tides-deck",
    "agot_board.component.tides",
    "agot_board.component.cards",
)
def lay_decks(game: BoardGame) -> None:
    """Carry out steps 2 and 3: the shuffled decks, and the Wildling marker on 2."""
    lay_deck(game, WILDLING_DECK, [each.id for each in BOX.wildling_card])
    for number in (1, 2, 3):
        lay_deck(game, westeros_deck(number), westeros_cards(number))
    if game.table.tides:
        lay_deck(game, TIDES_DECK, [each.id for each in BOX.tides_of_battle_card for _ in range(each.count)])
    game.emit(WildlingsMoved(LIMITS.wildling_track_start))


def westeros_cards(number: int) -> list[str]:
    """The keys of the ten cards of a Westeros deck."""
    return [each.key for each in BOX.westeros_card if each.deck == number for _ in range(each.count)]


def lay_deck(game: BoardGame, zone: ZoneKey, keys: list[str]) -> None:
    cards = tuple((Handle(game.chance.handle()), key) for key in keys)
    game.emit(DeckLaid(zone, len(cards), cards))
    shuffle(game, zone)


@enforces(
    "agot_board.setup.step-4-neutral-forces",
    "agot_board.setup.neutral-token-sides",
    "agot_board.setup.neutral-unused-to-box",
    "agot_board.neutral.definition",
    "agot_board.players.three-neutral",
    "agot_board.players.four-neutral",
    "agot_board.players.five-neutral",
    "agot_board.component.shared-tokens",
)
def place_neutral_forces(game: BoardGame, printed: PrintedSetup) -> None:
    game.emit(NeutralForcesPlaced({each.area: force(each) for each in printed.neutral}))


def force(printed: NeutralForce) -> int:
    return IMPASSABLE if printed.impassable else printed.strength


@enforces(
    "agot_board.setup.step-8-tracks",
    "agot_board.setup.close-gaps-left",
    "agot_board.setup.shared-positions",
    "agot_board.setup.dominance-tokens",
    "agot_board.component.track-tokens",
    "agot_board.component.dominance-tokens",
    "agot_board.data.start-positions",
)
def set_tracks(game: BoardGame, printed: PrintedSetup) -> None:
    """Carry out step 8: influence (without gaps), Dominance tokens, supply."""
    for track in TRACKS:
        game.emit(InfluenceSet(track, getattr(printed, track)))
        hand_over(game, track)
    for house in game.table.seats:
        game.emit(SupplySet(house, HOUSES[house].starting_supply))


@enforces(
    "agot_board.setup.step-9-units",
    "agot_board.setup.step-10-garrisons",
    "agot_board.ruling.lannister-port-ship",
    "agot_board.garrison.definition",
)
def place_units(game: BoardGame, options: GameOptions) -> None:
    """Carry out steps 9 and 10: units and Garrisons as printed on the screens, and the rule set's additions."""
    for house in game.table.seats:
        for each in (*HOUSES[house].starting_units, *units_added(house, len(game.table.seats), options.rule_set)):
            game.emit(UnitsPlaced(house, each.area, {each.unit: each.count}))
        game.emit(GarrisonPlaced(HOUSES[house].garrison_area, house))


def units_added(house: Seat, players: int, rule_set: str) -> tuple[StartingUnits, ...]:
    """The units that a rule set adds to the start of a House."""
    for each in BOX.optional_setup:
        if (each.rule_set, each.house) == (rule_set, house) and players in each.players:
            return each.units
    return ()


@enforces("agot_board.setup.step-11-power", "agot_board.component.power-tokens", "agot_board.term.available-power")
def take_power(game: BoardGame) -> None:
    """Carry out step 11: every House takes five of its Power tokens."""
    for house in game.table.seats:
        gain_power(game, house, LIMITS.starting_power_tokens)
