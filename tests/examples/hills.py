"""Kites with two zones of play, none of them called `play`: kites fly in the air, their flyers stand on a hill.

Nothing but the zones and where flyers are brought is said anew: what else Kites is must follow from the kinds of zones.
"""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.facts.course import PlayersSeated
from domain.cardgame.positions.expectations import CardGameProbe
from domain.cardgame.positions.reading import Position
from domain.cardgame.positions.writing import lying_cards as lying_cards
from domain.cardgame.positions.writing import position_names as position_names
from domain.cardgame.seats import DeckSeat, seat_names
from domain.cardgame.setup import bring_deck
from domain.kernel.cards.moving_cards import show_cards
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.corrections.changes import AnyChange, MoveCard
from domain.kernel.facts import Fact
from domain.kernel.ids import zone
from tests.builders import Dice
from tests.examples.kites import game, positions
from tests.examples.kites.chart import Round
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
from tests.games.common_changes import ChangeDraw

AIR, HILL = "air", "hill"


class HillsTable(KitesTable, kw_only=True):
    """The table of Kites; cards are launched into the air."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        **{kind: each for kind, each in KitesTable.zone_kinds.items() if not each.in_play},
        HILL: ZoneKind("all", in_play=True),
        AIR: ZoneKind("all", in_play=True),
    }
    entry_zone: ClassVar[str] = AIR


class PositionLaid(positions.PositionLaid, frozen=True, tag="hills.position_laid"):
    """A table was built from a position."""

    zones = HillsTable.zone_kinds


class HillsPositions(positions.KitesPositions):
    """The positions of this table."""

    table, laid = HillsTable, PositionLaid


POSITIONS = HillsPositions()


class HillsRules(game.KitesRules):
    """The rules of Kites at this table."""

    table_type: ClassVar[type[KitesTable]] = HillsTable
    facts: ClassVar[tuple[type[Fact], ...]] = (*game.KitesRules.facts, PositionLaid)

    def open(self, game: KitesGame, brought: Position | tuple[DeckSeat[Deck], ...], policy: str) -> None:
        if isinstance(brought, Position):
            return POSITIONS.lay(game, brought, policy)
        game.emit(PlayersSeated(seat_names(brought), policy))
        for each in brought:
            bring_deck(game, each.name, HILL, (each.deck.flyer,))
            show_cards(game, game.table.play_area(each.name))
            bring_deck(game, each.name, "deck", each.deck.bag)
        return game.push(Round())


rules = HillsRules()
position, position_of, named_cards = POSITIONS.position_from_text, POSITIONS.position_of, POSITIONS.named_cards
position_keys = POSITIONS.keys
sights = CardGameProbe(HillsTable, PHASES, windows=WINDOWS, endings=ENDINGS, contest="contest")


def with_cards(cards: str) -> HillsRules:
    """The rules; there are no cards but those of the set."""
    return rules


def climb(table: HillsTable, dice: Dice) -> AnyChange:
    """A card that is in play onto the hill of its controller."""
    card = table.cards[dice.pick(table.in_play())]
    return MoveCard(zone(card.controller, HILL), card.handle)


class HillsTests(KitesTests):
    """What Kites brings to the tests, with the changes to these zones."""

    draws: tuple[ChangeDraw, ...] = (*KitesTests.draws, climb)
    change_kinds = (
        *(kind for kind in KitesTests.change_kinds if kind != "move_card to play"),
        f"move_card to {AIR}",
        f"move_card to {HILL}",
    )


TESTS = HillsTests()
