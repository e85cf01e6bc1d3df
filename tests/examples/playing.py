"""How the tests of the examples play: commands one after the other, and the rule that refuses one."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.flow.priority_windows import Pass
from domain.kernel.refusals import Refused
from domain.match.aggregate import Match
from tests.builders import acted, awaited


def after(match: Match, *moves: tuple[str, Any]) -> Match:
    """The match after these commands, each by its seat."""
    for seat, command in moves:
        match = acted(match, seat, command).match
    return match


def passed_to(match: Match, question: str) -> Match:
    """The match after passes of whoever is asked, up to this question or window."""
    while match.table.waiting.question != question:
        (seat,) = awaited(match)
        match = acted(match, seat, Pass()).match
    return match


def refusal(match: Match, seat: str, command: Any) -> str:
    """The rule that refuses a command; nothing may be changed by it."""
    before = match.table.branch()
    with pytest.raises(Refused) as caught:
        acted(match, seat, command)
    assert match.table == before
    return caught.value.refusal.rule
