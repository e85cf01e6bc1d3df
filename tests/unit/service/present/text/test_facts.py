"""Facts that name an effect or a condition by its number are told with what it is."""

from __future__ import annotations

import pytest
from msgspec import structs

from domain.cardgame.facts.cards import DelayedBegan, DelayedEnded, LastingBegan, LastingEnded
from domain.cardgame.table import LastingEffect
from domain.families.agot_cards.words.closed_words import AGOT_LISTS
from domain.families.agot_cards.words.constants import NUMBER, changes_of_cards, changes_of_players
from domain.games import GAMES
from domain.kernel.cards.card_facts import HandlesRedrawn
from domain.kernel.cards.unseen_handles import HandlesUnseen
from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import WindowClosed
from domain.kernel.ids import Handle, Seat, ZoneKey
from domain.kernel.occurring.abilities import AbilityAnnounced, AbilityInitiated, EffectCanceled, EffectEnded
from domain.kernel.occurring.conditions import (
    Condition,
    ConditionAverted,
    ConditionReplaced,
    ConditionsImminent,
    DelayedEffect,
    EffectObject,
)
from domain.kernel.state.field_facts import FieldSet
from service.present.text.facts import facts_once, sentence
from service.present.text.words_of_games import names_for

ALICE = Seat("alice")
LASTING = LastingEffect(3, "core/fealty", "cost", ALICE, "phase", amount=-1)
MORE = LastingEffect(4, "manual", "strength", ALICE, "round", amount=2)
CALM = LastingEffect(5, "core/calm-over-westeros", "claim-against", ALICE, "next-plot", name="military", amount=-1)
DELAYED = DelayedEffect(5, "core/fealty", 0, (), ALICE)
ABILITY = EffectObject(6, "core/fealty", 0, ALICE)
IMMINENT = ConditionsImminent((Condition(7, "killed", seat=ALICE),), 1)
TOLD: list[tuple[Fact, Fact, str, str]] = [
    (LastingBegan(LASTING), LastingEnded((3,)), "ends: cost -1 for alice (Fealty)", "a lasting effect ends"),
    (LastingBegan(MORE), LastingEnded((4,)), "until the end of the round ends: strength +2 for alice", "effect ends"),
    (
        *(LastingBegan(CALM), LastingEnded((5,))),
        "until the next plot is revealed ends: claim against the player in military challenges -1 for alice"
        " (Calm Over Westeros)",
        "effect ends",
    ),
    (DelayedBegan(DELAYED), DelayedEnded(5), "waits no longer (Fealty)", "a delayed effect waits no longer"),
    (AbilityAnnounced(ABILITY), AbilityInitiated(6), "of Fealty is initiated", "the ability is initiated"),
    (AbilityAnnounced(ABILITY), EffectCanceled(6), "of Fealty is canceled", "the effect is canceled"),
    (AbilityAnnounced(ABILITY), EffectEnded(6, "canceled"), "of Fealty ends: canceled", "the ability ends: canceled"),
    (IMMINENT, ConditionAverted(1, 7, "saved"), "averted (saved): killed alice", "condition 7"),
    (IMMINENT, ConditionReplaced(1, 7, "x"), "replaced by x: killed alice", "condition 7"),
    (IMMINENT, ConditionReplaced(1, 7, "core/fealty"), "replaced by Fealty: killed alice", "condition 7"),
]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (FieldSet("", "kneeling", True), "a card is knelt"),
        (FieldSet("", "lit", True), "a card: lit"),
        (FieldSet("", "power", 2), "power on a hidden card: 2"),
        (HandlesUnseen({Handle("k3v9x2m7q"): ()}), "named though not everybody sees them: a card"),
    ],
)
def test_a_fact_about_a_card_that_the_reader_does_not_see_is_told_of_a_card(fact: Fact, said: str) -> None:
    assert sentence(fact, names_for(GAMES["agot_lcg"].rules)) == said


@pytest.mark.parametrize(("began", "ended", "said", "else_said"), TOLD)
def test_what_ends_is_named_as_it_began(began: Fact, ended: Fact, said: str, else_said: str) -> None:
    names = names_for(GAMES["agot_lcg"].rules)
    assert sentence(ended, names).endswith(else_said)
    names.learn([began])
    assert sentence(ended, names).endswith(said)


def test_new_handles_of_a_zone_are_said_once() -> None:
    def redrawn(area: str) -> HandlesRedrawn:
        return HandlesRedrawn(ZoneKey(area), "owner")

    facts: list[Fact] = [redrawn("alice.hand"), redrawn("bob.hand"), WindowClosed(), redrawn("alice.hand")]
    assert list(facts_once(facts)) == [(1, facts[0]), (2, facts[1]), (3, facts[2])]


def test_no_lasting_effect_is_told_by_its_inner_name() -> None:
    names = names_for(GAMES["agot_lcg"].rules)
    for what in (*changes_of_cards(NUMBER), *changes_of_players(())):
        for until in AGOT_LISTS["until.until"]:
            effect = LastingEffect(4, "core/fealty", what, ALICE, until, name="military", amount=1)
            said = sentence(LastingBegan(effect), names)
            assert "-" not in said, said
            assert "next plot:" not in said


def test_what_an_ability_does_later_is_told_as_no_second_use() -> None:
    names = names_for(GAMES["agot_lcg"].rules)
    event = EffectObject(6, "core/hear-me-roar", 0, ALICE)
    assert sentence(AbilityAnnounced(event), names) == "alice plays Hear Me Roar!"
    later = AbilityAnnounced(structs.replace(event, id=7, path=(3,)))
    assert sentence(later, names) == "the delayed effect of Hear Me Roar! resolves"
