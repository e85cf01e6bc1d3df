"""Who knew a hidden card: what everybody knew is not told again of a seat."""

from __future__ import annotations

import pytest

from domain.judging.inquiry.tracing import CardKnowledge
from domain.kernel.ids import Handle
from service.console.match.traces import is_contained


def row(seat: str, since: str, line: str = "main") -> CardKnowledge:
    return CardKnowledge(seat, Handle("e1"), "core/ice", since, line)


@pytest.mark.parametrize(
    ("of_seat", "of_all", "contained"),
    [
        (row("alice", "5.13"), row("public", "5.4"), True),
        (row("alice", "5.4"), row("public", "5.13"), False),
        (row("alice", "10.1"), row("public", "9.2"), True),
        (row("alice", "5.13"), row("public", "5.4", "undone"), False),
        (row("alice", "5.13", "undone"), row("public", "5.4", "undone"), True),
        (row("alice", "5.13"), row("bob", "5.4"), False),
    ],
)
def test_what_everybody_knew_before_is_contained(
    of_seat: CardKnowledge, of_all: CardKnowledge, contained: bool
) -> None:
    assert is_contained(of_seat, (of_all, of_seat)) is contained
    assert not is_contained(of_all, (of_all, of_seat))
