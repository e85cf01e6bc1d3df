"""What must not last: a participant with a dash, three restricted attachments, a facedown attacked province."""

from __future__ import annotations

from typing import Any

from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DiscardRestricted, PlayAttachment
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, after, card, conflict, keys, laid, question, refusal

ON_HOTARU = {"host": Handle("a-doji-hotaru")}


def in_conflict(kind: str = "military", **said: Any) -> Match:
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
    contest = conflict(kind, attackers=(Handle("a-doji-hotaru"), Handle("a-bayushi-liar")))
    return laid(frames, contest=contest, **{"alice": {"play": ["doji-hotaru", "bayushi-liar"]}, **said})


def test_a_participant_with_a_dash_goes_home_bowed() -> None:
    match = in_conflict()
    assert match.table.contest.attackers == ("a-doji-hotaru",)
    assert card(match, "a-bayushi-liar").bowed
    assert not card(match, "a-doji-hotaru").bowed
    assert in_conflict("political").table.contest.attackers == ("a-doji-hotaru", "a-bayushi-liar")


def test_the_attacked_province_does_not_lie_facedown() -> None:
    match = in_conflict()
    assert [each.facedown for each in match.table.province_cards(BOB)] == [False, True, True, True, True]


def test_of_three_restricted_attachments_the_controller_of_the_character_discards_one() -> None:
    armed = ["doji-hotaru", "bayushi-liar", ("fine-katana", ON_HOTARU), ("ornate-fan", ON_HOTARU)]
    match = in_conflict("political", alice={"play": armed, "hand": []})
    match = after(match, (BOB, PlayAttachment(Handle("b-fine-katana"), Handle("a-doji-hotaru"))))
    assert question(match) == ("restricted", (ALICE,))
    attached = match.table.attachments(Handle("a-doji-hotaru"))
    assert len(attached) == 3
    (played,) = (each for each in attached if card(match, each).owner == BOB)
    assert refusal(match, ALICE, DiscardRestricted(Handle("a-doji-hotaru"))) == "l5r.keyword.restricted-discard"
    assert refusal(match, BOB, DiscardRestricted(played)) == "l5r.keyword.restricted-discard"
    match = after(match, (ALICE, DiscardRestricted(played)))
    assert keys(match, BOB, "discard") == ["fine-katana"]
    assert len(match.table.attachments(Handle("a-doji-hotaru"))) == 2


def test_two_restricted_attachments_stay() -> None:
    armed = ["doji-hotaru", "bayushi-liar", ("fine-katana", ON_HOTARU)]
    match = in_conflict("political", alice={"play": armed, "hand": []})
    match = after(match, (BOB, PlayAttachment(Handle("b-fine-katana"), Handle("a-doji-hotaru"))))
    assert question(match)[0] != "restricted"
    assert len(match.table.attachments(Handle("a-doji-hotaru"))) == 2
