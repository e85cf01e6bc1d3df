"""What people are shown of described fields: the marks that a thing has, the counts that are not as they begin."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Struct

from domain.kernel.state.fields import CountField, MarkField, field_state
from service.present.field_words import further_words


class Kite(Struct):
    """A thing whose count begins at 2."""

    torn: Annotated[bool, MarkField("torn", "whole")] = False
    height: Annotated[int, CountField("height")] = 2
    ribbons: Annotated[int, CountField("ribbons")] = 0


@pytest.mark.parametrize(
    ("kite", "words"),
    [
        (Kite(), ()),
        (Kite(height=0), ("height 0",)),
        (Kite(torn=True, height=3, ribbons=1), ("torn", "height 3", "ribbons 1")),
    ],
)
def test_what_is_sent_of_a_thing_is_shown(kite: Kite, words: tuple[str, ...]) -> None:
    assert further_words(Kite, field_state(kite)) == words


def test_what_stands_in_every_view_is_shown_where_it_is_not_as_it_begins_and_not_hidden() -> None:
    seen: dict[str, Any] = {"torn": False, "height": 2, "ribbons": None}
    assert further_words(Kite, seen) == ()
    assert further_words(Kite, seen | {"height": 1, "ribbons": 3}, without=("height",)) == ("ribbons 3",)
