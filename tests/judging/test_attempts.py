"""Refused commands while answers are secret: a judge reads neither what was tried nor why, until they are revealed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from domain.judging.attempts import is_secret
from domain.judging.commands import CorrectTable
from domain.judging.corrections import corrected
from domain.judging.interventions import Stamp
from domain.kernel.changes import SetMark
from domain.kernel.decide import options
from domain.kernel.ids import Handle
from domain.kernel.waits import SealsWithdrawn
from tests.api.http.clients import api_of
from tests.judging.heard import RULED, Heard
from tests.judging.pairs import BOARD, asked


def with_defense(match: Heard, seat: str) -> Any:
    """An answer that lays a Defense order."""
    space = options(match.match.rules, match.match.table, seat)
    answers = (space.sample(match.dice) for _ in range(100))
    return next(each for each in answers if any("defense" in token for token in each["orders"].values()))


def test_what_was_tried_beside_an_answer_that_a_correction_withdrew_stays_secret() -> None:
    match = asked(BOARD, "assign-orders", 1)
    seat, *others = match.match.table.waiting.seats
    match.give(seat, match.match.rules.command(with_defense(match, seat)))
    tried = match.match.version
    order = CorrectTable((SetMark(Handle("defense"), "banned", True),), False)
    match.take(corrected(match.match, order, match.events, RULED, Stamp("c", "", "c")))
    facts = match.events[match.match.version].facts
    assert [fact.seats for fact in facts if isinstance(fact, SealsWithdrawn)] == [(seat,)]
    while match.match.table.waiting.question == "assign-orders":
        match.play()
    assert is_secret(match.told, tried, seat)
    assert not [other for other in others if is_secret(match.told, tried, other)]


def test_why_a_secret_answer_was_refused_is_told_to_no_judge_while_answers_are_secret(tmp_path: Path) -> None:
    with api_of(tmp_path / "praetor.db") as api:
        match = api.opened(seats=[], position={"at": "1.1", "players": {"alice": {}, "bob": {}}})
        match.gives("alice", {"type": "choose_plot", "plot": "e0000none"})
        told = {who: match.read("/attempts", who)["attempts"][0] for who in ("judge", "admin")}
    judge = told["judge"]
    assert (judge["rule"], judge["because"], judge["command"]) == ("", {}, {"type": "choose_plot"})
    assert "e0000none" in str(told["admin"]["because"])
    assert told["admin"]["command"]["plot"] == "e0000none"
    assert "e0000none" not in str(told["judge"])
