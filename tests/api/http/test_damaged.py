"""A damaged row spoils what it is of, and no list: each is left out or told as damaged, and the log says so."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from functools import partial

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from domain.judging.cases.commands import Look
from domain.match.envelope import Actor
from domain.match.hash_chain import chain_head
from service.cli import main
from service.projector.process import project_once
from service.store.recorded import HEAD, SCHEMA, case_stream, desk_stream, event_stream, stream_of
from tests.api.http.clients import Api, problem
from tests.api.http.disputes import KEEP, RULE, Dispute
from tests.api.http.gatherings import Gathering
from tests.api.http.test_cases import played
from tests.api.http.test_console import logs_in

ROW = "WHERE originator_id = ? AND originator_version = ?"
# by the fault that its integrity tells
CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "chain": lambda state: state.replace(b'"engine":"1"', b'"engine":"9"'),
    "row": lambda state: b"spoilt",
}


def damage(api: Api, stream: str, version: int) -> None:
    """Change a row by hand, and have the process forget what it knows."""
    with sqlite3.connect(str(api.services.settings.db)) as connection:
        changed = connection.execute(
            "UPDATE stored_events SET state = 'spoilt' WHERE originator_id = ? AND originator_version = ?",
            [stream, version],
        ).rowcount
    connection.close()
    assert changed == 1


def forget(api: Api) -> None:
    """Have the process forget what it knows of matches and of what is made of them."""
    services = api.services
    services.matches._hot.clear()
    services.openings._cached.clear()
    services.precedents._shown.clear()
    services.desks._cached.clear()
    services.case_index.rebuild()


def change(api: Api, stream: str, version: int, how: Callable[[bytes], bytes | None]) -> Callable[[], None]:
    """Change the bytes of a row by hand; the answer puts them back."""

    def put(state: bytes | None) -> None:
        with sqlite3.connect(str(api.services.settings.db)) as connection:
            connection.execute(f"UPDATE stored_events SET state = ? {ROW}", [state, stream, version])
        connection.close()

    with sqlite3.connect(str(api.services.settings.db)) as connection:
        [(state,)] = connection.execute(f"SELECT CAST(state AS BLOB) FROM stored_events {ROW}", [stream, version])
    connection.close()
    put(how(state))
    return partial(put, state)


@pytest.mark.parametrize("how", CHANGES)
def test_nothing_is_put_after_damage_that_is_seen(api: Api, how: str) -> None:
    match, damaged = played(api), (409, "match.damaged")
    stream, newest = stream_of(match.id), match.read("", "admin")["version"]
    seat, wait = match.awaited(), match.wait()

    def gives(name: str = "after") -> TestResponse:
        headers = {"If_Match": f'"w{wait}"', "Idempotency_Key": name}
        return api.post(f"{match.path}/commands", match.keys[seat], {"type": "concede"}, **headers)

    mended = change(api, stream, newest, CHANGES[how])
    assert problem(gives()) == damaged
    mended()
    earlier = change(api, stream, 2, CHANGES[how])
    report = match.read("/integrity", "admin")
    assert (report["whole"], report["versions"]) == (False, newest)
    assert {each["version"]: each["fault"] for each in report["faults"]}[2] == how
    logs_in(api, "admin")
    page = api.client.get(f"/console/matches/{match.id}/integrity")
    assert (page.status_code, "Damaged: " in page.get_data(as_text=True)) == (200, True)
    assert problem(gives()) == damaged
    assert problem(gives("again")) == damaged
    earlier()
    assert gives().status_code == 201
    first = change(api, stream, 1, CHANGES[how])
    forget(api)
    report = match.read("/integrity", "admin")
    assert (report["whole"], report["faults"][0]["version"], report["faults"][0]["fault"]) == (False, 1, how)
    first()
    assert match.read("/integrity")["whole"]


def cut(state: bytes, rest: bytes) -> bytes:
    """A row with its head, and other bytes after it."""
    return state[: 1 + HEAD] + rest


# each way in which a hand may leave a row, with the fault that is told of it
DAMAGES: dict[str, tuple[str, Callable[[bytes], bytes | None]]] = {
    "nothing": ("row", lambda state: None),
    "empty": ("row", lambda state: b""),
    "another schema": ("row", lambda state: b"spoilt"),
    "a head alone": ("row", lambda state: cut(state, b"")),
    "no JSON": ("chain", lambda state: cut(state, b'{"kind"')),
    "no object": ("chain", lambda state: cut(state, b"[]")),
    "no UTF-8": ("chain", lambda state: state.replace(b'"actor":"', b'"actor":"\xff')),
    "nested": ("chain", lambda state: cut(state, b'{"kind":"action","facts":' + b"[" * 100_000)),
    "no actor": ("chain", lambda state: state.replace(b'"actor":"', b'"mallory":"')),
    "another engine": ("chain", lambda state: state.replace(b'"engine":"1"', b'"engine":"9"')),
}


@pytest.mark.parametrize(("version", "listed"), [(1, True), (1, False), (2, True)])
def test_whoever_may_read_a_match_is_told_of_damage_in_its_integrity(api: Api, version: int, listed: bool) -> None:
    match = api.opened(spectators="public")
    match.given(match.awaited(), KEEP)
    if listed:
        api.read("/v1/matches")
    # where neither the row nor the list says who opened it and for whom, it is as good as nobody's
    others = ["organizer", ""] if listed or version > 1 else []
    for name, (fault, how) in DAMAGES.items():
        mended = change(api, stream_of(match.id), version, how)
        forget(api)
        found = {"version": version, "fault": fault}
        for who in ("admin", "judge", "alice", *others):
            report = match.read("/integrity", who)
            assert not report["whole"], (name, who)
            assert found.items() <= report["faults"][0].items(), (name, who)
        again = match.read("/integrity?readjudicate=true")
        assert [each["version"] for each in again["differences"]] == [version], name
        assert told_on_pages(api, match.id, "judge", *others[:1]), name
        told = CliRunner().invoke(main, ["--db", str(api.services.settings.db), "ask", "integrity", match.id, "--json"])
        assert (told.exit_code, json.loads(told.output)["faults"][0]["version"]) == (0, version), (name, told.output)
        mended()


def told_on_pages(api: Api, match: str, *scopes: str) -> bool:
    """Whether the console tells of damage, and answers with a page also where there is no more to say than that."""
    address, told = f"/console/matches/{match}", True
    for scope in scopes:
        logs_in(api, scope)
        page = api.client.get(f"{address}/integrity")
        told &= (page.status_code, "Damaged: " in page.get_data(as_text=True)) == (200, True)
        told &= api.client.get(address).status_code == 500
        told &= api.client.get(f"{address}/integrity?readjudicate=true").status_code == (403, 200)[scope == "judge"]
    return told


def test_who_may_not_read_a_match_is_not_told_of_its_damage(api: Api) -> None:
    match = played(api)
    api.keys["uncalled"] = api.services.keys.issue("judge", "uncalled")
    api.read("/v1/matches", "admin")
    change(api, stream_of(match.id), 1, CHANGES["row"])
    forget(api)
    statuses = {who: match.get("/integrity", who).status_code for who in ("", "uncalled", "organizer", "judge")}
    assert statuses == {"": 401, "uncalled": 403, "organizer": 200, "judge": 200}


def test_a_row_that_a_later_version_wrote_is_told_as_unreadable(api: Api) -> None:
    match = played(api)
    stream, matches = stream_of(match.id), api.services.matches
    newest = matches.records(match.id)[-1]
    before = matches.records(match.id)[-2]
    payload = newest.payload.replace(b'"kind":"', b'"kind":"later_')
    head = chain_head(before.head, matches.seed(match.id), newest.originator_version, payload)
    change(api, stream, newest.originator_version, lambda state: SCHEMA + head + payload)
    forget(api)
    for who in ("admin", "judge", "organizer"):
        report = match.read("/integrity", who)
        assert (report["whole"], report["unreadable"]) == (True, [newest.originator_version])
        logs_in(api, who)
        page = api.client.get(f"/console/matches/{match.id}/integrity")
        assert (page.status_code, "Cannot be read" in page.get_data(as_text=True)) == (200, True), who
    assert match.read("/integrity?readjudicate=true")["differences"][0]["place"] == "event"


@pytest.mark.parametrize("version", [1, 2])
def test_a_damaged_match_spoils_no_list(api: Api, version: int) -> None:
    spoilt, whole = played(api), api.opened("sunday")
    damage(api, stream_of(spoilt.id), version)
    forget(api)
    listed = [each["match"] for each in api.read("/v1/matches", "admin")["matches"]]
    assert whole.id in listed
    assert api.get("/v1/matches").status_code == 200
    logs_in(api, "admin")
    page = api.client.get("/console/matches")
    assert page.status_code == 200
    assert whole.id in page.get_data(as_text=True)
    assert api.get(f"{spoilt.path}/view", "admin").status_code == 500


def test_a_desk_that_is_damaged_spoils_no_list_of_matches(api: Api) -> None:
    spoilt, whole = played(api), api.opened("sunday")
    for match in (spoilt, whole):
        api.calls(match.id, "judge-1")
    change(api, desk_stream(spoilt.id), 1, CHANGES["row"])
    forget(api)
    for scope in ("judge", "organizer", "admin"):
        listed = [each["match"] for each in api.read("/v1/matches", scope)["matches"]]
        assert whole.id in listed, scope
        assert (spoilt.id in listed) is (scope != "judge"), scope


@pytest.mark.parametrize("unknown", ["0", "m-000000000000000000000000"])
def test_the_cases_of_an_unknown_match_are_none_and_no_damage_is_logged(
    api: Api, caplog: pytest.LogCaptureFixture, unknown: str
) -> None:
    for scope in ("organizer", "judge", "admin"):
        found = api.read(f"/v1/cases?match={unknown}", scope)
        assert (found["cases"], found["damaged"]) == ([], [])
    assert [each for each in caplog.messages if "damaged" in each] == []


@pytest.mark.parametrize("version", [1, 2])
def test_a_damaged_match_spoils_no_list_of_cases(api: Api, version: int) -> None:
    match, other = played(api), api.opened("sunday", spectators="public")
    spoilt = Dispute(match, moment="2").opened(freeze=False)
    whole = Dispute(other, freeze=False).opened()
    damage(api, stream_of(match.id), version)
    forget(api)
    for scope in ("organizer", "judge", "head-judge", "admin", "analyst", whole.key("alice"), ""):
        assert api.get("/v1/cases", scope).status_code == 200, scope
        # who opened the match stands in its first row alone, until the list of matches has read it
        known = scope in ("judge", "head-judge", "admin", *(["organizer"] if version > 1 else []))
        assert api.get(f"/v1/cases?after={spoilt.id}", scope).status_code == (200 if known else 422), scope
        assert api.get("/v1/cases?card=core/ice&remedy=rewind", scope).status_code == 200, scope
        assert api.get("/v1/matches", scope).status_code == 200, scope
    for scope in ("judge", "organizer", "admin"):
        assert whole.id in [each["case"] for each in api.read("/v1/cases", scope)["cases"]]
        assert api.get(f"/v1/cases/{whole.id}/like", scope).status_code == 200, scope
        logs_in(api, scope)
        for page in ("cases", "matches", "events", f"cases/{whole.id}", f"rules/{RULE}"):
            assert api.client.get(f"/console/{page}").status_code == 200, (scope, page)
    assert {each.id for each in api.services.cases.all()} == {spoilt.id, whole.id}
    listed = CliRunner().invoke(main, ["--db", str(api.services.settings.db), "case", "list"])
    assert (listed.exit_code, whole.id in listed.output) == (0, True), listed.output


def test_a_damaged_match_spoils_no_page_of_its_event(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    damage(api, stream_of(match.id), 1)
    forget(api)
    for path in ("", "/rounds", "/standings", "/results", "/penalties", "/entries", "/record?player=Ann"):
        assert event.get(path).status_code in (200, 404), path
    assert [each["event"] for each in api.read("/v1/events", "admin")["events"]] == [event.id]
    logs_in(api, "admin")
    for page in ("events", f"events/{event.id}"):
        assert api.client.get(f"/console/{page}").status_code == 200, page


def test_a_damaged_case_spoils_no_list(api: Api) -> None:
    match = played(api)
    spoilt = Dispute(match).opened(freeze=False)
    whole = Dispute(match, freeze=False).opened("bob")
    damage(api, case_stream(spoilt.id), 1)
    api.services.cases._cached.clear()
    assert [each["case"] for each in api.read("/v1/cases", "admin")["cases"]] == [whole.id]
    assert [each.id for each in api.services.cases.all()] == [whole.id]
    assert Dispute(match).opens(name="next").status_code == 201


def test_a_damaged_event_spoils_no_list(api: Api) -> None:
    spoilt, whole = Gathering(api), Gathering(api, "agot_board")
    damage(api, event_stream(spoilt.id), 1)
    api.services.events._cached.clear()
    assert [each["event"] for each in api.read("/v1/events", "admin")["events"]] == [whole.id]
    assert api.opened().read("")["version"] == 1


def test_a_damaged_match_spoils_no_record_of_a_player_and_no_list_of_analysts(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    spoilt, whole = api.opened("saturday"), api.opened("sunday")
    for each in (spoilt, whole):
        each.gives("bob", {"type": "concede"}, If_Match="")
    damage(api, stream_of(match.id), 1)
    damage(api, stream_of(spoilt.id), 1)
    forget(api)
    record = event.get("/record?player=Ann")
    assert (record.status_code, record.get_json()["player"]) == (200, "Ann")
    api.keys["analyst"] = api.services.keys.issue("analyst", "analyst-1")
    listed = [each["match"] for each in api.read("/v1/matches", "analyst")["matches"]]
    assert whole.id in listed
    for path in ("/v1/cases", "/v1/events", "/v1/matches?player=alice", "/v1/matches?event=x", "/v1/cases?player=Ann"):
        assert api.get(path, "analyst").status_code == 200, path


def test_a_page_of_branches_is_not_short_where_one_is_damaged(api: Api) -> None:
    match = played(api)
    for name in "abcd":
        begun = api.post(f"{match.path}/branches", "judge", {"from": 1}, Idempotency_Key=name)
        assert begun.status_code == 201, begun.get_json()
    ids = [each["branch"] for each in api.read(f"{match.path}/branches", "judge")["branches"]]
    with sqlite3.connect(str(api.services.settings.db)) as connection:
        connection.execute("UPDATE branches SET deeds = 'spoilt' WHERE id = ?", [ids[0]])
    connection.close()
    page = api.read(f"{match.path}/branches?limit=2", "judge")
    assert [each["branch"] for each in page["branches"]] == ids[1:3]
    page = api.read(f"{match.path}/branches?limit=2&after={page['next']}", "judge")
    assert ([each["branch"] for each in page["branches"]], page["next"]) == (ids[3:], None)


def forget_cases(api: Api) -> None:
    """Have the process forget what it knows of cases; what is listed of them stays."""
    api.services.cases._cached.clear()
    api.services.desks._cached.clear()
    api.services.matches._hot.clear()


def verifies(api: Api, *match: str) -> tuple[int, list[dict[str, object]]]:
    """The exit of `praetor verify`, and the differences that it tells."""
    told = CliRunner().invoke(main, ["--db", str(api.services.settings.db), "verify", *match, "--jobs", "1", "--json"])
    return told.exit_code, json.loads(told.stdout)["differences"]


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize(("entry", "how"), [(1, "row"), (2, "row"), (1, "chain")])
def test_a_damaged_case_that_stops_its_match_keeps_nobody_from_the_match(
    api: Api, entry: int, how: str, listed: bool
) -> None:
    match = api.opened(spectators="public")
    match.given(match.awaited(), KEEP)
    api.calls(match.id, "judge-1")
    spoilt = Dispute(match).opened().taken()
    if listed:
        api.read("/v1/cases")
    assert (match.read("/integrity")["whole"], verifies(api)) == (True, (0, []))
    changes = {"row": CHANGES["row"], "chain": lambda state: state.replace(b"two gold", b"one gold")}
    mended = change(api, case_stream(spoilt.id), entry, changes[how])
    forget_cases(api)
    explain = "/explain?as=alice&command=%7B%22type%22:%22concede%22%7D"
    for who in ("judge", "admin", "head-judge", "alice"):
        for path in ("", "/view", "/view?at=1", "/window", "/actions", "/numbers", explain):
            assert match.get(path, who).status_code == 200, (who, path)
        told = api.read(f"/v1/cases?match={match.id}", match.keys.get(who, who))
        assert (told["cases"], told["damaged"]) == ([], [spoilt.id])
        report = match.read("/integrity", who)
        assert not report["whole"]
        assert [(each["case"], each["entry"], each["fault"]) for each in report["faults"]] == [(spoilt.id, entry, how)]
        logs_in(api, match.keys.get(who, who))
        page = api.client.get(f"/console/matches/{match.id}/integrity").get_data(as_text=True)
        assert spoilt.id in page, who
    for only in ((), (match.id,)):
        code, differences = verifies(api, *only)
        assert (code, [each["place"] for each in differences]) == (1, [f"case {spoilt.id}: {how}"])
    assert api.get(f"/v1/cases?match={match.id}", "uncalled-1").status_code == 401
    assert problem(match.gives(match.awaited(), KEEP)) == (409, "match.paused")
    # the way on: another case of a head judge stops the match in its stead, and ends that
    for who in ("bob", "judge"):
        assert problem(Dispute(match).opens(who)) == (409, "judging.case.one-open")
    Dispute(match).opened("head-judge", freeze=False)
    assert problem(match.gives(match.awaited(), KEEP)) == (409, "match.paused")
    anew = Dispute(match).opened("head-judge").taken()
    anew.given("judge", "resume", {"reason": "The earlier case is damaged."})
    assert match.gives(match.awaited(), KEEP).status_code == 201
    mended()
    forget_cases(api)
    assert spoilt.read("admin")["state"] == "examined"


def test_a_judge_who_was_not_called_sees_no_more_where_the_case_is_damaged(api: Api) -> None:
    match = api.opened(spectators="public")
    match.given(match.awaited(), KEEP)
    api.keys["uncalled"] = api.services.keys.issue("judge", "uncalled")
    spoilt = Dispute(match).opened().taken()
    before = {path: match.get(path, "uncalled").status_code for path in ("/view?as=judge", "/view", "/explain")}
    change(api, case_stream(spoilt.id), 1, CHANGES["row"])
    forget_cases(api)
    assert {path: match.get(path, "uncalled").status_code for path in before} == before


def test_no_seed_is_revealed_while_the_case_that_stops_the_match_is_damaged(api: Api) -> None:
    match = api.opened()
    spoilt = Dispute(match).opened()
    change(api, case_stream(spoilt.id), 1, CHANGES["row"])
    forget_cases(api)
    asked = api.post(f"{match.path}/chance/reveal", "admin", {}, Idempotency_Key="reveal")
    assert (asked.status_code, spoilt.id in asked.get_data(as_text=True)) == (409, True), asked.get_json()


def execute(api: Api, statement: str, *values: object) -> None:
    """Change the store by hand."""
    with sqlite3.connect(str(api.services.settings.db)) as connection:
        assert connection.execute(statement, values).rowcount == 1
    connection.close()


def test_damaged_desks_branches_and_events_are_named(api: Api) -> None:
    match, event = played(api), Gathering(api)
    api.calls(match.id, "judge-1")
    begun = api.post(f"{match.path}/branches", "judge", {"from": 1}, Idempotency_Key="b").get_json()["branch"]
    assert match.read("/integrity", "admin")["whole"]
    execute(api, "UPDATE branches SET deeds = 'spoilt' WHERE id = ?", begun)
    change(api, f"desk-{match.id}", 1, CHANGES["row"])
    change(api, event_stream(event.id), 1, CHANGES["row"])
    faults = match.read("/integrity", "admin")["faults"]
    assert [(each["fault"], each.get("desk"), each.get("branch")) for each in faults] == [
        ("row", match.id, None),
        ("branch", None, begun),
    ]
    places = [each["place"] for each in verifies(api)[1]]
    assert places == [f"desk {match.id}: row", f"branch {begun}: branch", f"event {event.id}: row"]


def test_a_case_of_which_nothing_can_be_read_or_listed_is_found_by_verify(api: Api) -> None:
    match = played(api)
    note = Dispute(match, freeze=False).opened()
    change(api, case_stream(note.id), 1, CHANGES["row"])
    forget_cases(api)
    api.services.case_index.rebuild()
    assert [each["place"] for each in verifies(api)[1]] == [f"case {note.id}: row"]


@pytest.mark.parametrize("what", ["seed", "first row", "only row"])
def test_a_match_without_its_seed_or_its_first_row_is_told_as_damaged(api: Api, what: str) -> None:
    match = api.opened(spectators="public") if what == "only row" else played(api)
    api.read("/v1/matches", "admin")
    if what == "seed":
        execute(api, "DELETE FROM seeds WHERE match_id = ?", match.id)
    else:
        execute(api, f"DELETE FROM stored_events {ROW}", stream_of(match.id), 1)
    api.services.openings._cached.clear()
    forget_cases(api)
    assert match.id in [each["match"] for each in api.read("/v1/matches", "admin")["matches"]]
    headers = {"If_Match": '"w1"', "Idempotency_Key": "after"}
    given = api.post(f"{match.path}/commands", match.keys["alice"], {"type": "concede"}, **headers)
    assert problem(given) == (409, "match.damaged")
    report = match.read("/integrity", "admin")
    assert (report["whole"], report["faults"][0]["fault"]) == (False, "seed" if what == "seed" else "gap")
    assert match.get("/view", "admin").status_code == 500
    assert verifies(api)[0] == 1
    assert [each["match"] for each in verifies(api)[1]][:1] == [match.id]


@pytest.mark.parametrize("by", ["process", "list of matches", "window ledger", "case", "desk"])
def test_versions_that_are_lost_at_the_end_are_known_by_what_was_stored_about_them(api: Api, by: str) -> None:
    match, other = played(api), api.opened("sunday")
    newest = match.read("", "admin")["version"]
    known = by
    if by == "list of matches":
        api.read("/v1/matches", "admin")
    elif by == "window ledger":
        project_once(api.services.settings)
    elif by == "case":
        known = f"case {Dispute(match, freeze=False).opened().id}"
    elif by == "desk":
        match.read("/view", "judge")
    execute(api, f"DELETE FROM stored_events {ROW}", stream_of(match.id), newest)
    if by != "process":
        forget_cases(api)
    [fault] = match.read("/integrity", "admin")["faults"]
    assert fault == {"fault": "lost", "from": newest, "to": newest, "by": known}
    if by != "process":
        assert [each["place"] for each in verifies(api)[1]] == ["lost"]
    assert other.read("/integrity")["whole"]


DESKS: dict[str, Callable[[bytes], bytes]] = {
    "row": CHANGES["row"],
    "chain": lambda state: state.replace(b"judge-1", b"judge-2"),
}


@pytest.mark.parametrize("how", DESKS)
def test_a_damaged_desk_keeps_nobody_from_what_needs_no_desk(
    api: Api, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody is known to be called: judges read as the public, what they may not is told by the name of the desk."""
    match = api.opened(spectators="public")
    match.given(match.awaited(), KEEP)
    spoilt = Dispute(match, freeze=False).opened()
    api.keys["head-judge"] = api.services.keys.issue("head-judge", "hal")
    change(api, desk_stream(match.id), 1, DESKS[how])
    forget(api)
    for who in ("judge", "head-judge", "admin", "organizer", "alice", ""):
        for path in ("", "/view", "/view?at=1", "/window", "/actions", "/timeline", "/clocks", "/integrity", "/lines"):
            assert api.get(f"{match.path}{path}", match.keys.get(who, who)).status_code == 200, (who, path)
        [fault] = match.read("/integrity", who)["faults"]
        assert (fault["fault"], fault["desk"], fault["entry"]) == (how, match.id, 1)
        listed = [each["case"] for each in api.read("/v1/cases", match.keys.get(who, who))["cases"]]
        assert spoilt.id in listed, who
    for who in ("judge", "head-judge"):
        for path in ("/view?as=judge", "/attempts", "/position", "/branches", "/judges"):
            told = match.get(path, who)
            assert (problem(told), json.loads(told.get_data())["because"]) == (
                (409, "match.damaged"),
                {"desk": match.id},
            ), (who, path)
        logs_in(api, who)
        for page in ("", "/integrity", "/timeline"):
            assert api.client.get(f"/console/matches/{match.id}{page}").status_code == 200, (who, page)
    assert match.gives(match.awaited(), KEEP).status_code == 201
    assert f"the desk of {match.id} is damaged" in caplog.messages


def test_a_damaged_row_of_an_index_spoils_no_list(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    match, whole = api.opened(spectators="public"), api.opened("sunday", spectators="public")
    case = Dispute(match, freeze=False).opened()
    for path in ("/v1/matches", "/v1/cases"):
        api.read(path)
    for column in ("seats", "ending", "version"):
        api.services.match_index._rows.write(
            f"UPDATE match_index SET {column} = 'spoilt' WHERE match_id = ?", [match.id]
        )
        for who in ("judge", "admin", "organizer", match.keys["alice"], ""):
            assert whole.id in [each["match"] for each in api.read("/v1/matches", who)["matches"]], (who, column)
            assert api.get(f"{match.path}/integrity", who).status_code == 200, (who, column)
        assert f"list of matches, {match.id} is damaged" in caplog.messages, column
        caplog.clear()
        api.services.match_index.rebuild()
    api.services.case_index._rows.write("UPDATE case_index SET version = 'spoilt' WHERE case_id = ?", [case.id])
    api.services.case_index._seen = {}
    for who in ("judge", "admin", "organizer", match.keys["alice"], ""):
        assert case.id in [each["case"] for each in api.read("/v1/cases", who)["cases"]], who
        assert api.get(f"{match.path}/integrity", who).status_code == 200, who


def test_a_case_is_not_asked_about_over_a_damaged_desk_as_if_all_were_well(api: Api) -> None:
    match = played(api)
    case = Dispute(match).opened().taken()
    change(api, desk_stream(match.id), 1, CHANGES["row"])
    forget(api)
    refusal = api.services.cases.refusal(case.id, Look("judge", "view", 1), by=Actor("judge-1", "judge"))
    assert refusal is not None
    assert (refusal.rule, refusal.because) == ("match.damaged", {"desk": match.id})


def test_damaged_cases_of_a_private_match_are_named_to_no_seat_of_another(api: Api) -> None:
    match, other = played(api), api.opened("sunday")
    case = Dispute(match).opened().taken()
    change(api, case_stream(case.id), 2, CHANGES["row"])
    forget_cases(api)
    asked = f"/v1/cases?match={match.id}"
    named = {
        who: api.read(asked, key)["damaged"] for who, key in (("own", match.keys["bob"]), ("other", other.keys["bob"]))
    }
    assert named == {"own": [case.id], "other": []}
