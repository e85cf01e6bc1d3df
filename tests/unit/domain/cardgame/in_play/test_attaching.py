"""On which cards an attachment may be: by print in a card game that says so, on none in one that says nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from domain.cardgame.in_play.attaching import attachable, hosts, takes_by_print
from domain.cardgame.pool.keyword_lines import Keyword
from domain.cardgame.pool.printed_card import AttachTo
from domain.cardgame.state_checks import discard_illegal_attachments, is_misplaced
from domain.kernel.ids import Handle
from domain.kernel.refusals import Refusal
from tests.examples.duel import ALICE, BOB, DuelRules, DuelTable, duel

A, B, SWORD = Handle("a"), Handle("b"), Handle("sword")
NONE = Keyword("no attachments")


def printed(**fields: Any) -> Any:
    """A printed card: a knight of the north, or what the fields say."""
    plain: dict[str, Any] = {"type": "character", "title": "Knight", "faction": "north", "traits": ("Knight",)}
    return SimpleNamespace(**{**plain, "unique": False, "keywords": (), **fields})


def sword(attach_to: AttachTo | None = None, copies: int | None = None, *traits: str) -> Any:
    return SimpleNamespace(title="Sword", type="attachment", attach_to=attach_to, copies_per_host=copies, traits=traits)


def laid(**fields: Any) -> DuelTable:
    """A knight of each of two players in the field, as the fields say."""
    table = duel(a="alice_field", b="bob_field").table
    for card in (A, B):
        table.writable(card).printed = printed(**fields)
    return table


def rule_of_refusal(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


def test_no_card_takes_an_attachment_until_the_game_says_which_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DuelRules, "hosts_by_print", False)
    assert attachable(laid(), ALICE, sword(), A) == Refusal("slot.restriction", {"host": A})


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        (None, ""),
        (AttachTo(traits=("Knight", "Lord")), ""),
        (AttachTo(controller="own"), ""),
        (AttachTo(types=("location",)), "slot.restriction"),
        (AttachTo(faction="south"), "slot.restriction"),
        (AttachTo(traits=("Lord",)), "slot.restriction"),
        (AttachTo(unique=True), "slot.restriction"),
        (AttachTo(controller="opponent"), "slot.restriction"),
    ],
)
def test_an_attachment_goes_where_its_text_allows(wanted: AttachTo | None, rule: str) -> None:
    assert rule_of_refusal(attachable(laid(), ALICE, sword(wanted), A)) == rule


def test_without_a_text_it_goes_on_characters_by_a_rule() -> None:
    assert rule_of_refusal(attachable(laid(type="location"), ALICE, sword(), A)) == "slot.host-by-default"
    assert hosts(laid(), ALICE, sword()) == [B, A]


def test_it_goes_on_no_card_out_of_play() -> None:
    table = duel(a="alice_hand").table
    assert attachable(table, ALICE, sword(), A) == Refusal("slot.restriction", {"host": A})
    assert attachable(table, ALICE, sword(), B) == Refusal("slot.restriction", {"host": B})


@pytest.mark.parametrize(
    ("keyword", "traits", "rule"),
    [
        (NONE, (), "slot.host-takes-none"),
        (Keyword("no attachments", traits=("Item",)), ("Item",), "slot.host-takes-no-such"),
        (Keyword("no attachments", traits=("Item",)), ("Weapon",), ""),
        (Keyword("no attachments", traits=("Item",), except_=True), ("Weapon",), "slot.host-takes-none-but"),
        (Keyword("no attachments", traits=("Item",), except_=True), ("Item",), ""),
    ],
)
def test_a_card_takes_none_that_its_keyword_forbids(keyword: Keyword, traits: tuple[str, ...], rule: str) -> None:
    table = laid(keywords=(Keyword("swift"), keyword))
    assert rule_of_refusal(attachable(table, ALICE, sword(None, None, *traits), A)) == rule
    assert takes_by_print(SimpleNamespace(attach_to=None, traits=traits), table.cards[A].printed) == (not rule)


def test_a_second_copy_of_one_player_is_one_too_many() -> None:
    game = duel(a="alice_field", sword="alice_field")
    table = game.table
    table.writable(A).printed, table.writable(SWORD).printed = printed(), sword(None, 1)
    table.writable(SWORD).host = A
    assert rule_of_refusal(attachable(table, ALICE, sword(None, 1), A)) == "slot.limit-per-host"
    assert attachable(table, BOB, sword(None, 1), A) is None
    assert attachable(table, ALICE, sword(None, 1), A, SWORD) is None


def test_an_attachment_that_may_not_be_where_it_is_is_discarded() -> None:
    game = duel(a="alice_field", sword="alice_field")
    table = game.table
    table.writable(A).printed, table.writable(SWORD).printed = printed(), sword(AttachTo(controller="own"))
    table.writable(SWORD).host = A
    assert not is_misplaced(table, table.cards[SWORD])
    assert not discard_illegal_attachments(game)
    table.writable(SWORD).controller = BOB
    assert is_misplaced(table, table.cards[SWORD])
