"""What a card of one's own can never have, and what no other card is called, is an error at its place in the pack."""

from __future__ import annotations

import pytest

from domain.games.agot_lcg.pack import with_own_cards
from domain.games.agot_lcg.pool import core_pool
from domain.kernel.reading import At, Unreadable

DRAWING = {"action": {"parts": [{"draw": {}}]}}

PLAIN_EVENTS: dict[str, tuple[dict[str, object], str]] = {
    "that says nothing": ({"abilities": []}, ": an event without abilities can never be played"),
    "that has no abilities": ({}, ": an event without abilities can never be played"),
    "with terminal": (
        {"keywords": ["limited", "terminal"], "abilities": [DRAWING]},
        ".keywords[1]: an event is not in play, unless it becomes an attachment",
    ),
    "with a bonus": (
        {"reserve_bonus": -1, "abilities": [DRAWING]},
        ".reserve_bonus: an event is not in play, unless it becomes an attachment",
    ),
}


@pytest.mark.parametrize(("fields", "message"), PLAIN_EVENTS.values(), ids=list(PLAIN_EVENTS))
def test_what_an_event_that_is_only_played_never_has_is_an_error(fields: dict[str, object], message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        with_own_cards(core_pool(), {}, At("cards", [{"id": "news", "type": "event", "cost": 0, **fields}]))
    assert str(caught.value).startswith(f"cards[0]{message}")


def test_a_title_that_no_card_has_is_an_error_with_the_one_that_was_meant() -> None:
    raised = {"what": "strength", "amount": 1, "on": {"title": "Eddard Strak"}}
    card = {"id": "hall", "type": "location", "cost": 0, "abilities": [{"constant": [raised]}]}
    with pytest.raises(Unreadable) as caught:
        with_own_cards(core_pool(), {}, At("cards", [card]))
    assert str(caught.value).startswith("cards[0].abilities[0].constant[0].on.title: no card")
    assert caught.value.meant == "Eddard Stark"


def test_an_event_that_becomes_an_attachment_has_what_attachments_have() -> None:
    attaching = {"targets": [{"choose": {"cards": {"type": "character"}}}], "parts": [{"become_attachment": {}}]}
    fields = {"keywords": ["terminal"], "reserve_bonus": 1, "abilities": [{"action": attaching}]}
    pool, _ = with_own_cards(core_pool(), {}, At("cards", [{"id": "news", "type": "event", "cost": 0, **fields}]))
    assert pool.cards["own/news"].reserve_bonus == 1
