"""The data form of this game's abilities: the core set in it, what it accepts, and how it names what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from msgspec import Struct
from msgspec.structs import fields

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.words.data_form import data_of
from domain.cardgame.words.places import places
from domain.games.l5r.abilities.condition_kinds import KINDS
from domain.games.l5r.abilities.registry import DECLARED
from domain.games.l5r.game import rules
from domain.games.l5r.words.closed_words import CLOSED_WORDS
from domain.games.l5r.words.constants import CHANGES
from domain.games.l5r.words.data_form import DATA_FORM
from domain.games.l5r.words.vocabulary import VOCABULARY
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.vocabulary import word_tag

TEXTS = (str, tuple[str, ...])
WITH_ABILITIES = sorted(key for key, abilities in DECLARED.items() if abilities)
# What cards themselves bring: titles and traits, tokens, and what they call their choices and the options of these.
FREE = {
    *("ability.timing", "ability.note", "cards.title", "cards.token", "add_token.token", "token_cost.token"),
    *("cards.trait", "cards.trait_or_borne", "cards.without_trait", "CardMatch.trait", "constant.any_trait"),
    *("cards.picked", "cards.not_picked", "choose.name", "choose.host_for", "choose.option", "keep_entered.name"),
    *("choose_ring.name", "choose_province.name", "may.name", "select.name", "select.options"),
    *("selected.name", "selected.option", "switch_ring.ring", "switch_ring.claimed"),
    *(f"{word}.name" for word in ("turn_faceup", "swap_places", "look_at_province", "put_in_province")),
}
# What is closed by what else the word says; `faults` judges it.
BY_CONTEXT = {"when.name", "when.how", "constant.name", "until.name", "choose_one.options"}

# What happens, and no ability can answer: steps of framework events, and cards that move out of play.
UNANSWERED = {
    *("favor_contest_began", "glory_counted", "defenders_declared", "duelists_named", "duel_skill_added"),
    *("ring_fate_placed", "ring_returned", "card_put_on_deck", "card_put_under_deck", "card_shuffled_away"),
}


def name_of(word: type[Struct]) -> str:
    return "ability" if word is Ability else word_tag(word)


def fault(text: str, key: str = "") -> str:
    with pytest.raises(InvalidCard) as caught:
        DATA_FORM.read_abilities(yaml.safe_load(text), "a", rules.pool.cards[key] if key else None)
    return str(caught.value)


@pytest.mark.parametrize("key", WITH_ABILITIES)
def test_each_declared_card_survives_its_data_form_and_makes_sense_for_that_card(key: str) -> None:
    data = [data_of(ability) for ability in DECLARED[key]]
    assert DATA_FORM.read_abilities(json.loads(json.dumps(data)), key, rules.pool.cards[key]) == DECLARED[key]


def test_every_word_of_a_card_belongs_to_the_vocabulary() -> None:
    known = {Ability, *VOCABULARY.descriptions, *VOCABULARY.named_words}
    used = {type(word) for key in WITH_ABILITIES for each in DECLARED[key] for _, word in places(each, "")}
    assert {name_of(each) for each in used - known} <= {"CardFilter"}


def test_every_field_with_text_is_closed_or_known_to_be_free() -> None:
    words: set[type[Struct]] = {Ability, *VOCABULARY.descriptions, *VOCABULARY.named_words}
    texts = {f"{name_of(word)}.{field.name}" for word in words for field in fields(word) if field.type in TEXTS}
    assert {each for each in texts - BY_CONTEXT if not CLOSED_WORDS.closed_list(*each.split("."))} == FREE


def test_the_kinds_of_conditions_are_those_of_the_rules_that_an_ability_can_answer() -> None:
    assert sorted({*KINDS} | UNANSWERED) == sorted(rules.condition_kinds)


def test_every_change_is_known_by_its_name() -> None:
    made = {
        word.what
        for key in WITH_ABILITIES
        for each in DECLARED[key]
        for _, word in places(each, "")
        if hasattr(word, "what")
    }
    assert made <= set(CHANGES)


ACTION = "- action: {parts: ["
WRONG: dict[str, tuple[str, str, str]] = {
    "a ring that there is not": (
        "- action: {requires: [{during: {ring: ice}}], parts: [{bow: {on: {me: true}}}]}",
        "",
        "a[0].action.requires[0].during.ring: 'ice' is none of air, earth, fire, void, water",
    ),
    "the loser outside of the duel": (
        ACTION + "{duel: {kind: military, parts: [], on: {me: true}}}, {bow: {on: {picked: loser}}}]}",
        "",
        "a[0].action.parts[0].duel.parts: expected at least one",
    ),
    "a part that names the loser after the duel has ended": (
        "- action: {targets: [{choose: {}}], parts: [{duel: {kind: military, parts: [{bow: {}}]}}, "
        "{ready: {on: {picked: looser}}}]}",
        "",
        "a[0].action.parts[1].ready.on.picked: nothing is chosen as 'looser'; did you mean loser?",
    ),
    "what may be chosen inside, outside of it": (
        ACTION
        + "{may: {parts: [{choose: {name: late}}, {bow: {on: {picked: late}}}]}}, {ready: {on: {picked: late}}}]}",
        "",
        "a[0].action.parts[1].ready.on.picked: nothing is chosen as 'late'",
    ),
    "a text about this card that names another": (
        "- constant: [{what: as-attachment, on: {host: true}}]",
        "",
        "a[0].constant[0].on: as-attachment is about this card",
    ),
    "a change for players that no ring ends": (
        "- action: {targets: [{choose_ring: {}}], "
        "parts: [{until: {what: cannot, until: phase, name: play, ring: true}}]}",
        "",
        "a[0].action.parts[0].until.name: 'play-air' is none of",
    ),
    "strength that ends at its first use": (
        ACTION + "{until: {what: military, until: phase, amount: 1, once: true, on: {me: true}}}]}",
        "",
        "a[0].action.parts[0].until.once: is for cost only",
    ),
    "a character in play that is put into play": (
        ACTION + "{put_into_play: {on: {me: true}}}]}",
        "core/keeper-initiate",
        "a[0].action.parts[0].put_into_play.on.me: this card is in play already",
    ),
    "the host of a holding": (
        ACTION + "{bow: {on: {host: true}}}]}",
        "core/favorable-ground",
        "a[0].action.parts[0].bow.on.host: is on no card",
    ),
    "honored holdings": (
        "- action: {targets: [{choose: {cards: {type: holding, status: honored}}}], parts: [{dishonor: {}}]}",
        "",
        "a[0].action.targets[0].choose.cards.status: holding cards have none, only characters do",
    ),
}


@pytest.mark.parametrize(("text", "key", "message"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_told_at_its_place(text: str, key: str, message: str) -> None:
    assert fault(text, key).startswith(message)


def test_an_ability_reads_like_its_declaration() -> None:
    text = """
    - action:
        requires: [{participates: {}}]
        targets: [{choose: {cards: {type: [character], controller: opponent, participating: any}, who: opponent}}]
        parts:
          - duel:
              kind: military
              parts:
                - only:
                    requires: [{controls: {cards: {picked: winner, controller: you}}}]
                    parts: [{move_home: {on: {type: [character], participating: any, not_picked: duelists}}}]
                - only:
                    requires: [{controls: {cards: {picked: loser, controller: you}}}]
                    parts: [{move_home: {on: {me: true}}}]
    """
    data: Any = yaml.safe_load(text)
    assert DATA_FORM.read_abilities(data, "a") == DECLARED["core/kakita-kaezin"]
