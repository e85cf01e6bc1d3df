"""The roles: keepers gain fate for defending in a conflict of their element, seekers for revealing a province of it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DeclareConflict
from domain.games.l5r.pool.printed import ELEMENTS
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests.builders import acted
from tests.l5r_cards import ALICE, BOB, answers, in_conflict, offered, players
from tests.l5r_tables import laid, pools, question

RONIN, WARRIOR = "wandering-ronin", "serene-warrior"
PROVINCES = {
    "air": "the-art-of-peace",
    "earth": "entrenched-position",
    "fire": "meditations-on-the-tao",
    "water": "the-art-of-war",
    "void": "pilgrimage",
}


def compared(role: str, ring: str, winner: str = BOB) -> Match:
    """Bob, with a role, has won a conflict as the defending player, or Alice has as the attacking player."""
    stronger = {"play": [WARRIOR]}
    alice, bob = ({"play": [RONIN]}, stronger) if winner == BOB else (stronger, {"play": [RONIN]})
    sides = ("a-wandering-ronin", "b-serene-warrior") if winner == BOB else ("a-serene-warrior", "b-wandering-ronin")
    return in_conflict("military", *sides, at="3.2.3", ring=ring, alice=alice, bob={**bob, "role": [role]})


@pytest.mark.parametrize("element", ELEMENTS)
def test_a_keeper_gains_fate_for_a_conflict_of_its_element_won_as_the_defending_player(element: str) -> None:
    match = answers(compared(f"keeper-of-{element}", element), f"b-keeper-of-{element}", "conflict_won")
    assert pools(match, "fate") == (5, 6)
    other = next(each for each in ELEMENTS if each != element)
    assert not question(compared(f"keeper-of-{element}", other))[0].startswith("reaction")


def test_a_keeper_gains_nothing_for_a_conflict_that_its_player_loses_or_wins_as_an_attacker() -> None:
    assert not question(compared("keeper-of-air", "air", ALICE))[0].startswith("reaction")
    keeper = {"play": [WARRIOR], "role": ["keeper-of-air"]}
    match = in_conflict("military", "a-serene-warrior", at="3.2.3", ring="air", alice=keeper, bob={"play": [RONIN]})
    assert not question(match)[0].startswith("reaction")


def revealed(role: str, province: str, **bob: Any) -> Match:
    """Alice attacks Bob's province, which is revealed by it."""
    said = players(
        {
            "alice": {"play": [RONIN], "opportunities": 2},
            "bob": {"role": [role], "provinces": [province, "secret-cache"], **bob},
        }
    )
    match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **said)
    return acted(match, ALICE, DeclareConflict("air", "military", "1", (Handle("a-wandering-ronin"),), {})).match


@pytest.mark.parametrize("element", ELEMENTS)
def test_a_seeker_gains_fate_when_a_province_of_its_element_is_revealed(element: str) -> None:
    match = answers(revealed(f"seeker-of-{element}", PROVINCES[element]), f"b-seeker-of-{element}", "province_revealed")
    assert pools(match, "fate") == (5, 6)


def test_a_seeker_gains_nothing_for_another_element_or_a_province_that_lay_faceup() -> None:
    assert "b-seeker-of-air" not in offered(revealed("seeker-of-air", "pilgrimage"), BOB)
    faceup = {"faceup": ["core/the-art-of-peace"]}
    assert "b-seeker-of-air" not in offered(revealed("seeker-of-air", "the-art-of-peace", **faceup), BOB)


def test_a_seeker_gains_nothing_for_a_province_of_the_opponent() -> None:
    alice = {"play": [RONIN], "opportunities": 2, "role": ["seeker-of-air"]}
    said = players({"alice": alice, "bob": {"provinces": ["the-art-of-peace", "secret-cache"]}})
    match = laid(ConflictPhase(at="3.2", last=BOB), "conflict", **said)
    match = acted(match, ALICE, DeclareConflict("air", "military", "1", (Handle("a-wandering-ronin"),), {})).match
    assert "a-seeker-of-air" not in offered(match, ALICE)
    assert pools(match, "fate") == (5, 5)
