"""What ends in a match when a seat of it gets another player: what was a person's word; and what the record tells."""

from __future__ import annotations

from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from werkzeug.test import TestResponse

from domain.match.events import RESEATED
from service.app.record.verification import verify_match
from tests.api.http.clients import POSITION, Api, Match, problem
from tests.api.http.disputes import Dispute, to_rewind
from tests.api.http.gatherings import KEYS, Gathering
from tests.api.http.test_seated_meanwhile import between
from tests.api.http.test_seats_in_cases import (
    BOTH,
    RESEATS,
    Moves,
    new_key,
    pairs_anew,
    pairs_at_another_table,
    seats_anew,
    seats_others,
)

AT_WINDOW = {**POSITION, "at": "challenges.action"}
EVERY_WAY = pytest.mark.parametrize("moves", RESEATS)
VIPER = "the-red-viper"  # its ability is not coded
BY_HAND = {**POSITION, "players": {**POSITION["players"], "alice": {"gold": 3, "hand": ["ice"], "play": [VIPER]}}}


def played(api: Api, game: str = "agot_lcg", **opening: Any) -> tuple[Gathering, Match]:
    event = Gathering(api, game)
    return event, event.at_table(**opening)


def reseated(event: Gathering, match: Match, moves: Moves = seats_anew) -> None:
    """Other players sit there; every seat that lost its key has a new one."""
    moved = moves(event, match)
    assert moved.status_code == 201, moved.get_data(as_text=True)
    for seat in match.keys:
        if match.get("/view", match.keys[seat]).status_code == 401:
            match.keys[seat] = new_key(event, match, seat)


def acts(match: Match) -> list[dict[str, Any]]:
    """What was done in a match after it was opened, as the public reads it."""
    return list(match.read("/actions?as=public")["actions"][1:])


def tags(act: dict[str, Any]) -> list[str]:
    return [fact["fact"] for fact in act["facts"]]


def gives(match: Match, seat: str, command: Any, **headers: str) -> TestResponse:
    return match.gives(seat, command, f"k-{next(KEYS)}", **headers)


def given(match: Match, seat: str, command: Any) -> None:
    answer = gives(match, seat, command)
    assert answer.status_code == 201, answer.get_data(as_text=True)


def assert_verifies(api: Api, match: Match) -> None:
    result = verify_match(api.services.matches, match.id)
    assert result.holds, result.differences


@BOTH
@EVERY_WAY
def test_nobody_agrees_with_an_offer_of_a_draw_that_was_made_to_another_player(
    api: Api, game: str, moves: Moves
) -> None:
    event, match = played(api, game)
    first, *others = match.keys
    given(match, first, {"type": "offer_draw"})
    for each in others[:-1]:
        given(match, each, {"type": "accept_draw"})
    reseated(event, match, moves)
    for seat in match.keys:
        assert problem(gives(match, seat, {"type": "accept_draw"})) == (422, "match.no-draw-offered")
    assert match.read("")["over"] is None
    done = acts(match)[-1]
    assert (done["kind"], done["by"]) == (RESEATED, {"actor": "hana", "role": "head-judge"})
    assert tags(done) == ["kernel.seats_taken_over", *["kernel.draw_offer_ended"] * len(others)]
    taken = done["facts"][0]["seats"]
    assert taken == (list(match.keys)[:2] if moves is not seats_others else list(match.keys))
    assert_verifies(api, match)
    # among those who sit there now a draw is agreed as ever
    given(match, first, {"type": "offer_draw"})
    for each in others:
        given(match, each, {"type": "accept_draw"})
    assert match.read("")["over"]["how"] == "agreed-draw"


@pytest.mark.parametrize("moves", [seats_anew, pairs_anew])
def test_a_standing_order_ends_with_the_player_who_gave_it(api: Api, moves: Moves) -> None:
    event, match = played(api, seats=[], position=AT_WINDOW, options={"policy": "open"})
    given(match, "bob", {"type": "give_standing_order", "until": "round"})
    given(match, "alice", {"type": "offer_draw"})
    reseated(event, match, moves)
    assert tags(acts(match)[-1])[1:] == ["kernel.standing_orders_ended", "kernel.draw_offer_ended"]
    given(match, "alice", {"type": "pass"})
    assert match.awaited() == "bob"
    assert_verifies(api, match)


def test_who_keeps_a_seat_keeps_the_standing_order(api: Api) -> None:
    event = Gathering(api, "agot_lcg")
    match = event.at_table(seats=[], position=AT_WINDOW, options={"policy": "open"})
    given(match, "bob", {"type": "give_standing_order", "until": "round"})
    event.given("hana", "enrol_players", players=["Dan"])
    tables = [{"table": 1, "players": ["Dan", "Bert"], "match": match.id, "seats": {"Dan": "alice", "Bert": "bob"}}]
    event.given("hana", "pair_round", round=1, tables=tables, reason="Ann came too late")
    assert tags(acts(match)[-1]) == ["kernel.seats_taken_over"]
    assert acts(match)[-1]["facts"][0]["seats"] == ["alice"]
    match.keys["alice"] = new_key(event, match, "alice")
    given(match, "alice", {"type": "pass"})
    assert match.awaited() == "alice"
    assert_verifies(api, match)


def proposed(api: Api) -> tuple[Gathering, Match]:
    """Alice has proposed to resolve her card by hand, and Bob is asked for his consent."""
    event, match = played(api, seats=[], position=BY_HAND)
    [card] = [each for each in cards_of(match) if each["key"].endswith(VIPER)]
    changes = [{"change": "set_count", "seat": "alice", "counter": "gold", "n": 9}]
    by_hand = {"type": "resolve_manually", "card": card["card"], "effect": "gains gold", "changes": changes}
    given(match, "alice", by_hand)
    return event, match


def cards_of(match: Match) -> list[dict[str, Any]]:
    """All cards that Alice sees on the table."""
    found: list[dict[str, Any]] = []

    def look(part: Any) -> None:
        if isinstance(part, dict):
            found.extend([part] if {"card", "key"} <= part.keys() else [])
            part = list(part.values())
        for each in part if isinstance(part, list) else ():
            look(each)

    look(match.read("/view", "alice"))
    return found


def test_nobody_consents_to_a_manual_resolution_that_was_proposed_to_another_player(api: Api) -> None:
    event, match = proposed(api)
    assert match.awaited() == "bob"
    before = match.wait()
    reseated(event, match)
    assert tags(acts(match)[-1]) == ["kernel.seats_taken_over", "kernel.step_mended", "kernel.waiting"]
    assert (match.awaited(), match.wait()) == ("alice", acts(match)[-1]["version"])
    assert problem(gives(match, "bob", {"type": "give_consent", "consent": True}, If_Match=f'"w{before}"')) == (
        412,
        "match.stale",
    )
    refused = gives(match, "bob", {"type": "give_consent", "consent": True})
    assert problem(refused) == (422, "manual.consent")
    assert_verifies(api, match)


@pytest.mark.parametrize("swaps", [False, True])
def test_going_back_brings_no_consent_to_a_former_player_back(api: Api, swaps: bool) -> None:
    event, match = proposed(api)
    asked = match.read("")["version"]
    if swaps:
        reseated(event, match)
    else:
        given(match, "bob", {"type": "give_consent", "consent": False})
    hana = event.keys["hana"]
    case = Dispute(match).opened("alice").taken(hana)
    case.given("bob", "statements", {"text": "No."})
    case.ruled(to_rewind(asked), hana).accepted()
    done = case.carries_out(hana, case.previewed({"kind": "rewind", "to": asked}, hana))
    assert done.status_code == 201, done.get_data(as_text=True)
    assert match.awaited() == ("alice" if swaps else "bob")
    answer = gives(match, "bob", {"type": "give_consent", "consent": True})
    assert answer.status_code == (422 if swaps else 201)
    assert_verifies(api, match)


def test_a_secret_answer_is_the_seats_and_stays(api: Api) -> None:
    event, match = played(api, seats=[], position={"at": "1.1", "players": {"alice": {}, "bob": {}}})
    plot = match.read("/options", "alice")["options"]["alice"]["forms"][0]["fields"]["plot"]["options"][0]
    given(match, "alice", {"type": "choose_plot", "plot": plot})
    reseated(event, match)
    assert tags(acts(match)[-1]) == ["kernel.seats_taken_over"]
    assert match.read("")["awaited"] == ["bob"]
    assert_verifies(api, match)


def test_nothing_is_stored_in_a_match_that_nobody_has_acted_in(api: Api) -> None:
    event, match = played(api)
    reseated(event, match)
    assert acts(match) == []


def test_what_was_given_unasked_counts_for_whoever_gave_it(api: Api) -> None:
    event, match = played(api)
    for _ in range(4):
        given(match, "alice", {"type": "offer_draw"})
        given(match, "bob", {"type": "decline_draw"})
    for _ in range(4):
        given(match, "alice", {"type": "give_standing_order", "until": "round"})
    order = {"type": "give_standing_order", "until": "round"}
    assert problem(gives(match, "alice", order)) == (422, "match.unasked")
    reseated(event, match)
    given(match, "alice", order)
    assert_verifies(api, match)


@pytest.mark.parametrize("moves", [seats_anew, pairs_at_another_table])
def test_a_seating_that_is_refused_takes_no_key(either: Api, monkeypatch: pytest.MonkeyPatch, moves: Moves) -> None:
    event, match = played(either)
    given(match, "alice", {"type": "offer_draw"})
    opened = between(either, monkeypatch, lambda: Dispute(match).opened("bob"))
    assert problem(moves(event, match)) == (409, "judging.event.seats-stay")
    assert len(opened) == 1
    assert [match.get("/view", key).status_code for key in match.keys.values()] == [200, 200]
    assert [act.get("kind") for act in acts(match)] == [None, "frozen"]


@pytest.mark.parametrize("after_commit", [False, True])
def test_seats_keys_and_what_was_given_change_together(
    either: Api, monkeypatch: pytest.MonkeyPatch, after_commit: bool
) -> None:
    event, match = played(either)
    given(match, "alice", {"type": "offer_draw"})
    recorder = either.services.matches.recorder
    stores, old = recorder.append_together, dict(match.keys)

    def falls(*given: Any) -> Any:
        if after_commit:
            stores(*given)
        raise OperationalError("the process was killed")

    with monkeypatch.context() as patched:
        patched.setattr(recorder, "append_together", falls)
        answer = seats_anew(event, match)
    assert answer.status_code == (201 if after_commit else 503)
    assert [match.get("/view", key).status_code for key in old.values()] == [401 if after_commit else 200] * 2
    assert [act.get("kind") for act in acts(match)] == [None, *[RESEATED] * after_commit]
    if not after_commit:
        reseated(event, match)
        assert [act.get("kind") for act in acts(match)] == [None, RESEATED]
    assert_verifies(either, match)


def test_the_new_player_is_not_charged_with_the_time_of_the_former(api: Api) -> None:
    event, match = played(api, seats=[], position=AT_WINDOW, options={"policy": "open"})
    given(match, "alice", {"type": "offer_draw"})
    reseated(event, match)
    told = match.read("/clocks", "alice")
    assert [(each["seat"], each["since"]) for each in told["open"]] == [("alice", acts(match)[-1]["version"])]
    assert [(each["seat"], each["version"]) for each in told["unanswered"]] == [("alice", acts(match)[-1]["version"])]
