"""How tests of the examples play: commands one after the other, the rule that refuses one, corrections by a judge."""

from __future__ import annotations

from typing import Any

import pytest

from domain.judging.remedies.corrections import correct_table
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refused
from domain.match.aggregate import Match
from domain.match.envelope import Stamp
from domain.match.judge_orders import CorrectTable
from tests.builders import acted, awaited, options_of
from tests.properties.test_rewinds import RULED


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


def corrected(match: Match, *changes: AnyChange) -> Match:
    """The match after a judge's correction."""
    return correct_table(match, CorrectTable(changes), {}, RULED, Stamp("c", "", "c")).match


def offered(match: Match, seat: Seat, command: str) -> list[Any]:
    """The commands of a type that a seat is offered."""
    answers = options_of(match.rules, match.table, seat).answers(500) or ()
    return [match.rules.command(each) for each in answers if each["type"] == command]
