"""Staff who play, as a client would try it: they open and seat matches, renew keys, appoint judges, end the event."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import POSITION, SEATS, Api, Match, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import CARD_SEATS, Gathering

OWN = (403, "judging.case.not-own-match")
OF_TABLE = (422, "judging.event.match-of-table")
REUSED = (422, "idempotency.key-reused")
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


def has_play(match: Match, times: int = 1) -> None:
    for _ in range(times):
        [seat] = match.read("", "admin")["awaited"]
        match.given(seat, {"type": "decide_mulligan", "mulligan": False})


def puts(event: Gathering, who: str, match: str) -> list[Any]:
    """What somebody is answered who puts a match to the first table, by either command."""
    tables = [{"table": 1, "players": event.players, "match": match}]
    return [
        problem(event.gives(who, "pair_round", round=1, tables=tables)),
        problem(event.gives(who, "seat_match", **HERE, match=match)),
    ]


@pytest.mark.parametrize("opening", [{}, {"seats": [], "position": POSITION}])
def test_who_plays_at_a_table_does_not_open_its_match_and_an_admin_does(api: Api, opening: dict[str, Any]) -> None:
    event = paired(api, "Olga", "Bert")
    assert problem(at_the_table(event, **opening)) == OWN
    assert api.read("/v1/matches", event.keys["root"])["matches"] == []
    said = at_the_table(event, "root", **opening).get_json()
    assert [each["player"] for each in said["seats"]] == ["Olga", "Bert"]
    # once it is theirs they have charge of their own seat alone
    path = f"/v1/matches/{said['match']}/seats"
    assert problem(api.post(f"{path}/bob/key", event.keys["olga"], None, Idempotency_Key="bob")) == OWN
    assert api.post(f"{path}/alice/key", event.keys["olga"], None, Idempotency_Key="a").status_code == 201


def test_nobody_opens_a_match_in_which_they_are_named_but_an_admin(api: Api) -> None:
    event = paired(api, "Ann", "Bert")
    by_player = [{**CARD_SEATS[0], "player": "OLGA"}, CARD_SEATS[1]]
    by_seat = [{**CARD_SEATS[0], "name": "olga"}, CARD_SEATS[1]]
    position = {**POSITION, "players": {"olga": POSITION["players"]["alice"], "bob": POSITION["players"]["bob"]}}
    position |= {"first_player": "olga", "active_player": "olga"}
    openings: list[dict[str, Any]] = [{"seats": by_player}, {"seats": by_seat}, {"seats": [], "position": position}]
    for n, opening in enumerate(openings):
        assert problem(api.opens(f"own-{n}", event.keys["olga"], **opening)) == OWN
        assert api.opens(f"own-{n}", event.keys["root"], **opening).status_code == 201


def test_who_opens_the_match_of_others_is_given_every_key_and_told_every_player(api: Api) -> None:
    event = paired(api, "Ann", "Bert")
    opened = at_the_table(event)
    said = opened.get_json()
    assert all(each["key"] for each in said["seats"])
    assert [each["player"] for each in said["seats"]] == ["Ann", "Bert"]
    assert at_the_table(event).get_data() == opened.get_data()
    by_name = api.opens("named", event.keys["olga"], seats=SEATS).get_json()
    assert [each.get("player") for each in by_name["seats"]] == [each.get("player") for each in SEATS]


# --- one Idempotency-Key for two openings


def test_an_opening_that_is_sent_again_for_another_table_or_none_is_another_request(api: Api) -> None:
    event = Gathering(api)
    event.players = ["olga", "Bert", "Cleo", "Dora"]
    event.enrolled()
    tables = [{"table": n, "players": pair} for n, pair in enumerate((["olga", "Bert"], ["Cleo", "Dora"]), 1)]
    event.given("hana", "pair_round", round=1, tables=tables)
    own, other = ({"event": event.id, "round": 1, "table": n} for n in (1, 2))
    for name, first, later in (("apart", None, other), ("there", other, None)):
        opening = {"seats": CARD_SEATS, **({"event": first} if first else {})}
        answered = api.opens(name, event.keys["olga"], **opening)
        assert answered.status_code == 201
        # a key that the event has of something else is told first
        expected = OWN if first is None else REUSED
        assert problem(api.opens(name, event.keys["olga"], seats=CARD_SEATS, event=own)) == expected
        changed = {"seats": CARD_SEATS, **({"event": later} if later else {})}
        assert problem(api.opens(name, event.keys["olga"], **changed)) == REUSED
        assert api.opens(name, event.keys["olga"], **opening).get_data() == answered.get_data()
    assert api.opens("own", event.keys["root"], seats=CARD_SEATS, event=own).status_code == 201


# --- a match that is put to the table of who had a part in it


@pytest.mark.parametrize("times", [0, 2])
def test_no_match_is_put_to_the_table_of_its_opener_whatever_became_of_its_keys(api: Api, times: int) -> None:
    event = paired(api, "olga", "Bert")
    # of several shuffles they would choose the best
    matches = [event.opened(f"apart-{n}", "olga") for n in range(2)]
    for match in matches:
        has_play(match, times)
        for seat in ("alice", "bob"):
            revoked = api.post(f"{match.path}/seats/{seat}/key/revoke", event.keys["olga"], None)
            assert revoked.status_code == 200
        assert puts(event, "olga", match.id) == [OWN, OWN]
        assert puts(event, "hana", match.id) == [OF_TABLE, OF_TABLE]
    seats = {"olga": "alice", "Bert": "bob"}
    assert event.gives("root", "seat_match", **HERE, match=matches[0].id, seats=seats).status_code == 201


def test_who_opened_a_match_that_an_admin_puts_to_their_table_keeps_no_key_of_it(api: Api) -> None:
    event = paired(api, "olga", "Bert")
    match = event.opened("apart", "olga")
    assert event.gives("root", "seat_match", **HERE, match=match.id).status_code == 201
    # the opening is sent again, and answered as before
    assert api.opens("apart", event.keys["olga"], seats=CARD_SEATS).status_code == 201
    assert [match.get("/view", seat).status_code for seat in ("alice", "bob")] == [401, 401]


def test_a_key_that_is_renewed_while_its_organizer_is_seated_in_the_match_is_not_given(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = paired(api, "olga", "Bert")
    match, keys, renewed = event.opened("apart", "olga"), api.services.keys, list[str]()
    renews = keys.renew_seat

    def seated_before(match_id: str, seat: str, key: str, old: str) -> bool:
        event.given("root", "seat_match", **HERE, match=match.id)
        renewed.append(key)
        return renews(match_id, seat, key, old)

    monkeypatch.setattr(keys, "renew_seat", seated_before)
    answered = api.post(f"{match.path}/seats/bob/key", event.keys["olga"], None, Idempotency_Key="bob")
    assert problem(answered) == OWN
    assert api.get(f"{match.path}/view", renewed[0]).status_code == 401


def test_no_match_is_put_to_the_table_of_a_judge_who_acted_in_a_case_about_it(api: Api) -> None:
    event = paired(api, "Jan", "Bert")
    match = event.opened("apart", "olga")
    api.calls(match.id, "jan")
    case = Dispute(match).opened("bob")
    assert case.gives(event.keys["jan"], "take").status_code == 201
    assert puts(event, "hana", match.id) == [OF_TABLE, OF_TABLE]
    tables = [{"table": 1, "players": event.players, "match": match.id}]
    assert event.gives("root", "pair_round", round=1, tables=tables).status_code == 201


def test_who_plays_puts_no_match_to_their_own_table_and_none_does_that_they_have_looked_at(api: Api) -> None:
    event = paired(api, "Hana", "Bert")
    match, unseen = event.opened("seen"), event.opened("unseen")
    api.calls(match.id, "hana")
    assert match.get("/view", event.keys["hana"]).status_code == 200
    for each in (match, unseen):
        assert puts(event, "hana", each.id) == [OWN, OWN]
    assert puts(event, "olga", match.id) == [OF_TABLE, OF_TABLE]
    event.given("olga", "seat_match", **HERE, match=unseen.id)


def test_a_seat_whose_player_changes_loses_its_keys(api: Api) -> None:
    event = paired(api, "Ann", "Bert")
    match = event.opened("apart")
    event.given("hana", "seat_match", **HERE, match=match.id)
    event.given("olga", "enrol_players", players=["Cleo"])
    assert match.get("/view", "alice").status_code == 200
    tables = [{"table": 1, "players": ["Ann", "Cleo"], "match": match.id, "seats": {"Ann": "alice", "Cleo": "bob"}}]
    tables.append({"table": 2, "players": ["Bert"]})
    event.given("hana", "pair_round", round=1, tables=tables)
    assert match.get("/view", "alice").status_code == 200
    assert match.get("/view", "bob").status_code == 401
    event.given("hana", "seat_match", **HERE, match=match.id, seats={"Ann": "bob", "Cleo": "alice"})
    assert match.get("/view", "alice").status_code == 401


def test_every_seat_loses_its_keys_where_who_opened_the_match_joins_it(api: Api) -> None:
    event = paired(api, "Ann", "Bert")
    event.given("hana", "enrol_players", players=["olga"])
    opened = at_the_table(event)
    match = Match(api, opened.get_json())
    # they had every key from the opening, and an admin seats them at the table
    pair = {"table": 1, "players": ["Ann", "olga"], "match": match.id, "seats": {"Ann": "alice", "olga": "bob"}}
    tables = [pair, {"table": 2, "players": ["Bert"]}]
    event.given("root", "pair_round", round=1, tables=tables)
    assert [match.get("/view", seat).status_code for seat in ("alice", "bob")] == [401, 401]
    # sent again it is answered again, with keys that open nothing any more
    assert at_the_table(event).get_data() == opened.get_data()
    assert [match.get("/view", seat).status_code for seat in ("alice", "bob")] == [401, 401]
    renewed = api.post(f"{match.path}/seats/alice/key", event.keys["root"], None, Idempotency_Key="a").get_json()
    assert api.get(f"{match.path}/view", renewed["key"]).status_code == 200
    # who is there already takes nobody's keys by staying
    event.given("root", "pair_round", round=1, tables=tables)
    assert api.get(f"{match.path}/view", renewed["key"]).status_code == 200


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
        assert {"move": "approve", "who": ["admin"], "what": "penalties"} in case.read(event.keys["hana"])["waits_for"]
        case.given(event.keys["root"], "approve", moves["approve"])
