"""A constant ability that depends on itself, by whatever way, is refused with its place; every other one is decided."""

from __future__ import annotations

import json

import pytest
import yaml

from domain.games.agot_lcg.abilities.constant_dependencies import DEPENDENCIES
from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.rules import AgotLcg
from domain.kernel.formats.reading import Unreadable

# Constants, each of a Stark character of its own, and where the first of them that is refused looks at what.
CIRCULAR: dict[str, tuple[list[str], str]] = {
    "a bonus for the weak": (
        ["{what: strength, amount: 1, 'on': {strength_at_most: 3}}"],
        "cards[0].abilities[0].constant[0].on.strength_at_most: looks at what it changes (strength), "
        "and no rule says what holds first",
    ),
    "an amount that counts what it changes": (
        ["{what: strength, amount: {count: {of: {strength_at_most: 3}}}, 'on': {me: true}}"],
        "cards[0].abilities[0].constant[0].amount.count.of.strength_at_most: looks at what it changes (strength)",
    ),
    "a requirement about what it changes": (
        ["{what: strength, amount: 1, 'on': {me: true}, requires: [{controls: {cards: {strength_at_most: 3}}}]}"],
        "cards[0].abilities[0].constant[0].requires[0].controls.cards.strength_at_most: looks at what it changes",
    ),
    "an icon of those that have it": (
        ["{what: icon, name: power, 'on': {icon: power}}"],
        "cards[0].abilities[0].constant[0].on.icon: looks at what it changes (icon power)",
    ),
    "an icon lost by those that have it": (
        ["{what: lose-icon, name: power, 'on': {icon: power}}"],
        "cards[0].abilities[0].constant[0].on.icon: looks at what it changes (icon power)",
    ),
    "a keyword of those that have it": (
        ["{what: keyword, name: renown, 'on': {keyword: renown}}"],
        "cards[0].abilities[0].constant[0].on.keyword: looks at what it changes (keyword renown)",
    ),
    "a trait of those that have it": (
        ["{what: trait, name: King, 'on': {trait: King}}"],
        "cards[0].abilities[0].constant[0].on.trait[0]: looks at what it changes (trait King)",
    ),
    "a blank that takes the trait it looks at": (
        ["{what: blank, 'on': {trait: King}}"],
        "cards[0].abilities[0].constant[0].on.trait[0]: looks at what it changes (blank)",
    ),
    "a total that looks at who would win": (
        ["{what: side-strength, amount: 2, requires: [{unopposed: {}}]}"],
        "cards[0].abilities[0].constant[0].requires[0].unopposed: looks at what it changes (side-strength)",
    ),
    "two cards that wait for each other": (
        ["{what: icon, name: power, 'on': {icon: military}}", "{what: icon, name: military, 'on': {icon: power}}"],
        "cards[0].abilities[0].constant[0].on.icon: depends on C1 (icon military), which depends on it",
    ),
    "an immunity by the strength that those give whom it keeps off": (
        [
            "{what: immune, name: characters, 'on': {strength_at_most: 3}}",
            "{what: strength, amount: 1, 'on': {type: [character]}}",
        ],
        "cards[0].abilities[0].constant[0].on.strength_at_most: depends on C1 (strength), which depends on it",
    ),
    "a blank by the strength that the blanked give": (
        ["{what: blank, name: except-traits, 'on': {strength_at_most: 2}}"],
        "cards[0].abilities[0].constant[0].on.strength_at_most: depends on Robert Baratheon (strength)",
    ),
}


def pack(constants: list[str]) -> str:
    stark = {"type": "character", "faction": "stark", "cost": 1, "strength": 2}
    return json.dumps(
        [
            {"id": f"c{number}", **stark, "abilities": [{"constant": [yaml.safe_load(each)]}]}
            for number, each in enumerate(constants)
        ]
    )


@pytest.mark.parametrize(("constants", "message"), CIRCULAR.values(), ids=list(CIRCULAR))
def test_a_constant_that_depends_on_itself_is_refused(constants: list[str], message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        AgotLcg().with_pack(pack(constants))
    assert str(caught.value).startswith(message)


DECIDED: dict[str, list[str]] = {
    "one icon by another": ["{what: icon, name: power, 'on': {icon: military}}"],
    "a bonus by a trait": ["{what: strength, amount: 2, 'on': {trait: King}}"],
    "a blank that leaves the trait": ["{what: blank, name: except-traits, 'on': {trait: King}}"],
    "the strength of other cards": [
        "{what: strength, amount: 1, 'on': {me: true}, "
        "requires: [{controls: {cards: {faction: lannister, strength_at_most: 2}}}]}"
    ],
    "an immunity by what others give": [
        "{what: immune, name: events, 'on': {strength_at_most: 3}}",
        "{what: strength, amount: 1, 'on': {type: [character]}}",
    ],
    "an immunity to what would blank it": ["{what: immune, name: plots, 'on': {me: true}}"],
    "characters that blank each other": ["{what: blank, 'on': {type: [character], other: true}}"] * 2,
    "icons of different factions": [
        "{what: icon, name: power, 'on': {icon: military, faction: stark}}",
        "{what: icon, name: military, 'on': {icon: power, faction: lannister}}",
    ],
}


@pytest.mark.parametrize("constants", DECIDED.values(), ids=list(DECIDED))
def test_a_constant_that_depends_on_others_only_is_taken(constants: list[str]) -> None:
    assert AgotLcg().with_pack(pack(constants)) is not None


def test_no_card_of_the_core_set_depends_on_itself() -> None:
    assert not list(DEPENDENCIES.cycles(core_pool().cards, DECLARED))
