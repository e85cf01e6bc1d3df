"""4. The fate phase: characters without fate go one by one, fate leaves characters and comes to rings."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from domain.games.l5r.chart.fate_phase import FatePhase
from domain.games.l5r.commands import DiscardFateless
from domain.games.l5r.state import Ring
from domain.kernel.ids import Handle
from domain.kernel.table import CopyOnWriteMap
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, after, card, keys, laid, pools, question, refusal


def fate_phase(**said: Any) -> Match:
    return laid(FatePhase(at="4.1"), "fate", **{"alice": {"hand": []}, "bob": {"hand": []}, **said})


def test_each_player_discards_characters_without_fate_one_by_one_the_first_player_first() -> None:
    rich = ("doji-hotaru", {"fate": 2})
    match = fate_phase(
        alice={"play": ["miya-mystic", rich, "keeper-initiate"], "hand": []},
        bob={"play": ["seeker-initiate", "savvy-politician"], "hand": []},
    )
    assert question(match) == ("fateless", (ALICE,))
    assert refusal(match, ALICE, DiscardFateless(Handle("a-doji-hotaru"))) == "l5r.fatephase.4-2-one-by-one"
    match = after(match, (ALICE, DiscardFateless(Handle("a-keeper-initiate"))))
    assert keys(match, ALICE, "dynasty_discard") == ["miya-mystic", "keeper-initiate"]
    assert question(match) == ("fateless", (BOB,))
    assert card(match, "a-doji-hotaru").fate == 2
    match = after(match, (BOB, DiscardFateless(Handle("b-savvy-politician"))))
    assert keys(match, BOB, "dynasty_discard") == ["seeker-initiate", "savvy-politician"]
    assert card(match, "a-doji-hotaru").fate == 1


def test_a_character_that_loses_its_last_fate_stays_until_the_next_round() -> None:
    match = fate_phase(alice={"play": [("doji-hotaru", {"fate": 1})], "hand": []})
    assert (card(match, "a-doji-hotaru").fate, keys(match, ALICE, "dynasty_discard")) == (0, [])


def test_each_unclaimed_ring_gets_a_fate() -> None:
    rings = CopyOnWriteMap(laid(FatePhase(at="4.5"), "fate").table.rings)
    rings.put("air", Ring(claimed_by=BOB))
    rings.put("fire", structs.replace(rings["fire"], fate=2))
    now = fate_phase(rings=rings).table.rings
    assert {element: ring.fate for element, ring in now.items()} == {
        "air": 0,
        "earth": 1,
        "fire": 3,
        "void": 1,
        "water": 1,
    }


def test_who_controls_an_honored_character_that_leaves_gains_honor_and_of_a_dishonored_one_loses_it() -> None:
    match = fate_phase(
        alice={"play": [("miya-mystic", {"honored": True})], "hand": []},
        bob={"play": [("seeker-initiate", {"dishonored": True})], "hand": []},
    )
    assert pools(match, "honor") == (11, 9)


def test_attachments_go_with_their_character_each_to_its_own_pile() -> None:
    match = fate_phase(
        alice={
            "play": ["miya-mystic", ("fine-katana", {"host": Handle("a-miya-mystic")})],
            "hand": [],
        },
        bob={"play": [("court-mask", {"host": Handle("a-miya-mystic")})], "hand": []},
    )
    assert (keys(match, ALICE, "dynasty_discard"), keys(match, ALICE, "discard")) == (["miya-mystic"], ["fine-katana"])
    assert keys(match, BOB, "discard") + keys(match, BOB, "hand") == ["court-mask"]
