"""What can be read of a match, now and at every place."""

from __future__ import annotations

import re
from contextlib import ExitStack
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from domain.judging.cases.desk import ReleaseJudge
from domain.match.envelope import Actor
from service.projector.process import project_once
from service.web.held_requests import HELD_UNTIL, RequestHeld
from service.web.request_context import NAME, places_for_all, places_to_wait
from tests.api.http.clients import POSITION, Api, Match, lines, problem
from tests.api.http.write import document
from tests.patience import PATIENCE

KEEP = {"type": "decide_mulligan", "mulligan": False}


def begun(api: Api) -> Match:
    """A match in which both seats have decided about their hands."""
    match = api.opened()
    match.given(match.awaited(), KEEP)
    match.given(match.awaited(), KEEP)
    return match


@pytest.mark.parametrize("path", ["", "/view", "/window", "/options", "/actions"])
def test_what_is_newest_has_the_version_as_its_tag_and_is_not_sent_twice(api: Api, path: str) -> None:
    match = begun(api)
    first = match.get(path)
    tag = '"v3.judge.judging"' if path else '"v3"'
    assert (first.headers["ETag"], first.headers["Cache-Control"]) == (tag, "private, no-cache")
    again = match.get(path, **{"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert match.get(path, **{"If-None-Match": tag.replace("3", "2")}).status_code == 200


@pytest.mark.parametrize("path", ["/view", "/window", "/options", "/position"])
def test_what_is_read_at_a_version_stays_and_may_be_kept(api: Api, path: str) -> None:
    match = api.opened()
    before = match.read(path, "admin")
    match.given(match.awaited(), KEEP)
    then = match.get(f"{path}?at=1", "admin")
    assert then.get_json() == before
    assert "immutable" in then.headers["Cache-Control"]
    assert "immutable" not in match.get(f"{path}?at=1", "judge").headers["Cache-Control"]
    assert match.read(path, "admin") != before


def test_a_place_inside_an_action_can_be_viewed(api: Api) -> None:
    match = begun(api)
    facts = match.read("/actions/1", "admin")["facts"]
    [dealt] = [fact["place"] for fact in facts if fact["fact"] == "cards.first_player_chosen"]
    before = match.read(f"/view?at=1.{dealt - 1}")["view"]
    after = match.get(f"/view?at=1.{dealt}")
    assert before["first_player"] == ""
    assert after.get_json()["view"]["first_player"] in ("alice", "bob")
    assert after.headers["ETag"] == f'"v1.{dealt}.judge.judging"'


@pytest.mark.parametrize("at", ["3.99", "4.1", "99.1"])
def test_a_place_that_is_not_there_is_named(api: Api, at: str) -> None:
    response = begun(api).get(f"/view?at={at}")
    assert problem(response) == (404, "request.unknown")
    assert (at if at == "3.99" else f"version {at.removesuffix('.1')}") in response.get_json()["detail"]


def test_every_place_of_every_action_can_be_viewed_by_everybody(api: Api) -> None:
    match = begun(api)
    for version in (1, 2, 3):
        for place in range(1, len(match.read(f"/actions/{version}", "admin")["facts"]) + 1):
            for viewer in ("alice", "judge", "admin"):
                match.read(f"/view?at={version}.{place}", viewer)


def test_the_document_says_which_questions_take_a_place_inside_an_action(api: Api) -> None:
    match, inside = begun(api), {}
    for path, item in document()["paths"].items():
        for each in item.get("get", {}).get("parameters", []):
            if each["name"] == "at" and path.startswith("/v1/matches/"):
                place = path.format(match_id=match.id, window="1.1", what="income", thing="alice")
                answer = api.get(f"{place}?at=2.1", "judge")
                inside[path] = (bool(re.search(each["schema"]["pattern"], "2.1")), answer.status_code != 422)
    assert len(inside) >= 8
    assert {path: answers for path, answers in inside.items() if answers not in ((True, True), (False, False))} == {}


@pytest.mark.parametrize("path", ["/window", "/options", "/position"])
def test_other_questions_are_not_answered_inside_an_action(api: Api, path: str) -> None:
    match = begun(api)
    assert problem(match.get(f"{path}?at=2.1")) == (422, "position.inside-action")
    assert (
        problem(api.post(f"{match.path}/commands/check?at=2.1&as=alice", "judge", KEEP))[1] == "position.inside-action"
    )


@pytest.mark.parametrize("at", ["4", "999999", "2.999"])
def test_a_place_that_is_not_there_is_unknown(api: Api, at: str) -> None:
    assert problem(begun(api).get(f"/view?at={at}")) == (404, "request.unknown")


@pytest.mark.parametrize("at", ["0", "-1", "x", "1.0", "1.2.3", "1e3", "٣", "99999999999999"])
def test_a_place_that_is_none_is_refused(api: Api, at: str) -> None:
    assert problem(begun(api).get(f"/view?at={at}")) == (422, "request.shape")


def test_a_game_without_a_board_has_no_picture(api: Api) -> None:
    assert problem(api.opened().get("/board.svg")) == (404, "request.no-board")


def test_an_unknown_question_is_refused(api: Api) -> None:
    response = begun(api).get("/view?colour=red")
    assert problem(response) == (422, "request.shape")
    assert response.get_json()["because"] == {"query": {"colour": ["Unknown field."]}}


def test_the_window_shows_what_a_seat_may_do_to_that_seat_and_to_judges(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    other = next(each for each in match.keys if each != seat)
    assert match.read("/window", seat)["options"].keys() == {seat}
    assert match.read("/window", "judge")["options"].keys() == {seat}
    assert match.read("/window", other)["options"] == {}
    assert match.read("/window?as=public", "judge")["options"] == {}


def test_the_options_alone_are_enough_to_answer(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    found = match.read("/options", seat)
    [form] = found["options"][seat]["forms"]
    assert found["within"] == match.read("/window", seat)["within"] != ""
    command = {"type": form["type"], **form["fixed"], "mulligan": False}
    assert match.gives(seat, command, If_Match=f'"w{found["wait"]}"').status_code == 201


def test_a_match_that_is_over_awaits_nobody(api: Api) -> None:
    match = api.opened()
    match.given("alice", {"type": "concede"})
    assert match.read("/options") | {"viewer": ""} == {
        "match": match.id,
        "version": 2,
        "viewer": "",
        "open": False,
        "wait": 0,
        "within": "",
        "awaited": [],
        "options": {},
        "always": [],
        "frozen": "",
    }
    assert match.read("/window")["over"]["winner"] == "bob"


def test_actions_are_read_in_pages_one_by_one_or_as_lines(api: Api) -> None:
    match = begun(api)
    first = match.read("/actions?limit=2", "alice")
    then = match.read(f"/actions?after={first['next']}", "alice")
    listed = [*first["actions"], *then["actions"]]
    assert (first["more"], then["more"]) == (True, False)
    assert [each["version"] for each in listed] == [1, 2, 3]
    assert [match.read(f"/actions/{n}", "alice") for n in (1, 2, 3)] == listed
    for accept in ("application/x-ndjson", "application/x-ndjson; charset=utf-8", "application/json;v=1;q=0.5, */*"):
        answer = match.get("/actions", "alice", Accept=accept)
        assert answer.mimetype == "application/x-ndjson", accept
        assert lines(answer) == listed


def test_an_action_that_has_not_happened_is_unknown(api: Api) -> None:
    match = begun(api)
    assert problem(match.get("/actions/4")) == (404, "request.unknown")
    assert problem(match.get("/actions/0")) == (404, "request.unknown")


def test_actions_hide_what_a_viewer_may_not_know(api: Api) -> None:
    match = begun(api)
    opened = match.read("/actions/1", "alice")
    assert opened["command"] == {"type": "open_match"}
    assert "lannister" not in str([fact for fact in opened["facts"] if fact["fact"] == "kernel.learned"])


def test_who_waits_for_an_action_is_answered_as_soon_as_it_happens(either: Api) -> None:
    match = either.opened()
    seat = match.awaited()

    def later() -> None:
        sleep(0.3)
        match.given(seat, KEEP)

    acting = Thread(target=later)
    acting.start()
    began = monotonic()
    found = either.app.test_client().get(
        f"{match.path}/actions?after=1&wait=20", headers={"Authorization": f"Bearer {either.keys['judge']}"}
    )
    acting.join()
    assert [each["version"] for each in found.get_json()["actions"]] == [2]
    assert monotonic() - began < 20


def test_who_waits_in_vain_gets_an_empty_page(api: Api) -> None:
    match = api.opened()
    found = match.read("/actions?after=1&wait=0.1")
    assert (found["actions"], found["next"], found["more"]) == ([], 1, False)


@pytest.mark.parametrize("path", ["/actions?after=1&wait=0.1", "/windows?wait=1"])
@pytest.mark.parametrize(
    ("who", "told"), [("alice", (401, "request.unknown-key")), ("judge", (403, "judging.case.judge-called"))]
)
def test_whose_right_ends_while_they_wait_is_told_nothing(
    api: Api, monkeypatch: pytest.MonkeyPatch, path: str, who: str, told: tuple[int, str]
) -> None:
    match = api.opened()

    def ends(*waiting: Any, **more: Any) -> None:
        api.services.keys.revoke_seat(match.id, "alice")
        api.services.desks.enter(match.id, ReleaseJudge("judge-1"), by=Actor("admin-1", "admin"), key="release")

    monkeypatch.setattr("service.web.held_requests.sleep", ends)
    monkeypatch.setattr(api.services.windows, "wait_for", ends)
    assert problem(match.get(path, who)) == told


@pytest.mark.parametrize("ended", ["renewed", "revoked"])
def test_a_held_request_ends_with_its_key_and_leaves_its_place(api: Api, ended: str) -> None:
    match, called = api.opened(), Event()
    key, headers = match.keys["alice"], {"Authorization": f"Bearer {match.keys['alice']}"}
    path, places = f"{match.path}/actions?after=1&wait=20", api.app.extensions[NAME].held["seats"]
    with pytest.raises(RequestHeld) as held:
        api.app.test_client().get(path, headers=headers, environ_overrides={HELD_UNTIL: None})
    assert places._count == 1
    held.value.hold.until = monotonic() + 2 * PATIENCE
    held.value.hold.begin(called.set)
    if ended == "renewed":
        api.services.keys.renew_seat(match.id, "alice", api.services.keys.seat_key(api.keys["admin"], "again"))
    else:
        principal = api.services.keys.principal(key)
        assert principal
        assert api.services.keys.revoke(principal.id)
    assert called.wait(PATIENCE)
    # the server then gives the request to the application again
    held.value.hold.end()
    answer = api.app.test_client().get(path, headers=headers, environ_overrides={HELD_UNTIL: held.value.hold.until})
    assert (problem(answer), places._count) == ((401, "request.unknown-key"), 0)


@pytest.mark.parametrize("path", ["/actions?after=1&wait=5", "/windows?wait=99"])
def test_who_may_not_wait_any_more_is_told_so(api: Api, path: str) -> None:
    match = api.opened()
    with ExitStack() as waiting:
        for places in api.app.extensions[NAME].waiters.values():
            while places.take():
                waiting.callback(places.leave)
        answer = api.app.test_client().get(
            f"{match.path}{path}", headers={"Authorization": f"Bearer {api.keys['judge']}"}
        )
        # what is there already is told to anybody
        assert [each["version"] for each in match.read("/actions?after=0&wait=5")["actions"]] == [1]
    assert (answer.status_code, answer.content_type) == (429, "application/problem+json")
    assert (answer.get_json()["rule"]["id"], answer.headers["Retry-After"]) == ("request.busy", "1")


QUEUES = {"public": "", "seats": "alice", "offices": "admin"}


@pytest.mark.parametrize(("threads", "most"), [(1, 1), (3, 1), (4, 3), (8, 5), (16, 8), (40, 20)])
def test_others_find_a_thread_where_all_wait_who_may(threads: int, most: int) -> None:
    places = places_to_wait(threads)
    taken = 0
    for each in places.values():
        while each.take():
            taken += 1
    assert (taken, sorted(places)) == (most, sorted(QUEUES))


@pytest.mark.parametrize("threads", [8, 16, 40])
def test_both_seats_of_a_match_may_wait_and_leave_a_place_to_another_match(threads: int) -> None:
    seats = places_to_wait(threads)["seats"]
    assert seats.take("alice", "m-1")
    assert seats.take("bob", "m-1")
    while any(seats.take(each, "m-1") for each in ("alice", "bob")):
        pass
    assert seats.take("cleo", "m-2")


@pytest.fixture
def ledger_never_comes(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for the ledger of windows is told at once that it has not come: no projector runs here."""
    monkeypatch.setattr(api.services.windows, "wait_for", lambda *waiting, **more: None)


@pytest.mark.parametrize("crowd", QUEUES)
@pytest.mark.usefixtures("ledger_never_comes")
def test_who_waits_takes_no_place_of_another_queue(api: Api, crowd: str) -> None:
    match = api.opened(spectators="public")
    other = api.opened("other")
    waiters = api.app.extensions[NAME].waiters
    with ExitStack() as waiting:
        while waiters[crowd].take():
            waiting.callback(waiters[crowd].leave)
        for path in ("/actions?after=1&wait=0.01", "/windows?wait=1"):
            answers = {queue: match.get(path, who).status_code for queue, who in QUEUES.items()}
            assert answers == {queue: 429 if queue == crowd else 200 for queue in QUEUES}, path
            # a seat of another match is the public here
            assert match.get(path, other.keys["alice"]).status_code == (429 if crowd == "public" else 200)


@pytest.mark.parametrize("path", ["/actions?after=1&wait=0.01", "/windows?wait=1"])
@pytest.mark.usefixtures("ledger_never_comes")
def test_the_key_of_one_seat_leaves_places_to_wait_to_the_other_seats(
    api: Api, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    match, places = api.opened(), places_for_all(4)
    monkeypatch.setitem(api.app.extensions[NAME].waiters, "seats", places)
    waits = api.services.keys.principal(match.keys["alice"])
    assert waits is not None
    with places.hold(waits.id, match.id):
        assert match.get(path, "alice").status_code == 200
        with places.hold(waits.id, match.id):
            refused = match.get(path, "alice")
            assert (problem(refused), refused.headers["Retry-After"]) == ((429, "request.busy"), "1")
            assert match.get(path, "bob").status_code == 200
    assert match.get(path, "alice").status_code == 200


def passed(api: Api) -> Match:
    """A match in whose first action window Alice has passed, and a ledger that knows it."""
    match = api.opened(seats=[], position={**POSITION, "at": "challenges.action"}, options={"policy": "open"})
    assert match.read("/window")["kind"] == "action"
    match.given("alice", {"type": "pass"})
    project_once(api.services.settings)
    return match


def test_the_ledger_tells_each_window_and_who_was_asked_or_passed(either: Api) -> None:
    match = passed(either)
    found = match.read("/windows?wait=2")
    first = found["windows"][0]
    assert (found["version"], found["offers"], found["next"]) == (2, 2, None)
    assert (first["kind"], first["name"]) == ("action", "challenges.action")
    assert [offer["seat"] for offer in first["offers"]] == ["alice", "bob"]
    assert [(deed["seat"], deed["how"]) for deed in first["by"]] == [("alice", "passed")]


def test_the_ledger_shows_what_was_offered_to_that_seat_and_to_judges(api: Api) -> None:
    match = passed(api)
    may = {
        who: ["may" in offer for offer in match.read("/windows", who)["windows"][0]["offers"]]
        for who in ("alice", "judge")
    }
    assert may == {"alice": [True, False], "judge": [True, True]}


def test_the_ledger_is_read_as_of_a_place_and_by_what_is_asked(api: Api) -> None:
    match = passed(api)
    [then] = match.read("/windows?at=1")["windows"]
    assert (len(then["offers"]), then["by"]) == (1, [])
    for asked, n in (
        ("kind=action", 1),
        ("kind=cancel", 0),
        ("seat=bob", 1),
        ("round=2", 1),
        ("round=3", 0),
        ("card=core/ice", 0),
    ):
        assert len(match.read(f"/windows?{asked}")["windows"]) == n, asked


def test_the_ledger_at_a_place_that_is_not_there_is_unknown(api: Api) -> None:
    assert problem(begun(api).get("/windows?at=9")) == (404, "request.unknown")


def test_the_ledger_at_a_place_that_there_is_not_is_404(api: Api) -> None:
    match = api.opened()
    facts = len(match.read("/actions/1", "admin")["facts"])
    for place, status in (("1", 200), (f"1.{facts}", 200), (f"1.{facts + 1}", 404), ("2", 404), ("2.1", 404)):
        for page in ("/windows", "/view"):
            assert match.get(f"{page}?at={place}", "admin").status_code == status, (page, place)
