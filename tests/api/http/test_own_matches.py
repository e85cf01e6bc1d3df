"""Staff who play at their event, and judges with an interest in a match: what they may do about it and read of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from domain.judging.cases import commands as m
from domain.judging.cases.checks.authority import not_own_match
from domain.judging.cases.checks.lists import CHECKS
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console import logs_in

OWN = (403, "judging.case.not-own-match")
SECRET = "He holds two copies of the blade."
SLOW = {"infraction": "slow-play", "penalty": "warning"}
HERE = {"round": 1, "table": 1}
# times and what is drawn anew for each page
DRAWN = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|[0-9a-f]{20,}")
# who asks, and whether they play or have declared an interest
ASKERS = (("jan", True), ("hana", True), ("olga", True), ("jan", False), ("hana", False))
READS = ("", "/record?player=Bert", "/penalties", "/entries", "/standings", "/results", "/penalties?format=csv")
OF_MATCH = (
    "",
    "/judges",
    "/going-to-time",
    "/timeline",
    "/attempts",
    "/view",
    "/window",
    "/actions",
    "/lines",
    "/record",
)
OF_MATCH_IN_PUBLIC = ("/timeline?as=public", "/view?as=public", "/actions?as=public")
PAGES = ("", "/players/Bert", "/tables/1/1")


def hall(api: Api, who: str, plays: bool) -> tuple[Gathering, Match]:
    """A round whose one table has a private match: one of the staff plays Bert, or has an interest in Ann and Bert."""
    event = Gathering(api)
    event.players = [who if plays else "Ann", "Bert"]
    match = event.at_table()
    if not plays:
        declared = api.post(f"{match.path}/judges/interest", event.keys[who], None, Idempotency_Key="interest")
        assert declared.status_code == 201, declared.get_data(as_text=True)
    return event, match


def told(event: Gathering, match: Match, who: str) -> dict[str, Any]:
    """What somebody is answered to everything about their event and its match, without what is drawn anew."""
    api, key = event.api, event.keys[who]
    paths = [f"{event.path}{each}" for each in READS]
    paths += [f"{match.path}{each}" for each in (*OF_MATCH, *OF_MATCH_IN_PUBLIC)]
    paths += ["/v1/matches", "/v1/cases"]
    answers = {path: api.get(path, key) for path in paths}
    logs_in(api, key)
    pages = [f"/console/events/{event.id}{each}" for each in PAGES]
    pages += [f"/console/matches/{match.id}", f"/console/matches/{match.id}/timeline", "/console/cases"]
    answers |= {path: api.client.get(path) for path in pages}
    return {path: (each.status_code, DRAWN.sub("", each.get_data(as_text=True))) for path, each in answers.items()}


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_no_office_tells_of_a_refused_command_in_ones_own_running_match(api: Api, who: str, plays: bool) -> None:
    event, match = hall(api, who, plays)
    before = told(event, match, who)
    assert before[f"{match.path}/attempts"][0] == 403
    assert before[f"{event.path}/record?player=Bert"][0] == 200
    assert before[f"/console/events/{event.id}/players/Bert"][0] == 200
    assert match.gives("bob", {"type": "pass"}).status_code == 422
    assert told(event, match, who) == before
    match.given("bob", {"type": "concede"})
    [counted] = event.read("/record?player=Bert", who)["refused"]
    assert (counted["match"], counted["times"]) == (match.id, 1)


def test_refused_commands_of_a_running_match_are_told_where_each_may_be_read_and_the_look_is_recorded(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    assert match.gives("bob", {"type": "pass"}).status_code == 422
    for who in ("hana", "jan", "olga", "root"):
        may = api.get(f"{match.path}/attempts", event.keys[who]).status_code == 200
        record = event.read("/record?player=Bert", who)
        assert (bool(record["refused"]), record["untold"]) == (may, [] if may else [match.id]), who
        logs_in(api, event.keys[who])
        page = api.client.get(f"/console/events/{event.id}/players/Bert").get_data(as_text=True)
        said = re.search(r"Refused commands</h2>.*?</ul>", page, re.DOTALL)
        assert said is not None
        assert ("not shown to you" in said[0], ">none<" in said[0]) == (not may, False), who
    assert (
        api.post(f"{match.path}/judges", event.keys["hana"], {"judge": "jan"}, Idempotency_Key="c").status_code == 201
    )
    assert event.read("/record?player=Bert", "jan")["refused"]
    looks = match.read("/judges", event.keys["hana"])["entries"]
    assert [each["actor"] for each in looks if each["kind"] == "look_taken" and "record" in each["what"]] == [
        "hana",
        "jan",
    ]


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_words_about_ones_opponent_are_read_once_the_match_is_over_and_has_its_result(
    api: Api, who: str, plays: bool
) -> None:
    event, match = hall(api, who, plays)
    giver = "jan" if who != "jan" else "hana"
    event.given(giver, "give_penalty", player="Bert", **SLOW, reason=SECRET, **HERE)
    event.given(giver, "give_time", **HERE, seconds=30, reason=SECRET)
    event.given(
        giver, "give_penalty", player="Bert", infraction="minor-error", penalty="reminder", reason="x", cause=SECRET
    )
    assert [path for path, (_, text) in told(event, match, who).items() if SECRET in text] == []
    assert [each["text"] for each in event.read("/penalties", who)["penalties"]] == ["", ""]
    assert SECRET in event.get("/entries", giver).get_data(as_text=True)
    assert SECRET in event.get("/penalties", "root").get_data(as_text=True)
    event.given(giver, "report_result", **HERE, results={event.players[0]: "loss", "Bert": "win"})
    # a result that was reported early ends nothing
    assert [path for path, (_, text) in told(event, match, who).items() if SECRET in text] == []
    match.given("alice", {"type": "concede"})
    for path in ("/entries", "/penalties", "/record?player=Bert"):
        assert SECRET in event.get(path, who).get_data(as_text=True), path


def routes_of_event(event: Gathering) -> list[str]:
    """Every address under an event that is read, of the API and of the console, about the player Bert."""
    filled = {"event_id": event.id, "round": "1", "table": "1", "player": "Bert"}
    files = [{"what": what, "form": form} for what in ("standings", "results", "penalties") for form in ("csv", "json")]
    found = set[str]()
    for rule in event.api.app.url_map.iter_rules():
        if "event_id" not in rule.arguments or "GET" not in (rule.methods or ()):
            continue
        for each in files if "what" in rule.arguments else [{}]:
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda name, each=each: {**filled, **each}[name[1]], rule.rule)  # type: ignore[misc]
            found |= {f"{path}{query}" for query in ("", "?player=Bert", "?format=csv", "?format=csv&player=Bert")}
    return sorted(found)


def telling(event: Gathering, who: str) -> list[str]:
    """The routes of an event that tell somebody the secret."""
    api, key = event.api, event.keys[who]
    logs_in(api, key)
    read = {
        path: api.client.get(path) if path.startswith("/console") else api.get(path, key)
        for path in routes_of_event(event)
    }
    return [path for path, answer in read.items() if SECRET in answer.get_data(as_text=True)]


@pytest.mark.parametrize("reported", [True, False])
@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_the_end_of_an_event_tells_no_words_about_whom_somebody_plays_still(
    api: Api, who: str, plays: bool, reported: bool
) -> None:
    event, match = hall(api, who, plays)
    giver = "jan" if who != "jan" else "hana"
    event.given(giver, "give_penalty", player="Bert", **SLOW, reason=SECRET, **HERE)
    minor = {"infraction": "minor-error", "penalty": "reminder"}
    event.given(giver, "give_penalty", player="Bert", **minor, reason="x", cause=SECRET)
    if who != "hana":
        event.given("hana", "withdraw_penalty", penalty=2, reason=SECRET)
    event.given(giver, "give_time", **HERE, seconds=30, reason=SECRET)
    event.given(giver, "drop_player", player="Bert", reason=SECRET)
    assert match.gives("bob", {"type": "pass"}).status_code == 422
    if reported:
        event.given(giver, "report_result", **HERE, results={event.players[0]: "loss", "Bert": "win"})
    before, routes = told(event, match, who), telling(event, giver)
    assert (telling(event, who), len(routes) > len(READS)) == ([], True)
    event.given("olga" if who != "olga" else "root", "end_event")
    after = told(event, match, who)
    assert telling(event, who) == [path for path, (_, text) in after.items() if SECRET in text] == []
    assert set(telling(event, giver)) >= {path for path in routes if path.startswith("/v1/")}
    refused = "/record?player=Bert"
    assert before[f"{match.path}/attempts"] == after[f"{match.path}/attempts"]
    assert event.read(refused, who)["refused"] == []
    match.given("alice", {"type": "concede"})
    assert SECRET in event.get("/entries", who).get_data(as_text=True)
    assert event.read(refused, who)["left"] == SECRET
    assert len(event.read(refused, who)["refused"]) == 1


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_no_route_of_an_event_tells_who_plays_somebody_why_they_left(api: Api, who: str, plays: bool) -> None:
    event, match = hall(api, who, plays)
    giver = "jan" if who != "jan" else "hana"
    case = Dispute(match).opened("bob").taken()
    case.given("alice", "statements", {"text": "It was one."})
    judge = api.keys["judge"]
    case.ruled(ruling(penalties=[{"seat": "bob", **SLOW, "reason": SECRET}]), judge).accepted()
    case.given(judge, "penalties", {"seat": "bob", **SLOW, "reason": SECRET})
    case.given(judge, "close", {})
    event.given(giver, "drop_player", player="Bert", reason=SECRET)
    routes = routes_of_event(event)
    assert {f"{event.path}/standings?format=csv", f"/console/events/{event.id}/players/Bert"} < set(routes)
    assert telling(event, who) == []
    assert {f"{event.path}{each}" for each in ("", "/standings", "/record?player=Bert", "/entries")} < set(
        telling(event, giver)
    )
    assert event.read("", who)["enrolled"]["Bert"] == "left"
    assert [each["left"] for each in event.read("/standings", who)["standings"] if each["player"] == "Bert"] == ["left"]
    assert event.read("/record?player=Bert", who)["left"] == "left"
    # nor does what they are refused
    tables = [{"table": 1, "players": event.players}]
    for refused in (
        event.gives(who, "pair_round", round=1, tables=tables),
        event.gives(who, "drop_player", player="Bert", reason="So."),
        event.gives(who, "give_penalty", player="Bert", reason="So.", **SLOW),
    ):
        assert (refused.status_code >= 400, SECRET in refused.get_data(as_text=True)) == (True, False)
    match.given("alice", {"type": "concede"})
    event.given(giver, "report_result", **HERE, results={event.players[0]: "loss", "Bert": "win"})
    assert event.read("", who)["enrolled"]["Bert"] == SECRET


@pytest.mark.parametrize(("who", "plays"), ASKERS[:1])
def test_who_plays_somebody_reads_of_their_disqualification_that_they_left(api: Api, who: str, plays: bool) -> None:
    event, _ = hall(api, who, plays)
    out = {"player": "Bert", "infraction": "cheating", "penalty": "disqualification", "reason": SECRET}
    event.given("hana", "give_penalty", **out)
    event.given("olga", "approve_penalty", penalty=1, reason=SECRET)
    assert event.read("", "hana")["enrolled"]["Bert"] == "disqualification"
    assert event.read("", who)["enrolled"]["Bert"] == "left"


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_a_case_about_ones_own_match_tells_an_office_no_more_than_a_seat(api: Api, who: str, plays: bool) -> None:
    event, match = hall(api, who, plays)
    case = Dispute(match, text="She took two gold.").opened("bob")
    case.given("bob", "statements", {"text": SECRET})
    case.given(event.keys["hana" if who != "hana" else "jan"], "take")
    match.read("/view?as=judge", event.keys["hana" if who != "hana" else "jan"])
    for path in (
        case.path,
        f"{case.path}/export",
        f"/v1/cases?text={SECRET[:8]}",
        f"{match.path}/judges",
    ):
        text = api.get(path, event.keys[who]).get_data(as_text=True)
        assert [each for each in (SECRET, "two gold") if each in text] == [], path
    kinds = [each["kind"] for each in api.read(case.path, event.keys[who])["entries"]]
    assert not plays or "look_taken" not in kinds
    assert match.read("/judges", event.keys[who])["entries"] == []


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_no_penalty_time_or_result_is_given_in_ones_own_match(api: Api, who: str, plays: bool) -> None:
    event, match = hall(api, who, plays)
    case = Dispute(match, freeze=False).opened("alice")
    results = {event.players[0]: "win", "Bert": "loss"}
    asked: list[dict[str, Any]] = [{"type_": "report_result", **HERE, "results": results}]
    asked += [{"type_": "drop_player", "player": "Bert"}]
    if who != "olga":
        penalty = {"type_": "give_penalty", "player": "Bert", **SLOW, "reason": "x"}
        asked += [{**penalty, **more} for more in ({}, HERE, {"cause": f"{match.id}@1"}, {"cause": case.id})]
        asked += [{"type_": "give_time", **HERE, "seconds": 30, "reason": "x"}]
    before = event.read("/entries", "root")
    assert [problem(event.gives(who, **each)) for each in asked] == [OWN] * len(asked)
    assert event.read("/entries", "root") == before


@pytest.mark.parametrize(("who", "plays"), [each for each in ASKERS if each[0] != "jan"])
def test_nobody_swaps_the_seats_of_their_own_match(api: Api, who: str, plays: bool) -> None:
    """Who won goes by the seats: a player who lost would have won."""
    event, match = hall(api, who, plays)
    seats = event.read("", "root")["paired"][0]["tables"][0]["seats"]
    swapped = dict(zip(seats, reversed(seats.values()), strict=True))
    seating: dict[str, Any] = {"type_": "seat_match", **HERE, "match": match.id, "reason": "They changed seats."}
    line = {"table": 1, "players": event.players, "match": match.id, "seats": swapped}
    assert problem(event.gives(who, **seating, seats=swapped)) == OWN
    turned = {**line, "players": [*reversed(event.players)], "seats": {}}
    assert problem(event.gives(who, "pair_round", round=1, tables=[turned])) == OWN
    assert problem(event.gives(who, type_="pair_round", round=1, tables=[line], reason="x")) == OWN
    assert event.gives(who, **seating, seats=seats).status_code == 201
    other = "root" if who == "hana" else "hana"
    assert event.gives(other, **seating, seats=swapped).status_code == 201
    assert event.read("", "root")["paired"][0]["tables"][0]["seats"] == swapped


def test_the_organizer_approves_no_disqualification_of_their_own_opponent(api: Api) -> None:
    event, match = hall(api, "olga", True)
    cheated = {"infraction": "cheating", "penalty": "disqualification", "reason": "a card up the sleeve"}
    event.given("hana", "give_penalty", player="Bert", **cheated)
    assert problem(event.gives("olga", "approve_penalty", penalty=1, reason="x")) == OWN
    event.given("hana", "report_result", **HERE, results={"olga": "win", "Bert": "loss"})
    # the match still goes on
    assert problem(event.gives("olga", "approve_penalty", penalty=1, reason="x")) == OWN
    seats = event.read("", "root")["paired"][0]["tables"][0]["seats"]
    match.given(seats["Bert"], {"type": "concede"})
    assert event.gives("olga", "approve_penalty", penalty=1, reason="x").status_code == 201


def test_a_judge_of_the_event_without_a_case_reads_of_a_private_match_what_is_public(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    key = {who: event.keys[who] for who in ("jan", "hana", "olga", "eve")}
    for path in ("/view", "/window", "/actions", "/timeline"):
        assert problem(match.get(path, key["jan"])) == (403, "judging.look.recorded"), path
        assert match.read(f"{path}?as=public", key["jan"])["viewer"] == "public", path
        assert [match.read(path, key[who])["viewer"] for who in ("hana", "olga")] == ["head-judge", "public"], path
    for path in ("/attempts", "/missed?seat=alice", "/record", "/rewind-report?to=1"):
        assert problem(match.get(path, key["jan"])) == (403, "judging.look.recorded"), path
    for path in ("", "/judges", "/lines", "/going-to-time"):
        assert [match.get(path, key[who]).status_code for who in ("jan", "hana", "olga")] == [200, 200, 200], path
        assert match.get(path, key["eve"]).status_code == 403, path


# --- what the pages offer

FORM = re.compile(r'<form method="post" action="[^"]*/commands/(\w+)".*?</form>', re.DOTALL)
CHOICE = re.compile(r'<select[^>]* name="(?:at|player|penalty)".*?</select>', re.DOTALL)
NOT_OFFERED = "You are not offered what would judge a match that you play or have declared an interest in"
CHEATED = {"infraction": "cheating", "penalty": "disqualification", "reason": "a card up the sleeve"}


def offered(api: Api, page: str) -> dict[str, list[str]]:
    """The forms of staff on a page, each with the options of its first choice: of table, player or penalty."""
    text = api.client.get(page).get_data(as_text=True)
    choices = {form[1]: CHOICE.search(form[0]) for form in FORM.finditer(text)}
    return {name: re.findall(r'value="([^"]+)"', choice[0]) if choice else [] for name, choice in choices.items()}


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_the_pages_of_an_event_offer_nothing_about_ones_own_match(api: Api, who: str, plays: bool) -> None:
    event, _ = hall(api, who, plays)
    event.given("olga", "enrol_players", players=["Cleo"])
    giver, given = ("hana", CHEATED) if who != "hana" else ("jan", {**SLOW, "reason": "x"})
    for player in ("Bert", "Cleo"):
        event.given(giver, "give_penalty", player=player, **given)
    own = [who] if plays else []
    logs_in(api, event.keys[who])
    pages = {page: f"/console/events/{event.id}{page}" for page in ("", "/tables/1/1")}
    for page in pages.values():
        assert NOT_OFFERED in api.client.get(page).get_data(as_text=True), page
    assert offered(api, pages["/tables/1/1"]) == ({"drop_player": own} if plays else {})
    forms = offered(api, pages[""])
    assert forms["drop_player"] == [*own, "Cleo"]
    assert "give_time" not in forms
    assert forms.get("give_penalty") == (["Cleo"] if who != "olga" else None)
    assert forms.get("approve_penalty") == (["2"] if who == "olga" else None)
    assert forms.get("withdraw_penalty") == (["2"] if who == "hana" else None)


def test_staff_without_a_part_in_a_match_are_offered_what_their_office_may_do(api: Api) -> None:
    event, _ = hall(api, "jan", True)
    for who in ("hana", "judge-1"):
        logs_in(api, event.keys.get(who) or api.services.keys.issue("judge", who))
        for page in ("", "/tables/1/1"):
            address = f"/console/events/{event.id}{page}"
            assert NOT_OFFERED not in api.client.get(address).get_data(as_text=True)
            forms = offered(api, address)
            assert forms["give_penalty"] == forms["drop_player"] == ["jan", "Bert"]
            assert "give_time" in forms


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_the_pages_of_ones_own_match_offer_no_proof_and_no_reveal(api: Api, who: str, plays: bool) -> None:
    event, match = hall(api, who, plays)
    offers = ("Sealed copy", "Reveal the seed", "shows the rest", "You see the rest")
    logs_in(api, event.keys[who])
    for _ in ("while it is played", "once it is over"):
        for page in ("", "/chance"):
            text = api.client.get(f"/console/matches/{match.id}{page}").get_data(as_text=True)
            assert [each for each in offers if each in text] == [], page
        match.gives("bob", {"type": "concede"}, If_Match="")
    assert match.read("", "admin")["over"]
    logs_in(api, event.keys["judge-1"] if "judge-1" in event.keys else api.services.keys.issue("judge", "judge-1"))
    assert "Reveal the seed" in api.client.get(f"/console/matches/{match.id}/chance").get_data(as_text=True)
    Dispute(match, freeze=False).opened("alice")
    assert "Reveal the seed" not in api.client.get(f"/console/matches/{match.id}/chance").get_data(as_text=True)


# what each command of an office in a case is sent with
MOVES: dict[str, Any] = {
    "take": None,
    "assign": {"judge": "judge-1"},
    "questions": {"seat": "alice", "text": "Why?"},
    "shared": {"entry": 2},
    "evidence": {"links": ["1"]},
    "ruling": ruling(),
    "amend": ruling(),
    "approve": {"number": 1, "reason": "So it is."},
    "answer": {"verdict": "confirm", "text": "It stands."},
    "previews": {"kind": "acceptance"},
    "penalties": {"seat": "bob", "infraction": "slow-play", "penalty": "warning"},
    "penalties/withdraw": {"seat": "bob", "infraction": "slow-play", "penalty": "warning"},
    "publish": {"text": "Read."},
    "resume": {"reason": "Enough."},
    "freeze": {"reason": "Again."},
    "close": {},
    "abandon": {"reason": "Settled."},
    "advice": {"text": "Ask both."},
    "tags": {"tags": ["blade"]},
}


@pytest.mark.parametrize(("who", "plays"), ASKERS)
def test_who_has_a_part_in_a_match_gives_no_command_of_an_office_in_its_cases(api: Api, who: str, plays: bool) -> None:
    event, match = hall(api, who, plays)
    opens = api.post("/v1/cases", event.keys[who], {"match": match.id, "text": SECRET}, Idempotency_Key="opens")
    assert problem(opens) == OWN
    case = Dispute(match).opened("bob")
    case.given("bob", "statements", {"text": SECRET})
    other = event.keys["hana" if who != "hana" else "jan"]
    for state in ("opened", "taken", "ruled", "closed"):
        if state == "taken":
            case.given(other, "take")
            case.given("alice", "statements", {"text": "It was so."})
        if state == "ruled":
            case.given(other, "ruling", ruling())
        if state == "closed":
            case.accepted()
            case.given(other, "close", {})
        entries = case.read("admin")["entries"]
        answers = {path: problem(case.gives(event.keys[who], path, body)) for path, body in MOVES.items()}
        assert answers == dict.fromkeys(MOVES, OWN), state
        assert case.read("admin")["entries"] == entries
    carries = case.gives(event.keys[who], "remedies", {"preview": "p-1", "ruling": 1}, If_Match='"v1"')
    assert problem(carries) == OWN


def test_every_command_of_an_office_in_a_case_is_tried_by_who_has_a_part() -> None:
    of_seats = {m.State, m.Accept, m.Appeal, m.Consent, m.Withdraw}
    elsewhere = {m.Open, m.Remedy, m.Look}
    assert len(MOVES) == len(CHECKS.keys() - of_seats - elsewhere)
    assert all(not_own_match in checks for checks in CHECKS.values())


def test_an_organizer_who_plays_calls_judges_and_releases_none_and_has_no_key_of_the_opponents_seat(api: Api) -> None:
    event, match = hall(api, "olga", True)
    seats = event.read("", "root")["paired"][0]["tables"][0]["seats"]

    def posts(path: str, body: Any = None, who: str = "olga") -> Any:
        name = f"{who}-{path}".replace("/", "-")
        return api.post(f"{match.path}/{path}", event.keys[who], body, Idempotency_Key=name)

    assert posts("judges", {"judge": "jan"}).status_code == 201
    assert problem(posts("judges/release", {"judge": "jan"})) == OWN
    logs_in(api, event.keys["olga"])
    page = api.client.get(f"/console/matches/{match.id}/judges").get_data(as_text=True)
    assert ("jan" in page, "Release jan" in page) == (True, False)
    for path in (f"seats/{seats['Bert']}/key", f"seats/{seats['Bert']}/key/revoke"):
        assert problem(posts(path)) == OWN, path
        assert posts(path, who="root").status_code in (200, 201), path
    for path in (f"seats/{seats['olga']}/key", f"seats/{seats['olga']}/key/revoke"):
        assert posts(path).status_code in (200, 201), path


@pytest.mark.parametrize("plays", [True, False])
def test_a_head_judge_with_a_part_in_a_match_neither_calls_nor_releases_its_judges(api: Api, plays: bool) -> None:
    event, match = hall(api, "hana", plays)
    for number, path in enumerate(("judges", "judges/release")):
        asked = {"judge": "jan" if path == "judges" else "judge-1"}
        answered = api.post(f"{match.path}/{path}", event.keys["hana"], asked, Idempotency_Key=f"c-{number}")
        assert problem(answered) == OWN, path
    for number, path in enumerate(("judges", "judges/release")):
        asked = {"judge": "jan"}
        answered = api.post(f"{match.path}/{path}", event.keys["olga"], asked, Idempotency_Key=f"c-{number}")
        assert answered.status_code == 201, path
