"""The Phoenix clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, at_most_once_per
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.interrupting import Cancel
from domain.cardgame.words.requirements import Controls
from domain.cardgame.words.select import Count
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose, ChooseRing, Select
from domain.games.l5r.words.costs import BowCost
from domain.games.l5r.words.parts.cards import Bow, Discard, Dishonor, Honor, MoveHome, Ready, RemoveFate
from domain.games.l5r.words.parts.pools import GiveFate, GiveHonor
from domain.games.l5r.words.parts.rings import ClaimRing, ResolveRing, StopRingEffect, SwitchRing
from domain.games.l5r.words.parts.time import Either, Only, Until
from domain.games.l5r.words.phrases import plus
from domain.games.l5r.words.requirements import (
    ClaimedRing,
    During,
    Exceeds,
    Participates,
    Selected,
    Targets,
    Unopposed,
)
from domain.games.l5r.words.select import (
    ATTACKER,
    CHARACTER,
    HOST,
    ME,
    PARTICIPANT,
    TARGET,
    THEIR_CHARACTER,
    Cards,
    Declared,
    Glory,
    Rings,
)
from domain.games.l5r.words.triggers import When

BOW = (BowCost(),)
PARTICIPATES = (Participates(),)
OWN_SHUGENJA = Cards(type=("character",), trait=("Shugenja",), controller="you")
OWN_PARTICIPANT, THEIR_PARTICIPANT = (
    Cards(type=("character",), controller=who, participating="any") for who in ("you", "opponent")
)


@card("core/shiba-peacemaker")
def shiba_peacemaker(c: Declaration) -> None:
    c.constant(Constant("card-cannot", "attack", on=ME))


@card("core/solemn-scholar")
def solemn_scholar(c: Declaration) -> None:
    c.action(Bow(), targets=(Choose(cards=ATTACKER),), requires=(During(), ClaimedRing("earth")))


@card("core/adept-of-the-waves")
def adept_of_the_waves(c: Declaration) -> None:
    c.action(Until("keyword", "phase", name="covert-water", on=TARGET), targets=(Choose(cards=CHARACTER),))


@card("core/asako-diplomat")
def asako_diplomat(c: Declaration) -> None:
    c.reaction(
        When(("conflict_won",), seat="you", requires=PARTICIPATES),
        Select(("honor", "dishonor")),
        Only((Selected("honor"),), (Honor(),)),
        Only((Selected("dishonor"),), (Dishonor(),)),
        targets=(Choose(cards=CHARACTER),),
    )


@card("core/meddling-mediator")
def meddling_mediator(c: Declaration) -> None:
    c.action(
        Only((Selected("fate"),), (GiveFate(who="opponent"),)),
        Only((Selected("honor"),), (GiveHonor(who="opponent"),)),
        targets=(Select(("fate", "honor")),),
        requires=(Exceeds(Declared("opponent"), 1),),
    )


@card("core/radiant-orator")
def radiant_orator(c: Declaration) -> None:
    mine, theirs = (
        Glory(of=Cards(type=("character",), controller=who, participating="any", bowed=False))
        for who in ("you", "opponent")
    )
    c.action(MoveHome(), targets=(Choose(cards=THEIR_CHARACTER),), requires=(Participates(), Exceeds(mine, theirs)))


@card("core/shiba-yojimbo")
def shiba_yojimbo(c: Declaration) -> None:
    c.cancel(When(("effect_initiated",), requires=(Targets(OWN_SHUGENJA),)), Cancel())


@card("core/isawa-masahiro")
def isawa_masahiro(c: Declaration) -> None:
    cheap = Cards(type=("character",), participating="any", cost_at_most=2)
    c.action(Discard(), costs=BOW, targets=(Choose(cards=cheap),), requires=(During(ring="fire"),))


@card("core/fearsome-mystic")
def fearsome_mystic(c: Declaration) -> None:
    c.constant(Constant("glory", amount=2, on=ME, requires=(During(ring="air"),)))
    lower = Cards(type=("character",), controller="opponent", participating="any", glory_at_most=Glory(of=ME, plus=-1))
    c.action(RemoveFate(on=lower), requires=PARTICIPATES)


@card("core/isawa-atsuko")
def isawa_atsuko(c: Declaration) -> None:
    c.action(*plus(1, 1, OWN_PARTICIPANT), *plus(-1, -1, THEIR_PARTICIPANT), requires=(During(ring="void"),))


@card("core/shiba-tsukune")
def shiba_tsukune(c: Declaration) -> None:
    c.interrupt(When(("phase_ended",), name=("conflict",)), ChooseRing(least=0, most=2), ResolveRing("chosen"))


@card("core/forgotten-library")
def forgotten_library(c: Declaration) -> None:
    c.reaction(When(("phase_began",), name=("draw",)), Draw())


@card("core/ishiken-initiate")
def ishiken_initiate(c: Declaration) -> None:
    c.constant(*(Constant(skill, amount=Rings("claimed"), on=ME) for skill in ("military", "political")))


@card("core/seeker-of-knowledge")
def seeker_of_knowledge(c: Declaration) -> None:
    c.constant(Constant("ring-element", "air", requires=(Participates(side="attacking"),)))


@card("core/magnificent-kimono")
def magnificent_kimono(c: Declaration) -> None:
    c.constant(Constant("keyword", "pride", on=HOST))


@card("core/grasp-of-earth")
def grasp_of_earth(c: Declaration) -> None:
    barred = (
        Until("cannot", "conflict", name=deed, who="opponent") for deed in ("move-to-conflict", "play-characters")
    )
    c.action(*barred, costs=BOW, requires=(During(),))


@card("core/pacifism")
def pacifism(c: Declaration) -> None:
    c.constant(Constant("playable", requires=(During(no=True),)))
    c.constant(Constant("card-cannot", "participate-military", on=HOST))


@card("core/supernatural-storm")
def supernatural_storm(c: Declaration) -> None:
    n = Count(of=OWN_SHUGENJA)
    both = (Until(what, "conflict", amount=n, on=TARGET) for what in ("military", "political"))
    c.action(*both, targets=(Choose(cards=PARTICIPANT),), requires=(Controls(OWN_SHUGENJA),))


@card("core/way-of-the-phoenix")
def way_of_the_phoenix(c: Declaration) -> None:
    c.action(
        Until("cannot", "phase", name="declare", ring=True, who="opponent"),
        targets=(ChooseRing(state="any"),),
        limits=at_most_once_per("phase"),
    )


@card("core/against-the-waves")
def against_the_waves(c: Declaration) -> None:
    shugenja = Cards(type=("character",), trait=("Shugenja",))
    c.action(Either((Bow(), Ready())), targets=(Choose(cards=shugenja),))


@card("core/know-the-world")
def know_the_world(c: Declaration) -> None:
    c.action(ChooseRing(state="claimed", name="mine"), ChooseRing(), SwitchRing(claimed="mine", take_fate=True))


@card("core/display-of-power")
def display_of_power(c: Declaration) -> None:
    lost = When(("conflict_lost",), seat="you", requires=(Unopposed(),))
    c.reaction(lost, StopRingEffect(), ResolveRing(), ClaimRing())
