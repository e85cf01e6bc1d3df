"""The Scorpion clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, once_per
from domain.cardgame.table import CardMatch
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import DiscardCost, SacrificeCost
from domain.cardgame.words.parts.cards import ReturnToHand, TakeControl
from domain.cardgame.words.parts.counts import DiscardAtRandom, Draw
from domain.cardgame.words.parts.interrupting import Cancel
from domain.cardgame.words.parts.time import Later
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose, Select
from domain.games.l5r.words.costs import DishonorCost, FateCost, LoseHonorCost
from domain.games.l5r.words.parts.cards import (
    AttachTo,
    Discard,
    DiscardStatus,
    Dishonor,
    GiveBackControl,
    MoveToConflict,
    PutIntoPlay,
    Redirect,
)
from domain.games.l5r.words.parts.pools import GiveHonor
from domain.games.l5r.words.parts.time import May, Only, SwapSkills, Until
from domain.games.l5r.words.phrases import LESS_HONORABLE, plus
from domain.games.l5r.words.requirements import During, Exceeds, Participates, Selected
from domain.games.l5r.words.select import (
    CHARACTER,
    HOST,
    ME,
    OWN_CHARACTER,
    PARTICIPANT,
    TARGET,
    THEIR_CHARACTER,
    Bid,
    Cards,
)
from domain.games.l5r.words.triggers import FROM_HAND, When

DURING = (During(),)
PARTICIPATES = (Participates(),)


@card("core/bayushi-manipulator")
def bayushi_manipulator(c: Declaration) -> None:
    c.reaction(When(("bid_revealed",), seat="you"), Until("bid", "bid", amount=1))


@card("core/sinister-soshi")
def sinister_soshi(c: Declaration) -> None:
    c.action(*plus(-2, -2), targets=(Choose(cards=PARTICIPANT),), requires=DURING)


@card("core/blackmail-artist")
def blackmail_artist(c: Declaration) -> None:
    won = When(("conflict_won",), seat="you", name=("political",), requires=PARTICIPATES)
    c.reaction(won, GiveHonor(who="opponent"))


@card("core/soshi-illusionist")
def soshi_illusionist(c: Declaration) -> None:
    c.action(DiscardStatus(), costs=(FateCost(),), targets=(Choose(cards=CHARACTER),))


@card("core/yogo-outcast")
def yogo_outcast(c: Declaration) -> None:
    less = (LESS_HONORABLE,)
    c.constant(*(Constant(kind, amount=1, on=ME, requires=less) for kind in ("military", "political")))


@card("core/young-rumormonger")
def young_rumormonger(c: Declaration) -> None:
    c.would_interrupt(When(("honored", "dishonored")), Redirect(), targets=(Choose(cards=CHARACTER),))


@card("core/favored-niece")
def favored_niece(c: Declaration) -> None:
    from_hand = DiscardCost(cards=Cards(where=("hand",), controller="you"))
    c.action(Draw(), costs=(from_hand,), limits=once_per("round", 2))


@card("core/shosuro-actress")
def shosuro_actress(c: Declaration) -> None:
    piles = ("dynasty_discard", "discard")
    guise = Cards(type=("character",), without_trait="Shinobi", cost_at_most=3, where=piles, controller="opponent")
    c.action(PutIntoPlay(conflict=True), costs=(SacrificeCost(),), targets=(Choose(cards=guise),), requires=DURING)


@card("core/shosuro-miyako")
def shosuro_miyako(c: Declaration) -> None:
    shamed = Choose(cards=THEIR_CHARACTER, name="shamed", who="opponent")
    c.reaction(
        When(("entered_play",), card=CHARACTER, seat="you", name=FROM_HAND, how="played"),
        Only((Selected("card"),), (DiscardAtRandom(who="opponent"),)),
        Only((Selected("character"),), (shamed, Dishonor(on=Cards(picked="shamed")))),
        targets=(Select(("card", "character"), who="opponent"),),
    )


@card("core/bayushi-yunako")
def bayushi_yunako(c: Declaration) -> None:
    c.action(SwapSkills(), targets=(Choose(cards=CHARACTER),), requires=PARTICIPATES)


@card("core/yogo-hiroue")
def yogo_hiroue(c: Declaration) -> None:
    outside = Cards(type=("character",), participating="no")
    won = Later(When(("conflict_won",), seat="you"), (May((Dishonor(),)),), until="conflict", then=True)
    c.action(MoveToConflict(), won, targets=(Choose(cards=outside),), requires=PARTICIPATES)


@card("core/bayushi-shoju")
def bayushi_shoju(c: Declaration) -> None:
    theirs = Cards(type=("character",), controller="opponent", participating="any")
    c.action(
        Until("political", "conflict", amount=-1, on=TARGET),
        Until("discarded-at-zero", "conflict", name="political", on=TARGET),
        targets=(Choose(cards=theirs),),
        requires=(Participates("political"),),
        limits=once_per("round", 2),
    )


@card("core/city-of-lies")
def city_of_lies(c: Declaration) -> None:
    c.action(Until("cost", "phase", name="play", amount=-1, match=CardMatch(("event",)), once=True))


@card("core/adept-of-shadows")
def adept_of_shadows(c: Declaration) -> None:
    c.action(ReturnToHand(on=ME), costs=(LoseHonorCost(),))


@card("core/court-mask")
def court_mask(c: Declaration) -> None:
    c.action(ReturnToHand(on=ME), Dishonor(on=HOST))


@card("core/forged-edict")
def forged_edict(c: Declaration) -> None:
    courtier = Cards(type=("character",), trait=("Courtier",), controller="you")
    c.cancel(When(("effect_initiated",), name=("event",)), Cancel(), costs=(DishonorCost(cards=courtier),))


@card("core/way-of-the-scorpion")
def way_of_the_scorpion(c: Declaration) -> None:
    stranger = Cards(type=("character",), participating="any", without_clan="scorpion")
    c.action(Dishonor(), targets=(Choose(cards=stranger),), requires=DURING)


@card("core/calling-in-favors")
def calling_in_favors(c: Declaration) -> None:
    debtor = DishonorCost(cards=OWN_CHARACTER)
    theirs = Cards(type=("attachment",), controller="opponent")
    c.action(
        AttachTo(to=Cards(picked=debtor.name), take=True, or_discard=True),
        costs=(debtor,),
        targets=(Choose(cards=theirs),),
    )


@card("core/i-can-swim")
def i_can_swim(c: Declaration) -> None:
    drowned = Cards(type=("character",), controller="opponent", participating="any", status="dishonored")
    c.action(Discard(), targets=(Choose(cards=drowned),), requires=(During(), Exceeds(Bid("you"), Bid("opponent"))))


@card("core/ambush")
def ambush(c: Declaration) -> None:
    hidden = Cards(type=("character",), clan="scorpion", where=("hand", "row"), controller="you")
    c.action(PutIntoPlay(conflict=True), targets=(Choose(cards=hidden, most=2, cost_in_all=6),), requires=DURING)


@card("core/blackmail")
def blackmail(c: Declaration) -> None:
    cheap = Cards(type=("character",), controller="opponent", cost_at_most=2)
    c.action(
        TakeControl(),
        Later(When(("conflict_ended",)), (GiveBackControl(),)),
        targets=(Choose(cards=cheap),),
        requires=(During(), LESS_HONORABLE),
    )
