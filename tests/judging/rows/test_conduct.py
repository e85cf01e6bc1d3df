"""Questions 21 to 25, of time, conduct, precedents and the record itself: each answer against the raw record."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from tests.games import ROWS
from tests.judging.rows import folded
from tests.judging.rows.dispute import Dispute, before, calm
from tests.judging.rows.gathering import Gathering
from tests.judging.rows.hall import Hall, Table
from tests.judging.rows.raw import Raw
from tests.judging.rows.rows import moments, on_both, question


@question(21)
def test_the_time_of_each_seat_is_that_between_the_recorded_times(hall: Hall, game: str) -> None:
    on_both(hall, game, lambda raw: clocks(raw, raw.newest), lambda table: told_clocks(table, table.raw))
    table = hall.cut(game, calm(hall.matches[game][0].raw, 40))
    case = Dispute(table).heard().ruled().accepted()
    case.gives("jan", "close", {"text": "Play on."})
    now = table.now()
    assert [each["kind"] for each in list(now.events.values())[table.raw.newest :]] == ["frozen", "resumed"]
    assert told_clocks(table, now) == clocks(now, now.newest)
    assert clocks(now, now.newest)[2] == pytest.approx(now.seconds(now.newest), abs=1e-6)


def clocks(raw: Raw, last: int) -> tuple[dict[str, float], dict[str, list[tuple[int, float]]], float, dict[str, int]]:
    """Seconds by seat, by round, while the match was frozen; and how many decisions each took."""
    seconds: dict[str, float] = dict.fromkeys(raw.seats, 0.0)
    rounds: dict[str, dict[int, float]] = {seat: {} for seat in raw.seats}
    frozen, is_frozen, decisions = 0.0, False, Counter[str]()
    for version in range(2, last + 1):
        kind = raw.events[version - 1]["kind"]
        is_frozen = kind == "frozen" or (is_frozen and kind != "resumed")
        took, waiting = raw.seconds(version), raw.waiting(version - 1)
        if is_frozen:
            frozen += took
            continue
        now = raw.last(".round_began", "round", version - 1) or 0
        for seat in waiting["seats"] if waiting else ():
            seconds[seat] += took
            rounds[seat][now] = rounds[seat].get(now, 0.0) + took
        if raw.is_action(version):
            decisions[raw.events[version]["actor"]] += 1
    return (
        {seat: round(each, 6) for seat, each in seconds.items()},
        {seat: [(n, round(each, 6)) for n, each in sorted(of.items())] for seat, of in rounds.items()},
        round(frozen, 6),
        dict(decisions),
    )


def told_clocks(table: Table, raw: Raw) -> Any:
    told = table.read("/clocks")
    assert (told["match"], told["version"], told["untimed"]) == (table.id, raw.newest, 0)
    slowest = max(raw.seconds(each) for each in range(2, raw.newest + 1) if raw.is_action(each))
    assert told["longest"][0]["seconds"] >= slowest - 1e-6 or told["frozen"]
    seats, waiting = told["seats"], raw.waiting(raw.newest)
    assert {each["seat"] for each in told["open"]} == set(waiting["seats"] if waiting else ())
    # what is waited since the last recorded time is in no record
    times = [datetime.fromisoformat(each) for each in (raw.events[raw.newest]["at"], told["as_of"] or "2000-01-01")]
    since = (times[1] - times[0]).total_seconds() if told["open"] else 0.0
    now = raw.last(".round_began", "round", raw.newest) or 0
    extra = {each["seat"]: since for each in told["open"]}
    first = {each["seat"] for each in told["open"] if each["since"] == raw.newest}
    return (
        {seat: round(seats[seat]["seconds"] - extra.get(seat, 0.0), 6) for seat in raw.seats},
        {
            seat: sorted(
                (each["round"], round(each["seconds"] - (extra.get(seat, 0.0) if each["round"] == now else 0.0), 6))
                for each in seats[seat]["rounds"]
                if seat not in first or each["round"] != now or each["seconds"] - since > 1e-6
            )
            for seat in raw.seats
        },
        told["frozen"],
        {seat: seats[seat]["decisions"] for seat in seats if seats[seat]["decisions"]},
    )


@question(22)
def test_who_is_ahead_at_time_is_counted_value_by_value_from_the_record(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [(each, folded.rows_of(raw).measured(raw, each)) for each in moments(raw, 12, first=12)]

    def answered(table: Table) -> Any:
        return [(each, told_measures(table, each)) for each in moments(table.raw, 12, first=12)]

    on_both(hall, game, expected, answered)


def told_measures(table: Table, version: int) -> dict[str, dict[str, int]]:
    """The values in the order of the regulation; who is ahead is who is best in the first that is not level."""
    told = table.read("/going-to-time", at=version, regulation=ROWS[table.game].regulation)
    assert (told["match"], told["version"]) == (table.id, version)
    left = list(table.raw.seats)
    for row in told["values"]:
        if row["prefer"] in ("most", "least"):
            best = (max if row["prefer"] == "most" else min)(row["by"][seat] for seat in left)
            left = [seat for seat in left if row["by"][seat] == best]
            assert sorted(row["level"]) == sorted(left)
    assert told["winner"] == (left[0] if len(left) == 1 else "")
    return {row["value"]: row["by"] for row in told["values"]}


@question(23)
def test_what_a_player_did_before_at_the_event_is_on_record_and_another_players_is_not(hall: Hall, game: str) -> None:
    table = hall.cut(game, calm(hall.matches[game][0].raw, 30))
    other = hall.cut(game, calm(hall.matches[game][1].raw, 30), number=2)
    event, elsewhere = Gathering(hall, table), Gathering(hall, other)
    waiting = table.raw.waiting()
    assert waiting is not None
    seat = next(each for each in table.raw.seats if each not in waiting["seats"])
    command = ROWS[game].common
    answers = [table.post(seat, "/commands", command, If_Match=f'"w{waiting["wait"]}"') for _ in range(2)]
    (rule,) = {each.rule for each in answers}
    fields = {"infraction": "slow-play", "penalty": "warning", "reason": "a minute for a pass"}
    event.gives("jan", "give_penalty", player=event.player[seat], **fields)
    told = event.read("/record", player=event.player[seat])
    refused = [(each["rule"], each["times"]) for each in told["refused"]]
    assert refused == [(rule, 2)]
    assert [(each["infraction"], each["given"], each["match"]) for each in told["penalties"]] == [
        ("slow-play", "warning", "")
    ]
    assert told["next_steps"]["slow-play"] != "warning"
    clean = event.read("/record", player=event.player[waiting["seats"][0]])
    assert (clean["refused"], clean["penalties"]) == ([], [])
    assert elsewhere.read("/record", player=elsewhere.player[seat])["refused"] == []
    assert table.written() == table.record


@question(24)
def test_how_the_same_rule_was_ruled_on_is_found_with_the_match_that_it_was_about(hall: Hall, game: str) -> None:
    cases = []
    for number in (1, 2):
        table = hall.cut(game, calm(hall.matches[game][number - 1].raw, 30), number)
        case = Dispute(table, moment=str(table.raw.newest - 1)).heard()
        case.ruled(rules=[ROWS[game].cited], finding=f"Seen at {table.id}.").accepted()
        case.gives("jan", "close", {"text": "Play on."})
        cases.append(case)
        told = table.read("/integrity")
        engines = {(each["engine"], each["pool"]) for each in table.raw.events.values()}
        assert [(each["engine"], each["pool"]) for each in told["engines"]][:1] == sorted(engines)
        assert told["engines"][0]["from"] == 1
    found = {each["case"]: each for each in hall.read("/v1/cases", "jan", rule=ROWS[game].cited, limit=100)["cases"]}
    for case in cases:
        opened = found[case.id]
        newest, match = case.table.raw.newest, case.table.id
        assert (opened["match"], opened["version"], opened["moment"]) == (match, newest, str(newest - 1))
        assert ROWS[game].cited in opened["rules"]
        [only] = hall.read("/v1/cases", "jan", rule=ROWS[game].cited, match=match)["cases"]
        assert only["case"] == case.id
    like = hall.read(f"{cases[0].path}/like", "jan")["cases"]
    assert ROWS[game].cited in next(each for each in like if each["case"] == cases[1].id)["like"]["rules"]
    assert not {
        each["case"] for each in hall.read("/v1/cases", "jan", rule="judging.case.names-a-moment")["cases"]
    } & set(found)


@question(25)
def test_the_record_is_whole_by_its_own_chain_and_what_came_from_judges_is_told(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        assert raw.chain() == raw.heads
        return raw.newest, True, [], [], [{"from": 1, "to": raw.newest, "line": "main", "parent": 0}]

    def answered(table: Table) -> Any:
        told = table.read("/integrity")
        assert (told["match"], table.written()) == (table.id, table.record)
        return told["versions"], told["whole"], told["faults"], told["judged"], table.read("/lines")["lines"]

    on_both(hall, game, expected, answered)
    table = hall.cut(game, calm(hall.matches[game][0].raw, 50))
    target = before(table.raw, table.raw.newest - 4)
    Dispute(table).heard().remedied({"kind": "rewind", "to": target})
    now, told = table.now(), table.read("/integrity", readjudicate="true")
    assert now.chain() == now.heads
    judged = [(n, each["kind"], each["actor"]) for n, each in now.events.items() if each["kind"] != "action"]
    assert [(each["version"], each["kind"], each["actor"]) for each in told["judged"]] == judged
    assert (told["whole"], told["versions"], told["differences"]) == (True, now.newest, [])
    lines = [each["line"] for each in table.read("/lines")["lines"] for _ in range(each["from"], each["to"] + 1)]
    assert lines == [now.line(each) for each in now.events]
    assert "undone" in lines


@question(25)
def test_a_record_of_which_one_byte_was_changed_is_not_taken_for_whole(hall: Hall, game: str) -> None:
    for table in hall.matches[game]:
        lines = table.record.splitlines()
        middle = len(lines) // 2
        changed = lines[middle].replace(b'"actor":"', b'"actor":"x', 1)
        spoilt = b"\n".join([*lines[:middle], changed, *lines[middle + 1 :]]).replace(table.id.encode(), b"m-spoilt", 1)
        headers = {"Content-Type": "application/x-ndjson"}
        reply = hall.ask("POST", "/v1/records", "root", spoilt + b"\n", headers)
        assert (reply.status, reply.rule) == (422, "record.invalid")
        assert f"version {middle}" in reply.json["detail"]
