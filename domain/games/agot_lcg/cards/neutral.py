"""The neutral characters, attachments, locations and events of the core set, in the set's order."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, at_most_once_per
from domain.cardgame.table import CardMatch
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import RemoveCost, SacrificeCost, XCost
from domain.cardgame.words.parts.cards import AddToken, Discard
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.interrupting import Cancel, Save
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.select import CostOfAnswered
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.costs import KneelCost
from domain.families.agot_cards.words.parts.cards import Kill, Stand
from domain.families.agot_cards.words.parts.counts import GainPower
from domain.families.agot_cards.words.requirements import MeParticipates
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.abilities.registry import card


@card("core/littlefinger")
def littlefinger(c: Declaration) -> None:
    c.reaction(When(("marshalled",), me=True, seat="you"), Draw(2))


@card("core/varys")
def varys(c: Declaration) -> None:
    c.interrupt(
        When(("phase_ended",), name=("dominance",)),
        Discard(Cards(type=("character",))),
        costs=(RemoveCost(),),
    )


@card("core/rattleshirts-raiders")
def rattleshirts_raiders(c: Declaration) -> None:
    c.reaction(
        When(("challenge_won",), seat="you", requires=(MeParticipates(side="attacking"),)),
        Discard(),
        targets=(ChooseCards(Cards(type=("attachment",), controller="loser")),),
    )


@card("core/wildling-horde")
def wildling_horde(c: Declaration) -> None:
    wildlings = Cards(type=("character",), trait=("Wildling",), controller="you", participating="any")
    c.action(
        Until("strength", "challenge", amount=2, on=Cards(picked="target")),
        phase="challenges",
        costs=(KneelCost("faction"),),
        targets=(ChooseCards(wildlings),),
    )


@card("core/seal-of-the-hand")
def seal_of_the_hand(c: Declaration) -> None:
    c.action(Stand(Cards(host=True)), costs=(KneelCost(),))


@card("core/bodyguard")
def bodyguard(c: Declaration) -> None:
    c.would_interrupt(When(("killed", "discarded"), host=True), Save(), costs=(SacrificeCost(),))


@card("core/little-bird")
def little_bird(c: Declaration) -> None:
    c.constant(Constant("icon", "intrigue", on=Cards(host=True)))


@card("core/milk-of-the-poppy")
def milk_of_the_poppy(c: Declaration) -> None:
    c.constant(Constant("blank", "except-traits", on=Cards(host=True)))


@card("core/noble-lineage")
def noble_lineage(c: Declaration) -> None:
    c.constant(Constant("icon", "power", on=Cards(host=True)))


@card("core/syrios-training")
def syrios_training(c: Declaration) -> None:
    c.constant(Constant("icon", "military", on=Cards(host=True)))


@card("core/the-iron-throne")
def the_iron_throne(c: Declaration) -> None:
    c.constant(Constant("dominance", amount=8))


@card("core/the-kingsroad")
def the_kingsroad(c: Declaration) -> None:
    c.action(
        Until("cost", "phase", "marshal", -3, match=CardMatch(types=("character",)), once=True),
        phase="marshalling",
        costs=(KneelCost(), SacrificeCost()),
    )


@card("core/put-to-the-sword")
def put_to_the_sword(c: Declaration) -> None:
    c.reaction(
        When(("challenge_won",), seat="you", name=("military",), how="attacker", margin=5),
        Kill(),
        targets=(ChooseCards(Cards(type=("character",), controller="loser")),),
        limits=at_most_once_per("challenge"),
    )


@card("core/put-to-the-torch")
def put_to_the_torch(c: Declaration) -> None:
    c.reaction(
        When(("challenge_won",), seat="you", name=("military",), how="attacker", margin=5),
        Discard(),
        targets=(ChooseCards(Cards(type=("location",), controller="loser")),),
        limits=at_most_once_per("challenge"),
    )


@card("core/superior-claim")
def superior_claim(c: Declaration) -> None:
    c.reaction(
        When(("challenge_won",), seat="you", name=("power",), margin=5),
        GainPower(2),
        limits=at_most_once_per("challenge"),
    )


@card("core/tears-of-lys")
def tears_of_lys(c: Declaration) -> None:
    poisoned = Cards(picked="target", token="poison")
    c.reaction(
        When(("challenge_won",), seat="you", name=("intrigue",), how="attacker"),
        ChooseCards(Cards(type=("character",), controller="loser", without_icon="intrigue")),
        AddToken(token="poison", then=True),
        Later(
            When(("phase_ended",)),
            (AddToken(token="poison", n=-1, on=poisoned), Kill(then=True)),
            then=True,
        ),
        limits=at_most_once_per("challenge"),
    )


@card("core/the-hands-judgment")
def the_hands_judgment(c: Declaration) -> None:
    c.cancel(
        When(("effect_initiated",), seat="opponent", name=("event",)),
        Cancel(),
        costs=(XCost(CostOfAnswered()),),
    )
