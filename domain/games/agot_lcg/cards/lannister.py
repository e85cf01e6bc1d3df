"""House Lannister, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, once_per
from domain.cardgame.table import CardMatch
from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import ChooseXCost
from domain.cardgame.words.parts.cards import Discard, ReturnToHand
from domain.cardgame.words.parts.counts import DiscardTop, Draw
from domain.cardgame.words.parts.entering import KeepEntered, PutIntoPlay
from domain.cardgame.words.parts.interrupting import Cancel
from domain.cardgame.words.parts.time import If, Later
from domain.cardgame.words.requirements import Controls, EnteredBy, LargerHand
from domain.cardgame.words.select import ChosenX
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.costs import KneelCost
from domain.families.agot_cards.words.parts.cards import Kill
from domain.families.agot_cards.words.parts.counts import GainGold, GainPower
from domain.families.agot_cards.words.requirements import MeParticipates
from domain.families.agot_cards.words.select import Cards, Gold
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.abilities.registry import card
from domain.games.agot_lcg.words.phrases import next_marshalled

ME = Cards(me=True)


@card("core/cersei-lannister")
def cersei_lannister(c: Declaration) -> None:
    attacking = MeParticipates(challenge="intrigue", side="attacking")
    c.constant(Constant(what="claim", amount=1, requires=(attacking,)))


@card("core/joffrey-baratheon")
def joffrey_baratheon(c: Declaration) -> None:
    c.reaction(
        When(("killed",), card=Cards(type=("character",), trait=("Lord", "Lady"))),
        GainPower(on=ME),
        limits=once_per("round", times=3),
    )


@card("core/ser-jaime-lannister")
def ser_jaime_lannister(c: Declaration) -> None:
    c.constant(Constant(what="card-does-not", name="kneel-to-attack-military", on=ME))
    fighting = MeParticipates(challenge="military")
    c.constant(Constant(what="keyword", name="renown", on=ME, requires=(fighting,)))


@card("core/the-tickler")
def the_tickler(c: Declaration) -> None:
    c.action(
        ChoosePlayer(),
        DiscardTop(who="chosen"),
        ChooseCards(cards=Cards(copy_of_done=True), name="copy", least=0, then=True),
        Discard(on=Cards(picked="copy"), then=True),
        phase="dominance",
        costs=(KneelCost(),),
    )


@card("core/tyrion-lannister")
def tyrion_lannister(c: Declaration) -> None:
    c.reaction(
        When(("challenge_initiated",), name=("intrigue",)),
        GainGold(gold=2),
        limits=once_per("round", times=2),
    )


@card("core/tywin-lannister")
def tywin_lannister(c: Declaration) -> None:
    c.constant(Constant(what="strength", amount=Gold(), on=ME))


@card("core/gold-cloaks")
def gold_cloaks(c: Declaration) -> None:
    c.forced_interrupt(
        When(("phase_ended",), requires=(EnteredBy(how="ambush", this_phase=True),)),
        Discard(on=ME),
        unsavable=True,
    )


@card("core/lannisport-merchant")
def lannisport_merchant(c: Declaration) -> None:
    c.action(
        next_marshalled(CardMatch(types=("character",), faction="lannister")),
        phase="marshalling",
        costs=(KneelCost(),),
    )


@card("core/the-queens-assassin")
def the_queens_assassin(c: Declaration) -> None:
    # an opponent whom the effect would not affect is not an eligible target (targets.unaffected-is-ineligible)
    opponent = ChoosePlayer(controls=Cards(type=("character",)), requires=(LargerHand(),))
    c.reaction(
        When(("entered_play",), me=True, how="ambush"),
        If(requires=(LargerHand(than="chosen"),)),
        ChooseCards(cards=Cards(type=("character",), controller="chosen"), name="victim", who="chosen", then=True),
        Kill(on=Cards(picked="victim")),
        targets=(opponent,),
    )


@card("core/widows-wail")
def widows_wail(c: Declaration) -> None:
    c.constant(Constant(what="strength", amount=2, on=Cards(host=True)))
    c.constant(Constant(what="icon", name="military", on=Cards(host=True, title="Joffrey Baratheon")))


@card("core/casterly-rock")
def casterly_rock(c: Declaration) -> None:
    c.constant(Constant(what="challenges", name="intrigue", amount=1))


@card("core/lannisport")
def lannisport(c: Declaration) -> None:
    c.reaction(When(("challenge_won",), seat="you", name=("intrigue",)), Draw())


@card("core/western-fiefdom")
def western_fiefdom(c: Declaration) -> None:
    c.action(next_marshalled(CardMatch(faction="lannister")), phase="marshalling", costs=(KneelCost(),))


@card("core/hear-me-roar")
def hear_me_roar(c: Declaration) -> None:
    in_hand = Cards(type=("character",), faction="lannister", controller="you", where=("hand",))
    c.action(
        ChooseCards(cards=in_hand),
        PutIntoPlay(),
        KeepEntered(),
        Later(
            when=When(("phase_ended",)),
            parts=(Discard(on=Cards(picked="entered", duplicates=True)),),
        ),
        unsavable=True,
    )


@card("core/the-things-i-do-for-love")
def the_things_i_do_for_love(c: Declaration) -> None:
    noble = Cards(type=("character",), faction="lannister", trait=("Lord", "Lady"), controller="you")
    of_cost_x = Cards(type=("character",), controller="opponent", cost_at_most=ChosenX())
    c.action(
        ReturnToHand(),
        phase="challenges",
        requires=(Controls(cards=noble),),
        costs=(KneelCost(which="faction"), ChooseXCost(target=of_cost_x)),
        targets=(ChooseCards(cards=of_cost_x),),
    )


@card("core/treachery")
def treachery(c: Declaration) -> None:
    unique = Cards(type=("character",), faction="lannister", unique=True, controller="you")
    c.cancel(
        When(("effect_initiated",), name=("character", "location", "attachment")),
        Cancel(),
        requires=(Controls(cards=unique),),
    )
