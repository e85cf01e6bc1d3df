"""Missed opportunities and a window's reasons, against the record and against the options of each version."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.judging.inquiry import missed_opportunities
from domain.judging.inquiry.missed_opportunities import (
    CHANGED,
    CLOSED,
    DECLINED,
    KINDS,
    NOT_ASKED,
    ONLY,
    ORDERED,
    PASSED,
    POLICY_ERROR,
    UNHEARD,
    reasons_of,
)
from domain.judging.inquiry.probing import is_action, redecide_action
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.standing_orders import GiveStandingOrder
from domain.kernel.ids import Seat
from domain.kernel.spaces.codec import to_builtins
from tests.api.http.clients import problem
from tests.builders import Dice, options_of
from tests.judging.heard import MATCH, Heard, heard, names, read, stored_in
from tests.samples import Spread


def report_missed(*asked: Any) -> dict[str, Any]:
    """The report about a seat as it is written."""
    written: dict[str, Any] = msgspec.to_builtins(missed_opportunities.report_missed(*asked))
    return written


def could_pass(match: Heard, version: int) -> list[Any]:
    """What the actor of an action could have done in place of it, beside passing, by the state before."""
    before = match.states[match.raw[version - 1].get("back", version - 1)]
    space = options_of(before.rules, before.table, match.raw[version - 1]["actor"])
    return [to_builtins(form) for form in space.forms if form.type != "pass"]


@pytest.mark.parametrize("policy", ["public", "fast"])
def test_what_was_passed_by_is_every_pass_of_a_seat_that_could_have_done_something_else(policy: str) -> None:
    match = heard("agot_lcg", 2, 150, policy)
    told, last, total = match.told, match.match.version, 0
    for seat in match.match.table.seats:
        found = {each["version"]: list(each["options"]) for each in report_missed(told, seat, 1, last, PASSED)["found"]}
        wanted = {}
        for version, event in enumerate(match.raw, 1):
            passed = event.get("cmd", {}).get("type") == "pass" and event["actor"] == seat
            if version in match.main() and passed and could_pass(match, version):
                wanted[version] = could_pass(match, version)
        assert found == wanted
        total += len(wanted)
    assert total > 0


@pytest.mark.parametrize("game", names())
def test_no_action_of_a_record_is_decided_otherwise_and_the_probe_changes_nothing(game: str) -> None:
    match, heard_of = heard(game), 0

    def probe(what: str, window: Procedure, seat: Seat, table: Any) -> None:
        nonlocal heard_of
        heard_of += 1

    told = match.told
    for version, event in match.events.items():
        if is_action(told, version):
            assert redecide_action(told, version, probe).facts == event.facts
    assert [each.table for each in match.states.values()] == [told.at(version).table for version in match.states]
    assert heard_of > 0
    for seat in match.match.table.seats:
        counts = report_missed(told, seat, 1, match.match.version)["counts"]
        assert POLICY_ERROR not in counts
        assert CHANGED not in counts


FORGOES: dict[str, dict[str, Any]] = {
    "use_card_text": {"use": False},
    "use_blade": {"how": "no"},
    "declare_support": {"side": "refuse"},
    "answer_support": {"accept": False},
    "raven_decline": {},
    "muster_done": {},
    "resolve_raid": {"target": None},
    "capture_ships": {"ships": 0},
}


def is_forgone(said: dict[str, Any]) -> bool:
    wanted = FORGOES.get(said["type"])
    return wanted is not None and wanted.items() <= said.items()


def at_war() -> Heard:
    """A match of the board game with combats and powers to decline."""
    return heard("agot_board", 1, 250)


def test_what_a_house_declined_is_every_answer_that_left_a_power_unused_which_could_have_been_used() -> None:
    match, kinds = at_war(), set()
    for seat in match.match.table.seats:
        found = {each["version"] for each in report_missed(match.told, seat, 1, match.match.version, DECLINED)["found"]}
        wanted = set()
        for version in match.main():
            event = match.raw[version - 1]
            if event["actor"] == seat and is_forgone(event["cmd"]) and could_have(match, version, event["cmd"]):
                wanted.add(version)
                kinds.add(event["cmd"]["type"])
        assert found == wanted, seat
    assert {"use_card_text", "use_blade", "raven_decline"} <= kinds


def could_have(match: Heard, version: int, said: dict[str, Any]) -> bool:
    """Whether the actor could have answered the same question, about the same area, and used the power."""
    before = match.states[match.raw[version - 1].get("back", version - 1)]
    space = options_of(before.rules, before.table, match.raw[version - 1]["actor"])
    dice = Dice(f"could have {version}")
    drawn = (space.sample(dice) for _ in range(200))
    same = [each for each in drawn if each["type"] != "resolve_raid" or each["area"] == said["area"]]
    return any(not is_forgone(each) for each in same)


def test_a_house_that_holds_the_blade_is_told_why_it_was_not_asked_for_it() -> None:
    match, rules = at_war(), set()
    for seat in match.match.table.seats:
        for each in report_missed(match.told, seat, 1, match.match.version, NOT_ASKED)["found"]:
            before = match.states[match.raw[each["version"] - 1].get("back", each["version"] - 1)].table
            [reason] = each["reasons"]
            asked = each["window"]["name"]
            rules.add(asked)
            if asked == "blade":
                assert before.blade == seat
                used = reason["rule"] == "agot_board.ruling.blade-once-per-round"
                assert used == before.blade_used or seat in reason["because"].get("combat", [seat])
                assert used or seat not in reason["because"]["combat"]
            elif asked == "support":
                assert set(reason["because"]["orders"]) <= set(before.orders_of(seat))
            else:
                assert reason["rule"] == f"agot_board.house-card.{reason['because']['card']}"
    assert rules >= {"blade", "support", "card-text"}


def test_every_entry_of_a_report_is_of_one_kind_and_the_kinds_make_up_the_whole(spread: Spread) -> None:
    for match in (at_war(), heard("agot_lcg", 2, 150)):
        last = match.match.version
        for seat in spread(match.match.table.seats, 1):
            whole = report_missed(match.told, seat, 1, last)
            parts = {kind: report_missed(match.told, seat, 1, last, kind)["found"] for kind in KINDS}
            assert {kind: len(found) for kind, found in parts.items() if found} == whole["counts"]
            assert sum(map(len, parts.values())) - len(parts[UNHEARD]) == len(whole["found"])
            assert set(whole["counts"]) <= {*KINDS} - {POLICY_ERROR, CHANGED}


@pytest.mark.parametrize("game", names())
def test_what_the_rules_answered_for_a_seat_is_told(game: str) -> None:
    match = heard(game)
    seats: set[str] = set()
    for seat in match.match.table.seats:
        found = report_missed(match.told, seat, 1, match.match.version, ONLY)["found"]
        wanted = [
            (version, place)
            for version, place, fact in match.facts()
            if fact["fact"] == "kernel.forced" and fact["seat"] == seat and version in match.main()
        ]
        assert [(each["version"], each["fact"]) for each in found] == wanted
        seats |= {seat} if wanted else set()
    assert seats


def test_a_pass_by_a_standing_order_is_told_with_the_order_and_where_it_was_given() -> None:
    match = Heard("agot_lcg", 5)
    match.play(40)
    for seat in match.match.table.seats:
        match.give(seat, GiveStandingOrder("round"))
        given = match.match.version
        match.play(3)
        found = report_missed(match.told, seat, 1, match.match.version, ORDERED)["found"]
        passed = [
            version
            for version, _, fact in match.facts()
            if fact["fact"] == "kernel.priority_passed" and fact.get("how") == "standing-order" and fact["seat"] == seat
        ]
        assert {each["version"] for each in found} <= set(passed)
        for each in found:
            assert (each["order"]["until"], each["order"]["given"].split(".")[0]) == ("round", str(given))


def test_a_window_that_closed_by_policy_is_told_with_what_forbids_each_card() -> None:
    match = heard("agot_lcg", 2, 150)
    found = [
        each
        for seat in match.match.table.seats
        for each in report_missed(match.told, seat, 1, match.match.version, CLOSED)["found"]
    ]
    tried = [reason for each in found for reason in each["reasons"] if "command" in reason]
    assert tried
    assert all(each["rule"] and "lawful" not in each for each in tried)


def test_a_window_for_which_the_seat_had_nothing_is_counted_and_told_only_to_who_asks_for_it() -> None:
    match = heard("agot_lcg", 2, 150)
    for seat in match.match.table.seats:
        report, asked = (report_missed(match.told, seat, 1, match.match.version, kind) for kind in ("", UNHEARD))
        kinds = Counter(each["kind"] for each in report["found"])
        assert len(asked["found"]) == report["counts"][UNHEARD] > 0
        assert {**kinds, UNHEARD: len(asked["found"])} == report["counts"] == asked["counts"]
        assert not [reason for each in asked["found"] for reason in each["reasons"] if "command" in reason]
        closed = (each for each in report["found"] if each["kind"] == CLOSED)
        assert all("command" in reason for each in closed for reason in each["reasons"])


def test_the_reasons_of_every_window_name_who_was_asked_and_who_was_passed_as_the_record_does() -> None:
    match = heard("agot_lcg", 3, 100)
    told, how = match.told, {"policy": "policy", "standing-order": "standing-order"}
    for version, place, fact in match.facts():
        if fact["fact"] == "kernel.window_opened":
            reasons = reasons_of(told, version, place, "judge")
            assert (reasons["kind"], reasons["name"], reasons["first"]) == (fact["kind"], fact["name"], fact["first"])
            seats = [each for each in reasons["found"] if each["version"] == version and each["how"] in how]
            following = match.raw[version - 1]["facts"][place:]
            passed = []
            for each in following:
                if each["fact"] != "kernel.priority_passed":
                    break
                passed.append(each["seat"])
            assert [each["seat"] for each in seats][: len(passed)] == passed


def test_the_public_and_the_other_seats_learn_nothing_of_hidden_cards_from_reasons() -> None:
    match = heard("agot_lcg", 3, 100)
    for version, place, fact in match.facts():
        if fact["fact"] == "kernel.window_opened":
            for viewer in ("alice", "bob", "public"):
                for each in reasons_of(match.told, version, place, viewer)["found"]:
                    table = match.states[each["version"]].table
                    hands = {card for seat in table.seats for card in table.zones[f"{seat}.hand"]}
                    tried = {reason["command"]["card"] for reason in each.get("candidates", ())}
                    assert not tried & hands
                    assert each["seat"] == viewer or not each.get("options")


def test_the_report_is_for_judges_and_after_the_match_for_the_seat_itself(tmp_path: Path) -> None:
    running, over = heard("agot_lcg"), Heard("agot_lcg", 7)
    over.play(20)
    over.give("alice", over.match.rules.command({"type": "concede"}))
    for folder, match in (("running", running), ("over", over)):
        (tmp_path / folder).mkdir()
        with stored_in(tmp_path / folder, match) as api:
            path = f"/v1/matches/{MATCH}/missed"
            for who in ("judge", "head-judge", "admin") if match is over else ("admin",):
                answer = read(api, "/missed?seat=alice&from=5&to=15", who)
                assert (answer["version"], answer["line"], answer["seat"]) == (15, "main", "alice")
                assert answer["by"]["recorded"] == [{"engine": "1", "pool": match.raw[0]["pool"]}]
            own = api.get(path, "alice")
            if match is over:
                assert own.get_json()["seat"] == "alice"
            else:
                assert problem(own) == (403, "judging.missed.after-the-match")
            for who in ("bob", "analyst"):
                assert problem(api.get(f"{path}?seat=alice", who)) == (403, "judging.missed.not-by-spectator")
            assert problem(api.get(f"{path}?seat=nobody", "admin")) == (422, "match.no-such-seat")
            assert problem(api.get(f"{path}?seat=alice&to=9999", "admin")) == (404, "request.unknown")


def test_a_place_where_no_window_opened_has_no_reasons(tmp_path: Path) -> None:
    with stored_in(tmp_path, heard("agot_lcg")) as api:
        assert problem(api.get(f"/v1/matches/{MATCH}/windows/1.1/reasons", "admin")) == (404, "request.unknown")
        assert problem(api.get(f"/v1/matches/{MATCH}/windows/x/reasons", "admin")) == (422, "request.shape")
        windows = read(api, "/actions/30", "admin")
        opened = [
            f"{version}.{place}"
            for version, place, fact in heard("agot_lcg").facts()
            if fact["fact"] == "kernel.window_opened"
        ]
        assert windows["version"] == 30
        assert read(api, f"/windows/{opened[3]}/reasons", "public")["window"] == opened[3]
