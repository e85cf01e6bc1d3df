"""Changes of a board by hand are said in sentences, not by their kind and fields."""

from __future__ import annotations

import pytest

from domain.kernel.corrections import changes
from domain.kernel.ids import Seat
from service.console.words import titles_only
from service.present.text.facts import change_words

STARK = Seat("stark")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (changes.SetPieces("winterfell", STARK, "footman", 2), "footman of stark in winterfell: 2"),
        (changes.SetPieces("white-harbor", STARK, "ship", 1, "routed"), "ship of stark in white harbor (routed): 1"),
        (changes.SetMarker("winterfell", "order", STARK, "raid"), "order of stark in winterfell: raid"),
        (changes.SetMarker("moat-cailin", "power-token"), "power token in moat cailin: none"),
        (changes.SetTrack("iron-throne", (STARK, Seat("lannister"))), "iron throne track: stark, lannister"),
        (changes.SetPlace(STARK, "supply", "4"), "supply of stark: 4"),
    ],
)
def test_a_change_of_the_board_is_said_in_a_sentence(change: changes.AnyChange, said: str) -> None:
    assert change_words(change, titles_only({})) == said
