"""The Unicorn clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, once_per
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import DiscardCost
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.interrupting import Prevent
from domain.cardgame.words.requirements import FirstPlayer
from domain.cardgame.words.select import Count
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose, Select
from domain.games.l5r.words.costs import BowCost, FateCost, LoseHonorCost, RemoveFateCost
from domain.games.l5r.words.parts.cards import AttachTo, Discard, MoveToConflict, PutIntoPlay, Ready
from domain.games.l5r.words.parts.conflicts import DeclareNow
from domain.games.l5r.words.parts.pools import GainFate
from domain.games.l5r.words.parts.provinces import LookAtProvince
from domain.games.l5r.words.parts.rings import ChangeType
from domain.games.l5r.words.parts.time import Only
from domain.games.l5r.words.phrases import plus
from domain.games.l5r.words.provinces import ChooseProvince
from domain.games.l5r.words.requirements import During, Exceeds, Participates, Selected
from domain.games.l5r.words.select import HOST, ME, OWN_CHARACTER, THEIR_CHARACTER, Cards, Declared, Rings
from domain.games.l5r.words.triggers import When

DURING = (During(),)
DISCARD_FROM_HAND = (DiscardCost(cards=Cards(where=("hand",), controller="you")),)
PARTICIPATES = (Participates(),)


@card("core/moto-youth")
def moto_youth(c: Declaration) -> None:
    c.constant(Constant("military", amount=1, on=ME, requires=(During("military", first=True),)))


@card("core/utaku-infantry")
def utaku_infantry(c: Declaration) -> None:
    n = Count(of=Cards(type=("character",), clan="unicorn", controller="you", participating="any"))
    c.constant(*(Constant(kind, amount=n, on=ME, requires=PARTICIPATES) for kind in ("military", "political")))


@card("core/aggressive-moto")
def aggressive_moto(c: Declaration) -> None:
    c.constant(Constant("card-cannot", "declare-defender", on=ME))


@card("core/border-rider")
def border_rider(c: Declaration) -> None:
    c.action(Ready(on=ME))


@card("core/meishodo-wielder")
def meishodo_wielder(c: Declaration) -> None:
    c.constant(Constant("own-cost", amount=-1, requires=(FirstPlayer(),)))


@card("core/shinjo-outrider")
def shinjo_outrider(c: Declaration) -> None:
    c.action(MoveToConflict(on=ME), requires=DURING)


@card("core/giver-of-gifts")
def giver_of_gifts(c: Declaration) -> None:
    gift = Choose(cards=Cards(type=("attachment",), controller="you"))
    receiver = Choose(cards=OWN_CHARACTER, name="receiver", host_for="target")
    c.action(receiver, AttachTo(to=Cards(picked="receiver")), targets=(gift,))


@card("core/ide-trader")
def ide_trader(c: Declaration) -> None:
    c.reaction(
        When(("moved_to_conflict",), requires=PARTICIPATES),
        Only((Selected("fate"),), (GainFate(),)),
        Only((Selected("card"),), (Draw(),)),
        targets=(Select(("fate", "card")),),
        limits=once_per("conflict"),
    )


@card("core/warrior-poet")
def warrior_poet(c: Declaration) -> None:
    theirs = Cards(type=("character",), controller="opponent", participating="any")
    c.action(*plus(-1, -1, theirs), requires=PARTICIPATES)


@card("core/utaku-yumino")
def utaku_yumino(c: Declaration) -> None:
    c.action(*plus(2, 2, ME), costs=DISCARD_FROM_HAND, requires=DURING, limits=once_per("conflict"))


@card("core/shinjo-tatsuo")
def shinjo_tatsuo(c: Declaration) -> None:
    other = Cards(type=("character",), controller="you", other=True)
    c.action(
        MoveToConflict(on=ME),
        MoveToConflict(on=Cards(picked="other")),
        targets=(Choose(cards=other, name="other", least=0),),
        requires=(During(), Participates(no=True)),
    )


@card("core/shinjo-altansarnai")
def shinjo_altansarnai(c: Declaration) -> None:
    broken = When(("province_broken",), seat="opponent", requires=(Participates("military"),))
    c.reaction(broken, Discard(), targets=(Choose(cards=THEIR_CHARACTER, who="opponent"),))


@card("core/iuchi-wayfinder")
def iuchi_wayfinder(c: Declaration) -> None:
    facedown = ChooseProvince(whose="all", facedown=True, filled=False)
    c.reaction(When(("entered_play",), me=True), facedown, LookAtProvince())


@card("core/ide-messenger")
def ide_messenger(c: Declaration) -> None:
    c.action(MoveToConflict(), costs=(FateCost(),), targets=(Choose(cards=OWN_CHARACTER),), requires=DURING)


@card("core/favored-mount")
def favored_mount(c: Declaration) -> None:
    c.constant(Constant("trait", "Cavalry", on=HOST))
    c.action(MoveToConflict(on=HOST), costs=(BowCost(),), requires=DURING)


@card("core/spyglass")
def spyglass(c: Declaration) -> None:
    committed = When(("attacker_declared", "defender_declared", "moved_to_conflict"), host=True)
    c.reaction(committed, Draw(), limits=once_per("round", 2))


@card("core/born-in-war")
def born_in_war(c: Declaration) -> None:
    c.constant(Constant("military", amount=Rings("unclaimed"), on=HOST))


@card("core/breakthrough")
def breakthrough(c: Declaration) -> None:
    first = Exceeds(2, Declared("you"))
    c.reaction(When(("conflict_ended",), seat="you", margin=1), DeclareNow(), requires=(first,))


@card("core/captive-audience")
def captive_audience(c: Declaration) -> None:
    c.action(ChangeType("military"), costs=(LoseHonorCost(),), requires=(During("political"),))


@card("core/i-am-ready")
def i_am_ready(c: Declaration) -> None:
    weary = Cards(type=("character",), clan="unicorn", controller="you", bowed=True)
    cost = RemoveFateCost(cards=weary)
    c.action(Ready(on=Cards(picked=cost.name)), costs=(cost,))


@card("core/way-of-the-unicorn")
def way_of_the_unicorn(c: Declaration) -> None:
    c.would_interrupt(When(("token_passed",), seat="opponent"), Prevent())


@card("core/cavalry-reserves")
def cavalry_reserves(c: Declaration) -> None:
    fallen = Cards(type=("character",), trait=("Cavalry",), where=("dynasty_discard",), controller="you")
    reserves = Choose(cards=fallen, most=None, cost_in_all=6)
    c.action(PutIntoPlay(conflict=True), targets=(reserves,), requires=(During("military"),))
