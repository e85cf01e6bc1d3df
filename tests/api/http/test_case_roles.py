"""Who may do and see what in a case, with every key there is; looks of judges, recorded before they are answered."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import KEEP, CasePage, Dispute, ruling, to_rewind
from tests.api.http.gatherings import Gathering

SECRET = "He hid a card under the table."
ADVICE = "Look at the window before."
ROUTES: dict[str, tuple[Any, set[str]]] = {
    "take": (None, {"head-judge"}),
    "assign": ({"judge": "jan"}, {"head-judge"}),
    "statements": ({"text": "So it was."}, {"alice", "bob"}),
    "questions": ({"seat": "bob", "text": "How many?"}, {"judge", "head-judge"}),
    "shared": ({"entry": 3}, {"judge", "head-judge"}),
    "advice": ({"text": ADVICE}, {"head-judge"}),
    "evidence": ({"links": ["2"]}, {"judge", "head-judge"}),
    "ruling": (ruling(), {"judge"}),
    "amend": (ruling(), set()),
    "approve": ({"number": 1, "reason": "Read."}, set()),
    "accept": (None, set()),
    "appeal": ({"text": "No."}, set()),
    "answer": ({"verdict": "confirm", "text": "Stands."}, set()),
    "previews": ({"kind": "rewind", "to": 2}, {"judge", "head-judge"}),
    "consents": ({"preview": "p-3"}, set()),
    "penalties": ({"seat": "bob", "infraction": "slow play", "penalty": "warning"}, set()),
    "penalties/withdraw": ({"seat": "bob", "infraction": "slow play", "penalty": "warning"}, set()),
    "publish": ({"text": "Published."}, set()),
    "resume": ({"reason": "Time."}, {"judge", "head-judge"}),
    "freeze": ({"reason": "Again."}, set()),
    "withdraw": (None, set()),
    "close": ({}, set()),
    "abandon": ({"reason": "A mistake."}, {"judge", "head-judge"}),
    "tags": ({"tags": ["gold"]}, set()),
}
NEVER = {"ada": "judge", "": "nobody", "analyst": "analyst", "mallory": "seat of another match"}
WHO = ("alice", "bob", "judge", "head-judge", "organizer", "admin", *NEVER)


def called(api: Api, answer: dict[str, Any] = KEEP) -> Dispute:
    """A case that the judge has taken, with a statement of each seat."""
    match = api.opened()
    for _ in range(2):
        match.given(match.awaited(), answer)
    api.calls(match.id, "jan")
    api.keys["ada"] = api.services.keys.issue("judge", "ada")
    api.keys["mallory"] = api.opened("other").keys["alice"]
    case = Dispute(match, text=SECRET).opened().taken()
    case.given("bob", "statements", {"text": "It was one gold."})
    return case


@pytest.mark.parametrize("route", ROUTES)
def test_each_route_is_open_to_whom_the_rules_say_in_an_examined_case(api: Api, route: str) -> None:
    body, may = ROUTES[route]
    case = called(api)
    for who in WHO:
        before = case.read("admin")["entries"]
        response = case.gives(who, route, body)
        if who in may:
            assert response.status_code == 201, (who, response.get_data(as_text=True))
            case = fresh(api, f"{who}-{route}")
            continue
        status, rule = problem(response)
        assert status in ((401, 403) if who in NEVER and route != "tags" else (401, 403, 409, 422)), (who, rule)
        assert rule.startswith(("judging.", "request.")), (who, rule)
        assert case.read("admin")["entries"] == before


def fresh(api: Api, name: str) -> Dispute:
    """Another case like the first."""
    match = api.opened(name)
    for _ in range(2):
        match.given(match.awaited(), KEEP)
    api.calls(match.id, "jan")
    case = Dispute(match, text=SECRET).opened().taken()
    case.given("bob", "statements", {"text": "It was one gold."})
    return case


def test_what_a_seat_said_is_read_by_itself_and_by_judges_who_were_called(api: Api) -> None:
    case = called(api)
    readers = {who for who in WHO if SECRET in case.api.get(case.path, case.key(who)).get_data(as_text=True)}
    assert readers == {"alice", "judge", "head-judge", "admin"}
    case.given("judge", "shared", {"entry": 3})
    assert [each.get("text") for each in case.read("alice")["entries"] if each["kind"] == "statement_given"] == [
        "It was one gold."
    ]


def test_staff_read_a_case_whoever_examines_it_advise_its_judge_and_read_no_more_of_the_match(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match, text=SECRET).opened("alice", moment="1")
    case.given("bob", "statements", {"text": "It was one gold."})
    key = {who: event.keys[who] for who in ("jan", "eve", "olga", "hana")} | match.keys
    texts = (SECRET, "one gold", ADVICE)

    def told() -> dict[str, set[str]]:
        read = {who: api.get(case.path, each).get_data(as_text=True) for who, each in key.items()}
        return {who: {each for each in texts if each in text} for who, text in read.items() if text.find("{") == 0}

    for step, advises in (("jan", ""), ("hana", "jan")):
        case.given(key[step], "take")
        if advises:
            case.given(key[advises], "advice", {"text": ADVICE})
        everything = {*texts} if advises else {SECRET, "one gold"}
        assert (told()["jan"], told()["hana"]) == (everything, everything), step
    assert (told()["alice"], told()["bob"], told()["olga"], told()["eve"]) == ({SECRET}, {"one gold"}, set(), set())
    assert "advice_given" not in {each["kind"] for each in case.read("bob")["entries"]}
    page = CasePage(case, key["jan"])
    assert (SECRET in page.text, page.has_form("advice"), page.has_form("questions")) == (True, True, False)
    assert "The record shows" not in page.text
    for look in ("/view?as=judge", "/attempts"):
        assert problem(api.get(f"{match.path}{look}", key["jan"])) == (403, "judging.look.recorded")
    assert problem(api.get(f"{case.path}/scenario", key["jan"])) == (403, "judging.look.recorded")


def test_who_plays_against_a_player_of_a_case_now_neither_reads_nor_advises(api: Api) -> None:
    event = Gathering(api)
    event.players = ["Ann", "Bert", "jan", "Cleo"]
    event.enrolled()
    tables = [{"table": 1, "players": ["Ann", "Bert"]}, {"table": 2, "players": ["jan", "Cleo"]}]
    event.given("hana", "pair_round", round=1, tables=tables)
    case = Dispute(event.opened("of-ann-and-bert"), text=SECRET)
    event.given("hana", "seat_match", round=1, table=1, match=case.match.id)
    case.opened("alice").taken(event.keys["hana"])
    assert SECRET in api.get(case.path, event.keys["jan"]).get_data(as_text=True)
    results = {"Ann": "win", "Bert": "loss"}
    event.given("hana", "report_result", round=1, table=1, results=results, reason="conceded")
    event.given("hana", "report_result", round=1, table=2, results={"jan": "win", "Cleo": "loss"})
    tables = [{"table": 1, "players": ["Ann", "jan"]}, {"table": 2, "players": ["Bert", "Cleo"]}]
    event.given("hana", "pair_round", round=2, tables=tables)
    told = api.get(case.path, event.keys["jan"]).get_data(as_text=True)
    assert (SECRET in told, case.id in told) == (False, True)
    advised = case.gives(event.keys["jan"], "advice", {"text": ADVICE})
    assert problem(advised) == (403, "judging.case.not-own-match")


def test_a_case_is_told_to_nobody_who_may_not_read_its_match(api: Api) -> None:
    case = called(api)
    assert problem(api.get(case.path, case.key("mallory"))) == (403, "request.scope")
    assert problem(api.get(case.path)) == (401, "request.no-key")
    assert problem(api.get(case.path, "analyst")) == (403, "request.scope")
    assert problem(api.get("/v1/cases/c-none", "admin")) == (404, "request.unknown")
    assert [api.read("/v1/cases", case.key(who))["cases"] for who in ("mallory", "", "analyst")] == [[], [], []]
    assert [each["case"] for each in api.read("/v1/cases", "judge")["cases"]] == [case.id]


def test_the_event_of_a_freeze_tells_the_rules_of_the_call_to_who_reads_them_in_the_case_alone(api: Api) -> None:
    match, cited = api.opened(spectators="public"), "judging.time.extension"
    case = Dispute(match).opened(rules=[cited])
    api.keys["uncalled"] = api.services.keys.issue("judge", "uncalled")
    told: dict[str, set[str]] = {}
    for who in ("alice", "bob", "judge", "head-judge", "organizer", "analyst", "uncalled", ""):
        key = match.keys.get(who, who)
        knows = cited in api.get(case.path, key).get_data(as_text=True)
        told[who] = {path for path in TELLING if cited in api.get(f"{match.path}{path}", key).get_data(as_text=True)}
        assert knows or not told[who], who
    assert (told["bob"], told[""]) == ({*TELLING}, set())


TELLING = ("/actions", "/record", "/timeline", "/integrity")


def test_looks_and_reports_are_no_seats_business(api: Api) -> None:
    case = called(api)
    case.match.read("/view", "judge")
    case.given("judge", "previews", {"kind": "rewind", "to": 2})
    kinds = {who: {each["kind"] for each in case.read(who)["entries"]} for who in ("alice", "head-judge")}
    assert kinds["head-judge"] - kinds["alice"] == {"look_taken", "preview_made"}


# --- looks


def looks_of(api: Api, match: Match) -> list[tuple[str, str, str, int]]:
    entries = api.read(f"{match.path}/judges", "admin")["entries"]
    return [(e["actor"], e["viewer"], e["what"], e["version"]) for e in entries if e["kind"] == "look_taken"]


def test_a_judge_who_was_not_called_sees_what_is_public_and_no_more(api: Api) -> None:
    match = api.opened()
    stranger = api.services.keys.issue("judge", "sam")
    paths = ("/view", "/window", "/options", "/actions", "/record", "/position", "/attempts", "/view?as=alice")
    for path in (*paths, "/view?as=public"):
        assert problem(match.get(path, stranger)) == (403, "judging.case.judge-called"), path
    public = api.opened("public", spectators="public")
    for path in ("/position", "/attempts", "/view?as=alice", "/view?as=judge"):
        assert problem(public.get(path, stranger)) == (403, "judging.case.judge-called"), path
    for path in ("/view", "/window", "/options", "/actions", "/record"):
        assert public.get(path, stranger).get_data() == public.get(path, "").get_data(), path
    assert public.read("/view", stranger)["viewer"] == "public"
    assert looks_of(api, public) == []


def test_a_look_is_recorded_before_it_is_answered_once_for_what_was_seen(either: Api) -> None:
    match = either.opened()
    for _ in range(2):
        match.read("/view", "judge")
    match.read("/view?as=bob", "judge")
    match.read("/view?as=public", "judge")
    assert looks_of(either, match) == [
        ("judge-1", "judge", "reads.view", 1),
        ("judge-1", "bob", "reads.view", 1),
    ]


def test_a_look_under_a_case_stands_in_the_case(api: Api) -> None:
    match = api.opened()
    case = Dispute(match).opened().taken()
    match.read("/window?at=1", "judge")
    looks = [each for each in case.read()["entries"] if each["kind"] == "look_taken"]
    assert [(each["what"], each["version"], each["actor"]) for each in looks] == [("reads.window", 1, "judge-1")]
    assert looks_of(api, match) == []


def test_a_look_that_cannot_be_recorded_is_refused(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.opened()

    def fails(*_: Any, **__: Any) -> None:
        raise Refused(Refusal("judging.look.recorded", {}))

    monkeypatch.setattr(api.services.desks, "enter", fails)
    assert problem(match.get("/view", "judge")) == (403, "judging.look.recorded")


def test_a_judge_who_was_called_off_looks_no_more(api: Api) -> None:
    match = api.opened()
    assert match.get("/view", "judge").status_code == 200
    released = api.post(f"{match.path}/judges/release", "organizer", {"judge": "judge-1"}, Idempotency_Key="r")
    assert released.status_code == 201
    assert problem(match.get("/view", "judge")) == (403, "judging.case.judge-called")


def test_a_judge_who_was_not_called_is_not_released(api: Api) -> None:
    match = api.opened()
    for who, key in (("judge-2", "a"), ("judge-1", "b"), ("judge-1", "c"), ("judge-1", "b")):
        answered = api.post(f"{match.path}/judges/release", "organizer", {"judge": who}, Idempotency_Key=key)
        if key == "b":
            assert answered.status_code == 201
            continue
        assert problem(answered) == (409, "judging.case.judge-released")
        assert answered.get_json()["because"] == {"judge": who, "called": ["judge-1"] if key == "a" else []}
    assert [each["kind"] for each in match.read("/judges", "admin")["entries"]][-1] == "judge_released"


def test_nobody_judges_their_own_match(api: Api) -> None:
    match = api.opened()
    alice = api.services.keys.issue("judge", "Alice")
    case = Dispute(match).opened()
    assert problem(case.gives(alice, "take")) == (403, "request.scope")
    calls = api.post(f"{match.path}/judges", "organizer", {"judge": "alice"}, Idempotency_Key="a")
    assert problem(calls) == (403, "judging.case.not-own-match")
    declared = api.post(f"{match.path}/judges/interest", "judge", None, Idempotency_Key="i")
    assert declared.get_json()["kind"] == "interest_declared"
    assert problem(case.gives("judge", "take")) == (403, "request.scope")
    again = api.post(f"{match.path}/judges", "organizer", {"judge": "judge-1"}, Idempotency_Key="b")
    assert problem(again) == (403, "judging.case.not-own-match")
    assert problem(match.get("/view", "judge")) == (403, "judging.case.judge-called")


def test_only_organizers_and_head_judges_call_judges(api: Api) -> None:
    match = api.opened()
    head = api.services.keys.issue("head-judge", "hal")
    for name in ("sam", "sue"):
        api.services.keys.issue("judge", name)
    asked = {"json": {"judge": "sam"}, "headers": {"Idempotency-Key": "c"}}
    statuses = {
        who: api.ask("POST", f"{match.path}/judges", match.keys.get(who, who), **copy.deepcopy(asked)).status_code
        for who in ("alice", "judge", "organizer", "admin", "")
    }
    assert statuses == {"alice": 403, "judge": 403, "organizer": 201, "admin": 201, "": 401}
    uncalled = api.post(f"{match.path}/judges", head, {"judge": "sue"}, Idempotency_Key="c")
    assert problem(uncalled) == (403, "judging.case.judge-called")
    api.calls(match.id, "hal")
    assert api.post(f"{match.path}/judges", head, {"judge": "sue"}, Idempotency_Key="c").status_code == 201
    assert api.read(f"{match.path}/judges", "judge") == {
        "match": match.id,
        "judges": ["hal", "judge-1", "sam", "sue"],
        "interested": [],
        "entries": [],
    }


def test_nobody_is_called_whose_name_no_judges_key_has(api: Api) -> None:
    match = api.opened()
    revoked = api.services.keys.issue("judge", "gone")
    gone = api.services.keys.principal(revoked)
    assert gone is not None
    api.services.keys.revoke(gone.id)
    for name in ("nobody", "organizer-1", "admin-1", "gone", "Judge-1"):
        called = api.post(f"{match.path}/judges", "organizer", {"judge": name}, Idempotency_Key=f"call-{name}")
        assert problem(called) == (422, "request.shape"), name
        because = called.get_json()["because"]
        assert (because["field"], repr(name) in because["problem"]) == ("judge", True)
    assert api.read(f"{match.path}/judges", "judge")["judges"] == ["judge-1"]
    # who may not call is not told whose keys there are
    sent = api.post(f"{match.path}/judges", "judge", {"judge": "nobody"}, Idempotency_Key="n")
    assert problem(sent) == (403, "judging.case.head-judge")


def test_a_case_is_given_to_nobody_who_was_not_called(api: Api) -> None:
    case = Dispute(api.opened()).opened()
    assigned = case.gives("head-judge", "assign", {"judge": "nobody"})
    assert problem(assigned) == (403, "judging.case.judge-called")
    assert assigned.get_json()["because"]["actor"] == "nobody"
    case.given("head-judge", "assign", {"judge": "judge-1"})


def test_a_judge_who_is_called_twice_is_called_once(api: Api) -> None:
    match = api.opened()
    api.services.keys.issue("judge", "sam")

    def calls(name: str, path: str = "") -> Any:
        return api.post(f"{match.path}/judges{path}", "organizer", {"judge": "sam"}, Idempotency_Key=name).get_json()

    first = calls("one")
    assert (calls("one"), calls("two")) == (first, first)
    calls("off", "/release")
    assert calls("three")["entry"] == first["entry"] + 2
    entries = api.read(f"{match.path}/judges", "organizer")["entries"]
    assert [each["kind"] for each in entries if each["judge"] == "sam"] == [
        "judge_assigned",
        "judge_released",
        "judge_assigned",
    ]


# --- what the head judge does


def test_a_rewind_over_what_was_learned_needs_the_head_judge(api: Api) -> None:
    case = called(api, {"type": "decide_mulligan", "mulligan": True})
    case.ruled(to_rewind(1)).accepted()
    preview = case.previewed({"kind": "rewind", "to": 1})
    assert problem(case.carries_out("judge", preview)) == (403, "judging.rewind.head-judge")
    case.given("head-judge", "approve", {"number": 1, "reason": "I read the report.", "preview": preview})
    done = case.carries_out("judge", preview)
    assert done.status_code == 201, done.get_data(as_text=True)
    [event] = [each for each in case.match.read("/actions", "admin")["actions"] if each.get("kind") == "rewound"]
    assert event["approved"] == {"actor": "head-judge-1", "role": "head-judge", "report": preview}


def test_a_dry_rewind_counts_what_a_seat_alone_learned_and_names_it_to_who_looks(api: Api) -> None:
    case = called(api, {"type": "decide_mulligan", "mulligan": True})
    dry = case.given("judge", "previews", {"kind": "rewind", "to": 1})["report"]["learned"]
    assert looks_of(api, case.match) == []
    assert [entry for entry in case.read("judge")["entries"] if entry["kind"] == "look_taken"] == []
    named = case.match.read("/rewind-report?to=1", "judge")["learned"]
    assert [entry["kind"] for entry in case.read("head-judge")["entries"]].count("look_taken") == 1
    assert [{**row, "card": ""} for row in named] == dry
    assert {row["seat"] for row in dry} == {"alice", "bob"}
    assert all(row["card"].startswith("core/") for row in named)


def test_an_appeal_holds_the_remedy_until_another_head_judge_answers(api: Api) -> None:
    case = called(api)
    case.ruled(to_rewind(2))
    preview = case.previewed({"kind": "rewind", "to": 2})
    assert problem(case.carries_out("head-judge", preview)) == (409, "judging.appeal.after-ruling")
    case.given("bob", "appeal", {"text": "Too far."})
    assert problem(case.gives("bob", "appeal", {"text": "Too far."})) == (409, "judging.appeal.after-ruling")
    assert problem(case.gives("judge", "answer", {"verdict": "confirm", "text": "-"})) == (
        403,
        "judging.case.head-judge",
    )
    changed = to_rewind(3)
    case.given("head-judge", "answer", {"verdict": "change", "text": "Less far.", "ruling": changed})
    assert case.state() == "answered"
    assert problem(case.carries_out("head-judge", preview, 2)) == (409, "judging.ruling.remedy-as-named")
    done = case.carries_out("head-judge", case.previewed({"kind": "rewind", "to": 3}), 2)
    assert done.status_code == 201, done.get_data(as_text=True)
    assert [each["kind"] for each in case.read("alice")["entries"] if "ruling" in each] == [
        "ruling_given",
        "appeal_answered",
    ]
