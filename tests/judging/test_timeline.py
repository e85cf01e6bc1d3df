"""The timeline: everything that a viewer may read, once, at its address; marks and filters against the raw record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, structs

from domain.games import GAMES
from domain.judging.inquiry import timeline as inquiry
from domain.judging.inquiry.subjects import ThingNames, texts_within
from domain.judging.inquiry.timeline import RefusedAttempt, TimelineExtras, TimelineQuery
from domain.judging.remedies.corrections import correct_table
from domain.kernel.corrections.changes import MoveCard
from domain.kernel.ids import Viewer, zone
from domain.kernel.redaction import is_sealed
from domain.match.aggregate import redact_event
from domain.match.judge_orders import CorrectTable
from service.files.names_in_commands import Unclear, thing_meant
from tests.api.http.clients import problem
from tests.api.http.test_console import logs_in
from tests.games import ROWS
from tests.judging.heard import MATCH, RULED, Heard, ended, heard, names, read, stored_in

RANDOM = {"kernel.random_result", "kernel.zone_shuffled"}


def timeline(*asked: Any, **how: Any) -> dict[str, Any]:
    """A timeline as it is written."""
    written: dict[str, Any] = msgspec.to_builtins(inquiry.timeline(*asked, **how))
    return written


def actions(answer: dict[str, Any]) -> Iterator[tuple[Any, Any, Any, dict[str, Any]]]:
    for of_round in answer["rounds"]:
        for phase in of_round["phases"]:
            for step in phase["steps"]:
                for action in step["actions"]:
                    yield of_round["round"], phase["phase"], step["step"], action


def told_facts(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = {}
    for *_, action in actions(answer):
        for fact in action["facts"]:
            assert fact["place"] not in found
            assert fact["address"] == f"{MATCH}@{fact['place']}"
            hidden = ("address", "place", "mark")
            found[fact["place"]] = {name: value for name, value in fact.items() if name not in hidden}
    return found


def expected_facts(match: Heard, viewer: str) -> dict[str, dict[str, Any]]:
    found = {}
    for version, event in match.events.items():
        for fact in redact_event(event, version, viewer).facts:
            found[f"{version}.{fact['place']}"] = {name: value for name, value in fact.items() if name != "place"}
    return found


@pytest.mark.parametrize("game", names())
def test_a_timeline_tells_each_viewer_every_fact_that_the_actions_would_and_no_other(game: str) -> None:
    match = heard(game)
    for viewer in match.viewers:
        assert told_facts(timeline(match.told, viewer, TimelineQuery(), TimelineExtras())) == expected_facts(
            match, viewer
        )


@pytest.mark.parametrize("game", names())
def test_every_event_stands_once_with_its_line_its_kind_and_its_command_as_it_may_be_read(game: str) -> None:
    match = heard(game)
    for viewer in match.viewers:
        heads = [
            each
            for *_, each in actions(timeline(match.told, viewer, TimelineQuery(), TimelineExtras()))
            if "actor" in each
        ]
        assert [each["version"] for each in heads] == list(match.events)
        for head in heads:
            event = match.raw[head["version"] - 1]
            shown = redact_event(match.events[head["version"]], head["version"], viewer)
            assert head["line"] == ("main" if head["version"] in match.main() else "undone")
            assert (head["kind"], head["actor"], head["time"]) == (event["kind"], event["actor"], event["at"])
            assert head.get("command", UNSET) == shown.command


def test_what_a_judge_did_is_read_alike_by_the_seat_that_the_judge_is_named_like() -> None:
    match = Heard("agot_lcg", 1)
    match.play(5)
    alice, bob = match.match.table.seats
    ruled = structs.replace(RULED, actor=alice)
    correction = CorrectTable((MoveCard(zone(bob, "discard"), match.match.table.zone(zone(bob, "hand"))[0]),))
    match.take(correct_table(match.match, correction, match.events, ruled, match.stamp()))
    told = {
        viewer: [
            each.get("command") for *_, each in actions(timeline(match.told, viewer, TimelineQuery(), TimelineExtras()))
        ]
        for viewer in match.viewers
    }
    assert told[alice][-1] == told[bob][-1] == {"type": "correct_table"}
    corrected = told["judge"][-1]
    assert corrected is not None
    assert corrected["changes"]
    for viewer in match.viewers:
        shown = redact_event(match.events[match.match.version], match.match.version, viewer)
        assert told[viewer][-1] == shown.command


@pytest.mark.parametrize("game", names())
def test_rounds_and_phases_are_those_of_the_table_at_each_version(game: str) -> None:
    match = heard(game)
    last: dict[int, tuple[Any, Any]] = {}
    for number, phase, _, action in actions(timeline(match.told, "admin", TimelineQuery(), TimelineExtras())):
        last[action["version"]] = (number, phase)
    assert last == {version: (each.table.round, each.table.phase) for version, each in match.states.items()}


@pytest.mark.parametrize("game", names())
def test_the_marks_are_the_facts_of_the_record_that_they_are_named_after(game: str) -> None:
    match = heard(game)
    marks = timeline(match.told, "admin", TimelineQuery(), TimelineExtras())["marks"]
    named = {**ROWS[game].marked, "random": RANDOM, "forced": {"kernel.forced"}}
    for mark, tags in named.items():
        wanted = [f"{version}.{place}" for version, place, fact in match.facts() if fact["fact"] in tags]
        assert [each["at"] for each in marks if each["mark"] == mark] == wanted, mark
    judged = [str(version) for version, event in enumerate(match.raw, 1) if event["kind"] != "action"]
    assert [each["at"] for each in marks if each["mark"] == "judge"] == judged
    assert len(judged) == 3


@pytest.mark.parametrize("game", names())
def test_refusals_and_disagreements_are_marked_at_their_version(game: str) -> None:
    match, refused = heard(game), (RefusedAttempt("a-1", 7, match_seat(game), "", "match.not-awaited"),)
    told = timeline(match.told, "judge", TimelineQuery(), TimelineExtras(refused, ("9.2",)))
    found = [(each["mark"], each["at"]) for each in told["marks"] if each["mark"] in ("refusal", "disagreement")]
    assert found == [("refusal", "7"), ("disagreement", "9.2")]
    by_rule = timeline(match.told, "judge", TimelineQuery(rule="match.not-awaited"), TimelineExtras(refused))
    assert [each["version"] for *_, each in actions(by_rule) if "actor" in each] == [7]


def match_seat(game: str) -> str:
    return str(heard(game).match.table.seats[0])


@pytest.mark.parametrize("game", names())
def test_a_timeline_is_filtered_by_versions_line_and_mark(game: str) -> None:
    match = heard(game)
    part = timeline(match.told, "public", TimelineQuery(first=5, last=20), TimelineExtras())
    assert {each["version"] for *_, each in actions(part)} == set(range(5, 21))
    other = timeline(match.told, "public", TimelineQuery(line="undone"), TimelineExtras())
    assert {each["version"] for *_, each in actions(other)} == undone(match)
    forced = timeline(match.told, "public", TimelineQuery(mark="forced"), TimelineExtras())
    raw = {version for version, _, fact in match.facts() if fact["fact"] == "kernel.forced"}
    assert {each["version"] for *_, each in actions(forced)} == raw


@pytest.mark.parametrize("game", names())
def test_a_timeline_of_a_seat_holds_what_it_did(game: str) -> None:
    match, seat = heard(game), match_seat(game)
    found = {
        each["version"]
        for *_, each in actions(timeline(match.told, "public", TimelineQuery(seat=seat), TimelineExtras()))
    }
    acted = {version for version, event in enumerate(match.raw, 1) if event["actor"] == seat}
    told = expected_facts(match, "public")
    naming = {
        place: fact["fact"] == "kernel.waiting" for place, fact in told.items() if seat in set(texts_within(fact))
    }
    named = {int(place.partition(".")[0]) for place, is_asked in naming.items() if not is_asked}
    awaited = {int(place.partition(".")[0]) for place, is_asked in naming.items() if is_asked}
    assert found == acted | named
    assert awaited - found


def test_a_timeline_of_a_card_follows_it_from_handle_to_handle() -> None:
    match = heard("agot_lcg")
    version, moved = next(
        (version, move)
        for version, _, fact in match.facts()
        if fact["fact"] == "kernel.cards_moved" and version > 3
        for move in fact["moves"]
        if (move[2], move[3]) == ("alice.deck", "alice.hand")
    )
    for name in moved[:2]:
        found = {
            each["version"]
            for *_, each in actions(timeline(match.told, "admin", TimelineQuery(thing=name), TimelineExtras()))
        }
        assert version in found
    public = timeline(match.told, "public", TimelineQuery(thing=moved[0]), TimelineExtras())
    assert version not in {each["version"] for *_, each in actions(public)}


def test_a_name_that_fits_nothing_in_the_match_is_refused_with_what_may_be_meant(tmp_path: Path) -> None:
    match = heard("agot_board")
    with stored_in(tmp_path, match) as api:
        logs_in(api, api.keys["admin"])
        for name, meant in (("Castle Blakc", "Castle Black"), ("Ned the Unheard", "")):
            refused = api.get(f"/v1/matches/{MATCH}/timeline?thing={name}", "admin")
            assert problem(refused) == (422, "request.which-card")
            assert refused.get_json()["because"].get("meant", "") == meant
            assert api.client.get(f"/console/matches/{MATCH}/timeline?thing={name}").status_code == 422
        named, by_id = (read(api, f"/timeline?thing={name}", "admin") for name in ("Castle Black", "castle-black"))
        assert named["rounds"] == by_id["rounds"] != []
        assert read(api, "/timeline?thing=stark.knight", "admin")["rounds"]


def meant_or_listed(told: Any, name: str) -> list[str]:
    """What a name is answered with for Alice: the thing that it means, or those that it may mean."""
    try:
        return [thing_meant(told, Viewer("alice"), name)]
    except Unclear as error:
        return [each["card"] for each in error.which]


def test_words_of_a_title_name_a_card_to_who_has_read_of_it_alone() -> None:
    match = heard("agot_lcg")
    told, titles = match.told, match.match.rules.pool.cards
    own = ThingNames(match.events.values(), Viewer("alice"), judging=False)
    hidden = set(ThingNames(match.events.values(), Viewer("admin"), judging=False).keys.values()) - set(
        own.keys.values()
    )
    answers = {key: meant_or_listed(told, titles[key].title) for key in hidden}
    assert not [key for key, named in answers.items() if key in named]
    assert not all(answers.values())
    key = min(hidden)
    assert thing_meant(told, Viewer("admin"), titles[key].title) == key
    assert thing_meant(told, Viewer("admin"), key) == key


def test_a_timeline_of_an_area_is_of_what_names_it() -> None:
    match = heard("agot_board")
    area = next(fact["area"] for _, _, fact in match.facts() if fact["fact"] == "agot_board.units_placed")
    named = {version for version, _, fact in match.facts() if area in str(fact).replace('"', "'").split("'")}
    commands = {version for version, event in enumerate(match.raw, 1) if area in str(event.get("cmd")).split("'")}
    found = {
        each["version"]
        for *_, each in actions(timeline(match.told, "admin", TimelineQuery(thing=area), TimelineExtras()))
    }
    sealed = {version for version, event in match.events.items() if is_sealed(event.facts)}
    assert named - sealed <= found
    assert found - sealed <= named | commands


@pytest.mark.parametrize("game", names())
def test_a_timeline_by_rule_holds_the_commands_that_it_is_checked_for(game: str) -> None:
    match = heard(game)
    rules = GAMES[game].rules
    kind, check = next((kind, checks[0]) for kind, checks in rules.checks.items() if checks and used(match, kind))
    found = timeline(match.told, "public", TimelineQuery(rule=check.rule), TimelineExtras())
    given = {version for version, event in match.events.items() if isinstance(event.cmd, kind)}
    assert given <= {each["version"] for *_, each in actions(found)}


def used(match: Heard, kind: type) -> bool:
    return any(isinstance(event.cmd, kind) for event in match.events.values())


def undone(match: Heard) -> set[int]:
    return set(match.events) - match.main()


def read_facts(match: Heard, who: str, viewer: str) -> dict[str, dict[str, Any]]:
    """As the actions are read: of sealed answers a judge reads no more than the public."""
    found = {}
    for version, event in match.events.items():
        for fact in redact_event(event, version, viewer, judging=who in ("judge", "head-judge")).facts:
            found[f"{version}.{fact['place']}"] = {name: value for name, value in fact.items() if name != "place"}
    return found


@pytest.mark.parametrize("game", names())
def test_everybody_is_told_the_timeline_that_they_may_read(game: str, tmp_path: Path) -> None:
    match = ended(game)
    with stored_in(tmp_path, match) as api:
        answer: Any = None
        for who in (*match.match.table.seats, "public", "judge", "head-judge", "analyst", "admin"):
            answer = read(api, "/timeline", who)
            viewer = "public" if who == "analyst" else who
            assert (answer["version"], answer["line"], answer["viewer"]) == (match.match.version, "main", viewer)
            assert told_facts(answer) == json.loads(json.dumps(read_facts(match, who, viewer)))
        lines = [(each["first"], each["last"]) for each in answer["lines"] if each["line"] == "undone"]
        assert {version for first, last in lines for version in range(first, last + 1)} == undone(match)


def test_refused_commands_are_marked_for_judges_alone(tmp_path: Path) -> None:
    match = heard("agot_lcg")
    with stored_in(tmp_path, match) as api:
        seat = str(match.match.table.waiting.seats[0])
        headers = {"If-Match": f'"w{match.match.wait}"', "Idempotency-Key": "x"}
        wrong = api.ask("POST", f"/v1/matches/{MATCH}/commands", seat, json={"type": "decline_draw"}, headers=headers)
        assert wrong.status_code == 422
        marks = read(api, "/timeline?mark=refusal", "admin")["marks"]
        assert [each["at"] for each in marks] == [str(match.match.version)]
        for who in (seat, "public", "analyst"):
            assert read(api, "/timeline?mark=refusal", who)["marks"] == []


@pytest.mark.parametrize("game", names())
def test_the_jump_marks_of_a_match_are_those_of_its_whole_timeline_for_each_viewer(game: str) -> None:
    match, beside = (
        heard(game),
        TimelineExtras((RefusedAttempt("a-1", 7, match_seat(game), "", "match.not-awaited"),), ("9.2",)),
    )
    for viewer in match.viewers:
        found = msgspec.to_builtins(inquiry.jump_marks(match.told, viewer, beside, judging=viewer == "judge"))
        assert found == timeline(match.told, viewer, TimelineQuery(), beside, judging=viewer == "judge")["marks"]
        readable = {f"{version}.{fact['place']}" for version, fact in readable_facts(match, viewer)}
        assert {each["at"] for each in found if "." in each["at"]} - {"9.2"} <= readable


def readable_facts(match: Heard, viewer: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for version, event in match.events.items():
        yield from ((version, fact) for fact in redact_event(event, version, viewer).facts)
