"""What is lost or damaged: nothing is put in its place, the rest is verified on, and strangers are told of nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from projections.windows.store import PROJECTIONS
from service.cli import main
from service.projector.process import project_once, rebuild_projection, statuses
from service.store.recorded import case_stream, desk_stream, stream_of
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import KEEP, Dispute
from tests.api.http.gatherings import Gathering
from tests.api.http.test_cases import played
from tests.api.http.test_damaged import CHANGES, ROW, change, execute, forget, forget_cases, verifies

DAMAGED = (409, "match.damaged")


def concedes(match: Match, name: str, who: str = "alice") -> tuple[int, str]:
    given = match.gives(who, {"type": "concede"}, name, If_Match="")
    return problem(given) if given.status_code != 201 else (201, "")


def taken_out(api: Api, stream: str, version: int) -> Callable[[], None]:
    """Delete a row by hand; the answer puts it back."""
    with sqlite3.connect(str(api.services.settings.db)) as connection:
        [row] = connection.execute(f"SELECT * FROM stored_events {ROW}", [stream, version])
        connection.execute(f"DELETE FROM stored_events {ROW}", [stream, version])
    connection.close()
    marks = ",".join("?" * len(row))
    return lambda: execute(api, f"INSERT INTO stored_events VALUES ({marks})", *row)


def begun(api: Api, match: Match) -> str:
    branch: str = api.post(f"{match.path}/branches", "judge", {"from": 1}, Idempotency_Key="b").get_json()["branch"]
    return branch


@pytest.mark.parametrize("by", ["list of matches", "window ledger", "case", "desk", "frozen", "branch"])
def test_nothing_is_put_in_the_place_of_versions_that_are_lost(api: Api, by: str) -> None:
    match, other = played(api), api.opened("sunday")
    api.calls(match.id, "judge-1")
    if by == "list of matches":
        api.read("/v1/matches", "admin")
    elif by == "window ledger":
        project_once(api.services.settings)
    elif by in ("case", "frozen"):
        Dispute(match, freeze=by == "frozen").opened()
    elif by == "branch":
        begun(api, match)
    else:
        match.read("/view", "judge")
    newest = match.read("", "admin")["version"]
    restore = taken_out(api, stream_of(match.id), newest)
    for n in range(2):
        forget_cases(api)
        assert concedes(match, f"first-{n}") == DAMAGED
        assert concedes(match, f"again-{n}", "bob") == DAMAGED
        for name in ("stops", "again"):
            opened = Dispute(match).opens("head-judge", name=f"{name}-{n}")
            assert problem(opened) in (DAMAGED, (409, "judging.case.one-open")), opened.get_json()
        assert match.read("", "admin")["version"] == newest - 1
        [fault] = match.read("/integrity", "admin")["faults"]
        assert (fault["fault"], fault["from"], fault["to"]) == ("lost", newest, newest)
        assert [each["place"] for each in verifies(api)[1]] == ["lost"]
    assert concedes(other, "other") == (201, "")
    restore()
    forget_cases(api)
    assert match.read("/integrity", "admin")["whole"]
    assert concedes(match, "whole") == ((409, "match.paused") if by == "frozen" else (201, ""))


def test_who_is_behind_is_not_told_that_versions_are_lost(api: Api) -> None:
    """Another process wrote what the lists know of: it is read, not lost."""
    match = played(api)
    api.read("/v1/matches", "admin")
    newest = match.read("", "admin")["version"]
    forget_cases(api)
    matches = api.services.matches
    matches.known_elsewhere = lambda match_id: newest
    restore = taken_out(api, stream_of(match.id), newest)
    assert matches.cached_match(match.id).version == newest - 1
    restore()
    assert concedes(match, "behind") == (201, "")


BRANCH_ROWS = [("base", "x"), ("tip", "y"), ("known", None), ("deeds", "spoilt"), ("deeds", b"\xff"), ("asked", -1)]


@pytest.mark.parametrize(("column", "value"), [each for each in BRANCH_ROWS if each[1] is not None])
def test_a_damaged_branch_is_told_and_the_rest_verified_on(api: Api, column: str, value: object) -> None:
    match, event = played(api), Gathering(api)
    branch, whole = begun(api, match), api.opened("sunday")
    execute(api, f"UPDATE branches SET {column} = ? WHERE id = ?", value, branch)
    assert match.read("/integrity", "admin")["faults"] == [{"fault": "branch", "branch": branch}]
    change(api, f"event-{event.id}", 1, CHANGES["row"])
    places = [each["place"] for each in verifies(api)[1]]
    assert places == [f"branch {branch}: branch", f"event {event.id}: row"]
    assert api.read(f"{match.path}/branches", "judge")["branches"] == []
    assert api.get(f"/v1/branches/{branch}", "judge").status_code == 500
    assert concedes(match, "on") == (201, "")
    assert whole.read("/integrity")["whole"]


STRANGERS = ["", "foreign", "uncalled", "uncalled head", "another organizer", "analyst"]


@pytest.mark.parametrize("what", ["case", "later entry", "branch", "branch row", "match", "match later", "desk"])
@pytest.mark.parametrize("listed", [True, False])
def test_a_stranger_is_told_of_damage_as_of_nothing(api: Api, what: str, listed: bool) -> None:
    match, other = played(api), api.opened("sunday")
    dispute = Dispute(match, freeze=False).opened().taken()
    branch = begun(api, match)
    scopes = {
        "uncalled": "judge",
        "uncalled head": "head-judge",
        "another organizer": "organizer",
        "analyst": "analyst",
    }
    keys = {who: api.services.keys.issue(scope, who.replace(" ", "-")) for who, scope in scopes.items()}
    keys |= {"": "", "foreign": other.keys["alice"]}
    if listed:
        api.read("/v1/matches", "admin")
        api.read("/v1/cases", "admin")
    if what.startswith("branch"):
        column = "deeds" if what == "branch" else "base"
        execute(api, f"UPDATE branches SET {column} = 'spoilt' WHERE id = ?", branch)
    else:
        streams = {"match": stream_of(match.id), "desk": desk_stream(match.id)}
        stream = streams.get(what.split(" ")[0], case_stream(dispute.id))
        change(api, stream, 2 if "later" in what else 1, CHANGES["row"])
    forget(api) if listed else forget_cases(api)
    api.services.cases._cached.clear()
    none = {match.id: f"m-{'0' * 24}", dispute.id: f"c-{'0' * 24}", branch: f"b-{'0' * 24}"}
    reads = [f"/v1/cases/{dispute.id}", f"/v1/branches/{branch}", f"/v1/cases/{dispute.id}/like"]
    reads += [f"{match.path}{path}" for path in ("", "/view", "/judges", "/integrity", "/branches")]
    posts = [(f"/v1/cases/{dispute.id}/statements", {"text": "x"}), (f"{match.path}/branches", {"from": 1})]
    posts += [(f"/v1/branches/{branch}/commands", {"seat": "alice", "command": KEEP})]

    def said(who: str, path: str, body: object, *, there: bool) -> tuple[int, str]:
        for one, nothing in none.items():
            path = path if there else path.replace(one, nothing)
        if body is None:
            response = api.get(path, keys[who])
        else:
            response = api.post(path, keys[who], body, Idempotency_Key=f"{who.replace(' ', '-')}-key", If_Match='"d0"')
        text = json.dumps({**response.get_json(), "because": {**response.get_json().get("because", {}), "request": ""}})
        for one, nothing in none.items():
            text = text.replace(one, nothing)
        return response.status_code, text

    for who in STRANGERS:
        for path, body in [*((path, None) for path in reads), *posts]:
            status, text = said(who, path, body, there=True)
            assert (status, text) == said(who, path, body, there=False), (who, path)
            assert status in (401, 403), (who, path)
    damaged = f"/v1/cases/{dispute.id}" if what in ("case", "later entry") else f"/v1/branches/{branch}"
    for who in ("judge", "admin") if what in ("case", "later entry", "branch", "branch row") else ():
        # of a case whose first entry is damaged the match is known by the list alone
        known = what != "case" or listed or who == "admin"
        assert api.get(damaged, who).status_code == (500 if known else 403), who


def test_the_command_line_puts_nothing_there_either(api: Api) -> None:
    match = played(api)
    api.read("/v1/matches", "admin")
    newest = match.read("", "admin")["version"]
    restore = taken_out(api, stream_of(match.id), newest)
    done = ["--db", str(api.services.settings.db), "match", "do", match.id, "alice", "concede"]
    refused = CliRunner().invoke(main, done)
    assert (refused.exit_code, f"version {newest}: a row that is lost" in refused.output) == (2, True), refused.output
    restore()
    assert CliRunner().invoke(main, done).exit_code == 0


def test_a_backup_that_counts_is_gone_on_from_once_the_read_models_are_folded_anew(api: Api) -> None:
    match, settings = played(api), api.services.settings
    project_once(settings)
    newest = match.read("", "admin")["version"]
    taken_out(api, stream_of(match.id), newest)
    forget(api)
    assert concedes(match, "too-early") == DAMAGED
    assert all(each.behind < 0 for each in statuses(settings))
    for each in PROJECTIONS:
        rebuild_projection(settings, each)
    forget(api)
    assert concedes(match, "gone-on") == (201, "")
    assert {each.behind for each in project_once(settings)} == {0}
