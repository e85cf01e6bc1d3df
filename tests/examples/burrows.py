"""Kites with cards that not everybody sees: facedown in play and out of play, and in two hidden zones of play.

Nothing but the zones is said anew, and a step in which each player hides cards, turns them, loses them to the other
player and takes them back, by the round alone. Who sees them must follow from the zones and the faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from msgspec import structs

from domain.cardgame.facts.course import PlayersSeated
from domain.cardgame.occurring.conditions import leaving_condition
from domain.cardgame.occurring.framework import framework
from domain.cardgame.positions.expectations import CardGameProbe
from domain.cardgame.positions.reading import Position
from domain.cardgame.positions.writing import lying_cards as lying_cards
from domain.cardgame.positions.writing import position_names as position_names
from domain.cardgame.seats import DeckSeat, seat_names
from domain.cardgame.setup import bring_deck
from domain.kernel.cards.card_facts import CardsTurned
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.moving_cards import move, show_cards, turn_cards
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.chance import RandomStream
from domain.kernel.corrections.changes import AnyChange, MoveCard, SetController
from domain.kernel.corrections.stack_repair import FrameCheck, goes_on
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.ids import Handle, Seat, Viewer, zone
from domain.kernel.occurring.conditions import Condition
from domain.match.aggregate import Match
from tests.builders import Dice
from tests.examples.kites import game, positions
from tests.examples.kites.chart import ContestFrame, Round
from tests.examples.kites.game import ENDINGS as ENDINGS
from tests.examples.kites.game import WINDOWS as WINDOWS
from tests.examples.kites.game import change_forms as change_forms
from tests.examples.kites.game import history as history
from tests.examples.kites.game import named_things as named_things
from tests.examples.kites.game import names as names
from tests.examples.kites.game import seats as seats
from tests.examples.kites.pool import Deck
from tests.examples.kites.positions import PHASES
from tests.examples.kites.table import KitesGame, KitesTable
from tests.examples.kites.tests import KitesTests
from tests.games.bringing import Leak
from tests.games.card_tables import redeal, redeal_where_they_lie
from tests.games.common_changes import ChangeDraw

PLAY, SHED, BURROW, STASH, PIT = "play", "shed", "burrow", "stash", "pit"


class BurrowsTable(KitesTable, kw_only=True):
    """The table of Kites with faces in play, two hidden zones of play, and two piles with faces."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        **KitesTable.zone_kinds,
        PLAY: ZoneKind("all", in_play=True, facedown="owner"),
        SHED: ZoneKind("owner", in_play=True),
        BURROW: ZoneKind("owner", in_play=True),
        STASH: ZoneKind("all", facedown="owner"),
        PIT: ZoneKind("all", facedown="nobody"),
    }

    def lying(self, seat: Seat, kind: str, *, facedown: bool) -> list[Handle]:
        """The cards with this face in a zone of a player, of those faceup in play the ready kites."""
        if kind == PLAY and not facedown:
            return [*self.ready_kites(seat)]
        return [card for card in self.zone(zone(seat, kind)) if self.cards[card].facedown == facedown]


BurrowsGame = Any  # a game at this table


# --- what is done with hidden cards, each deed with one card where there is one


def top_to(kind: str) -> Callable[[BurrowsGame, Seat], None]:
    """The top card of the own deck goes facedown to a zone."""

    def put(game: BurrowsGame, seat: Seat) -> None:
        move(game, game.table.top(zone(seat, "deck"), 1), zone(seat, kind), facedown=True)

    return put


def one_to(kind: str, to: str, *, facedown: bool = True, faceup: bool = False) -> Callable[[BurrowsGame, Seat], None]:
    """A card of one zone goes to another: one that lies facedown, or `faceup`; it lies facedown there, or not."""

    def put(game: BurrowsGame, seat: Seat) -> None:
        cards = game.table.lying(seat, kind, facedown=not faceup)[:1]
        for card in move(game, cards, zone(seat, to), facedown=facedown):
            turn_away(game, seat, card)

    return put


def turn(kind: str, *, facedown: bool) -> Callable[[BurrowsGame, Seat], None]:
    """A card is turned where it lies."""

    def turn_one(game: BurrowsGame, seat: Seat) -> None:
        for card in turn_cards(game, game.table.lying(seat, kind, facedown=not facedown)[:1], facedown):
            turn_away(game, seat, card)

    return turn_one


def turn_away(game: BurrowsGame, seat: Seat, handle: Handle) -> None:
    """What lies faceup in play and is no kite goes to the pile of its owner."""
    card = game.table.cards[handle]
    if card.zone == zone(seat, PLAY) and not card.facedown and card.type != "kite":
        move(game, [handle], zone(card.owner, "discard"))


def begin_round(game: BurrowsGame, frame: Procedure) -> None:
    """Each player does the deeds of this round; then what is an occurrence occurs."""
    table = game.table
    for seat in table.player_order():
        for deed in DEEDS[table.round % len(DEEDS)]:
            deed(game, seat)
    occurring = OCCURRING[table.round % len(OCCURRING)]
    if conditions := [each for seat in table.player_order() for each in occurring(table, seat)]:
        framework(game, "1.2.1", *conditions)


def burrowed(table: BurrowsTable, seat: Seat) -> Iterable[Condition]:
    """The top card of the own deck comes into play in the burrow."""
    for card in table.top(zone(seat, "deck"), 1):
        yield table.registry.rules.entering_condition(table, seat, card, "put")


def lost(table: BurrowsTable, seat: Seat) -> Iterable[Condition]:
    """The other player takes control of a facedown card, and of one in the burrow."""
    for kind in (PLAY, BURROW):
        for card in table.lying(seat, kind, facedown=True)[:1]:
            yield Condition(0, "control_taken", card=card, seat=table.next_seat(seat), hidden=True, unseen=True)


def left(table: BurrowsTable, seat: Seat) -> Iterable[Condition]:
    """A card in the shed leaves play, and a facedown one."""
    for card in (*table.zone(zone(seat, SHED))[:1], *table.lying(seat, PLAY, facedown=True)[1:2]):
        yield leaving_condition("discarded", table, card)


DEEDS = (
    (top_to(PLAY), top_to(STASH)),
    (turn(PLAY, facedown=True), one_to(BURROW, SHED), one_to(STASH, PIT)),
    (top_to(PLAY), one_to(PLAY, STASH), turn(STASH, facedown=False)),
    (turn(PLAY, facedown=False), one_to(SHED, PLAY), one_to(PIT, "hand"), one_to(PLAY, STASH, faceup=True)),
)
OCCURRING = (burrowed, burrowed, lost, left)


class HidingRound(Round, frozen=True, tag="burrows.round"):
    """A round, in which cards are hidden after the supply."""

    steps: ClassVar[Any] = tuple(
        each
        for said in Round.steps
        for each in (
            (said, step("1.2.1", begin_round, "cards are hidden and found")) if said.label == "1.2" else (said,)
        )
    )


class PositionLaid(positions.PositionLaid, frozen=True, tag="burrows.position_laid"):
    """A table was built from a position."""

    zones = BurrowsTable.zone_kinds


class BurrowsPositions(positions.KitesPositions):
    """The positions of this table."""

    table, laid = BurrowsTable, PositionLaid
    stacks = ((HidingRound,), (HidingRound, ContestFrame))

    def frames(self, position: Position) -> list[Procedure]:
        outermost, *inner = super().frames(position)
        assert isinstance(outermost, Round)
        return [HidingRound(at=outermost.at, were_active=outermost.were_active), *inner]


POSITIONS = BurrowsPositions()


class BurrowsRules(game.KitesRules):
    """The rules of Kites at this table; what comes into play by no launch comes into the burrow."""

    table_type: ClassVar[type[KitesTable]] = BurrowsTable
    facts: ClassVar[tuple[type[Fact], ...]] = (*game.KitesRules.facts, CardsTurned, PositionLaid)
    frames: ClassVar[tuple[type[Procedure], ...]] = (*game.KitesRules.frames, HidingRound)
    frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = {
        **game.KitesRules.frame_checks,
        HidingRound: goes_on,
    }

    def open(self, game: KitesGame, brought: Position | tuple[DeckSeat[Deck], ...], policy: str) -> None:
        if isinstance(brought, Position):
            return POSITIONS.lay(game, brought, policy)
        game.emit(PlayersSeated(seat_names(brought), policy))
        for each in brought:
            bring_deck(game, each.name, PLAY, (each.deck.flyer,))
            show_cards(game, game.table.play_area(each.name))
            bring_deck(game, each.name, "deck", each.deck.bag)
        return game.push(HidingRound())

    def entry_kind(self, table: KitesTable, condition: Condition) -> str:
        return BURROW if condition.how == "put" else PLAY


rules = BurrowsRules()
position, position_of, named_cards = POSITIONS.position_from_text, POSITIONS.position_of, POSITIONS.named_cards
position_keys = POSITIONS.keys
sights = CardGameProbe(BurrowsTable, PHASES, windows=WINDOWS, endings=ENDINGS, contest="contest")


def with_cards(cards: str) -> BurrowsRules:
    """The rules; there are no cards but those of the set."""
    return rules


def redeal_unseen(table: BurrowsTable, dice: Dice, names: RandomStream, viewer: Viewer) -> None:
    """Deal what a viewer does not see, without its own deck, among the places where it lies; it gets new handles."""
    own = zone(Seat(viewer), "deck")
    unseen = [card.handle for card in table.cards.values() if card.zone != own and not table.sees_card(viewer, card)]
    redeal_where_they_lie(table, dice, names, unseen)


def to_pile(table: BurrowsTable, dice: Dice) -> AnyChange:
    """A card of a player to one of its piles with faces, or a facedown one back to the hand."""
    card = table.cards[dice.pick(sorted(table.cards))]
    return MoveCard(zone(card.owner, dice.pick((STASH, PIT, "hand"))), card.handle)


def hand_over(table: BurrowsTable, dice: Dice) -> AnyChange:
    """Control of any card in play, facedown or not."""
    seat = dice.pick(table.seats)
    return SetController(dice.pick(table.play_area(seat)), dice.pick(table.seats))


class BurrowsTests(KitesTests):
    """What Kites brings to the tests, with the changes to these zones; in a pair every hidden card may differ."""

    draws: tuple[ChangeDraw, ...] = (*KitesTests.draws, to_pile, hand_over)
    change_kinds = (
        *(kind for kind in KitesTests.change_kinds if kind != "abandon_step other"),
        *(f"move_card to {kind}" for kind in (STASH, PIT)),
    )
    leaks: Mapping[str, Leak] = {
        "a face": Leak(
            KitesTests.beginnings["public"],
            range(24),
            (CardTable, "sight", lambda table, card: table.zone_kinds[card.zone.partition(".")[2]].sees),
        )
    }

    def check_counts(self, table: KitesTable, fact: Fact) -> None:
        """No token is owed, and nothing but a tail in play is on another card; a hidden tail may be on none."""
        for card in table.cards.values():
            assert min(card.tokens.values(), default=0) >= 0
            assert not card.host or (table.is_in_play(card.handle) and card.type == "tail")

    def check_version(self, match: Match) -> None:
        """Every tail that lies faceup in play is on another card."""
        super().check_version(match)
        cards = match.table.cards
        assert all(cards[card].host for seat in match.table.seats for card in match.table.of_type(seat, "tail"))

    def twin_of(self, match: Match, viewer: str, dice: Dice) -> Match:
        table, seed = match.table.branch(), dice.random.randbytes(32)
        names = RandomStream(seed, person=b"test.handles")
        redeal_unseen(table, dice, names, Viewer(viewer))
        redeal(table, dice, names, [zone(Seat(viewer), "deck")], shuffled=dice.chance(25))
        return structs.replace(match, seed=seed, table=table)


TESTS = BurrowsTests()
