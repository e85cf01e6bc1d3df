"""Time owed of the time that a case took, beyond what table and seat were given, to who reads the rulings."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from math import ceil

import pytest

from domain.judging.cases.checks import rulings
from tests.api.http.clients import Api, problem
from tests.api.http.disputes import KEEP, Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in


@pytest.mark.parametrize("game", GAMES)
def test_what_a_case_took_is_owed_beyond_what_table_and_seats_were_given(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table(spectators="public")
    first, *others = match.keys
    dispute = Dispute(match).opened(first)
    dispute.given("judge", "take")
    dispute.given("judge", "ruling", ruling(time={first: 120}))
    event.given("hana", "start_round", round=1)
    event.given("jan", "give_time", round=1, table=1, seconds=30, reason="a spill")
    limit = api.read(f"/v1/regulations/{event.kind['regulation']}")["limits"]["extension"]
    for who in (first, *others, "judge", "hana", "root"):
        told = match.read("/clocks?as=public", event.keys.get(who, who))
        owed = told["owed"]
        assert [each["case"] for each in told["freezes"]] == [dispute.id]
        assert (owed["given"], owed["limit"], owed["ruled"][first]) == (30, limit, 120)
        assert owed["owed"] == {
            seat: max(0, ceil(told["frozen"]) - 30 - owed["ruled"][seat]) for seat in (first, *others)
        }
    assert match.read("/clocks", "")["owed"] is None
    assert [each["case"] for each in match.read("/clocks", "")["freezes"]] == [dispute.id]


OVER = (422, "judging.time.extension")


def test_what_was_ruled_and_what_was_given_count_towards_one_limit_both_ways(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    event.given("hana", "start_round", round=1)
    # as far as the limit goes, by a ruling; another case of the match counts as well
    first = Dispute(match).opened("alice").taken().heard()
    first.ruled(ruling(time={"alice": 300, "bob": 300}))
    refused = event.gives("jan", "give_time", round=1, table=1, seconds=1, reason="a case")
    assert problem(refused) == OVER
    because = refused.get_json()["because"]
    said = {"field": "seconds", "problem": "a judge gives 0 seconds more at most"}
    assert because == {"given": 0, "ruled": 300, "asked": 1, "limit": 300, "needs": "head-judge", **said}
    # a ruling that replaces another of the same case is not added to it
    first.given("judge", "amend", ruling(time={"alice": 200, "bob": 100}))
    event.given("jan", "give_time", round=1, table=1, seconds=100, reason="a case")
    assert problem(first.gives("judge", "amend", ruling(time={"alice": 201}))) == OVER
    for seat in ("alice", "bob"):
        first.given(seat, "accept")
    first.given("judge", "close", {"text": "Done."})
    second = Dispute(match).opened("bob").taken()
    second.given("alice", "statements", {"text": "It was one."})
    refused = second.gives("judge", "ruling", ruling(time={"alice": 1, "bob": 100}))
    assert problem(refused) == OVER
    because = refused.get_json()["because"]
    assert (because["time"], because["given"], because["ruled"]) == ({"alice": 1}, 100, {"alice": 200})
    second.ruled(ruling(time={"alice": 0, "bob": 100}))
    # the head judge gives more, and the results tell both
    event.given("hana", "give_time", round=1, table=1, seconds=50, reason="an appeal")
    rows = [each for each in event.read("/results", "hana")["results"] if each["player"] == "Ann"]
    assert [(each["time_given"], each["time_ruled"]) for each in rows] == [(150, 200)]
    table = event.get("/results?format=csv", "hana").get_data(as_text=True).splitlines()
    assert table[0].endswith("time_given,time_ruled")
    assert [line.endswith("150,200") for line in table[1:]] == [True, True]


def test_a_wait_that_is_open_counts_up_to_now_and_is_listed_as_open(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.opened()
    began = datetime.fromisoformat(match.read("/actions", "admin")["actions"][-1]["at"])
    later = (began + timedelta(minutes=16)).isoformat(timespec="microseconds").replace("+00:00", "Z")
    monkeypatch.setattr("service.web.match.questions.now", lambda: later)
    told = match.read("/clocks", "admin")
    (seat,) = {each["seat"] for each in told["open"]} & {match.awaited()}
    assert told["as_of"] == later
    assert {each["seat"]: (each["since"], each["seconds"]) for each in told["open"]}[seat] == (1, 960.0)
    assert told["seats"][seat]["seconds"] == 960.0
    assert (told["seats"][seat]["decisions"], told["longest"]) == (0, [])
    logs_in(api, match.keys[seat])
    page = api.client.get(f"/console/matches/{match.id}/clocks").get_data(as_text=True)
    text = re.sub(r"<[^>]*>", "", page)
    assert f"{seat} is awaited since v1" in text
    assert "16 min" in text
    assert "No seat was awaited." not in text
    assert f"as of {later[11:19]} UTC" in text
    # an earlier version does not depend on when it is asked: what was open then is counted up to its recorded time
    match.given(match.awaited(), KEEP)
    earlier = match.read("/clocks?at=1", "admin")
    recorded = match.read("/actions", "admin")["actions"][0]["at"]
    assert [(each["seat"], each["since"], each["seconds"]) for each in earlier["open"]] == [(seat, 1, 0.0)]
    assert earlier["as_of"] == recorded
    Dispute(match).opened("alice")
    frozen = match.read("/clocks", "admin")
    # what the case cut off is told up to the freeze, as the longest wait of its seat, however late it is asked
    froze = match.read("/actions", "admin")["actions"][-1]["at"]
    assert frozen["as_of"] == frozen["freezes"][-1]["since"] == froze
    assert {each["seat"] for each in frozen["open"]} == {seat for seat in (match.awaited(),) if seat}
    for each in frozen["open"]:
        assert 0 < each["seconds"] == frozen["seats"][each["seat"]]["longest"] < 960
    assert all(each["seconds"] < 960 for each in frozen["seats"].values())
    assert match.get("/clocks", "admin").headers.get("ETag") is None


def closed(dispute: Dispute) -> None:
    """Both accept the ruling, and the case is closed: the match goes on."""
    for seat in ("alice", "bob"):
        dispute.given(seat, "accept")
    dispute.given("judge", "close", {"text": "Play on."})


def text_of(api: Api, path: str) -> str:
    """The words of a page of the console."""
    page = api.client.get(f"/console{path}")
    assert page.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page.get_data(as_text=True)))


def test_while_a_case_freezes_the_match_its_time_so_far_is_told_and_what_is_owed_by_then(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page, the API, the command line and the form of the ruling tell the seconds from the freeze up to now."""
    event = Gathering(api)
    match = event.at_table(spectators="public")
    event.given("hana", "start_round", round=1)
    dispute = Dispute(match).opened("alice").taken().heard()
    froze = match.read("/actions", "admin")["actions"][-1]["at"]
    later = (datetime.fromisoformat(froze) + timedelta(seconds=230)).isoformat(timespec="microseconds")
    later = later.replace("+00:00", "Z")
    monkeypatch.setattr("service.web.match.questions.now", lambda: later)
    told = match.read("/clocks", "judge")
    (freeze,) = told["freezes"]
    assert (freeze["last"], freeze["seconds"], freeze["so_far"]) == (0, 0.0, 230.0)
    assert (told["frozen"], told["frozen_so_far"], told["frozen_as_of"]) == (0.0, 230.0, later)
    assert told["owed"]["owed"] == {"alice": 0, "bob": 0}
    assert told["owed_so_far"]["owed"] == {"alice": 230, "bob": 230}
    public = match.read("/clocks?as=public", "")
    assert (public["owed"], public["owed_so_far"], public["frozen_so_far"]) == (None, None, 230.0)
    logs_in(api, api.keys["judge"])
    page = text_of(api, f"/matches/{match.id}/clocks")
    assert "Time taken by cases 3 min 50 s so far" in page
    assert "and still does: 3 min 50 s so far" in page
    assert "alice: 3 min 50 s so far" in page
    assert f"3 min 50 s taken as of {later[11:19]} UTC; it goes on until the match is resumed" in page
    form = text_of(api, f"/cases/{dispute.id}")
    owed = f"Owed for the time of cases so far (as of {later[11:19]} UTC; it goes on until the match is resumed): "
    assert owed + "Ann (alice) 3 min 50 s, Bert (bob) 3 min 50 s." in form
    # once it goes on nothing is "so far"
    dispute.ruled(ruling())
    closed(dispute)
    told = match.read("/clocks", "judge")
    assert (told["owed_so_far"], told["frozen_as_of"], told["frozen_so_far"]) == (None, "", told["frozen"])
    assert "so far" not in text_of(api, f"/matches/{match.id}/clocks").partition("Time taken by cases")[2]


def test_an_earlier_version_counts_what_went_on_then_and_no_time_that_was_given_later(api: Api) -> None:
    """Asked once the match is past it, a version tells the same as when it was the newest, up to its recorded time."""
    event = Gathering(api)
    match = event.at_table()
    event.given("hana", "start_round", round=1)
    waits = match.awaited()
    dispute = Dispute(match).opened("alice").taken().heard()
    frozen = match.read("/actions", "admin")["actions"][-1]["version"]
    before = match.read("/clocks", "judge")
    dispute.ruled(ruling(time={"alice": 60}))
    closed(dispute)
    event.given("jan", "give_time", round=1, table=1, seconds=30, reason="a case")
    match.given(match.awaited(), KEEP)
    then, now = match.read(f"/clocks?at={frozen}", "judge"), match.read("/clocks", "judge")
    assert (now["owed"]["given"], now["owed"]["ruled"]) == (30, {"alice": 60, "bob": 0})
    assert (then["owed"]["given"], then["owed"]["ruled"]) == (0, {"alice": 0, "bob": 0})
    assert then["open"] == before["open"] != []
    assert then["seats"] == before["seats"]
    assert then["seats"][waits]["longest"] == then["open"][0]["seconds"] > 0
    assert [each["so_far"] for each in then["freezes"]] == [0.0]
    assert then["frozen_as_of"] == then["freezes"][0]["since"]
    logs_in(api, api.keys["judge"])
    page = text_of(api, f"/matches/{match.id}/clocks?at={frozen}")
    assert f"{waits} was awaited since v1" in page
    assert f"and still did at v{frozen}: 0 s so far" in page
    assert f"Counted as of v{frozen}: time given or ruled later is not in it." in page
    assert "given by ruling" not in page
    assert "alice: 0 s after 1 min given by ruling" in text_of(api, f"/matches/{match.id}/clocks")


@pytest.mark.parametrize("seconds", [-1, 86_401, 10**12])
def test_the_time_of_a_ruling_is_bounded_as_time_that_is_given(api: Api, seconds: int) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice").taken(event.keys["hana"]).heard()
    for time, seat in (({"bob": seconds}, "bob"), ({"alice": 5, "carl": 3}, "carl"), ({"": 3}, "")):
        refused = case.gives(event.keys["hana"], "ruling", ruling(time=time))
        because = refused.get_json()["because"]
        assert problem(refused) == OVER
        assert (because["field"], because["seat"], because["value"]) == ("time", seat, time[seat])
        assert because["problem"] in refused.get_json()["detail"]
    case.ruled(ruling(time={"bob": 86_400}), event.keys["hana"])


def test_an_event_is_read_whatever_time_was_stored(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    event = Gathering(api)
    match = event.at_table()
    event.given("hana", "start_round", round=1)
    case = Dispute(match).opened("alice").taken(event.keys["hana"]).heard()
    monkeypatch.setattr(rulings, "MOST_SECONDS", 10**15)
    case.ruled(ruling(time={"bob": 10**12}), event.keys["hana"])
    monkeypatch.undo()
    [table] = event.read()["paired"][0]["tables"]
    assert (table["ruled"], table["ends"] > "2050") == (10**12, True)
    session = api.session(event.keys["hana"])
    for page in ("", "/tables/1/1"):
        assert session.get(f"/console/events/{event.id}{page}").status_code == 200
    assert session.get(f"/console/matches/{match.id}").status_code == 200
    assert session.get(case.path.replace("/v1/", "/console/")).status_code == 200
    for path in ("/results", "/standings"):
        event.read(path)
    assert match.read("/clocks", event.keys["hana"])["owed"]["ruled"]["bob"] == 10**12
    event.given("hana", "call_time", round=1)
    event.read()
