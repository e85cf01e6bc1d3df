"""Who may know of a case and not of its people reads no name of theirs, and finds no case by one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from domain.judging.cases.desk import DeclareInterest, ReleaseJudge
from domain.match.envelope import Actor
from service.app.players.erasing import erase_player
from tests.api.http.clients import Api, Match
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import CARD_SEATS, Gathering

FINE = {"seat": "alice", "infraction": "slow-play", "penalty": "warning", "reason": "four minutes for a pass"}
REAL = re.compile(r"\b(?:Ann|Bert|Ames|Cleo Crane|hana|jan|olga|oscar)\b", re.IGNORECASE)
NAMED = (
    "I, Bert, say that ANN cheated Cl\u00e9o  Crane; hana\u2019s and jan saw it, olga too: https://x.org/?p=%41nn&q=1"
)
NAMES = ("ann", "bert", "alice", "bob", "jan", "hana", "olga")
WORDS = "She saw it, and he did."


def closed(event: Gathering, spectators: str, text: str, **how: object) -> Dispute:
    """A closed case of a match that is over, which another judge took over; with a penalty, evidence, a ruling."""
    match = event.at_table(spectators=spectators)
    case = Dispute(match, text=text, **how).opened("alice").taken(event.keys["jan"])
    hana = event.keys["hana"]
    case.taken(hana)
    case.given("bob", "statements", {"text": text})
    said = {"links": [f"{match.id}@1"], "text": "evidence of the judge", "shared": True}
    case.given(hana, "evidence", said)
    case.ruled(ruling(finding=text, penalties=[FINE], evidence=said["links"]), hana)
    for seat in match.keys:
        case.given(seat, "accept")
    case.given(hana, "penalties", FINE)
    case.given(hana, "publish", {"text": "It was lawful."})
    case.given(hana, "close", {"text": text})
    match.given("bob", {"type": "concede"})
    event.given("olga", "end_event")
    return case


def found(event: Gathering, who: str, asked: str) -> list[str]:
    return [each["case"] for each in event.api.read(f"/v1/cases?{asked}", event.keys.get(who, who))["cases"]]


def test_an_analyst_reads_every_entry_of_a_closed_case_and_no_name(api: Api) -> None:
    event = Gathering(api)
    case = closed(event, "none", WORDS)
    taken = [each for each in api.read(case.path, event.keys["root"])["entries"] if each["kind"] == "case_taken"]
    assert [(each.get("before", ""), each["judge"]) for each in taken] == [("", "jan"), ("jan", "hana")]
    entries = api.read(case.path, event.keys["ana"])["entries"]
    assert {"penalty_given", "evidence_attached", "statement_given"} <= {each["kind"] for each in entries}
    values = [str(value) for each in entries for name, value in each.items() if name not in ("case", "rules", "text")]
    assert not [each for each in values for name in ("Ann", "Bert", "jan", "hana", "olga") if name in each]


@pytest.mark.parametrize("spelt", [str.lower, str.upper, str.title])
def test_who_knows_a_case_by_its_precedent_alone_reads_no_name_however_it_is_spelt(
    api: Api, spelt: Callable[[str], str]
) -> None:
    event = Gathering(api)
    case = closed(event, "none", spelt("Ann took it from Bert, said Jan to bob and alice."))
    told = api.get(case.path, event.keys["oscar"])
    assert told.status_code == 200
    text = told.get_data(as_text=True)
    assert [name for name in NAMES if name in text.casefold()] == []
    assert case.match.id not in text
    assert "evidence of the judge" not in text
    [ruled] = [each for each in told.get_json()["entries"] if each["kind"] == "ruling_given"]
    assert not ruled["ruling"].get("evidence")


@pytest.mark.parametrize(("who", "spectators"), [("ana", "none"), ("oscar", "none"), ("", "public")])
def test_nobody_who_reads_no_names_finds_a_case_by_a_player(api: Api, who: str, spectators: str) -> None:
    event = Gathering(api)
    case = closed(event, spectators, WORDS)
    assert found(event, who, "game=agot_lcg") == [case.id]
    for player in ("Ann", "bert", "ber", "alice"):
        assert found(event, who, f"player={player}") == []
        assert found(event, "hana", f"player={player}") == ([case.id] if player != "alice" else [])


def test_the_public_finds_no_case_by_a_remedy_that_was_not_published(api: Api) -> None:
    match = api.opened("m", spectators="public")
    case = Dispute(match).opened("alice").taken().heard()
    case.ruled(ruling(remedy={"kind": "acceptance"})).accepted().given("judge", "publish", {"text": "Play on."})
    for who, is_found in (("judge", True), ("", False)):
        cases = api.read("/v1/cases?remedy=acceptance", who)["cases"]
        assert ([each["case"] for each in cases] == [case.id]) is is_found
    assert [each["case"] for each in api.read("/v1/cases", "")["cases"]] == [case.id]


def with_names(api: Api, spectators: str = "none") -> tuple[Gathering, Dispute]:
    """An event and a closed case of a match of it, in every word of which people are named."""
    event = Gathering(api)
    event.given("hana", "enrol_players", players=["Cl\u00e9o Crane"])
    match = event.at_table(spectators=spectators)
    case = Dispute(match, text=NAMED, moment="1").opened("alice").taken(event.keys["jan"])
    hana, fine = event.keys["hana"], {**FINE, "reason": NAMED}
    case.taken(hana)
    case.given("bob", "statements", {"text": NAMED})
    case.given(event.keys["jan"], "advice", {"text": NAMED})
    links = [f"{match.id}@1", "https://x.org/?player=Ann"]
    case.given(hana, "evidence", {"links": links, "text": NAMED})
    case.given(hana, "previews", {"kind": "ending", "how": "loss", "winner": "alice"})
    said = dict.fromkeys(("finding", "reason", "to_players"), NAMED)
    case.ruled(ruling(penalties=[fine], evidence=links, time={"alice": 30}, **said), hana)
    for seat in match.keys:
        case.given(seat, "accept")
    case.given(hana, "penalties", fine)
    case.given(hana, "close", {"text": NAMED})
    case.given(hana, "tags", {"tags": ["the case of Ann"], "text": NAMED})
    match.given("bob", {"type": "concede"})
    return event, case


def pages_of(case: Dispute) -> list[str]:
    about = ("", "/export?format=html", "/like")
    return [
        *(f"{case.path}{each}" for each in about),
        "/v1/cases",
        "/v1/cases?text=cheated",
        *(f"/console/cases{each}" for each in ("", f"/{case.id}", f"/{case.id}/print", f"/{case.id}/like")),
    ]


def read_as(event: Gathering, who: str, path: str) -> str:
    """What somebody is answered, on a page of the console too."""
    key = event.keys[who]
    answer = event.api.session(key).get(path) if path.startswith("/console") else event.api.get(path, key)
    assert answer.status_code == 200, (path, answer.get_data(as_text=True))
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("spectators", ["none", "public"])
def test_an_analyst_reads_no_name_in_any_words_of_a_case_nor_finds_it_by_one(api: Api, spectators: str) -> None:
    event, case = with_names(api, spectators)
    event.given("olga", "end_event")
    for path in pages_of(case):
        text = read_as(event, "ana", path)
        assert REAL.findall(text) == [], path
    entries = {each["kind"]: each for each in api.read(case.path, event.keys["ana"])["entries"]}
    # all else is as it was written
    assert entries["case_opened"]["match"] == case.match.id
    assert entries["statement_given"]["text"].startswith("I, seat 2, say that seat 1 cheated a player; ")
    assert entries["evidence_attached"]["links"][0] == f"{case.match.id}@1"
    assert entries["ruling_given"]["ruling"]["time"] == {"alice": 30}
    assert entries["penalty_given"]["penalty"]["seat"] == "alice"
    assert entries["preview_made"]["remedy"] == {"kind": "ending", "how": "loss", "winner": "alice"}
    assert entries["preview_made"]["facts"]
    assert entries["precedent_tagged"]["tags"] == ["the case of seat 1"]
    for word in ("Ann", "Bert", "jan", "Crane"):
        assert found(event, "ana", f"text={word}") == []
        assert found(event, "hana", f"text={word}") == [case.id]
    assert found(event, "ana", "text=cheated") == [case.id]


@pytest.mark.parametrize("spectators", ["none", "public"])
def test_an_analyst_reads_a_case_of_an_event_once_that_is_over(api: Api, spectators: str) -> None:
    event, case = with_names(api, spectators)
    answer = api.get(case.path, event.keys["ana"])
    if spectators == "none":
        assert answer.status_code == 403
        assert found(event, "ana", "text=cheated") == []
    else:
        # as everybody, what was published
        assert answer.get_json()["entries"] == []
    event.given("olga", "end_event")
    assert len(api.read(case.path, event.keys["ana"])["entries"]) > 5


def test_a_precedent_names_nobody_whom_the_event_knows(api: Api) -> None:
    event, case = with_names(api)
    assert REAL.findall(read_as(event, "oscar", case.path)) == []


def test_a_seat_that_is_called_by_the_name_of_its_player_is_numbered_for_analysts(api: Api) -> None:
    seats = [{**each, "name": name} for each, name in zip(CARD_SEATS, ("ann-ames", "bo"), strict=True)]
    match = api.opened("m", seats=[{**seats[0], "player": "Ann Ames"}, {**seats[1], "player": "Bert Bole"}])
    case = Dispute(match, text="Ann Ames looked.").opened("ann-ames").taken()
    case.given("bo", "statements", {"text": "She did."})
    case.ruled(ruling())
    for seat in match.keys:
        case.given(seat, "accept")
    case.given("judge", "close", {"text": "Played on."})
    match.given("bo", {"type": "concede"})
    read = api.read(case.path, "analyst")
    assert "ann" not in str(read["entries"]).casefold().replace("annulment", "")
    assert read["entries"][0]["seats"] == ["seat 1", "bo"]


def concluded(match: Match, text: str, judge: str) -> Dispute:
    """A closed case of a match that is over, which a judge closed for a reason in these words."""
    case = Dispute(match, text=text).opened(next(iter(match.keys))).taken(judge)
    case.given(judge, "abandon", {"reason": text})
    match.given(match.awaited(), {"type": "concede"})
    return case


def told(case: Dispute, who: str) -> set[str]:
    """The words with which the case was opened, where they may be read, and closed."""
    opened, *_, closed = case.read(who)["entries"]
    return {opened.get("text") or closed["text"], closed["text"]}


def seated(api: Api, *players: str, name: str = "m") -> Match:
    return api.opened(name, seats=[{**each, "player": who} for each, who in zip(CARD_SEATS, players, strict=True)])


@pytest.mark.parametrize("who", ["analyst", "head-judge"])
def test_former_staff_of_a_match_of_no_event_and_who_opened_it_are_named_to_nobody(api: Api, who: str) -> None:
    keys = {each: api.services.keys.issue(scope, each) for each, scope in (("olga", "organizer"), ("jan", "judge"))}
    key = api.services.keys.issue("head-judge", "hedda")
    seats = [{**each, "player": player} for each, player in zip(CARD_SEATS, ("Ann Ames", "Cy Young"), strict=True)]
    match = api.opened("m", keys["olga"], seats=seats)
    api.calls(match.id, "jude")
    api.services.desks.enter(match.id, ReleaseJudge("jude"), by=Actor("olga", "organizer"), key="release-jude")
    api.calls(match.id, "mallory")
    api.services.desks.enter(match.id, DeclareInterest(), by=Actor("mallory", "judge"), key="interest")
    api.calls(match.id, "jan")
    text = "olga said that jude and mallory saw it; jan came, then admin-1"
    case = concluded(match, text, keys["jan"])
    read = told(case, key if who == "head-judge" else who)
    assert read == {"organizer said that a judge and a judge saw it; a judge came, then admin"}
    for name in ("jude", "mallory", "olga"):
        assert api.read(f"/v1/cases?text={name}", api.keys["analyst"])["cases"] == []


def test_staff_of_an_event_who_were_released_are_named_to_nobody(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    event.given("olga", "appoint_staff", actor="jude", office="judge")
    event.given("olga", "appoint_staff", actor="jude", office="none")
    case = concluded(match, "jude saw it, and Jan", event.keys["jan"])
    event.given("olga", "end_event")
    assert told(case, event.keys["ana"]) == {"a judge saw it, and a judge"}


@pytest.mark.parametrize(
    ("players", "said", "read"),
    [
        (("Ann Ames", "Seat 1"), "Ann Ames lied to Seat 1", "seat 1 lied to seat 2"),
        (("Ida Ivo", "A Judge"), "judge-1 ruled against Ida Ivo", "a judge ruled against seat 1"),
        (("Ida Ivo", "The Match"), "the match of Ida  Ivo and bo", "seat 2 of seat 1 and bo"),
    ],
)
def test_a_label_that_stands_for_a_name_is_no_name_itself(
    api: Api, players: tuple[str, str], said: str, read: str
) -> None:
    case = concluded(seated(api, *players), said, "judge")
    assert told(case, "analyst") == {read}


def test_cases_of_an_erased_player_have_nothing_in_common(api: Api) -> None:
    said = "see https://x/Wanda_Wynn, x/?p=Wanda%20Wynn and Wanda Wynn"
    cases = [concluded(seated(api, "Wanda Wynn", f"Foe {n}", name=f"m{n}"), said, "judge") for n in range(2)]
    before = [told(each, "analyst") for each in cases]
    erase_player(api.services, "Wanda Wynn", settle=lambda: None)
    after = [told(each, "analyst") for each in cases]
    assert before == after == [{"see https://x/seat 1, x/?p=seat 1 and seat 1"}] * 2
