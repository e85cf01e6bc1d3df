"""The two sides of a contest."""

from __future__ import annotations

from domain.cardgame.contest import Contest
from domain.kernel.ids import Handle
from tests.examples.duel import ALICE, BOB

A, B, C = Handle("a"), Handle("b"), Handle("c")
DUEL = Contest(1, "joust", ALICE, BOB, attackers=(A, B), defenders=(C,))


def test_a_card_is_on_one_side_or_on_none() -> None:
    assert [DUEL.side(card) for card in (A, C, Handle("d"))] == ["attacking", "defending", ""]
    assert DUEL.participants == (A, B, C)


def test_a_card_is_alone_on_its_side() -> None:
    assert [DUEL.is_alone(card) for card in (A, C)] == [False, True]
    assert DUEL.without((B, C)).is_alone(A)
    assert DUEL.without((B, C)).defenders == ()


def test_the_greater_total_wins_and_a_tie_is_the_attackers() -> None:
    assert DUEL.by_totals(2, 2) == (ALICE, BOB, (A, B))
    assert DUEL.by_totals(2, 3) == (BOB, ALICE, (C,))
