"""5. The regroup phase: cards ready, provinces are cleared, rings return, the other player is the first player."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.commands import OrderPiles
from domain.games.l5r.chart.regroup_phase import RegroupPhase
from domain.games.l5r.commands import DiscardFromProvinces
from domain.games.l5r.state import Ring
from domain.kernel.ids import Handle, zone
from domain.kernel.table import CopyOnWriteMap
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, USUAL, after, card, keys, laid, question, refusal

BROKEN = [(USUAL["provinces"][0], {"broken": True}), *USUAL["provinces"][1:]]
ASKED = {"revealed": True, "hand": []}
"""A player who is asked in 5.3, so that play stops there."""


def regroup(**said: Any) -> Match:
    return laid(RegroupPhase(at="5.1"), "regroup", **{"alice": {"hand": []}, "bob": {"hand": []}, **said})


def handles(*cards: str) -> DiscardFromProvinces:
    return DiscardFromProvinces(tuple(map(Handle, cards)))


def test_every_bowed_card_in_play_readies_the_stronghold_too() -> None:
    bowed = {"bowed": True}
    match = laid(
        RegroupPhase(at="5.1"),
        "regroup",
        alice={
            "stronghold": ("shizuka-toshi", bowed),
            "play": [("miya-mystic", bowed), ("fine-katana", {**bowed, "host": Handle("a-miya-mystic")})],
            "hand": [],
        },
        bob={"hand": [], "holding": [("favorable-ground", {**bowed, "slot": 4})], "row": USUAL["row"][:3]},
    )
    assert not any(each.bowed for each in match.table.cards.values())


def test_faceup_cards_in_broken_provinces_must_go_others_may_and_all_are_replaced_facedown() -> None:
    match = regroup(alice={"provinces": BROKEN, "revealed": True, "hand": []}, bob=ASKED)
    assert question(match) == ("provinces-to-clear", (ALICE,))
    assert refusal(match, ALICE, handles("a-otomo-courtier")) == "l5r.regroup.5-3-unbroken-may"
    assert refusal(match, ALICE, handles("b-miya-mystic")) == "l5r.regroup.5-3-unbroken-may"
    match = after(match, (ALICE, handles("a-doji-whisperer")))
    assert question(match) == ("order-pile", (ALICE,))
    match = after(match, (ALICE, OrderPiles((Handle("a-doji-whisperer"), Handle("a-otomo-courtier")))))
    assert keys(match, ALICE, "dynasty_discard") == ["otomo-courtier", "doji-whisperer"]
    assert [each.facedown for each in match.table.dynasty_cards(ALICE)][:4] == [True, False, False, True]


def test_a_holding_may_be_discarded_and_its_province_is_refilled() -> None:
    holding = ("favorable-ground", {"slot": 4})
    match = regroup(alice={"holding": [holding], "row": USUAL["row"][:3], "hand": []}, bob=ASKED)
    match = after(match, (ALICE, handles("a-favorable-ground")))
    assert keys(match, ALICE, "dynasty_discard") == ["favorable-ground"]
    assert [each.slot for each in match.table.dynasty_cards(ALICE)] == [1, 2, 3, 4]


def test_a_province_with_a_holding_is_not_refilled() -> None:
    holding = ("favorable-ground", {"slot": 4})
    match = regroup(alice={"holding": [holding], "row": USUAL["row"][:3], "hand": []}, bob=ASKED)
    match = after(match, (ALICE, handles()))
    assert len(match.table.in_slot(ALICE, 4)) == 1


def test_claimed_rings_return_and_the_token_passes() -> None:
    rings = CopyOnWriteMap(regroup().table.rings)
    rings.put("air", Ring(claimed_by=BOB))
    match = regroup(rings=rings, first=BOB)
    assert (match.table.unclaimed_rings(), match.table.first_player) == (
        ("air", "earth", "fire", "void", "water"),
        ALICE,
    )
    assert match.table.round == 3
    assert match.table.phase == "dynasty"


def test_a_dynasty_deck_that_runs_out_costs_5_honor_and_the_discard_pile_becomes_the_new_one() -> None:
    deck = {"dynasty_deck": ["keeper-initiate"], "dynasty_discard": ["seeker-initiate"] * 3}
    match = regroup(alice={**deck, "provinces": BROKEN, "revealed": True, "hand": []}, bob=ASKED)
    match = after(match, (ALICE, handles("a-seppun-guardsman")))
    piled = tuple(match.table.zone(zone(ALICE, "dynasty_discard"))[:2])
    match = after(match, (ALICE, OrderPiles(piled)))
    assert match.table.players[ALICE].honor == 5
    assert [len(match.table.in_slot(ALICE, slot)) for slot in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert len(keys(match, ALICE, "dynasty_deck")) == 4
    assert keys(match, ALICE, "dynasty_discard") == []


@pytest.mark.parametrize("honor", [10, 5])
def test_a_province_stays_empty_where_there_is_no_card_at_all(honor: int) -> None:
    match = laid(
        RegroupPhase(at="5.4"),
        "regroup",
        alice={"dynasty_deck": [], "row": USUAL["row"][:3], "honor": honor, "hand": []},
        bob={"hand": []},
    )
    if honor == 5:
        assert match.table.over.rule == "l5r.win.honor-0"
        return
    assert match.table.players[ALICE].honor == 5
    assert match.table.in_slot(ALICE, 4) == []
    assert card(match, "a-otomo-courtier").slot == 1
