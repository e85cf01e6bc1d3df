"""Characters and attachments from hand: in which windows, where to, on whom, and limited cards."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DiscardDuplicate, PlayAttachment, PlayCharacter
from domain.games.l5r.in_play.entering import limited_key
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, after, card, conflict, keys, laid, pools, question, refusal

HAND = ["steward-of-law", "political-rival", "fine-katana", "ornate-fan"]


def in_conflict(kind: str = "military", **said: Any) -> Match:
    """The action window of a conflict in which Bob defends and acts first."""
    contest = conflict(kind, attackers=(Handle("a-doji-hotaru"),))
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
    has = {"alice": {"play": ["doji-hotaru"]}, "bob": {"play": ["miya-mystic"], "hand": HAND}, **said}
    return laid(frames, contest=contest, **has)


def test_a_character_joins_the_conflict_on_the_side_of_its_player_or_goes_home() -> None:
    match = in_conflict()
    assert question(match) == ("conflict.action", (BOB,))
    match = after(match, (BOB, PlayCharacter(Handle("b-steward-of-law"), 2, "conflict")))
    (joined,) = match.table.contest.defenders
    assert (card(match, joined).key, card(match, joined).fate, pools(match, "fate")[1]) == ("core/steward-of-law", 2, 2)
    match = after(in_conflict(), (BOB, PlayCharacter(Handle("b-steward-of-law"))))
    assert match.table.contest.defenders == ()
    assert keys(match, BOB, "play") == ["miya-mystic", "steward-of-law"]


def test_an_attachment_goes_on_any_character_in_play() -> None:
    match = after(in_conflict(), (BOB, PlayAttachment(Handle("b-fine-katana"), Handle("a-doji-hotaru"))))
    (attached,) = match.table.attachments(Handle("a-doji-hotaru"))
    assert (card(match, attached).controller, card(match, attached).key) == (BOB, "core/fine-katana")


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (PlayCharacter(Handle("b-political-rival"), 0, "conflict"), "l5r.skill.dash-no-participation"),
        (PlayCharacter(Handle("b-steward-of-law"), 0, "deck"), "l5r.character.play-into-conflict"),
        (PlayCharacter(Handle("b-steward-of-law"), 5), "l5r.fate.extra-on-character"),
        (PlayCharacter(Handle("b-fine-katana")), "l5r.window.play-from-hand"),
        (PlayCharacter(Handle("b-otomo-courtier")), "l5r.window.play-from-hand"),
        (PlayAttachment(Handle("b-steward-of-law"), Handle("a-doji-hotaru")), "l5r.window.play-from-hand"),
        (PlayAttachment(Handle("b-fine-katana"), Handle("")), "l5r.initiate.play-restrictions"),
        (PlayAttachment(Handle("b-fine-katana"), Handle("b-manicured-garden")), "l5r.attachment.character-only"),
        (DiscardDuplicate(Handle("b-steward-of-law")), "l5r.dynasty.1-4-duplicate"),
    ],
)
def test_what_is_not_played_so_is_refused_by_its_rule(command: Any, rule: str) -> None:
    assert refusal(in_conflict(), BOB, command) == rule


def test_the_attacking_player_waits_for_the_opportunity() -> None:
    command = PlayAttachment(Handle("a-fine-katana"), Handle("a-doji-hotaru"))
    assert refusal(in_conflict(), ALICE, command) == "l5r.window.alternate"


def test_one_limited_card_is_played_in_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def limits(table: Any, card: Any, name: str) -> bool:
        return name == "limited" and card.printed.type == "attachment"

    monkeypatch.setattr("domain.games.l5r.in_play.entering.has_keyword", limits)
    match = after(in_conflict(), (BOB, PlayAttachment(Handle("b-fine-katana"), Handle("a-doji-hotaru"))))
    assert match.table.usage == {limited_key(BOB): 1}
    match = after(match, (ALICE, Pass()))
    second = PlayAttachment(Handle("b-ornate-fan"), Handle("a-doji-hotaru"))
    assert refusal(match, BOB, second) == "l5r.keyword.limited"


def test_nothing_is_played_in_a_window_for_interrupts() -> None:
    contest = conflict(attackers=(Handle("a-doji-hotaru"),))
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.3"))
    match = laid(frames, policy="open", contest=contest, alice={"play": ["doji-hotaru"]})
    assert question(match) == ("would-interrupt:province_revealed", (ALICE,))
    command = PlayAttachment(Handle("a-fine-katana"), Handle("a-doji-hotaru"))
    assert refusal(match, ALICE, command) == "l5r.window.actions-only-here"
    assert refusal(match, ALICE, PlayCharacter(Handle("a-steward-of-law"))) == "choice.unknown-card"
