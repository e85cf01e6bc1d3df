"""The Crab clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, at_most_once_per
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import SacrificeCost
from domain.cardgame.words.parts.cards import Sacrifice
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.hidden import LookAtDeck, TakeIntoHand
from domain.cardgame.words.parts.interrupting import Save
from domain.cardgame.words.requirements import Controls
from domain.cardgame.words.select import Count
from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.games.l5r.abilities.registry import UNLIMITED, card
from domain.games.l5r.words.choices import Choose, Select
from domain.games.l5r.words.costs import BowCost, ShuffleProvinceCost
from domain.games.l5r.words.parts.cards import Discard, PlaceFate, PutOnDeck, Ready, RemoveFate
from domain.games.l5r.words.parts.pools import GainFate, GiveFate, GiveHonor, LoseHonor
from domain.games.l5r.words.parts.provinces import PutInProvince, SwapPlaces
from domain.games.l5r.words.parts.time import Only, Until
from domain.games.l5r.words.phrases import plus
from domain.games.l5r.words.provinces import ChooseProvince
from domain.games.l5r.words.requirements import During, Participates, Selected, Won
from domain.games.l5r.words.select import CHARACTER, HOLDING, HOST, ME, OWN_CHARACTER, TARGET, Cards, Skill
from domain.games.l5r.words.triggers import When

DECK = Cards(picked="looked", where=("deck",), controller="you")
OWN_HOLDING = Cards(type=("holding",), controller="you")
SACRIFICE = (SacrificeCost(),)
SACRIFICE_ONE = (SacrificeCost(cards=OWN_CHARACTER),)
PARTICIPATES = (Participates(),)


@card("core/hida-guardian")
def hida_guardian(c: Declaration) -> None:
    other = Cards(type=("character",), participating="any", other=True)
    n = Count(of=OWN_HOLDING, times=2)
    both = (Until(what, "conflict", amount=n, on=TARGET) for what in ("military", "political"))
    c.action(*both, targets=(Choose(cards=other),), requires=(*PARTICIPATES, Controls(OWN_HOLDING)))


@card("core/hiruma-yojimbo")
def hiruma_yojimbo(c: Declaration) -> None:
    c.constant(Constant("card-cannot", "declare-attacker", on=ME))


@card("core/shrewd-yasuki")
def shrewd_yasuki(c: Declaration) -> None:
    c.action(
        LookAtDeck(n=2),
        Choose(cards=DECK, name="kept"),
        TakeIntoHand(on=Cards(picked="kept", where=("deck",), controller="you")),
        PutOnDeck(on=Cards(picked="looked", not_picked="kept", where=("deck",), controller="you"), bottom=True),
        requires=(*PARTICIPATES, Controls(HOLDING)),
    )


@card("core/vanguard-warrior")
def vanguard_warrior(c: Declaration) -> None:
    c.action(PlaceFate(), costs=SACRIFICE, targets=(Choose(cards=Cards(type=("character",), other=True)),))


@card("core/borderlands-defender")
def borderlands_defender(c: Declaration) -> None:
    defends = (Participates(side="defending"),)
    c.constant(*(Constant("spared", deed, on=ME, requires=defends) for deed in ("bow", "move")))


@card("core/intimidating-hida")
def intimidating_hida(c: Declaration) -> None:
    c.reaction(When(("conflict_passed",), seat="opponent"), LoseHonor(who="opponent"))


@card("core/vengeful-berserker")
def vengeful_berserker(c: Declaration) -> None:
    fallen = Cards(type=("character",), controller="you", other=True)
    c.reaction(
        When(("left_play",), card=fallen, requires=(During(),)),
        Until("military", "conflict", amount=2, how="multiply", on=ME),
    )


@card("core/hida-tomonatsu")
def hida_tomonatsu(c: Declaration) -> None:
    attacker = Cards(type=("character",), participating="attacking", unique=False)
    c.reaction(
        When(("conflict_won",), seat="you", requires=(Participates(side="defending"),)),
        PutOnDeck(),
        costs=SACRIFICE,
        targets=(Choose(cards=attacker),),
    )


@card("core/steadfast-witch-hunter")
def steadfast_witch_hunter(c: Declaration) -> None:
    c.action(Ready(), costs=SACRIFICE_ONE, targets=(Choose(cards=CHARACTER),))


@card("core/kaiu-shuichi")
def kaiu_shuichi(c: Declaration) -> None:
    c.action(GainFate(), requires=(*PARTICIPATES, Controls(HOLDING)))


@card("core/hida-kisada")
def hida_kisada(c: Declaration) -> None:
    c.constant(Constant("stop-first-action", who="opponent", requires=(Won(lost=True, no=True),)))


@card("core/borderlands-fortifications")
def borderlands_fortifications(c: Declaration) -> None:
    c.action(SwapPlaces(), targets=(ChooseProvince(other=True),))


@card("core/funeral-pyre")
def funeral_pyre(c: Declaration) -> None:
    c.action(Draw(), costs=SACRIFICE_ONE)


@card("core/hiruma-ambusher")
def hiruma_ambusher(c: Declaration) -> None:
    c.reaction(
        When(("entered_play",), me=True, requires=(Participates(side="defending"),)),
        Until("card-cannot", "conflict", name="trigger", on=TARGET),
        targets=(Choose(cards=CHARACTER),),
    )


@card("core/stoic-gunso")
def stoic_gunso(c: Declaration) -> None:
    others = Cards(type=("character",), controller="you", other=True)
    c.action(*plus(3, 0, ME), costs=(SacrificeCost(cards=others),), requires=(During(),))


@card("core/reprieve")
def reprieve(c: Declaration) -> None:
    c.would_interrupt(When((LEAVES_PLAY,), host=True), Save(), Discard(on=ME))


@card("core/watch-commander")
def watch_commander(c: Declaration) -> None:
    c.reaction(
        When(("entered_play", "event_played"), seat="opponent", played=True, requires=(Participates(host=True),)),
        LoseHonor(who="opponent"),
        limits=UNLIMITED,
    )


@card("core/jade-tetsubo")
def jade_tetsubo(c: Declaration) -> None:
    weaker = Cards(type=("character",), participating="any", military_at_most=Skill("military", of=HOST, plus=-1))
    c.action(
        RemoveFate(fate=None),
        costs=(BowCost(),),
        targets=(Choose(cards=weaker),),
        requires=(Participates(host=True),),
    )


@card("core/levy")
def levy(c: Declaration) -> None:
    c.action(
        Only((Selected("fate"),), (GiveFate(who="opponent"),)),
        Only((Selected("honor"),), (GiveHonor(who="opponent"),)),
        targets=(Select(("fate", "honor"), who="opponent"),),
    )


@card("core/rebuild")
def rebuild(c: Declaration) -> None:
    lost = Cards(type=("holding",), where=("dynasty_discard",), controller="you")
    c.action(PutInProvince(), costs=(ShuffleProvinceCost(),), targets=(Choose(cards=lost),))


@card("core/way-of-the-crab")
def way_of_the_crab(c: Declaration) -> None:
    crab = Cards(type=("character",), clan="crab", controller="you")
    theirs = Cards(type=("character",), controller="opponent")
    c.action(
        Choose(cards=theirs, name="sacrificed", who="opponent"),
        Sacrifice(on=Cards(picked="sacrificed")),
        costs=(SacrificeCost(cards=crab),),
        limits=at_most_once_per("round"),
    )


@card("core/the-mountain-does-not-fall")
def the_mountain_does_not_fall(c: Declaration) -> None:
    c.action(
        Until("card-does-not", "phase", name="bow-on-return-defending", on=TARGET),
        targets=(Choose(cards=CHARACTER),),
        limits=at_most_once_per("round"),
    )
