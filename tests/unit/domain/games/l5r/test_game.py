"""Who plays with which deck: two seats, decks that are checked, decks of one core set where that is agreed on."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from domain.games.l5r.game import rules, seats
from domain.kernel.refusals import Refusal
from tests.builders import Dice, seat_texts
from tests.games.l5r import random_deck


@pytest.mark.parametrize(
    ("options", "dynasty", "rule"),
    [
        ("", 40, ""),
        ("", 36, "l5r.deck.dynasty-size"),
        ('{"single_core": false}', 36, "l5r.deck.dynasty-size"),
        ('{"single_core": true}', 29, "l5r.deck.single-core-minimum"),
        ('{"double_core": true}', 40, "match.option"),
    ],
)
def test_decks_and_options_are_read_strictly(options: str, dynasty: int, rule: str) -> None:
    deck = random_deck(Dice(3))
    decks = (structs.replace(deck, dynasty=deck.dynasty[:dynasty]), deck)
    found = seats(rules, seat_texts(decks), options)
    assert (found.rule if isinstance(found, Refusal) else "") == rule


def test_one_or_three_seats_are_refused() -> None:
    texts = seat_texts((random_deck(Dice(3)), random_deck(Dice(4))))
    third = msgspec.json.encode({"name": "carol", "deck": random_deck(Dice(5))}).decode()
    for wrong in (texts[:1], (*texts, third)):
        found = seats(rules, wrong, "")
        assert isinstance(found, Refusal)
        assert found.rule == "l5r.setup.1-select-decks"
