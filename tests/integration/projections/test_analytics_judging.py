"""What is said beside a match, and what a remedy does after its end: cases, refusals, tournaments, players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.games import GAMES
from service.app.players.erasing import erase_player
from tests.api.http.clients import Api, api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.test_results_at_odds import Played
from tests.integration.projections.analysts import Analysts
from tests.integration.store.places import Place

each_game = pytest.mark.parametrize("game", sorted(GAMES))


@pytest.fixture
def api(place: Place) -> Iterator[Api]:
    with api_of(place.db) as api:
        yield api


@pytest.fixture
def analysts(api: Api) -> Iterator[Analysts]:
    found = Analysts(api.services.settings)
    yield found
    found.close()


def ended(analysts: Analysts, *played: Played) -> None:
    """The events end, and the tables for analysts hold their matches."""
    for each in played:
        each.event.given("olga", "end_event")
    analysts.catch_up()


def one(rows: list[dict[str, Any]]) -> dict[str, Any]:
    [row] = rows
    return row


@each_game
def test_a_match_that_a_remedy_reopens_is_taken_out_until_it_is_over_again(
    api: Api, analysts: Analysts, game: str
) -> None:
    played = Played(api, game)
    ended(analysts, played)
    before = one(analysts.rows("results"))
    assert (before["winner"], before["at_odds"], before["by_ruling"]) == (1, 0, 0)
    place = one(analysts.rows("matches"))
    assert (place["event_id"], place["event_round"], place["event_table"]) == (played.event.id, 1, 1)
    played.reopened()
    analysts.catch_up()
    # nobody but its players and staff may watch it
    assert {name: rows for name, rows in analysts.everything().items() if rows} == {}
    played.wins(played.seats[1])
    analysts.catch_up()
    after = one(analysts.rows("results"))
    assert (after["winner"], after["at_odds"]) == (2, 1)
    [case] = analysts.rows("cases")
    assert (case["case_id"], case["opened_by"], case["froze"], case["rulings"]) == (played.case.id, "seat", 1, 1)
    assert (case["statements"], case["appeals"], case["outcome"]) == (len(played.seats), 0, None)
    ruled = one(analysts.rows("rulings"))
    assert (ruled["remedy"], ruled["carried_out"], ruled["accepted"]) == ("rewind", 1, len(played.seats))
    assert (ruled["how"], ruled["stands"], ruled["penalties"], ruled["office"]) == ("given", 1, 0, "judge")
    rules = [row["rule"] for row in analysts.rows("ruling_rules")]
    assert rules == sorted(ruling()["rules"])
    kinds = [row["kind"] for row in analysts.rows("remedies")]
    assert kinds == ["frozen", "rewound", "resumed"]
    assert {(row["case_id"], row["office"]) for row in analysts.rows("remedies")[1:]} == {
        (played.case.id, "head-judge")
    }
    rewound = one([row for row in analysts.rows("remedies") if row["kind"] == "rewound"])
    assert {row["undone_by"] for row in analysts.rows("actions", undone=True)} == {rewound["version"]}
    # what stands about an undone line says so
    assert case["undone_by"] == rewound["version"]
    assert [row["undone_by"] for row in analysts.rows("remedies")] == [rewound["version"], None, None]


def test_a_match_that_leaves_its_table_is_of_no_event_any_more(api: Api, analysts: Analysts) -> None:
    """What a tournament says of a match that is over changes its rows, without a new event of the match."""
    played = Played(api, results=False)
    other = played.event.opened("another")
    played.event.given("hana", "seat_match", round=1, table=1, match=other.id, reason="They play again.")
    ended(analysts, played)
    row = one([row for row in analysts.rows("matches") if row["match_id"] == played.match.id])
    assert (row["status"], row["event_id"], row["event_table"]) == ("over", None, None)
    assert one(analysts.rows("results"))["at_odds"] is None
    # who sat there is told still
    assert all(row["player"] for row in analysts.rows("seats", played.match.id))


@each_game
def test_a_match_of_an_event_is_told_when_the_event_is_over(api: Api, analysts: Analysts, game: str) -> None:
    """Its players go on with the same decks."""
    played = Played(api, game)
    analysts.catch_up()
    assert {name: rows for name, rows in analysts.everything().items() if rows} == {}
    ended(analysts, played)
    assert (one(analysts.rows("matches"))["status"], one(analysts.rows("results"))["winner"]) == ("over", 1)


def test_a_ruling_after_the_end_is_told(api: Api, analysts: Analysts) -> None:
    played = Played(api)
    ended(analysts, played)
    assert analysts.rows("cases") == analysts.rows("rulings") == []
    case = played.opened_case()
    case.given("judge", "ruling", ruling())
    analysts.catch_up()
    assert (one(analysts.rows("cases"))["state"], one(analysts.rows("rulings"))["remedy"]) == ("ruled", None)
    for seat in played.seats:
        case.given(seat, "accept")
    case.given("judge", "close", {"text": "Well."})
    analysts.catch_up()
    closed = one(analysts.rows("cases"))
    assert (closed["state"], closed["outcome"]) == ("closed", "ruled")
    assert closed["seconds"] > 0
    assert one(analysts.rows("rulings"))["accepted"] == len(played.seats)


def test_penalties_of_cases_count_as_long_as_they_stand(api: Api, analysts: Analysts) -> None:
    played = Played(api)
    jan, hana, first = played.event.keys["jan"], played.event.keys["hana"], played.seats[0]
    case = played.opened_case()
    warning = {"seat": first, "infraction": "slow-play", "penalty": "warning"}
    lighter = {**warning, "infraction": "minor-error", "penalty": "reminder"}
    steps: tuple[list[dict[str, str]], ...] = ([warning], [lighter], [], [warning])
    for number, penalties in enumerate(steps, 1):
        said = ruling(finding=f"Seen {number}.", penalties=penalties)
        case.given(jan, "ruling" if number == 1 else "amend", said)
        for seat in played.seats:
            case.given(seat, "accept")
        case.given(hana, "approve", {"number": number, "reason": "Seen by two."})
        move, penalty = ("penalties", penalties[0]) if penalties else ("penalties/withdraw", lighter)
        case.given(jan, move, penalty)
    ended(analysts, played)
    rows = analysts.rows("penalties")
    told = [(row["number"], row["ruling"], row["penalty"], row["infraction"], row["stands"]) for row in rows]
    assert told == [
        (1, 1, "warning", "slow-play", 0),
        (2, 2, "reminder", "minor-error", 0),
        (3, 4, "warning", "slow-play", 1),
    ]
    assert [(row["seat"], bool(row["withdrawn"])) for row in rows] == [(1, True), (1, True), (1, False)]
    assert all(row["withdrawn"] > row["at"] for row in rows[:2])
    assert [row["penalties"] for row in analysts.rows("rulings")] == [1, 1, 0, 1]


def test_a_penalty_of_a_case_that_the_event_withdrew_does_not_count(api: Api, analysts: Analysts) -> None:
    played = Played(api)
    case = played.opened_case()
    warning = {"seat": played.seats[0], "infraction": "slow-play", "penalty": "warning"}
    case.given("judge", "ruling", ruling(penalties=[warning]))
    for seat in played.seats:
        case.given(seat, "accept")
    case.given("judge", "penalties", warning)
    analysts.catch_up()
    played.event.given("hana", "withdraw_penalty", penalty=1, reason="The clock was wrong.")
    ended(analysts, played)
    row = one(analysts.rows("penalties"))
    assert (row["stands"], row["withdrawn"] > row["at"], row["office"]) == (0, True, "judge")


def test_an_infraction_of_a_match_of_no_event_is_somebodys_words(api: Api, analysts: Analysts) -> None:
    match = api.opened("alone")
    case = Dispute(match).opened().taken().heard()
    penalty = {"seat": "bob", "infraction": "Bert was rude", "penalty": "warning"}
    case.ruled(ruling(penalties=[penalty])).accepted()
    case.given("judge", "penalties", penalty)
    case.given("judge", "close", {})
    match.gives("alice", {"type": "concede"}, If_Match="")
    analysts.catch_up()
    row = one(analysts.rows("penalties"))
    assert (row["infraction"], row["seat"], row["stands"], row["withdrawn"]) == (None, 2, 1, None)


def test_refused_commands_are_told_by_rule_and_type(api: Api, analysts: Analysts) -> None:
    played = Played(api, ends=False, results=False)
    match = played.match
    other = next(seat for seat in played.seats if seat != match.awaited())
    refused = match.gives(other, {"type": "pass"})
    assert refused.status_code == 422
    rule = refused.get_json()["rule"]["id"]
    played.wins(played.seats[0])
    ended(analysts, played)
    row = one(analysts.rows("refusals"))
    assert (row["number"], row["command"], row["rule"]) == (1, "pass", rule)
    assert row["seat"] == 1 + played.seats.index(other)
    assert row["version"] == refused.get_json().get("version", row["version"]) < played.before_end + 1
    assert row["at"] is not None
    assert row["undone_by"] is None


@each_game
def test_a_player_has_one_pseudonym_in_all_matches(api: Api, analysts: Analysts, game: str) -> None:
    first, second = Played(api, game), Played(api, game)
    ended(analysts, first, second)
    rows = analysts.rows("seats")
    by_match: dict[str, dict[int, str]] = {row["match_id"]: {} for row in rows}
    for row in rows:
        by_match[row["match_id"]][row["seat"]] = row["player"]
    one_match, other = by_match[first.match.id], by_match[second.match.id]
    assert one_match == other
    assert len(set(one_match.values())) == len(first.seats)
    assert all(player.startswith("p-") for player in one_match.values())
    names = [*first.event.players]
    for name, found in analysts.everything().items():
        texts = [value for row in found for value in row.values() if isinstance(value, str)]
        assert [text for text in texts for player in names if player in text] == [], name


@each_game
def test_an_erased_player_keeps_the_pseudonym_and_has_no_name(api: Api, analysts: Analysts, game: str) -> None:
    played = Played(api, game)
    analysts.catch_up()
    before = analysts.rows("seats")
    name = played.event.players[0]
    assert erase_player(api.services, name, settle=lambda: None).references
    analysts.rebuild()
    assert analysts.rows("seats") == before
    for view, found in analysts.everything().items():
        texts = [value for row in found for value in row.values() if isinstance(value, str)]
        assert [text for text in texts if name in text or "erased player" in text] == [], view
