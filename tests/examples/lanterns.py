"""A game of three players with the cards of Kites in the dark: who has no wind left is out at once, in a window too.

Players have wind, which launches and sent kites of others take; a mark says that one has something to say, which the
checks ask. Passes in the launch window are final, each player keeps a card in a cellar of play that only the
owner sees, and a tail is tied to a kite of a player with wind enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from domain.cardgame.corrections.table_forms import forms_of_table
from domain.cardgame.facts.course import FirstPlayerChosen, PlayersSeated
from domain.cardgame.occurring.card_moves import draw_cards, place_tokens
from domain.cardgame.positions.building import PlainPositionLaid
from domain.cardgame.positions.reading import Position
from domain.cardgame.positions.waiting_points import WaitingPoint, WaitingPoints
from domain.cardgame.rounds_and_phases import first_step, last_steps, round_step
from domain.cardgame.seats import DeckSeat, seat_names
from domain.cardgame.setup import bring_deck, random_first_player
from domain.cardgame.state_checks import eliminate
from domain.cardgame.table import PlayerState
from domain.cardgame.turns import Turns, count_turn, seat_of_step
from domain.kernel.cards.moving_cards import move, show_cards
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.commands import Command
from domain.kernel.corrections.stack_repair import FrameCheck, goes_on
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import Window, open_for_all
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick
from domain.kernel.state.field_facts import FieldSet
from domain.kernel.state.fields import CountField, MarkField
from domain.match.events import OpenMatch
from tests.examples import regatta
from tests.examples.kites.chart import DRAWN, SUPPLY, draw_hands, kites_to_pick, mark, untangle
from tests.examples.kites.game import TAIL
from tests.examples.kites.pool import Deck
from tests.examples.kites.table import CORD, KitesGame, KitesTable, LaunchCard, SendKites, SetKites
from tests.examples.kites.tests import starts
from tests.games.bringing import Start, WrittenPositions

CELLAR, ENOUGH, SAY = "cellar", 2, "kites.contest.defend"


class Keeper(PlayerState, omit_defaults=True):
    """A player: how much wind there is, and whether something is to be said."""

    wind: Annotated[int, CountField("wind", most=20)] = 4
    owes: Annotated[bool, MarkField("owing")] = False


CELLARS = ZoneKind("owner", in_play=True, facedown="owner")


class LanternsTable(KitesTable, kw_only=True):
    """The table of Kites with a zone of play that its owner alone sees."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {**KitesTable.zone_kinds, CELLAR: CELLARS}
    new_player: ClassVar[type[PlayerState]] = Keeper


LanternsGame = Any  # a game at this table


def blow(game: LanternsGame, seat: Seat, n: int) -> None:
    """Take wind from a player; who has just enough left has something to say."""
    left = max(0, game.table.players[seat].wind - n)
    game.emit(FieldSet(seat, "wind", left))
    if left == ENOUGH:
        game.emit(FieldSet(seat, "owes", True))


def who_says(table: LanternsTable, frame: Saying) -> tuple[Seat, ...]:
    return (frame.who,)


def sayings(rules: object, table: LanternsTable, frame: Saying, seat: Seat) -> Commands:
    kites = table.ready_kites(seat)
    return Commands((Form("set_kites", {}, {"kites": Pick(kites, 0, len(kites))}, (SAY,)),))


def say(game: LanternsGame, frame: Saying, seat: Seat, command: SetKites) -> None:
    game.emit(FieldSet(seat, "owes", False))
    mark(game, command.kites, tangled=True)


class Saying(Procedure, frozen=True, tag="lanterns.saying"):
    """What a player says who has just enough wind: which kites are tangled."""

    who: Seat
    steps = (Decision("/say", "say", seats=who_says, options=sayings, accepts=(SetKites,), on_answer=say, rule=SAY),)


def lay_out(game: KitesGame, frame: Procedure) -> None:
    draw_hands(game, frame)
    for seat in game.table.player_order():
        move(game, game.table.top(zone(seat, "deck"), 1), zone(seat, CELLAR), facedown=True)


def supply(game: KitesGame, frame: Procedure) -> None:
    for seat in game.table.player_order():
        place_tokens(game, game.table.of_type(seat, "flyer"), CORD, SUPPLY - game.table.amount(seat, CORD))
        draw_cards(game, seat, min(DRAWN, len(game.table.zone(zone(seat, "deck")))))


def open_launch(game: KitesGame, frame: Procedure) -> None:
    open_for_all(game, "action", "launch.action", "2.2", final=True)


def send_kites(game: KitesGame, frame: Night, seat: Seat, command: SendKites) -> None:
    count_turn(game, frame, seat, at="3.2")
    mark(game, command.kites, tangled=True)
    blow(game, game.table.next_seat(seat), len(command.kites))


def next_round(game: KitesGame, frame: Procedure) -> None:
    """The night takes wind from all."""
    game.set(were_active=(), at="1")
    game.emit(FirstPlayerChosen(game.table.next_seat(game.table.first_player)))
    for seat in game.table.player_order():
        blow(game, seat, 1)


class Night(Turns, frozen=True, tag="lanterns.night"):
    """The set-up, then rounds of launching and of turns."""

    steps = (
        step("setup.1", random_first_player, "chance names the first player"),
        step("setup.2", lay_out, "each player draws a hand and has a card in the cellar"),
        round_step("1"),
        first_step("1.1", "draw"),
        step("1.2", supply, "each player has cord and draws cards"),
        *last_steps("1.3", "draw"),
        first_step("2.1", "launch"),
        step("2.2", open_launch, "players launch kites and act; passes are final"),
        *last_steps("2.3", "launch"),
        first_step("3.1", "contest"),
        Decision(
            "3.2",
            "send-kites",
            seats=seat_of_step,
            options=kites_to_pick,
            accepts=(SendKites,),
            on_answer=send_kites,
            rule="kites.contest.send",
        ),
        step("3.3", untangle, "kites are untangled"),
        *last_steps("3.4", "contest"),
        step("/next", next_round, "the next player is the first player"),
    )


class PositionLaid(PlainPositionLaid, frozen=True, tag="lanterns.position_laid"):
    """A table was built from a position."""

    zones = LanternsTable.zone_kinds


class LanternsPositions(regatta.RacePositions):
    """What this game says of its positions."""

    table, laid, stacks = LanternsTable, PositionLaid, ((Night,),)
    points = WaitingPoints(
        {
            "launch.action": WaitingPoint("launch", "/2.3-expire", "2.2", final=True),
            "3.2": WaitingPoint("contest", "3.2"),
        },
        ("draw", "launch", "contest"),
    )
    seat_counts, in_turn = (3,), ("contest",)

    def frames(self, position: Position) -> list[Procedure]:
        return [Night(at=position.point.label, were_active=position.done or ())]


POSITIONS = LanternsPositions()


class LanternsRules(regatta.RaceRules):
    """The rules of this game."""

    name: ClassVar[str] = "lanterns"
    table_type: ClassVar[type[KitesTable]] = LanternsTable
    facts: ClassVar[tuple[type[Fact], ...]] = (*regatta.RaceRules.facts, PositionLaid)
    frames: ClassVar[tuple[type[Procedure], ...]] = (*regatta.RaceRules.frames, Night, Saying)
    frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = {
        **regatta.RaceRules.frame_checks,
        **dict.fromkeys((Night, Saying), goes_on),
    }

    def open(self, game: KitesGame, brought: Position | tuple[DeckSeat[Deck], ...], policy: str) -> None:
        if isinstance(brought, Position):
            return POSITIONS.lay(game, brought, policy)
        game.emit(PlayersSeated(seat_names(brought), policy))
        for each in brought:
            bring_deck(game, each.name, "play", (each.deck.flyer,))
            show_cards(game, game.table.play_area(each.name))
            bring_deck(game, each.name, "deck", each.deck.bag)
        return game.push(Night())

    def own_checks(self, game: KitesGame) -> bool:
        """Who has no wind is out, with all cards; who has something to say says it."""
        table = game.table
        if out := tuple(seat for seat in table.player_order() if not table.players[seat].wind):
            eliminate(game, out, "no-wind")
            regatta.ground(game, [seat for seat in out if seat in table.eliminated])
            return True
        owing = [seat for seat in table.player_order() if table.players[seat].owes]
        for seat in owing[:1]:
            game.emit(FieldSet(seat, "owes", False))
            game.push(Saying(who=seat))
        return owing != []

    def begin(self, game: KitesGame, window: Window, seat: Seat, command: Command) -> None:
        if isinstance(command, LaunchCard):
            blow(game, game.table.next_seat(seat), 1)
        super().begin(game, window, seat, command)

    def host_refusal(self, table: Any, seat: Seat, printed: Any, card: Any, itself: Handle) -> Refusal | None:
        wind = table.players[seat].wind
        refused = Refusal(TAIL, {"host": card.handle, "wind": wind}) if wind < ENOUGH else None
        return refused or super().host_refusal(table, seat, printed, card, itself)


rules = LanternsRules()
position, position_of, named_cards = POSITIONS.position_from_text, POSITIONS.position_of, POSITIONS.named_cards
names, change_forms, position_keys, seats = seat_names, forms_of_table, POSITIONS.keys, regatta.seats


def with_cards(cards: str) -> LanternsRules:
    """The rules; there are no cards but those of the set of Kites."""
    return rules


class LanternsTests(regatta.RaceTests):
    """Random play, in which windows lose players."""

    name = "lanterns"
    positions = WrittenPositions({"all": starts(range(6))}, frozenset(POSITIONS.points.by_key), 1, 0, 20_000)

    def opening(self, start: Start) -> OpenMatch:
        brought = super().opening(Start(start.agreed, 2 * start.seed))
        return OpenMatch("lanterns", brought.seats[:3], start.agreed)


TESTS = LanternsTests()
