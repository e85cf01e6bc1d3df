"""Kites in which a card may lend what it does: an old hand's action, a heron's reaction, a lead kite's constant.

Nothing is said anew but who gains what and how it is lost; that a gained ability listens, is offered, used and counted,
and ends with its card, must follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.registry import Declaration, Declared, declares_in, once_per
from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.table import AnyGame
from domain.cardgame.words.choices import Choose
from domain.cardgame.words.constants import Constant, ConstantChange
from domain.cardgame.words.costs import DiscardCost
from domain.cardgame.words.parts.time import Until
from domain.kernel.facts import Fact
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.gained_abilities import GAINING_FACTS, gain_ability, lose_ability
from tests.examples.kites import game
from tests.examples.kites.cards import DECLARED as PRINTED
from tests.examples.kites.cards import KITE, ME, OWN_KITE, TARGET, KitesRegistry
from tests.examples.kites.game import ENDINGS as ENDINGS
from tests.examples.kites.game import WINDOWS as WINDOWS
from tests.examples.kites.game import change_forms as change_forms
from tests.examples.kites.game import history as history
from tests.examples.kites.game import lying_cards as lying_cards
from tests.examples.kites.game import named_cards as named_cards
from tests.examples.kites.game import named_things as named_things
from tests.examples.kites.game import names as names
from tests.examples.kites.game import position as position
from tests.examples.kites.game import position_keys as position_keys
from tests.examples.kites.game import position_names as position_names
from tests.examples.kites.game import position_of as position_of
from tests.examples.kites.game import seats as seats
from tests.examples.kites.game import sights as sights
from tests.examples.kites.tests import KitesTests


class Gain(Part, frozen=True, tag="gain"):
    """The chosen card gains an ability of a card of the pool."""

    key: str
    place: int = 0

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        for each in TARGET.find(context):
            gain_ability(game, each, self.key, self.place)
        report_part(game, context, True)


class Lose(Part, frozen=True, tag="lose"):
    """The chosen card loses all that it gained."""

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        for each in TARGET.find(context):
            for gained in game.table.cards[each].gained:
                lose_ability(game, each, gained.number)
        report_part(game, context, True)


LENDING: Declared = {}
lends = declares_in(LENDING)
"""What the cards do here: a gust lends an action, a reaction or a constant; a calm takes back what was lent."""


@lends("first/cross-wind")
def cross_wind(c: Declaration) -> None:
    c.action(Gain("first/old-marta"), targets=(Choose(cards=KITE),))


@lends("first/downdraft")
def downdraft(c: Declaration) -> None:
    c.action(Gain("first/heron"), targets=(Choose(cards=KITE),))


@lends("first/calm")
def calm(c: Declaration) -> None:
    c.action(Lose(), targets=(Choose(cards=KITE),))


@lends("first/lead-kite")
def lead_kite(c: Declaration) -> None:
    c.constant(Constant("lift", amount=1, on=OWN_KITE))


@lends("first/ribbon-tail")
def ribbon_tail(c: Declaration) -> None:
    c.action(Until("blank", "phase", on=TARGET), targets=(Choose(cards=KITE),))


@lends("first/paper-swallow")
def paper_swallow(c: Declaration) -> None:
    """A kite that is gone when what it does resolves."""
    c.action(Until("lift", "phase", amount=2, on=TARGET), costs=(DiscardCost(),), targets=(Choose(cards=OWN_KITE),))


@lends("first/young-tom")
def young_tom(c: Declaration) -> None:
    c.action(Gain("first/paper-swallow"), targets=(Choose(cards=KITE),), limits=once_per("round", 2))


@lends("first/spare-line")
def spare_line(c: Declaration) -> None:
    c.constant(Constant("lift", amount=1, on=ME))
    c.action(Gain("first/lead-kite"), targets=(Choose(cards=KITE),))


class GainsRules(game.KitesRules):
    """The rules of Kites with these cards."""

    facts: ClassVar[tuple[type[Fact], ...]] = (*game.KitesRules.facts, *GAINING_FACTS)
    card_changes: ClassVar[Mapping[str, ConstantChange]] = {**game.KitesRules.card_changes, "blank": ConstantChange()}

    def __init__(self) -> None:
        super().__init__()
        self.registry = KitesRegistry(self.pool, {**PRINTED, **LENDING}, self)


rules = GainsRules()


def with_cards(cards: str) -> GainsRules:
    """The rules; there are no cards but those of the set."""
    return rules


class GainsTests(KitesTests):
    """What Kites brings to the tests."""


TESTS = GainsTests()
