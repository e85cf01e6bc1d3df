"""Refused commands while answers are secret: a judge reads neither what was tried nor why, until they are revealed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from domain.judging.cases.refused_attempts import is_secret
from domain.judging.remedies.corrections import correct_table
from domain.kernel.corrections.changes import SetMark
from domain.kernel.flow.waits import SealsWithdrawn
from domain.kernel.ids import Handle, Seat
from domain.match.envelope import Stamp
from domain.match.judge_orders import CorrectTable
from tests.api.http.clients import Api, api_of
from tests.builders import options_of
from tests.judging.heard import MATCH, RULED, Heard, heard, read, stored_in
from tests.judging.pairs import asked
from tests.judging.test_timeline import actions

REFUSING = "agot_board.plan.assign-one-each"
# as many rows as are asked for, but for the one that is there
LIKE_IT = """
    WITH RECURSIVE n(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
    INSERT INTO attempts
    SELECT id || value, match_id, version, wait, seat, key_id, at, rule, because, command FROM attempts, n
"""


def with_defense(match: Heard, seat: str) -> Any:
    """An answer that lays a Defense order."""
    space = options_of(match.match.rules, match.match.table, Seat(seat))
    answers = (space.sample(match.dice) for _ in range(100))
    return next(each for each in answers if any("defense" in token for token in each["orders"].values()))


def withdrawn() -> tuple[Heard, int, str, list[str]]:
    """Orders were laid of which a correction withdrew those of a seat.

    The match since, at which version all were asked, the seat, the others.
    """
    match = asked("agot_board", "assign-orders", 1)
    seat, *others = match.match.table.waiting.seats
    match.give(seat, match.match.rules.command(with_defense(match, seat)))
    tried = match.match.version
    order = CorrectTable((SetMark(Handle("defense"), "banned", True),), False)
    match.take(correct_table(match.match, order, match.events, RULED, Stamp("c", "", "c")))
    facts = match.events[match.match.version].facts
    assert [fact.seats for fact in facts if isinstance(fact, SealsWithdrawn)] == [(seat,)]
    while match.match.table.waiting.question == "assign-orders":
        match.play()
    return match, tried, seat, others


def test_what_was_tried_beside_an_answer_that_a_correction_withdrew_stays_secret() -> None:
    match, tried, seat, others = withdrawn()
    assert is_secret(match.told, tried, seat)
    assert not [other for other in others if is_secret(match.told, tried, other)]


def keeps(api: Api, match: Heard, version: int, seat: str) -> None:
    """A refused command of a seat is kept."""
    raid = {"type": "assign_orders", "orders": {"winterfell": "raid"}}
    api.services.audit.keep(
        MATCH, version, version, seat, seat, REFUSING, {}, raid, request_id=f"{version}", seed=match.match.seed
    )


def test_of_each_seat_is_told_what_it_tried_that_is_no_secret(tmp_path: Path) -> None:
    match, tried, seat, others = withdrawn()
    with stored_in(tmp_path, match) as api:
        for each in (*others, seat):
            keeps(api, match, tried, each)
        told = {each["seat"]: each["rule"] for each in read(api, "/attempts", "judge")["attempts"]}
    assert told == {**dict.fromkeys(others, REFUSING), seat: ""}


def test_every_refused_command_that_is_kept_stands_on_the_timeline(tmp_path: Path) -> None:
    match, many = heard("agot_lcg"), 10_001
    version = match.match.version
    with stored_in(tmp_path, match) as api:
        keeps(api, match, version, match.match.table.seats[0])
        with sqlite3.connect(f"{api.services.settings.db}.audit") as connection:
            connection.execute(LIKE_IT, [many])
        connection.close()
        told = read(api, f"/timeline?from={version}", "judge")
    assert sum(len(each.get("refused_after", ())) for *_, each in actions(told)) == many


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
