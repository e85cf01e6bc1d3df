"""Branches over HTTP, on both stores and both games: begun, lengthened, looked at, deleted; for judges alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games import GAMES
from domain.judging.branches.branch import first_secret
from domain.judging.cases.entries import LookTaken
from service.app import branches
from service.app.match.chronicles import Chronicles
from service.demo.decks import demo_seats
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import Dispute, ruling, to_rewind
from tests.builders import Dice, options_of

Answer = dict[str, Any]
DECLINE = {"type": "decline_challenge"}


def played(api: Api, game: str, steps: int) -> Match:
    """A match in which so many random decisions were given."""
    seats = [json.loads(each) for each in demo_seats(game, min(GAMES[game].seat_counts))]
    match = api.opened(f"branches-{game}", game=game, seats=seats)
    dice, matches, step = Dice(f"branches {game}"), api.services.matches, 0
    while step < steps or is_secret(api, match):
        now, step = matches.fresh(match.id), step + 1
        seat = dice.pick(now.table.waiting.seats)
        command = now.rules.command(options_of(now.rules, now.table, seat).sample(dice))
        matches.act(match.id, seat, command, wait=now.wait, key=f"k{step}", actor=seat)
    return match


def is_secret(api: Api, match: Match) -> bool:
    told = Chronicles(api.services.matches).of(match.id)
    return bool(first_secret(told, told.newest))


def begun(match: Match, version: int, name: str = "b", **more: Any) -> Answer:
    response = match.api.post(f"{match.path}/branches", "judge", {"from": version, **more}, Idempotency_Key=name)
    assert response.status_code == 201, response.get_data(as_text=True)
    branch: Answer = response.get_json()
    return branch


def tags(step: Answer) -> list[tuple[int, str]]:
    return [(fact["place"], fact["fact"]) for fact in step["facts"]]


def more(match: Match, branch: Answer, how: str, body: Any, length: int | None = None) -> Any:
    done = len(branch["deeds"]) if length is None else length
    return match.api.post(f"/v1/branches/{branch['branch']}/{how}", "judge", body, If_Match=f'"d{done}"')


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_later_decisions_fit_again_and_the_steps_are_the_recorded_actions(either: Api, game: str) -> None:
    match = played(either, game, 40)
    branch = begun(match, 5, deeds=[{"do": "reapply"}])
    [report] = branch["reports"]
    assert (report["first"], report["left"], report["stopped"], report["warning"]) == (None, 0, "end", "")
    assert branch["version"] == branch["tip"] == match.read("")["version"]
    steps = either.read(f"/v1/branches/{branch['branch']}/steps?limit=1000", "judge")["steps"]
    actions = match.read("/actions?after=5")["actions"]
    assert [tags(each) for each in steps] == [tags(each) for each in actions]
    assert [each["command"] for each in steps] == [each["command"] for each in actions]
    for page in ("window", "options"):
        mine, theirs = either.read(f"/v1/branches/{branch['branch']}/{page}", "judge"), match.read(f"/{page}")
        assert {**mine, "branch": ""} == {**theirs, "branch": ""}
    assert either.read(f"/v1/branches/{branch['branch']}/view", "judge")["view"] == match.read("/view")["view"]


def test_a_branch_is_lengthened_by_commands_corrections_and_the_later_decisions(either: Api) -> None:
    match = either.from_position()
    match.given("alice", DECLINE)
    branch = begun(match, 1)
    assert (branch["from"], branch["base"], branch["line"], branch["awaited"]) == (1, 1, "main", ["alice"])
    gold = {"change": "set_count", "seat": "alice", "counter": "gold", "n": 9}
    response = more(match, branch, "corrections", {"changes": [gold]})
    assert response.status_code == 201, response.get_data(as_text=True)
    branch = response.get_json()
    seen = either.read(f"/v1/branches/{branch['branch']}/view", "judge")["view"]
    assert seen["players"]["alice"]["gold"] == 9
    assert match.read("/view")["view"]["players"]["alice"]["gold"] == 3
    branch = more(match, branch, "commands", {"seat": "alice", "command": DECLINE}).get_json()
    branch = more(match, branch, "reapply", {}).get_json()
    assert [each["do"] for each in branch["deeds"]] == ["order", "command", "reapply"]
    assert either.read(f"/v1/branches/{branch['branch']}", "judge") == branch
    assert [each["branch"] for each in match.read("/branches")["branches"]] == [branch["branch"]]


def test_what_is_refused_on_a_branch_cites_its_rule_and_changes_nothing(api: Api) -> None:
    match = api.from_position()
    branch = begun(match, 1)
    assert problem(more(match, branch, "commands", {"seat": "bob", "command": {"type": "pass"}})) == (
        422,
        "match.not-awaited",
    )
    assert problem(more(match, branch, "commands", {"seat": "bob", "command": {"type": "leap"}})) == (
        422,
        "command.shape",
    )
    assert problem(more(match, branch, "corrections", {"changes": []}))[1] == "judging.correct.changes-something"
    assert problem(more(match, branch, "corrections", {"change": 1})) == (422, "request.shape")
    for order, because in (
        (
            {"type": "annul_action", "of": 1},
            {
                "field": "order.type",
                "problem": "'annul_action' is none of correct_table, resolve_ability_now, restore_opportunity",
            },
        ),
        ({"type": "corect_table"}, {"meant": "correct_table"}),
        ({"type": "restore_opportunity", "seat": "bob", "at": 3}, {"field": "order.at"}),
    ):
        refused = more(match, branch, "orders", {"order": order})
        assert problem(refused) == (422, "request.shape")
        assert because.items() <= refused.get_json()["because"].items()
    assert problem(more(match, branch, "reapply", {}, 7)) == (412, "judging.branch.outgrown")
    assert problem(api.post(f"/v1/branches/{branch['branch']}/reapply", "judge", {})) == (
        428,
        "request.no-precondition",
    )
    assert api.read(f"/v1/branches/{branch['branch']}", "judge") == branch
    response = api.post(f"{match.path}/branches", "judge", {"from": 99}, Idempotency_Key="far")
    assert problem(response)[1] == "judging.branch.known-version"


def test_the_same_request_begins_one_branch_and_another_under_its_key_is_refused(api: Api) -> None:
    match = api.from_position()
    assert begun(match, 1) == begun(match, 1)
    match.given("alice", DECLINE)
    response = api.post(f"{match.path}/branches", "judge", {"from": 2}, Idempotency_Key="b")
    assert problem(response) == (422, "idempotency.key-reused")


def test_a_branch_that_is_not_kept_is_answered_and_forgotten(api: Api) -> None:
    match = api.from_position()
    branch = begun(match, 1, kept=False, deeds=[{"do": "command", "seat": "alice", "command": DECLINE}])
    assert (branch["kept"], branch["version"]) == (False, 2)
    assert problem(api.get(f"/v1/branches/{branch['branch']}", "admin")) == (404, "request.unknown")
    assert match.read("/branches")["branches"] == []


def test_a_command_on_a_branch_is_explained(api: Api) -> None:
    match = api.from_position()
    path = f"/v1/branches/{begun(match, 1)['branch']}/explain"
    assert api.post(f"{path}?as=alice", "judge", DECLINE).get_json()["accepted"] is True
    refused = api.post(f"{path}?as=bob", "judge", {"type": "pass"}).get_json()
    assert (refused["accepted"], refused["checks"][0]["rule"]) == (False, "match.not-awaited")
    assert problem(api.post(path, "judge", {"type": "pass"})) == (422, "request.viewer")


def test_a_branch_that_was_thrown_away_is_gone(either: Api) -> None:
    match = either.from_position()
    branch = begun(match, 1)["branch"]
    assert either.ask("DELETE", f"/v1/branches/{branch}", "judge").status_code == 204
    assert problem(either.ask("DELETE", f"/v1/branches/{branch}", "judge")) == (403, "judging.case.judge-called")


def test_a_branch_is_lengthened_by_every_called_judge_and_deleted_by_who_began_it_a_head_judge_or_an_admin(
    either: Api,
) -> None:
    match = either.from_position()
    keys = {who: either.services.keys.issue(who.partition(" ")[0], who) for who in ("judge jo", "head-judge hal")}
    for who in keys:
        either.calls(match.id, who)
    names = ("judge", "head-judge hal", "admin")
    branches = {who: begun(match, 1, who.replace(" ", "-"))["branch"] for who in names}
    for who, branch in branches.items():
        path = f"/v1/branches/{branch}"
        given = {"seat": "alice", "command": DECLINE}
        grown = either.post(f"{path}/commands", keys["judge jo"], given, If_Match='"d0"')
        assert (grown.status_code, grown.get_json()["by"]) == (201, "judge-1")
        refused = either.ask("DELETE", path, keys["judge jo"])
        assert problem(refused) == (403, "judging.branch.whose")
        because = {"branch": branch, "by": "judge-1", "actor": "judge jo", "role": "judge"}
        assert refused.get_json()["because"] == because
        assert either.ask("DELETE", path, keys.get(who, who)).status_code == 204
    assert match.read("/branches")["branches"] == []


def test_evidence_names_a_branch_that_its_match_has(either: Api) -> None:
    match, other = either.from_position(), either.opened("another")
    branch = begun(match, 1)["branch"]
    elsewhere = Dispute(other).opened("judge").taken()
    case = Dispute(match).opened("judge").taken()
    for asked_in, named in ((case, "b-none"), (elsewhere, branch)):
        refused = asked_in.gives("judge", "evidence", {"links": ["1", named], "text": "See."})
        assert problem(refused) == (422, "judging.case.names-a-moment")
        because = refused.get_json()["because"]
        assert (because["field"], because["branch"]) == ("links[1]", named)
    for seat in match.keys:
        case.given("judge", "questions", {"seat": seat, "text": "What do you say?"})
    refused = case.gives("judge", "ruling", ruling(evidence=["b-none"]))
    assert (problem(refused)[1], refused.get_json()["because"]["field"]) == (
        "judging.case.names-a-moment",
        "evidence[0]",
    )
    case.given("judge", "evidence", {"links": ["1", branch], "text": "See."})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_branch_that_a_case_rests_on_stays_whether_the_case_is_open_or_closed(either: Api, game: str) -> None:
    match = played(either, game, 6)
    attached, ruled, loose = (begun(match, 2, name) for name in ("attached", "ruled", "loose"))
    case = Dispute(match).opened("judge").taken()
    case.given("judge", "evidence", {"links": ["2", f"/v1/branches/{attached['branch']}/compare"]})
    for seat in match.keys:
        case.given("judge", "questions", {"seat": seat, "text": "What do you say?"})
    case.ruled(ruling(evidence=[ruled["branch"]]))
    for closed in (False, True):
        for branch in (attached, ruled):
            response = either.ask("DELETE", f"/v1/branches/{branch['branch']}", "judge")
            assert problem(response) == (409, "judging.branch.evidence-stays")
            assert response.get_json()["because"] == {"branch": branch["branch"], "cases": [case.id]}
            assert either.read(f"/v1/branches/{branch['branch']}", "judge") == branch
        if not closed:
            case.accepted()
            case.given("judge", "close", {"text": "Play on."})
    assert either.ask("DELETE", f"/v1/branches/{loose['branch']}", "judge").status_code == 204


def test_branches_are_listed_in_the_order_in_which_they_were_begun(either: Api) -> None:
    match = either.from_position()
    ids = [begun(match, 1, f"b{n}")["branch"] for n in range(7)]
    assert ids != sorted(ids)  # else their order by id would show nothing
    assert [each["branch"] for each in match.read("/branches")["branches"]] == ids
    first = match.read("/branches?limit=3")
    assert [each["branch"] for each in first["branches"]] == ids[:3]
    # the branch that a page ended with may be deleted before the next page is read, and others begun
    assert either.ask("DELETE", f"/v1/branches/{ids[2]}", "judge").status_code == 204
    ids.append(begun(match, 1, "late")["branch"])
    second = match.read(f"/branches?limit=3&after={first['next']}")
    assert [each["branch"] for each in second["branches"]] == ids[3:6]
    third = match.read(f"/branches?limit=3&after={second['next']}")
    assert ([each["branch"] for each in third["branches"]], third["next"]) == (ids[6:], None)


def test_branches_begun_at_one_time_are_each_on_one_page(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    match = either.from_position()
    monkeypatch.setattr(branches, "now", lambda: "2026-11-22T20:15:00.000000Z")
    ids = {begun(match, 1, f"b{n}")["branch"] for n in range(5)}
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        page = match.read(f"/branches?limit=2&after={after}")
        found += [each["branch"] for each in page["branches"]]
        after = page["next"]
    assert (len(found), set(found)) == (5, ids)


READ = ("", "/steps", "/view", "/window", "/options", "/compare")


def test_a_branch_that_is_as_it_was_is_not_sent_again(either: Api) -> None:
    match = either.from_position()
    branch = begun(match, 1)
    for part in READ:
        path = f"/v1/branches/{branch['branch']}{part}"
        tag = either.get(path, "judge").headers["ETag"]
        same = either.get(path, "judge", **{"If-None-Match": tag})
        assert (same.status_code, same.get_data(), same.headers["ETag"]) == (304, b"", tag), part
        if part in READ[1:]:
            other = either.get(f"{path}?as=bob", "judge", **{"If-None-Match": tag})
            assert (other.status_code, other.get_json()["viewer"]) == (200, "bob"), part
    tags = {part: either.get(f"/v1/branches/{branch['branch']}{part}", "judge").headers["ETag"] for part in READ}
    assert more(match, branch, "commands", {"seat": "alice", "command": DECLINE}).status_code == 201
    for part in READ:
        newer = either.get(f"/v1/branches/{branch['branch']}{part}", "judge", **{"If-None-Match": tags[part]})
        assert newer.status_code == 200, part


def test_a_comparison_has_another_tag_once_either_side_or_the_match_is_another(either: Api) -> None:
    match = either.from_position()
    branch, beside = begun(match, 1), begun(match, 1, "beside")
    path = f"/v1/branches/{branch['branch']}/compare"
    paths = (path, f"{path}?branch={beside['branch']}", f"{path}?as=alice", f"{path}?left=1")
    tags = [either.get(each, "judge").headers["ETag"] for each in paths]
    assert len(set(tags[:3])) == 3
    assert more(match, beside, "commands", {"seat": "alice", "command": DECLINE}).status_code == 201
    newer = [either.get(each, "judge", **{"If-None-Match": tag}) for each, tag in zip(paths, tags, strict=True)]
    assert [each.status_code for each in newer] == [304, 200, 304, 304]
    match.given("alice", DECLINE)
    tags = [either.get(each, "judge").headers["ETag"] for each in paths]
    assert [each.status_code for each in newer if each.headers["ETag"] in tags] == []


def test_the_list_of_branches_is_sent_again_only_when_it_has_changed(either: Api) -> None:
    match = either.from_position()
    path = f"{match.path}/branches"
    tags = [either.get(path, "judge").headers["ETag"]]

    def is_newer() -> bool:
        answer = either.get(path, "judge", **{"If-None-Match": tags[-1]})
        same = either.get(path, "judge", **{"If-None-Match": answer.headers["ETag"]})
        assert (same.status_code, same.get_data()) == (304, b"")
        tags.append(answer.headers["ETag"])
        return answer.status_code == 200

    assert not is_newer()
    branch = begun(match, 1)
    assert is_newer()
    assert more(match, branch, "commands", {"seat": "alice", "command": DECLINE}).status_code == 201
    assert is_newer()
    match.given("alice", DECLINE)
    assert not is_newer()
    assert either.ask("DELETE", f"/v1/branches/{branch['branch']}", "judge").status_code == 204
    assert is_newer()


def test_the_tag_of_a_branch_that_was_read_is_sent_as_it_is_to_lengthen_it(api: Api) -> None:
    match = api.from_position()
    path = f"/v1/branches/{begun(match, 1)['branch']}"
    read = api.get(path, "judge").headers["ETag"]
    body = {"seat": "alice", "command": DECLINE}
    assert api.post(f"{path}/commands", "judge", body, If_Match=read).status_code == 201
    assert problem(api.post(f"{path}/commands", "judge", body, If_Match=read)) == (412, "judging.branch.outgrown")


def test_a_branch_that_is_begun_again_after_it_was_deleted_has_another_tag(api: Api) -> None:
    match = api.from_position()
    match.given("alice", DECLINE)
    path = f"/v1/branches/{begun(match, 1)['branch']}"
    tag = api.get(path, "judge").headers["ETag"]
    assert api.ask("DELETE", path, "judge").status_code == 204
    assert path.endswith(begun(match, 2)["branch"])
    newer = api.get(path, "judge", **{"If-None-Match": tag})
    assert (newer.status_code, newer.get_json()["from"]) == (200, 2)


def test_a_branch_has_another_tag_once_its_base_is_on_an_undone_line(api: Api) -> None:
    match = api.from_position()
    match.given("alice", DECLINE)
    path = f"/v1/branches/{begun(match, 2)['branch']}"
    read = api.get(path, "judge")
    case = Dispute(match).opened().taken().heard().ruled(to_rewind(1)).accepted()
    assert case.carries_out("judge", case.previewed({"kind": "rewind", "to": 1})).status_code == 201
    newer = api.get(path, "judge", **{"If-None-Match": read.headers["ETag"]})
    assert (newer.status_code, read.get_json()["line"], newer.get_json()["line"]) == (200, "main", "undone")


def test_branches_are_for_judges_alone(api: Api) -> None:
    match = api.from_position()
    branch = begun(match, 1)["branch"]
    pages = [f"/v1/branches/{branch}{page}" for page in ("", "/steps", "/view", "/window", "/options")]
    for path in (f"{match.path}/branches", *pages):
        for who in (match.keys["alice"], "organizer"):
            assert problem(api.get(path, who)) == (403, "request.scope"), path
        assert problem(api.get(path)) == (401, "request.no-key"), path
        assert api.get(path, "judge").status_code == 200, path
        assert api.get(path, "admin").status_code == 200, path
    for how in ("commands", "corrections", "orders", "reapply", "explain"):
        assert problem(api.post(f"/v1/branches/{branch}/{how}", match.keys["alice"], {})) == (403, "request.scope")
    assert problem(api.ask("DELETE", f"/v1/branches/{branch}", match.keys["bob"])) == (403, "request.scope")
    assert problem(api.post(f"{match.path}/branches", match.keys["bob"], {"from": 1})) == (403, "request.scope")


def test_a_branch_is_compared_with_its_match_and_with_another_branch(api: Api) -> None:
    match = api.from_position()
    match.given("alice", DECLINE)
    gold = [{"change": "set_count", "seat": "alice", "counter": "gold", "n": each} for each in (8, 9)]
    one, other = (
        begun(match, 1, f"b{each['n']}", deeds=[{"do": "order", "order": {"type": "correct_table", "changes": [each]}}])
        for each in gold
    )
    path = f"/v1/branches/{other['branch']}/compare"
    [row] = api.read(f"{path}?left=1", "judge")["differences"]
    assert (row["object"], row["left"], row["right"], row["touched_right"].split(".")[0]) == (row["object"], 3, 9, "2")
    [row] = api.read(f"{path}?branch={one['branch']}", "judge")["differences"]
    assert (row["left"], row["right"]) == (8, 9)
    assert api.read(path, "judge")["left"] == {"branch": "", "version": 2}
    assert problem(api.get(f"{path}?left=77", "judge")) == (404, "request.unknown")
    assert problem(api.get(f"{path}?branch=b-0", "judge")) == (404, "request.unknown")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_either_side_of_a_comparison_is_a_version_or_a_branch(api: Api, game: str) -> None:
    match = played(api, game, 30)
    whole, cut = begun(match, 4, "whole", deeds=[{"do": "reapply"}]), begun(match, 4, "cut")
    newest = match.read("")["version"]
    one, other = whole["branch"], cut["branch"]
    assert (whole["version"], cut["version"]) == (newest, 4)

    def rows(left: object, right: object) -> Answer:
        answer: Answer = match.read(f"/compare?left={left}&right={right}")
        return answer

    assert rows(newest, one)["differences"] == rows(4, other)["differences"] == []
    between = match.read(f"/compare?left={newest}&right=4")["differences"]
    assert between
    plainly = [(each["object"], each["field"], each["left"], each["right"]) for each in between]
    for left, right in ((one, other), (newest, other), (one, 4), (one, f"{one}@4"), (newest, f"{other}@4")):
        found = rows(left, right)["differences"]
        assert [(each["object"], each["field"], each["left"], each["right"]) for each in found] == plainly
        assert all(each["touched_left"] or each["touched_right"] for each in found)
    assert rows(one, 4)["left"] == {"branch": one, "version": newest, "line": "branch"}
    assert rows(one, 4)["right"] == {"version": 4, "line": "main"}
    assert (rows(4, one)["line"], rows(4, one)["version"]) == ("branch", newest)
    back = api.read(f"/v1/branches/{other}/compare?left={newest}", "judge")["differences"]
    assert back == rows(newest, other)["differences"]


def test_a_side_that_is_not_there_or_not_for_the_asker_is_refused(api: Api) -> None:
    match, elsewhere = api.from_position(), api.from_position("elsewhere")
    branch, foreign = begun(match, 1)["branch"], begun(elsewhere, 1)["branch"]
    path = f"{match.path}/compare"
    for left, wanted in (
        ("b-0", (404, "request.unknown")),
        ("77", (404, "request.unknown")),
        (f"{branch}@9", (404, "request.unknown")),
        (foreign, (404, "request.unknown")),
        ("b-", (422, "request.shape")),
        (f"{branch}@x", (422, "request.shape")),
    ):
        assert problem(api.get(f"{path}?left={left}&right=1", "judge")) == wanted, left
    for who in (*match.keys.values(), "organizer"):
        assert problem(api.get(f"{path}?left=1&right={branch}", who)) == (403, "request.scope")
    assert api.get(f"{path}?left=1&right=1", match.keys["bob"]).status_code == 200


def test_a_judge_who_is_not_called_has_no_branches_and_each_reading_of_one_is_a_look(api: Api) -> None:
    match = api.from_position()
    branch = begun(match, 1)["branch"]
    stranger = api.services.keys.issue("judge", "judge-2")
    own = f"/v1/branches/{branch}"
    for path in (f"{match.path}/branches", own, f"{own}/view", f"{own}/view?as=public", f"{own}/steps?as=public"):
        assert problem(api.get(path, stranger)) == (403, "judging.case.judge-called"), path
    refused = api.post(f"{match.path}/branches", stranger, {"from": 1}, Idempotency_Key="mine")
    assert problem(refused) == (403, "judging.case.judge-called")
    api.read(f"{own}/view?as=bob", "judge")
    entries = api.services.desks.of(match.id).entries
    looks = [(each.actor, each.viewer, each.what) for each in entries if isinstance(each, LookTaken)]
    assert looks == [
        ("judge-1", "judge", "branches.begin"),
        ("judge-1", "judge", "branches.show_view"),
        ("judge-1", "bob", "branches.show_view"),
    ]
