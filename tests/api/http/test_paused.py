"""A match that a case freezes: whoever asks what may be done now is told that nothing is, and by which case."""

from __future__ import annotations

import json
from typing import Any

from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import KEEP, Dispute, ruling


def explained(match: Match, who: str, **more: Any) -> Any:
    query = {"command": json.dumps(KEEP), **more}
    answer = match.api.ask("GET", f"{match.path}/explain", match.keys.get(who, who), query_string=query)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_json()


def checked(match: Match, who: str, query: str = "") -> Any:
    answer = match.api.post(f"{match.path}/commands/check{query}", match.keys.get(who, who), KEEP)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_json()


def test_while_a_case_freezes_the_match_a_seat_is_told_that_it_may_do_nothing(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    lawful = checked(match, seat)
    assert (lawful["verdict"], lawful["frozen"], explained(match, seat)["frozen"]) == ("yes", "", "")
    case = Dispute(match).opened(seat)
    told = match.gives(seat, KEEP)
    assert problem(told) == (409, "match.paused")
    for answer in (checked(match, seat), explained(match, seat), checked(match, "judge", f"?as={seat}")):
        assert (answer["verdict"], answer["accepted"], answer["refused_by"]) == ("no", False, "match.paused")
        assert answer["frozen"] == told.get_json()["because"]["case"] == case.id
        pause, *rules = answer["checks"]
        assert (pause["ok"], pause["rule"], pause["because"]) == (False, "match.paused", {"case": case.id})
        # what the rules say stands beside it
        assert rules == lawful["checks"]


def test_about_an_earlier_version_and_to_a_judge_the_rules_answer(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    lawful, case = checked(match, seat), Dispute(match).opened(seat)
    before = explained(match, seat, at="1")
    assert (before["verdict"], before["frozen"], before["checks"]) == ("yes", "", lawful["checks"])
    assert checked(match, seat, "?at=1")["verdict"] == "yes"
    judged = explained(match, "judge", **{"as": seat})
    assert (judged["verdict"], judged["frozen"], judged["checks"]) == ("yes", case.id, lawful["checks"])
    page = api.session("judge").get(f"/console/matches/{match.id}/explain?seat={seat}&command={json.dumps(KEEP)}")
    assert f"{case.id}</a>: no command is taken until it is resumed" in page.get_data(as_text=True)


def test_the_match_its_window_and_its_options_say_which_case_freezes_it(api: Api) -> None:
    match = api.opened()
    seat, places = match.awaited(), ("", "/window", "/options")
    tags = {place: match.get(place, seat).headers["ETag"] for place in places}
    assert [match.read(place, seat)["frozen"] for place in places] == ["", "", ""]
    case = Dispute(match).opened(seat)
    # a client that has the answer of before the freeze is told
    asked = [match.get(place, seat, **{"If-None-Match": tag}) for place, tag in tags.items()]
    assert [(each.status_code, each.get_json()["frozen"]) for each in asked] == [(200, case.id)] * 3
    assert [match.read(f"{place}?at=2", seat)["frozen"] for place in places[1:]] == [case.id] * 2
    assert match.read("/window?at=1", seat)["frozen"] == ""
    case.taken().given("judge", "ruling", ruling())
    case.given("judge", "resume", {"reason": "Play on."})
    assert [match.read(place, seat)["frozen"] for place in places] == ["", "", ""]
    assert checked(match, seat)["verdict"] == "yes"
