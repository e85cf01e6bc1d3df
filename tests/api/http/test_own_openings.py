"""Staff who play, as a client would try it: they open and seat matches, hold keys, appoint judges and end the event."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import POSITION, SEATS, Api, Match, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import CARD_SEATS, Gathering

OWN = (403, "judging.case.not-own-match")
OF_TABLE = (422, "judging.event.match-of-table")
HERE: dict[str, Any] = {"round": 1, "table": 1}
CHEATED: dict[str, Any] = {"infraction": "cheating", "penalty": "disqualification", "reason": "a card up the sleeve"}
SLOW: dict[str, Any] = {"infraction": "slow-play", "penalty": "warning", "reason": "four minutes for a pass"}
CONCEDE = {"type": "concede"}


def paired(api: Api, *players: str) -> Gathering:
    """A round whose first table has these players and no match yet."""
    event = Gathering(api)
    event.players = [*players]
    event.enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    return event


def at_the_table(event: Gathering, who: str = "olga", **changes: Any) -> Any:
    """What somebody is answered who opens the match of the first table."""
    table = {"event": event.id, **HERE}
    return event.api.opens(f"table-{event.id}", event.keys[who], event=table, **{"seats": CARD_SEATS, **changes})


def keyed(opened: Any) -> dict[str, str]:
    return {each["seat"]: each["key"] for each in opened["seats"] if "key" in each}


def has_play(match: Match, times: int = 1) -> None:
    for _ in range(times):
        [seat] = match.read("", "admin")["awaited"]
        match.given(seat, {"type": "decide_mulligan", "mulligan": False})


@pytest.mark.parametrize("named", [False, True])
def test_who_opens_their_own_match_is_given_the_key_of_their_own_seat_alone(api: Api, named: bool) -> None:
    event = paired(api, "olga", "Bert")
    seats = [{**each, "player": player} for each, player in zip(CARD_SEATS, ("Olga", "Bert"), strict=True)]
    opened = at_the_table(event, seats=seats if named else CARD_SEATS)
    assert opened.status_code == 201
    said = opened.get_json()
    assert [each["seat"] for each in said["seats"]] == ["alice", "bob"]
    assert [each["player"] for each in said["seats"]] == ["Olga" if named else "olga", "Bert"]
    assert keyed(said).keys() == {"alice"}
    again = at_the_table(event, seats=seats if named else CARD_SEATS)
    assert again.get_data() == opened.get_data()
    # the other seat has its key from an admin
    path = f"/v1/matches/{said['match']}/seats/bob/key"
    assert problem(api.post(path, event.keys["olga"], None, Idempotency_Key="bob")) == OWN
    assert api.post(path, event.keys["root"], None, Idempotency_Key="bob").status_code == 201


def test_who_opens_the_match_of_others_or_is_an_admin_is_given_every_key_and_told_every_player(api: Api) -> None:
    event = paired(api, "Ann", "Bert")
    said = at_the_table(event).get_json()
    assert keyed(said).keys() == {"alice", "bob"}
    assert [each["player"] for each in said["seats"]] == ["Ann", "Bert"]
    by_name = api.opens("named", event.keys["olga"], seats=SEATS).get_json()
    assert [each.get("player") for each in by_name["seats"]] == [each.get("player") for each in SEATS]


@pytest.mark.parametrize("plays", [False, True])
def test_a_match_that_was_opened_with_every_key_is_not_seated_where_its_opener_plays(api: Api, plays: bool) -> None:
    event = paired(api, "olga", "Bert")
    match = event.opened("apart", "olga")
    if plays:
        has_play(match, 2)
    good = {"olga": "alice", "Bert": "bob"}
    for who in ("olga", "hana"):
        assert problem(event.gives(who, "seat_match", **HERE, match=match.id, seats=good)) == OF_TABLE
    assert event.gives("root", "seat_match", **HERE, match=match.id, seats=good).status_code == 201


@pytest.mark.parametrize("begun", [False, True])
def test_who_plays_seats_no_match_in_which_anything_was_done(api: Api, begun: bool) -> None:
    event = paired(api, "hana", "Bert")
    match = event.opened("apart")
    if begun:
        has_play(match)
    seating = event.gives("hana", "seat_match", **HERE, match=match.id, seats={"hana": "bob", "Bert": "alice"})
    if not begun:
        assert seating.status_code == 201
        return
    assert problem(seating) == OWN
    event.given("olga", "seat_match", **HERE, match=match.id)


def test_nobody_opens_their_own_match_from_a_position_that_they_choose(api: Api) -> None:
    chosen: dict[str, Any] = {"seats": [], "position": POSITION}
    event = paired(api, "olga", "Bert")
    assert problem(at_the_table(event, **chosen)) == OWN
    assert api.read("/v1/matches", event.keys["root"])["matches"] == []
    apart = event.opened("apart", "olga", **chosen)
    for who in ("olga", "hana"):
        assert problem(event.gives(who, "seat_match", **HERE, match=apart.id)) == OF_TABLE
    of_others = paired(api, "Ann", "Bert")
    assert at_the_table(of_others, **chosen).status_code == 201


def test_an_organizer_renews_no_key_of_their_opponent_in_another_match(api: Api) -> None:
    event = Gathering(api)
    event.players = ["Ann", "Bert", "olga", "Dora"]
    event.enrolled()
    tables = [{"table": n, "players": pair} for n, pair in enumerate((["Ann", "Bert"], ["olga", "Dora"]), 1)]
    event.given("hana", "pair_round", round=1, tables=tables)
    first = event.opened("first", "olga")
    event.given("hana", "seat_match", **HERE, match=first.id)
    path = f"{first.path}/seats/alice/key"
    assert api.post(path, event.keys["olga"], None, Idempotency_Key="a").status_code == 201
    event.given("hana", "report_result", **HERE, results={"Ann": "win", "Bert": "loss"})
    event.given("hana", "report_result", round=1, table=2, results={"olga": "win", "Dora": "loss"})
    event.given("root", "pair_round", round=2, tables=[{"table": 1, "players": ["olga", "Ann"]}])
    assert problem(api.post(path, event.keys["olga"], None, Idempotency_Key="b")) == OWN


# --- staff, and the end


def test_an_organizer_who_plays_changes_no_staff_while_their_match_or_case_is_open(api: Api) -> None:
    event = Gathering(api)
    event.players = ["olga", "Bert"]
    match = event.at_table()
    api.services.keys.issue("head-judge", "hugo")
    case = Dispute(match).opened("bob")
    case.given(event.keys["jan"], "take")
    for actor, office in (("jan", "none"), ("hana", "none"), ("hugo", "head-judge"), ("hugo", "judge")):
        assert problem(event.gives("olga", "appoint_staff", actor=actor, office=office)) == OWN, actor
    assert problem(event.gives("olga", "end_event")) == OWN
    case.given(event.keys["jan"], "abandon", {"reason": "Settled."})
    event.given("hana", "report_result", **HERE, results={"olga": "win", "Bert": "loss"})
    assert problem(event.gives("olga", "appoint_staff", actor="jan", office="none")) == OWN
    match.given("alice", CONCEDE)
    assert event.gives("olga", "appoint_staff", actor="jan", office="none").status_code == 201
    assert event.gives("olga", "end_event").status_code == 201


def test_an_event_does_not_end_while_a_penalty_awaits_its_approval(api: Api) -> None:
    event = Gathering(api).enrolled()
    event.given("olga", "enrol_players", players=["olga"])
    event.given("hana", "give_penalty", player="olga", **CHEATED)
    assert problem(event.gives("olga", "approve_penalty", penalty=1, reason="x")) == OWN
    assert problem(event.gives("olga", "end_event")) == OWN
    refused = event.gives("root", "end_event")
    assert problem(refused) == (409, "judging.event.over")
    assert refused.get_json()["because"]["pending"] == [1]
    event.given("root", "approve_penalty", penalty=1, reason="seen by three")
    assert event.gives("olga", "end_event").status_code == 201
    assert event.read("", "root")["over"]


# --- a match is played as long as it goes on


def test_a_result_that_is_reported_early_frees_nobody_to_act_against_their_opponent(api: Api) -> None:
    event = Gathering(api)
    event.players = ["hana", "Bert"]
    match = event.at_table()
    event.given("jan", "report_result", **HERE, results={"hana": "loss", "Bert": "win"})
    later = {"penalty": 1, "reason": "x"}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("drop_player", {"player": "Bert"}),
        ("give_penalty", {"player": "Bert", **CHEATED}),
        ("withdraw_penalty", later),
    ]
    event.given("jan", "give_penalty", player="Bert", **SLOW)
    for type_, fields in asked:
        assert problem(event.gives("hana", type_, **fields)) == OWN, type_
    match.given("alice", CONCEDE)
    assert event.gives("hana", "drop_player", player="Bert").status_code == 201


@pytest.mark.parametrize("who", ["hana", "olga"])
def test_no_case_about_an_earlier_match_penalises_the_present_opponent_of_who_acts(api: Api, who: str) -> None:
    event = Gathering(api)
    event.players = ["Ann", "Bert"]
    first = event.at_table()
    event.given("olga", "enrol_players", players=[who])
    case = Dispute(first).opened("bob")
    ruler = "hana" if who != "hana" else "jan"
    case.given(event.keys[ruler], "take")
    case.given("alice", "statements", {"text": "It was so."})
    event.given("jan", "report_result", **HERE, results={"Ann": "win", "Bert": "loss"})
    event.given("root", "pair_round", round=2, tables=[{"table": 1, "players": [who, "Ann"]}])
    penalty = {"seat": "alice", "infraction": "cheating", "penalty": "disqualification"}
    case.given(event.keys[ruler], "ruling", ruling(penalties=[penalty] if ruler == "hana" else []))
    moves: dict[str, Any] = {
        "approve": {"number": 1, "reason": "So it is."},
        "amend": ruling(penalties=[penalty]),
        "penalties": penalty,
        "take": None,
    }
    for path, body in moves.items():
        assert problem(case.gives(event.keys[who], path, body)) == OWN, path
    refused = case.gives(event.keys[who], "approve", moves["approve"])
    assert refused.get_json()["because"]["opponents"] == ["Ann"]
    if who == "olga":
        # an admin is waited for in their stead
        assert {"move": "approve", "who": ["admin"]} in case.read(event.keys["hana"])["waits_for"]
        case.given(event.keys["root"], "approve", moves["approve"])
