"""3. The conflict phase: who has the next opportunity, what is passed, who claims the Imperial Favor."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.commands import DeclareDefenders
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DeclareConflict, DeclineRing, PassConflict, SetFavor
from domain.games.l5r.state import Favor
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import Handle, Seat
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, after, laid, passed_to, question, refusal

RONIN = {"play": ["wandering-ronin", "wandering-ronin"], "hand": []}


def conflicts(**said: Any) -> Match:
    return laid(ConflictPhase(at="3.1"), "conflict", **{"alice": RONIN, "bob": RONIN, **said})


def attack(kind: str, attacker: str, ring: str = "air", province: str = "1") -> DeclareConflict:
    return DeclareConflict(ring, kind, province, (Handle(attacker),), {})


def test_opportunities_alternate_and_each_pass_costs_one_of_no_type() -> None:
    match = conflicts()
    order = []
    while question(match)[0] == "conflict":
        order.append(question(match)[1][0])
        match = after(match, (order[-1], PassConflict()))
    assert order == [ALICE, BOB, ALICE, BOB]
    assert question(match)[0] != "conflict"


def test_after_a_pass_either_type_may_be_declared_once() -> None:
    match = after(conflicts(), (ALICE, PassConflict()), (BOB, PassConflict()))
    match = after(match, (ALICE, attack("political", "a-wandering-ronin")))
    assert match.table.players[ALICE].opportunities == 0
    assert match.table.players[ALICE].declared_political


def test_a_type_is_declared_once_in_a_phase() -> None:
    match = after(conflicts(), (ALICE, attack("military", "a-wandering-ronin")), (BOB, DeclareDefenders(())))
    match = after(passed_to(match, "ring-effect"), (ALICE, DeclineRing()), (BOB, PassConflict()))
    again = attack("military", "a-wandering-ronin-2", "earth")
    assert refusal(match, ALICE, again) == "l5r.conflictphase.two-opportunities"
    match = after(match, (ALICE, attack("political", "a-wandering-ronin-2", "earth")))
    assert match.table.contest.kind == "political"


def test_the_other_player_goes_on_alone_when_one_has_no_opportunity_left() -> None:
    match = laid(
        ConflictPhase(at="/next", last=ALICE),
        alice={**RONIN, "opportunities": 2},
        bob={**RONIN, "opportunities": 0},
    )
    assert question(match) == ("conflict", (ALICE,))


def test_a_player_who_cannot_attack_passes_without_being_asked() -> None:
    match = conflicts(bob={"play": [], "hand": []})
    match = after(match, (ALICE, PassConflict()))
    assert question(match) == ("conflict", (ALICE,))
    assert match.table.players[BOB].opportunities == 1


def test_pass_is_no_answer_where_an_opportunity_is_passed() -> None:
    assert refusal(conflicts(), ALICE, Pass()) == "l5r.conflictphase.passed-is-lost"


def test_the_window_after_3_1_opens_before_each_opportunity_and_before_the_favor() -> None:
    match, windows = laid(ConflictPhase(at="3.1"), "conflict", policy="open", alice=RONIN, bob=RONIN), 0
    while match.table.phase == "conflict" and question(match)[0] != "favor":
        kind, (seat, *_) = question(match)
        windows += kind == "conflicts.action" and seat == ALICE
        match = after(match, (seat, PassConflict() if kind == "conflict" else Pass()))
    assert windows == 5


@pytest.mark.parametrize(
    ("alice", "bob", "winner"),
    [
        (["doji-hotaru"], ["doji-whisperer"], ALICE),
        ([("doji-hotaru", {"bowed": True})], ["doji-whisperer"], BOB),
        (["doji-whisperer"], ["doji-gift-giver"], ""),
        (["doji-whisperer"], [], ALICE),
    ],
)
def test_glory_of_ready_characters_decides_on_the_favor(alice: list[Any], bob: list[Any], winner: str) -> None:
    match = laid(ConflictPhase(at="3.4"), alice={"play": alice}, bob={"play": bob})
    kind = question(match)
    if not winner:
        assert kind[0] != "favor"
        assert match.table.favor is None
        return
    assert kind == ("favor", (winner,))
    match = after(match, (winner, SetFavor("political")))
    assert match.table.favor == Favor(Seat(winner), "political")


def test_a_claimed_ring_counts_as_one_glory_and_a_tie_leaves_the_favor_as_it_is() -> None:
    tied: dict[str, Any] = {"alice": {"play": ["doji-whisperer"]}, "bob": {"play": ["doji-gift-giver"]}}
    held = Favor(BOB, "military")
    match = laid(ConflictPhase(at="3.4"), favor=held, **tied)
    assert (match.table.favor, question(match)[0] == "favor") == (held, False)
    rings = laid(ConflictPhase(at="/actions", last=BOB), **tied).table.rings
    ring = rings["air"]
    rings.put("air", type(ring)(claimed_by=ALICE))
    match = laid(ConflictPhase(at="3.4"), rings=rings, **tied)
    assert question(match) == ("favor", (ALICE,))
    assert refusal(match, ALICE, SetFavor("sideways")) == "l5r.favor.3-4-2-claim"
