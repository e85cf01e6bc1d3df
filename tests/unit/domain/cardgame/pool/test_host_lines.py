"""What an attachment is attached to, in the words of its card."""

from __future__ import annotations

import pytest

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.host_lines import attach_to_from
from domain.cardgame.pool.printed_card import AttachTo

FACTIONS = {"North": "north", "Far South": "far-south"}
TYPES = ("kite", "flyer")


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("any kite", AttachTo(types=("kite",))),
        ("a kite you control", AttachTo(types=("kite",), controller="own")),
        ("a flyer controlled by an opponent", AttachTo(types=("flyer",), controller="opponent")),
        ("a Far South kite", AttachTo(types=("kite",), faction="far-south")),
        ("a unique North flyer", AttachTo(types=("flyer",), faction="north", unique=True)),
        ("an agile or silent kite", AttachTo(types=("kite",), traits=("Agile", "Silent"))),
    ],
)
def test_the_words_say_which_card_is_a_host(text: str, host: AttachTo) -> None:
    assert attach_to_from(text, "card.attach_to", FACTIONS, TYPES) == host


@pytest.mark.parametrize("text", ["whoever", "a kit", "a North location", "any kite please", ""])
def test_other_words_are_refused_with_an_example_of_the_game(text: str) -> None:
    with pytest.raises(InvalidCard) as fault:
        attach_to_from(text, "card.attach_to", FACTIONS, TYPES)
    assert str(fault.value) == f"card.attach_to: cannot read {text!r}; expected as 'a unique North kite'"


def test_a_game_without_factions_has_an_example_without_one() -> None:
    with pytest.raises(InvalidCard, match=r"expected as 'a unique kite'$"):
        attach_to_from("whoever", "card.attach_to", {}, TYPES)
