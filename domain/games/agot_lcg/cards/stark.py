"""House Stark, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, at_most_once_per, once_per
from domain.cardgame.table import CardMatch
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import SacrificeCost
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.hidden import RevealTop, TakeIntoHand
from domain.cardgame.words.parts.interrupting import Cancel
from domain.cardgame.words.parts.time import If, Later, Until
from domain.cardgame.words.requirements import Controls
from domain.cardgame.words.select import Count, OwnCost
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.costs import KneelCost
from domain.families.agot_cards.words.parts.cards import Kill, Stand
from domain.families.agot_cards.words.parts.counts import GainPower
from domain.families.agot_cards.words.requirements import During, HasDuplicate, MeParticipates
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.abilities.registry import card
from domain.games.agot_lcg.words.parts.hidden import DuplicateFromDeck
from domain.games.agot_lcg.words.phrases import next_marshalled

ME = Cards(me=True)
ROBB = Cards(type=("character",), title="Robb Stark", controller="you")


@card("core/arya-stark")
def arya_stark(c: Declaration) -> None:
    c.constant(Constant(what="icon", name="military", on=ME, requires=(HasDuplicate(),)))
    c.reaction(When(("entered_play",), me=True), DuplicateFromDeck())


@card("core/bran-stark")
def bran_stark(c: Declaration) -> None:
    c.cancel(
        When(("effect_initiated",), seat="opponent", name=("event",)),
        Cancel(),
        costs=(SacrificeCost(),),
    )


@card("core/catelyn-stark")
def catelyn_stark(c: Declaration) -> None:
    c.constant(
        Constant(what="cannot", name="trigger-abilities", who="opponent", requires=(MeParticipates(),)),
    )


@card("core/eddard-stark")
def eddard_stark(c: Declaration) -> None:
    c.reaction(When(("challenge_initiated",), other="you"), Stand(on=ME))


@card("core/grey-wind")
def grey_wind(c: Declaration) -> None:
    weak = Cards(type=("character",), strength_at_most=Count(of=ROBB, plus=1))
    c.action(Kill(), phase="challenges", costs=(KneelCost(),), targets=(ChooseCards(cards=weak),))


@card("core/robb-stark")
def robb_stark(c: Declaration) -> None:
    c.reaction(
        When(("sacrificed", "killed"), card=Cards(type=("character",), faction="stark", controller="you")),
        Stand(on=Cards(type=("character",), controller="you")),
        limits=once_per("round"),
    )


@card("core/sansa-stark")
def sansa_stark(c: Declaration) -> None:
    c.constant(Constant(what="enters-kneeling", on=ME))
    c.reaction(When(("stood",), me=True), GainPower(), limits=once_per("round"))


@card("core/summer")
def summer(c: Declaration) -> None:
    bran = Cards(type=("character",), title="Bran Stark", controller="you")
    fallen = Cards(
        type=("character",),
        faction="stark",
        printed_strength_at_most=2,
        controller="you",
        where=("discard", "dead"),
    )
    c.constant(Constant(what="keyword", name="insight", on=bran))
    c.reaction(When(("entered_play",), me=True), ChooseCards(cards=fallen), TakeIntoHand())


@card("core/direwolf-pup")
def direwolf_pup(c: Declaration) -> None:
    others = Cards(trait=("Direwolf",), controller="you", other=True)
    c.constant(Constant(what="strength", amount=Count(of=others), on=ME))


@card("core/vanguard-of-the-north")
def vanguard_of_the_north(c: Declaration) -> None:
    war = Controls(cards=Cards(type=("plot",), trait=("War",)))
    c.constant(Constant(what="card-does-not", name="kneel-to-attack-military", on=ME, requires=(war,)))


@card("core/winterfell-steward")
def winterfell_steward(c: Declaration) -> None:
    c.action(
        next_marshalled(CardMatch(types=("character",), faction="stark")),
        phase="marshalling",
        costs=(KneelCost(),),
    )


@card("core/ice")
def ice(c: Declaration) -> None:
    c.constant(Constant(what="strength", amount=2, on=Cards(host=True)))
    c.reaction(
        When(("challenge_won",), seat="you", name=("military",), requires=(MeParticipates(host=True),)),
        Kill(),
        costs=(SacrificeCost(),),
        targets=(ChooseCards(cards=Cards(type=("character",), controller="loser")),),
    )


@card("core/gates-of-winterfell")
def gates_of_winterfell(c: Declaration) -> None:
    c.action(
        RevealTop(),
        If(requires=(Controls(cards=Cards(faction="stark", picked="revealed", where=("deck",))),)),
        Draw(then=True),
        phase="challenges",
        costs=(KneelCost(),),
    )


@card("core/the-wolfswood")
def the_wolfswood(c: Declaration) -> None:
    direwolves = Cards(trait=("Direwolf",), controller="you", where=("hand",))
    c.constant(Constant(what="keyword", name="ambush", amount=OwnCost(), on=direwolves))


@card("core/heart-tree-grove")
def heart_tree_grove(c: Declaration) -> None:
    c.action(next_marshalled(CardMatch(faction="stark")), phase="marshalling", costs=(KneelCost(),))


@card("core/for-the-north")
def for_the_north(c: Declaration) -> None:
    c.action(
        Until(what="strength", amount=2, until="challenge", on=Cards(picked="target")),
        Later(when=When(("challenge_won",), seat="you"), parts=(Draw(),), until="challenge"),
        requires=(During(challenge="military"),),
        targets=(ChooseCards(cards=Cards(type=("character",), faction="stark", participating="any")),),
    )


@card("core/like-warm-rain")
def like_warm_rain(c: Declaration) -> None:
    direwolf = Cards(type=("character",), trait=("Direwolf",), controller="you")
    c.reaction(
        When(("challenge_lost",), seat="you", name=("intrigue",), how="defender"),
        Kill(),
        costs=(KneelCost(cards=direwolf),),
        targets=(ChooseCards(cards=Cards(type=("character",), participating="attacking")),),
        limits=at_most_once_per("challenge"),
    )


@card("core/winter-is-coming")
def winter_is_coming(c: Declaration) -> None:
    c.action(
        Until(what="claim", amount=1, until="challenge"),
        requires=(During(),),
        limits=at_most_once_per("challenge"),
    )
