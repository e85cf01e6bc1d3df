"""An appeal on either game: after a ruling and before its remedy, once, to a head judge who did not rule."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import g

from domain.match.envelope import Actor
from service.console.case.ruling_form import ruling_fields, ruling_of
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import RULE, CasePage, Dispute, ruling
from tests.api.http.gatherings import GAMES
from tests.builders import Dice, options_of

BOTH = pytest.mark.parametrize("game", GAMES)


def appealed(api: Api, game: str, **said: Any) -> Dispute:
    """A case that was ruled, and against whose ruling a seat has appealed."""
    match: Match = api.opened(f"appeal-{game}", **GAMES[game]["opening"])
    loser, *others = match.keys
    case = Dispute(match).opened(loser).taken()
    for seat in others:
        case.given(seat, "statements", {"text": "It was lawful."})
    case.ruled(ruling(**said))
    for seat in others:
        case.given(seat, "accept")
    case.given(loser, "appeal", {"text": "The log shows another thing."})
    assert case.state() == "appealed"
    return case


def test_the_console_says_who_may_appeal_until_when_and_what_the_answer_did(api: Api) -> None:
    case = Dispute(api.opened("m")).opened("alice").taken()
    page = case.path.replace("/v1/", "/console/")
    api.client.post("/console/login", data={"key": api.keys["judge"]})
    case.given("bob", "statements", {"text": "It was lawful."})
    case.ruled(ruling())
    assert "alice and bob may accept the ruling or appeal. The case waits for that until" in api.client.get(
        page
    ).get_data(as_text=True)
    case.given("bob", "accept")
    text = api.client.get(page).get_data(as_text=True)
    assert re.search(
        r">alice may accept the ruling or appeal. The case waits for that until <time[^>]*>\d\d:\d\d UTC<", text
    )
    case.given("alice", "appeal", {"text": "The log shows another thing."})
    assert "may accept the ruling" not in api.client.get(page).get_data(as_text=True)
    case.given("head-judge", "answer", {"verdict": "confirm", "text": "It was as ruled."})
    assert "The ruling is confirmed." in api.client.get(page).get_data(as_text=True)


def shown_steps(case: Dispute, who: str) -> list[tuple[str, bool]]:
    """The states in the line of a case's page, each with whether it is the current one."""
    [line] = re.findall(r'<ol class="way".*?</ol>', CasePage(case, who).text, re.DOTALL)
    return [(name, bool(here)) for here, name in re.findall(r"<li( aria-current=\"step\")?>(\w+)</li>", line)]


def test_the_line_of_a_case_keeps_its_appeal(api: Api) -> None:
    before, after, appeal = ["opened", "examined"], ["remedied", "closed"], ["appealed", "answered"]
    case, remedy = appealed_over_an_action(api, "agot_lcg")
    for who in ("alice", "judge"):
        shown = shown_steps(case, who)
        assert [name for name, _ in shown] == [*before, "ruled", *appeal, *after]
        assert [name for name, here in shown if here] == ["appealed"]
    case.given("head-judge", "answer", {"verdict": "confirm", "text": "So it is."})
    assert case.carries_out("judge", case.previewed(remedy)).status_code == 201
    shown = shown_steps(case, "alice")
    assert [name for name, _ in shown] == [*before, "ruled", *appeal, *after]
    assert [name for name, here in shown if here] == ["remedied"]


def test_the_line_of_a_case_has_a_ruling_anew_after_the_appeal_and_no_appeal_without_one(api: Api) -> None:
    case, _ = appealed_over_an_action(api, "agot_lcg")
    case.given("head-judge", "answer", {"verdict": "confirm", "text": "So it is."})
    case.given("judge", "resume", {"reason": "It may take long."})
    plays_on(case, 12)
    case.given("judge", "amend", ruling(finding="Too late to annul."))
    ruled = [("opened", False), ("examined", False), ("appealed", False), ("answered", False), ("ruled", True)]
    assert shown_steps(case, "judge") == [*ruled, ("remedied", False), ("closed", False)]
    other = Dispute(api.opened("other")).opened("alice").taken()
    assert [name for name, _ in shown_steps(other, "judge")] == ["opened", "examined", "ruled", "remedied", "closed"]


def test_an_appeal_is_taken_after_its_time_until_the_remedy_is_carried_out(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    remedy = {"kind": "acceptance"}
    late, done = (Dispute(api.opened(name)).opened("alice").taken() for name in ("late", "done"))
    for case in (late, done):
        case.given("bob", "statements", {"text": "It was lawful."})
        case.ruled(ruling(remedy=remedy))
    monkeypatch.setattr("domain.judging.cases.commands.APPEAL_SECONDS", 0)
    for case in (late, done):
        shown = CasePage(case, "alice")
        assert "The case waits for it no longer; an appeal is taken until the remedy is carried out" in shown.text
        assert shown.has_form("appeal")
    late.given("alice", "appeal", {"text": "The log shows another thing."})
    assert done.carries_out("judge", done.previewed(remedy)).status_code == 201
    assert "may accept the ruling or appeal" not in CasePage(done, "alice").text
    refused = done.gives("alice", "appeal", {"text": "The log shows another thing."})
    assert problem(refused) == (409, "judging.appeal.after-ruling")


@BOTH
def test_the_head_judge_confirms_and_the_match_goes_on(api: Api, game: str) -> None:
    case = appealed(api, game)
    loser = next(iter(case.match.keys))
    assert problem(case.gives(loser, "appeal", {"text": "again"})) == (409, "judging.appeal.after-ruling")
    confirm = {"verdict": "confirm", "text": "The log shows what was ruled."}
    assert problem(case.gives("judge", "answer", confirm)) == (403, "judging.case.head-judge")
    case.given("head-judge", "answer", confirm)
    assert case.state() == "answered"
    case.given("judge", "close", {})
    assert case.match.read("/lines", "admin")["frozen"] == ""


@BOTH
def test_the_head_judge_replaces_the_ruling_and_its_remedy_is_the_one_carried_out(api: Api, game: str) -> None:
    first = {"kind": "acceptance"}
    case = appealed(api, game, remedy=first)
    match, seats = case.match, list(case.match.keys)
    other = {"kind": "ending", "how": "loss", "winner": seats[1]}
    preview = case.previewed(other, "head-judge")
    answer = {"verdict": "replace", "text": "It cannot be mended.", "ruling": ruling(remedy=other)}
    case.given("head-judge", "answer", answer)
    refused = case.carries_out("judge", case.previewed(first), 1)
    assert problem(refused) == (409, "judging.ruling.remedy-as-named")
    done = case.carries_out("head-judge", preview, 2)
    assert done.status_code == 201, done.json
    assert match.read("", "admin")["over"]["winner"] == seats[1]
    case.given("head-judge", "close", {})
    entries = case.read("admin")["entries"]
    assert [each["number"] for each in entries if each["kind"] in ("ruling_given", "appeal_answered")] == [1, 2]


def plays_on(case: Dispute, times: int) -> None:
    """Answers of whoever is awaited."""
    services, match_id = case.match.api.services, case.match.id
    for _ in range(times):
        match = services.matches.fresh(match_id)
        seat, key = match.table.waiting.seats[0], f"on {match.version}"
        command = match.rules.command(options_of(match.rules, match.table, seat).sample(Dice(key)))
        services.matches.act(match_id, seat, command, wait=match.wait, key=key, actor=seat)


def appealed_over_an_action(api: Api, game: str) -> tuple[Dispute, dict[str, Any]]:
    """A case whose ruling annuls the last action, appealed against; and that remedy."""
    match: Match = api.opened(f"annul-{game}", **GAMES[game]["opening"])
    loser, *others = match.keys
    case = Dispute(match)
    plays_on(case, 1)
    remedy = {"kind": "annulment", "of": match.read("", "admin")["version"]}
    case.opened(loser).taken()
    for seat in others:
        case.given("judge", "questions", {"seat": seat, "text": "What happened?"})
    case.ruled(ruling(remedy=remedy))
    case.given(loser, "appeal", {"text": "The log shows another thing."})
    return case, remedy


@BOTH
def test_no_answer_and_no_ruling_names_a_remedy_that_cannot_be_carried_out(api: Api, game: str) -> None:
    case, remedy = appealed_over_an_action(api, game)
    case.given("judge", "resume", {"reason": "It may take long."})
    plays_on(case, 12)
    beyond = ruling(remedy={"kind": "annulment", "of": 1})
    answers = {"confirm": None, "change": ruling(remedy=remedy, finding="Another."), "replace": beyond}
    for verdict, said in answers.items():
        refused = case.gives("head-judge", "answer", {"verdict": verdict, "text": "So it is.", "ruling": said})
        assert problem(refused) == (422, "judging.annul.last-only"), verdict
    assert case.state() == "appealed"
    case.given(
        "head-judge", "answer", {"verdict": "change", "text": "Too late.", "ruling": ruling(finding="Too late.")}
    )
    assert problem(case.gives("judge", "amend", beyond)) == (403, "judging.appeal.head-judge-final")
    case.given("judge", "close", {})


@BOTH
def test_a_case_whose_answered_remedy_can_be_carried_out_no_more_is_ruled_anew_and_closed(api: Api, game: str) -> None:
    case, remedy = appealed_over_an_action(api, game)
    case.given("head-judge", "answer", {"verdict": "confirm", "text": "So it is."})
    late = ruling(finding="Too late to annul.")
    assert problem(case.gives("judge", "amend", late)) == (403, "judging.appeal.head-judge-final")
    case.given("judge", "resume", {"reason": "It may take long."})
    plays_on(case, 12)
    case.given("judge", "freeze", {"reason": "Now it is settled."})
    assert problem(case.gives("judge", "previews", remedy)) == (422, "judging.annul.last-only")
    assert problem(case.gives("judge", "close", {})) == (409, "judging.ruling.remedy-as-named")
    api.client.post("/console/login", data={"key": api.keys["judge"]})
    assert "Amend the ruling" in api.client.get(case.path.replace("/v1/", "/console/")).get_data(as_text=True)
    case.given("judge", "amend", late)
    case.accepted()
    case.given("judge", "close", {})
    assert case.match.read("/lines", "admin")["frozen"] == ""


@pytest.mark.parametrize("verdict", ["confirm", "change"])
@BOTH
def test_an_answer_of_the_head_judge_approves_the_ruling_that_holds_by_it(api: Api, game: str, verdict: str) -> None:
    winner = list(GAMES[game]["opening"]["seats"])[1]["name"]
    remedy = {"kind": "ending", "how": "loss", "winner": winner}
    penalty = {"seat": winner, "infraction": "slow play", "penalty": "match-loss", "rules": [RULE]}
    said = {"remedy": remedy, "penalties": [penalty]}
    case = appealed(api, game, **said)
    other = {"ruling": ruling(**said, finding="It was worse.")} if verdict == "change" else {}
    case.given("head-judge", "answer", {"verdict": verdict, "text": "So it is.", **other})
    preview, number = case.previewed(remedy), len(other) + 1
    assert [each for each in case.read()["waits_for"] if each["move"] == "approve"] == []
    page = CasePage(case, "judge")
    assert "approval of the head judge" not in page.text
    assert page.has_form("remedies")
    assert not CasePage(case, "head-judge").has_form("approve")
    assert case.carries_out("judge", preview, number).status_code == 201
    case.given("judge", "penalties", penalty)
    case.given("judge", "publish", {"text": "So it was ruled."})
    actions = case.match.read("/actions", "admin")["actions"]
    assert {each["approved"]["actor"] for each in actions if each.get("approved")} == {"head-judge-1"}


def test_a_ruling_that_is_made_anew_after_an_answer_needs_an_approval_again(api: Api) -> None:
    case, _ = appealed_over_an_action(api, "agot_lcg")
    case.given("head-judge", "answer", {"verdict": "confirm", "text": "So it is."})
    case.given("judge", "resume", {"reason": "It may take long."})
    plays_on(case, 12)
    case.given("judge", "freeze", {"reason": "Now it is settled."})
    case.given("judge", "amend", ruling(remedy={"kind": "ending", "how": "loss", "winner": "bob"}))
    assert {"move": "approve", "who": ["head-judge"], "what": "remedy"} in case.read()["waits_for"]


@BOTH
def test_no_remedy_is_carried_out_while_an_appeal_is_open(api: Api, game: str) -> None:
    remedy = {"kind": "acceptance"}
    case = appealed(api, game, remedy=remedy)
    preview = case.previewed(remedy)
    assert problem(case.carries_out("judge", preview)) == (409, "judging.appeal.after-ruling")
    case.given("head-judge", "answer", {"verdict": "confirm", "text": "So it is."})
    assert case.carries_out("judge", preview).status_code == 201


def test_a_form_to_rule_anew_is_filled_with_all_that_was_ruled(api: Api) -> None:
    penalties = [
        {"seat": seat, "infraction": "slow play", "penalty": "warning", "reason": f"{seat} took long", "rules": [RULE]}
        for seat in ("bob", "alice")
    ]
    case = appealed(api, "agot_lcg", penalties=penalties, time={"alice": 60}, hold=True, evidence=["1"])
    with api.app.test_request_context():
        g.asker = api.services.keys.principal(api.keys["head-judge"])
        found = api.services.cases.one(case.path.rpartition("/")[2])
        fields = ruling_fields(found, Actor("head-judge-1", "head-judge"))
        given = {each.name: each.value for each in fields if each.kind != "check" or each.value}
        assert ruling_of({**given, "rules": RULE}) == found.ruling
    api.client.post("/console/login", data={"key": api.keys["head-judge"]})
    shown = api.client.get(case.path.replace("/v1/", "/console/")).get_data(as_text=True)
    assert "The match stays frozen after the remedy." in shown


def test_an_appeal_is_answered_from_the_ruling_that_was_appealed_against(api: Api) -> None:
    penalty = {"seat": "bob", "infraction": "slow play", "penalty": "warning", "reason": "Bob slept.", "rules": [RULE]}
    said = {"finding": "Old finding.", "reason": "Old reason.", "to_players": "Old words.", "worse": "Old worse."}
    ruled = {**said, "time": {"alice": 61}, "penalties": [penalty, {**penalty, "seat": "alice"}], "hold": True}
    page = CasePage(appealed(api, "agot_lcg", **ruled, evidence=["1"], remedy={"kind": "acceptance"}), "head-judge")
    form = page.form("answer")
    assert [each for each in (*said.values(), "Bob slept.", 'value="1:01"', "checked") if each not in form] == []
    assert re.search(r'<option value="[^"]*acceptance[^"]*" selected>', form)
    assert re.search(r'name="penalties" value="[^"]+alice', form)
    assert re.search(r'name="evidence" value="[^"]+1', form)


@pytest.mark.parametrize("verdict", ["change", "replace"])
def test_the_console_answers_an_appeal_with_another_ruling(api: Api, verdict: str) -> None:
    case = appealed(api, "agot_lcg", time={"alice": 61}, hold=True)
    page = CasePage(case, "head-judge")
    other = {"finding": "It was otherwise.", "reason": "The log shows it.", "to_players": "Play on.", "rules": RULE}
    for missing in ("finding", "verdict"):
        given = {"verdict": verdict, "text": "Heard.", "remedy": "{}", **other, missing: ""}
        assert page.sends("answer", **given).status_code == 422, missing
    assert case.state() == "appealed"
    done = page.sends("answer", verdict=verdict, text="Heard.", remedy="{}", **other)
    assert done.status_code == 303, done.get_data(as_text=True)
    [answered] = [each for each in case.read("admin")["entries"] if each["kind"] == "appeal_answered"]
    assert answered["verdict"] == verdict
    assert answered["ruling"]["finding"] == "It was otherwise."
    assert not answered["ruling"].get("time")
    assert not answered["ruling"].get("hold")


def test_the_console_confirms_a_ruling_with_a_form_that_asks_for_no_other(api: Api) -> None:
    case = appealed(api, "agot_lcg")
    page = CasePage(case, "head-judge")
    assert 'name="finding"' not in page.form("confirm")
    assert page.sends("confirm", text="").status_code == 422
    assert page.sends("confirm", text="It was as ruled.").status_code == 303
    assert case.state() == "answered"
