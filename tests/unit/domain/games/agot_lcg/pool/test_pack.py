"""What a card of one's own can never have, and what no other card is called, is an error at its place in the pack."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.pool.pack import PACKS
from domain.games.agot_lcg.pool.pool import core_pool
from domain.kernel.formats.reading import DocumentNode, Unreadable

DRAWING: dict[str, Any] = {"action": {"parts": [{"draw": {}}]}}

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
        PACKS.with_own_cards(
            core_pool(), {}, DocumentNode("cards", [{"id": "news", "type": "event", "cost": 0, **fields}])
        )
    assert str(caught.value).startswith(f"cards[0]{message}")


RAISED = {"what": "strength", "amount": 1}
CHEAPER = {"what": "cost", "name": "marshal", "amount": -1}
SPENDING: dict[str, Any] = {"action": {"costs": [{"token_cost": {"token": "poisn"}}], "parts": [{"draw": {}}]}}
MISNAMED: dict[str, tuple[dict[str, object], str, str]] = {
    "title": (
        {"constant": [{**RAISED, "on": {"title": "Eddard Strak"}}]},
        "constant[0].on.title: no card is called 'Eddard Strak'",
        "Eddard Stark",
    ),
    "trait": (
        {"constant": [{**RAISED, "on": {"trait": ["Lady", "Lrod"]}}]},
        "constant[0].on.trait[1]: no card has or gains the trait 'Lrod'",
        "Lord",
    ),
    "trait of what costs less": (
        {"constant": [{**CHEAPER, "match": {"trait": "Knigt"}}]},
        "constant[0].match.trait: no card has or gains the trait 'Knigt'",
        "Knight",
    ),
    "one trait of several": (
        {"constant": [{**CHEAPER, "any_trait": ["Knight", "Lrod"]}]},
        "constant[0].any_trait[1]: no card has or gains the trait 'Lrod'",
        "Lord",
    ),
    "token": (
        {"constant": [{**RAISED, "on": {"token": "poisno"}}]},
        "constant[0].on.token: no card puts 'poisno' tokens on cards",
        "poison",
    ),
    "token that pays": (SPENDING, "action.costs[0].token_cost.token: no card puts 'poisn' tokens on cards", "poison"),
}


@pytest.mark.parametrize(("ability", "message", "meant"), MISNAMED.values(), ids=list(MISNAMED))
def test_what_no_card_is_called_has_or_brings_is_an_error_with_what_was_meant(
    ability: dict[str, object], message: str, meant: str
) -> None:
    card = {"id": "hall", "type": "location", "cost": 0, "abilities": [ability]}
    with pytest.raises(Unreadable) as caught:
        PACKS.with_own_cards(core_pool(), DECLARED, DocumentNode("cards", [card]))
    assert str(caught.value).startswith(f"cards[0].abilities[0].{message}")
    assert caught.value.meant == meant


def test_what_a_card_of_the_pack_brings_can_be_named() -> None:
    gained = {"constant": [{"what": "trait", "name": "Pretender", "on": {"me": True}}]}
    asked = {"constant": [{**RAISED, "on": {"trait": ["Pretender"], "token": "dawn"}}]}
    marked = {"action": {"parts": [{"add_token": {"token": "dawn", "on": {"me": True}}}]}}
    card = {"id": "hall", "type": "location", "cost": 0, "abilities": [gained, asked, marked]}
    assert "own/hall" in PACKS.with_own_cards(core_pool(), DECLARED, DocumentNode("cards", [card]))[1]


def test_an_event_that_becomes_an_attachment_has_what_attachments_have() -> None:
    attaching = {"targets": [{"choose": {"cards": {"type": "character"}}}], "parts": [{"become_attachment": {}}]}
    fields = {"keywords": ["terminal"], "reserve_bonus": 1, "abilities": [{"action": attaching}]}
    pool, _ = PACKS.with_own_cards(
        core_pool(), {}, DocumentNode("cards", [{"id": "news", "type": "event", "cost": 0, **fields}])
    )
    assert pool.cards["own/news"].reserve_bonus == 1
