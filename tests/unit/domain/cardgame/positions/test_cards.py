"""The cards of a position: named by ids and copies, in areas and on one another, each with its state."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.positions.cards import CardListing, PlainLaidCard
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import Handle, Seat, zone
from tests.examples.kites.game import rules
from tests.examples.kites.positions import POSITIONS
from tests.examples.kites.table import KitesTable

ALICE, BOB = Seat("alice"), Seat("bob")


class WithPlainKites(CardListing[PlainLaidCard]):
    """Wrens lie unnamed in hands, no tail lies in a deck."""

    def plain_card(self, kind: str) -> str:
        return "wren" if kind == "hand" else ""

    def area_fault(self, printed: Any, kind: str, how: str) -> str:
        return "none lies there" if (kind, printed.type) == ("deck", "tail") else ""


def cards(alice: dict[str, Any], bob: dict[str, Any] | None = None) -> dict[str, PlainLaidCard]:
    """The cards of a position by their names."""
    listing = WithPlainKites(KitesTable, rules.registry, (ALICE, BOB), POSITIONS.points, ("launch.action", 2))
    for seat, fields in ((ALICE, alice), (BOB, bob or {})):
        listing.read_player(seat, DocumentNode(f"position.players.{seat}", fields).mapping())
    return {each.handle: each for each in listing.name_cards()}


def test_copies_are_numbered_in_the_order_of_the_position_and_counted_cards_come_last() -> None:
    found = cards({"hand": 2, "deck": ["wren", "heron"], "play": ["wren#3", "wren"]}, {"discard": ["wren"]})
    zones = {name: each.zone for name, each in found.items()}
    assert zones == {
        "wren": "alice.deck",
        "heron": "alice.deck",
        "wren#3": "alice.play",
        "wren#2": "alice.play",
        "wren#4": "bob.discard",
        "wren#5": "alice.hand",
        "wren#6": "alice.hand",
    }


def test_unnamed_cards_may_lie_among_others() -> None:
    found = cards({"hand": ["heron", {"unknown": 2}, {"card": "wren", "as": "red"}]})
    assert sorted(found) == ["heron", "red", "wren", "wren#2"]
    assert {each.key for each in found.values()} == {"first/heron", "first/wren"}


def test_a_card_has_its_state_and_those_on_it() -> None:
    played = {"card": "wren", "tangled": True, "how": "played", "since": "2:launch", "tokens": {"cord": 2}}
    tail = {"card": "ribbon-tail", "controller": "bob", "owner": "bob"}
    found = cards({"play": [{**played, "attachments": [tail]}]})
    assert found["wren"] == PlainLaidCard(
        Handle("wren"),
        "first/wren",
        ALICE,
        zone(ALICE, "play"),
        tokens=(("cord", 2),),
        how="played",
        since="2:launch",
        fields={"tangled": True},
    )
    assert found["wren"].state == {"tangled": True}
    assert found["ribbon-tail"] == PlainLaidCard(
        Handle("ribbon-tail"), "first/ribbon-tail", BOB, zone(BOB, "play"), Handle("wren")
    )


@pytest.mark.parametrize(
    ("alice", "said"),
    [
        ({"hand": [3]}, "alice.hand[0]: expected a card; cards without names are counted; did you mean hand: 3?"),
        ({"hand": ["heron", 3]}, "did you mean {unknown: 3}?"),
        ({"hand": {"heron": 1}}, "hand: expected a list of cards, or unknown with how many there are without names"),
        ({"hand": 1001}, "position.players.alice.hand: at most 1000 cards"),
        ({"deck": 3}, "position.players.alice.deck: expected a list"),
        ({"deck": [{"as": "red"}]}, "position.players.alice.deck[0]: card: missing"),
        ({"deck": ["ribbon-tail"]}, "deck[0]: ribbon-tail is of type tail: none lies there"),
        ({"play": ["Wren"]}, "play[0]: no card 'Wren'; did you mean wren?"),
        ({"play": ["wren#02"]}, "play[0]: 'wren#02' is no card name: a copy is named wren#2"),
        ({"play": ["wren#2", "wren#2"]}, "play[1]: two cards are named 'wren#2'"),
        ({"play": [{"card": "wren", "as": "heron"}]}, "play[0].as: 'heron' names something else"),
        ({"play": [{"tangled": True}]}, "play[0]: card: missing"),
        ({"play": [{"card": "wren", "tangeld": True}]}, "play[0].tangeld: unknown key; did you mean tangled?"),
        ({"play": [{"card": "wren", "tangled": 1}]}, "play[0].tangled: expected true or false"),
        ({"play": [{"card": "wren", "how": "thrown"}]}, "play[0].how: 'thrown' is none of manual, played, put"),
        ({"play": [{"card": "wren", "owner": "carol"}]}, "play[0].owner: 'carol' is none of alice, bob"),
        ({"play": [{"card": "wren", "tokens": {"cort": 1}}]}, "tokens.cort: unknown key; did you mean cord?"),
        ({"play": ["ribbon-tail"]}, "ribbon-tail is an attachment: list it under the attachments of the card"),
        ({"play": [{"card": "wren", "attachments": ["heron"]}]}, "heron is of type kite: it is no attachment"),
    ],
)
def test_a_card_that_cannot_be_read_has_its_place(alice: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        cards(alice)
    assert said in str(caught.value)
