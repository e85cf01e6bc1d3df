"""Who sits in the seats of a match while a case about it is open, and whom what the case gave is of afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs

from domain.judging.cases.commands import Penalise
from domain.judging.cases.entries import Penalty, PenaltyGiven
from domain.judging.cases.tournament_penalties import penalise_by_case
from domain.match.aggregate import Refused
from domain.match.envelope import Actor
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import RULE, Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_seated_meanwhile import HERE, between

KEPT = (409, "judging.event.seats-stay")
OTHER = (422, "judging.penalty.named-player")
BOTH = pytest.mark.parametrize("game", GAMES)


def seats_now(event: Gathering) -> dict[str, str]:
    """The seat of each player of the event's table."""
    return next(each.seats for each in rounds(event)[0].tables.values() if each.match)


def rounds(event: Gathering) -> Any:
    return event.api.services.events.one(event.id).rounds


def swapped(event: Gathering) -> dict[str, str]:
    """Who sits where once the first two players of the table have changed seats."""
    one, other = list(seats_now(event))[:2]
    seats = seats_now(event)
    return {**seats, one: seats[other], other: seats[one]}


def seats_anew(event: Gathering, match: Match, who: str = "hana") -> Any:
    return event.gives(who, "seat_match", **HERE, match=match.id, seats=swapped(event), reason="typed wrongly")


def pairs_anew(event: Gathering, match: Match, who: str = "hana") -> Any:
    tables = [{"table": 1, "players": event.players, "match": match.id, "seats": swapped(event)}]
    return event.gives(who, "pair_round", round=1, tables=tables, reason="typed wrongly")


def pairs_at_another_table(event: Gathering, match: Match, who: str = "hana") -> Any:
    tables = [{"table": 2, "players": event.players, "match": match.id, "seats": swapped(event)}]
    return event.gives(who, "pair_round", round=1, tables=tables, reason="typed wrongly")


def seats_others(event: Gathering, match: Match, who: str = "hana") -> Any:
    """The round is paired anew, and the match is played by others."""
    others = [f"{each} the other" for each in event.players]
    if not set(others) & set(event.read()["enrolled"]):
        event.given("hana", "enrol_players", players=others)
    tables = [{"table": 1, "players": others, "match": match.id}, {"table": 2, "players": event.players}]
    return event.gives(who, "pair_round", round=1, tables=tables, reason="typed wrongly")


RESEATS = [seats_anew, pairs_anew, pairs_at_another_table, seats_others]
every_way = pytest.mark.parametrize("moves", RESEATS)
Moves = Callable[..., Any]


def seat_of(event: Gathering, player: str) -> str:
    return seats_now(event)[player]


def ruled(event: Gathering, match: Match, penalty: dict[str, Any]) -> Dispute:
    """A case of the head judge in which everybody has accepted the ruling."""
    seats = list(match.keys)
    case = Dispute(match).opened(seats[0]).taken(event.keys["hana"])
    for seat in seats[1:]:
        case.given(seat, "statements", {"text": f"{seat} says no."})
    return case.ruled(ruling(penalties=[penalty]), event.keys["hana"]).accepted()


def warning(seat: str) -> dict[str, Any]:
    return {"seat": seat, "infraction": "slow-play", "penalty": "warning", "rules": [RULE]}


def as_penalty(seat: str) -> Penalty:
    return msgspec.convert(warning(seat), Penalty)


def penalised(event: Gathering) -> list[tuple[str, str]]:
    return [(each["player"], each["cause"]) for each in event.read("/penalties")["penalties"]]


@BOTH
@every_way
def test_nobody_changes_seats_while_a_case_about_the_match_is_open(api: Api, game: str, moves: Moves) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    case = Dispute(match).opened(next(iter(match.keys)))
    before = rounds(event)
    for who in ("hana", "olga", "root"):
        refused = moves(event, match, who)
        assert problem(refused) == KEPT
        because = refused.get_json()["because"]
        assert (because["cases"], because["matches"]) == ([case.id], [match.id])
        assert set(because["seats"][case.id].values()) <= set(event.players)
        assert case.id in refused.get_json()["detail"]
    assert rounds(event) == before
    case.given(event.keys["jan"], "take")
    case.given(event.keys["jan"], "abandon", {"reason": "Settled."})
    assert moves(event, match, "hana").status_code == 201


@every_way
def test_seats_stay_during_a_note_an_appeal_and_after_its_answer(api: Api, moves: Moves) -> None:
    event = Gathering(api)
    match = event.at_table()
    hana, jan = event.keys["hana"], event.keys["jan"]
    case = Dispute(match).opened("alice", freeze=False).taken(jan)
    case.given("bob", "statements", {"text": "No."})
    for step, who, body in (
        ("ruling", jan, ruling(penalties=[warning("bob")])),
        ("appeal", "bob", {"text": "It was not so."}),
        ("answer", hana, {"verdict": "confirm", "text": "It was so."}),
        ("penalties", jan, warning("bob")),
    ):
        assert problem(moves(event, match)) == KEPT, step
        case.given(who, step, body)
    assert penalised(event) == [("Bert", case.id)]


@every_way
def test_a_seating_that_changes_nobodys_seat_is_taken_while_a_case_is_open(api: Api, moves: Moves) -> None:
    event = Gathering(api)
    match = event.at_table()
    Dispute(match).opened("alice")
    seats = {"Ann": seat_of(event, "Ann"), "Bert": seat_of(event, "Bert")}
    event.given("hana", "seat_match", **HERE, match=match.id, seats=seats)
    for number in (2, 1):
        tables = [{"table": number, "players": event.players, "match": match.id}]
        event.given("hana", "pair_round", round=1, tables=tables)


def test_a_match_comes_to_a_table_with_those_alone_whom_its_open_case_names(api: Api) -> None:
    event = Gathering(api)
    match, other = event.at_table(), event.opened("other")
    event.given("hana", "seat_match", **HERE, match=other.id, reason="the wrong decks")
    case = Dispute(match).opened("alice")
    back = {**HERE, "match": match.id, "reason": "the right ones"}
    wrong = event.gives("hana", "seat_match", **back, seats={"Ann": "bob", "Bert": "alice"})
    assert problem(wrong) == KEPT
    assert wrong.get_json()["because"]["seats"] == {case.id: {"alice": "Ann", "bob": "Bert"}}
    event.given("hana", "seat_match", **back, seats={"Ann": "alice", "Bert": "bob"})


def test_a_match_with_a_case_that_names_nobody_is_put_to_a_table_and_keeps_those_seats(api: Api) -> None:
    event = Gathering(api)
    event.enrolled().given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("early")
    case = Dispute(match).opened("alice")
    event.given("olga", "seat_match", **HERE, match=match.id)
    assert problem(seats_anew(event, match)) == KEPT
    case.taken(event.keys["hana"]).given("bob", "statements", {"text": "No."})
    case.ruled(ruling(penalties=[warning("bob")]), event.keys["hana"]).accepted()
    given = case.given(event.keys["hana"], "penalties", warning("bob"))
    assert given["player"] == "Bert"
    assert penalised(event) == [("Bert", case.id)]


# --- two writers


def test_seats_do_not_change_where_a_case_was_opened_before_that_was_stored(
    either: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(either)
    match = event.at_table()
    # the seats have lost their keys by then
    opened = between(either, monkeypatch, lambda: Dispute(match).opened(event.keys["jan"]))
    assert problem(seats_anew(event, match)) == KEPT
    assert len(opened) == 1


def test_a_case_names_those_who_sit_there_once_it_is_stored(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    event = Gathering(either)
    match = event.at_table()
    dispute = Dispute(match)
    seated = between(either, monkeypatch, lambda: seats_anew(event, match))
    case = dispute.opened(event.keys["jan"])
    assert [each.status_code for each in seated] == [201]
    assert case.read("admin")["entries"][0]["players"] == {"alice": "Bert", "bob": "Ann"}


# --- where the case and the event name others, as they may in what was stored before this was refused


def unguarded(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events heed no open case."""
    monkeypatch.setattr(api.services.events, "_cases_in_the_way", lambda *given: ())


@BOTH
@pytest.mark.parametrize("moves", [seats_anew, pairs_anew, pairs_at_another_table])
def test_a_penalty_is_never_entered_against_another_player_than_the_case_names(
    api: Api, monkeypatch: pytest.MonkeyPatch, game: str, moves: Moves
) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    named, other = event.players[1], event.players[0]
    seat = seat_of(event, named)
    case = ruled(event, match, warning(seat))
    with monkeypatch.context() as patched:
        unguarded(api, patched)
        assert moves(event, match).status_code == 201
    entries = len(case.read("admin")["entries"])
    refused = case.gives(event.keys["hana"], "penalties", warning(seat))
    assert problem(refused) == OTHER
    assert refused.get_json()["because"] == {"case": case.id, "seat": seat, "named": named, "sits": other}
    assert (len(case.read("admin")["entries"]), penalised(event)) == (entries, [])
    # the checks say so before anything is entered, as forms ask them
    said = api.services.cases.refusal(case.id, Penalise(as_penalty(seat)), by=Actor("hana", "head-judge"))
    assert said is not None
    assert said.rule == OTHER[1]
    # the players go back to where the case names them
    assert moves(event, match).status_code == 201
    assert case.given(event.keys["hana"], "penalties", warning(seat))["player"] == named
    assert penalised(event) == [(named, case.id)]


def test_a_penalty_is_refused_too_where_the_seats_change_before_it_is_stored(
    either: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(either)
    match = event.at_table()
    case = ruled(event, match, warning("bob"))
    unguarded(either, monkeypatch)
    seated = between(either, monkeypatch, lambda: seats_anew(event, match))
    assert problem(case.gives(event.keys["hana"], "penalties", warning("bob"))) == OTHER
    assert [each.status_code for each in seated] == [201]
    assert penalised(event) == []


def test_an_event_takes_no_penalty_of_a_case_for_another_player(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was checked before: it is the event that enters the name."""
    event = Gathering(api)
    match = event.at_table()
    dispute = ruled(event, match, warning("bob"))
    case = api.services.cases.one(dispute.id)
    at = {"id": "1", "key": "k", "actor": "hana", "role": "head-judge", "at": case.opening.at}
    given = PenaltyGiven(**at, replaces=(), number=1, penalty=as_penalty("bob"), player="Bert")
    place = api.services.events.of_match(match.id)
    assert place is not None
    assert [each.event.penalties[-1].player for each in penalise_by_case(case, given, *place)] == ["Bert"]
    unguarded(api, monkeypatch)
    assert seats_anew(event, match).status_code == 201
    there = api.services.events.of_match(match.id)
    assert there is not None
    for said in (given, structs.replace(given, player="")):
        with pytest.raises(Refused) as error:
            list(penalise_by_case(case, said, *there))
        assert (error.value.refusal.rule, error.value.refusal.because["named"]) == (OTHER[1], "Bert")


# --- after the case


def test_what_a_case_gave_stays_with_whom_it_names_when_the_seats_change(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    hana = event.keys["hana"]
    case = ruled(event, match, warning("bob"))
    case.given(hana, "penalties", warning("bob"))
    case.given(hana, "close", {})
    before = {player: event.read(f"/record?player={player}", "hana") for player in event.players}
    assert [len(each["ruled"]) for each in before.values()] == [0, 1]
    event.given("hana", "seat_match", **HERE, match=match.id, seats=swapped(event), reason="typed wrongly")
    for player, record in before.items():
        after = event.read(f"/record?player={player}", "hana")
        assert {name: after[name] for name in ("ruled", "next_steps", "penalties")} == {
            name: record[name] for name in ("ruled", "next_steps", "penalties")
        }, player
    assert [problem(case.gives(hana, "penalties", warning(seat)))[0] for seat in ("alice", "bob")] == [409, 409]


PRIVATE = "I was distracted by my own bid."


@pytest.mark.parametrize("moves", [seats_anew, pairs_anew, pairs_at_another_table])
def test_the_words_of_a_case_are_of_the_player_and_not_of_the_seat(api: Api, moves: Moves) -> None:
    event = Gathering(api)
    match = event.at_table()
    jan = event.keys["jan"]
    case = Dispute(match, text="Bob saw my hand.").opened("alice").taken(jan)
    case.given("bob", "statements", {"text": PRIVATE})
    case.given(jan, "questions", {"seat": "bob", "text": "Which card did you see?"})
    case.given(jan, "abandon", {"reason": "Settled."})
    before = {seat: texts(api, case, match.keys[seat]) for seat in ("alice", "bob")}
    assert PRIVATE in before["bob"]
    assert "Which card did you see?" in before["bob"]
    assert before["bob"].isdisjoint(before["alice"] - {"Settled."})
    assert moves(event, match).status_code == 201
    key = {seat: new_key(event, match, seat) for seat in before}
    assert texts(api, case, key["bob"]) == before["alice"]
    assert texts(api, case, key["alice"]) == before["bob"]


def test_a_closed_case_is_read_by_whom_it_names_from_a_seat_of_another_match(either: Api) -> None:
    event = Gathering(either).enrolled()
    event.given("hana", "enrol_players", players=["Cleo", "Dora"])
    tables = [{"table": 1, "players": event.players}, {"table": 2, "players": ["Cleo", "Dora"]}]
    event.given("hana", "pair_round", round=1, tables=tables)
    match, other = event.opened("one"), event.opened("other")
    for number, each in enumerate((match, other), 1):
        event.given("hana", "seat_match", round=1, table=number, match=each.id)
    elsewhere = event.opened("elsewhere")
    jan = event.keys["jan"]
    case = Dispute(match, text="Bob saw my hand.").opened("alice").taken(jan)
    case.given("bob", "statements", {"text": PRIVATE})
    case.ruled(ruling(penalties=[warning("bob")]), jan).accepted()
    case.given(jan, "penalties", warning("bob"))
    before = {seat: texts(either, case, match.keys[seat]) for seat in ("alice", "bob")}
    console = f"/console/cases/{case.id}"
    # while it is open, it is of the seats of its match
    for key in (*other.keys.values(), *elsewhere.keys.values()):
        assert either.get(case.path, key).status_code == 403
    case.given(jan, "close", {})
    for key in (*other.keys.values(), *elsewhere.keys.values()):
        assert either.get(case.path, key).status_code == 403
    matches = [{**tables[0], "match": other.id}, {**tables[1], "match": match.id}]
    event.given("hana", "pair_round", round=1, tables=matches, reason="typed wrongly")
    for seat in ("alice", "bob"):
        key = new_key(event, other, seat)
        assert texts(either, case, key) == before[seat]
        page = either.session(key).get(console)
        assert (page.status_code, PRIVATE in page.get_data(as_text=True)) == (200, seat == "bob")
        assert [each["case"] for each in either.read("/v1/cases", key)["cases"]] == [case.id]
        assert texts(either, case, new_key(event, match, seat)) == before["alice"] - {"Bob saw my hand."}
    for key in elsewhere.keys.values():
        assert either.get(case.path, key).status_code == 403
        assert either.session(key).get(console).status_code == 403


def test_who_is_new_at_a_match_reads_nobodys_words_in_its_cases(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    jan = event.keys["jan"]
    case = Dispute(match, text="Bob saw my hand.").opened("alice").taken(jan)
    case.given("bob", "statements", {"text": PRIVATE})
    case.given(jan, "abandon", {"reason": "Settled."})
    assert seats_others(event, match).status_code == 201
    for seat in ("alice", "bob"):
        key = new_key(event, match, seat)
        assert texts(api, case, key) == {"Settled."}
        found = api.read("/v1/cases?text=distracted", key)["cases"]
        assert found == []


def test_the_words_of_a_case_that_names_nobody_are_of_who_sat_there(api: Api) -> None:
    event = Gathering(api)
    event.enrolled().given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("early")
    case = Dispute(match).opened("alice")
    event.given("olga", "seat_match", **HERE, match=match.id)
    case.taken(event.keys["jan"]).given("bob", "statements", {"text": PRIVATE})
    case.given(event.keys["jan"], "abandon", {"reason": "Settled."})
    assert PRIVATE in texts(api, case, match.keys["bob"])
    assert seats_anew(event, match).status_code == 201
    assert PRIVATE not in texts(api, case, new_key(event, match, "bob"))
    assert PRIVATE in texts(api, case, new_key(event, match, "alice"))


def test_what_was_refused_to_a_player_counts_for_no_other_who_has_the_seat_later(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    assert match.gives("bob", {"type": "pass"}, "refused").status_code in (409, 422)
    before = {player: refusals(event, player) for player in event.players}
    assert [sum(each.values()) for each in before.values()] == [0, 1]
    assert seats_anew(event, match).status_code == 201
    assert {player: refusals(event, player) for player in event.players} == before
    assert api.post(
        f"{match.path}/commands",
        new_key(event, match, "bob"),
        {"type": "pass"},
        Idempotency_Key="again",
        If_Match='"w1"',
    ).status_code in (409, 422)
    assert [sum(refusals(event, player).values()) for player in event.players] == [1, 1]


def refusals(event: Gathering, player: str) -> dict[str, int]:
    """How many commands of a player were refused, by rule; the head judge reads it of a running match."""
    return {each["rule"]: each["times"] for each in event.read(f"/record?player={player}", "hana")["refused"]}


def new_key(event: Gathering, match: Match, seat: str) -> str:
    path = f"{match.path}/seats/{seat}/key"
    return str(event.api.post(path, event.keys["olga"], None, Idempotency_Key=f"new-{seat}").get_json()["key"])


def texts(api: Api, case: Dispute, key: str) -> set[str]:
    """The words that somebody reads in a case."""
    return {each["text"] for each in api.read(case.path, key)["entries"] if each.get("text")}


def test_a_penalty_of_a_match_without_a_table_counts_for_whom_its_case_names(api: Api) -> None:
    """It is given before the match is at a table, so the event does not hold it."""
    event = Gathering(api)
    event.enrolled().given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("early", seats=[{**each, "player": name} for each, name in seats_named()])
    case = Dispute(match).opened().taken().heard()
    case.ruled(ruling(penalties=[warning("alice")])).accepted()
    case.given("judge", "penalties", warning("alice"))
    event.given("olga", "seat_match", **HERE, match=match.id)
    records = {player: event.read(f"/record?player={player}", "hana") for player in event.players}
    assert {name: len(each["ruled"]) for name, each in records.items()} == {"Ann": 1, "Bert": 0}
    assert records["Ann"]["next_steps"]["slow-play"] == "hard-warning"


def test_a_penalty_for_a_seat_of_which_no_player_was_known_counts_for_whoever_came_to_sit_there(api: Api) -> None:
    event = Gathering(api)
    event.enrolled().given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("early")
    case = Dispute(match).opened().taken().heard()
    case.ruled(ruling(penalties=[warning("alice")])).accepted()
    case.given("judge", "penalties", warning("alice"))
    case.given("judge", "close", {})
    event.given("olga", "seat_match", **HERE, match=match.id)
    for _ in range(2):
        records = [event.read(f"/record?player={player}", "hana") for player in event.players]
        assert [len(each["ruled"]) for each in records] == [1, 0]
        assert seats_anew(event, match).status_code == 201


@BOTH
def test_a_penalty_for_what_was_done_before_a_seat_changed_is_of_who_sat_there(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    seat, other = list(match.keys)[:2]
    sat = {taken: player for player, taken in seats_now(event).items()}
    match.given(seat, {"type": "offer_draw"})
    done = match.read("")["version"]
    for each in match.keys if seats_others(event, match).status_code == 201 else ():
        match.keys[each] = new_key(event, match, each)
    case = Dispute(match).opened(other, moment=str(done)).taken(event.keys["hana"])
    opened = case.read(event.keys["hana"])["entries"][0]
    assert opened["at_moment"] == sat
    assert opened["players"] == {each: f"{player} the other" for each, player in sat.items()}
    page = api.session(event.keys["hana"]).get(case.path.replace("/v1/", "/console/")).get_data(as_text=True)
    assert f"{sat[seat]} as {seat}" in page
    for each in match.keys:
        case.given(each, "statements", {"text": "I was not there."})
    case.ruled(ruling(penalties=[warning(seat)]), event.keys["hana"]).accepted()
    page = api.session(event.keys["hana"]).get(case.path.replace("/v1/", "/console/")).get_data(as_text=True)
    assert f"for {seat} ({sat[seat]}, who sat there then)" in page
    case.given(event.keys["hana"], "penalties", warning(seat))
    assert penalised(event) == [(sat[seat], case.id)]
    [given] = event.read("/penalties")["penalties"]
    assert (given["state"], given["round"]) == ("given", 0)
    records = {who: event.read(f"/record?player={who}", "hana") for who in (sat[seat], f"{sat[seat]} the other")}
    assert [each["next_steps"]["slow-play"] for each in records.values()] == ["hard-warning", "warning"]
    # the next one is the next step of that player
    case.given(event.keys["hana"], "close", {})
    again = Dispute(match).opened(other, moment="1").taken(event.keys["jan"])
    for each in match.keys:
        again.given(each, "statements", {"text": "Nor then."})
    step = {**warning(seat), "penalty": "hard-warning"}
    again.ruled(ruling(penalties=[step]), event.keys["jan"]).accepted()
    again.given(event.keys["jan"], "penalties", step)
    assert [player for player, _ in penalised(event)] == [sat[seat]] * 2


def test_a_case_names_nobody_beside_those_who_sit_there_where_no_seat_has_changed(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    match.given("alice", {"type": "offer_draw"})
    assert seats_anew(event, match).status_code == 201
    for moment in ("", str(match.read("")["version"])):
        case = Dispute(match).opened(new_key(event, match, "alice"), **({"moment": moment} if moment else {}))
        assert not case.read(event.keys["hana"])["entries"][0].get("at_moment")
        case.given(event.keys["jan"], "take")
        case.given(event.keys["jan"], "abandon", {"reason": "Settled."})


def test_nobody_judges_what_they_did_in_a_match_that_another_plays_now(api: Api) -> None:
    event = Gathering(api)
    event.players = ["Jan", "Bert"]
    match = event.at_table()
    match.given("alice", {"type": "offer_draw"})
    assert seats_others(event, match).status_code == 201
    case = Dispute(match).opened(new_key(event, match, "bob"), moment="1")
    assert problem(case.gives(event.keys["jan"], "take")) == (403, "judging.case.not-own-match")
    hidden = case.read(event.keys["jan"])
    assert all(entry["kind"] != "statement_given" for entry in hidden["entries"])
    case.given(event.keys["hana"], "take")


def seats_named() -> list[tuple[dict[str, Any], str]]:
    return list(zip(GAMES["agot_lcg"]["opening"]["seats"], ("Ann", "Bert"), strict=True))
