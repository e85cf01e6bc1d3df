"""Which states and moves of cards a judge can bring about by hand, and by which facts."""

from __future__ import annotations

import pytest

from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.facts.cards import CardsBowed, CardsReadied, FatePlaced, StatusChanged
from domain.games.l5r.facts.players import FateGained, FateSpent, HonorGained, HonorLost
from domain.games.l5r.game import rules
from domain.games.l5r.state import L5rTable
from domain.kernel.corrections.changes import (
    SAME,
    AnyChange,
    ChangeFault,
    MoveCard,
    SetController,
    SetCount,
    SetMark,
    SetTokens,
)
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import Handle, zone
from domain.kernel.state.field_facts import FieldSet
from tests.l5r_tables import ALICE, BOB, conflict, laid

HOTARU, RONIN, KATANA = Handle("a-doji-hotaru"), Handle("a-wandering-ronin"), Handle("a-fine-katana")
PROVINCE, FACEUP = Handle("a-entrenched-position"), Handle("a-manicured-garden")
THEIRS = Handle("b-wandering-ronin")


def table_in_conflict() -> L5rTable:
    """Alice attacks with Hotaru, and has a ronin at home, as Bob has; her first province is faceup."""
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
    alice = {"play": ["doji-hotaru", "wandering-ronin"], "faceup": ("core/manicured-garden",)}
    match = laid(frames, contest=conflict(attackers=(HOTARU,)), alice=alice, bob={"play": ["wandering-ronin"]})
    table: L5rTable = match.table.branch()
    return table


def fault(change: AnyChange, table: L5rTable | None = None) -> ChangeFault | None:
    return rules.change_fault(table or table_in_conflict(), change)


def facts(*made: AnyChange) -> list[Fact]:
    """What is emitted where these changes are made, one after another; each is possible."""
    game = Game(rules, table_in_conflict(), bytes(32), 1)
    for change in made:
        assert rules.change_fault(game.table, change) is None
        rules.carry_out(game, change)
    return list(game.facts)


@pytest.mark.parametrize(
    ("card", "mark", "field"),
    [
        (PROVINCE, "bowed", "thing"),
        (PROVINCE, "honored", "thing"),
        (HOTARU, "broken", "thing"),
        (PROVINCE, "broken", "thing"),
        (KATANA, "bowed", "thing"),
        (RONIN, "declared_military", "mark"),
    ],
)
def test_a_card_has_only_the_marks_of_its_type(card: Handle, mark: str, field: str) -> None:
    found = fault(SetMark(card, mark, True))
    assert found is not None
    assert found.wrong == field


def test_a_character_has_one_status() -> None:
    table = table_in_conflict()
    table.writable(RONIN).dishonored = True
    found = fault(SetMark(RONIN, "honored", True), table)
    assert found is not None
    assert (found.wrong, found.problem) == ("mark", "it is dishonored")
    assert fault(SetMark(RONIN, "dishonored", False), table) is None


def test_a_faceup_province_is_broken_and_unbroken() -> None:
    assert facts(SetMark(FACEUP, "broken", True), SetMark(FACEUP, "broken", False)) == [
        FieldSet(FACEUP, "broken", True),
        FieldSet(FACEUP, "broken", False),
    ]


def test_a_character_takes_part_on_the_side_of_its_controller() -> None:
    game = Game(rules, table_in_conflict(), bytes(32), 1)
    for change in (SetMark(RONIN, "attacking", True), SetMark(HOTARU, "attacking", False)):
        rules.carry_out(game, change)
    rules.carry_out(game, SetMark(THEIRS, "defending", True))
    assert game.table.contest is not None
    assert (game.table.contest.attackers, game.table.contest.defenders) == ((RONIN,), (THEIRS,))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (SetMark(HOTARU, "defending", True), "thing"),
        (SetMark(THEIRS, "attacking", True), "thing"),
        (SetMark(FACEUP, "attacking", True), "thing"),
        (SetMark(KATANA, "attacking", True), "thing"),
        (SetMark(HOTARU, "attacking", True), "on"),
        (SetMark(RONIN, "attacking", False), "on"),
    ],
)
def test_nothing_else_takes_part(change: SetMark, field: str) -> None:
    found = fault(change)
    assert found is not None
    assert found.wrong == field


def test_outside_of_conflicts_nobody_takes_part() -> None:
    table = table_in_conflict()
    table.contest = None
    found = fault(SetMark(RONIN, "attacking", True), table)
    assert found is not None
    assert found.problem == "there is no conflict"


@pytest.mark.parametrize("mark", ["bowed", "honored", "dishonored", "broken"])
def test_a_facedown_province_has_no_mark_and_no_fate_and_its_type_is_not_told(mark: str) -> None:
    found = [fault(SetMark(PROVINCE, mark, True)), fault(SetTokens(PROVINCE, "fate", 1))]
    assert [each.problem for each in found if each is not None] == ["it lies facedown"] * 2


def test_fate_lies_on_characters_and_a_card_keeps_its_slot() -> None:
    on_province, slot = fault(SetTokens(FACEUP, "fate", 1)), SetTokens(FACEUP, "slot", 2)
    assert on_province is not None
    assert on_province.problem == "it is of the type province, which has no fate"
    assert "slot" not in rules.change_words(table_in_conflict(), slot)["kind"]
    assert fault(SetTokens(FACEUP, "fate", 0)) == ChangeFault("n", SAME)
    assert facts(SetTokens(RONIN, "fate", 2), SetTokens(RONIN, "fate", 1)) == [
        FatePlaced(((RONIN, 2),)),
        FatePlaced(((RONIN, -1),)),
    ]


def test_fields_are_set_by_the_facts_of_play() -> None:
    assert facts(SetMark(RONIN, "bowed", True), SetMark(RONIN, "bowed", False)) == [
        CardsBowed((RONIN,)),
        CardsReadied((RONIN,)),
    ]
    assert facts(SetMark(RONIN, "honored", True), SetMark(RONIN, "honored", False)) == [
        StatusChanged(RONIN, honored=True),
        StatusChanged(RONIN),
    ]
    assert facts(SetMark(RONIN, "dishonored", True)) == [StatusChanged(RONIN, dishonored=True)]
    assert facts(SetCount(BOB, "honor", 12), SetCount(BOB, "honor", 9)) == [
        HonorGained(BOB, 2, "manual"),
        HonorLost(BOB, 3, "manual"),
    ]
    assert facts(SetCount(BOB, "fate", 6), SetCount(BOB, "fate", 4)) == [
        FateGained(BOB, 1, "manual"),
        FateSpent(BOB, 2, "manual"),
    ]
    assert facts(SetCount(BOB, "dial", 3)) == [FieldSet(BOB, "dial", 3)]


def test_cards_of_a_deck_go_to_the_areas_of_that_deck() -> None:
    """Only characters and attachments come into play by hand, and only they change control."""
    table = table_in_conflict()
    assert fault(MoveCard(zone(ALICE, "dynasty_discard"), KATANA), table) is not None
    assert fault(MoveCard(zone(ALICE, "discard"), RONIN), table) is not None
    assert fault(MoveCard(zone(ALICE, "dynasty_discard"), RONIN), table) is None
    assert fault(MoveCard(zone(ALICE, "play"), KATANA, host=RONIN), table) is None
    table.lay_new_card(ALICE, "dynasty_discard", Handle("market"), "core/imperial-storehouse")
    found = fault(MoveCard(zone(ALICE, "play"), Handle("market")), table)
    assert found is not None
    assert found.wrong == "to"
    assert fault(SetController(RONIN, BOB), table) is None
    found = fault(SetController(FACEUP, BOB), table)
    assert found is not None
    assert found.wrong == "card"
