"""Cards of the pool that are otherwise than printed."""

from __future__ import annotations

import json

import pytest

from domain.games import GAMES, rules_with_cards
from domain.games.agot_lcg.rules import AgotLcg
from domain.kernel.formats.reading import Unreadable

TYWIN = "core/tywin-lannister"


def rules_with(*cards: dict[str, object], pack: str = "") -> AgotLcg:
    changed = rules_with_cards("agot_lcg", pack, json.dumps(cards))
    assert isinstance(changed, AgotLcg)
    return changed


def test_what_is_not_said_stays_as_it_is_printed() -> None:
    printed = GAMES["agot_lcg"].rules
    changed = rules_with({"id": "tywin-lannister", "strength": 9})
    assert isinstance(printed, AgotLcg)
    before, after = printed.pool.cards[TYWIN], changed.pool.cards[TYWIN]
    assert (before.strength, after.strength) == (6, 9)
    assert (after.cost, after.icons, after.code) == (before.cost, before.icons, before.code)
    assert changed.registry.declared[TYWIN] == printed.registry.declared[TYWIN]
    assert changed.pool.id != printed.pool.id
    assert {*changed.pool.cards} == {*printed.pool.cards}


def test_abilities_that_are_given_are_all_that_there_are() -> None:
    own = [{"constant": [{"what": "strength", "amount": 1, "on": {"me": True}}]}]
    changed = rules_with({"id": "tywin-lannister", "abilities": own})
    [ability] = changed.registry.declared[TYWIN]
    assert ability.timing == "constant"


def test_a_pack_is_read_beside_changed_cards() -> None:
    pack = json.dumps([{"id": "mine", "type": "character", "cost": 1, "strength": 1}])
    changed = rules_with({"id": "tywin-lannister", "cost": 0}, pack=pack)
    assert (changed.pool.cards["own/mine"].cost, changed.pool.cards[TYWIN].cost) == (1, 0)


@pytest.mark.parametrize(
    ("cards", "place", "meant"),
    [
        ([{"id": "tywin-lanister"}], "cards[0].id", "tywin-lannister"),
        ([{"strength": 1}], "cards[0].id", ""),
        ([{"id": "tywin-lannister"}, {"id": "tywin-lannister"}], "cards[1].id", ""),
        ([{"id": "tywin-lannister", "strenght": 1}], "cards[0].strenght", "strength"),
        ([{"id": "tywin-lannister", "abilities": [{"actoin": {}}]}], "cards[0].abilities[0]", ""),
        ([{"id": "tywin-lannister", "reserve": 3}], "cards[0].reserve", ""),
    ],
)
def test_what_does_not_hold_is_named(cards: list[dict[str, object]], place: str, meant: str) -> None:
    with pytest.raises(Unreadable) as error:
        rules_with_cards("agot_lcg", "", json.dumps(cards))
    assert (error.value.place[: len(place)], error.value.meant if meant else "") == (place, meant)


def test_a_game_without_such_cards_says_so() -> None:
    with pytest.raises(Unreadable, match="agot_board has no cards that a file can change"):
        rules_with_cards("agot_board", "", json.dumps([{"id": "mace-tyrell"}]))
