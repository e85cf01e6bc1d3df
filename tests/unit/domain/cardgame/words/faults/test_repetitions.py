"""What is said twice or against itself is an error at its place; and of every ability each value that is dropped tells.

The second is tried by program: whatever field of an ability is left out, it is refused or another ability.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.words.data_form import data_of
from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.words.data_form import DATA_FORM

CHOICE = "targets: [{choose: {cards: {%s}%s}}], parts: [{kneel: {}}]"
ALONE = "alone: true, participating: 'no'"
OPTION = "{until: {what: challenges, option: true, amount: 1, until: phase}}"
WRONG: dict[str, tuple[str, str]] = {
    "no kinds": ("reaction: {when: {kinds: []}, parts: [{draw: {}}]}", "when.kinds: expected at least one"),
    "nothing later": (
        "action: {parts: [{later: {when: {kinds: [phase_ended]}, parts: []}}]}",
        "parts[0].later.parts: expected at least one",
    ),
    "if nothing": (
        "action: {parts: [{if: {requires: []}}, {draw: {then: true}}]}",
        "parts[0].if.requires: expected at least one",
    ),
    "no options": (
        f"action: {{parts: [{{choose_one: {{options: []}}}}, {OPTION}]}}",
        "parts[0].choose_one.options: expected at least one",
    ),
    "a word twice": (
        "reaction: {when: {kinds: [killed, killed]}, parts: [{draw: {}}]}",
        "when.kinds[1]: 'killed' is there twice",
    ),
    "a requirement twice": (
        "action: {requires: [{first_player: {}}, {first_player: {}}], parts: [{draw: {}}]}",
        "requires[1].first_player: is there twice",
    ),
    "a cost twice": (
        "action: {costs: [{kneel_cost: {}}, {kneel_cost: {}}], parts: [{draw: {}}]}",
        "costs[1].kneel_cost: one card pays once",
    ),
    "a card that leaves twice": (
        "action: {costs: [{sacrifice_cost: {}}, {remove_cost: {which: me}}], parts: [{draw: {}}]}",
        "costs[1].remove_cost: one card pays once",
    ),
    "a limit twice": (
        "action: {limits: [{times: 2}, {}], parts: [{draw: {}}]}",
        "limits[1]: there is a limit for the round already",
    ),
    "two players": (
        "action: {targets: [{choose_player: {}}, {choose_player: {}}], parts: [{draw: {who: chosen}}]}",
        "targets[1].choose_player: one player is chosen already",
    ),
    "two options": (
        f"action: {{parts: [{{choose_one: {{}}}}, {{choose_one: {{}}}}, {OPTION}]}}",
        "parts[1].choose_one: one option is chosen already",
    ),
    "a player who is chosen later": (
        "action: {parts: [{draw: {who: chosen}}, {choose_player: {}}]}",
        "parts[0].draw.who: the player is chosen after this",
    ),
    "more cards than a player who is chosen later": (
        "action: {parts: [{if: {requires: [{larger_hand: {than: chosen}}]}}, {draw: {then: true}}, "
        "{choose_player: {}}, {discard_top: {who: chosen}}]}",
        "parts[0].if.requires[0].larger_hand.than: the player is chosen after this",
    ),
    "an option that is chosen later": (
        f"action: {{parts: [{OPTION}, {{choose_one: {{}}}}]}}",
        "parts[0].until.option: the option is chosen after this",
    ),
    "an option and a name": (
        f"action: {{parts: [{{choose_one: {{}}}}, {OPTION.replace('option', 'name: power, option')}]}}",
        "parts[1].until.name: cannot be said together with option",
    ),
    "with and without an icon": (
        f"action: {{{CHOICE % ('icon: power, without_icon: power', '')}}}",
        "targets[0].choose.cards.without_icon: is asked together with its opposite",
    ),
    "loyal to nobody": (
        f"action: {{{CHOICE % ('faction: neutral, loyal: true', '')}}}",
        "targets[0].choose.cards.loyal: no neutral card is loyal",
    ),
    "alone without participating": (
        f"action: {{{CHOICE % (ALONE, '')}}}",
        "targets[0].choose.cards.alone: who is alone on a side participates",
    ),
    "own cards of a player": (
        f"action: {{{CHOICE % ('controller: opponent', ', own: true')}}}",
        "targets[0].choose.own: cannot be said together with the controller of the cards",
    ),
    "one card of one controller": (
        f"action: {{{CHOICE % ('type: character', ', one_controller: true')}}}",
        "targets[0].choose.one_controller: one card has one controller",
    ),
    "the strength of locations": (
        f"action: {{{CHOICE % ('type: location', ', most: null, strength_in_all: 4')}}}",
        "targets[0].choose.strength_in_all: location cards have none",
    ),
    "a location that is killed": (
        "reaction: {when: {kinds: [killed], card: {type: location}}, parts: [{draw: {}}]}",
        "when.card.type: killed never is of location cards",
    ),
    "an opponent's card that pays": (
        "action: {costs: [{kneel_cost: {cards: {controller: opponent}}}], parts: [{draw: {}}]}",
        "costs[0].kneel_cost.cards.controller: nothing of an opponent pays your costs; did you mean you?",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=list(WRONG))
def test_what_is_said_twice_or_against_itself_is_told_at_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidCard) as caught:
        DATA_FORM.read_abilities(yaml.safe_load(f"- {text}"), "a")
    assert str(caught.value).startswith(f"a[0].{text.partition(':')[0]}.{message}")


@pytest.mark.parametrize(
    "text",
    [
        "action: {costs: [%s, %s], parts: [{draw: {}}]}" % (("{kneel_cost: {cards: {type: character}}}",) * 2),
        "reaction: {when: {kinds: [killed, sacrificed], card: {type: location}}, parts: [{draw: {}}]}",
    ],
    ids=["two of the cards that are described pay", "a location that is killed or sacrificed"],
)
def test_what_only_looks_said_twice_or_against_itself_is_taken(text: str) -> None:
    assert DATA_FORM.read_abilities(yaml.safe_load(f"- {text}"), "a")


def values(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values in an ability's data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in inner:
        yield (*path, step)
        yield from values(value, (*path, step))


@pytest.mark.parametrize("key", sorted(key for key, listed in DECLARED.items() if listed))
def test_no_value_of_an_ability_can_be_dropped_or_said_twice_without_a_trace(key: str) -> None:
    for ability in DECLARED[key]:
        whole = data_of(ability)
        for path in values(whole):
            for change in (dropped, doubled):
                data = copy.deepcopy(whole)
                holder = data
                for step in path[:-1]:
                    holder = holder[step]  # type: ignore[assignment]
                if len(path) > 1 and change(holder, path[-1]):
                    assert tells(data, ability, key), (change.__name__, path)


def dropped(holder: Any, step: Any) -> bool:
    said = holder[step]
    del holder[step]
    return said not in ([], {})


def doubled(holder: Any, step: Any) -> bool:
    """A text of a list is said once more."""
    if not isinstance(step, int) or not isinstance(holder[step], str):
        return False
    holder.append(holder[step])
    return True


def tells(data: dict[str, Any], ability: Any, key: str) -> bool:
    """Whether it is refused, or is another ability."""
    try:
        return DATA_FORM.read_abilities([data], "a", core_pool().cards.get(key)) != (ability,)
    except InvalidCard:
        return True
