"""The neutral cards, in the order of the set; the roles are in `roles`."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, at_most_once_per, once_per
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import SacrificeCost
from domain.cardgame.words.parts.counts import DiscardAtRandom, Draw
from domain.cardgame.words.parts.entering import KeepEntered
from domain.cardgame.words.requirements import Controls
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose, Select
from domain.games.l5r.words.costs import DishonorCost, LoseHonorCost, RemoveFateCost
from domain.games.l5r.words.parts.cards import (
    Bow,
    Discard,
    Dishonor,
    Honor,
    MoveHome,
    MoveToConflict,
    PlaceFate,
    PutIntoPlay,
)
from domain.games.l5r.words.parts.pools import LoseHonor
from domain.games.l5r.words.parts.time import Either, May, Only, ResolveAgain, Until
from domain.games.l5r.words.phrases import plus, search
from domain.games.l5r.words.requirements import (
    ClaimedRing,
    During,
    Exceeds,
    FirstResolution,
    HasFavor,
    MeIn,
    Selected,
)
from domain.games.l5r.words.select import (
    ATTACHMENT,
    HOST,
    ME,
    OWN_CHARACTER,
    PARTICIPANT,
    Bid,
    Cards,
    Skill,
)
from domain.games.l5r.words.triggers import When

SACRIFICE = (SacrificeCost(),)
ONE_EACH_CONFLICT = at_most_once_per("conflict")
OWN_PARTICIPANT, THEIR_PARTICIPANT = (
    Cards(type=("character",), controller=who, participating="any") for who in ("you", "opponent")
)
OWN_COURTIER, OWN_BUSHI = (
    Cards(type=("character",), trait=(trait,), controller="you", participating="any") for trait in ("Courtier", "Bushi")
)
CLAIMED_OWN_ELEMENT = When(("ring_claimed",), seat="you", requires=(ClaimedRing(of_role=True),))


@card("core/otomo-courtier")
def otomo_courtier(c: Declaration) -> None:
    c.constant(Constant("card-cannot", "attack", on=ME, requires=(HasFavor(who="opponent"),)))


@card("core/seppun-guardsman")
def seppun_guardsman(c: Declaration) -> None:
    c.constant(Constant("card-cannot", "attack", on=ME, requires=(HasFavor(who="opponent"),)))


@card("core/keeper-initiate")
def keeper_initiate(c: Declaration) -> None:
    c.reaction(
        CLAIMED_OWN_ELEMENT,
        PutIntoPlay(on=ME),
        KeepEntered(),
        PlaceFate(on=Cards(picked="entered"), then=True),
        requires=(MeIn(("row", "dynasty_discard")),),
    )


@card("core/miya-mystic")
def miya_mystic(c: Declaration) -> None:
    c.action(Discard(), costs=SACRIFICE, targets=(Choose(cards=ATTACHMENT),), phase="conflict")


@card("core/seeker-initiate")
def seeker_initiate(c: Declaration) -> None:
    c.reaction(CLAIMED_OWN_ELEMENT, *search(5))


@card("core/wandering-ronin")
def wandering_ronin(c: Declaration) -> None:
    c.action(*plus(2, 2, ME), costs=(RemoveFateCost(),), requires=(During(),), limits=once_per("conflict", 2))


@card("core/favorable-ground")
def favorable_ground(c: Declaration) -> None:
    c.action(
        Either((MoveToConflict(), MoveHome())),
        costs=SACRIFICE,
        targets=(Choose(cards=OWN_CHARACTER),),
        requires=(During(),),
    )


@card("core/imperial-storehouse")
def imperial_storehouse(c: Declaration) -> None:
    c.action(Draw(), costs=SACRIFICE)


@card("core/cloud-the-mind")
def cloud_the_mind(c: Declaration) -> None:
    shugenja = Cards(type=("character",), trait=("Shugenja",), controller="you")
    c.constant(
        Constant("playable", requires=(Controls(shugenja),)),
        Constant("blank", "except-traits", on=HOST),
    )


@card("core/assassination")
def assassination(c: Declaration) -> None:
    cheap = Cards(type=("character",), cost_at_most=2)
    c.action(
        Discard(),
        costs=(LoseHonorCost(3),),
        targets=(Choose(cards=cheap),),
        requires=(During(),),
        limits=at_most_once_per("round"),
    )


@card("core/banzai")
def banzai(c: Declaration) -> None:
    c.action(
        *plus(2, 0),
        May((LoseHonor(), ResolveAgain()), requires=(FirstResolution(),)),
        targets=(Choose(cards=PARTICIPANT),),
        requires=(During(),),
        limits=ONE_EACH_CONFLICT,
    )


@card("core/contingency-plan")
def contingency_plan(c: Declaration) -> None:
    options = (("higher", 1), ("lower", -1))
    changed = (Only((Selected(each),), (Until("bid", "bid", amount=n),)) for each, n in options)
    c.reaction(When(("bid_revealed",), seat="you"), Select(tuple(each for each, _ in options)), *changed)


@card("core/court-games")
def court_games(c: Declaration) -> None:
    mine = Choose(cards=OWN_PARTICIPANT, name="mine", option="honor")
    theirs = Choose(cards=THEIR_PARTICIPANT, name="theirs", who="opponent", option="dishonor")
    c.action(
        Only((Selected("honor"),), (Honor(on=Cards(picked="mine")),)),
        Only((Selected("dishonor"),), (Dishonor(on=Cards(picked="theirs")),)),
        targets=(Select(("honor", "dishonor")), mine, theirs),
        requires=(During("political"),),
        limits=ONE_EACH_CONFLICT,
    )


@card("core/for-shame")
def for_shame(c: Declaration) -> None:
    c.action(
        Only((Selected("dishonor"),), (Dishonor(),)),
        Only((Selected("bow"),), (Bow(),)),
        targets=(Choose(cards=THEIR_PARTICIPANT), Select(("dishonor", "bow"), who="opponent")),
        requires=(Controls(OWN_COURTIER),),
    )


@card("core/good-omen")
def good_omen(c: Declaration) -> None:
    dear = Cards(type=("character",), cost_at_least=3)
    c.action(PlaceFate(), targets=(Choose(cards=dear),), requires=(Exceeds(Bid("opponent"), Bid("you")),))


@card("core/spies-at-court")
def spies_at_court(c: Declaration) -> None:
    c.reaction(
        When(("conflict_won",), seat="you", name=("political",)),
        DiscardAtRandom(2, who="opponent"),
        costs=(DishonorCost(cards=OWN_PARTICIPANT),),
        limits=ONE_EACH_CONFLICT,
    )


@card("core/charge")
def charge(c: Declaration) -> None:
    waiting = Cards(type=("character",), where=("row",), controller="you")
    c.action(PutIntoPlay(conflict=True), targets=(Choose(cards=waiting),), requires=(During("military"),))


@card("core/fallen-in-battle")
def fallen_in_battle(c: Declaration) -> None:
    won = When(("conflict_won",), seat="you", name=("military",), margin=5)
    c.reaction(won, Discard(), targets=(Choose(cards=PARTICIPANT),), limits=ONE_EACH_CONFLICT)


@card("core/outwit")
def outwit(c: Declaration) -> None:
    wit = Skill("political", of=OWN_COURTIER, plus=-1)
    weaker = Cards(type=("character",), controller="opponent", political_at_most=wit)
    c.action(MoveHome(), targets=(Choose(cards=weaker),), requires=(During(),))


@card("core/rout")
def rout(c: Declaration) -> None:
    might = Skill("military", of=OWN_BUSHI, plus=-1)
    weaker = Cards(type=("character",), controller="opponent", military_at_most=might)
    c.action(MoveHome(), targets=(Choose(cards=weaker),), requires=(During(),))
