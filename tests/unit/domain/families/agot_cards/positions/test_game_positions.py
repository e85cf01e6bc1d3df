"""What a position says of turns, challenges and effects is what a match can come to."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.agot_lcg.game import position_of
from domain.match.aggregate import Match, decide
from tests.unit.domain.games.agot_lcg.positions.test_positions import (
    LATER,
    RICH,
    STRONG,
    open_position,
    refused,
    table_at,
)


@pytest.mark.parametrize(
    ("at", "turn", "said"),
    [
        (
            "draw.action",
            {"passed": ["alice"], "priority": "alice"},
            "priority: after alice has passed bob has the opportunity (agot_lcg.pass.until-consecutive-passes)",
        ),
        ("4.2", {"priority": "bob"}, "priority: 4.2 is no window"),
        ("4.2", {"passed": ["alice"]}, "passed: 4.2 is no window"),
        ("draw.action", {"done": ["alice"]}, "done: nobody has a turn in the draw phase"),
        (
            "draw.action",
            {"active_player": "bob"},
            "active_player: there is none at draw.action (agot_lcg.active-player.definition)",
        ),
        ("4.1", {"active_player": "bob"}, "active_player: there is none at 4.1 (agot_lcg.active-player.definition)"),
    ],
)
def test_a_turn_that_no_match_comes_to_is_refused(at: str, turn: dict[str, Any], said: str) -> None:
    assert refused(table_at(at, **turn)) == f"position.{said}"


@pytest.mark.parametrize("policy", ["open", "public", "fast"])
def test_after_those_who_have_passed_the_next_one_has_the_opportunity(policy: str) -> None:
    said, follows = table_at("draw.action", passed=["alice"], priority="bob"), table_at("draw.action", passed=["alice"])
    assert position_of(open_position(follows, policy).table) == position_of(open_position(said, policy).table)
    assert position_of(open_position(follows, policy).table)["passed"] == ["alice"]


def attack(**fields: Any) -> dict[str, Any]:
    """A challenge of Bob, who is not the first player, against Alice."""
    challenge = {"kind": "power", "attacker": "bob", "attackers": ["bran-stark"], **fields.pop("challenge", {})}
    position = table_at("challenge.initiated.action", challenge=challenge, **fields)
    position["players"]["alice"] = {"play": ["arya-stark", "the-iron-throne"], "hand": ["catelyn-stark"]}
    position["players"]["bob"]["play"] = ["bran-stark"]
    return position


def test_who_attacks_is_the_active_player() -> None:
    assert open_position(attack()).table.active_player == "bob"
    wrong = "bob attacks, and only the active player does (agot_lcg.active-player.in-challenges)"
    assert refused(attack(active_player="alice")) == f"position.active_player: {wrong}"


@pytest.mark.parametrize(
    ("bypassed", "said"),
    [
        (["bran-stark"], "bran-stark attacks (agot_lcg.stealth.bypass)"),
        (["arya-stark", "arya-stark"], "arya-stark is there twice (agot_lcg.stealth.bypass)"),
        (["the-iron-throne"], "the-iron-throne is no character in play (agot_lcg.stealth.bypass)"),
        (["catelyn-stark"], "catelyn-stark is no character in play (agot_lcg.stealth.bypass)"),
    ],
)
def test_who_is_bypassed_is_a_character_that_does_not_attack(bypassed: list[str], said: str) -> None:
    assert refused(attack(challenge={"bypassed": bypassed})) == f"position.challenge.bypassed: {said}"


OPPONENTS = [{"choose": {"cards": {"type": "character", "controller": "opponent"}}}]
LURE = {"targets": OPPONENTS, "parts": [{"take_control": {}}, {"join_as_attacker": {}}]}
EXILE = {"targets": OPPONENTS, "parts": [{"return_to_hand": {}}]}


@pytest.mark.parametrize(("ability", "side"), [(LURE, ("bran-stark", "arya-stark")), (EXILE, ("bran-stark",))])
def test_a_bypassed_character_that_changes_sides_or_leaves_play_is_bypassed_no_more(
    ability: dict[str, Any], side: tuple[str, ...]
) -> None:
    """What comes of it is a position that reads again."""
    trick = {"id": "trick", "type": "location", "cost": 1, "abilities": [{"action": ability}]}
    position = attack(challenge={"bypassed": ["arya-stark"]}, priority="bob")
    position["players"]["bob"]["play"].append("trick")
    match = open_position(position, "open", (trick,))
    cards = {card.printed.id: card.handle for card in match.table.cards.values()}
    for command in (
        {"type": "initiate_action", "card": cards["trick"], "ability": 0},
        {"type": "choose_targets", "targets": [cards["arya-stark"]]},
    ):
        match = answer(match, command)
    while match.table.waiting.question != "challenge.initiated.action":
        match = answer(match, {"type": "pass"})
    written = position_of(match.table)
    assert (tuple(written["challenge"]["attackers"]), written["challenge"].get("bypassed")) == (side, None)
    assert position_of(open_position(written, "open", (trick,)).table) == written


def answer(match: Match, command: dict[str, Any]) -> Match:
    (seat,) = match.table.waiting.seats
    said = match.rules.command(command)
    return decide(
        match, seat, said, wait=None, key=f"k{match.version}", actor=seat, at="now", action_id=f"a{match.version}"
    ).match


@pytest.mark.parametrize("source", ["ice", "core/ice", "greatsword"])
def test_the_source_of_an_effect_is_named_as_cards_are(source: str) -> None:
    position = table_at("draw.action", lasting=[{**STRONG, "source": source}])
    position["players"]["alice"]["discard"] = [{"card": "ice", "as": "greatsword"}]
    assert position_of(open_position(position).table)["lasting"][0]["source"] == "core/ice"
    later = {**LATER, "key": "for-the-north"}
    assert open_position({**RICH, "delayed": [later]}).table == open_position({**RICH, "delayed": [LATER]}).table
