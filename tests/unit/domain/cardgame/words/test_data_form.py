"""The words of every card game are a vocabulary without those of any game: abilities are read, judged and written."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.table import CardMatch
from domain.cardgame.words.catalogue import CARD_WORDS
from domain.cardgame.words.choices import Choose, ChooseOne, ChoosePlayer
from domain.cardgame.words.closed_fields import CARD_LEAST, CARD_LISTS, CARD_NOT_ZERO, ClosedWords
from domain.cardgame.words.condition_kinds import CARD, CARD_KINDS, CONTROLLER, ConditionKind
from domain.cardgame.words.constants import Constant, ConstantChange
from domain.cardgame.words.costs import DiscardCost, SacrificeCost
from domain.cardgame.words.data_form import DataForm, data_of
from domain.cardgame.words.faults.catalogue import BASIC_CHECKS, INERT_CHECKS, LAST_CHECKS
from domain.cardgame.words.faults.placed_ability import WordLists, run_checks
from domain.cardgame.words.parts.cards import AddToken, Discard
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.interrupting import Instead, Save
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.places import WordFault
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import AmountWord, CardFilter, Count
from domain.cardgame.words.triggers import WhenWord
from domain.kernel.occurring.abilities import Ability, Cost, Limit, Part
from domain.kernel.occurring.vocabulary import Vocabulary, words_of
from tests.examples.kites.table import KitesTable

LEAVING = {"discarded": "discard", "sacrificed": "discard", "returned_to_hand": "hand"}
LISTS = WordLists(
    table=KitesTable,
    occasions={
        **CARD_KINDS,
        "discarded": ConditionKind(CARD, CONTROLLER),
        "toll_taken": ConditionKind(seat="who pays"),
    },
    leaving=LEAVING,
    attached_types=("charm",),
    played_types=("spell",),
    replaceable=("toll_taken",),
    card_changes={"size": ConstantChange(amount=True), "mood": ConstantChange(("calm", "wild"))},
    seat_changes={"cost": ConstantChange(("play",), optional=True, amount=True)},
    priced={"play": ("spell",), "": ("spell", "beast")},
    only_of={"mood": ("beast",)},
    counts_in_play=("size",),
    staying=("keeper",),
    permanents=("beast",),
    in_play_types=("beast", "keeper"),
)
CHECKS = (*BASIC_CHECKS, *INERT_CHECKS, *LAST_CHECKS)


def faults(ability: Ability, card: Any) -> Iterator[WordFault]:
    return run_checks(CHECKS, LISTS, ability, card)


VOCABULARY = Vocabulary(
    costs=words_of(Cost, CARD_WORDS),
    parts=words_of(Part, CARD_WORDS),
    requirements=words_of(Requirement, CARD_WORDS),
    amounts=words_of(AmountWord, CARD_WORDS),
    target=Choose | ChoosePlayer,
    when=WhenWord,
    constant=Constant,
    descriptions=(CardFilter, WhenWord, CardMatch, Limit, Constant),
)
FORM = DataForm(VOCABULARY, ClosedWords(CARD_LISTS, CARD_LEAST, CARD_NOT_ZERO), faults, lambda abilities, card: ())
BEAST, KEEPER, SPELL = (SimpleNamespace(type=type) for type in ("beast", "keeper", "spell"))

ABILITIES = (
    Ability(timing="action", costs=(DiscardCost(),), parts=(Draw(n=2),), limits=(Limit(),)),
    Ability(timing="action", targets=(Choose(CardFilter(controller="opponent")),), parts=(Discard(),)),
    Ability(
        timing="reaction",
        when=WhenWord(("discarded",), card=CardFilter(type=("beast",))),
        parts=(AddToken(token="moss", n=-1, on=CardFilter(me=True)), Later(WhenWord(("sacrificed",)), (Draw(),))),
    ),
    Ability(timing="would-interrupt", when=WhenWord(("discarded",), me=True), parts=(Save(),)),
    Ability(timing="interrupt", when=WhenWord(("toll_taken",), seat="you"), parts=(Instead(), Draw())),
    Ability(timing="action", parts=(ChooseOne(("calm", "wild")), Until("mood", "phase", on=CardFilter(), option=True))),
    Ability(timing="constant", constants=(Constant("size", amount=Count(CardFilter(token="moss")), on=CardFilter()),)),
)


@pytest.mark.parametrize("ability", ABILITIES, ids=lambda ability: ability.timing)
def test_an_ability_of_shared_words_is_written_and_read_again(ability: Ability) -> None:
    assert FORM.read_abilities([data_of(ability)], "abilities") == (ability,)


@pytest.mark.parametrize(
    ("ability", "card", "fault"),
    [
        ({"action": {"parts": [{"kneel": {}}]}}, None, "parts[0].kneel: unknown"),
        ({"action": {"costs": [{"sacrifice_cost": {}}], "parts": [{"draw": {}}]}}, KEEPER, "keeper cards never leave"),
        ({"constant": [{"what": "mood", "on": {"me": True}, "name": "odd"}]}, BEAST, "'odd' is none of calm, wild"),
        ({"constant": [{"what": "mood", "name": "calm", "on": {"me": True}}]}, KEEPER, "mood is of beasts only"),
        ({"constant": [{"what": "size", "amount": 1}]}, BEAST, "constant[0].on: missing"),
        ({"constant": [{"what": "cost", "amount": 1, "on": {}}]}, BEAST, "cost is about players"),
        ({"interrupt": {"when": {"kinds": ["toll_taken"]}, "parts": [{"instead": {"to": "hand"}}]}}, None, "toll goes"),
        ({"interrupt": {"when": {"kinds": ["discarded"]}, "parts": [{"instead": {}}]}}, None, "instead.to: missing"),
        ({"interrupt": {"when": {"kinds": ["discarded"]}, "parts": [{"instead": {"to": "discard"}}]}}, None, "anyway"),
        ({"reaction": {"when": {"kinds": ["discarded"]}, "parts": [{"save": {}}]}}, None, "no effect in reaction"),
        ({"reaction": {"when": {"kinds": ["event_played"], "margin": 1}, "parts": [{"draw": {}}]}}, None, "no number"),
        ({"interrupt": {"when": {"kinds": ["event_played"]}, "parts": [{"draw": {}}]}}, None, "never occurs for"),
        ({"action": {"parts": [{"add_token": {"token": "", "on": {"me": True}}}]}}, BEAST, "add_token.token: missing"),
        ({"action": {"parts": [{"discard": {"on": {"picked": "prey"}}}]}}, None, "nothing is chosen as 'prey'"),
        ({"action": {"parts": [{"put_into_play": {"on": {"me": True}}}]}}, BEAST, "this card is in play already"),
        (
            {"action": {"parts": [{"put_into_play": {"on": {"type": "spell", "where": "hand"}}}]}},
            None,
            "never put into",
        ),
        ({"action": {"costs": [{"x_cost": {"x": 2}}], "parts": [{"draw": {}}]}}, BEAST, "is for spells only"),
        ({"constant": [{"what": "size", "amount": 1, "on": {"host": True}}]}, BEAST, "no card: only a charm is"),
        ({"action": {"requires": [{"host_is": {"cards": {}}}], "parts": [{"draw": {}}]}}, BEAST, "only a charm is"),
        ({"reaction": {"when": {"kinds": ["discarded"], "host": True}, "parts": [{"draw": {}}]}}, BEAST, "a charm is"),
        ({"forced_reaction": {"when": {"kinds": ["discarded"]}, "parts": [{"draw": {}}]}}, SPELL, "a spell is played"),
        ({"action": {"costs": [{"sacrifice_cost": {}}], "parts": [{"draw": {}}]}}, SPELL, "a spell is not in play"),
        ({"action": {"parts": [{"put_into_play": {"on": {"me": True}}}]}}, SPELL, "it never enters play"),
        ({"action": {"parts": [{"draw": {"n": {"x": {}}}}]}}, None, "no X is chosen or defined"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_without_a_word_of_any_game(ability: object, card: Any, fault: str) -> None:
    with pytest.raises(InvalidCard) as caught:
        FORM.read_abilities([ability], "abilities", card)
    assert fault in caught.value.message


def test_what_pays_out_of_play_is_said_by_the_word() -> None:
    assert DiscardCost.out_of_play
    assert not SacrificeCost.out_of_play
