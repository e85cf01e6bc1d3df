"""Why somebody was not asked, and every number of a table with its trace, as judges ask."""

from __future__ import annotations

import pytest
from msgspec import structs

from domain.games.l5r.facts.conflicts import ProvinceBroken
from domain.games.l5r.facts.players import HonorGained, HonorGiven, HonorLost
from domain.games.l5r.questions import marks, no_broken_province, no_favor, no_ring_effect, number_names, numbers
from domain.games.l5r.state import L5rTable, current_conflict
from domain.kernel.ids import PUBLIC, Viewer
from domain.kernel.numbers import RuleNumber
from tests.l5r_cards import fight, in_phase
from tests.l5r_tables import ALICE, BOB


def fought(**outcome: object) -> L5rTable:
    """Alice attacks with Hotaru, whom a ronin of Bob meets; the outcome is what is said."""
    table: L5rTable = fight("doji-hotaru").table.branch()
    table.contest = structs.replace(current_conflict(table), **outcome)
    return table


def test_who_lost_was_not_asked_for_the_effect_of_the_ring_and_reads_both_totals() -> None:
    table = fought(decided=True, winner=BOB, loser=ALICE, attack=2, defense=5)
    refusal = no_ring_effect(table, ALICE)
    assert refusal is not None
    assert (refusal.rule, refusal.because) == (
        "l5r.conflict.3-2-6-otherwise-nothing",
        {"winner": BOB, "attack": 2, "defense": 5},
    )
    assert no_ring_effect(table, BOB) is None  # nobody asks the defending player


def test_who_won_was_not_asked_for_it_as_a_card_cancels_it() -> None:
    refusal = no_ring_effect(fought(decided=True, winner=ALICE, loser=BOB), ALICE)
    assert refusal is not None
    assert refusal.rule == "l5r.cancel.definition"


def test_a_province_that_held_asks_for_no_cards_and_tells_its_strength() -> None:
    table = fought(decided=True, winner=ALICE, loser=BOB, margin=1)
    refusal = no_broken_province(table, ALICE)
    assert refusal is not None
    assert refusal.because == {"winner": ALICE, "margin": 1, "strength": 4}
    assert no_broken_province(table, BOB) is None
    broken = fought(decided=True, winner=ALICE, loser=BOB, margin=4, broke=True)
    assert no_broken_province(broken, ALICE) is None


def test_equal_glory_is_why_nobody_was_asked_for_a_side_of_the_favor() -> None:
    refusal = no_favor(in_phase("conflict").table, ALICE)
    assert refusal.rule == "l5r.favor.3-4-2-tie"
    assert refusal.because == {"totals": {ALICE: 0, BOB: 0}}


def numbers_of(viewer: str) -> dict[tuple[str, str], RuleNumber]:
    """The numbers of the table on which Alice attacks, by their name and what they are of."""
    found = numbers(fight("doji-hotaru").table, Viewer(viewer))
    return {(each.what, str(each.of)): each for each in found}


def test_both_sides_of_the_conflict_and_each_character_have_their_numbers() -> None:
    found = numbers_of(PUBLIC)
    assert {name for name, _ in found} <= set(number_names)
    assert (found["attack", ALICE].number.value, found["defense", BOB].number.value) == (3, 2)
    assert found["military", "a-doji-hotaru"].number.value == 3
    assert found["political", "a-doji-hotaru"].number.value == 6
    assert found["glory", "a-doji-hotaru"].number.value == 3


def test_facedown_provinces_have_their_strength_for_their_player_alone() -> None:
    known = {viewer: {of for name, of in numbers_of(viewer) if name == "province-strength"} for viewer in (ALICE, BOB)}
    public = {of for name, of in numbers_of(PUBLIC) if name == "province-strength"}
    assert (len(known[ALICE] - public), len(known[BOB] - public)) == (5, 4)  # the attack has turned one up
    assert not (known[ALICE] - public) & known[BOB]


def test_costs_of_a_hand_are_told_to_its_player() -> None:
    mine = {of for name, of in numbers_of(ALICE) if name == "cost"}
    theirs = {of for name, of in numbers_of(BOB) if name == "cost"}
    assert "a-ornate-fan" in mine
    assert "a-ornate-fan" not in theirs


@pytest.mark.parametrize(
    ("fact", "mark"), [(HonorGained, "power"), (HonorLost, "power"), (HonorGiven, "power"), (ProvinceBroken, "loss")]
)
def test_honor_and_broken_provinces_are_marks_to_which_one_jumps(fact: type, mark: str) -> None:
    assert marks[fact] == mark
