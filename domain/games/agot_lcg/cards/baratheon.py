"""House Baratheon, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, once_per
from domain.cardgame.table import CardMatch
from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.parts.cards import Discard
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.hidden import LookAtHand
from domain.cardgame.words.parts.interrupting import Instead
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.requirements import Controls
from domain.cardgame.words.select import Count
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.costs import GoldCost, KneelCost
from domain.families.agot_cards.words.parts.cards import JoinAsDefender, Kneel, Stand
from domain.families.agot_cards.words.parts.counts import GainPower, LosePower, MovePower
from domain.families.agot_cards.words.requirements import During, Won
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.abilities.registry import card
from domain.games.agot_lcg.words.phrases import next_marshalled

ME = Cards(me=True)
STANDING = Cards(type=("character",), kneeling=False)


@card("core/maester-cressen")
def maester_cressen(c: Declaration) -> None:
    c.action(
        Discard(),
        phase="marshalling",
        costs=(KneelCost(),),
        targets=(ChooseCards(cards=Cards(type=("attachment",), trait=("Condition",))),),
    )


@card("core/melisandre")
def melisandre(c: Declaration) -> None:
    # a played event lies in the discard pile when this is used
    red = Cards(trait=("R'hllor",), where=("play", "discard"))
    c.reaction(
        When(("marshalled", "event_played"), seat="you", card=red),
        Kneel(),
        targets=(ChooseCards(cards=STANDING),),
        limits=once_per("round"),
    )


@card("core/robert-baratheon")
def robert_baratheon(c: Declaration) -> None:
    others = Cards(type=("character",), kneeling=True, other=True)
    c.constant(Constant(what="strength", amount=Count(of=others), on=ME))


@card("core/selyse-baratheon")
def selyse_baratheon(c: Declaration) -> None:
    c.action(
        Until(what="icon", name="intrigue", until="phase", on=Cards(picked="target")),
        phase="challenges",
        costs=(GoldCost(gold=1),),
        targets=(ChooseCards(cards=Cards(type=("character",), faction="baratheon")),),
    )


@card("core/ser-davos-seaworth")
def ser_davos_seaworth(c: Declaration) -> None:
    c.interrupt(When(("killed",), me=True), Instead(to="hand"))


@card("core/shireen-baratheon")
def shireen_baratheon(c: Declaration) -> None:
    c.interrupt(When(("killed",), me=True), Kneel(), targets=(ChooseCards(cards=STANDING),))


@card("core/stannis-baratheon")
def stannis_baratheon(c: Declaration) -> None:
    c.constant(Constant(what="standing", how="set", amount=2, who="all"))


@card("core/fiery-followers")
def fiery_followers(c: Declaration) -> None:
    c.reaction(When(("phase_began",), name=("dominance",)), Stand(on=ME))


@card("core/kings-hunting-party")
def kings_hunting_party(c: Declaration) -> None:
    king = Cards(type=("character",), trait=("King",), controller="opponent")
    c.constant(Constant(what="icon", name="intrigue", on=ME, requires=(Controls(cards=king),)))


@card("core/dragonstone-faithful")
def dragonstone_faithful(c: Declaration) -> None:
    c.action(
        next_marshalled(CardMatch(types=("character",), faction="baratheon")),
        phase="marshalling",
        costs=(KneelCost(),),
    )


@card("core/vanguard-lancer")
def vanguard_lancer(c: Declaration) -> None:
    c.reaction(
        When(("entered_play",), me=True),
        LosePower(),
        targets=(ChooseCards(cards=Cards(type=("character", "faction"), controller="opponent")),),
    )


@card("core/lightbringer")
def lightbringer(c: Declaration) -> None:
    c.constant(Constant(what="keyword", name="renown", on=Cards(host=True, title="Stannis Baratheon")))
    c.reaction(When(("power_gained",), host=True), Stand(on=Cards(host=True)), limits=once_per("phase"))


@card("core/dragonstone-port")
def dragonstone_port(c: Declaration) -> None:
    c.action(next_marshalled(CardMatch(faction="baratheon")), phase="marshalling", costs=(KneelCost(),))


@card("core/chamber-of-the-painted-table")
def chamber_of_the_painted_table(c: Declaration) -> None:
    c.reaction(
        When(("dominance_won",), seat="you"),
        ChoosePlayer(controls=Cards(type=("faction",), has_power=True)),
        MovePower(source="chosen"),
        costs=(KneelCost(),),
    )


@card("core/the-red-keep")
def the_red_keep(c: Declaration) -> None:
    taking_part = During(challenge="power", you="participating")
    c.constant(Constant(what="side-strength", name="power", amount=2, requires=(taking_part,)))
    c.interrupt(
        When(
            ("phase_ended",),
            name=("challenges",),
            requires=(Won(challenge="power", period="round", lost=True, no=True),),
        ),
        Draw(n=2),
        costs=(KneelCost(),),
    )


@card("core/consolidation-of-power")
def consolidation_of_power(c: Declaration) -> None:
    c.action(
        Kneel(),
        ChooseCards(cards=Cards(picked="target", kneeling=True), name="empowered", then=True),
        GainPower(on=Cards(picked="empowered")),
        phase="marshalling",
        targets=(ChooseCards(cards=STANDING, least=0, most=None, one_controller=True, strength_in_all=4),),
    )


@card("core/ours-is-the-fury")
def ours_is_the_fury(c: Declaration) -> None:
    rallied = Cards(type=("character",), faction="baratheon", controller="you", kneeling=True)
    c.action(
        JoinAsDefender(),
        Later(when=When(("challenge_won",), seat="you"), parts=(Stand(),), until="challenge"),
        requires=(During(you="defending"),),
        targets=(ChooseCards(cards=rallied),),
    )


@card("core/seen-in-flames")
def seen_in_flames(c: Declaration) -> None:
    red = Cards(type=("character",), trait=("R'hllor",), controller="you")
    c.action(
        LookAtHand(who="chosen"),
        ChooseCards(cards=Cards(controller="chosen", where=("hand",)), name="seen", then=True),
        Discard(on=Cards(picked="seen", where=("hand",))),
        phase="challenges",
        requires=(Controls(cards=red),),
        targets=(ChoosePlayer(least_hand=1),),
    )
