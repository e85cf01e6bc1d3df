"""What the pages say of how a case stands is so: a match that is over, who is in charge, what is waited for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import RULE, CasePage, Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_events import OPTION, SELECT, Staff
from tests.api.http.test_console_rules import Reader, at

ENDING = {"kind": "ending", "how": "loss", "winner": "bob"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("standing") / "praetor.db") as made:
        yield made


def page_of(case: Dispute) -> str:
    return case.path.removeprefix("/v1")


def remedied(api: Api, name: str, remedy: dict[str, Any], **said: Any) -> Dispute:
    """A case whose remedy the head judge has carried out."""
    case = Dispute(api.opened(name)).opened().taken("head-judge").heard()
    preview = case.previewed(remedy, "head-judge")
    case.ruled(ruling(remedy=remedy, **said), "head-judge").accepted()
    assert case.carries_out("head-judge", preview).status_code == 201
    return case


@pytest.mark.parametrize(("remedy", "goes_on"), [(ENDING, False), ({"kind": "acceptance"}, True)])
def test_a_match_that_a_remedy_ended_does_not_go_on_and_is_not_stopped_again(
    api: Api, remedy: dict[str, Any], goes_on: bool
) -> None:
    case = remedied(api, f"over-{goes_on}", remedy)
    judge, page = at(case, "head-judge"), page_of(case)
    for path in (page, f"{page}/print"):
        assert ("the match goes on" in judge.text(path)) == goes_on
    assert ("Freeze the match again" in judge.text(page)) == goes_on
    assert "Hold the match" not in judge.text(page)
    stopped = case.gives("head-judge", "freeze", {"reason": "Once more."})
    assert stopped.status_code == 201 if goes_on else problem(stopped) == (409, "judging.case.in-order")


def test_a_match_that_is_held_after_its_end_is_not_let_go_on(api: Api) -> None:
    case = remedied(api, "held", ENDING, hold=True)
    judge, page = at(case, "head-judge"), page_of(case)
    shown = judge.text(page)
    assert "Unfreeze the match, which is over" in shown
    assert "match goes on" not in shown
    assert "Let the match go on" not in shown


def test_a_match_that_ended_by_itself_is_held_for_a_remedy(api: Api) -> None:
    case = Dispute(api.opened("ended")).opened().taken("head-judge").heard()
    case.given("head-judge", "resume", {"reason": "It may be settled at the table."})
    case.match.given("alice", {"type": "concede"})
    judge, page = at(case, "head-judge"), page_of(case)
    assert "Freeze the match again" not in judge.text(page)
    assert "Freeze the match, which is over, for a remedy" in judge.text(page)
    case.given("head-judge", "freeze", {"reason": "The result is disputed."})
    assert case.previewed({"kind": "ending", "how": "draw"}, "head-judge")


def test_who_is_not_told_who_is_in_charge_is_not_told_that_nobody_is(api: Api) -> None:
    case = Dispute(api.opened("public", spectators="public")).opened()
    for told in ("no judge in charge", "judge-1"):
        judge, analyst = at(case, "judge"), at(case, "analyst")
        for path in (page_of(case), "/cases"):
            assert told in judge.text(path)
            assert case.id in analyst.text(path)
            for hidden in ("no judge in charge", "judge-1"):
                assert hidden not in analyst.text(path)
        if told == "no judge in charge":
            case.taken()


def test_a_statement_is_not_waited_for_when_none_can_be_given(api: Api) -> None:
    case = Dispute(api.opened("asked")).opened().taken("head-judge")
    case.given("head-judge", "questions", {"seat": "bob", "text": "How much gold had you?"})
    page, judge = page_of(case), at(case, "head-judge")
    asked = "bob was asked for a statement and has not given one."
    assert asked in judge.text(page)
    preview = case.previewed(ENDING, "head-judge")
    case.ruled(ruling(remedy=ENDING), "head-judge").accepted()
    assert asked not in judge.text(page)  # it was ruled without it
    assert case.carries_out("head-judge", preview).status_code == 201
    for path in (page, f"{page}/print", "/cases"):
        assert "was asked for a statement" not in judge.text(path)
    assert problem(case.gives("bob", "statements", {"text": "Two."})) == (409, "judging.case.in-order")


def test_which_entry_was_shared_is_said(api: Api) -> None:
    case = Dispute(api.opened("shared")).opened().taken().heard()
    case.given("judge", "shared", {"entry": 3})
    judge, page = at(case, "judge"), page_of(case)
    assert '<a href="#entry-3">entry 3</a>' in judge.text(page)
    assert "Shared with the seats: entry 3" in judge.text(f"{page}/print")


def test_what_can_be_shared_is_chosen_in_words(api: Api) -> None:
    case = Dispute(api.opened("to-share")).opened().taken()
    assert not CasePage(case, "judge").has_form("shared")
    case.heard()
    case.given("judge", "evidence", {"links": ["1"], "text": "See there."})
    options = re.findall(r'<option value="(\d+)">([^<]+)<', CasePage(case, "judge").form("shared"))
    assert options == [("3", "3: bob: It was one."), ("4", "4: evidence: 1 See there.")]
    for number, _ in options:
        case.given("judge", "shared", {"entry": int(number)})
    assert not CasePage(case, "judge").has_form("shared")


def test_who_examines_a_note_is_told_to_freeze_before_a_remedy(api: Api) -> None:
    case = Dispute(api.opened("noted")).opened(freeze=False).taken()
    noted, told, again = "This note does not freeze it", "freeze it first", "Freeze the match again"
    page = CasePage(case, "judge")
    assert (noted in page.text, told in page.text, again in page.text) == (True, True, False)
    assert "Freeze the match for a remedy" in page.form("freeze")
    case.given("judge", "freeze", {"reason": "For a remedy."})
    page = CasePage(case, "judge")
    assert (noted in page.text, told in page.text, page.has_form("preview-acceptance")) == (False, False, True)
    case.given("judge", "resume", {"reason": "It takes long."})
    assert again in CasePage(case, "judge").form("freeze")


def test_what_a_case_waits_for_stands_first_and_unfolded(api: Api) -> None:
    case = Dispute(api.opened("waiting")).opened().taken().heard().ruled(ruling())
    case.given("bob", "appeal", {"text": "It was not so."})
    moves = CasePage(case, "head-judge").text.partition("What you may do")[2]
    forms = re.findall(r'(?:<details class="card"|<div) id="form-([a-z-]+)"( open)?', moves)
    assert forms[:3] == [("confirm", " open"), ("answer", ""), ("take", "")]
    assert '<button class="main">Take the case over' not in moves
    assert "<button>Take the case over from judge-1</button>" in moves


@pytest.mark.parametrize("entry", ["99", "2"])
def test_what_is_shared_is_an_entry_that_is_there(api: Api, entry: str) -> None:
    case = Dispute(api.opened(f"share-{entry}")).opened().taken()
    refused = case.gives("judge", "shared", {"entry": int(entry)})
    assert problem(refused) == (422, "judging.case.shares-an-entry")


def test_a_seats_key_opens_its_match(api: Api) -> None:
    match = api.opened("mine")
    own = f"/console/matches/{match.id}"
    for key, page in ((match.keys["alice"], own), (match.keys["bob"], own), (api.keys["judge"], "/console/matches")):
        client = api.app.test_client()
        assert client.post("/console/login", data={"key": key}).headers["Location"] == page
        assert client.get(page).status_code == 200


@pytest.mark.parametrize("verdict", ["change", "replace"])
def test_an_appeal_is_not_answered_with_a_change_that_changes_nothing(api: Api, verdict: str) -> None:
    case = Dispute(api.opened(f"same-{verdict}")).opened().taken().heard().ruled(ruling())
    case.given("alice", "appeal", {"text": "The log shows another thing."})
    same = ruling(reason="The log  shows\nit.")
    answer = {"verdict": verdict, "text": "Heard both."}
    for given in ({**answer, "ruling": same}, {**answer, "ruling": ruling()}, answer):
        assert problem(case.gives("head-judge", "answer", given)) == (422, "judging.appeal.answer-fits")
    head, page = at(case, "head-judge"), page_of(case)
    said = {name: value for name, value in ruling().items() if isinstance(value, str)}
    filled = {**said, "rules": RULE, "remedy": "{}", **answer}
    refused = head.sends(f"{page}/answer", page, **filled)
    assert refused.status_code == 422
    assert "a ruling goes with it that says something else" in refused.get_data(as_text=True)
    assert case.state() == "appealed"
    case.given("head-judge", "answer", {**answer, "ruling": ruling(reason="Both agree.")})
    assert case.state() == "answered"


def test_no_form_of_a_case_chooses_for_whoever_sends_it(api: Api) -> None:
    case = Dispute(api.opened("unchosen")).opened().taken("head-judge")
    head, page = at(case, "head-judge"), page_of(case)
    chosen = [
        (of, offered)
        for of, options in SELECT.findall(head.reads(page).get_data(as_text=True))
        if len(offered := OPTION.findall(options)) > 1 and offered[0][0] and not any(each[1] for each in offered)
    ]
    assert chosen == []
    for move, fields in (("preview-ending", {}), ("questions", {"text": "How much gold had you?"})):
        assert re.search(rf'/{move}".*?<select[^>]* required><option value="">choose<', head.text(page), re.DOTALL)
        refused = head.sends(f"{page}/{move}", page, **fields)
        assert (refused.status_code, "Fill in every field" in refused.get_data(as_text=True)) == (422, True)
    gold = head.text(f"{page}/correction", form="gold")
    assert re.search(r'<select id="f-seat"[^>]*><option value="">choose', gold), gold


def test_a_ruling_says_what_its_moment_is(api: Api) -> None:
    case = Dispute(api.opened("moment")).opened().taken("head-judge").heard().ruled(ruling(moment="1"), "head-judge")
    case.given("head-judge", "evidence", {"links": ["1"]})
    head, page = at(case, "head-judge"), page_of(case)
    link = f'<a href="/console/matches/{case.match.id}?at=1">'
    assert f"<dt>Moment</dt><dd>{link}v1</a></dd>" in head.text(page)
    assert f'<p class="muted">At {link}1</a>' in head.text(page)
    assert "<dt>Moment</dt><dd>v1</dd>" in head.text(f"{page}/print")


def test_who_reads_an_event_is_told_which_of_its_pages_are_for_others(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    for path in ("/record?player=Bert", "/penalties?player=Bert"):
        refused = event.get(path, match.keys["alice"])
        assert problem(refused) == (403, "request.scope")
        assert refused.get_json()["detail"] == "This is for the staff of the event and for the player."
    client = api.app.test_client()
    assert client.post("/console/login", data={"key": match.keys["alice"]}).status_code == 303
    shown = client.get(f"/console/events/{event.id}/players/Bert")
    assert shown.status_code == 403
    assert "This is for the staff of the event and for the player." in shown.get_data(as_text=True)
    event.given("olga", "end_event")
    analyst = Reader(api, event.keys["ana"])
    for told in (shown.get_data(as_text=True), analyst.text(f"/events/{event.id}")):
        assert "no such event" not in told
        assert "<dt>scope</dt>" not in told
    assert "Its standings, results and penalties may be read." in analyst.text(f"/events/{event.id}")


def test_names_that_are_one_to_whoever_hears_them_are_enrolled_and_appointed_once(api: Api) -> None:
    event = Gathering(api).enrolled()
    for name in ("ann", "ANN", "Bert"):
        refused = event.gives("olga", "enrol_players", players=["Cleo", name])
        assert problem(refused)[1] == "judging.event.player-enrolled"
        [fault] = refused.get_json()["because"]["faults"]
        there = name.title()
        said = "is enrolled already" if name == there else f"is enrolled already, as {there}"
        assert fault == {"line": 2, "player": name, "problem": said}
    twice = event.gives("olga", "enrol_players", players=["De La Mare", "de la  mare"])
    named_twice = {"line": 2, "player": "de la  mare", "problem": "is named twice: in line 1 too"}
    assert (twice.status_code, twice.get_json()["because"]["faults"]) == (422, [named_twice])
    event.given("olga", "appoint_staff", actor="nemo", office="judge")
    refused = event.gives("olga", "appoint_staff", actor="NEMO", office="judge")
    assert problem(refused)[1] == "judging.event.staff"
    assert refused.get_json()["because"] == {"actor": "NEMO", "there": "nemo"}
    event.given("olga", "appoint_staff", actor="nemo", office="none")
    event.given("olga", "appoint_staff", actor="NEMO", office="judge")
    for staff in ({"nemo": "judge", "Nemo": "judge"}, {"Olga": "judge"}):
        assert problem(event.creates("olga", f"twice-{len(staff)}", staff=staff)) == (403, "judging.event.staff")


def test_a_name_that_no_judges_key_has_is_asked_about(api: Api) -> None:
    event = Gathering(api)
    staff = Staff(event, "olga")
    for name, said in (("EVE", "“EVE”, but one has “eve”"), ("nobody-known", "“nobody-known”")):
        refused = staff.sends("appoint_staff", actor=name, office="judge")
        assert refused.status_code == 422
        assert f"key has the name {said}" in refused.get_data(as_text=True)
    assert not {"EVE", "nobody-known"} & set(event.read()["staff"])
    assert staff.sends("appoint_staff", actor="eve", office="judge").status_code == 303
    assert staff.sends("appoint_staff", actor="later", office="judge", keyless="on").status_code == 303


def test_two_names_on_one_line_are_asked_about(api: Api) -> None:
    event = Gathering(api)
    staff = Staff(event, "olga")
    refused = staff.sends("enrol_players", players="Ann\nCleo , Dora")
    assert refused.status_code == 422
    assert "“Cleo , Dora” may be two names" in refused.get_data(as_text=True)
    assert event.read()["enrolled"] == {}
    assert staff.sends("enrol_players", players="Ann\nDora, of Dorne", commas="on").status_code == 303
    assert list(event.read()["enrolled"]) == ["Ann", "Dora, of Dorne"]


def test_the_end_of_an_event_names_the_tables_without_a_result(api: Api) -> None:
    event = Gathering(api)
    event.given("olga", "enrol_players", players=["Ann", "Bert", "Cleo", "Dora"])
    tables = [{"table": 3, "players": ["Ann", "Bert"]}, {"table": 7, "players": ["Cleo", "Dora"]}]
    event.given("hana", "pair_round", round=1, tables=tables)
    assert "with 2 of 2 tables without a result (tables 3, 7) in round 1" in Staff(event, "olga").form("end_event")


def test_a_penalty_is_shown_with_its_rules_its_cause_and_why_it_was_taken_back(api: Api) -> None:
    event = Gathering(api).enrolled()
    cited = "judging.penalty.ladder"
    event.penalised("Ann", rules=[cited], cause="a late seat")
    event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    Staff(event, "hana")
    for page in ("", "/players/Ann"):
        shown = api.client.get(f"/console/events/{event.id}{page}").get_data(as_text=True)
        assert "Withdrawn: The clock was wrong." in shown, page
        assert f"/rules/{cited}" in shown, page
        assert "about a late seat" in shown, page
