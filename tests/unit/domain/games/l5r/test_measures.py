"""What a regulation compares when time is called: honor, broken provinces, rings, fate, the favor."""

from __future__ import annotations

from domain.games.l5r.measures import MEASURES, measure
from domain.games.l5r.state import ROW, Favor, L5rTable, Ring
from domain.kernel.ids import zone
from tests.l5r_cards import in_phase
from tests.l5r_tables import ALICE, BOB


def table_at_time() -> L5rTable:
    """A table of the draw phase, whose parts a test sets."""
    found: L5rTable = in_phase("draw").table.branch()
    return found


def breaks(table: L5rTable, seat: str, *slots: int) -> None:
    for province in table.province_cards(ALICE if seat == ALICE else BOB):
        if province.slot in slots:
            table.cards.writable(province.handle).broken = True


def test_every_value_is_told_of_both_players() -> None:
    found = measure(table_at_time(), ())
    assert set(found) == set(MEASURES)
    assert all(set(each) == {ALICE, BOB} for each in found.values())


def test_honor_that_is_needed_is_what_is_left_to_25() -> None:
    table = table_at_time()
    table.players.writable(ALICE).honor, table.players.writable(BOB).honor = 14, 25
    found = measure(table, ())
    assert (found["honor"], found["honor-needed"]) == ({ALICE: 14, BOB: 25}, {ALICE: 11, BOB: 0})


def test_broken_provinces_count_for_who_broke_them_and_open_the_stronghold() -> None:
    table = table_at_time()
    breaks(table, BOB, *ROW[:2])
    found = measure(table, ())
    assert found["broken-provinces"] == {ALICE: 2, BOB: 0}
    assert found["stronghold-open"] == {ALICE: 0, BOB: 0}
    breaks(table, BOB, *ROW[:3])
    found = measure(table, ())
    assert (found["broken-provinces"][ALICE], found["stronghold-open"]) == (3, {ALICE: 1, BOB: 0})


def test_rings_the_favor_and_fate_are_of_who_has_them() -> None:
    table = table_at_time()
    table.rings.put("air", Ring(claimed_by=BOB))
    table.rings.put("void", Ring(fate=2, claimed_by=BOB))
    table.rings.put("fire", Ring(side="military", contested=True))
    table.players.writable(ALICE).fate = 7
    found = measure(table, ())
    assert (found["claimed-rings"], found["favor"]) == ({ALICE: 0, BOB: 2}, {ALICE: 0, BOB: 0})
    assert found["fate"][ALICE] == 7
    table.favor = Favor(ALICE, "military")
    assert measure(table, ())["favor"] == {ALICE: 1, BOB: 0}


def test_the_first_player_and_the_cards_that_are_left_are_told() -> None:
    table = table_at_time()
    found = measure(table, ())
    assert found["first-player"] == {seat: int(seat == table.first_player) for seat in (ALICE, BOB)}
    assert sum(found["first-player"].values()) == 1
    assert found["deck-left"] == {seat: len(table.zone(zone(seat, "deck"))) for seat in (ALICE, BOB)}
    assert min(found["deck-left"].values()) > 0
