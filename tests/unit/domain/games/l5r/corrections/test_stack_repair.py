"""What becomes of the frames of a conflict when a judge changes the table under them, or gives them up."""

from __future__ import annotations

import pytest

from domain.games.l5r.chart.conflict.declaration import Declaration
from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.corrections.stack_repair import is_past
from domain.games.l5r.facts.conflicts import CharactersLeft
from domain.games.l5r.game import rules
from domain.games.l5r.in_play.lasting_states import RestrictedChoice
from domain.games.l5r.provinces import Refills, owe_refills
from domain.games.l5r.state import L5rGame, L5rTable, OwedRefill, Ring
from domain.kernel.corrections.stack_repair import FITS, FrameEnded, FrameMended
from domain.kernel.game import Game
from domain.kernel.ids import Handle, zone
from domain.kernel.occurring.conditions import Condition
from tests.l5r_tables import ALICE, BOB, conflict, laid

HOTARU, RONIN = Handle("a-doji-hotaru"), Handle("a-wandering-ronin")


def in_conflict() -> L5rTable:
    contest = conflict(attackers=(HOTARU, RONIN))
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
    match = laid(frames, contest=contest, alice={"play": ["doji-hotaru", "wandering-ronin"]})
    table: L5rTable = match.table.branch()
    table.rings.put("fire", Ring(side="military", contested=True))
    return table


def test_a_conflict_goes_on_without_those_who_have_changed_sides_or_left() -> None:
    table = in_conflict()
    frame = ConflictFrame(at="3.2.3")
    assert rules.fits(table, frame) == FITS
    table.writable(RONIN).controller = BOB
    assert rules.fits(table, frame) == FrameMended(frame, "left the conflict", (CharactersLeft((RONIN,)),))
    table.contest = None
    assert rules.fits(table, frame) == FITS


def test_a_declaration_goes_on_without_those_who_left_and_ends_without_attackers() -> None:
    table = in_conflict()
    frame = Declaration(seat=ALICE, kind="military", ring="air", slot=1, attackers=(HOTARU, RONIN))
    assert rules.fits(table, frame) == FITS
    table.writable(RONIN).controller = BOB
    table.zones.put(zone(ALICE, "play"), [HOTARU])
    mended = Declaration(seat=ALICE, kind="military", ring="air", slot=1, attackers=(HOTARU,))
    assert rules.fits(table, frame) == FrameMended(mended, "cards left")
    table.zones.put(zone(ALICE, "play"), [])
    assert rules.fits(table, frame) == FrameEnded("no attacker is left")


def test_a_choice_among_attachments_ends_with_its_character() -> None:
    table = in_conflict()
    assert rules.fits(table, RestrictedChoice(character=HOTARU)) == FITS
    assert rules.fits(table, RestrictedChoice(character=Handle("gone"))) == FrameEnded("its character has gone")


def test_a_conflict_that_is_given_up_has_no_winner_and_its_ring_returns() -> None:
    table = in_conflict()
    game: L5rGame = Game(rules, table, bytes(32), 1)
    assert rules.abandonable(ConflictFrame())
    rules.close_frame(game, ConflictFrame(at="3.2.3"))
    assert (table.contest, "fire" in table.unclaimed_rings()) == (None, True)


@pytest.mark.parametrize(("kind", "past"), [("conflict_won", True), ("evaded", True), ("bowed", False)])
def test_what_belongs_to_a_conflict_is_past_with_it(kind: str, past: bool) -> None:
    table = in_conflict()
    assert not is_past(table, Condition(1, kind))
    table.contest = None
    assert is_past(table, Condition(1, kind)) == past


def test_a_refill_does_not_wait_for_reactions_that_are_gone() -> None:
    table = in_conflict()
    game: L5rGame = Game(rules, table, bytes(32), 1)
    table.refills = (OwedRefill(ALICE, 2, 99),)
    assert owe_refills(game)
    assert table.stack[-1] == Refills(owed=((ALICE, 2),))
