"""The console's session and forms: what a cookie opens, what a form must bring, what a browser is told."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from tests.api.http.clients import Api
from tests.api.http.gatherings import GAMES, Gathering

LOGIN = "/console/login"
COOKIE = "praetor_console"


def logs_in(api: Api, who: str = "judge", **headers: str) -> TestResponse:
    api.client.delete_cookie(COOKIE, path="/console")
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.client.post(LOGIN, data={"key": api.keys.get(who, who)}, headers=named)


def test_the_cookie_is_no_key_and_no_script_or_other_site_has_it(api: Api) -> None:
    cookie = logs_in(api).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/console" in cookie
    assert api.keys["judge"] not in cookie


def test_the_cookie_opens_the_console_and_not_the_api(api: Api) -> None:
    match = api.opened()
    page = f"/console/matches/{match.id}"
    assert api.client.get(page).status_code == 303
    logs_in(api)
    assert api.client.get(page).status_code == 200
    session = api.client.get_cookie(COOKIE, path="/console")
    assert session is not None
    given = {"Cookie": f"{COOKIE}={session.value}"}
    assert api.app.test_client(use_cookies=False).get(match.path, headers=given).status_code == 401


def test_a_session_ends_with_its_key_and_by_logging_out(api: Api) -> None:
    logs_in(api)
    text = api.client.get("/console/matches").get_data(as_text=True)
    token = re.search(r'name="token" value="([0-9a-f]{64})"', text)
    assert token
    session = api.client.get_cookie(COOKIE, path="/console")
    assert session is not None
    assert api.client.post("/console/logout", data={"token": token[1]}).status_code == 303
    assert api.services.sessions.principal(session.value) is None
    key = api.services.keys.issue("judge", "soon-gone")
    begun = api.services.sessions.begin(key)
    assert begun is not None
    (listed,) = [each for each in api.services.keys.list_keys() if each.actor == "soon-gone"]
    api.services.keys.revoke(listed.id)
    api.services.keys._remembered.clear()
    assert api.services.sessions.principal(begun) is None


def test_a_form_without_the_sessions_token_is_refused(api: Api) -> None:
    logs_in(api)
    answer = api.client.post("/console/logout", data={"token": "0" * 64})
    assert answer.status_code == 403
    assert "request.form-token" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://elsewhere.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Origin": "null"}]
)
def test_a_form_that_another_site_sent_is_refused(api: Api, headers: dict[str, str]) -> None:
    answer = logs_in(api, **headers)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", [LOGIN, "/console/matches", "/console/nowhere", "/console/rules"])
def test_every_page_forbids_what_it_does_not_need(api: Api, path: str) -> None:
    headers = api.client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_no_page_has_scripts_or_styles_of_its_own(api: Api) -> None:
    match = api.opened()
    logs_in(api)
    for path in (LOGIN, "/console/matches", f"/console/matches/{match.id}", "/console/cases", "/console/rules"):
        text = api.client.get(path).get_data(as_text=True)
        assert not re.search(r"<style|<script(?! src)| style=| on[a-z]+=|javascript:", text), path


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "//elsewhere.example", "/v1/docs", "/console//x"])
def test_after_the_login_nobody_is_sent_elsewhere(api: Api, address: str) -> None:
    answer = api.client.post(LOGIN, data={"key": api.keys["judge"], "next": address})
    assert answer.headers["Location"] == "/console/matches"


def test_a_static_file_is_kept_for_as_long_as_its_address_has_the_same_tag(api: Api) -> None:
    text = api.client.get(LOGIN).get_data(as_text=True)
    for address in re.findall(r'(?:href|src)="(/console/static/[^"]+)"', text):
        answer = api.client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("game", GAMES)
def test_an_event_is_shown_to_its_staff_with_penalties_and_to_others_without(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    event.penalised()
    shown = {}
    for who in ("hana", "eve"):
        logs_in(api, event.keys.get(who, who))
        assert event.id in api.client.get("/console/events").get_data(as_text=True)
        shown[who] = api.client.get(f"/console/events/{event.id}").get_data(as_text=True)
    assert all(match.id in text and all(player in text for player in event.players) for text in shown.values())
    assert "Penalties" in shown["hana"]
    assert "Penalties" not in shown["eve"]


def choices(text: str, name: str) -> list[str]:
    """What may be chosen in the select of a name."""
    (select,) = re.findall(rf'<select id="{name}".*?</select>', text, re.DOTALL)
    return re.findall(r"<option[^>]*>([^<]*)", select)


def test_only_the_eyes_and_tools_are_offered_that_the_reader_has(api: Api) -> None:
    match = api.opened(spectators="public")
    page = f"/console/matches/{match.id}"
    uncalled = api.services.keys.issue("judge", "uncalled")
    logs_in(api, uncalled)
    text = ""
    for eyes in ("", "?as=public"):
        text = api.client.get(page + eyes).get_data(as_text=True)
        assert choices(text, "eyes") == ["public"]
        assert not re.search(r">(Explain|Missed|Why is it allowed|Begin a branch here)<", text)
    refused = api.client.get(f"{page}?as=alice")
    assert refused.status_code == 403
    assert f'href="{page}"' in refused.get_data(as_text=True)
    assert "Open a case here" not in text + refused.get_data(as_text=True)
    logs_in(api, match.keys["alice"])
    text = api.client.get(page).get_data(as_text=True)
    assert choices(text, "eyes") == ["alice", "public"]
    assert ">Explain<" in text
    assert ">Missed<" not in text
    assert choices(api.client.get(f"{page}/explain").get_data(as_text=True), "seat") == ["alice"]
    api.calls(match.id, "uncalled")
    logs_in(api, uncalled)
    text = api.client.get(page).get_data(as_text=True)
    assert choices(text, "eyes") == ["alice", "bob", "judge", "public"]
    assert ">Missed<" in text
    assert ">Missed<" not in api.client.get(f"{page}?as=alice").get_data(as_text=True)


def test_a_judge_without_a_case_is_led_to_opening_one(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    page = f"/console/matches/{match.id}"
    logs_in(api, event.keys["jan"])
    refused = api.client.get(f"{page}?as=judge")
    assert refused.status_code == 403
    for way in (page, f"{page}/case"):
        assert f'href="{way}"' in refused.get_data(as_text=True)
    logs_in(api, match.keys["alice"])
    assert "Open a case here" in api.client.get(page).get_data(as_text=True)


def test_a_problem_of_a_match_that_is_not_the_readers_leads_to_none(api: Api) -> None:
    match = api.opened()
    page = f"/console/matches/{match.id}"
    logs_in(api, api.services.keys.issue("judge", "uncalled"))
    text = api.client.get(f"{page}?as=alice").get_data(as_text=True)
    assert f'href="{page}' not in text


@pytest.mark.parametrize(("method", "path"), [("PUT", "/console/matches"), ("POST", "/console/rules")])
def test_a_method_that_a_page_does_not_take_is_told_as_a_page(api: Api, method: str, path: str) -> None:
    answer = api.ask(method, path)
    assert (answer.status_code, answer.mimetype) == (405, "text/html")
    assert "GET" in answer.headers["Allow"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("PUT", "/v1/matches", 405), ("GET", "/v1//matches", 404), ("GET", "/v1/nowhere", 404), ("GET", "/consoles", 404)],
)
def test_an_address_that_is_none_is_told_as_a_problem(api: Api, method: str, path: str, status: int) -> None:
    answer = api.ask(method, path)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert ("Allow" in answer.headers) == (status == 405)
