"""1. The dynasty phase: what is revealed and collected, who plays what from provinces, final passes."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.l5r.chart.dynasty_phase import DynastyPhase
from domain.games.l5r.commands import DiscardDuplicate, PlayAttachment, PlayCharacter
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, after, card, keys, laid, pools, question, refusal


def dynasty(**said: Any) -> Match:
    """The dynasty phase from its beginning, with everybody asked in 1.4."""
    return laid(DynastyPhase(at="1.1"), "dynasty", **said)


def test_all_dynasty_cards_are_revealed_and_a_holding_is_in_play_then() -> None:
    match = dynasty(alice={"row": ["otomo-courtier", "favorable-ground", "miya-mystic", "doji-whisperer"]})
    assert question(match) == ("dynasty.action", (ALICE,))
    assert [each.facedown for each in match.table.dynasty_cards(ALICE)] == [False] * 4
    assert keys(match, ALICE, "holding") == ["favorable-ground"]
    assert [each.slot for each in match.table.dynasty_cards(ALICE)] == [1, 2, 3, 4]
    (holding,) = match.table.of_type(ALICE, "holding")
    assert match.table.is_in_play(holding)


def test_each_player_collects_the_fate_value_of_the_stronghold() -> None:
    assert pools(dynasty(bob={"fate": 0}), "fate") == (12, 7)


def test_a_character_enters_play_at_home_with_additional_fate_and_its_province_is_refilled_facedown() -> None:
    match = after(dynasty(), (ALICE, PlayCharacter(Handle("a-miya-mystic"), 3)))
    (played,) = match.table.characters(ALICE)
    assert (match.table.cards[played].key, match.table.cards[played].fate) == ("core/miya-mystic", 3)
    assert not match.table.cards[played].bowed
    assert pools(match, "fate")[0] == 12 - 2 - 3
    (refill,) = match.table.in_slot(ALICE, 3)
    assert (refill.key, refill.facedown) == ("core/keeper-initiate", True)
    assert question(match) == ("dynasty.action", (BOB,))


def test_the_first_to_pass_gains_a_fate_and_the_other_goes_on_alone_until_the_second_pass() -> None:
    match = after(dynasty(), (ALICE, Pass()))
    assert pools(match, "fate") == (13, 12)
    match = after(match, (BOB, PlayCharacter(Handle("b-miya-mystic"))))
    assert question(match) == ("dynasty.action", (BOB,))
    match = after(match, (BOB, Pass()))
    assert pools(match, "fate") == (13, 10)
    assert question(match)[0] == "honor-bid"


def test_a_pass_by_the_policy_brings_the_fate_too() -> None:
    match = dynasty(alice={"row": [], "dynasty_deck": ["favorable-ground"] * 9, "fate": 0}, first=BOB)
    assert question(match) == ("dynasty.action", (BOB,))
    match = after(match, (BOB, PlayCharacter(Handle("b-miya-mystic"))))
    assert pools(match, "fate")[0] == 8
    assert question(match) == ("dynasty.action", (BOB,))


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (PlayCharacter(Handle("a-miya-mystic"), 11), "l5r.dynasty.1-4-extra-fate"),
        (PlayCharacter(Handle("a-miya-mystic"), -1), "l5r.dynasty.1-4-extra-fate"),
        (PlayCharacter(Handle("a-miya-mystic"), 0, "conflict"), "l5r.character.play-into-conflict"),
        (PlayCharacter(Handle("a-steward-of-law")), "l5r.dynasty.1-4-no-hand"),
        (PlayAttachment(Handle("a-fine-katana"), Handle("a-doji-hotaru")), "l5r.dynasty.1-4-no-hand"),
        (PlayCharacter(Handle("b-miya-mystic")), "l5r.action.who-and-when"),
        (PlayCharacter(Handle("a-manicured-garden")), "l5r.dynasty.1-4-play-character"),
        (PlayCharacter(Handle("a-doji-hotaru")), "l5r.unique.cannot-enter-or-control"),
        (DiscardDuplicate(Handle("a-miya-mystic")), "l5r.unique.duplicate-definition"),
        (DiscardDuplicate(Handle("b-miya-mystic")), "l5r.action.who-and-when"),
    ],
)
def test_what_is_not_played_in_this_phase_is_refused(command: Any, rule: str) -> None:
    match = dynasty(
        alice={
            "row": ["doji-hotaru", "favorable-ground", "miya-mystic", "doji-whisperer"],
            "play": ["doji-hotaru"],
            "hand": ["fine-katana", "steward-of-law"],
        }
    )
    assert refusal(match, ALICE, command) == rule


def test_a_card_that_was_refilled_lies_facedown_and_is_not_played_before_the_next_round() -> None:
    match = after(dynasty(), (ALICE, PlayCharacter(Handle("a-miya-mystic"))), (BOB, Pass()))
    (refill,) = match.table.in_slot(ALICE, 3)
    assert refusal(match, ALICE, PlayCharacter(refill.handle)) == "l5r.dynasty.1-4-play-character"


def test_who_cannot_pay_does_not_play() -> None:
    match = dynasty(alice={"row": ["doji-hotaru", "miya-mystic"], "fate": 0, "stronghold": "shizuka-toshi"})
    match = after(match, (ALICE, PlayCharacter(Handle("a-miya-mystic"), 3)), (BOB, Pass()))
    assert refusal(match, ALICE, PlayCharacter(Handle("a-doji-hotaru"))) == "l5r.initiate.step2-determine-cost"


def test_a_duplicate_is_discarded_to_put_a_fate_on_the_copy_in_play() -> None:
    match = dynasty(alice={"play": ["doji-hotaru"], "row": ["otomo-courtier", "doji-hotaru"]})
    match = after(match, (ALICE, DiscardDuplicate(Handle("a-doji-hotaru"))))
    assert card(match, "a-doji-hotaru-2").fate == 1
    assert keys(match, ALICE, "dynasty_discard") == ["doji-hotaru"]
    assert pools(match, "fate")[0] == 12
    (refill,) = match.table.in_slot(ALICE, 2)
    assert refill.facedown
