"""The Dragon clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, at_most_once_per, once_per
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.hidden import LookAtHand
from domain.cardgame.words.requirements import Controls
from domain.cardgame.words.select import Count
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose
from domain.games.l5r.words.costs import BowCost, RingFateCost
from domain.games.l5r.words.parts.cards import Bow, Discard, Honor, MoveFate, PlaceFate, Ready, RemoveFate
from domain.games.l5r.words.parts.duels import LOSER, Duel
from domain.games.l5r.words.parts.time import GainAbility, Only, Until
from domain.games.l5r.words.phrases import search
from domain.games.l5r.words.requirements import During, Exceeds, Participates
from domain.games.l5r.words.select import (
    ATTACHMENT,
    HOST,
    ME,
    OWN_CHARACTER,
    THEIR_CHARACTER,
    Cards,
    FacedownProvinces,
    Rings,
)
from domain.games.l5r.words.triggers import When

ATTACKS = (Participates(side="attacking"),)
MONK = Cards(type=("character",), trait_or_borne="Monk")
ONTO_A_RING = (RingFateCost(),)
PARTICIPATES = (Participates(),)


@card("core/doomed-shugenja")
def doomed_shugenja(c: Declaration) -> None:
    c.constant(Constant("no-additional-fate"))


@card("core/togashi-initiate")
def togashi_initiate(c: Declaration) -> None:
    c.action(Honor(on=ME), costs=ONTO_A_RING, requires=ATTACKS)


@card("core/agasha-swordsmith")
def agasha_swordsmith(c: Declaration) -> None:
    c.action(*search(5, ATTACHMENT))


@card("core/mirumoto-prodigy")
def mirumoto_prodigy(c: Declaration) -> None:
    alone = (Participates(side="attacking", alone=True),)
    c.constant(Constant("defenders", amount=1, who="opponent", requires=alone))


@card("core/niten-adept")
def niten_adept(c: Declaration) -> None:
    mine = Cards(type=("attachment",), on_me=True, controller="you")
    bare = Cards(type=("character",), participating="any", bare=True)
    c.action(Bow(), costs=(BowCost(cards=mine),), targets=(Choose(cards=bare),), requires=PARTICIPATES)


@card("core/seeker-of-enlightenment")
def seeker_of_enlightenment(c: Declaration) -> None:
    fate = Rings("unclaimed", fate=True)
    c.constant(*(Constant(kind, amount=fate, on=ME) for kind in ("military", "political")))


@card("core/enlightened-warrior")
def enlightened_warrior(c: Declaration) -> None:
    c.reaction(When(("ring_chosen",), seat="opponent", margin=1), PlaceFate(on=ME))


@card("core/kitsuki-investigator")
def kitsuki_investigator(c: Declaration) -> None:
    hand = Cards(where=("hand",), controller="opponent")
    c.action(
        LookAtHand(who="opponent"),
        Choose(cards=hand, name="discarded"),
        Discard(on=Cards(picked="discarded", where=("hand",))),
        costs=ONTO_A_RING,
        requires=(Participates("political"), Controls(hand)),
        limits=at_most_once_per("conflict"),
    )


@card("core/mirumoto-raitsugu")
def mirumoto_raitsugu(c: Declaration) -> None:
    theirs = Cards(type=("character",), controller="opponent", participating="any")
    fateless, rich = (Cards(picked=LOSER, has_fate=has) for has in (False, True))
    result = (Only((Controls(fateless),), (Discard(on=fateless),)), Only((Controls(rich),), (RemoveFate(on=rich),)))
    c.action(Duel("military", result), targets=(Choose(cards=theirs),), requires=PARTICIPATES)


@card("core/ascetic-visionary")
def ascetic_visionary(c: Declaration) -> None:
    c.action(Ready(), costs=ONTO_A_RING, targets=(Choose(cards=MONK),), requires=ATTACKS)


@card("core/niten-master")
def niten_master(c: Declaration) -> None:
    weapon = Cards(type=("attachment",), trait=("Weapon",), on_me=True)
    attached = When(("entered_play", "attached"), seat="you", card=weapon)
    c.reaction(attached, Ready(on=ME), limits=once_per("round", 2))


@card("core/togashi-yokuni")
def togashi_yokuni(c: Declaration) -> None:
    other = Cards(type=("character",), other=True)
    c.action(GainAbility(), targets=(Choose(cards=other),), limits=at_most_once_per("round"))


@card("core/secluded-temple")
def secluded_temple(c: Declaration) -> None:
    rich = Cards(type=("character",), controller="opponent", has_fate=True)
    c.reaction(
        When(("phase_began",), name=("conflict",)),
        RemoveFate(),
        targets=(Choose(cards=rich, who="opponent"),),
        requires=(Exceeds(Count(of=THEIR_CHARACTER), Count(of=OWN_CHARACTER)),),
    )


@card("core/tattooed-wanderer")
def tattooed_wanderer(c: Declaration) -> None:
    c.constant(Constant("as-attachment"), Constant("keyword", "covert", on=HOST))


@card("core/togashi-kazue")
def togashi_kazue(c: Declaration) -> None:
    c.constant(Constant("as-attachment"))
    c.action(
        MoveFate(to=HOST),
        targets=(Choose(cards=Cards(type=("character",), participating="any")),),
        requires=(Participates(host=True),),
    )


@card("core/daimyo-s-favor")
def daimyos_favor(c: Declaration) -> None:
    c.action(Until("attachment-cost", "phase", amount=-1, on=HOST, once=True), costs=(BowCost(),))


@card("core/way-of-the-dragon")
def way_of_the_dragon(c: Declaration) -> None:
    c.constant(Constant("limit", amount=1, on=Cards(host=True, controller="you")))


@card("core/let-go")
def let_go(c: Declaration) -> None:
    c.action(Discard(), targets=(Choose(cards=ATTACHMENT),))


@card("core/mantra-of-fire")
def mantra_of_fire(c: Declaration) -> None:
    declared = When(("conflict_declared",), seat="opponent", how="fire")
    c.reaction(declared, PlaceFate(), Draw(), targets=(Choose(cards=MONK),))


@card("core/tranquility")
def tranquility(c: Declaration) -> None:
    c.action(Until("cannot", "conflict", name="trigger-at-home", who="opponent"), requires=(During(),))


@card("core/indomitable-will")
def indomitable_will(c: Declaration) -> None:
    alone = Cards(type=("character",), controller="you", participating="any", alone=True)
    spared = Until("card-does-not", "conflict", name="bow-on-return", on=alone)
    c.reaction(When(("conflict_won",), seat="you"), spared, requires=(Controls(alone),))


@card("core/mirumoto-s-fury")
def mirumotos_fury(c: Declaration) -> None:
    humble = Cards(type=("character",), participating="attacking", glory_at_most=FacedownProvinces())
    c.action(Bow(), targets=(Choose(cards=humble),), requires=(During(),))
