"""The Crane clan, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import SacrificeCost
from domain.cardgame.words.parts.hidden import TakeIntoHand
from domain.cardgame.words.parts.interrupting import Cancel
from domain.cardgame.words.requirements import Controls
from domain.cardgame.words.select import Count
from domain.games.l5r.abilities.registry import card, lent_name
from domain.games.l5r.words.choices import Choose
from domain.games.l5r.words.costs import BowCost, GiveFateCost
from domain.games.l5r.words.parts.cards import Bow, Discard, Honor, MoveHome, MoveToConflict
from domain.games.l5r.words.parts.duels import Duel
from domain.games.l5r.words.parts.hidden import PlayTopCard, RevealTops, ShuffleDecks
from domain.games.l5r.words.parts.pools import GiveHonor
from domain.games.l5r.words.parts.provinces import TurnFaceup
from domain.games.l5r.words.parts.rings import ResolveRing
from domain.games.l5r.words.parts.time import Only, Until
from domain.games.l5r.words.provinces import ChooseProvince
from domain.games.l5r.words.requirements import During, Exceeds, Participates
from domain.games.l5r.words.select import CHARACTER, HOST, ME, TARGET, Cards, SideSkill
from domain.games.l5r.words.triggers import When

PARTICIPATES = (Participates(),)
OWN_CRANE = Cards(type=("character",), clan="crane", controller="you")
THEIR_PARTICIPANT = Cards(type=("character",), controller="opponent", participating="any")


@card("core/asahina-artisan")
def asahina_artisan(c: Declaration) -> None:
    other = Cards(type=("character",), clan="crane", other=True)
    c.action(
        Until("political", "conflict", amount=3, on=TARGET),
        costs=(BowCost(),),
        targets=(Choose(cards=other),),
        requires=(During(),),
    )


@card("core/brash-samurai")
def brash_samurai(c: Declaration) -> None:
    c.action(Honor(on=ME), requires=(Participates(alone=True),))


@card("core/cautious-scout")
def cautious_scout(c: Declaration) -> None:
    alone = (Participates(side="attacking", alone=True),)
    c.constant(Constant("blank", "except-traits", on=Cards(attacked=True), requires=alone))


@card("core/doji-gift-giver")
def doji_gift_giver(c: Declaration) -> None:
    theirs = Cards(type=("character",), controller="opponent", participating="any", bowed=False)
    c.action(
        Bow(),
        costs=(GiveFateCost(),),
        targets=(Choose(cards=theirs, who="opponent"),),
        requires=PARTICIPATES,
    )


@card("core/savvy-politician")
def savvy_politician(c: Declaration) -> None:
    c.reaction(When(("honored",), me=True), Honor(), targets=(Choose(cards=CHARACTER),))


@card("core/daidoji-nerishma")
def daidoji_nerishma(c: Declaration) -> None:
    c.action(TurnFaceup(), targets=(ChooseProvince(card_facedown=True),))


@card("core/doji-challenger")
def doji_challenger(c: Declaration) -> None:
    theirs = Cards(type=("character",), controller="opponent")
    c.action(MoveToConflict(), targets=(Choose(cards=theirs),), requires=(Participates(side="attacking"),))


@card("core/kakita-asami")
def kakita_asami(c: Declaration) -> None:
    ahead = Exceeds(SideSkill("you"), SideSkill("opponent"))
    c.action(GiveHonor(who="opponent"), requires=(Participates("political"), ahead))


@card("core/kakita-kaezin")
def kakita_kaezin(c: Declaration) -> None:
    others = Cards(type=("character",), participating="any", not_picked="duelists")
    won = Controls(Cards(picked="winner", controller="you"))
    lost = Controls(Cards(picked="loser", controller="you"))
    result = (Only((won,), (MoveHome(on=others),)), Only((lost,), (MoveHome(on=ME),)))
    c.action(
        Duel("military", result),
        targets=(Choose(cards=THEIR_PARTICIPANT, who="opponent"),),
        requires=PARTICIPATES,
    )


@card("core/asahina-storyteller")
def asahina_storyteller(c: Declaration) -> None:
    honored = Cards(type=("character",), clan="crane", controller="you", status="honored")
    c.constant(Constant("keyword", "sincerity", on=honored))


@card("core/guest-of-honor")
def guest_of_honor(c: Declaration) -> None:
    c.constant(Constant("cannot", "play-events", who="opponent", requires=PARTICIPATES))


@card("core/doji-hotaru")
def doji_hotaru(c: Declaration) -> None:
    claimed = When(("ring_claimed",), seat="you", how="political", requires=PARTICIPATES)
    c.reaction(claimed, ResolveRing("claimed"))


@card("core/artisan-academy")
def artisan_academy(c: Declaration) -> None:
    c.action(PlayTopCard(until="phase"), phase="conflict")


@card("core/steward-of-law")
def steward_of_law(c: Declaration) -> None:
    c.constant(Constant("card-cannot", "receive-dishonor", on=CHARACTER, requires=PARTICIPATES))


@card("core/political-rival")
def political_rival(c: Declaration) -> None:
    c.constant(Constant("political", amount=3, on=ME, requires=(Participates(side="defending"),)))


@card("core/above-question")
def above_question(c: Declaration) -> None:
    c.constant(Constant("cannot-be-target", on=HOST))


@card("core/duelist-training")
def duelist_training(c: Declaration) -> None:
    c.constant(Constant("ability", lent_name("core/duelist-training", 1), on=HOST))
    c.action(
        Duel("military", (Bow(on=Cards(picked="loser")),), may_discard=True),
        targets=(Choose(cards=THEIR_PARTICIPANT),),
        requires=PARTICIPATES,
    )


@card("core/height-of-fashion")
def height_of_fashion(c: Declaration) -> None:
    c.constant(Constant("playable", requires=(During(no=True),)))


@card("core/the-perfect-gift")
def the_perfect_gift(c: Declaration) -> None:
    mine = Cards(picked="revealed", where=("deck",), controller="you")
    theirs = Cards(picked="revealed", where=("deck",), controller="opponent")
    c.action(
        RevealTops(4, "all"),
        Choose(cards=mine, name="mine"),
        Choose(cards=theirs, name="theirs"),
        TakeIntoHand(on=Cards(picked="mine", where=("deck",))),
        TakeIntoHand(on=Cards(picked="theirs", where=("deck",))),
        ShuffleDecks("all"),
    )


@card("core/voice-of-honor")
def voice_of_honor(c: Declaration) -> None:
    mine, theirs = (
        Count(of=Cards(type=("character",), controller=who, status="honored")) for who in ("you", "opponent")
    )
    c.cancel(When(("effect_initiated",), name=("event",)), Cancel(), requires=(Exceeds(mine, theirs),))


@card("core/way-of-the-crane")
def way_of_the_crane(c: Declaration) -> None:
    c.action(Honor(), targets=(Choose(cards=OWN_CRANE),))


@card("core/admit-defeat")
def admit_defeat(c: Declaration) -> None:
    c.action(Bow(), targets=(Choose(cards=Cards(type=("character",), participating="defending", alone=True)),))


@card("core/noble-sacrifice")
def noble_sacrifice(c: Declaration) -> None:
    honored = Cards(type=("character",), controller="you", status="honored")
    dishonored = Cards(type=("character",), status="dishonored")
    c.action(Discard(), costs=(SacrificeCost(cards=honored),), targets=(Choose(cards=dishonored),))
