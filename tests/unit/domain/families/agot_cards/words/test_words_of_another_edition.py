"""The words of the family in an edition with keywords and plot values of its own."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.table import CardMatch
from domain.cardgame.words.constants import Constant, ConstantChange
from domain.cardgame.words.faults.placed_ability import run_checks
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.constants import changes_of_cards, changes_of_players
from domain.families.agot_cards.words.faults import AGOT_INERT_CHECKS, CARD_CHECKS, faults_of_loyalty
from domain.families.agot_cards.words.parts.cards import Kill, Kneel
from domain.families.agot_cards.words.requirements import MeParticipates
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.word_lists import AGOT_WORD_LISTS
from domain.kernel.occurring.abilities import Ability
from tests.first_edition import KEYWORDS, LION, SIEGE

LISTS = structs.replace(AGOT_WORD_LISTS, only_of={f"keyword {name}": types for name, types in KEYWORDS.types.items()})


def faults_of(ability: Ability, card: object = LION) -> list[tuple[str, str]]:
    found = run_checks((*CARD_CHECKS, *AGOT_INERT_CHECKS), LISTS, ability, card)
    return [(fault.place, fault.reason) for fault in found]


def test_an_edition_changes_the_values_of_its_own_plots() -> None:
    assert [*changes_of_players(("income", "initiative"))][:3] == ["income", "initiative", "claim"]
    keyword = ConstantChange(("renown",))
    assert changes_of_cards(keyword)["keyword"] is keyword


def test_a_keyword_is_asked_of_the_types_that_have_it_in_the_edition() -> None:
    asked = Ability(timing="action", targets=(ChooseCards(Cards(type=("location",), keyword="renown")),))
    assert faults_of(asked) == [
        (".targets[0].choose.cards.keyword", "location cards never have it, only characters do"),
    ]
    asked = Ability(timing="action", targets=(ChooseCards(Cards(type=("character",), keyword="renown")),))
    assert faults_of(asked) == []


def test_what_can_never_be_is_a_fault_in_every_edition() -> None:
    killed = Ability(timing="action", parts=(Kill(on=Cards(type=("location",))),))
    assert faults_of(killed) == [(".parts[0].kill.on", "only characters are killed")]
    knelt = Ability(timing="action", parts=(Kneel(on=Cards(kneeling=True)),))
    assert faults_of(knelt) == [(".parts[0].kneel.on", "what is meant kneels already")]
    alone = Ability(timing="action", requires=(MeParticipates(),))
    assert faults_of(alone, SIEGE) == [(".requires[0].me_participates", "only characters participate")]


def test_a_change_for_loyal_neutral_cards_is_a_fault() -> None:
    change = Constant(what="cost", name="marshal", amount=-1, match=CardMatch(loyal=True, faction="neutral"))
    assert [fault.reason for fault in faults_of_loyalty(change, "")] == ["no neutral card is loyal"]
    assert [*faults_of_loyalty(structs.replace(change, match=CardMatch(loyal=True)), "")] == []
