"""What commands of an event name must be there: cases of its matches, rules; a refusal names the field."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from domain.match.envelope import command_digest
from domain.match.hash_chain import chain_head
from domain.tournaments.commands import (
    ENCODER,
    EnrolPlayers,
    Pairing,
    PairRound,
    ReportResult,
    StartRound,
    TournamentCommand,
    TournamentEntry,
)
from domain.tournaments.tournament import TournamentChange, chain_salt, evolve_stored
from tests.api.http.clients import Api, problem
from tests.api.http.disputes import RULE, Dispute
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console import logs_in

TIME = {"round": 1, "table": 1, "seconds": 60, "reason": "a judge was called"}
PENALTY = {"player": "Ann", "infraction": "slow-play", "penalty": "warning", "reason": "four minutes"}


@pytest.mark.parametrize(
    ("type_", "fields", "names", "rule"),
    [
        ("give_time", TIME, {"case": "c-none"}, "judging.time.extension"),
        ("give_time", TIME, {"case": "a case"}, "judging.time.extension"),
        ("give_penalty", PENALTY, {"cause": "c-none"}, "judging.penalty.root-cause"),
        ("give_penalty", PENALTY, {"cause": "m-none@3"}, "judging.penalty.root-cause"),
        ("give_penalty", PENALTY, {"rules": [RULE, f"{RULE}s"]}, "judging.ruling.cites-rules"),
        ("give_penalty", PENALTY, {"infraction": "whistling"}, "judging.penalty.ladder"),
        ("give_penalty", PENALTY, {"penalty": "shame"}, "judging.penalty.ladder"),
    ],
)
def test_a_command_names_what_there_is(
    api: Api, type_: str, fields: dict[str, Any], names: dict[str, Any], rule: str
) -> None:
    event = Gathering(api)
    event.at_table()
    refused = event.gives("jan", type_, **{**fields, **names})
    assert problem(refused) == (422, rule)
    because: dict[str, Any] = refused.get_json()["because"]
    assert because["field"] == ("rules[1]" if "rules" in names else next(iter(names)))
    assert "rules" not in names or because["meant"] == RULE


def test_a_case_that_an_event_names_is_about_one_of_its_matches(api: Api) -> None:
    event = Gathering(api)
    own, other = (Dispute(each, freeze=False).opened("alice") for each in (event.at_table(), api.opened("other")))
    for field, type_, fields in (("case", "give_time", TIME), ("cause", "give_penalty", PENALTY)):
        there, nowhere = (event.gives("jan", type_, **fields, **{field: case}) for case in (other.id, "c-none"))
        assert problem(there) == problem(nowhere)
        assert there.get_json()["because"] == {"field": field, "value": other.id}
        event.given("jan", type_, **fields, **{field: own.id})
    event.given("jan", "give_penalty", **{**PENALTY, "player": "Bert"}, cause="round 1, turn 3", rules=[RULE])


def test_time_is_given_for_a_case_about_the_match_of_that_table(either: Api) -> None:
    event = Gathering(either)
    event.given("olga", "enrol_players", players=[*event.players, "Cleo", "Dora"])
    first, second = event.opened("first"), event.opened("second")
    tables = [
        {"table": 1, "players": ["Ann", "Bert"], "match": first.id},
        {"table": 2, "players": ["Cleo", "Dora"], "match": second.id},
    ]
    event.given("hana", "pair_round", round=1, tables=tables)
    case = Dispute(second, freeze=False).opened("alice")
    there: dict[str, Any] = {**TIME, "case": case.id}
    refused = event.gives("jan", "give_time", **there)
    assert problem(refused) == (422, "judging.time.extension")
    assert refused.get_json()["because"] == {"field": "case", "value": case.id, "match": second.id}
    assert "table 2 of round 1" in refused.get_json()["detail"]
    event.given("jan", "give_time", **{**there, "table": 2})


def test_a_moment_that_is_a_cause_is_one_that_there_is_written_in_one_way(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table()
    newest = match.read("", "admin")["version"]
    facts = len(match.read("/actions/1", "admin")["facts"])
    none = [
        str(newest + 1),
        f"1.{facts + 1}",
        "1.0",
        "0",
        "01",
        "1.01",
        "x",
        "",
        "1.",
        "+1",
        " 1",
        "1 ",
        "\u0661",
        "9" * 30,
    ]
    for place in none:
        refused = event.gives("jan", "give_penalty", **PENALTY, cause=f"{match.id}@{place}")
        assert refused.status_code == 422, place
        rule = "request.shape" if place.endswith(" ") else "judging.penalty.root-cause"
        assert (problem(refused)[1], refused.get_json()["because"]["field"]) == (rule, "cause"), place
    for blank in (" ", "\t", "two\nlines", " words"):
        assert problem(event.gives("jan", "give_penalty", **PENALTY, cause=blank)) == (422, "request.shape")
    event.given("jan", "give_penalty", **PENALTY, cause=f"{match.id}@1")
    again = event.gives("jan", "give_penalty", **{**PENALTY, "penalty": "hard-warning"}, cause=f"{match.id}@1")
    assert (problem(again), again.get_json()["because"]["penalties"]) == ((422, "judging.penalty.root-cause"), [1])
    event.given("jan", "give_penalty", **{**PENALTY, "player": "Bert"}, cause=f"{match.id}@1.{facts}")


def test_a_moment_that_is_a_cause_is_one_of_a_match_of_the_event(api: Api) -> None:
    event = Gathering(api)
    own, other = event.at_table(), api.opened("of-another-event")
    for cause in (other.id, f"{other.id}@1", f"{other.id}@"):
        refused = event.gives("jan", "give_penalty", **PENALTY, cause=cause)
        assert problem(refused) == (422, "judging.penalty.root-cause"), cause
        assert refused.get_json()["because"] == {"field": "cause", "value": cause}
    event.given("jan", "give_penalty", **PENALTY, cause=f"{own.id}@1")


def test_one_cause_is_one_cause_however_it_is_typed(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table()
    case = Dispute(match, freeze=False).opened("alice")
    rest, again = match.id.removeprefix("m-"), {**PENALTY, "penalty": "hard-warning"}
    kept = event.given("jan", "give_penalty", **PENALTY, cause=f"M-{rest}@V1")
    assert event.read("/penalties")["penalties"][0]["cause"] == f"{match.id}@1", kept
    spelt = (f"M-{rest}@v1", f"{match.id.upper()}@1", f"{match.id}@1", f"{match.id}@v1.2", f"M-{rest}@1.2")
    for cause in spelt:
        refused = event.gives("jan", "give_penalty", **again, cause=cause)
        assert problem(refused) == (422, "judging.penalty.root-cause"), cause
        assert refused.get_json()["because"]["penalties"] == [1], cause
    bert = {**PENALTY, "player": "Bert"}
    event.given("jan", "give_penalty", **bert, cause=f"C-{case.id[2:]}")
    refused = event.gives("jan", "give_penalty", **{**again, "player": "Bert"}, cause=case.id)
    assert (problem(refused)[0], refused.get_json()["because"]["penalties"]) == (422, [2])


def test_the_address_of_a_case_or_a_moment_is_the_cause_that_it_names(either: Api) -> None:
    event = Gathering(either)
    match = event.at_table()
    case = Dispute(match, freeze=False).opened("alice")
    newest = match.read("", "admin")["version"]
    again = {**PENALTY, "penalty": "hard-warning"}
    event.given("jan", "give_penalty", **PENALTY, cause=case.id)
    host = "https://judges.example:8731"
    for cause in (
        f"{host}/console/cases/{case.id}",
        f"/console/cases/{case.id}?as=alice#entry-4",
        f"{host}/v1/cases/{case.id.upper()}/ruling",
        f"console/cases/{case.id}/",
    ):
        refused = event.gives("jan", "give_penalty", **again, cause=cause)
        assert problem(refused) == (422, "judging.penalty.root-cause"), cause
        assert refused.get_json()["because"] == {"cause": case.id, "penalties": [1], "cases": []}, cause
    address = f"{host}/console/matches/{match.id}?at=v1"
    event.given("jan", "give_penalty", **{**PENALTY, "player": "Bert"}, cause=address)
    assert event.read("/penalties")["penalties"][1]["cause"] == f"{match.id}@1"
    for cause in (
        f"{match.id}@1",
        f"/console/matches/{match.id}?as=bob&at=1.2#now",
        f"/console/matches/{match.id}/timeline?at=1",
        f"/console/matches/{match.id}@1.2",
        f"/v1/matches/{match.id}/actions/1",
        f"/v1/matches/{match.id}/view?at=1&seat=bob",
    ):
        refused = event.gives("jan", "give_penalty", **{**again, "player": "Bert"}, cause=cause)
        assert problem(refused) == (422, "judging.penalty.root-cause"), cause
        assert refused.get_json()["because"]["penalties"] == [2], cause
    unknown = event.gives("jan", "give_penalty", **again, cause=f"/console/matches/{match.id}?at={newest + 1}")
    assert unknown.get_json()["detail"] == f"{match.id} has no moment '{newest + 1}'"
    nowhere = event.gives("jan", "give_penalty", **again, cause="/console/cases/c-nowhere")
    assert problem(nowhere) == (422, "judging.penalty.root-cause")
    words = f"https://forum.example/threads/{case.id}"
    event.given("jan", "give_penalty", **again, cause=words)
    assert event.read("/penalties")["penalties"][2]["cause"] == words


def test_two_facts_of_an_action_and_two_actions_are_two_causes(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    match.given("alice", {"type": "offer_draw"})
    steps, places = ("warning", "hard-warning", "game-loss"), ("1.1", "1.2", str(match.read("", "admin")["version"]))
    for penalty, place in zip(steps, places, strict=True):
        event.given("jan", "give_penalty", **{**PENALTY, "penalty": penalty}, cause=f"{match.id}@{place}")


def test_a_cause_that_names_nothing_is_refused_with_what_is_wrong(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    newest = match.read("", "admin")["version"]
    none = "a cause is a case (c-...), a moment of a match (m-...@41.2) or words that do not begin so"
    said = {
        "v1": "a moment names its match: m-...@1",
        "41.2": "a moment names its match: m-...@41.2",
        "@1": "a moment names its match: m-...@1",
        "\u200b": "a cause is empty or says something: this one has no character that can be seen",
        f"{match.id}@{newest + 1}": f"{match.id} has no moment '{newest + 1}'",
        f"{match.id} @1": none,
        "m-": none,
        "C-section of the hall": none,
        "m-nowhere": "no table of this event plays m-nowhere",
        match.id: f"a match alone is no cause: a moment of it is ({match.id}@41.2), or words that say what happened",
        f"/console/matches/{match.id}": f"a match alone is no cause: a moment of it is ({match.id}@41.2),"
        " or words that say what happened",
    }
    for cause, problem_said in said.items():
        refused = event.gives("jan", "give_penalty", **PENALTY, cause=cause)
        assert (refused.status_code, refused.get_json()["detail"]) == (422, problem_said), cause
    refused = event.gives("jan", "give_penalty", **PENALTY, round=1, table=1, cause="v1")
    assert refused.get_json()["detail"] == f"a moment names its match: {match.id}@1"


def test_a_match_a_case_and_a_seat_are_named_in_any_letters(api: Api) -> None:
    event = Gathering(api).enrolled()
    match = event.opened("a-match")
    seats = {"Ann": "Alice", "Bert": "BOB"}
    tables = [{"table": 1, "players": event.players, "match": match.id.upper(), "seats": seats}]
    event.given("hana", "pair_round", round=1, tables=tables)
    there = api.services.events.one(event.id).rounds[0].tables[1]
    assert (there.match, there.seats) == (match.id, {"Ann": "alice", "Bert": "bob"})
    other = event.opened("another")
    event.given("hana", "seat_match", round=1, table=1, match=f" M-{other.id[2:]} ", seats=seats, reason="the other")
    assert api.services.events.one(event.id).rounds[0].tables[1].match == other.id
    case = Dispute(other, freeze=False).opened("alice")
    typed = (case.id.upper(), f" {case.id} ", case.id.replace("-", "\u2013"), f"https://desk.example{case.path}")
    for each in typed:
        event.given("jan", "give_time", **TIME, case=each)
    extensions = [each["command"]["case"] for each in event.read("/entries")["entries"] if "case" in each["command"]]
    assert extensions == [case.id] * len(typed)
    event.given("jan", "give_penalty", **PENALTY, cause=case.id.replace("-", "\u2010"))
    assert event.read("/penalties")["penalties"][0]["cause"] == case.id
    logs_in(api, event.keys["jan"])
    found = api.client.get(f"/console/cases?match=M-{other.id[2:]}").get_data(as_text=True)
    assert case.id in found
    listed = api.read(f"/v1/matches?event=E-{event.id[2:]}", event.keys["jan"])["matches"]
    assert [each["match"] for each in listed] == [other.id]


OLD = ("Ann\nAmes", "Bert\x1b ", "Cleo\u2028D")
SHOWN = ("Ann\u240aAmes", "Bert\u241b\u2420", "Cleo\ufffdD")


def stored_before(event: Gathering, command: TournamentCommand) -> None:
    """Store an entry as it was stored before names were checked."""
    events = event.api.services.events
    before = events.one(event.id)
    stamp = {"id": f"a-{before.version}", "key": f"k-{before.version}", "at": before.created}
    payload = ENCODER.encode(
        TournamentEntry(actor="olga", office="organizer", cmd=command, asked=command_digest(command), **stamp)
    )
    head = chain_head(before.head, chain_salt(event.id), before.version + 1, payload)
    events._store(TournamentChange(evolve_stored(before, payload, head), payload, head))


def test_names_that_were_stored_before_they_were_checked_are_read_and_marked(api: Api) -> None:
    event = Gathering(api)
    stored_before(event, EnrolPlayers(players=OLD))
    paired = (Pairing(1, OLD[:2]), Pairing(2, OLD[2:]))
    stored_before(event, PairRound(round=1, tables=paired))
    stored_before(event, StartRound(round=1))
    stored_before(event, ReportResult(round=1, table=1, results={OLD[0]: "win", OLD[1]: "loss"}, reason="a\nline"))
    api.services.events._cached.clear()
    assert list(api.services.events.one(event.id).players) == list(SHOWN)
    assert event.read("/entries")["entries"][-1]["command"]["reason"] == "a\nline"
    standings = event.get("/standings?format=csv").get_data(as_text=True)
    assert [each in standings for each in SHOWN] == [True] * 3
    assert not any(each in standings for each in OLD)
    # they are named as they are shown
    event.given("jan", "give_penalty", **{**PENALTY, "player": SHOWN[0]})
    assert event.read(f"/record?player={quote(SHOWN[0])}")["player"] == SHOWN[0]
    logs_in(api, event.keys["hana"])
    for path in ("", "/tables/1/1", f"/players/{quote(SHOWN[0])}"):
        shown = api.client.get(f"/console/events/{event.id}{path}")
        assert (shown.status_code, SHOWN[0] in shown.get_data(as_text=True)) == (200, True), path
    assert [faults for each, faults in api.services.events.faults() if each == event.id] == [[]]


def test_players_whose_names_look_the_same_are_one_player(either: Api) -> None:
    event = Gathering(either)
    event.given("olga", "enrol_players", players=["Ren\u00e9e", "Bert"])
    refused = event.gives("olga", "enrol_players", players=["Rene\u0301e", "Bert\u200b"])
    assert problem(refused) == (422, "judging.event.player-enrolled")
    told = "has the invisible character U+200B (zero width space) in place 5"
    assert [each["problem"] for each in refused.get_json()["because"]["faults"]] == [
        "is enrolled already, as Ren\u00e9e",
        told,
    ]
    text = "table,player_1,player_2\n1,Rene\u0301e,{}\n"
    controls = {"Bert\u200b": told, "Be\u0007rt": "has the control character U+0007 in place 3"}
    for said, wrong in controls.items():
        refused = event.imports(text.format(said))
        assert problem(refused) == (422, "judging.event.pairings-lines")
        [fault] = refused.get_json()["because"]["faults"]
        assert (fault["line"], fault["field"], fault["problem"]) == (2, "players", wrong)
        assert (said in refused.get_data(as_text=True)) is False
    assert event.imports(text.format("Bert")).status_code == 201
    assert list(either.services.events.one(event.id).rounds[0].tables[1].players) == ["Ren\u00e9e", "Bert"]
    command = {"player": "Rene\u0301e", "infraction": "slow-play", "penalty": "warning", "reason": "four minutes"}
    first = event.gives("jan", "give_penalty", "the-same-key", **command)
    assert event.gives("jan", "give_penalty", "the-same-key", **command).get_json() == first.get_json()
    for path in ("/record", "/penalties"):
        read = event.read(f"{path}?player={quote(command['player'])}")
        assert [each["player"] for each in read["penalties"]] == ["Ren\u00e9e"], path


def test_who_was_enrolled_by_a_name_with_an_invisible_character_is_still_named_by_it(api: Api) -> None:
    event = Gathering(api)
    stored_before(event, EnrolPlayers(players=("Ann", "Ann\u200b", "Bert")))
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": ["Ann\u200b", "Bert"]}])
    event.given("jan", "give_penalty", **{**PENALTY, "player": "Ann\u200b"})
    event.given("jan", "report_result", round=1, table=1, results={"Ann\u200b": "win", "Bert": "loss"})
    event.given("jan", "drop_player", player="Ann\u200b", reason="enrolled twice")
    assert api.services.events.one(event.id).players == {"Ann": "", "Ann\u200b": "enrolled twice", "Bert": ""}


@pytest.mark.parametrize("said", ["\u200b", "\u2060\u00ad", "\u3164", "\u2800"])
def test_what_an_event_is_named_and_why_something_is_done_can_be_read(api: Api, said: str) -> None:
    event = Gathering(api).enrolled()
    created = event.creates("olga", "unseen", name=said)
    assert (problem(created), created.get_json()["because"]["field"]) == ((422, "request.shape"), "name")
    event.given("hana", "pair_round", round=1, tables=[{"table": 1, "players": ["Ann", "Bert"]}])
    reasoned: dict[str, dict[str, Any]] = {
        "give_time": {"round": 1, "table": 1, "seconds": 60},
        "give_penalty": {name: value for name, value in PENALTY.items() if name != "reason"},
    }
    for command, fields in reasoned.items():
        refused = event.gives("jan", command, **fields, reason=said)
        assert problem(refused) == (422, "judging.ruling.cites-rules"), command
        assert refused.get_json()["because"] == {"field": "reason"}
    win: dict[str, Any] = {"round": 1, "table": 1, "results": {"Ann": "win", "Bert": "loss"}}
    event.given("jan", "report_result", **win)
    changed = event.gives("hana", "report_result", **{**win, "results": {"Ann": "loss", "Bert": "win"}}, reason=said)
    assert problem(changed) == (403, "judging.event.result-stands")
    assert changed.get_json()["because"]["field"] == "reason"
