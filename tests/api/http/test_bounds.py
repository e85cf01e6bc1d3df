"""What one seat can have stored: bounded by rules, so that nobody fills a store or hides what others said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from domain.judging import branches
from domain.judging.case_checks import STATEMENTS
from domain.kernel.ending import MOST_UNASKED
from service import audit, sessions
from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import KEEP, Dispute
from tests.api.http.roles import Situation, routes
from tests.api.http.test_cases import played
from tests.api.http.test_console import LOGIN, logs_in

ORDER = {"type": "give_standing_order", "until": "round"}


def test_a_seat_gives_only_so_much_unasked_while_one_wait_is_open(api: Api) -> None:
    match = api.opened()
    for n in range(MOST_UNASKED - 1):
        assert match.gives("alice", ORDER, f"order-{n}").status_code == 201
    assert match.gives("alice", {"type": "offer_draw"}, "draw").status_code == 201
    assert problem(match.gives("alice", ORDER, "one-too-many")) == (422, "match.unasked")
    assert match.gives("bob", ORDER, "another").status_code == 201
    assert match.gives("alice", {"type": "withdraw_standing_order"}, "withdrawn").status_code == 201
    match.given(match.awaited(), KEEP)
    assert match.gives("alice", ORDER, "at-the-next-wait").status_code == 201


def test_offers_of_a_draw_that_lapse_are_counted_too(api: Api) -> None:
    match = api.opened()
    for n in range(MOST_UNASKED):
        assert match.gives("alice", {"type": "offer_draw"}, f"offer-{n}").status_code == 201
        assert match.gives("bob", {"type": "decline_draw"}, f"no-{n}").status_code == 201
    assert problem(match.gives("alice", {"type": "offer_draw"}, "again")) == (422, "match.unasked")
    assert match.gives("alice", {"type": "concede"}, "enough").status_code == 201


def test_a_seat_says_so_much_in_a_case_and_more_when_it_is_asked(api: Api) -> None:
    case = Dispute(played(api)).opened().taken()
    for n in range(STATEMENTS):
        case.given("bob", "statements", {"text": f"Reason {n}."})
    assert problem(case.gives("bob", "statements", {"text": "One more."})) == (409, "judging.case.statements")
    case.given("alice", "statements", {"text": "Another seat is not kept from it."})
    case.given("judge", "questions", {"seat": "bob", "text": "Which reason?"})
    case.given("bob", "statements", {"text": "The last."})
    assert problem(case.gives("bob", "statements", {"text": "One more."})) == (409, "judging.case.statements")


def test_a_case_is_read_in_pages(api: Api) -> None:
    case = Dispute(played(api)).opened().taken()
    for n in range(4):
        case.given("bob", "statements", {"text": f"Reason {n}."})
    whole = case.read()["entries"]
    assert case.read()["next"] is None
    found, after = [], 0
    while after is not None:
        page = api.read(f"/v1/cases/{case.id}?limit=2&after={after}", "judge")
        found, after = [*found, *page["entries"]], page["next"]
    assert found == whole
    assert len(found) == 6


def test_a_note_of_one_seat_does_not_keep_the_other_from_freezing(api: Api) -> None:
    match = played(api)
    note = Dispute(match).opened(freeze=False)
    assert problem(Dispute(match).opens(name="again", freeze=False)) == (409, "judging.case.one-open")
    assert Dispute(match).opens("bob", name="stop").status_code == 201
    assert problem(match.gives(match.awaited(), KEEP)) == (409, "match.paused")
    assert note.state() == "opened"
    assert problem(Dispute(match).opens(name="third")) == (409, "judging.case.one-open")


SEARCHES = [
    ("/v1/matches?after=%00", "after"),
    *((f"/v1/cases?{name}=a%00b", name) for name in ("tag", "rule", "match", "player", "text")),
]


@pytest.mark.parametrize(("path", "field"), SEARCHES)
def test_a_nul_in_a_query_is_named_and_asks_no_database(either: Api, path: str, field: str) -> None:
    response = either.get(path, "admin")
    assert problem(response) == (422, "request.shape")
    assert list(response.json["because"]["fields"]) == [field]


def test_a_nul_in_what_a_match_is_asked_is_named_too(either: Api) -> None:
    match = either.opened()
    for path, field in (("/windows?kind=%00", "kind"), ("/attempts?after=%00", "after")):
        response = match.get(path)
        assert problem(response) == (422, "request.shape")
        assert list(response.json["because"]["fields"]) == [field]


def test_a_nul_in_a_body_is_named_before_an_index_meets_it(either: Api) -> None:
    seats = [{"name": "alice", "player": "A\0", "deck": "x"}, {"name": "bob", "deck": "y"}]
    response = either.opens(seats=seats)
    assert problem(response) == (422, "request.shape")
    assert response.json["because"]["fields"] == {"seats": ["Has a NUL character."]}


def test_a_judge_keeps_only_so_many_branches_of_a_match(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "MOST_KEPT", 2)
    match = played(either)
    either.calls(match.id)

    def begins(name: str, **more: object) -> TestResponse:
        return either.post(f"{match.path}/branches", "judge", {"from": 1, **more}, Idempotency_Key=name)

    first = begins("one")
    assert [first.status_code, begins("two").status_code] == [201, 201]
    assert problem(begins("three")) == (409, "judging.branch.number")
    assert begins("three", kept=False).status_code == 201
    assert begins("one").get_data() == first.get_data()
    assert either.ask("DELETE", f"/v1/branches/{first.json['branch']}", "judge").status_code == 204
    assert begins("three").status_code == 201


def test_a_key_has_only_so_many_sessions_and_the_oldest_end(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_OF_A_KEY", 2)
    kept, key = either.services.sessions, either.keys["judge"]
    clock = iter(range(1000))
    monkeypatch.setattr(kept, "_clock", lambda: next(clock))
    names = [kept.begin(key) or "" for _ in range(3)]
    other = kept.begin(either.keys["admin"]) or ""
    assert [kept.known(each) is not None for each in (*names, other)] == [False, True, True, True]
    late = sessions.LASTS + 1000
    monkeypatch.setattr(kept, "_clock", lambda: late)
    kept.begin(key)
    assert kept._rows.read("SELECT COUNT(*) FROM sessions") == [(1,)]


def test_of_a_seats_refused_commands_the_newest_stay(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "MOST_OF_A_SEAT", 2)
    kept = either.services.audit
    given = [
        kept.keep("m-1", n, 1, seat, "k", "rule", {}, {}, asked="") for n, seat in enumerate(("a", "b", "a", "a", "a"))
    ]
    assert [each.id for each in kept.of_match("m-1")] == sorted([given[1], *given[3:]])


def test_a_nul_in_a_form_is_named_on_the_page(either: Api) -> None:
    refused = either.client.post(LOGIN, data={"key": "a\0b"})
    assert refused.status_code == 422
    assert "Has a NUL character." in refused.get_data(as_text=True)


def test_a_token_in_other_letters_is_no_token(api: Api) -> None:
    logs_in(api)
    assert api.client.post("/console/logout", data={"token": "\u00e9"}).status_code == 403


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Situation]:
    with api_of(tmp_path_factory.mktemp("bounds") / "praetor.db") as api:
        yield Situation(api)


def taking_json(api: Api) -> list[str]:
    """The routes that take a body in JSON; where it may be YAML too, a name that stands twice is told with its line."""
    paths = api.read("/v1/openapi.json")["paths"]
    return [
        f"POST {path}"
        for path, item in paths.items()
        if list(item.get("post", {}).get("requestBody", {}).get("content", ())) == ["application/json"]
    ]


def test_a_name_that_stands_twice_in_a_body_is_refused_on_every_route(there: Situation) -> None:
    """Which of two values holds would be the reader's choice, and a proxy may choose otherwise."""
    found = taking_json(there.api)
    assert len(found) > 30
    for route in found:
        answers = [there.twice(role, route) for role in ("seat", "judge called", "head judge", "organizer", "admin")]
        said = [each.json["because"] for each in answers if problem(each) == (400, "request.malformed")]
        assert said, (route, [problem(each) for each in answers])
        assert all(each == {"field": "x"} for each in said), route


def test_a_name_that_stands_twice_in_a_command_of_a_query_is_refused(there: Situation) -> None:
    twice = {"command": '{"type": "decide_mulligan", "mulligan": false, "mulligan": true}', "as": "alice"}
    answered = there.api.ask("GET", f"{there.match.path}/explain", there.keys["seat"], query_string=twice)
    assert problem(answered) == (400, "request.malformed")
    assert answered.json["because"] == {"field": "mulligan"}


def test_a_nul_in_a_path_names_nothing(there: Situation) -> None:
    for route in routes():
        method, path = route.split(" ")
        if "{" in path:
            asked = there.api.ask(method, path.replace("}", "}%00").format(**there.values), there.keys["admin"])
            assert asked.status_code == 404, route
            if path.startswith("/v1"):
                assert problem(asked) == (404, "request.unknown-path"), route
