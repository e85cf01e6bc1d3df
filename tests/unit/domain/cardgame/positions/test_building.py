"""A table that is built from a position: what each viewer is told of it, and who is asked first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.kernel.cards.card_facts import Learned
from domain.kernel.ids import ADMIN, PUBLIC, Handle, Seat, Viewer
from domain.match.aggregate import NewVersion, decode_event
from domain.match.events import OpenMatch
from tests.builders import awaited, begun
from tests.examples.conftest import kites as kites
from tests.examples.kites.game import rules
from tests.examples.kites.positions import POSITIONS, PositionLaid

ALICE, BOB = Seat("alice"), Seat("bob")
PLAYERS: dict[str, Any] = {
    "alice": {
        "hand": ["wren"],
        "deck": ["heron"],
        "play": [{"card": "young-tom", "tokens": {"cord": 3}}, {"card": "wren", "attachments": ["ribbon-tail"]}],
    },
    "bob": {"hand": ["calm"], "play": ["old-marta"]},
}
HIDDEN = ("alice.hand", "alice.deck", "bob.hand")


@pytest.fixture(autouse=True)
def registered(kites: str) -> None:
    """Kites is among the games."""


def opened(policy: str = "public", **fields: Any) -> NewVersion:
    position = {"at": "launch.action", "players": PLAYERS, **fields}
    return begun(OpenMatch("kites", (), policy, position=json.dumps(position)), 7)


def facts_of(version: NewVersion) -> tuple[Any, ...]:
    return decode_event(version.match, version.payload).facts


def test_cards_lie_where_the_position_says_and_on_what() -> None:
    table = opened(round=3, limits={"round:old-marta:0": 1}).match.table
    named = {card.key: card for card in table.cards.values() if card.zone == "alice.play"}
    assert named["first/ribbon-tail"].host == named["first/wren"].handle
    assert (table.round, table.phase, table.first_player) == (3, "launch", ALICE)
    (marta,) = table.of_type(BOB, "flyer")
    assert [*table.usage.items()] == [(f"round:{marta}:0", 1)]


def test_hidden_cards_are_told_to_their_owner_alone() -> None:
    facts = facts_of(opened())
    (laid,) = (each for each in facts if isinstance(each, PositionLaid))
    assert [card.key for card in laid.seen_by(ADMIN).cards].count("") == 0
    seen = laid.seen_by(PUBLIC).cards
    assert {card.zone: card.handle for card in seen if not card.key} == dict.fromkeys(HIDDEN, "")
    learned = {each.to: [key for _, key in each.cards] for each in facts if isinstance(each, Learned)}
    assert learned == {(Viewer(ALICE),): ["first/wren"], (Viewer(BOB),): ["first/calm"]}


@pytest.mark.parametrize(
    ("policy", "fields", "asked"),
    [
        ("open", {"first_player": "bob"}, BOB),
        ("public", {"first_player": "bob"}, BOB),
        ("fast", {"first_player": "bob"}, ALICE),
        ("fast", {"first_player": "bob", "priority": "bob"}, BOB),
        ("open", {"passed": ["alice"]}, BOB),
    ],
)
def test_who_is_asked_is_said_by_the_position_or_by_the_policy(
    policy: str, fields: dict[str, Any], asked: Seat
) -> None:
    assert awaited(opened(policy, **fields).match) == (asked,)


def test_the_names_of_a_position_belong_to_the_handles_that_were_laid() -> None:
    version = opened()
    text = json.dumps({"at": "launch.action", "players": PLAYERS})
    named = dict(POSITIONS.named_cards(rules, text, facts_of(version)))
    assert {name: version.match.table.cards[Handle(card)].key for name, card in named.items()} == {
        "wren": "first/wren",
        "heron": "first/heron",
        "wren#2": "first/wren",
        "ribbon-tail": "first/ribbon-tail",
        "young-tom": "first/young-tom",
        "calm": "first/calm",
        "old-marta": "first/old-marta",
    }
