"""Looks at a match, and seatings of it, of which each is stored between the decision and the storing of the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import Gathering

OWN = (403, "judging.case.not-own-match")
OF_TABLE = (422, "judging.event.match-of-table")
STAYS = (409, "judging.event.match-stays")
HERE: dict[str, Any] = {"round": 1, "table": 1}
Deed = Callable[[], Any]


def between(api: Api, monkeypatch: pytest.MonkeyPatch, deed: Deed) -> list[Any]:
    """Have a deed done once, when the next writer has decided and not stored; what it was answered is in the list."""
    recorder, answers = api.services.matches.recorder, list[Any]()
    stores = recorder.append_together

    def first_the_deed(*given: Any) -> Any:
        monkeypatch.setattr(recorder, "append_together", stores)
        answers.append(deed())
        return stores(*given)

    monkeypatch.setattr(recorder, "append_together", first_the_deed)
    return answers


def paired(api: Api) -> tuple[Gathering, Match]:
    """A table at which Hana, the head judge, plays, and a match that the organizer opened and called her and Jan to."""
    event = Gathering(api)
    event.players = ["Hana", "Bert"]
    event.enrolled()
    event.given("root", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = event.opened("apart")
    for who in ("hana", "jan"):
        api.calls(match.id, who)
    return event, match


def looks(event: Gathering, match: Match) -> Any:
    return match.get("/view?as=judge", event.keys["hana"])


def seats(event: Gathering, match: Match, who: str = "olga") -> Any:
    return event.gives(who, "seat_match", **HERE, match=match.id)


def pairs(event: Gathering, match: Match) -> Any:
    tables = [{"table": 1, "players": event.players, "match": match.id}]
    return event.gives("olga", "pair_round", round=1, tables=tables)


def takes(event: Gathering, match: Match) -> Any:
    """Hana takes a case about the match: she looks at it under the case from then on."""
    return Dispute(match).opened("alice").gives(event.keys["hana"], "take")


@pytest.mark.parametrize("puts", [seats, pairs])
@pytest.mark.parametrize("deed", [looks, takes])
def test_no_match_is_seated_that_a_player_looked_at_or_judged_before_the_seating_was_stored(
    either: Api, monkeypatch: pytest.MonkeyPatch, puts: Callable[..., Any], deed: Callable[..., Any]
) -> None:
    event, match = paired(either)
    done = between(either, monkeypatch, lambda: deed(event, match))
    assert problem(puts(event, match)) == OF_TABLE
    assert [each.status_code for each in done] == [200 if deed is looks else 201]


@pytest.mark.parametrize("under_case", [False, True])
def test_nobody_is_shown_a_match_that_was_seated_as_their_own_before_the_look_was_stored(
    either: Api, monkeypatch: pytest.MonkeyPatch, under_case: bool
) -> None:
    event, match = paired(either)
    if under_case:
        assert takes(event, match).status_code == 201
    # an admin seats her though she has judged
    who = "root" if under_case else "olga"
    seated = between(either, monkeypatch, lambda: seats(event, match, who))
    assert problem(looks(event, match)) == OWN
    assert [each.status_code for each in seated] == [201]
    entries = match.read("/judges", "admin")["entries"]
    assert [each["kind"] for each in entries if each["actor"] == "hana"] == []


def test_a_match_does_not_leave_its_table_where_a_case_was_opened_before_that_was_stored(
    either: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Gathering(either)
    match, other = event.at_table(), event.opened("other")
    opened = between(either, monkeypatch, lambda: Dispute(match).opened("alice"))
    assert problem(event.gives("olga", "seat_match", **HERE, match=other.id, reason="the wrong decks")) == STAYS
    assert len(opened) == 1


def test_a_match_is_played_at_one_event_though_two_seat_it_at_once(
    either: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, other = Gathering(either), Gathering(either)
    for each in (event, other):
        each.enrolled()
        each.given("olga", "pair_round", round=1, tables=[{"table": 1, "players": each.players}])
    match = event.opened("apart")
    first = between(either, monkeypatch, lambda: seats(other, match))
    assert problem(seats(event, match)) == OF_TABLE
    assert [each.status_code for each in first] == [201]


def test_who_declares_an_interest_is_not_shown_again_what_they_have_seen_under_a_case(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice")
    case.given(event.keys["jan"], "take")
    assert match.get("/view?as=judge", event.keys["jan"]).status_code == 200
    declared = api.post(f"{match.path}/judges/interest", event.keys["jan"], None, Idempotency_Key="mine")
    assert declared.status_code == 201
    assert problem(match.get("/view?as=judge", event.keys["jan"])) == OWN
