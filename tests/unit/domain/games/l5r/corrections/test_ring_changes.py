"""Who has claimed a ring, the fate on one and the Imperial Favor, as a judge sets them by hand."""

from __future__ import annotations

import pytest

from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.corrections.forms import change_forms
from domain.games.l5r.facts.conflicts import RingClaimed, RingFatePlaced, RingsReturned
from domain.games.l5r.facts.players import FavorSet
from domain.games.l5r.game import rules
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import Favor, L5rTable, Ring
from domain.kernel.corrections.changes import SAME, ChangeFault, SetMarker
from domain.kernel.corrections.forms import make_change
from domain.kernel.corrections.words import normalize_change
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import NO_SEAT, PUBLIC, Handle
from tests.l5r_tables import ALICE, BOB, conflict, laid


def table_with_rings() -> L5rTable:
    """Alice attacks for the ring of air; Bob has claimed the ring of fire, and one fate lies on the ring of void."""
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
    alice = {"play": ["doji-hotaru"]}
    match = laid(frames, contest=conflict(attackers=(Handle("a-doji-hotaru"),)), alice=alice)
    table: L5rTable = match.table.branch()
    table.rings.put("air", Ring(side="military", contested=True))
    table.rings.put("fire", Ring(claimed_by=BOB))
    table.rings.put("void", Ring(fate=1))
    return table


def fault(change: SetMarker) -> ChangeFault | None:
    """What is wrong with a change: with a word of it, or with what it would bring about."""
    table = table_with_rings()
    read = normalize_change(rules, table, change)
    return read if isinstance(read, ChangeFault) else rules.change_fault(table, read)


def done(change: SetMarker) -> tuple[list[Fact], L5rTable]:
    """The facts of a change that is possible, and the table after it."""
    assert fault(change) is None
    game = Game(rules, table_with_rings(), bytes(32), 1)
    rules.carry_out(game, change)
    return list(game.facts), game.table


def test_a_ring_is_claimed_or_returned_and_keeps_its_fate() -> None:
    facts, table = done(SetMarker("void", "ring", ALICE))
    assert facts == [RingClaimed("void", ALICE)]
    assert table.rings["void"] == Ring(fate=1, claimed_by=ALICE)
    facts, table = done(SetMarker("fire", "ring"))
    assert facts == [RingsReturned(("fire",))]
    assert table.rings["fire"] == Ring()


def test_fate_on_a_ring_is_told_as_it_is_afterwards() -> None:
    facts, table = done(SetMarker("void", "ring-fate", value="3"))
    assert facts == [RingFatePlaced(("void",), 2)]
    assert table.rings["void"] == Ring(fate=3)
    facts, table = done(SetMarker("void", "ring-fate", value="0"))
    assert (facts, table.rings["void"]) == ([RingFatePlaced(("void",), -1)], Ring())


def test_fate_lies_on_a_contested_ring_too() -> None:
    _, table = done(SetMarker("air", "ring-fate", value="2"))
    assert table.rings["air"] == Ring(fate=2, side="military", contested=True)


def test_the_favor_is_given_with_its_side_and_taken_away() -> None:
    facts, table = done(SetMarker("favor", "favor", BOB, "political"))
    assert (facts, table.favor) == ([FavorSet(BOB, "political")], Favor(BOB, "political"))
    game = Game(rules, table, bytes(32), 1)
    taken = SetMarker("favor", "favor")
    assert rules.change_fault(table, taken) is None
    rules.carry_out(game, taken)
    assert table.favor is None
    assert rules.change_fault(table, taken) == ChangeFault("seat", SAME)


def test_who_won_the_glory_count_still_claims_the_favor() -> None:
    table = table_with_rings()
    table.favored = ALICE
    FavorSet(BOB, "military").apply(table)
    assert (table.favored, table.favor) == (ALICE, Favor(BOB, "military"))


@pytest.mark.parametrize(
    ("change", "field", "problem"),
    [
        (SetMarker("air", "ring", ALICE), "area", "it is contested"),
        (SetMarker("fire", "ring", BOB), "seat", ""),
        (SetMarker("void", "ring"), "seat", ""),
        (SetMarker("void", "ring", ALICE, "military"), "value", "'military', where nothing is named"),
        (SetMarker("void", "ring-fate", value="1"), "value", ""),
        (SetMarker("void", "ring-fate"), "value", "missing"),
        (SetMarker("void", "ring-fate", value="-1"), "value", "'-1' is no number from 0"),
        (SetMarker("void", "ring-fate", ALICE, "2"), "seat", "'alice', where nothing is named"),
        (SetMarker("favor", "favor", BOB), "value", "missing"),
        (SetMarker("favor", "favor", value="military"), "seat", "missing"),
        (SetMarker("favor", "favor"), "seat", ""),
    ],
)
def test_what_is_so_already_or_cannot_be_is_named_by_its_field(change: SetMarker, field: str, problem: str) -> None:
    found = fault(change)
    assert found is not None
    assert (found.wrong, found.problem) == (field, problem)


@pytest.mark.parametrize(
    ("change", "field", "meant"),
    [
        (SetMarker("watr", "ring", ALICE), "area", "water"),
        (SetMarker("favor", "ring", ALICE), "area", ""),
        (SetMarker("air", "favor", ALICE, "military"), "area", ""),
        (SetMarker("favor", "favor", ALICE, "militry"), "value", "military"),
        (SetMarker("void", "ring-fat", value="2"), "marker", "ring-fate"),
    ],
)
def test_a_word_of_no_list_is_told_with_what_was_meant(change: SetMarker, field: str, meant: str) -> None:
    found = fault(change)
    assert found is not None
    assert (found.wrong, found.meant) == (field, meant)


def test_forms_offer_the_rings_that_are_not_contested_with_what_lies_there() -> None:
    forms = {each.name: each for each in change_forms(rules, table_with_rings(), PUBLIC)}
    ring, fate, favor = (forms[name] for name in ("ring", "ring-fate", "favor"))
    assert [(each.id, each.note) for each in ring.fields[0].values] == [
        ("earth", ""),
        ("fire", BOB),
        ("void", ""),
        ("water", ""),
    ]
    assert {each.id: each.now[""] for each in fate.fields[0].values} == {**dict.fromkeys(ELEMENTS, 0), "void": 1}
    assert make_change(ring, {"area": ["fire"]}) == SetMarker("fire", "ring")
    assert make_change(fate, {"area": ["fire"], "value": ["2"]}) == SetMarker("fire", "ring-fate", value="2")
    given: dict[str, list[str]] = {"seat": [ALICE], "value": ["military"]}
    assert make_change(favor, given) == SetMarker("favor", "favor", ALICE, "military")
    assert make_change(favor, {"value": ["military"]}) == SetMarker("favor", "favor", NO_SEAT)
