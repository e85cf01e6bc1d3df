"""Own cards beside the pool, and cards of the pool that are otherwise than printed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games.l5r.game import rules, with_cards, with_changed_cards
from domain.kernel.formats.reading import Unreadable
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseTargets
from tests.builders import acted, opened_from

SAGE: dict[str, Any] = {"id": "sage", "type": "character", "cost": 1, "military": 1, "political": 1, "glory": 0}
BOUND = "no rule says what holds first"


def constant(**said: Any) -> list[Any]:
    return [{"constant": [{"what": "military", "amount": 1, **said}]}]


def fault(*cards: dict[str, Any]) -> tuple[str, str]:
    """Where a pack of these cards does not hold, and why."""
    with pytest.raises(Unreadable) as caught:
        rules.with_pack(json.dumps(cards))
    return caught.value.place, caught.value.reason


def test_own_cards_lie_beside_those_of_the_pool_and_do_what_they_say() -> None:
    with_sage = with_cards(json.dumps([{**SAGE, "abilities": [{"action": {"parts": [{"draw": {}}]}}]}]))
    assert len(with_sage.pool.cards) == len(rules.pool.cards) + 1
    assert with_sage.pool.cards["own/sage"].title == "Sage"
    assert [each.limits for each in with_sage.registry.abilities("own/sage")] == [
        each.limits for each in with_sage.registry.abilities("core/agasha-swordsmith")
    ]
    assert with_cards("") is rules


def test_a_match_from_a_position_is_played_with_own_cards() -> None:
    honor = "{action: {targets: [{choose: {cards: {type: [character], controller: opponent}}}], parts: [{honor: {}}]}}"
    cards = f"- {{id: sage, type: character, cost: 1, military: 1, political: 1, glory: 0, abilities: [{honor}]}}"
    position = "{at: draw.action, players: {alice: {honor: 9, play: [sage]}, bob: {honor: 9, play: [doji-challenger]}}}"
    match = opened_from(position, cards, "fast", "l5r")
    named = {each.key: each.handle for each in match.table.cards.values()}
    use = {"type": "initiate_action", "card": named["own/sage"], "ability": 0}
    match = acted(match, "alice", match.rules.command(use)).match
    match = acted(match, "alice", ChooseTargets((named["core/doji-challenger"],))).match
    assert match.table.cards[Handle(named["core/doji-challenger"])].honored
    assert match.table.cards[named["own/sage"]].controller == Seat("alice")


@pytest.mark.parametrize(
    ("abilities", "place"),
    [
        (constant(on={"military_at_most": 3}), ".on.military_at_most"),
        (constant(on={"me": True}, requires=[{"exceeds": {"more": {"side_skill": {}}, "than": 1}}]), ".requires[0]"),
        (
            constant(on={"me": True}, amount={"skill": {"kind": "military", "of": {}}}),
            ".amount.skill",
        ),
        ([{"constant": [{"what": "glory", "amount": 1, "on": {"glory_at_most": 2}}]}], ".on.glory_at_most"),
        ([{"constant": [{"what": "glory", "on": {"me": True}, "amount": {"glory": {"of": {}}}}]}], ".amount.glory"),
        ([{"constant": [{"what": "keyword", "name": "pride", "on": {"keyword": "pride"}}]}], ".on.keyword"),
    ],
)
def test_a_constant_that_looks_at_what_it_changes_is_refused(abilities: list[Any], place: str) -> None:
    where, why = fault({**SAGE, "abilities": abilities})
    assert where.startswith(f"cards[0].abilities[0].constant[0]{place}")
    assert BOUND in why


def test_a_constant_that_looks_at_another_value_or_at_other_cards_holds() -> None:
    held = [constant(on={"political_at_most": 3}), constant(on={"clan": "crane", "type": ["character"]})]
    for abilities in held:
        assert "own/sage" in with_cards(json.dumps([{**SAGE, "abilities": abilities}])).registry.declared


def test_an_event_without_abilities_is_refused() -> None:
    assert fault({"id": "silence", "type": "event", "cost": 0}) == (
        "cards[0]",
        "an event without abilities can never be played: say `abilities`",
    )


def test_a_name_that_no_card_provides_is_refused() -> None:
    honor = {"action": {"parts": [{"honor": {"on": {"trait": ["Pirate"]}}}]}}
    assert fault({**SAGE, "abilities": [honor]})[0] == "cards[0].abilities[0].action.parts[0].honor.on.trait[0]"


def test_a_card_of_the_pool_may_be_otherwise_than_printed() -> None:
    otherwise = with_changed_cards("", json.dumps([{"id": "doji-challenger", "military": 7, "abilities": []}]))
    changed, printed = (each.pool.cards["core/doji-challenger"] for each in (otherwise, rules))
    assert (changed.military, printed.military) == (7, 3)
    assert otherwise.registry.abilities("core/doji-challenger") == ()
    both = with_changed_cards(json.dumps([SAGE]), json.dumps([{"id": "doji-challenger", "military": 7}]))
    assert {"own/sage", "core/doji-challenger"} <= {*both.pool.cards}
    assert both.registry.abilities("core/doji-challenger") == rules.registry.abilities("core/doji-challenger")
