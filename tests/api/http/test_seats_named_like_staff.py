"""Seats that are named like somebody of the staff: whom such a name keeps from an office, and whom it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import SEATS, Api, problem
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import CARD_SEATS, Gathering

OWN = (403, "judging.case.not-own-match")
OF_STAFF: list[dict[str, Any]] = [{**CARD_SEATS[0], "name": "jan"}, {**CARD_SEATS[1], "name": "hana"}]
HERE: dict[str, Any] = {"round": 1, "table": 1}


def test_at_a_table_a_seat_with_the_name_of_a_judge_keeps_nobody_from_judging(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table(seats=OF_STAFF)
    for who in ("jan", "hana"):
        called = either.post(f"{match.path}/judges", event.keys["olga"], {"judge": who}, Idempotency_Key=who)
        assert called.status_code == 201, called.get_data(as_text=True)
        assert match.get("/view", event.keys[who]).status_code == 200
    case = Dispute(match).opened("jan")
    case.given("jan", "statements", {"text": "She took two gold."})
    case.given(event.keys["jan"], "take")
    for who in ("jan", "hana"):
        assert "two gold" in either.get(case.path, event.keys[who]).get_data(as_text=True)
    event.given("jan", "report_result", **HERE, results={"Ann": "win", "Bert": "loss"})
    assert match.read("/judges", event.keys["hana"])["entries"]


def test_at_a_table_who_plays_judges_nothing_whatever_their_seat_is_called(api: Api) -> None:
    event = Gathering(api)
    event.players = ["Jan", "Bert"]
    match = event.at_table(seats=OF_STAFF)
    called = api.post(f"{match.path}/judges", event.keys["olga"], {"judge": "jan"}, Idempotency_Key="jan")
    assert problem(called) == OWN
    assert called.get_json()["because"]["seats"] == ["jan"]
    assert match.get("/view", event.keys["hana"]).status_code == 200


def test_a_match_that_left_its_table_is_judged_by_who_did_not_play_it(api: Api) -> None:
    event = Gathering(api)
    event.players = ["Ann", "hana"]
    match, other = event.at_table(seats=OF_STAFF), event.opened("other")
    event.given("root", "seat_match", **HERE, match=other.id, reason="the wrong decks")
    case = Dispute(match).opened("jan")
    assert problem(case.gives(event.keys["hana"], "take")) == OWN
    case.given(event.keys["jan"], "take")


def test_at_a_table_an_organizer_opens_a_match_with_a_seat_of_their_name_and_runs_both_seats(api: Api) -> None:
    event = Gathering(api).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    named = [{**CARD_SEATS[0], "name": "olga"}, CARD_SEATS[1]]
    opened = api.opens("own", event.keys["olga"], seats=named, event={"event": event.id, **HERE})
    assert opened.status_code == 201, opened.get_data(as_text=True)
    path = f"/v1/matches/{opened.get_json()['match']}/seats"
    for seat in ("olga", "bob"):
        renewed = api.post(f"{path}/{seat}/key", event.keys["olga"], None, Idempotency_Key=seat)
        assert renewed.status_code == 201, seat


@pytest.mark.parametrize(
    ("seat", "barred"),
    [
        ({"name": "jan"}, True),
        ({"name": "jan", "player": "Ann"}, False),
        ({"name": "alice", "player": "Jan"}, True),
        ({"name": "alice"}, False),
    ],
)
def test_outside_an_event_the_player_whom_the_opening_names_counts_and_else_the_seat(
    api: Api, seat: dict[str, str], barred: bool
) -> None:
    api.services.keys.issue("judge", "jan")
    opener = api.services.keys.issue("organizer", "Jan")
    seats = [{"deck": SEATS[0]["deck"], **seat}, {"name": "bob", "player": "Bert", "deck": SEATS[1]["deck"]}]
    match = api.opened("apart", seats=seats)
    called = api.post(f"{match.path}/judges", "organizer", {"judge": "jan"}, Idempotency_Key="jan")
    assert problem(called) == OWN if barred else called.status_code == 201
    opened = api.opens("own", opener, seats=seats)
    assert problem(opened) == OWN if barred else opened.status_code == 201


def test_a_name_that_an_opening_claims_bars_nobody_once_the_match_is_at_a_table(api: Api) -> None:
    event = Gathering(api).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("apart", seats=OF_STAFF)
    case = Dispute(match).opened("jan")
    event.given("olga", "seat_match", **HERE, match=match.id)
    assert case.gives(event.keys["jan"], "take").status_code == 201
