"""The windows around what occurs, in their order: under the policy `open` every one of them is told."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.occurring.card_moves import take_control
from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.dynasty_phase import DynastyPhase
from domain.games.l5r.chart.fate_phase import FatePhase
from domain.games.l5r.commands import DeclareConflict, DiscardFateless, DiscardFromBroken, PlayCharacter, ResolveRing
from domain.games.l5r.facts.cards import ProvinceRefilled
from domain.games.l5r.game import rules
from domain.games.l5r.state import L5rGame
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.priority_windows import Pass, WindowOpened
from domain.kernel.game import Game
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import Condition
from domain.match.aggregate import Match, NewVersion, decode_event
from tests.builders import acted, awaited
from tests.l5r_tables import ALICE, BOB, after, conflict, laid, passed_to, question

OPPORTUNITIES: dict[str, Any] = {
    "alice": {"play": ["doji-hotaru"], "opportunities": 2},
    "bob": {"play": ["miya-mystic"], "opportunities": 2},
}


def told(before: Match, step: NewVersion) -> list[str]:
    """The windows that opened by an action, and refills, in their order."""
    facts = decode_event(before, step.payload).facts
    found = (each for each in facts if isinstance(each, WindowOpened | ProvinceRefilled))
    return [each.name if isinstance(each, WindowOpened) else "refill" for each in found]


def told_from(match: Match, seat: str, command: Any, until: str) -> list[str]:
    """The windows from a command on, with a pass in each of them, up to a question."""
    step = acted(match, seat, command)
    found = told(match, step)
    while question(step.match)[0] != until:
        match = step.match
        step = acted(match, awaited(match)[0], Pass())
        found += told(match, step)
    return found


def without_would(windows: list[str]) -> list[str]:
    return [each for each in windows if not each.startswith("would-")]


def test_a_province_is_refilled_when_the_reactions_to_the_played_character_are_over() -> None:
    match = passed_to(laid(DynastyPhase(at="1.4"), "dynasty", "open", alice={"revealed": True}), "dynasty.action")
    windows = told_from(match, ALICE, PlayCharacter(Handle("a-miya-mystic")), "dynasty.action")
    assert windows == ["would-interrupt:entered_play", "interrupt:entered_play", "reaction:entered_play", "refill"]


def test_the_attacked_province_is_revealed_before_anybody_reacts_to_the_declaration() -> None:
    match = passed_to(laid(ConflictPhase(at="/actions"), "conflict", "open", **OPPORTUNITIES), "conflict")
    attack = DeclareConflict("air", "military", "1", (Handle("a-doji-hotaru"),), {})
    assert without_would(told_from(match, ALICE, attack, "defenders")) == [
        "interrupt:conflict_declared",
        "interrupt:province_revealed",
        "reaction:province_revealed",
        "reaction:conflict_declared",
    ]


def test_each_discard_of_the_fate_phase_has_windows_of_its_own() -> None:
    match = laid(FatePhase(at="4.2"), "fate", "open", alice={"play": ["miya-mystic", "keeper-initiate"]})
    first = DiscardFateless(Handle("a-miya-mystic-2"))
    windows = without_would(told_from(match, ALICE, first, "fate.action"))
    assert windows[:4] == ["interrupt:discarded", "reaction:discarded"] * 2
    assert windows[4:6] == ["interrupt:ring_fate_placed", "reaction:ring_fate_placed"]


def test_a_ring_is_initiated_before_it_resolves_and_both_share_their_reactions() -> None:
    won = conflict(ring="air", attackers=(Handle("a-doji-hotaru"),), winner=ALICE, loser=BOB, decided=True)
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.6"))
    match = passed_to(laid(frames, "conflict", "open", contest=won, alice={"play": ["doji-hotaru"]}), "ring-effect")
    step = acted(match, ALICE, ResolveRing("air", "gain-honor"))
    windows = told(match, step)
    while windows[-1] != "would-interrupt:ring_claimed":
        match = step.match
        step = acted(match, awaited(match)[0], Pass())
        windows += told(match, step)
    assert without_would(windows) == ["interrupt:ring_resolved", "interrupt:honor_gained", "reaction:ring_resolved"]


def test_a_broken_province_is_refilled_after_the_reactions_to_the_discard() -> None:
    fields = {"winner": ALICE, "loser": BOB, "decided": True, "margin": 6}
    won = conflict("political", attackers=(Handle("a-doji-hotaru"),), **fields)
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.5"))
    laid_out = laid(frames, "conflict", "open", contest=won, alice={"play": ["doji-hotaru"]})
    match = passed_to(laid_out, "broken-province")
    assert without_would(told_from(match, ALICE, DiscardFromBroken((), 1), "ring-effect")) == [
        "interrupt:card_discarded",
        "reaction:card_discarded",
        "refill",
    ]


@pytest.mark.parametrize(("kind", "first"), [("action", BOB), ("would-interrupt", ALICE)])
def test_in_a_conflict_the_defending_player_acts_first_but_interrupts_begin_with_the_first_player(
    kind: str, first: str
) -> None:
    contest = conflict(attackers=(Handle("a-doji-hotaru"),))
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
    match = laid(frames, "conflict", "open", contest=contest, alice={"play": ["doji-hotaru"]})
    while not question(match)[0].startswith("conflict.action" if kind == "action" else kind):
        match = after(match, (awaited(match)[0], Pass()))
    assert question(match)[1] == (first,)


def test_who_concedes_has_lost() -> None:
    match = laid(DynastyPhase(at="1.4"), "dynasty", alice={"revealed": True})
    over = after(match, (ALICE, Concede())).table.over
    assert (over.winner, over.how, over.rule) == (BOB, "conceded", "match.concede")


def test_a_participant_that_changes_sides_fights_for_its_new_controller_and_stays_bowed() -> None:
    attacking = conflict(attackers=(Handle("a-doji-hotaru"), Handle("a-miya-mystic-2")))
    play = ["doji-hotaru", ("miya-mystic", {"bowed": True})]
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
    table = laid(frames, contest=attacking, alice={"play": play}).table.branch()
    taken = Condition(1, "control_taken", card=Handle("a-miya-mystic-2"), seat=BOB)
    game: L5rGame = Game(rules, table, bytes(32), 1)
    take_control(game, [taken])
    assert (table.contest.attackers, table.contest.defenders) == (("a-doji-hotaru",), ("a-miya-mystic-2",))
    assert (table.cards["a-miya-mystic-2"].controller, table.cards["a-miya-mystic-2"].bowed) == (BOB, True)
