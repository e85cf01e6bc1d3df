"""What the cards of Kites do, in the words of every card game; the flyers, kites, tails and gusts of the only set."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.abilities.registry import Declaration, Declared, Registry, declares_in, once_per
from domain.cardgame.words.choices import Choose
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import DiscardCost
from domain.cardgame.words.parts.cards import Discard
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.interrupting import Cancel, Save
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.select import CardFilter
from domain.cardgame.words.triggers import WhenWord
from tests.examples.kites.pool import Printed

DECLARED: Declared = {}
card = declares_in(DECLARED)
ME, HOST, TARGET = CardFilter(me=True), CardFilter(host=True), CardFilter(picked="target")
KITE, OWN_KITE = CardFilter(type=("kite",)), CardFilter(type=("kite",), controller="you")


class KitesRegistry(Registry[Printed]):
    """The abilities of the cards; gusts are played for their effect alone, tails are attached."""

    played_types: ClassVar[tuple[str, ...]] = ("gust",)
    attached_types: ClassVar[tuple[str, ...]] = ("tail",)


@card("first/old-marta")
def old_marta(c: Declaration) -> None:
    c.action(Until("lift", "phase", amount=1, on=TARGET), targets=(Choose(cards=OWN_KITE),), limits=once_per("round"))


@card("first/young-tom")
def young_tom(c: Declaration) -> None:
    c.reaction(WhenWord(("contest_lost",), seat="you"), Draw())


@card("first/paper-swallow")
def paper_swallow(c: Declaration) -> None:
    c.forced_reaction(WhenWord(("kite_lost",), me=True), Discard(on=ME))


@card("first/heron")
def heron(c: Declaration) -> None:
    c.reaction(WhenWord(("kite_won",), me=True), Draw())


@card("first/lead-kite")
def lead_kite(c: Declaration) -> None:
    c.constant(Constant("lift", amount=1, on=CardFilter(type=("kite",), controller="you", other=True)))


@card("first/ribbon-tail")
def ribbon_tail(c: Declaration) -> None:
    c.constant(Constant("lift", amount=2, on=HOST))


@card("first/spare-line")
def spare_line(c: Declaration) -> None:
    c.would_interrupt(WhenWord(("discarded",), host=True), Save(), costs=(DiscardCost(),))


@card("first/cross-wind")
def cross_wind(c: Declaration) -> None:
    c.action(Until("lift", "phase", amount=3, on=TARGET), targets=(Choose(cards=KITE),), phase="contest")


@card("first/downdraft")
def downdraft(c: Declaration) -> None:
    c.action(Discard(), targets=(Choose(cards=KITE),))


@card("first/calm")
def calm(c: Declaration) -> None:
    c.cancel(WhenWord(("effect_initiated",), seat="opponent", name=("gust",)), Cancel())
