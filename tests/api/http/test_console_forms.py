"""Forms of the console that are refused: shown again with what was written, by the labels of the form, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from secrets import token_hex
from typing import Any

import pytest
from msgspec import structs

from domain.games import GAMES as GAMES_KNOWN
from domain.kernel.cards.card_facts import Learned
from domain.kernel.ids import Handle, Seat
from domain.kernel.rulebook import read_rules
from service.app.rulebooks import all_rules
from service.console.forms.refusal_data import because_words, label_of
from service.console.forms.refusals import SAID as SAID_HERE
from service.present.text.cases import awaited_sentence
from service.present.text.facts import sentence
from service.present.text.words_of_games import names_for
from tests.api.cli import ROOT
from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console_events import TABLE, Staff, under_way
from tests.api.http.test_console_rules import SAID, Reader, at
from tests.api.http.test_console_what_if import Session
from tests.judging.heard import heard


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("forms") / "praetor.db") as made:
        yield made


def alarm(page: str) -> str:
    """What the refusal on a page says, in a line."""
    found = re.search(r'<div class="alarm" role="alert"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert found, page
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def pasted(api: Api, command: str, **fields: str) -> str:
    event = Gathering(api).enrolled()
    answer = Staff(event, "olga").sends(command, **fields)
    assert answer.status_code == 422
    return alarm(answer.get_data(as_text=True))


def test_pairings_without_a_line_of_names_are_told_what_the_first_line_is(api: Api) -> None:
    said = pasted(api, "pair_round", round="1", kind="swiss", sheet="1,Ann,Bert\n")
    assert "line 1 names no column: the first line has the names, such as table, player_1, player_2" in said
    assert "unknown" not in said


def test_a_refusal_says_first_that_nothing_was_done(api: Api) -> None:
    said = pasted(api, "enrol_players", players="Cleo\nCLEO")
    assert said.startswith("Not done , by the rule “Players are enrolled”:"), said
    assert "line 2 “CLEO”: is named twice: in line 1 too" in said
    assert pasted(api, "enrol_players", players="").startswith("Not done: Not filled in ")
    dispute = Dispute(api.opened("refused-page")).opened()
    page = at(dispute, "alice").text(f"/cases/{dispute.id}/correction")
    assert "<h1>Refused</h1>" in page
    assert "By the rule “" in page


def test_each_wrong_line_of_a_paste_is_said_in_words_of_its_own(api: Api) -> None:
    lines = "table,player_1,player_2\none,Ann,Bert\n2,Ann\n"
    said = pasted(api, "pair_round", round="1", kind="swiss", sheet=lines)
    assert "line 2 Table “one”: expected a whole number" in said
    assert "line 3 “2,Ann”: expected 3 cells, found 2" in said
    said = pasted(api, "pair_round", round="1", kind="swiss", sheet="table,player_1,guest\n1,Ann,Zed\n")
    assert "line 1 unknown: guest; known: table, player_1, player_2, player_3," in said
    said = pasted(api, "pair_round", round="1", kind="swiss", sheet="tisch;player_1\n1;Ann\n")
    assert "line 1 unknown: tisch; missing: table; known: table, player_1, player_2," in said
    said = pasted(api, "pair_round", round="1", kind="swiss", sheet="table,player_1,player_2\n1,Ann,Zed\n")
    assert "line 2 Players “Zed”: is not enrolled" in said
    said = pasted(api, "enrol_players", players="Cleo\nAnn\nBert")
    assert "line 2 “Ann”: is enrolled already line 3 “Bert”: is enrolled already" in said
    assert "->" not in said


@pytest.mark.parametrize(
    ("at_version", "said"), [("99999", "From version 99999"), ("x", "From version “x”: a whole number from 1 to")]
)
def test_a_branch_of_no_version_is_asked_for_again(api: Api, at_version: str, said: str) -> None:
    match = api.from_position(f"branch-{at_version}")
    judge = Session(api, "judge")
    answer = judge.post(f"/matches/{match.id}/branches", at=at_version, key=token_hex(12))
    page = answer.get_data(as_text=True)
    assert (answer.status_code, said in alarm(page)) == (422, True)
    assert f'<input id="at" name="at" inputmode="numeric" value="{at_version}"' in page


@pytest.mark.parametrize("typed", ["two", "\N{MINUS SIGN}5", "-5", "9" * 13])
def test_a_number_that_is_none_is_told_by_the_label_of_its_field(api: Api, typed: str) -> None:
    dispute, page = disputed(api)
    dispute.heard()
    judge, asked = at(dispute, "judge"), f"“{typed}”: a whole number"
    sent = judge.sends(f"{page}/ruling", page, **SAID, rules="stealth", **{"time-alice": typed})
    no_time = f"“{typed}”: a time is needed: 2:00 or 2 min, 120 or 120 s"
    assert f"Time for alice {no_time}" in alarm(sent.get_data(as_text=True))
    sent = judge.sends(f"{page}/preview-rewind", page, to=typed)
    last = dispute.match.read("")["version"] - 1
    assert f"Back to version {asked} from 1 to {last} is needed" in alarm(sent.get_data(as_text=True))
    event = under_way(api, "agot_lcg")
    given = {"seconds": typed, "reason": "A spill."}
    assert f"Time {no_time}, of 1 to 86400 seconds" in alarm(
        Staff(event, "jan").sends("give_time", TABLE, **given).get_data(as_text=True)
    )


EMPTY = [
    ("olga", "enrol_players", {"players": " "}, "Names, one a line"),
    ("jan", "give_time", {"seconds": "", "reason": ""}, "Time; Reason"),
    ("hana", "pair_round", {"round": "", "kind": "swiss"}, "Round"),
]


@pytest.mark.parametrize(("who", "command", "fields", "labels"), EMPTY)
def test_what_is_left_empty_is_told_by_its_label(
    api: Api, who: str, command: str, fields: dict[str, str], labels: str
) -> None:
    staff = Staff(under_way(api, "agot_lcg"), who)
    sent = staff.sends(command, TABLE if command == "give_time" else "", **fields)
    page = sent.get_data(as_text=True)
    assert (sent.status_code, alarm(page).endswith(f"not filled in {labels} To the form")) == (422, True), alarm(page)
    assert f'<a href="#form-{command}">To the form</a>' in page
    assert f'id="form-{command}" open' in page


def test_a_case_is_not_opened_about_nothing(api: Api) -> None:
    match = api.opened("about-nothing")
    alice, page = Reader(api, match.keys["alice"]), f"/matches/{match.id}/case"
    assert "not filled in What is in dispute" in alarm(alice.sends(page, text="").get_data(as_text=True))
    said = alarm(alice.sends(page, text="He did.", moment="noon").get_data(as_text=True))
    assert "Moment expected a place" in said


def test_a_name_of_no_rule_is_answered_without_the_data_of_the_api(api: Api) -> None:
    dispute = Dispute(api.opened("no-rule")).opened().taken().heard()
    page = f"/cases/{dispute.id}"
    said = alarm(at(dispute, "judge").sends(f"{page}/ruling", page, **SAID, rules="flibber").get_data(as_text=True))
    assert "no rule is called “flibber”" in said
    assert "->" not in said
    assert "rules:" not in said


def test_the_steps_of_the_ladder_are_said_in_words(api: Api) -> None:
    dispute = Dispute(api.opened("no-step")).opened().taken().heard()
    page, penalty = f"/cases/{dispute.id}", {"penalty-seat": "alice", "penalty-reason": "Four minutes for a pass."}
    given = {**SAID, "rules": "judging.penalty.ladder", **penalty, "penalty": "shouting", "infraction": "slow-play"}
    said = alarm(at(dispute, "judge").sends(f"{page}/ruling", page, **given).get_data(as_text=True))
    assert "Hard warning; Loss of the game; Loss of the match" in said
    assert "game-loss" not in said


def test_a_time_of_the_search_that_is_none_is_told_by_its_label_without_backticks(api: Api) -> None:
    said = alarm(Reader(api, api.keys["admin"]).text("/matches", since="yesterday"))
    assert "From (UTC) 'yesterday' is not a day or a time, UTC, as “2026-11-22”" in said


def test_a_time_is_searched_as_the_page_writes_it(api: Api) -> None:
    match = api.opened("written")
    reader = Reader(api, api.keys["admin"])
    opened = match.read("", "admin")["opened"]
    written = f"{opened[:10]} {opened[11:16]} UTC"
    assert written in reader.text("/matches")
    for since in (written, written.removesuffix(" UTC"), f"{opened[:10]} {opened[11:19]}"):
        answer = reader.reads("/matches", since=since)
        assert (answer.status_code, match.id in answer.get_data(as_text=True)) == (200, True), since
    assert match.id not in reader.text("/matches", until=written)


def test_the_cases_are_listed_with_the_titles_of_their_rules(api: Api) -> None:
    dispute = Dispute(api.opened("titles")).opened(rules=["judging.ruling.cites-rules"])
    shown = Reader(api, api.keys["admin"]).text("/cases", match=dispute.match.id)
    listed = shown.partition('<ul class="matches">')[2]
    assert "judging.ruling.cites-rules" not in listed
    assert "A ruling gives reason and rules" in listed


@pytest.mark.parametrize("cause", ["c-xx", "m-nowhere@41.2"])
def test_a_cause_that_is_of_no_case_or_match_of_the_event_is_refused_by_its_field(api: Api, cause: str) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened()
    staff, given = Staff(event, "jan"), {"player": "Ann", "infraction": "slow-play", "reason": "Four minutes."}
    refused = staff.sends("give_penalty", TABLE, **given, penalty="warning", cause=cause)
    page = refused.get_data(as_text=True)
    assert (refused.status_code, "field Case or moment" in alarm(page)) == (422, True)
    assert f'value="{cause}"' in page
    lost: dict[str, Any] = {"round": 1, "table": 1, "seconds": 30, "reason": "A spill."}
    assert event.gives("jan", "give_time", case="c-xx", **lost).get_json()["because"]["field"] == "case"
    assert event.gives("jan", "give_time", case=case.id, **lost).status_code == 201
    steps = ("warning", "hard-warning", "game-loss")
    rights = (case.id, f"{case.match.id}@1", "what the table judge saw")
    for penalty, right in zip(steps, rights, strict=True):
        assert staff.sends("give_penalty", TABLE, **given, penalty=penalty, cause=right).status_code == 303, right


def test_what_a_keyboard_leaves_behind_a_name_or_an_id_is_no_part_of_it(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    staff = Staff(event, "jan")
    cause = f" M-{match.id[2:]}@v1 "
    given = {"player": "Ann", "infraction": "slow-play", "penalty": "warning", "reason": " Four minutes. "}
    assert staff.sends("give_penalty", TABLE, **given, cause=cause).status_code == 303
    [kept] = event.read("/penalties")["penalties"]
    assert (kept["cause"], kept["text"]) == (f"{match.id}@1", "Four minutes.")
    olga = Staff(event, "olga")
    assert olga.sends("appoint_staff", actor=" eve ", office="judge").status_code == 303
    assert event.read("", "olga")["staff"]["eve"] == "judge"


def test_no_keyboard_corrects_an_id_or_begins_it_with_a_capital(api: Api) -> None:
    event = Gathering(api)
    event.at_table()
    shown = Staff(event, "hana").reads() + Staff(event, "hana").reads("/tables/1/1") + Staff(event, "olga").reads()
    named = dict.fromkeys(("cause", "match", "actor", "seat-Ann", "players", "sheet", "rules"), 0)
    for tag in re.findall(r"<(?:input|textarea)[^>]*>", shown):
        name = re.search(r' name="([^"]*)"', tag)
        if name and name[1] in named:
            named[name[1]] += 1
            for each in ('autocapitalize="none"', 'autocorrect="off"', 'spellcheck="false"'):
                assert each in tag, tag
    assert all(named.values()), named


def test_every_field_of_one_line_says_what_a_keyboard_may_do() -> None:
    """A field is for numbers, for letters as they are typed, or for prose: what is written in a template says which."""
    templates = sorted((ROOT / "service/console/templates/console").glob("*.html"))
    tags = [
        (template.name, tag)
        for template in templates
        for tag in re.findall(r"<input(?:\{%.*?%\}|\{\{.*?\}\}|[^>])*>", template.read_text())
    ]
    assert len(tags) > 40
    kinds = "hidden|checkbox|radio|file|password|number|range|date"
    said = rf'type="(?:{kinds})"|inputmode|autocapitalize|letter_by_letter| hidden>'
    assert [each for each in tags if not re.search(said, each[1])] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_player_with_a_bye_is_found(api: Api, game: str) -> None:
    event = Gathering(api, game).enrolled()
    name = f"Wenda-{game.replace('_', '-')}"
    event.given("olga", "enrol_players", players=[name])
    tables = [{"table": 1, "players": event.players}, {"table": 2, "players": [name]}]
    event.given("hana", "pair_round", round=1, tables=tables)
    shown = Reader(api, event.keys["jan"]).text("/matches", q=name.lower())
    assert f'<a href="/console/events/{event.id}/tables/1/2">Friday, round 1, table 2: {name}</a>: a bye' in shown
    assert "Nothing found" not in shown
    assert event.id not in Reader(api, api.keys["judge"]).text("/matches", q="somebody else")
    assert event.id not in Reader(api, event.keys["ana"]).text("/matches", q=name)


@pytest.mark.parametrize("page", ["", TABLE, "/players/Ann"])
def test_a_disqualification_says_that_it_awaits_approval(api: Api, page: str) -> None:
    event = under_way(api, "agot_lcg", "start_round")
    event.given("hana", "give_penalty", player="Ann", infraction="cheating", penalty="disqualification", reason="Seen.")
    staff = Staff(event, "hana")
    assert "awaits approval" in staff.reads(page)
    event.given("olga", "approve_penalty", penalty=1, reason="Seen by two.")
    assert "awaits approval" not in staff.reads(page)
    event.given("hana", "withdraw_penalty", penalty=1, reason="It was another's card.")
    assert ">withdrawn</span>" in staff.reads(page)


def ruled_at_event(api: Api, **said: object) -> tuple[Gathering, Dispute]:
    """A case at an event whose ruling gives a penalty and time, accepted by all."""
    event = Gathering(api)
    dispute = Dispute(event.at_table()).opened().taken().heard()
    event.given("hana", "start_round", round=1)
    return event, dispute.ruled(ruling(**said)).accepted()


def test_a_case_is_not_closed_over_a_penalty_that_was_ruled_and_never_given_unasked(api: Api) -> None:
    penalty = {"seat": "alice", "infraction": "slow-play", "penalty": "warning", "rules": ["judging.penalty.ladder"]}
    _, dispute = ruled_at_event(api, penalties=[penalty])
    page, judge = f"/cases/{dispute.id}", at(dispute, "judge")
    owed = "Warning for Ann (alice): Decisions that take unduly long"
    assert f"Ruled, but not given yet: {owed}." in judge.text(page)
    refused = judge.sends(f"{page}/close", page)
    assert (refused.status_code, owed in alarm(refused.get_data(as_text=True))) == (422, True)
    assert judge.sends(f"{page}/close", page, sure="on").status_code == 303
    assert dispute.state() == "closed"
    for path in (page, f"{page}/print"):
        shown = judge.text(path)
        assert f"Ruled, but not given yet: {owed}." in shown
        assert "Closed without the penalties that were ruled and not given." in shown
        assert re.search(r"\d\d:\d\d:\d\d UTC", shown)


def test_a_penalty_that_was_never_given_is_told_to_nobody_who_reads_no_ruling(api: Api) -> None:
    penalty = {"seat": "alice", "infraction": "slow-play", "penalty": "warning", "rules": ["judging.penalty.ladder"]}
    event = Gathering(api)
    match = event.at_table(spectators="public")
    dispute = Dispute(match).opened().taken().heard().ruled(ruling(penalties=[penalty])).accepted()
    told = {who: at(dispute, who).text(f"/cases/{dispute.id}") for who in ("judge", "alice")}
    shown = api.app.test_client().get(f"/console/cases/{dispute.id}")
    told["public"] = shown.get_data(as_text=True)
    assert shown.status_code == 200
    assert {who: "Ruled, but not given" in page for who, page in told.items()} == {
        "judge": True,
        "alice": True,
        "public": False,
    }


def test_what_is_wrong_in_a_penalty_is_told_by_the_label_of_its_form(api: Api) -> None:
    penalty = {"seat": "carol", "infraction": "slow-play", "penalty": "warning", "rules": ["judging.penalty.ladder"]}
    dispute = Dispute(api.opened("label")).opened().taken().heard()
    page, written = f"/cases/{dispute.id}", {**SAID, "rules": "judging.penalty.ladder"}
    refused = at(dispute, "judge").sends(f"{page}/ruling", page, **written, penalties=json.dumps([penalty]))
    assert (refused.status_code, "field Penalty for" in alarm(refused.get_data(as_text=True))) == (422, True)


def test_a_case_whose_penalties_are_given_is_closed_at_once(api: Api) -> None:
    penalty = {"seat": "alice", "infraction": "slow-play", "penalty": "warning", "rules": ["judging.penalty.ladder"]}
    _, dispute = ruled_at_event(api, penalties=[penalty])
    dispute.given("judge", "penalties", penalty)
    page, judge = f"/cases/{dispute.id}", at(dispute, "judge")
    assert "not given" not in judge.text(page)
    assert judge.sends(f"{page}/close", page).status_code == 303


def test_a_penalty_of_a_ruling_is_listed_on_the_pages_of_its_event(api: Api) -> None:
    penalty = {"seat": "alice", "infraction": "slow-play", "penalty": "warning", "rules": ["judging.penalty.ladder"]}
    event, dispute = ruled_at_event(api, penalties=[penalty])
    dispute.given("judge", "penalties", penalty)
    staff = Staff(event, "jan")
    for path in ("", "/tables/1/1", "/players/Ann"):
        shown = staff.reads(path)
        assert len(re.findall("Warning</strong>(: | for )", shown)) == 1, path
        assert f"/console/cases/{dispute.id}" in shown


def test_seconds_of_a_ruling_are_on_the_clock_of_the_table(api: Api) -> None:
    event, dispute = ruled_at_event(api)
    [before] = event.read()["paired"][0]["tables"]
    event, dispute = ruled_at_event(api, time={"alice": 60, "bob": 90})
    [table] = event.read()["paired"][0]["tables"]
    started = datetime.fromisoformat(event.read()["paired"][0]["started"])
    minutes = event.read()["paired"][0]["minutes"]
    assert (before["ruled"], table["ruled"], table["given"]) == (0, 90, 0)
    ends = started + timedelta(minutes=minutes, seconds=90)
    assert datetime.fromisoformat(table["ends"]) == ends.replace(microsecond=0)
    staff = Staff(event, "jan")
    assert "with 1 min 30 s ruled" in staff.reads()
    assert "with 1 min 30 s ruled" in staff.reads(TABLE)
    assert "Ann (alice) +1 min, on the clock of the table" in at(dispute, "judge").text(f"/cases/{dispute.id}")


@pytest.mark.parametrize(("who", "said"), [(("bob",), "bob was asked"), (("alice", "bob"), "alice and bob were asked")])
def test_who_was_asked_and_has_not_answered_is_said_in_one_or_many(who: tuple[str, ...], said: str) -> None:
    has = "have" if len(who) > 1 else "has"
    told = awaited_sentence("statements", who)
    assert told == f"{said} for a statement and {has} not given one."


def test_a_branch_is_compared_with_where_it_begins_and_says_so(api: Api) -> None:
    match = api.from_position("compared")
    judge = Session(api, "judge")
    branch = judge.begins(match)
    page = unescape(judge.get(branch).get_data(as_text=True))
    ways = re.findall(r'<a href="([^"]*/compare[^"]*)">(Compare with v\d+ of the match, [^<]+)</a>', page)
    assert [words for _, words in ways] == ["Compare with v1 of the match, where the branch begins"]
    assert "0 differences" in judge.get(ways[0][0]).get_data(as_text=True)


@pytest.mark.parametrize(
    ("page", "written", "label"),
    [
        ("timeline", {"from": "x"}, "From v 'x' is not a whole number."),
        ("timeline", {"to": "-1"}, "To v -1 is not from 1 to 1000000000."),
        ("timeline", {"seat": "Q!"}, "Seat"),
        ("timeline", {"thing": "Nobody"}, "Card, place, piece “Nobody” names nothing that is seen here"),
        ("timeline", {"rule": "flibber"}, "Rule no rule is called “flibber”"),
        ("missed", {"from": "99999"}, "From v “99999”: no version: the match has the versions 1 to"),
    ],
)
def test_a_question_that_cannot_be_asked_keeps_its_form(
    api: Api, page: str, written: dict[str, str], label: str
) -> None:
    match = api.from_position(f"asked-{page}-{'-'.join(written)}")
    answer = Reader(api, api.keys["admin"]).reads(f"/matches/{match.id}/{page}", **written)
    shown = unescape(answer.get_data(as_text=True))
    assert (answer.status_code, label in alarm(shown)) == (422, True)
    [(name, value)] = written.items()
    assert re.search(rf'<(input|select) id="{name}"', shown)
    assert name == "seat" or f'value="{value}"' in shown


def test_a_timeline_is_asked_for_by_what_a_rule_is_called(api: Api) -> None:
    match = api.from_position("timeline-rule")
    answer = Reader(api, api.keys["admin"]).reads(f"/matches/{match.id}/timeline", rule="Bypassed characters")
    assert answer.status_code == 200


def disputed(api: Api) -> tuple[Dispute, str]:
    """A case about a match at v3, which a judge has taken, and the address of its page."""
    match = api.opened(f"disputed-{token_hex(4)}")
    for _ in range(2):
        match.given(match.awaited(), {"type": "decide_mulligan", "mulligan": False})
    dispute = Dispute(match).opened().taken()
    return dispute, f"/cases/{dispute.id}"


PLACES = [
    ("v2", "2"),
    ("2.1", "2.1"),
    ("{match}@v2", "{match}@2"),
    ("{branch}", "{branch}"),
    ("/v1/matches", "/v1/matches"),
]


@pytest.mark.parametrize(("typed", "kept"), PLACES)
def test_evidence_is_named_as_the_pages_write_it_and_shown(api: Api, typed: str, kept: str) -> None:
    dispute, page = disputed(api)
    judge, there = at(dispute, "judge"), {"match": dispute.match.id}
    branches = f"{dispute.match.path}/branches"
    there["branch"] = api.post(branches, api.keys["judge"], {"from": 1}, Idempotency_Key="b").get_json()["branch"]
    assert judge.sends(f"{page}/evidence", page, links=typed.format(**there)).status_code == 303
    assert dispute.read()["entries"][-1]["links"] == [kept.format(**there)]
    named = kept.removeprefix("{match}@").format(**there)
    shown = f">{named}<" if kept[0] == "2" or "match}" in kept else named
    assert shown in judge.text(page)
    assert f"At {named}<" in judge.text(f"{page}/print")


WRONG = [
    ("xyz", "xyz"),
    ("2 match", "match"),
    ("99", "99"),
    ("{match}@99", "99"),
    ("v99", "99"),
    ("m-nosuch@1", "m-nosuch@1"),
]


@pytest.mark.parametrize(("typed", "said"), WRONG)
def test_evidence_of_no_moment_is_refused_by_its_field(api: Api, typed: str, said: str) -> None:
    dispute, page = disputed(api)
    refused = at(dispute, "judge").sends(f"{page}/evidence", page, links=typed.format(match=dispute.match.id))
    told = alarm(refused.get_data(as_text=True))
    assert (refused.status_code, "Moments" in told, said in told) == (422, True, True), told


def test_a_ruling_names_its_moment_as_the_pages_write_it(api: Api) -> None:
    dispute, page = disputed(api)
    said = {**SAID, "rules": "judging.ruling.cites-rules", "moment": "v2"}
    assert at(dispute, "judge").sends(f"{page}/ruling", page, **said).status_code == 303
    assert dispute.read()["entries"][-1]["ruling"]["moment"] == "2"


def test_an_appeal_is_not_answered_without_a_verdict(api: Api) -> None:
    dispute, page = disputed(api)
    dispute.heard().ruled(ruling())
    dispute.given("alice", "appeal", {"text": "It was not so."})
    refused = at(dispute, "head-judge").sends(f"{page}/answer", page, **SAID, verdict="", text="So it is.")
    told = alarm(refused.get_data(as_text=True))
    assert (refused.status_code, "Verdict" in told, "verdict:" in told) == (422, True, False), told


@pytest.mark.parametrize("typed", ["abc", "4.2", "9" * 11])
def test_a_correction_asks_for_a_number_by_its_label(api: Api, typed: str) -> None:
    dispute, page = disputed(api)
    asked = {"form": "gold", "do": "add", "f-seat": "alice", "f-n": typed}
    told = alarm(at(dispute, "judge").text(f"{page}/correction", **asked))
    assert f"Gold “{typed}”: a whole number is needed" in told


@pytest.mark.parametrize("sign", ["-", "\N{MINUS SIGN}"])
def test_a_correction_reads_either_minus(api: Api, sign: str) -> None:
    dispute, page = disputed(api)
    asked = {"form": "gold", "do": "add", "f-seat": "alice", "f-n": f"{sign}5"}
    told = alarm(at(dispute, "judge").text(f"{page}/correction", **asked))
    assert ("does not fit Gold" in told, "needed" in told) == (True, False), told


@pytest.mark.parametrize("form", ["garrison", "no-garrison"])
def test_a_correction_says_what_its_form_does_with_a_garrison(api: Api, form: str) -> None:
    """Once it is done the table has no longer what was chosen, and the other form would fit."""
    match = api.opened(f"garrison-{form}", **GAMES["agot_board"]["opening"])
    dispute = Dispute(match).opened(match.awaited()).taken()
    judge, page = at(dispute, "judge"), f"/cases/{dispute.id}/correction"
    off = {"form": "no-garrison", "do": "add", "f-area": "winterfell"}
    shown = judge.text(page, **off)
    assert "no Garrison lies in Winterfell" in shown
    if form == "garrison":
        change = re.findall(r'name="change" value="(\{.*?\})"', shown)[0]
        shown = judge.text(page, form=form, do="add", change=change, **{"f-area": "winterfell"})
        assert "the Garrison of stark lies in Winterfell" in shown
    assert shown.count("<span>no Garrison lies in Winterfell<") == 1


def test_a_search_for_a_card_that_there_is_not_says_so_and_what_was_meant(api: Api) -> None:
    disputed(api)
    judge = Reader(api, api.keys["judge"])
    meant = judge.text("/cases", card="Tyrion Lanister")
    assert "No card is called “Tyrion Lanister”; did you mean <a" in meant
    assert ">Tyrion Lannister</a>?" in meant
    assert "No card is called “Blorg”." in judge.text("/cases", card="Blorg")
    assert "No card is called" not in judge.text("/cases", card="Tyrion")


def test_who_works_with_the_archive_is_led_to_what_there_is_to_read_of_an_event(api: Api) -> None:
    event = Gathering(api)
    event.at_table()
    event.given("olga", "end_event")
    analyst = Reader(api, event.keys["ana"])
    ways = re.findall(rf'href="(/console/events/{event.id}[^"]*)"', analyst.text("/events"))
    assert len(ways) == 3
    assert {analyst.client.get(way).status_code for way in ways} == {200}
    assert f'href="/console/events/{event.id}"' in Reader(api, event.keys["jan"]).text("/events")


def test_a_remedy_whose_preview_is_outdated_is_previewed_anew_by_a_button(api: Api) -> None:
    dispute, page = disputed(api)
    judge = at(dispute, "judge")
    gold = {"change": "set_count", "seat": "alice", "counter": "gold", "n": 3}
    remedy = {"kind": "correction", "changes": [gold]}
    dispute.heard().given("judge", "previews", remedy)
    before = dispute.match.read("", "judge")["version"]
    assert "Preview the remedy again" not in judge.text(page)
    for move in ("resume", "freeze"):
        dispute.given("judge", move, {"reason": "It is late."})
    dispute.ruled(ruling(remedy=remedy, worse="Both would have played otherwise.")).accepted()
    newest = dispute.match.read("", "judge")["version"]
    shown = judge.text(page)
    assert f"Preview the remedy again: it was previewed at v{before}, the match is at v{newest}" in shown
    assert "/remedies" not in shown
    [sent] = re.findall(r'name="remedy" value="(\{.*?\})"', shown[shown.index("/preview-again") :])[:1]
    assert judge.sends(f"{page}/preview-again", page, remedy=sent).status_code == 303
    shown = judge.text(page)
    assert "/preview-again" not in shown
    assert f"{page}/remedies" in shown


@pytest.mark.parametrize("move", ["ruling", "give_penalty"])
def test_rules_that_a_name_may_mean_are_listed_with_the_refusal_and_lead_to_the_field(api: Api, move: str) -> None:
    if move == "ruling":
        dispute, page = disputed(api)
        sent = at(dispute.heard(), "judge").sends(f"{page}/ruling", page, **SAID, rules="bypassed char")
    else:
        given = {"player": "Ann", "infraction": "slow-play", "penalty": "warning", "reason": "Again."}
        staff = Staff(under_way(api, "agot_lcg"), "hana")
        sent = staff.sends(move, TABLE, **given, rules="bypassed char")
    shown = sent.get_data(as_text=True)
    said = alarm(shown)
    assert "Rules “bypassed char” fits 2 rules Bypassed characters 4.2.1: bypassed characters Tick the rules" in said
    assert f'<a href="#{move}-rules">' in shown
    assert f'<input id="{move}-rules"' in shown


FIELDS_OF_API = re.compile(r"\b(body|query|header|JSON|document|token|path|method|bytes?|API|scope|Bearer)\b")
# what no page of the console asks for, or says in words of its own
ELSEWHERE = {
    "request.accept",
    "request.coding",
    "request.late",
    "request.no-idempotency-key",
    "request.no-precondition",
    "request.precondition",
    "request.range",
    "record.invalid",
}


def test_what_the_interface_asks_is_said_of_forms_and_pages() -> None:
    asked = {rule.id: rule.text for rule in read_rules("service.http") if rule.kind == "request"}
    programmers = {id for id, text in asked.items() if FIELDS_OF_API.search(text)}
    assert len(programmers) > 8
    assert programmers - ELSEWHERE - SAID_HERE.keys() == set()
    assert {id for id, said in SAID_HERE.items() if FIELDS_OF_API.search(f"{said.title} {said.text}")} == set()
    assert [id for id in SAID_HERE if id not in all_rules()] == []


PAGES = [
    ("/nowhere", 404, "No such page There is no page at this address."),
    ("/matches/m-1/nowhere", 404, "No such page"),
    ("/events/e-none", 404, "Not found no such event: e-none event e-none"),
    ("/matches?since=yesterday", 422, "From (UTC) 'yesterday' is not a day"),
]


@pytest.mark.parametrize(("path", "status", "said"), PAGES)
def test_a_page_that_cannot_be_shown_says_nothing_of_the_api(api: Api, path: str, status: int, said: str) -> None:
    answer = Reader(api, api.keys["judge"]).client.get(f"/console{path}")
    page = unescape(answer.get_data(as_text=True))
    seen = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert (answer.status_code, said in seen) == (status, True), seen
    assert not re.search(r"openapi|fields of the document|request\.[a-z-]+", seen)


def test_who_sends_a_form_after_the_session_has_ended_is_led_to_the_login(api: Api) -> None:
    _, page = disputed(api)
    answer = api.app.test_client().post(f"/console{page}/take")
    shown = answer.get_data(as_text=True)
    assert (answer.status_code, "Not logged in" in shown, 'href="/console/login">Log in' in shown) == (401, True, True)


def test_the_address_of_a_form_that_was_refused_leads_back_to_its_page(api: Api) -> None:
    dispute, page = disputed(api)
    event = Gathering(api)
    reader = at(dispute, "judge")
    for form, home in (
        (f"{page}/ruling", page),
        (f"/events/{event.id}/commands/give_time", f"/events/{event.id}"),
        ("/branches/b-1/reapply", "/branches/b-1"),
    ):
        answer = reader.reads(form)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/console{home}")
    assert reader.reads("/logout").status_code == 404


LABELS_OF_RULING = {
    "reason": "Reason of the ruling",
    "penalty-reason": "Reason of the penalty",
    "infraction": "Infraction",
}


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("reason", "Reason of the ruling"),
        ("penalties[0].reason", "Reason of the penalty"),
        ("penalties[1].reason", "Reason of the penalty (2)"),
        ("penalties[0].infraction", "Infraction"),
        ("text", "Text"),
    ],
)
def test_a_field_of_a_penalty_is_called_as_in_the_form_of_its_ruling(field: str, label: str) -> None:
    assert label_of(field, LABELS_OF_RULING) == label


def test_a_ruling_gives_its_penalty_a_reason_of_its_own(api: Api) -> None:
    dispute, page = disputed(api)
    judge = at(dispute.heard(), "judge")
    penalty = {"penalty-seat": "alice", "penalty": "warning", "infraction": "Slow play"}
    given = {**SAID, "rules": "judging.penalty.ladder", **penalty}
    refused = judge.sends(f"{page}/ruling", page, **given, **{"penalty-reason": "x" * 20_000})
    assert "Reason of the penalty expected a text with at most" in alarm(refused.get_data(as_text=True))
    sent = judge.sends(f"{page}/ruling", page, **given, **{"penalty-reason": "Four minutes for a pass."})
    assert sent.status_code == 303
    [ruled] = dispute.read()["entries"][-1]["ruling"]["penalties"]
    assert ruled["reason"] == "Four minutes for a pass."
    assert 'name="penalty-reason" value="Four minutes for a pass."' in judge.text(page)


def test_a_remedy_that_was_carried_out_is_not_offered_with_why_it_may_not_be(api: Api) -> None:
    dispute, page = disputed(api)
    gold = {"change": "set_count", "seat": "alice", "counter": "gold", "n": 3}
    remedy = {"kind": "correction", "changes": [gold]}
    preview = dispute.heard().previewed(remedy)
    dispute.ruled(ruling(remedy=remedy, worse="Both would have played otherwise.")).accepted()
    judge = at(dispute, "judge")
    assert f"{page}/remedies" in judge.text(page)
    assert dispute.carries_out("judge", preview).status_code == 201
    shown = judge.text(page)
    assert "Carry out the remedy" not in shown
    assert "No intervention without a case" not in shown


def test_the_example_of_a_deck_is_read_and_a_wrong_line_is_told_in_words(api: Api) -> None:
    reader, page = Reader(api, api.keys["judge"]), "/games/agot_lcg/deck"
    [example] = re.findall(r"lines such as “([^”]+)”", reader.text(page))
    shown = unescape(reader.sends(page, deck=f"House Stark\n{example}").get_data(as_text=True))
    assert "Draw deck minimum" in shown
    assert "Unknown card" not in shown
    lines = "House Stark\n3x Tyrion Lanister\n2x Blorg"
    shown = unescape(reader.sends(page, deck=lines).get_data(as_text=True))
    meant = r"Line 2: “3x Tyrion Lanister”; did you mean Tyrion Lannister [^<,]+(, [^<,]+)* or [^<,]+\?<"
    assert re.search(meant, shown), shown
    assert "Line 3: “2x Blorg”<" in shown
    assert "means [" not in shown


def test_a_rule_that_a_position_breaks_is_a_link_by_its_title(api: Api) -> None:
    reader = Reader(api, api.keys["judge"])
    sent = reader.sends("/positions", game="agot_lcg", do="check", text="at: 4.2\nround: 2\nplayers: {alice: {}}")
    shown = sent.get_data(as_text=True)
    rule = "agot_lcg.joust.two-players"
    link = f'(<a class="rule" href="/console/rules/{rule}" title="{rule}">{all_rules()[rule].title}</a>)'
    assert (sent.status_code, link in shown) == (422, True)
    assert rule not in alarm(shown)


def test_a_limit_of_a_choice_is_told_by_its_title(api: Api) -> None:
    dispute, _ = disputed(api)
    judge, match = Reader(api, api.keys["judge"]), f"/matches/{dispute.match.id}"
    branch = judge.sends(f"{match}/branches", at="3").headers["Location"]
    for page in (match, branch.removeprefix("/console")):
        shown = judge.text(page, **{"as": "judge"})
        assert "agot_lcg.setup.step-8-cost-limit-eight" not in re.sub(r"<[^>]+>", "", shown)
        assert "Setup cost limit (8)" in shown


GOLD = {"change": "set_count", "seat": "alice", "counter": "gold", "n": 3}
TOP = {"change": "move_card", "top_of": "alice.deck", "to": "alice.discard"}
PREVIEWS = [
    ({"kind": "correction", "changes": [GOLD]}, False),
    ({"kind": "correction", "changes": [TOP]}, True),
    ({"kind": "rewind", "to": 2}, False),
    ({"kind": "ending", "how": "draw"}, False),
]


@pytest.mark.parametrize(("remedy", "is_part"), PREVIEWS, ids=["gold", "top", "rewind", "ending"])
def test_a_preview_that_tells_a_part_of_what_happens_says_so(api: Api, remedy: dict[str, Any], is_part: bool) -> None:
    dispute, page = disputed(api)
    dispute.heard().previewed(remedy)
    told = dispute.read()["entries"][-1]["facts"]
    assert (told[-1]["fact"] in ("kernel.waiting", "kernel.match_over")) is not is_part
    shown = at(dispute, "judge").text(page)
    assert ("What follows then depends on hidden cards" in shown) is is_part
    assert "What happens then" in shown


def test_an_amount_below_0_is_entered_in_the_form_of_an_effect(api: Api) -> None:
    dispute, page = disputed(api)
    judge, page = at(dispute, "judge"), f"{page}/correction"
    fields = {"f-what": "claim", "f-seat": "alice", "f-until": "round"}
    shown = judge.text(page, form="effect-player")
    [pattern] = re.findall(r'<input id="f-amount"[^>]*pattern="([^"]*)"', shown)
    for typed, amount in (("-1", -1), ("\N{MINUS SIGN}1", -1), ("+1", 1), ("2", 2)):
        assert re.fullmatch(pattern, typed), typed
        shown = judge.text(page, form="effect-player", do="add", **fields, **{"f-amount": typed})
        assert f'"amount":{amount}' in unescape(shown), typed
    [pattern] = re.findall(r'<input id="f-n"[^>]*pattern="([^"]*)"', judge.text(page, form="gold"))
    assert not re.fullmatch(pattern, "-1")


VERSIONS = ["2", "v2", "V2", " 2", "2 "]


@pytest.mark.parametrize("typed", VERSIONS)
def test_a_version_is_typed_as_pages_print_it(api: Api, typed: str) -> None:
    dispute, case = disputed(api)
    match, judge = dispute.match, at(dispute, "judge")
    page = f"/matches/{match.id}"
    shown = judge.text(page, at="2")
    [pattern] = re.findall(r'<input id="at" name="at"[^>]*pattern="([^"]*)"', shown)
    assert re.fullmatch(pattern, typed)
    assert judge.text(page, at=typed).count('value="2" size="4"') == 1
    for name, asked in (
        ("explain", {"at": typed}),
        ("compare", {"left": typed, "right": "3"}),
        ("missed", {"from": typed}),
        ("timeline", {"from": typed, "to": typed}),
    ):
        assert judge.reads(f"{page}/{name}", **asked).status_code == 200, name
    [pattern] = re.findall(r'<input id="at" name="at"[^>]*pattern="([^"]*)"', judge.text(f"{page}/branches"))
    assert re.fullmatch(pattern, typed)
    session = Session(api, "judge")
    assert session.post(f"{page}/branches", at=typed, key=token_hex(12)).status_code == 303
    assert judge.sends(f"{case}/preview-rewind", case, to=typed).status_code == 303
    assert dispute.read()["entries"][-1]["remedy"]["to"] == 2


@pytest.mark.parametrize("typed", VERSIONS)
def test_a_case_is_opened_about_a_version_as_pages_print_it(api: Api, typed: str) -> None:
    match = api.from_position(f"moment-{token_hex(4)}")
    sent = Reader(api, match.keys["alice"]).sends(
        f"/matches/{match.id}/case", text="He did.", moment=typed.replace("2", "1"), key=token_hex(12)
    )
    assert sent.status_code == 303, alarm(sent.get_data(as_text=True))


SPANS = [
    ({"since": "2026-13-40"}, "From (UTC) There is no such day or time as '2026-13-40'"),
    ({"until": "2026-11-23 25:10 UTC"}, "Until (UTC) There is no such day or time as"),
    ({"since": "2026-11-23", "until": "2026-11-22 10:00"}, "Until (UTC) It is before '2026-11-23'"),
]


@pytest.mark.parametrize(("span", "said"), SPANS)
def test_a_span_of_time_that_there_is_not_is_told_by_its_label(api: Api, span: dict[str, str], said: str) -> None:
    answer = Reader(api, api.keys["admin"]).reads("/matches", **span)
    shown = answer.get_data(as_text=True)
    assert (answer.status_code, said in alarm(shown)) == (422, True), alarm(shown)
    assert all(f'value="{written}"' in shown for written in span.values())


def test_a_deck_with_a_line_that_cannot_be_read_is_checked_no_further_and_says_so(api: Api) -> None:
    reader, page = Reader(api, api.keys["judge"]), "/games/agot_lcg/deck"
    more = "The rules for decks are checked once every line can be read"
    assert more in reader.sends(page, deck="House Stark\n2x Blorg").get_data(as_text=True)
    assert more not in reader.sends(page, deck="House Stark\n3x Arya Stark").get_data(as_text=True)


def test_pairings_that_begin_as_json_are_refused_with_where_they_are_none(api: Api) -> None:
    said = pasted(api, "pair_round", round="1", kind="swiss", sheet='{"tables": [\n  oops')
    assert "line 2 begins as JSON, and is none from character 3 of the line on" in said


DATA = [
    ({"window": "reaction:challenge_won"}, ("window", "reaction: challenge won")),
    ({"area": "alice.hand"}, ("area", "alice's hand")),
    ({"missing": "worse"}, ("missing", "Why nothing milder")),
    ({"cost": "kneel_cost"}, ("cost", "kneel")),
]


@pytest.mark.parametrize(("because", "said"), DATA)
def test_no_name_of_the_engine_stands_in_a_refusal(because: dict[str, str], said: tuple[str, str]) -> None:
    assert because_words(because, labels={"worse": "Why nothing milder"}) == [said]


def test_a_change_without_anything_to_choose_is_told(api: Api) -> None:
    dispute, page = disputed(api)
    judge, page = at(dispute, "judge"), f"{page}/correction"
    shown = unescape(judge.text(page, form="ask-again", do="add"))
    assert "<span>the open question is asked again<" in shown
    shown = unescape(judge.text(page, form="abandon"))
    assert "agot lcg" not in shown


def test_one_of_a_kind_is_told_as_one(api: Api) -> None:
    match = api.opened(f"one-{token_hex(4)}")
    shown = Reader(api, api.keys["judge"]).text(f"/matches/{match.id}/integrity")
    assert "Intact: 1 version, none is missing" in shown
    assert "Decide it again" in shown
    seen = Learned((Seat("alice"),), ((Handle("abc"), "core/ice"),))
    both = structs.replace(seen, to=(Seat("alice"), Seat("bob")))
    names = names_for(GAMES_KNOWN["agot_lcg"].rules)
    assert [sentence(each, names).partition(":")[0] for each in (seen, both)] == ["alice learns", "alice, bob learn"]


def test_a_kind_of_opportunity_is_chosen_by_what_it_is_called(api: Api) -> None:
    dispute, _ = disputed(api)
    judge, page = at(dispute, "judge"), f"/matches/{dispute.match.id}/missed"
    shown = judge.text(page)
    [listed] = re.findall(r'<select id="kind".*?</select>', shown, re.DOTALL)
    chosen = dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)<', listed))
    assert [kind for kind, said in chosen.items() if "engine error" in said] == []
    assert chosen["engine error: policy"] == "not asked by an error of the engine"
    assert all(judge.reads(page, kind=kind).status_code == 200 for kind in chosen)


def test_what_was_missed_begins_with_the_seat_that_called_and_names_it(api: Api) -> None:
    for caller in ("bob", "alice"):
        match = api.opened(f"called-{caller}")
        page = f"/matches/{match.id}/missed"
        judge = at(Dispute(match).opened(caller), "judge")
        assert f"{caller} missed nothing" in judge.text(page)
        assert "alice missed nothing" in judge.text(page, seat="alice")


def test_who_has_no_seat_is_told_to_name_one_of_those_that_missed_something(api: Api) -> None:
    match = api.opened("of-whom")
    refused = api.get(f"{match.path}/missed", api.keys["judge"])
    assert problem(refused) == (422, "request.shape")
    told = "Missing: who has no seat asks about one of them, alice or bob."
    assert refused.get_json()["because"] == {"query": {"seat": [told]}}


def test_what_was_missed_says_that_it_begins_later_than_the_match(api: Api) -> None:
    long = heard("agot_lcg")
    api.services.matches.bring_in("m-long", long.match.seed, long.stored)
    newest, judge, page = long.match.version, Reader(api, api.keys["admin"]), "/matches/m-long/missed"
    shown = judge.text(page)
    first = re.search(r"actions? from v(\d+) to v", re.sub(r"<[^>]+>", "", shown))
    assert first is not None
    assert int(first[1]) == newest - 20 > 1
    [earlier] = re.findall(r'Earlier actions are not in it: <a href="([^"]+)">from v1<', shown)
    assert "from=1&" in unescape(earlier)
    assert "Earlier actions" not in judge.text(page, **{"from": "1"})


def test_a_deck_that_is_too_long_is_refused_and_its_beginning_is_not_checked(api: Api) -> None:
    reader, page = Reader(api, api.keys["judge"]), "/games/agot_lcg/deck"
    [example] = re.findall(r"lines such as “([^”]+)”", reader.text(page))
    deck = f"House Stark\n{example}\n"
    for longer, status in ((deck.ljust(20_000), 200), (deck.ljust(20_000) + "x", 422)):
        answer = reader.sends(page, deck=longer)
        assert answer.status_code == status
        assert ("Draw deck minimum" in answer.get_data(as_text=True)) == (status == 200)
        assert ("The service does not read so long a text." in answer.get_data(as_text=True)) == (status == 422)
