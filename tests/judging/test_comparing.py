"""Comparison of two versions or of a position with the table, clocks, and the integrity of the record."""

from __future__ import annotations

import json
import re
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from domain.games.agot_board.components import CARDS_OF
from domain.judging.branches.branch import BranchChronicle, CommandDeed, begin_branch, grow_branch
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.clocks import TimeCount, TimedDecision, clocks, out_of_order, time_owed
from domain.judging.inquiry.comparing import compare_versions, differences, rename_cards, view_of_position
from domain.judging.inquiry.probing import disagreements
from domain.judging.inquiry.view_changes import flatten_view
from domain.kernel.ids import Seat, zone
from domain.match.aggregate import decode_event
from domain.match.events import OpenMatch
from service.console.words import duration
from service.present.text.answers import Telling, clocks_lines
from service.present.text.names import CardTitles
from tests.api.http.clients import problem
from tests.builders import acted, begun
from tests.judging.heard import MATCH, Heard, ended, heard, names, read, stored_in
from tests.samples import Spread


@pytest.mark.parametrize("game", names())
def test_a_version_does_not_differ_from_itself_nor_a_rewind_from_what_was_gone_back_to_for_the_public(
    game: str,
) -> None:
    match = heard(game)
    back = next(version for version, event in match.events.items() if event.back)
    for viewer in match.viewers:
        assert compare_versions(match.told, 30, 30, viewer, judging=False) == []
    assert compare_versions(match.told, match.events[back].back, back, "public", judging=False) == []


@pytest.mark.parametrize("game", names())
def test_the_differences_of_two_versions_are_those_of_their_views(game: str, spread: Spread) -> None:
    match, told, rows = heard(game), heard(game).told, 0
    for left, right in ((20, 30), (55, match.match.version), (1, 40)):
        for viewer in spread(match.viewers, 4):
            views = [
                rename_cards(flatten_view(match.match.rules.view(match.states[at].table, viewer, judging=False)), {})
                for at in (left, right)
            ]
            found = compare_versions(told, left, right, viewer, judging=False)
            for row in found:
                assert views[0].get((row.object, row.field)) == row.left
                assert row.left != row.right
            plain = {(row.object, row.field) for row in found}
            moved = {object for object, field in (*views[0], *views[1]) if field == "key"}
            for object, field in {*views[0], *views[1]}:
                if object not in moved and views[0].get((object, field)) != views[1].get((object, field)):
                    assert (object, field) in plain
            rows += len(found)
    assert rows > 20


@pytest.mark.parametrize("game", names())
def test_what_touched_a_difference_last_changed_it_and_nothing_after_it_did(game: str) -> None:
    match, told = heard(game), heard(game).told
    rules, left, right = match.match.rules, 20, 40
    for row in compare_versions(told, left, right, "admin", judging=False):
        for at, version in ((row.touched_left, left), (row.touched_right, right)):
            if not at or (row.object, row.field) not in flatten_view(
                rules.view(match.states[version].table, "admin", judging=False)
            ):
                continue
            touching = int(at.split(".")[0])
            field = (row.object, row.field)
            values = [
                rename_cards(flatten_view(rules.view(match.states[each].table, "admin", judging=False)), {}).get(field)
                for each in told.path(version)
                if each >= touching
            ]
            assert all(value == values[-1] for value in values)
            if touching > 1:
                before = match.states[told.parent(touching)].table
                assert (
                    rename_cards(flatten_view(rules.view(before, "admin", judging=False)), {}).get(field) != values[0]
                )


@pytest.mark.parametrize("game", names())
def test_a_position_typed_in_as_the_table_is_differs_in_nothing_and_one_with_an_error_in_that(
    game: str, tmp_path: Path
) -> None:
    match, written = from_position(game)
    with stored_in(tmp_path, match) as api:
        path = f"/v1/matches/{MATCH}/compare?at={match.match.version}"
        answer = api.post(path, "admin", {"position": written}).get_json()
        assert answer["differences"] == [], answer["differences"]
        assert (answer["right"], answer["left"]["version"]) == ({"typed": True}, match.match.version)
        name = "round"
        wrong = {**written, name: written[name] + 1}
        [row] = api.post(path, "admin", {"position": wrong}).get_json()["differences"]
        assert (row["object"], row["left"], row["right"]) == (name, written[name], written[name] + 1)
        assert problem(api.post(path, "admin", {"position": {"nothing": 1}}))[0] == 422


def test_a_board_differs_in_nothing_from_its_own_position_however_house_cards_were_discarded() -> None:
    match, mixed = Heard("agot_board", 3), 0
    while match.match.version < 400 and not mixed and match.match.table.over is None:
        match.play()
        houses = match.match.table.houses
        if not any(houses[each].discard != in_order(each, houses[each].discard) for each in houses):
            continue
        try:
            written = GAMES["agot_board"].position_of(match.match.table)
        except LookupError:
            continue
        typed = view_of_position(match.match, json.dumps(written), "judge", judging=True)
        seen = match.match.rules.view(match.match.table, "judge", judging=True)
        assert differences(seen, typed)[0] == []
        mixed += 1
    assert mixed


def in_order(house: Seat, cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each for each in CARDS_OF[house] if each in cards)


def from_position(game: str) -> tuple[Heard, dict[str, Any]]:
    """A match at a moment of a round that can be written as a position, and that position."""
    match = Heard(game, 3)
    while match.match.version < 400:
        match.play()
        try:
            written = json.loads(json.dumps(GAMES[game].position_of(match.match.table)))
        except LookupError:
            continue
        if written["round"]:
            return match, written
    raise AssertionError("no moment of this match is a position")


@pytest.mark.parametrize("game", names())
def test_two_versions_are_compared_as_each_viewer_sees_them(game: str, tmp_path: Path) -> None:
    match = ended(game)
    undone = min(set(match.events) - match.main())
    with stored_in(tmp_path, match) as api:
        for who in (*match.match.table.seats, "public", "judge", "head-judge", "analyst"):
            viewer = "public" if who == "analyst" else who
            answer = read(api, f"/compare?left={undone}&right=25", who)
            assert (answer["left"]["line"], answer["right"]["line"]) == ("undone", "main")
            wanted = compare_versions(match.told, undone, 25, viewer, judging=False)
            assert [(each["object"], each["field"]) for each in answer["differences"]] == [
                (each.object, each.field) for each in wanted
            ]


# --- cards of a branch


LAID = {
    "at": "marshalling.action",
    "players": {
        "alice": {"hand": ["arya-stark", "direwolf-pup", "ice"], "deck": [{"unknown": 20}], "gold": 9},
        "bob": {"hand": 2},
    },
}


HAND, PLAY = "players.alice.hand", "players.alice.in_play"


def marshalled_otherwise() -> tuple[Chronicle, BranchChronicle, dict[str, str]]:
    """A match in which Alice marshals Arya Stark, its branch in which she marshals a pup, and their cards at the start.

    Each gets the handle in play that the other has on the other side.
    """
    opening = begun(OpenMatch("agot_lcg", (), "public", position=json.dumps(LAID), spectators="public"))
    alice, table = Seat("alice"), opening.match.table
    cards = {table.cards[each].key.partition("/")[2]: str(each) for each in table.zone(zone(alice, "hand"))}
    arya, pup = ({"type": "marshal_character", "card": cards[key]} for key in ("arya-stark", "direwolf-pup"))
    after = acted(opening.match, alice, opening.match.rules.command(arya))
    events = {1: decode_event(opening.match, opening.payload), 2: decode_event(opening.match, after.payload)}
    told = Chronicle(after.match, events)
    _, replay = grow_branch(begin_branch("b-1", told, 1), told, CommandDeed("alice", pup))
    played = [{str(each) for each in match.table.zone(zone(alice, "play"))} for match in (after.match, replay.match)]
    assert played[0] == played[1]
    return told, BranchChronicle(replay), cards


def test_on_a_branch_a_card_is_the_same_card_whatever_its_handle() -> None:
    told, branch, _ = marshalled_otherwise()
    for viewer in ("judge", "alice", "admin"):
        for sides in ((told, branch), (branch, told)):
            rows = compare_versions(sides[0], 2, 2, viewer, sides[1], judging=False)
            areas = [(each.left, each.right) for each in rows if each.field == "area"]
            assert sorted(areas) == [(HAND, PLAY), (PLAY, HAND)]
            assert not [each for each in rows if each.field == "key"]
            for row in rows:
                if row.field == "area":
                    touched = [each.partition(".")[0] for each in (row.touched_left, row.touched_right)]
                    assert touched == (["2", "1"] if row.left == PLAY else ["1", "2"]), row
            assert len({each.object for each in rows}) == 3
            assert {each.field for each in rows} == {"gold", "area", "strength", "icons", "keywords"}


def test_who_saw_no_hand_is_told_of_two_cards_with_one_handle_and_of_no_way_between() -> None:
    told, branch, cards = marshalled_otherwise()
    for viewer in ("bob", "public"):
        rows = compare_versions(told, 2, 2, viewer, branch, judging=False)
        (handle,) = told.match.table.zone(zone(Seat("alice"), "play"))
        areas = {each.object: (each.left, each.right) for each in rows if each.field == "area"}
        assert areas == {handle: (PLAY, None), f"{handle}@right": (None, PLAY)}
        touched = {(each.left, each.touched_left[:1], each.touched_right[:1]) for each in rows if each.field == "area"}
        assert touched == {(PLAY, "2", ""), (None, "", "2")}
        keys = {each.object: (each.left, each.right) for each in rows if each.field == "key"}
        assert keys == {
            handle: ("core/arya-stark", None),
            f"{handle}@right": (None, "core/direwolf-pup"),
        }
        assert not [each for each in cards.values() if each in str(rows)]


# --- time


@pytest.mark.parametrize("game", names())
def test_the_clocks_are_the_recorded_times_of_who_was_awaited(game: str) -> None:
    match = heard(game)
    spent: dict[str, float] = dict.fromkeys(match.match.table.seats, 0.0)
    frozen, open_case = 0.0, False
    for version in range(2, match.match.version + 1):
        before, now = match.raw[version - 2], match.raw[version - 1]
        seconds = (datetime.fromisoformat(now["at"]) - datetime.fromisoformat(before["at"])).total_seconds()
        open_case = {"frozen": True, "resumed": False}.get(before["kind"], open_case)
        if open_case:
            frozen += seconds
            continue
        for seat in match.states[version - 1].table.waiting.seats:
            spent[seat] += seconds
    told = clocks(match.told, match.match.version)
    assert {seat: each.seconds for seat, each in told.seats.items()} == spent
    assert told.frozen == frozen > 0
    assert {seat: sum(each.seconds for each in clock.rounds) for seat, clock in told.seats.items()} == pytest.approx(
        spent
    )
    answers = [event["actor"] for event in match.raw[1:] if event["kind"] == "action"]
    assert {seat: each.decisions for seat, each in told.seats.items()} == {seat: answers.count(seat) for seat in spent}
    longest = [each.seconds for each in told.longest]
    assert longest == sorted(longest, reverse=True)
    assert list(out_of_order(match.told)) == []


@pytest.mark.parametrize("game", names())
def test_a_wait_that_a_case_cut_off_is_among_the_longest_and_not_in_the_average(game: str, tmp_path: Path) -> None:
    """A case is called where a seat is awaited for minutes, and rewinds: the wait is the longest of the match."""
    match = Heard(game, 1)
    match.play(40)
    match.now += timedelta(minutes=7)
    match.freeze()
    match.rewind(match.match.version - 12)
    match.resume()
    match.play(20)
    froze = next(version for version, event in enumerate(match.raw, 1) if event["kind"] == "frozen")
    wait = match.states[froze].table.waiting
    since = next(each for each in range(1, froze) if match.states[each].table.waiting.wait == wait.wait)
    waited = datetime.fromisoformat(match.raw[froze - 1]["at"]) - datetime.fromisoformat(match.raw[since - 1]["at"])
    told = clocks(match.told, match.match.version)
    cut = [each for each in told.unanswered if each.case]
    expected = {(seat, since, froze + 1, wait.question, waited.total_seconds(), "c-1") for seat in wait.seats}
    assert {(each.seat, each.since, each.version, each.question, each.seconds, each.case) for each in cut} == expected
    for seat, used in told.seats.items():
        took = [each.seconds for each in every_decision(match) if each.seat == seat]
        assert used.decisions == len(took)
        assert used.average == pytest.approx(sum(took) / len(took))
        cut_off = [each.seconds for each in told.unanswered if each.seat == seat]
        going_on = [each.seconds for each in told.open if each.seat == seat]
        assert used.longest == max([*took, *cut_off, *going_on])
    assert told.longest_waits[0].seconds == max(each.longest for each in told.seats.values())
    assert set(told.longest_waits[: len(cut)]) == set(cut)
    with stored_in(tmp_path, match) as api:
        answer = read(api, "/clocks", "judge")
        assert {(each["seat"], each["since"], each["seconds"]) for each in answer["unanswered"] if each["case"]} == {
            each[:2] + each[4:5] for each in expected
        }
        page = api.session(api.keys["judge"]).get(f"/console/matches/{MATCH}/clocks").get_data(as_text=True)
        shown = re.sub(r"<[^>]*>", "", page)
        for used in answer["seats"].values():
            assert f"{duration(used['average'])}{duration(used['longest'])}" in shown
        for each in cut:
            assert f"was awaited {duration(each.seconds)} for" in shown
            assert f"and did not answer, up to v{each.version}" in shown
        assert shown.count("ended by a case") == len(cut)
    said = "\n".join(clocks_lines(told, Telling(match.told, CardTitles({}))))
    assert said.count("not answered, ended by c-1") == len(cut)
    assert all(f"the longest wait {each.longest:.1f} s" in said for each in told.seats.values())


def every_decision(match: Heard) -> list[TimedDecision]:
    counted = TimeCount(match.told)
    for version in range(2, match.match.version + 1):
        counted.take(version)
    return counted.decisions


# --- the record


@pytest.mark.parametrize("game", names())
def test_no_action_of_a_sound_record_is_disagreed_with_and_a_changed_one_is(game: str) -> None:
    match = heard(game)
    assert disagreements(match.told, 1, match.match.version) == []
    told = match.told
    events: dict[int, Any] = dict(told.events)
    version = next(each for each in sorted(match.main()) if each > 5 and len(events[each].facts) > 1)
    events[version] = type(events[version])(
        **{name: getattr(events[version], name) for name in events[version].__struct_fields__}
        | {"facts": events[version].facts[:-1]}
    )
    told.events = events
    assert disagreements(told, version, version) == [f"{version}.{len(events[version].facts) + 1}"]


@pytest.mark.parametrize("game", names())
def test_the_integrity_of_a_record_tells_judges_events_from_play_and_finds_a_break(game: str, tmp_path: Path) -> None:
    match = ended(game)
    with stored_in(tmp_path, match) as api:
        for who in (match.match.table.seats[0], "public", "analyst", "judge"):
            answer = read(api, "/integrity", who)
            assert (answer["whole"], answer["versions"], answer["faults"]) == (True, match.match.version, [])
            [judged] = answer["judged"]
            raw = match.raw[judged["version"] - 1]
            assert (judged["kind"], judged["back"], judged["case"]) == ("rewound", raw["back"], raw["case"])
            pool = match.raw[0]["pool"]
            assert answer["engines"] == [{"from": 1, "to": match.match.version, "engine": "1", "pool": pool}]
        again = read(api, "/integrity?readjudicate=true", "judge")
        assert (again["readjudicated"], again["differences"]) == (True, [])
        refused = api.get(f"/v1/matches/{MATCH}/integrity?readjudicate=true", match.match.table.seats[0])
        assert problem(refused) == (403, "request.scope")
        spoil(tmp_path)
        answer = read(api, "/integrity", "admin")
        assert not answer["whole"]
        assert {"fault": "chain", "version": 9} in answer["faults"]


def spoil(folder: Path) -> None:
    """Change the payload of version 9 behind the service's back."""
    with sqlite3.connect(folder / "praetor.db") as file:
        [(state,)] = file.execute("SELECT CAST(state AS BLOB) FROM stored_events WHERE originator_version = 9")
        changed = state.replace(b'"engine":"1"', b'"engine":"9"')
        assert changed != state
        file.execute("UPDATE stored_events SET state = ? WHERE originator_version = 9", [changed])


@pytest.mark.parametrize("game", names())
def test_each_freeze_is_told_with_its_case_and_its_recorded_time(game: str) -> None:
    match = heard(game)
    (froze,) = [version for version, event in match.events.items() if match.raw[version - 1]["kind"] == "frozen"]
    (went_on,) = [version for version in match.events if match.raw[version - 1]["kind"] == "resumed"]
    times = [datetime.fromisoformat(match.raw[version - 1]["at"]) for version in (froze, went_on)]
    told = clocks(match.told, match.match.version)
    (freeze,) = told.freezes
    assert (freeze.case, freeze.first, freeze.last) == ("c-1", froze, went_on)
    assert freeze.seconds == (times[1] - times[0]).total_seconds() == told.frozen
    # while it goes on it is counted so far: at a version up to its recorded time
    for version in range(froze, went_on):
        (still,) = (earlier := clocks(match.told, version)).freezes
        assert (still.last, still.seconds, still.since) == (0, 0.0, match.raw[froze - 1]["at"])
        counted = datetime.fromisoformat(match.raw[version - 1]["at"]) - times[0]
        assert still.so_far == counted.total_seconds() == earlier.frozen_so_far == earlier.frozen
        assert earlier.frozen_as_of == match.raw[version - 1]["at"]
        said = "\n".join(clocks_lines(earlier, Telling(match.told, CardTitles({}))))
        assert f"case c-1: from v{froze}, {still.so_far:.1f} s so far, since {still.since}" in said
    assert (told.frozen_so_far, told.frozen_as_of) == (told.frozen, "")


@pytest.mark.parametrize("game", names())
def test_the_clocks_of_an_earlier_version_are_those_of_that_version(game: str) -> None:
    """The record cut there and asked at the time of its newest version tells the same."""
    match, compared = heard(game), 0
    for version in sorted(match.events)[1::5]:
        events = {each: event for each, event in match.events.items() if each <= version}
        cut = Chronicle(match.states[version], events)
        told = [clocks(match.told, version), clocks(cut, version, match.raw[version - 1]["at"])]
        # which line was undone is told as of now
        then, there = (re.sub("line='(main|undone)'", "", str(each)) for each in told)
        assert then == there
        open_waits = clocks(match.told, version).open
        waiting = match.states[version].table.waiting
        assert {each.seat for each in open_waits} == set(waiting.seats if waiting else ())
        compared += any(each.seconds for each in open_waits)
    assert compared or game == "agot_lcg"  # there each action ends the waits of all


def test_what_cases_took_is_owed_beyond_what_was_given_and_beyond_the_limit_by_the_head_judge() -> None:
    assert msgspec.to_builtins(time_owed(200.2, 0, {"alice": 0, "bob": 120}, 300)) == {
        "rule": "judging.time.extension",
        "taken": 200.2,
        "given": 0,
        "ruled": {"alice": 0, "bob": 120},
        "owed": {"alice": 201, "bob": 81},
        "limit": 300,
        "office": "judge",
    }
    assert time_owed(400, 180, {"alice": 0}, 300).owed == {"alice": 220}
    assert time_owed(400, 180, {"alice": 0}, 300).office == "head-judge"
    assert time_owed(100, 180, {"alice": 0}, 300).owed == {"alice": 0}
    # what was ruled counts towards the limit too, where something is still owed
    assert time_owed(400, 0, {"alice": 250, "bob": 400}, 300).office == "head-judge"
    assert time_owed(300, 0, {"alice": 250, "bob": 400}, 300).office == "judge"
