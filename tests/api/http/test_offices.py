"""Who judges which match: the staff of its event, in the office that they have there; what is opened, and for whom."""

from __future__ import annotations

import json
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from domain.judging.remedies.interventions import RulingEnvelope, intervention
from domain.match.envelope import Stamp
from service.app.match.matches import row_of_version
from service.tools.simulate import SimulationTask, player_chance, random_answer
from tests.api.http.clients import OPENING, Api, Match, problem
from tests.api.http.disputes import RULE, Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering

OUTSIDE = (403, "judging.event.office")
BOTH = pytest.mark.parametrize("game", GAMES)


def first_seat(match: Match) -> str:
    first: str = next(iter(match.keys))
    return first


# --- the staff of an event


@BOTH
def test_a_judge_of_another_event_has_no_rights_in_this_one(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    for who in ("eve", "oscar"):
        key = event.keys[who]
        for path in ("", "/view", "/timeline", "/window", "/actions/1", "/judges"):
            assert problem(match.get(path, key)) == OUTSIDE, (who, path)
        assert match.id not in [each["match"] for each in api.read("/v1/matches", key)["matches"]]
    opening = {"match": match.id, "text": "x"}
    asked = api.post("/v1/cases", event.keys["eve"], opening, Idempotency_Key="k")
    assert problem(asked) == OUTSIDE
    case = Dispute(match).opened(first_seat(match))
    assert problem(case.gives(event.keys["eve"], "take")) == (403, "request.scope")
    assert problem(api.get(case.path, event.keys["eve"])) == (403, "request.scope")
    case.given(event.keys["jan"], "take")


@BOTH
def test_nobody_is_called_or_assigned_who_is_no_judge_of_the_event(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    call = {"judge": "eve"}
    asked = api.post(f"{match.path}/judges", event.keys["olga"], call, Idempotency_Key="k1")
    assert problem(asked) == OUTSIDE
    assert problem(api.post(f"{match.path}/judges", event.keys["oscar"], call, Idempotency_Key="k2")) == OUTSIDE
    called = api.post(f"{match.path}/judges", event.keys["olga"], {"judge": "jan"}, Idempotency_Key="k3")
    assert called.status_code == 201
    assert match.get("/view", event.keys["jan"]).get_json()["viewer"] == "judge"
    case = Dispute(match).opened(first_seat(match))
    assert problem(case.gives(event.keys["hana"], "assign", {"judge": "eve"})) == OUTSIDE
    case.given(event.keys["hana"], "assign", {"judge": "jan"})


def test_the_key_of_a_head_judge_is_that_of_a_judge_where_the_event_says_so(api: Api) -> None:
    event = Gathering(api)
    api.keys["sara"] = event.keys["sara"] = api.services.keys.issue("head-judge", "sara")
    event.given("olga", "appoint_staff", actor="sara", office="judge")
    match = event.at_table()
    assert problem(match.get("/view", event.keys["sara"])) == (403, "judging.look.recorded")
    case = Dispute(match).opened().taken(event.keys["sara"])
    assert case.read("admin")["entries"][-1]["role"] == "judge"


@BOTH
def test_a_match_is_opened_at_a_table_of_its_event(api: Api, game: str) -> None:
    event = Gathering(api, game).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    table = {"event": event.id, "round": 1, "table": 1}
    opening = {"game": game, **event.kind["opening"]}

    def opens(who: str, name: str, **changes: Any) -> Any:
        body = {**opening, "event": {**table, **changes}}
        return api.post("/v1/matches", event.keys[who], body, Idempotency_Key=name)

    assert problem(opens("oscar", "one")) == OUTSIDE
    assert problem(opens("olga", "two", table=2)) == (422, "judging.event.table-exists")
    opened = opens("olga", "three")
    assert opened.status_code == 201, opened.get_json()
    assert opens("olga", "three").get_json() == opened.get_json()
    [there] = event.read()["paired"][0]["tables"]
    assert there["match"] == opened.get_json()["match"]
    assert sorted(there["seats"]) == sorted(event.players)
    assert problem(opens("olga", "again")) == (409, "judging.event.match-stays")
    assert event.read()["paired"][0]["tables"] == [there]
    other = next(each for each in GAMES if each != game)
    wrong = Gathering(api, other).enrolled()
    wrong.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": wrong.players}])
    assert problem(opens("olga", "four", event=wrong.id)) == (422, "judging.event.match-of-table")


def test_a_match_in_progress_keeps_its_table_with_who_judges_it(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    dispute = Dispute(match).opened("alice")
    opening = {**event.kind["opening"], "event": {"event": event.id, "round": 1, "table": 1}}
    refused = api.post("/v1/matches", event.keys["olga"], {**OPENING, **opening}, Idempotency_Key="another")
    assert problem(refused) == (409, "judging.event.match-stays")
    dispute.taken(event.keys["hana"])
    assert match.get("/view?as=judge", event.keys["hana"]).status_code == 200


def test_a_match_is_seated_at_one_event(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    second = Gathering(api).enrolled()
    second.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": second.players}])
    refused = second.gives("root", "seat_match", round=1, table=1, match=match.id)
    assert (problem(refused), refused.get_json()["because"]["problem"]) == (
        (422, "judging.event.match-of-table"),
        "is played at another event",
    )


@BOTH
def test_a_table_plays_no_match_that_another_organizer_opened_unless_an_admin_seats_it(api: Api, game: str) -> None:
    event = Gathering(api, game).enrolled()
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": event.players}])
    match = api.opened(f"secret-{game}", event.keys["oscar"], **event.kind["opening"])
    columns = ",".join(f"player_{n}" for n, _ in enumerate(event.players, 1))
    sheet = f"table,{columns},match\n1,{','.join(event.players)},"
    for who in ("olga", "hana"):
        refused = [event.gives(who, "seat_match", round=1, table=1, match=each) for each in (match.id, "m-none")]
        refused += [event.imports(f"{sheet}{each}\n", who) for each in (match.id, "m-none")]
        assert {problem(each) for each in refused} == {(422, "judging.event.match-of-table")}
        one, other = (refused[n].get_data(as_text=True).replace(match.id, "m-none") for n in (0, 1))
        assert one == other
        assert problem(match.get("/view", event.keys[who])) == (403, "judging.case.judge-called")
    assert match.get("", event.keys["oscar"]).status_code == 200
    event.given("root", "seat_match", round=1, table=1, match=match.id)
    assert match.get("", event.keys["olga"]).status_code == 200
    assert problem(match.get("", event.keys["oscar"])) == OUTSIDE


# --- the ladder


@BOTH
def test_a_penalty_of_a_case_is_the_next_step_of_the_ladder_or_the_head_judges(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match, jan = event.at_table(), event.keys["jan"]
    seat = first_seat(match)
    case = Dispute(match).opened(seat).taken(jan)
    for each in list(match.keys)[1:]:
        case.given(each, "statements", {"text": "So it was."})
    steps = event.read("/record?player=Ann")["next_steps"]
    infraction = "slow-play"
    ladder = [each["name"] for each in api.read(f"/v1/regulations/{event.kind['regulation']}")["penalty"]]
    wrong = next(each for each in ladder if each != steps[infraction])
    penalty = {"seat": seat, "infraction": infraction, "penalty": wrong, "rules": ["judging.ruling.cites-rules"]}
    unknown = {**penalty, "infraction": "being late"}
    assert problem(case.gives(jan, "ruling", ruling(penalties=[unknown]))) == (422, "judging.penalty.ladder")
    case.ruled(ruling(penalties=[penalty]), jan).accepted()
    refused = case.gives(jan, "penalties", penalty)
    assert problem(refused) == (422, "judging.penalty.ladder")
    assert refused.get_json()["because"]["allowed"] == steps[infraction]
    case.given(event.keys["hana"], "approve", {"number": 1, "reason": "It was the third time today."})
    case.given(jan, "penalties", penalty)


# --- sealed answers


def test_secret_answers_are_opened_by_the_head_judge_for_a_reason_that_is_recorded(api: Api) -> None:
    match = Gathering(api, "agot_board").at_table()
    event_key = api.services.keys.issue("head-judge", "hana")
    seat, laid = sealed(api, match)
    path = f"{match.path}/sealed"
    said = {"reason": "Two tokens of one kind were seen on the table."}
    for key in ("judge", "admin", "organizer", match.keys[seat]):
        assert problem(api.post(path, key, said)) == (403, "request.scope"), key
    assert problem(api.post(path, "", said)) == (401, "request.no-key")
    for nothing in ({"reason": " "}, {}):
        refused = api.post(path, event_key, nothing)
        assert problem(refused) == (422, "request.shape")
        assert "reason" in refused.get_json()["detail"]
    opened = api.post(path, event_key, said)
    assert opened.status_code == 201
    assert opened.get_json()["answers"] == [{"seat": seat, "command": laid}]
    entries = api.read(f"{match.path}/judges", "admin")["entries"]
    looks = [each for each in entries if each["kind"] == "look_taken"]
    assert [(each["actor"], each["reason"]) for each in looks][-1] == ("hana", said["reason"])


def sealed(api: Api, match: Match) -> tuple[str, Any]:
    """Seats answer at random until one has answered in secret; who, and what."""
    matches = api.services.matches
    while True:
        now = matches.fresh(match.id)
        seat, command = random_answer(now, player_chance(SimulationTask(now.rules.name, 7, 1), now.version))
        matches.act(match.id, seat, command, wait=now.wait, key=f"k{now.version}", actor=seat)
        if matches.fresh(match.id).table.sealed:
            return seat, json.loads(now.rules.command_text(command))


# --- analysts


@BOTH
def test_an_analyst_reads_a_match_once_it_is_over_and_all_of_it_once_its_seed_is_revealed(api: Api, game: str) -> None:
    api.keys["ana"] = api.services.keys.issue("analyst", "ana")
    match = api.opened(f"for-{game}", **GAMES[game]["opening"])
    assert problem(match.get("", "ana")) == (403, "request.scope")
    assert match.id not in [each["match"] for each in api.read("/v1/matches", "ana")["matches"]]
    for seat in list(match.keys)[1:]:
        match.gives(seat, {"type": "concede"}, If_Match="", name=f"{seat}-gives-up")
    assert match.read("/view", "ana")["viewer"] == "public"
    assert problem(match.get("/view?as=judge", "ana")) == (403, "request.viewer")
    reveal(api, match)
    assert match.read("/view?as=judge", "ana")["viewer"] == "judge"
    seat = first_seat(match)
    other = list(match.keys)[1]
    assert match.read(f"/view?as={seat}", other)["viewer"] == seat


def reveal(api: Api, match: Match) -> None:
    """The seed of a match is revealed."""
    matches = api.services.matches
    newest = matches.fresh(match.id)
    ruled = RulingEnvelope(actor="root", role="admin", case="")
    event = intervention(
        newest, "seed_revealed", ruled, Stamp("reveal", "2026-01-02T18:00:00.000000Z", "r1"), newest.table
    )
    rows: list[StoredEvent] = [matches.mapper.to_stored_event(row_of_version(event))]
    matches.recorder.append_together(rows, {})


# --- a match that left its table


def leaving(event: Gathering, how: str, other: Match, reason: str = "the wrong one") -> Any:
    """A command by which the event's table plays another match."""
    if how == "seat_match":
        return event.gives("hana", how, round=1, table=1, match=other.id, reason=reason)
    tables = [{"table": 1, "players": event.players, "match": other.id}]
    return event.gives("hana", how, round=1, tables=tables, reason=reason)


@BOTH
@pytest.mark.parametrize("how", ["seat_match", "pair_round"])
def test_a_match_does_not_leave_its_table_while_a_case_about_it_is_open(api: Api, game: str, how: str) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    other = event.opened(f"other-{event.id}")
    case = Dispute(match).opened(first_seat(match))
    refused = leaving(event, how, other)
    assert problem(refused) == (409, "judging.event.match-stays")
    assert refused.get_json()["because"]["cases"] == [case.id]
    case.given(event.keys["jan"], "take")
    assert problem(leaving(event, how, other)) == (409, "judging.event.match-stays")
    case.given(event.keys["jan"], "abandon", {"reason": "Settled."})
    assert leaving(event, how, other).status_code == 201


@BOTH
@pytest.mark.parametrize("how", ["seat_match", "pair_round"])
def test_who_played_a_match_that_left_its_table_does_not_judge_it(api: Api, game: str, how: str) -> None:
    event = Gathering(api, game)
    event.players = ["jan", *event.players[1:]]
    match = event.at_table()
    assert leaving(event, how, event.opened(f"other-{event.id}")).status_code == 201
    case = Dispute(match).opened(list(match.keys)[1])
    assert problem(case.gives(event.keys["jan"], "take")) == (403, "judging.case.not-own-match")
    assert problem(match.get("/attempts", event.keys["jan"]))[0] == 403
    case.given(event.keys["hana"], "take")


@BOTH
@pytest.mark.parametrize("how", ["seat_match", "pair_round"])
def test_the_staff_reads_and_judges_a_match_that_left_its_table(api: Api, game: str, how: str) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    before = Dispute(match).opened(first_seat(match))
    before.given(event.keys["jan"], "take")
    before.given(event.keys["jan"], "abandon", {"reason": "Settled."})
    assert leaving(event, how, event.opened(f"other-{event.id}")).status_code == 201
    after = Dispute(match).opened(first_seat(match))
    for who in ("olga", "hana", "jan"):
        key = event.keys[who]
        assert match.get("", key).status_code == 200, who
        assert match.id in [each["match"] for each in api.read("/v1/matches", key)["matches"]], who
        for case in (before, after):
            assert api.get(case.path, key).status_code == 200, who
    assert problem(match.get("", event.keys["eve"]))[0] == 403
    after.given(event.keys["jan"], "take")
    for seat in match.keys:
        after.given(seat, "statements", {"text": "It was so."})
    after.given(event.keys["jan"], "ruling", ruling())
    after.given(first_seat(match), "appeal", {"text": "It was not so."})
    after.given(event.keys["hana"], "answer", {"verdict": "confirm", "text": "It was so."})


@pytest.mark.parametrize("how", ["seat_match", "pair_round"])
def test_the_record_of_a_player_keeps_what_was_refused_and_ruled_in_a_match_that_left_its_table(
    api: Api, how: str
) -> None:
    event = Gathering(api)
    match = event.at_table()
    seats = list(match.keys)
    for seat in seats:
        assert match.gives(seat, {"type": "pass"}, "refused").status_code in (409, 422)
    case = Dispute(match).opened(seats[0])
    case.given(event.keys["hana"], "take")
    for seat in seats[1:]:
        case.given(seat, "statements", {"text": "It was so."})
    asked = {"seat": seats[1], "infraction": "slow-play", "penalty": "warning", "rules": [RULE]}
    case.given(event.keys["hana"], "ruling", ruling(penalties=[asked]))
    case.accepted()
    case.given(event.keys["hana"], "penalties", asked)
    case.given(event.keys["hana"], "close", {})
    before = [event.read(f"/record?player={player}", "hana") for player in event.players]
    assert [len(each["refused"]) for each in before] == [1, 1]
    assert [len(each["ruled"]) for each in before] == [player == event.players[1] for player in event.players]
    assert leaving(event, how, event.opened(f"other-{event.id}")).status_code == 201
    after = [event.read(f"/record?player={player}", "hana") for player in event.players]
    for name in ("refused", "ruled", "next_steps"):
        assert [each[name] for each in after] == [each[name] for each in before], name
