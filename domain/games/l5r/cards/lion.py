"""The Lion clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, at_most_once_per
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import SacrificeCost
from domain.cardgame.words.parts.entering import KeepEntered
from domain.cardgame.words.parts.interrupting import Save
from domain.cardgame.words.parts.time import Later
from domain.cardgame.words.requirements import Controls
from domain.cardgame.words.select import Count
from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose
from domain.games.l5r.words.costs import BowCost
from domain.games.l5r.words.parts.cards import (
    Bow,
    Discard,
    DiscardStatus,
    Honor,
    MoveHome,
    PlaceFate,
    PutIntoPlay,
    PutOnDeck,
    Ready,
    RemoveFate,
)
from domain.games.l5r.words.parts.pools import GainHonor
from domain.games.l5r.words.parts.provinces import RefillFaceup, TurnFaceup
from domain.games.l5r.words.parts.rings import ResolveRing
from domain.games.l5r.words.parts.time import Either, Until
from domain.games.l5r.words.phrases import LESS_HONORABLE, MORE_HONORABLE
from domain.games.l5r.words.provinces import ChooseProvince
from domain.games.l5r.words.requirements import During, Exceeds, MeIn, Participates
from domain.games.l5r.words.select import (
    ATTACKER,
    HONORED,
    HOST,
    ME,
    OWN_CHARACTER,
    PARTICIPANT,
    TARGET,
    THEIR_CHARACTER,
    Cards,
    Skill,
)
from domain.games.l5r.words.select import Honor as HonorOf
from domain.games.l5r.words.triggers import FROM_PROVINCE, When

SACRIFICE = (SacrificeCost(),)
ATTACKS = (Participates(side="attacking"),)
ENTERED_PLAY = When(("entered_play",), me=True)


@card("core/obstinate-recruit")
def obstinate_recruit(c: Declaration) -> None:
    c.constant(Constant("discarded", on=ME, requires=(LESS_HONORABLE,)))


@card("core/ikoma-prodigy")
def ikoma_prodigy(c: Declaration) -> None:
    c.reaction(When(("fate_placed",), me=True), GainHonor())


@card("core/steadfast-samurai")
def steadfast_samurai(c: Declaration) -> None:
    far_ahead = Exceeds(HonorOf("you"), HonorOf("opponent"), by=5)
    c.forced_reaction(
        When(("phase_began",), name=("fate",), requires=(far_ahead,)),
        *(Until("card-cannot", "phase", name=deed, on=ME) for deed in ("be-discarded", "lose-fate")),
    )


@card("core/akodo-gunso")
def akodo_gunso(c: Declaration) -> None:
    c.reaction(When(("entered_play",), me=True, name=FROM_PROVINCE), RefillFaceup())


@card("core/deathseeker")
def deathseeker(c: Declaration) -> None:
    fateless, others = (Cards(picked="target", has_fate=has) for has in (False, True))
    c.reaction(
        When(("conflict_lost",), seat="you", requires=ATTACKS),
        Either((Discard(on=fateless), RemoveFate(on=others))),
        costs=SACRIFICE,
        targets=(Choose(cards=THEIR_CHARACTER),),
    )


@card("core/venerable-historian")
def venerable_historian(c: Declaration) -> None:
    c.action(Honor(on=ME), requires=(Participates(), MORE_HONORABLE))


@card("core/kitsu-spiritcaller")
def kitsu_spiritcaller(c: Declaration) -> None:
    fallen = Cards(type=("character",), where=("discard", "dynasty_discard"), controller="you")
    under_deck = PutOnDeck(on=Cards(picked="entered"), bottom=True)
    c.action(
        PutIntoPlay(conflict=True),
        KeepEntered(),
        Later(When(("conflict_ended",)), (under_deck,)),
        costs=(BowCost(),),
        targets=(Choose(cards=fallen),),
        requires=(During(),),
    )


@card("core/lion-s-pride-brawler")
def lions_pride_brawler(c: Declaration) -> None:
    no_stronger = Cards(type=("character",), military_at_most=Skill("military", of=ME))
    c.action(Bow(), targets=(Choose(cards=no_stronger),), requires=ATTACKS)


@card("core/matsu-beiona")
def matsu_beiona(c: Declaration) -> None:
    others = Cards(type=("character",), trait=("Bushi",), controller="you", other=True)
    c.reaction(When(("entered_play",), me=True, requires=(Controls(others, at_least=3),)), PlaceFate(fate=2, on=ME))


@card("core/honored-general")
def honored_general(c: Declaration) -> None:
    lion = Cards(type=("character",), clan="lion", controller="you", participating="any", other=True)
    c.constant(Constant("military", amount=1, on=lion, requires=(Participates(),)))
    c.reaction(ENTERED_PLAY, Honor(on=ME))


@card("core/ikoma-eiji")
def ikoma_eiji(c: Declaration) -> None:
    bushi = Cards(
        type=("character",), trait=("Bushi",), cost_at_most=3, where=("dynasty_discard", "row"), controller="you"
    )
    c.reaction(
        When(("conflict_lost",), seat="you", name=("political",)),
        Choose(cards=bushi, name="brought"),
        PutIntoPlay(on=Cards(picked="brought")),
    )


@card("core/akodo-toturi")
def akodo_toturi(c: Declaration) -> None:
    claimed = When(("ring_claimed",), seat="you", how="military", requires=(Participates(),))
    c.reaction(claimed, ResolveRing("claimed"))


@card("core/staging-ground")
def staging_ground(c: Declaration) -> None:
    c.action(TurnFaceup(), targets=(ChooseProvince(card_facedown=True, most=2),))


@card("core/vengeful-oathkeeper")
def vengeful_oathkeeper(c: Declaration) -> None:
    lost = When(("conflict_lost",), seat="you", name=("military",))
    c.reaction(lost, PutIntoPlay(on=ME), requires=(MeIn(("hand",)),))


@card("core/master-of-the-spear")
def master_of_the_spear(c: Declaration) -> None:
    c.action(MoveHome(), targets=(Choose(cards=PARTICIPANT, who="opponent", own=True),), requires=ATTACKS)


@card("core/guidance-of-the-ancestors")
def guidance_of_the_ancestors(c: Declaration) -> None:
    c.constant(Constant("playable-from", "discard"))


@card("core/honored-blade")
def honored_blade(c: Declaration) -> None:
    c.reaction(When(("conflict_won",), requires=(Participates(side="winning", host=True),)), GainHonor())


@card("core/sashimono")
def sashimono(c: Declaration) -> None:
    c.constant(Constant("card-does-not", "bow-on-return", on=HOST, requires=(During("military"),)))


@card("core/ready-for-battle")
def ready_for_battle(c: Declaration) -> None:
    bowed = When(("bowed",), card=OWN_CHARACTER, other="opponent", or_by_ring=True)
    c.reaction(bowed, Ready(on=Cards(answered=True)))


@card("core/stand-your-ground")
def stand_your_ground(c: Declaration) -> None:
    honored = Cards(type=("character",), controller="you", status=HONORED)
    c.would_interrupt(When((LEAVES_PLAY,), card=honored), Save(), DiscardStatus(on=Cards(answered=True)))


@card("core/way-of-the-lion")
def way_of_the_lion(c: Declaration) -> None:
    lion = Cards(type=("character",), clan="lion")
    twice = Until("base-military", "conflict", amount=2, how="multiply", on=TARGET)
    c.action(twice, targets=(Choose(cards=lion),), requires=(During(),))


@card("core/for-greater-glory")
def for_greater_glory(c: Declaration) -> None:
    bushi = Cards(type=("character",), trait=("Bushi",), controller="you", participating="any")
    broken = When(("province_broken",), seat="opponent", requires=(During("military"),))
    c.reaction(broken, PlaceFate(on=bushi), limits=at_most_once_per("conflict"))


@card("core/strength-in-numbers")
def strength_in_numbers(c: Declaration) -> None:
    humble = Cards(type=("character",), participating="defending", glory_at_most=Count(of=ATTACKER))
    c.action(MoveHome(), targets=(Choose(cards=humble),), requires=(During(you="attacking"),))
