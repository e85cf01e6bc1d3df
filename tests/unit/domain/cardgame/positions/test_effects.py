"""The lasting effects of a position in a game whose abilities are declared in code alone."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.positions.cards import PlainLaidCard
from domain.cardgame.positions.effects import effects_from, words_of_rules
from domain.cardgame.positions.named_cards import PositionNames
from domain.cardgame.table import CardMatch, LastingEffect
from domain.games.l5r.game import rules as l5r
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import Handle, Seat, zone
from tests.examples.kites.game import rules

ALICE, BOB = Seat("alice"), Seat("bob")
WREN = PlainLaidCard(Handle("wren"), "first/wren", ALICE, zone(ALICE, "play"))
NAMES = PositionNames({WREN.handle: WREN}, (ALICE, BOB), rules.registry)
LIFTED = {"source": "calm", "what": "lift", "seat": "alice", "until": "phase", "amount": 1, "cards": ["wren"]}


def read(**fields: Any) -> LastingEffect:
    node = DocumentNode("position.lasting", [{**LIFTED, **fields}])
    (found,) = effects_from(node, LastingEffect, NAMES, words_of_rules(rules))
    return found


def test_an_effect_changes_what_the_rules_let_it_change() -> None:
    assert read() == LastingEffect(0, "first/calm", "lift", ALICE, "phase", amount=1, cards=(WREN.handle,))
    assert read(source="manual").source == "manual"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"what": "lfit"}, "position.lasting[0].what: 'lfit' is none of lift; did you mean lift?"),
        ({"until": "round"}, "position.lasting[0].until: 'round' is none of phase, '' (nothing)"),
        ({"how": "adds"}, "lasting[0].how: 'adds' is none of add, divide, multiply, set; did you mean add?"),
        ({"name": "high"}, "position.lasting[0].name: 'high' is none of '' (nothing)"),
        ({"source": "clam"}, "position.lasting[0].source: no card 'clam'; did you mean calm?"),
        ({"seat": "carol"}, "position.lasting[0].seat: 'carol' is none of alice, bob"),
        ({"cards": ["heron"]}, "position.lasting[0].cards[0]: the position has no card 'heron'"),
        ({"cards": []}, "position.lasting[0].cards: missing"),
        ({"match": {"trait": "Bird"}}, "position.lasting[0].match: unknown key"),
        ({"amount": "1"}, "position.lasting[0].amount: "),
    ],
)
def test_an_effect_that_no_ability_begins_has_its_place(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(**fields)
    assert said in str(caught.value)


def cheaper(match: dict[str, Any]) -> LastingEffect:
    """What City of Lies begins, read without a data form."""
    names: PositionNames[Any] = PositionNames({}, (ALICE, BOB), l5r.registry)
    said = {"source": "city-of-lies", "what": "cost", "name": "play", "seat": "bob", "until": "phase", "amount": -1}
    node = DocumentNode("position.lasting", [{**said, "match": match}])
    (found,) = effects_from(node, LastingEffect, names, words_of_rules(l5r))
    return found


def test_an_effect_describes_cards_as_an_ability_does() -> None:
    assert cheaper({"types": ["event"]}).match == CardMatch(("event",))
    for wrong in ({"types": ["character"]}, {"faction": "dragon"}, {"types": ["event"], "trait": "Kiho"}):
        with pytest.raises(Unreadable, match=r"lasting\[0\]\.match: no ability describes cards so"):
            cheaper(wrong)
