"""The data form of abilities: the core set in it, what it accepts, and how it names what is wrong."""

import json
from typing import Any

import pytest
import yaml

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.table import CardMatch
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.data_form import TIMINGS, data_of
from domain.cardgame.words.parts.cards import AddToken
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.select import Count
from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.costs import GoldCost, KneelCost
from domain.families.agot_cards.words.parts.cards import Kill, Stand
from domain.families.agot_cards.words.parts.counts import GainGold
from domain.families.agot_cards.words.requirements import Won
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.abilities.condition_kinds import KINDS
from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.rules import AgotLcg
from domain.games.agot_lcg.words.closed_words import CLOSED
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.kernel.occurring.abilities import Ability, Limit

PLACE = "cards[0].abilities"
DRAW: list[dict[str, Any]] = [{"draw": {}}]


def read(text: str) -> tuple[Ability, ...]:
    return DATA_FORM.read_abilities(yaml.safe_load(text), PLACE)


def fault(data: object) -> str:
    with pytest.raises(InvalidCard) as caught:
        DATA_FORM.read_abilities(data, PLACE)
    return str(caught.value)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("x_cost: {x: margin}", "x: expected a whole number or a word with its fields; did you mean {margin: {}}?"),
        ("x_cost: {x: margn}", "did you mean {margin: {}}?"),
        ("x_cost: {x: count}", "did you mean {count: {of: ...}}?"),
        ("x_cost: {x: nothing}", "x: expected a whole number, got a text"),
        ("kneel_cost", "costs[0]: expected a word with its fields; did you mean {kneel_cost: {}}?"),
    ],
)
def test_a_bare_word_is_told_with_the_fields_that_it_needs(word: str, meant: str) -> None:
    [said] = yaml.safe_load(f"[{word if word == 'kneel_cost' else f'{{{word}}}'}]")
    assert fault([{"action": {"costs": [said], "parts": DRAW}}]).endswith(meant)


@pytest.mark.parametrize("key", sorted(key for key, abilities in DECLARED.items() if abilities))
def test_each_declared_card_survives_its_data_form(key: str) -> None:
    data = [data_of(ability) for ability in DECLARED[key]]
    assert DATA_FORM.read_abilities(json.loads(json.dumps(data)), key) == DECLARED[key]
    assert DATA_FORM.read_abilities(yaml.safe_load(yaml.safe_dump(data)), key) == DECLARED[key]


def test_the_declared_abilities_use_every_timing() -> None:
    assert {each.timing for abilities in DECLARED.values() for each in abilities} == set(TIMINGS.values())


def test_the_kinds_of_conditions_are_those_of_the_rules() -> None:
    assert sorted(set(KINDS) - {LEAVES_PLAY}) == sorted(AgotLcg.condition_kinds)


def test_a_reaction_reads_like_its_declaration() -> None:
    text = """
    - reaction:
        when: {kinds: [challenge_won], seat: you, how: attacker, margin: 5}
        targets: [{choose: {cards: {type: [character], controller: loser}}}]
        parts: [{kill: {}}]
        limits: [{per: challenge, title: true}]
    """
    assert read(text) == (
        Ability(
            timing="reaction",
            when=When(("challenge_won",), seat="you", how="attacker", margin=5),
            targets=(ChooseCards(Cards(type=("character",), controller="loser")),),
            parts=(Kill(),),
            limits=(Limit(1, "challenge", title=True),),
        ),
    )


def test_an_action_has_a_phase_costs_and_amounts_that_count() -> None:
    text = """
    - action:
        phase: marshalling
        costs: [{kneel_cost: {which: faction}}, {gold_cost: {gold: 2}}]
        parts: [{gain_gold: {gold: {count: {of: {type: character, controller: you}, times: 2}}}}]
    """
    counted = Count(Cards(type=("character",), controller="you"), times=2)
    assert read(text) == (
        Ability(
            timing="action",
            phase="marshalling",
            costs=(KneelCost("faction"), GoldCost(2)),
            parts=(GainGold(counted),),
        ),
    )


def costs_of(ability: Ability) -> Any:
    """The costs of an action in the data form."""
    written: Any = data_of(ability)
    return written["action"]["costs"]


@pytest.mark.parametrize("name", ["kneel_cost", "stand_cost", "sacrifice_cost", "discard_cost", "remove_cost"])
def test_a_cost_with_cards_is_paid_with_these(name: str) -> None:
    (ability,) = read(f"- action: {{costs: [{{{name}: {{cards: {{type: character}}}}}}], parts: [{{draw: {{}}}}]}}")
    cost: Any
    (cost,) = ability.costs
    assert (cost.cards, cost.which, cost.is_by_me) == (Cards(type=("character",)), "", False)
    assert costs_of(ability) == [{name: {"cards": {"type": ["character"]}}}]


@pytest.mark.parametrize(("said", "kept"), [({}, {}), ({"which": "me"}, {"which": "me"}), ({"n": 1}, {})])
def test_a_cost_without_cards_is_paid_by_this_card(said: dict[str, object], kept: dict[str, object]) -> None:
    action = {"action": {"costs": [{"kneel_cost": said}], "parts": [{"draw": {}}]}}
    (ability,) = DATA_FORM.read_abilities([action], "abilities")
    cost: Any = ability.costs[0]
    assert cost.is_by_me
    assert costs_of(ability) == [{"kneel_cost": kept}]


def test_a_cost_of_any_card_is_none_of_this_card() -> None:
    (ability,) = read("- action: {costs: [{kneel_cost: {cards: {}}}], parts: [{draw: {}}]}")
    cost: Any = ability.costs[0]
    assert not cost.is_by_me
    assert costs_of(ability) == [{"kneel_cost": {"cards": {}}}]


def test_constants_are_a_list() -> None:
    text = """
    - constant:
        - {what: strength, amount: 2, on: {host: true}}
        - {what: cannot, name: initiate-power, who: all, requires: [{won: {challenge: intrigue, no: true}}]}
        - {what: cost, name: marshal, amount: -1, match: {types: [location]}, first: round}
    """
    assert read(text) == (
        Ability(
            timing="constant",
            constants=(
                Constant("strength", amount=2, on=Cards(host=True)),
                Constant("cannot", "initiate-power", who="all", requires=(Won("intrigue", no=True),)),
                Constant("cost", "marshal", -1, match=CardMatch(types=("location",)), first="round"),
            ),
        ),
    )


def test_a_delayed_effect_has_parts_of_its_own() -> None:
    text = """
    - action:
        targets: [{choose: {cards: {type: character}}}]
        parts:
          - add_token: {token: poison}
          - later:
              when: {kinds: phase_ended}
              parts: [{add_token: {token: poison, n: -1}}, {kill: {then: true}}]
    """
    later = Later(When(("phase_ended",)), (AddToken(token="poison", n=-1), Kill(then=True)))
    assert read(text)[0].parts == (AddToken(token="poison"), later)


def test_one_string_stands_for_a_list_of_it() -> None:
    one = {"reaction": {"when": {"kinds": "phase_began", "name": "marshalling"}, "parts": DRAW}}
    listed = {"reaction": {"when": {"kinds": ["phase_began"], "name": ["marshalling"]}, "parts": DRAW}}
    assert DATA_FORM.read_abilities([one], PLACE) == DATA_FORM.read_abilities([listed], PLACE)


def test_null_stands_where_nothing_may_stand() -> None:
    choose = {"choose": {"cards": {"type": "character", "kneeling": None}, "most": None}}
    (ability,) = DATA_FORM.read_abilities([{"action": {"targets": [choose], "parts": [{"stand": {}}]}}], PLACE)
    assert ability.targets == (ChooseCards(Cards(type=("character",)), most=None),)
    assert ability.parts == (Stand(),)


def test_a_card_without_abilities_has_an_empty_list() -> None:
    assert DATA_FORM.read_abilities([], PLACE) == ()


def test_what_goes_without_saying_is_not_said() -> None:
    assert data_of(Ability(timing="would-interrupt", when=When(("killed",), me=True), parts=(Draw(),))) == {
        "would_interrupt": {"when": {"kinds": ["killed"], "me": True}, "parts": [{"draw": {}}]}
    }
    lasting = Until("strength", "phase", amount=1, on=Cards(me=True))
    assert data_of(Ability(timing="action", parts=(lasting,))) == {
        "action": {"parts": [{"until": {"what": "strength", "until": "phase", "amount": 1, "on": {"me": True}}}]}
    }


FAULTY: dict[str, tuple[Any, str]] = {
    "no list": ({}, "cards[0].abilities: expected a list"),
    "no mapping": ([3], "cards[0].abilities[0]: expected an object"),
    "two timings": (
        [{"action": {"parts": DRAW}, "cancel": {}}],
        "cards[0].abilities[0]: expected one key, one of action, ",
    ),
    "unknown timing": ([{"response": {"parts": DRAW}}], "cards[0].abilities[0].response: unknown"),
    "unknown field of an ability": (
        [{"action": {"parts": DRAW, "cost": []}}],
        "cards[0].abilities[0].action.cost: unknown field",
    ),
    "timing twice": (
        [{"action": {"parts": DRAW, "timing": "action"}}],
        "cards[0].abilities[0].action.timing: unknown field",
    ),
    "an action with a moment": (
        [{"action": {"parts": DRAW, "when": {"kinds": "stood"}}}],
        "cards[0].abilities[0].action.when: unknown field of action",
    ),
    "a reaction without a moment": ([{"reaction": {"parts": DRAW}}], "cards[0].abilities[0].reaction.when: missing"),
    "a moment misspelt": (
        [{"reaction": {"wehn": {"kinds": ["challenge_won"]}, "parts": DRAW}}],
        "cards[0].abilities[0].reaction.wehn: unknown field; did you mean when?",
    ),
    "parts misspelt": (
        [{"action": {"part": DRAW}}],
        "cards[0].abilities[0].action.part: unknown field; did you mean parts?",
    ),
    "a field that every word has, misspelt before it": (
        [{"action": {"parts": [{"add_token": {"tokne": "stand"}}]}}],
        "cards[0].abilities[0].action.parts[0].add_token.tokne: unknown field; did you mean token?",
    ),
    "two letters swapped": (
        [{"action": {"parts": DRAW, "limits": [{"pre": "round"}]}}],
        "cards[0].abilities[0].action.limits[0].pre: unknown field; did you mean per?",
    ),
    "two letters of a value swapped": (
        [{"action": {"parts": [{"draw": {"who": "yuo"}}]}}],
        "cards[0].abilities[0].action.parts[0].draw.who: 'yuo' is none of",
    ),
    "a field like none": (
        [{"action": {"parts": [{"draw": {"m": 1}}]}}],
        "cards[0].abilities[0].action.parts[0].draw.m: unknown field; known are n, ",
    ),
    "a key that YAML reads as a truth": (
        [{"action": {"parts": DRAW, "requires": [{"won": {True: True}}]}}],
        "cards[0].abilities[0].action.requires[0].won.on: unknown field; did you mean no?",
    ),
    "no parts": ([{"action": {}}], "cards[0].abilities[0].action.parts: missing"),
    "no constants": ([{"constant": []}], "cards[0].abilities[0].constant: expected at least one constant"),
    "unknown field of a description": (
        [{"action": {"parts": DRAW}}, {"action": {"parts": [{"kill": {"on": {"colour": "red"}}}]}}],
        "cards[0].abilities[1].action.parts[0].kill.on.colour: unknown field",
    ),
    "unknown word": (
        [{"action": {"parts": [{"explode": {}}]}}],
        "cards[0].abilities[0].action.parts[0].explode: unknown",
    ),
    "abstract word": (
        [{"action": {"parts": [{"OnCards": {}}]}}],
        "cards[0].abilities[0].action.parts[0].OnCards: unknown",
    ),
    "a cost among the parts": (
        [{"action": {"parts": [{"gold_cost": {}}]}}],
        "cards[0].abilities[0].action.parts[0].gold_cost: unknown",
    ),
    "missing field": (
        [{"action": {"parts": [{"add_token": {}}]}}],
        "cards[0].abilities[0].action.parts[0].add_token.token: missing",
    ),
    "truth for a number": (
        [{"action": {"parts": [{"draw": {"n": True}}]}}],
        "cards[0].abilities[0].action.parts[0].draw.n: expected a whole number",
    ),
    "text for a number": (
        [{"action": {"parts": [{"draw": {"n": "2"}}]}}],
        "cards[0].abilities[0].action.parts[0].draw.n: expected a whole number",
    ),
    "number for a truth": (
        [{"action": {"parts": [{"draw": {"then": 1}}]}}],
        "cards[0].abilities[0].action.parts[0].draw.then: expected ",
    ),
    "text for a description": (
        [{"action": {"parts": [{"kill": {"on": "all"}}]}}],
        "cards[0].abilities[0].action.parts[0].kill.on: expected an object",
    ),
    "number for a word": (
        [{"action": {"parts": [{"draw": 2}]}}],
        "cards[0].abilities[0].action.parts[0].draw: expected an object; did you mean {n: 2}?",
    ),
    "text for a word": (
        [{"action": {"costs": [{"kneel_cost": "me"}], "parts": DRAW}}],
        "cards[0].abilities[0].action.costs[0].kneel_cost: expected an object; did you mean {which: me}?",
    ),
    "number in a list of texts": (
        [{"action": {"parts": [{"kill": {"on": {"trait": ["Lord", 3]}}}]}}],
        "cards[0].abilities[0].action.parts[0].kill.on.trait[1]: expected a text",
    ),
    "unknown condition": (
        [{"reaction": {"when": {"kinds": ["challange_won"]}, "parts": DRAW}}],
        "cards[0].abilities[0].reaction.when.kinds[0]: 'challange_won' is none of ",
    ),
    "unknown player": (
        [{"action": {"parts": [{"draw": {"who": "they"}}]}}],
        "cards[0].abilities[0].action.parts[0].draw.who: 'they' is none of ",
    ),
    "unknown card that pays": (
        [{"action": {"costs": [{"kneel_cost": {"which": "self"}}], "parts": DRAW}}],
        "cards[0].abilities[0].action.costs[0].kneel_cost.which: 'self' is none of faction, me",
    ),
    "unknown constant": (
        [{"constant": [{"what": "height", "amount": 1}]}],
        "cards[0].abilities[0].constant[0].what: 'height' is none of ",
    ),
    "unknown way to count": (
        [{"constant": [{"what": "strength", "amount": 1, "how": "sub", "on": {"me": True}}]}],
        "cards[0].abilities[0].constant[0].how: 'sub' is none of ",
    ),
    "unknown limit": (
        [{"action": {"parts": DRAW, "limits": [{"per": "day"}]}}],
        "cards[0].abilities[0].action.limits[0].per: 'day' is none of ",
    ),
    "something not chosen": (
        [{"action": {"parts": [{"kill": {}}]}}],
        "cards[0].abilities[0].action.parts[0].kill.on.picked: nothing is chosen as 'target'",
    ),
    "deep in a delayed effect": (
        [{"action": {"parts": [{"later": {"when": {"kinds": "stood"}, "parts": [{"draw": {"m": 1}}]}}]}}],
        "cards[0].abilities[0].action.parts[0].later.parts[0].draw.m: unknown field",
    ),
}


@pytest.mark.parametrize(("data", "message"), FAULTY.values(), ids=list(FAULTY))
def test_a_fault_is_named_with_its_place(data: object, message: str) -> None:
    assert fault(data).startswith(message)


def test_every_allowed_name_is_told_when_another_stands_there() -> None:
    message = fault([{"constant": [{"what": "icon", "name": "power", "who": "nobody"}]}])
    assert message.endswith(", ".join(sorted(CLOSED["constant.who"])))


def test_names_are_counted_where_they_are_too_many_to_read() -> None:
    message = fault([{"reaction": {"when": {"kinds": ["challange_won"]}, "parts": [{"draw": {}}]}}])
    assert "known words; did you mean challenge_won?" in message
    assert "known words; did you mean draw?" in fault([{"action": {"parts": [{"drow": {}}]}}])
