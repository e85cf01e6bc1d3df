"""What is chosen is said before it is used, and used: a name that no choice binds, or that nobody uses, is an error."""

from __future__ import annotations

import pytest
import yaml

from domain.cardgame.pool.card_fields import InvalidCard
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.games.agot_lcg.words.vocabulary import VOCABULARY as AGOT_LCG
from domain.games.l5r.words.vocabulary import VOCABULARY as L5R
from domain.kernel.occurring.abilities import Choosing
from domain.kernel.occurring.vocabulary import Vocabulary

KNEEL = "parts: [{kneel: {}}]"
UNBOUND: dict[str, tuple[str, str]] = {
    "cards that nobody looked at": (
        "action: {parts: [{take_into_hand: {on: {picked: looked}}}]}",
        "parts[0].take_into_hand.on.picked: nothing is chosen as 'looked'",
    ),
    "a card that nobody revealed": (
        "action: {parts: [{look_at_deck: {n: 1}}, {take_into_hand: {on: {picked: revealed}}}]}",
        "parts[1].take_into_hand.on.picked: nothing is chosen as 'revealed'",
    ),
    "a part before the choice": (
        "action: {parts: [{kneel: {}}, {choose: {}}, {stand: {}}]}",
        "parts[0].kneel.on.picked: nothing is chosen as 'target'",
    ),
    "a choice that looks at itself": (
        f"action: {{targets: [{{choose: {{cards: {{not_picked: target}}}}}}], {KNEEL}}}",
        "targets[0].choose.cards.not_picked: nothing is chosen as 'target'",
    ),
    "the moment": (
        f"reaction: {{when: {{kinds: [killed], card: {{picked: target}}}}, targets: [{{choose: {{}}}}], {KNEEL}}}",
        "when.card.picked: nothing is chosen as 'target'",
    ),
    "what is required": (
        "action: {requires: [{controls: {cards: {picked: target}}}], targets: [{choose: {}}], " + KNEEL + "}",
        "requires[0].controls.cards.picked: nothing is chosen as 'target'",
    ),
    "what is so while the card is in play": (
        "constant: [{what: strength, amount: 1, on: {picked: target}}]",
        "on.picked: nothing is chosen as 'target'",
    ),
    "a cost": (
        "action: {costs: [{kneel_cost: {cards: {not_picked: target}}}], targets: [{choose: {}}], " + KNEEL + "}",
        "costs[0].kneel_cost.cards.not_picked: costs are paid before targets are chosen",
    ),
    "what a delayed effect chooses, outside of it": (
        "action: {parts: [{later: {when: {kinds: [phase_ended]}, parts: [{choose: {name: late}}, "
        "{kneel: {on: {picked: late}}}]}}, {stand: {on: {picked: late}}}]}",
        "parts[1].stand.on.picked: nothing is chosen as 'late'",
    ),
    "a delayed effect on what is chosen after it": (
        "action: {parts: [{later: {when: {kinds: [phase_ended]}, parts: [{kneel: {}}]}}, {choose: {}}, {stand: {}}]}",
        "parts[0].later.parts[0].kneel.on.picked: nothing is chosen as 'target'",
    ),
    "a choice with which nothing is done": (
        f"action: {{targets: [{{choose: {{}}}}, {{choose: {{name: other}}}}], {KNEEL}}}",
        "targets[1].choose.name: nothing is done with what is chosen as 'other'",
    ),
    "what is kept for nothing": (
        "action: {targets: [{choose: {cards: {where: hand}}}], parts: [{put_into_play: {}}, {keep_entered: {}}]}",
        "parts[1].keep_entered.name: nothing is done with what is chosen as 'entered'",
    ),
    "no cards that cost less": (
        "action: {parts: [{until: {what: cost, name: marshal, amount: -1, until: phase, match: {}}}]}",
        "parts[0].until.match: describes every card: leave it out",
    ),
    "events that are marshalled": (
        "action: {parts: [{until: {what: cost, name: marshal, amount: -1, until: phase, match: {types: event}}}]}",
        "parts[0].until.match.types[0]: nothing is paid to marshal them",
    ),
    "plots that cost something": (
        "action: {parts: [{until: {what: cost, amount: -1, until: phase, match: {types: [event, plot]}}}]}",
        "parts[0].until.match.types[1]: nothing is paid for them",
    ),
    "loyal cards of no faction": (
        "action: {parts: [{until: {what: cost, amount: -1, until: phase, match: {faction: neutral, loyal: true}}}]}",
        "parts[0].until.match.loyal: no neutral card is loyal",
    ),
}


@pytest.mark.parametrize(("text", "message"), UNBOUND.values(), ids=list(UNBOUND))
def test_what_names_no_choice_or_no_cards_is_told_at_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidCard) as caught:
        DATA_FORM.read_abilities(yaml.safe_load(f"- {text}"), "a")
    timing = text.partition(":")[0]
    place = "constant[0]" if timing == "constant" else timing
    assert caught.value.message == f"a[0].{place}.{message}"


def test_what_paid_a_cost_is_named_by_later_parts() -> None:
    text = "- action: {costs: [{kneel_cost: {cards: {type: location}}}], parts: [{stand: {on: {picked: NAME}}}]}"
    assert DATA_FORM.read_abilities(yaml.safe_load(text.replace("NAME", "'cost:kneel_cost'")), "a")
    with pytest.raises(InvalidCard, match="nothing is chosen as 'cost:stand_cost'"):
        DATA_FORM.read_abilities(yaml.safe_load(text.replace("NAME", "'cost:stand_cost'")), "a")


@pytest.mark.parametrize("vocabulary", [AGOT_LCG, L5R], ids=["agot_lcg", "l5r"])
def test_each_word_that_reads_a_choice_says_what_it_keeps(vocabulary: Vocabulary) -> None:
    choosing = [each for each in (*vocabulary.costs, *vocabulary.parts) if each.read_choice is not Choosing.read_choice]
    assert len(choosing) > 5
    assert [each.__name__ for each in choosing if each.keeps is Choosing.keeps] == []


def test_what_is_chosen_before_is_named_in_each_part_and_in_what_it_puts_off() -> None:
    text = """
- action:
    targets: [{choose: {}}]
    parts:
      - look_at_deck: {n: 2}
      - choose: {name: found, cards: {picked: looked, where: deck}}
      - later: {when: {kinds: [phase_ended]}, parts: [{kneel: {}}, {take_into_hand: {on: {picked: found}}}]}
      - stand: {on: {not_picked: target, controller: you}}
"""
    assert DATA_FORM.read_abilities(yaml.safe_load(text), "a")
