"""A penalty for a seat is of who sat there at the moment that the ruling is about, whatever the call was about."""

from __future__ import annotations

from typing import Any

import pytest

from service.app.players.erasing import erase_player
from service.app.record.verification import verify_match
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import CasePage, Dispute, ruling
from tests.api.http.erased import holding
from tests.api.http.gatherings import Gathering
from tests.api.http.test_one_cause import CAUSE, HEAVIER, MINOR, WARNING, about, penalising
from tests.api.http.test_seats_in_cases import new_key, seats_now, seats_others


def given_to(event: Gathering) -> list[tuple[str, str]]:
    return [(each["player"], each["state"]) for each in event.read("/penalties", "hana")["penalties"]]


def reseated(api: Api) -> tuple[Gathering, Match, str, str, str]:
    """A match whose seats got other players: with who sat as alice before and now, and the version of an act before."""
    event = Gathering(api)
    match = event.at_table()
    before = {seat: player for player, seat in seats_now(event).items()}["alice"]
    match.given("alice", {"type": "offer_draw"})
    then = str(match.read("")["version"])
    assert seats_others(event, match).status_code == 201
    match.keys = {seat: new_key(event, match, seat) for seat in match.keys}
    return event, match, before, f"{before} the other", then


def heard(event: Gathering, match: Match, **opening: Any) -> Dispute:
    case = Dispute(match).opened("bob", **opening).taken(event.keys["hana"])
    for seat in match.keys:
        case.given(seat, "statements", {"text": "It was one."})
    return case


@pytest.mark.parametrize("way", ["ruling", "amend", "answer"])
def test_a_penalty_is_of_who_sat_there_at_the_moment_that_the_ruling_alone_names(either: Api, way: str) -> None:
    event, match, before, _, then = reseated(either)
    hana, jan = event.keys["hana"], event.keys["jan"]
    judge = jan if way == "answer" else hana
    case = Dispute(match).opened("bob").taken(judge)
    for seat in match.keys:
        case.given(seat, "statements", {"text": "I was not there."})
    said = ruling(penalties=[WARNING], moment=then)
    if way == "answer":
        case.given(jan, "ruling", ruling())
        case.given("bob", "appeal", {"text": "She did."})
        case.given(hana, "answer", {"verdict": "replace", "text": "Seen.", "ruling": said})
    else:
        case.given(judge, "ruling", said if way == "ruling" else ruling(penalties=[WARNING]))
        case.accepted()
        if way == "amend":
            case.given(judge, "amend", said)
            case.accepted()
    assert case.read(hana)["entries"][-1 if way == "answer" else -3].get("at_moment", {})["alice"] == before
    assert f"for alice ({before}, who sat there then)" in CasePage(case, hana).text
    case.given(judge, "penalties", WARNING)
    assert given_to(event) == [(before, "given")]
    assert event.read(f"/record?player={before}", "hana")["next_steps"]["slow-play"] == "hard-warning"


def test_a_penalty_is_of_who_sits_there_where_the_ruling_is_about_a_later_moment_than_the_call(either: Api) -> None:
    event, match, before, now, then = reseated(either)
    hana = event.keys["hana"]
    assert match.gives("alice", {"type": "offer_draw"}, "later").status_code == 201
    later = str(match.read("")["version"])
    case = heard(event, match, moment=then)
    case.given(hana, "ruling", ruling(penalties=[WARNING], moment=later))
    case.accepted().given(hana, "penalties", WARNING)
    assert given_to(event) == [(now, "given")]
    # the same words are another penalty once they are about who sat there before
    case.given(hana, "amend", ruling(penalties=[WARNING], moment=then))
    case.accepted()
    assert [each["move"] for each in case.read(hana)["waits_for"]] == ["withdraw_penalty"]
    assert problem(case.gives(hana, "close", {})) == (409, "judging.penalty.stands-by-ruling")
    case.given(hana, "penalties", WARNING)
    assert given_to(event) == [(now, "withdrawn"), (before, "given")]
    case.given(hana, "close", {})


def test_who_has_a_penalty_for_the_moment_of_a_ruling_has_no_second(either: Api) -> None:
    event, match, before, now, then = reseated(either)
    hana = event.keys["hana"]
    event.penalised(before, cause=f"{match.id}@{then}", **MINOR)
    case = heard(event, match)
    assert problem(case.gives(hana, "ruling", ruling(penalties=[WARNING], moment=then))) == CAUSE
    event.given("hana", "withdraw_penalty", penalty=1, reason="It is a case.")
    event.penalised(now, cause=f"{match.id}@{then}", **MINOR)
    case.given(hana, "ruling", ruling(penalties=[WARNING], moment=then))


def test_nobody_rules_about_a_moment_at_which_they_sat_there(api: Api) -> None:
    event = Gathering(api)
    event.players = ["Jan", "Bert"]
    match = event.at_table()
    match.given("alice", {"type": "offer_draw"})
    then = str(match.read("")["version"])
    assert seats_others(event, match).status_code == 201
    match.keys = {seat: new_key(event, match, seat) for seat in match.keys}
    jan = event.keys["jan"]
    case = Dispute(match).opened("bob").taken(jan)
    for seat in match.keys:
        case.given(seat, "statements", {"text": "It was one."})
    refused = case.gives(jan, "ruling", ruling(moment=then))
    assert (problem(refused), refused.get_json()["because"]["field"]) == (
        (403, "judging.case.not-own-match"),
        "moment",
    )


def test_nobody_is_penalised_for_the_very_time_at_which_a_seat_got_another_player(api: Api) -> None:
    event, match, _, _, then = reseated(api)
    # the act by which the match tells that its seats got other players
    change = str(int(then) + 1)
    case = heard(event, match)
    refused = case.gives(event.keys["hana"], "ruling", ruling(penalties=[WARNING], moment=change))
    assert problem(refused) == (422, "judging.penalty.named-player")
    assert refused.get_json()["because"]["field"] == "penalties[0].seat"
    assert "command of the event" in refused.get_json()["detail"]
    case.given(event.keys["hana"], "ruling", ruling(moment=change))


def test_what_an_earlier_ruling_penalised_stands_for_its_moment_until_it_is_withdrawn(either: Api) -> None:
    event = Gathering(either)
    match, hana = event.at_table(), event.keys["hana"]
    case = penalising(about(match, "1", hana), hana, moment="1.1")
    case.given(hana, "amend", ruling(penalties=[HEAVIER], moment="1.2"))
    beside = {"player": "Ann", "reason": "x", **MINOR, "cause": f"{match.id}@1.1"}
    refused = event.gives("hana", "give_penalty", **beside)
    assert (problem(refused), refused.get_json()["because"]["penalties"]) == (CAUSE, [1])
    other = about(match, "1.1", event.keys["jan"], "bob")
    assert problem(other.gives(event.keys["jan"], "ruling", ruling(penalties=[WARNING]))) == CAUSE
    case.accepted().given(hana, "penalties", HEAVIER)
    event.given("hana", "give_penalty", **beside)
    assert [each for _, each in given_to(event)] == ["withdrawn", "given", "given"]


def test_who_sat_there_at_the_moment_of_a_ruling_is_named_to_no_analyst_and_is_erased(either: Api) -> None:
    event = Gathering(either)
    event.players = ["Quirina Vantongeren", "Bert"]
    match, hana = event.at_table(), event.keys["hana"]
    match.given("alice", {"type": "offer_draw"})
    then = str(match.read("")["version"])
    event.given("hana", "enrol_players", players=["Ann", "Cleo"])
    others = [{"table": 1, "players": ["Ann", "Cleo"], "match": match.id}]
    event.given("hana", "pair_round", round=1, tables=others, reason="typed wrongly")
    match.keys = {seat: new_key(event, match, seat) for seat in match.keys}
    case = heard(event, match)
    case.ruled(ruling(penalties=[WARNING], moment=then), hana).accepted()
    case.given(hana, "penalties", WARNING)
    case.given(hana, "close", {})
    assert given_to(event) == [("Quirina Vantongeren", "given")]
    assert match.gives("alice", {"type": "concede"}, "concedes").status_code == 201
    event.given("olga", "end_event")
    for path in (case.path, f"{case.path}/export", "/v1/cases"):
        assert "Quirina" not in either.get(path, event.keys["ana"]).get_data(as_text=True), path
    assert "Quirina" in either.get(case.path, hana).get_data(as_text=True)
    erase_player(either.services, "Quirina Vantongeren", settle=lambda: None)
    assert holding(either.services.settings.db, "Quirina") == []
    assert "Quirina" not in either.get(case.path, hana).get_data(as_text=True)
    assert verify_match(either.services.matches, match.id).holds
