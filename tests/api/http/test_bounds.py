"""What one seat can have stored: bounded by rules, so that nobody fills a store or hides what others said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from marshmallow import validate
from werkzeug.test import TestResponse

from domain.judging.branches import branch
from domain.judging.cases.checks.contents import STATEMENTS
from domain.kernel.flow.endings import MOST_UNASKED
from service.app import refused_attempts, sessions
from service.web.field_validators import TextForm
from service.web.request_context import NAME
from service.web.schemas import Strict
from service.web.waiting_places import SlowQueue
from tests.api.http.clients import SEATS, Api, api_of, problem
from tests.api.http.disputes import KEEP, Dispute, ruling
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
    found: list[Any] = []
    after: int | None = 0
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
    assert list(response.get_json()["because"]["query"]) == [field]


def test_a_nul_in_what_a_match_is_asked_is_named_too(either: Api) -> None:
    match = either.opened()
    for path, field in (("/windows?kind=%00", "kind"), ("/attempts?after=%00", "after")):
        response = match.get(path)
        assert problem(response) == (422, "request.shape")
        assert response.get_json()["because"] == {"query": {field: ["Has a NUL character."]}}


def test_a_nul_in_a_body_is_named_before_an_index_meets_it(either: Api) -> None:
    seats = [{"name": "alice", "player": "A\0", "deck": "x"}, {"name": "bob", "deck": "y"}]
    response = either.opens(seats=seats)
    assert problem(response) == (422, "request.shape")
    assert response.get_json()["because"]["fields"] == {"seats": ["Has a NUL character."]}


def test_a_judge_keeps_only_so_many_branches_of_a_match(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branch, "MOST_KEPT", 2)
    match = played(either)
    either.calls(match.id)

    def begins(name: str, **more: object) -> TestResponse:
        return either.post(f"{match.path}/branches", "judge", {"from": 1, **more}, Idempotency_Key=name)

    first = begins("one")
    assert [first.status_code, begins("two").status_code] == [201, 201]
    assert problem(begins("three")) == (409, "judging.branch.number")
    assert begins("three", kept=False).status_code == 201
    assert begins("one").get_data() == first.get_data()
    assert either.ask("DELETE", f"/v1/branches/{first.get_json()['branch']}", "judge").status_code == 204
    assert begins("three").status_code == 201


def test_a_key_has_only_so_many_sessions_and_the_oldest_end(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_OF_A_KEY", 2)
    kept, key = either.services.sessions, either.keys["judge"]
    # the sessions of a script that logs in often begin within one second
    clock = iter(n / 1000 for n in range(1000))
    monkeypatch.setattr(kept, "_clock", lambda: next(clock))
    names = [kept.begin(key) or "" for _ in range(3)]
    other = kept.begin(either.keys["admin"]) or ""
    assert [kept.principal(each) is not None for each in (*names, other)] == [False, True, True, True]
    late = sessions.LASTS + 1000
    monkeypatch.setattr(kept, "_clock", lambda: late)
    kept.begin(key)
    assert kept._rows.read("SELECT COUNT(*) FROM sessions") == [(1,)]


def test_of_a_seats_refused_commands_the_newest_stay(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused_attempts, "MOST_OF_A_SEAT", 2)
    kept = either.services.audit
    given = [
        kept.keep("m-1", n, 1, seat, "k", "rule", {}, {}, request_id="", seed=b"")
        for n, seat in enumerate(("a", "b", "a", "a", "a"))
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
        said = [each.get_json()["because"] for each in answers if problem(each) == (400, "request.malformed")]
        assert said, (route, [problem(each) for each in answers])
        assert all(each == {"field": "x"} for each in said), route


def test_a_name_that_stands_twice_in_a_command_of_a_query_is_refused(there: Situation) -> None:
    twice = {"command": '{"type": "decide_mulligan", "mulligan": false, "mulligan": true}', "as": "alice"}
    answered = there.api.ask("GET", f"{there.match.path}/explain", there.keys["seat"], query_string=twice)
    assert problem(answered) == (400, "request.malformed")
    assert answered.get_json()["because"] == {"field": "mulligan"}


@pytest.mark.parametrize("text", [b"0\x01", b'{"type":"pass"} x', b'{"type":1} {', b"[" * 2_000, b'{"type":"\xff"}'])
def test_a_command_that_is_no_json_is_malformed_whatever_its_beginning(there: Situation, text: bytes) -> None:
    headers = {"Idempotency-Key": "no-json", "If-Match": '"w1"'}
    answered = there.api.ask(
        "POST",
        f"{there.match.path}/commands",
        there.keys["seat"],
        data=text,
        headers=headers,
        content_type="application/json",
    )
    assert problem(answered) == (400, "request.malformed")


def test_a_nul_in_a_path_names_nothing(there: Situation) -> None:
    for route in routes():
        method, path = route.split(" ")
        if "{" in path:
            asked = there.api.ask(method, path.replace("}", "}%00").format(**there.values), there.keys["admin"])
            assert asked.status_code == 404, route
            if path.startswith("/v1"):
                assert problem(asked) == (404, "request.unknown-path"), route


def test_a_query_that_an_operation_does_not_know_is_refused_on_every_route(there: Situation) -> None:
    paths = there.api.read("/v1/openapi.json")["paths"]
    for path, item in paths.items():
        for method in ("get", "delete"):
            if method in item:
                needed = {each["name"]: "1" for each in item[method].get("parameters", ()) if each.get("required")}
                query = (
                    {**needed, "zzz": "1"}
                    if path.endswith(("compare", "record", "explain", "report"))
                    else {"zzz": "1"}
                )
                key = there.keys["seat" if path.endswith("/commands") else "admin"]
                asked = there.api.ask(method.upper(), path.format(**there.values), key, query_string=query)
                assert problem(asked) == (422, "request.shape"), path
                assert asked.get_json()["because"]["query"]["zzz"] == ["Unknown field."], path


FILTERS = [
    ("/v1/matches?game=agot_lgc", "game", "agot_lcg"),
    ("/v1/matches?state=ovr", "state", "over"),
    ("/v1/cases?game=agot_bord", "game", "agot_board"),
    ("/v1/cases?state=close", "state", "closed"),
    ("/v1/cases?remedy=rewin", "remedy", "rewind"),
    ("/v1/cases?rule=judging.ruling.cites-rule", "rule", "judging.ruling.cites-rules"),
    ("/v1/games/agot_lcg/rules?of=agot_lcg.stelth", "of", "agot_lcg.stealth"),
    ("/v1/games/agot_lcg/cards?faction=strak", "faction", "stark"),
    ("/v1/games/agot_lcg/cards?type=charakter", "type", "character"),
    ("{match}/windows?kind=reactin", "kind", "reaction"),
    ("{match}/windows?card=core/edard-stark", "card", "core/eddard-stark"),
    ("{match}/timeline?mark=forcd", "mark", "forced"),
    ("{match}/timeline?line=man", "line", "main"),
    ("{match}/missed?kind=pased", "kind", "passed"),
    ("/v1/matches?limt=3", "limt", "limit"),
]


@pytest.mark.parametrize(("path", "field", "meant"), FILTERS)
def test_a_filter_with_an_unknown_word_is_refused_with_what_was_meant(
    there: Situation, path: str, field: str, meant: str
) -> None:
    asked = there.api.get(path.format(match=there.match.path), there.keys["admin"])
    assert problem(asked) == (422, "request.shape")
    [said] = asked.get_json()["because"]["query"][field]
    assert f"did you mean {meant}?" in said


@pytest.mark.parametrize(
    ("path", "field", "expected"),
    [
        ("/v1/matches?since=x", "since", "a day or a time, UTC, as `2026-11-22` or"),
        ("/v1/matches?after=zz", "after", "the `next` of a page before, as `2026-"),
        ("/v1/cases?after=zz", "after", "the `next` of a page before, as `c-64d"),
        ("{match}/branches?after=zz", "after", "the `next` of a page before, as `2026-"),
        ("{match}/branches?after=b-64d275e1", "after", "the `next` of a page before, as `2026-"),
        ("{match}/attempts?after=zz", "after", "the `next` of a page before, as `a-2026"),
        ("{match}/windows?after=zz", "after", "the `next` of the page before, as `42.7`"),
        ("{match}/windows?seat=A", "seat", "a seat (small letters, digits and hyphens), as `alice`"),
        ("{match}/view?at=zz", "at", "a place: a version, as `42`, or a fact of one, as `42.7`"),
        ("{match}/view?as=ZZ", "as", "a seat, `public` or `judge`"),
        ("{match}/limits?at=1.2", "at", "a version, as `42`"),
        ("{match}/compare?left=z", "left", "a version, as `41`, a branch, as `b-64d275e1`"),
        ("{match}/explain?as=alice&command=%C3%A4%20", "command", "ASCII"),
    ],
)
def test_a_query_of_another_form_is_told_what_is_expected_with_an_example(
    there: Situation, path: str, field: str, expected: str
) -> None:
    asked = there.api.get(path.format(match=there.match.path), there.keys["admin"])
    assert problem(asked) == (422, "request.shape")
    [said] = asked.get_json()["because"]["query"][field]
    assert f" is not {expected}" in said


def test_no_list_is_begun_after_what_names_no_place_in_it(there: Situation) -> None:
    """Every list of the document that has pages: a cursor that names nothing is no empty page, and no first one."""
    paths = there.api.read("/v1/openapi.json")["paths"]
    pages = [
        path
        for path, item in sorted(paths.items())
        if any(each["name"] == "after" for each in item.get("get", {}).get("parameters", ()))
    ]
    assert "/v1/cases" in pages
    for path in pages:
        asked = there.api.get(f"{path.format(**there.values)}?after=zz", there.keys["judge called"])
        assert problem(asked) == (422, "request.shape"), path
        assert "after" in asked.get_json()["because"]["query"], path


def test_the_list_of_cases_is_not_begun_after_a_case_that_nobody_may_know_of(there: Situation) -> None:
    unknown = "/v1/cases?after=c-64d275e192b6b626da166134"
    theirs = f"/v1/cases?after={there.case.id}"
    for who, address in (("admin", unknown), ("nobody", unknown), ("other seat", unknown), ("other seat", theirs)):
        asked = there.api.get(address, there.keys[who])
        assert problem(asked) == (422, "request.shape"), who
        [said] = asked.get_json()["because"]["query"]["after"]
        assert said.startswith(f"No case {address.partition('=')[2]} that this key may know of"), who
    assert there.api.read(theirs, there.keys["admin"])["cases"] == []


def test_a_page_of_cases_goes_on_where_its_last_case_is_no_longer_what_was_asked_for(api: Api) -> None:
    match = api.opened()
    disputes = [Dispute(match, freeze=False).opened(seat) for seat in ("alice", "bob")]
    page = api.read("/v1/cases?state=opened&limit=1", "judge")
    assert [each["case"] for each in page["cases"]] == [disputes[1].id]
    disputes[1].taken()
    following = api.read(f"/v1/cases?state=opened&after={page['next']}", "judge")
    assert [each["case"] for each in following["cases"]] == [disputes[0].id]


def test_no_form_in_a_query_is_refused_by_its_pattern() -> None:
    """Whoever is refused reads what is expected; `Form` says it, the library's own `Regexp` does not."""
    schemas = {*subclasses(Strict)}
    checks = [
        (schema.__name__, name)
        for schema in schemas
        for name, field in schema().fields.items()
        for each in field.validators
        if isinstance(each, validate.Regexp) and not isinstance(each, TextForm)
    ]
    assert checks == []


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


@pytest.mark.parametrize(
    ("path", "field", "meant"),
    [
        ("things/zzz/history", "thing", ""),
        ("things/core%2Feddard-strak/history", "thing", "core/eddard-stark"),
        ("things/alcie/history", "thing", "alice"),
        ("things/alice.hnd/history", "thing", "alice.hand"),
        ("numbers/zzz", "what", ""),
        ("numbers/strenght", "what", "strength"),
    ],
)
def test_a_name_in_a_path_that_names_nothing_is_not_there_with_what_was_meant(
    there: Situation, path: str, field: str, meant: str
) -> None:
    asked = there.api.get(f"{there.match.path}/{path}", there.keys["admin"])
    assert problem(asked) == (404, "request.unknown")
    assert asked.get_json()["because"]["field"] == field
    assert asked.get_json()["because"].get("meant", "") == meant


def test_a_thing_is_named_by_its_title_in_a_path(there: Situation) -> None:
    told = there.api.read(f"{there.match.path}/things/Eddard%20Stark/history", there.keys["admin"])
    assert told["thing"] == "core/eddard-stark"
    assert told["facts"]


def test_a_name_that_could_be_of_something_hidden_is_answered_as_if_it_were_nowhere(there: Situation) -> None:
    """A handle that is dealt and one that is not, a key in a hand and one in no deck: the opponent is told the same."""
    table = there.api.services.matches.fresh(there.match.id).table
    # a neutral card may be in both decks, and then its key stands for her own copy too
    hers = {card.key for card in table.cards.values() if card.owner == "alice"}
    held = [card for card in table.cards.values() if str(card.zone) == "bob.hand" and card.key not in hers]
    assert held
    for thing in (held[0].handle, "0" * len(held[0].handle), held[0].key, "core/the-iron-throne"):
        asked = there.match.read(f"/things/{quote(thing, safe='')}/history", "alice")
        assert (asked["facts"], asked["way"]) == ([], []), thing
    assert there.match.read("/numbers/attack", "alice")["numbers"] == []
    assert there.match.read("/things/alice.hand/history?from=2", "alice")["thing"] == "alice.hand"


def test_a_card_is_named_by_its_key_in_a_path_and_in_a_query(there: Situation) -> None:
    whole = there.api.ask("GET", f"{there.match.path}/things/core%2Feddard-stark/history", there.keys["admin"])
    assert whole.status_code == 200, whole.get_json()
    assert whole.get_json()["thing"] == "core/eddard-stark"
    for query in ("windows?card=", "timeline?thing="):
        for key in ("core/eddard-stark", "core%2Feddard-stark"):
            assert there.api.get(f"{there.match.path}/{query}{key}", there.keys["admin"]).status_code == 200, query


@pytest.mark.parametrize("path", ["timeline", "missed?seat=alice", "orderings", "knowledge"])
def test_no_span_ends_at_version_0(api: Api, path: str) -> None:
    match = api.opened("m")
    sign = "&" if "?" in path else "?"
    refused = match.get(f"/{path}{sign}to=0", "admin")
    assert problem(refused) == (422, "request.shape")
    assert list(refused.get_json()["because"]["query"]) == ["to"]


@pytest.mark.parametrize("query", ["windows?seat=alcie", "timeline?seat=alcie", "orderings?seat=alcie"])
def test_a_filter_by_a_seat_that_there_is_not_names_the_seats(there: Situation, query: str) -> None:
    asked = there.api.get(f"{there.match.path}/{query}", there.keys["admin"])
    assert problem(asked) == (422, "match.no-such-seat")
    assert asked.get_json()["because"] == {"seat": "alcie", "seats": ["alice", "bob"], "meant": "alice"}


TYPOS: list[tuple[str, dict[str, object], str, str]] = [
    ("/v1/cases", {"match": "m-1", "tetx": "x"}, "tetx", "text"),
    ("{match}/judges", {"judges": "jan"}, "judges", "judge"),
    ("{match}/branches", {"from": 1, "deed": []}, "deed", "deeds"),
    ("/v1/events", {"name": "a", "game": "agot_lcg", "regulations": "x"}, "regulations", "regulation"),
    ("{match}/branches", {"from": 1, "deeds": [{"do": "ordr"}]}, "deeds[0].do", "order"),
    ("{event}/commands", {"type": "enrol_player", "players": ["a"]}, "type", "enrol_players"),
]


@pytest.mark.parametrize(("path", "body", "field", "meant"), TYPOS)
def test_a_field_that_is_misspelt_in_a_body_is_named_with_what_was_meant(
    there: Situation, path: str, body: dict[str, object], field: str, meant: str
) -> None:
    path = path.format(match=there.match.path, event=there.event.path)
    told: list[Any] = []
    for who in ("judge called", "head judge", "organizer"):
        asked = there.api.post(path, there.keys[who], body, Idempotency_Key="typo", If_Match='"w1"')
        told.append(asked.get_json())
        if asked.status_code == 422:
            assert asked.get_json()["because"].items() >= {"field": field, "meant": meant}.items()
            return
    raise AssertionError(told)


def test_a_command_of_no_known_type_is_answered_with_what_was_meant(there: Situation) -> None:
    asked = there.match.gives("alice", {"type": "decide_muligan"}, "typo")
    assert problem(asked) == (422, "command.shape")
    assert asked.get_json()["because"].items() >= {"field": "type", "meant": "decide_mulligan"}.items()


def test_a_match_to_open_names_a_field_that_is_misspelt(api: Api) -> None:
    asked = api.opens(spectator="public", seats=[{"nme": "alice", "deck": "x"}])
    assert problem(asked) == (422, "request.shape")
    fields = asked.get_json()["because"]["fields"]
    assert fields["spectator"] == ["Unknown field; did you mean spectators?"]
    assert fields["seats"]["0"]["nme"] == ["Unknown field; did you mean name?"]


def test_who_sits_in_a_match_of_no_event_finds_it_and_its_cases_by_their_name(api: Api) -> None:
    first, second = SEATS
    match = api.opened(seats=[{**first, "player": "Ann Lee"}, second])
    case = Dispute(match).opened()
    assert [each["case"] for each in api.read("/v1/cases?player=ann+lee", "judge")["cases"]] == [case.id]
    [told] = api.read("/v1/matches?player=ann+lee", "judge")["matches"]
    for word, is_found in (("lee", True), ("le", True), ("ee", False), ("nn+lee", False)):
        for kind in ("cases", "matches"):
            assert bool(api.read(f"/v1/{kind}?player={word}", "judge")[kind]) == is_found, (word, kind)
    assert (told["match"], told["players"]) == (match.id, {"alice": "Ann Lee"})


LONG = (
    *("timeline", "missed?seat=alice", "compare?left=1&right=2", "knowledge", "orderings", "chance", "clocks"),
    *("integrity", "things/alice/history"),
)


@pytest.mark.parametrize("path", LONG)
def test_what_takes_long_is_told_in_turn_and_the_public_keeps_no_judge_from_it(there: Situation, path: str) -> None:
    queues, address, full = (
        there.api.app.extensions[NAME].slow_queues,
        f"{there.match.path}/{path}",
        SlowQueue(waiting=0),
    )
    with pytest.MonkeyPatch.context() as others, full.turn():
        others.setitem(queues, "public", full)
        crowded = there.api.ask("GET", address)
        assert problem(crowded) == (429, "request.busy")
        assert crowded.headers["Retry-After"] == "1"
        assert there.api.ask("GET", address, there.keys["judge called"]).status_code == 200
        assert there.api.ask("GET", "/v1/games").status_code == 200
    assert there.api.ask("GET", address).status_code != 429


def test_a_parameter_that_stands_twice_is_refused(api: Api) -> None:
    match = api.opened(spectators="public")
    for path in ("/v1/matches?limit=1&limit=2", f"{match.path}/view?at=1&at=1", "/v1/cases?rule=x&rule=judging"):
        response = api.get(path, "admin")
        assert problem(response) == (400, "request.malformed")
        assert response.get_json()["because"]["field"] == path.partition("?")[2].partition("=")[0]


def test_an_empty_command_is_told_as_too_short(api: Api) -> None:
    response = api.opened().get("/explain?as=alice&command=", "admin")
    assert problem(response) == (422, "request.shape")
    assert response.get_json()["because"]["query"] == {"command": ["Length must be between 2 and 1000."]}


def test_a_field_that_a_remedy_does_not_have_is_told_with_those_that_it_has(api: Api) -> None:
    case = Dispute(api.opened()).opened().taken()
    for kind, fits in (("annulment", ["of", "change_of_mind"]), ("rewind", ["to"]), ("acceptance", [])):
        remedy = {"kind": kind, "place": "2"}
        told = case.gives("judge", "previews", remedy)
        ruled = case.gives("judge", "ruling", ruling(remedy=remedy))
        for response, field in ((told, "place"), (ruled, "remedy.place")):
            assert problem(response) == (422, "request.shape")
            because = response.get_json()["because"]
            assert because["field"] in ("place", field)
            assert (because["fields"], "meant" in because) == (fits, False)
            assert all(each in response.get_json()["detail"] for each in fits)
