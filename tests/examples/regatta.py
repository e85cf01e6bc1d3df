"""A race of three or four players with the cards of Kites: who cannot draw any more is out, and the last one wins.

Kites itself has two players. With more of them a match goes on after one is eliminated, and is written as a position.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import ClassVar

from domain.cardgame.corrections.table_forms import forms_of_table
from domain.cardgame.facts.course import FirstPlayerChosen, PlayersSeated
from domain.cardgame.occurring.card_moves import draw_cards, place_tokens
from domain.cardgame.positions import building
from domain.cardgame.positions.building import PlainPositionLaid
from domain.cardgame.positions.game_positions import CardGamePositions
from domain.cardgame.positions.reading import Fields, Position
from domain.cardgame.positions.waiting_points import WaitingPoint, WaitingPoints
from domain.cardgame.rounds_and_phases import first_step, last_steps, round_step, window_step
from domain.cardgame.seats import DeckSeat, read_seats, seat_names
from domain.cardgame.setup import bring_deck, random_first_player
from domain.cardgame.state_checks import eliminate
from domain.cardgame.table import CardGameTable
from domain.kernel.cards.moving_cards import move, show_cards
from domain.kernel.corrections.stack_repair import FrameCheck, goes_on
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Seat, zone
from domain.kernel.refusals import Refusal
from domain.match.events import OpenMatch
from tests.builders import Dice
from tests.examples.kites.chart import DRAWN, SUPPLY, draw_hands
from tests.examples.kites.game import SEVEN, KitesRules
from tests.examples.kites.pool import Deck, deck_faults
from tests.examples.kites.table import CORD, KitesGame, KitesTable
from tests.examples.kites.tests import KitesTests, random_deck, starts
from tests.games.bringing import Start, WrittenPositions

NAMES = ("alice", "bob", "carol", "dave")


def ground(game: KitesGame, seats: Iterable[Seat]) -> None:
    """Nothing of an eliminated player stays in play."""
    for seat in seats:
        for card in list(game.table.play_area(seat)):
            move(game, [card], zone(game.table.cards[card].owner, "discard"))


def supply(game: KitesGame, frame: Procedure) -> None:
    """Who cannot draw is out, several at once too; the others have cord and draw."""
    order = game.table.player_order()
    out = tuple(seat for seat in order if len(game.table.zone(zone(seat, "deck"))) < DRAWN)
    if out:
        eliminate(game, out, "no-cards")
        ground(game, game.table.eliminated)
    for seat in (each for each in order if each not in out):
        place_tokens(game, game.table.of_type(seat, "flyer"), CORD, SUPPLY - game.table.amount(seat, CORD))
        draw_cards(game, seat, DRAWN)


def next_round(game: KitesGame, frame: Procedure) -> None:
    game.set(at="1")
    game.emit(FirstPlayerChosen(game.table.next_seat(game.table.first_player)))


class Race(Procedure, frozen=True, tag="regatta.race"):
    """The set-up, then rounds of drawing and launching."""

    steps = (
        step("setup.1", random_first_player, "chance names the first player"),
        step("setup.2", draw_hands, "each player draws a hand"),
        round_step("1"),
        first_step("1.1", "draw"),
        step("1.2", supply, "each player has cord and draws cards"),
        *last_steps("1.3", "draw"),
        first_step("2.1", "launch"),
        window_step("2.2", "launch.action", "players launch kites and act"),
        *last_steps("2.3", "launch"),
        step("/next", next_round, "the next player is the first player"),
    )


class PositionLaid(PlainPositionLaid, frozen=True, tag="regatta.position_laid"):
    """A table was built from a position."""

    zones = KitesTable.zone_kinds


class RacePositions(CardGamePositions):
    """What the race says of its positions."""

    table: ClassVar[type[CardGameTable]] = KitesTable
    laid: ClassVar[type[building.PositionLaid]] = PositionLaid
    stacks: ClassVar[Iterable[tuple[type[Procedure], ...]]] = ((Race,),)
    points = WaitingPoints({"launch.action": WaitingPoint("launch", "/2.3-expire", "2.2")}, ("draw", "launch"))
    seat_counts: ClassVar[tuple[int, ...]] = (3, 4)
    players_rule = "kites.setup.two-players"

    def frames(self, position: Position) -> list[Procedure]:
        return [Race(at=position.point.label)]

    def check_eliminated(self, at: DocumentNode, player: Fields) -> None:
        if "play" in player and player["play"].items():
            raise player["play"].wrong("nothing of an eliminated player is in play")


POSITIONS = RacePositions()


class RaceRules(KitesRules):
    """The rules of the race."""

    name: ClassVar[str] = "regatta"
    facts: ClassVar[tuple[type[Fact], ...]] = (*KitesRules.facts, PositionLaid)
    frames: ClassVar[tuple[type[Procedure], ...]] = (*KitesRules.frames, Race)
    frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = {**KitesRules.frame_checks, Race: goes_on}
    victories: ClassVar[Mapping[str, str]] = {SEVEN: "no-cards"}

    def open(self, game: KitesGame, brought: Position | tuple[DeckSeat[Deck], ...], policy: str) -> None:
        if isinstance(brought, Position):
            return POSITIONS.lay(game, brought, policy)
        game.emit(PlayersSeated(seat_names(brought), policy))
        for each in brought:
            bring_deck(game, each.name, "play", (each.deck.flyer,))
            show_cards(game, game.table.play_area(each.name))
            bring_deck(game, each.name, "deck", each.deck.bag)
        return game.push(Race())

    def concede(self, game: KitesGame, seat: Seat) -> None:
        super().concede(game, seat)
        ground(game, (seat,))


rules = RaceRules()
position, position_of, named_cards = POSITIONS.position_from_text, POSITIONS.position_of, POSITIONS.named_cards
names, change_forms, position_keys = seat_names, forms_of_table, POSITIONS.keys


def with_cards(cards: str) -> RaceRules:
    """The rules; there are no cards but those of the set of Kites."""
    return rules


def seats(rules: RaceRules, texts: tuple[str, ...], options: str) -> tuple[DeckSeat[Deck], ...] | Refusal:
    """The seats of a new match from their JSON texts, or why it is refused."""
    counts, rule = POSITIONS.seat_counts, POSITIONS.players_rule
    return read_seats(DeckSeat[Deck], texts, counts, rule, lambda deck: deck_faults(deck, rules.pool))


class RaceTests(KitesTests):
    """Random play of three and of four players."""

    name = "regatta"
    positions = WrittenPositions({"all": starts(range(12))}, frozenset(POSITIONS.points.by_key), 1, 0, 20_000)

    def opening(self, start: Start) -> OpenMatch:
        dice = Dice(f"race {start.seed}")
        decks = [(name, random_deck(dice)) for name in NAMES[: 3 + start.seed % 2]]
        texts = tuple(json.dumps({"name": name, "deck": deck}) for name, deck in decks)
        return OpenMatch("regatta", texts, start.agreed)


TESTS = RaceTests()
