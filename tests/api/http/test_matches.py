"""Opening matches, acting in them, having commands explained."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.http.match import matches
from tests.api.http.clients import OPENING, POSITION, SEATS, Api, problem

KEEP = {"type": "decide_mulligan", "mulligan": False}


def test_a_match_is_opened_with_a_key_for_each_seat(either: Api) -> None:
    response = either.opens()
    assert response.status_code == 201
    assert response.headers["Location"] == f"/v1/matches/{response.get_json()['match']}"
    assert response.headers["Cache-Control"] == "no-store"
    assert [each["seat"] for each in response.get_json()["seats"]] == ["alice", "bob"]
    assert len({each["key"] for each in response.get_json()["seats"]}) == 2


def test_the_same_opening_again_is_answered_the_same_and_opens_nothing(either: Api) -> None:
    first = either.opens()
    assert either.opens().data == first.data
    assert len(either.read("/v1/matches", "organizer")["matches"]) == 1


def test_ten_equal_openings_at_once_open_one_match(either: Api) -> None:
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: either.app.test_client().post(
            "/v1/matches",
            json=OPENING,
            headers={"Authorization": f"Bearer {either.keys['organizer']}", "Idempotency-Key": "friday-1"},
        ).data, range(10)))  # fmt: skip
    assert len(set(answers)) == 1
    assert len(either.read("/v1/matches", "organizer")["matches"]) == 1


def test_another_opening_under_the_same_key_is_refused(api: Api) -> None:
    api.opens()
    assert problem(api.opens(spectators="public")) == (422, "idempotency.key-reused")


def test_two_organizers_with_the_same_idempotency_key_open_two_matches(api: Api) -> None:
    other = api.services.keys.issue("organizer", "olaf")
    first = api.opens().get_json()
    second = api.post("/v1/matches", other, OPENING, Idempotency_Key="friday-1").get_json()
    assert first["match"] != second["match"]
    assert first["seats"] != second["seats"]


def test_a_match_is_opened_from_a_position(api: Api) -> None:
    match = api.from_position()
    assert match.read("/window")["step"].startswith("4.")


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ({**OPENING, "game": "chess"}, "match.unknown-game"),
        ({**OPENING, "colour": "red"}, "request.shape"),
        ({**OPENING, "position": POSITION}, "request.shape"),
        ({"game": "agot_lcg"}, "request.shape"),
        ({"game": "agot_lcg", "seats": OPENING["seats"][:1]}, "agot_lcg.joust.two-players"),
        ({"game": "agot_lcg", "position": {"at": "4.2", "players": {"a.b": {}, "c": {}}}}, "match.seat-name"),
        ({"game": "agot_lcg", "position": {"at": "4.2", "players": {"judge": {}, "c": {}}}}, "match.seat-name"),
        ({"game": "agot_lcg", "seats": [{**each, "name": "Eve!"} for each in OPENING["seats"]]}, "match.seat-name"),
        ({"game": "agot_lcg", "seats": [{"name": "a", "deck": "3x Nobody"}]}, "deck.unknown-card"),
        ({"game": "agot_lcg", "seats": [{"name": "a", "deck": 7}]}, "request.shape"),
        ({"game": "agot_lcg", "seats": [{"name": "a"}]}, "request.shape"),
        ({"game": "agot_lcg", "seats": [{"deck": "3x Ice"}]}, "request.shape"),
        ({"game": "agot_lcg", "seats": [{**each, "house": "stark"} for each in OPENING["seats"]]}, "request.shape"),
        ({"game": "agot_lcg", "position": {"at": "nowhere"}}, "position.invalid"),
        ({"game": "agot_lcg", "position": {**POSITION, "round": 10**9}}, "position.invalid"),
        ({**OPENING, "options": {"policy": "sometimes"}}, "request.shape"),
        ({**OPENING, "options": {"policy": "open", "colour": "red"}}, "match.option"),
        ({"game": "agot_lcg", "position": POSITION, "options": {"colour": "red"}}, "match.option"),
        ({**OPENING, "options": {"cards": [{"id": "x"}]}}, "match.card-pack"),
        ([], "request.shape"),
    ],
)
def test_what_cannot_be_opened_is_refused_by_a_rule(api: Api, body: object, rule: str) -> None:
    assert problem(api.post("/v1/matches", "organizer", body, Idempotency_Key="k")) == (422, rule)
    assert api.read("/v1/matches", "judge")["matches"] == []


def test_what_a_seat_lacks_is_named_by_its_place(api: Api) -> None:
    seats = [OPENING["seats"][0], {"house": "stark"}]
    response = api.post("/v1/matches", "organizer", {**OPENING, "seats": seats}, Idempotency_Key="k")
    missing = ["Missing data for required field."]
    faults = {"name": missing, "deck": missing, "house": ["Unknown field."]}
    assert response.get_json()["because"] == {"fields": {"seats": {"1": faults}}}


def test_a_body_that_lacks_both_seats_and_a_position_has_them_among_its_fields(api: Api) -> None:
    for body in ({"game": "agot_lcg"}, {"game": "agot_lcg", "seats": []}, {**OPENING, "position": POSITION}):
        response = api.post("/v1/matches", "organizer", body, Idempotency_Key="one")
        assert problem(response) == (422, "request.shape")
        said = response.get_json()
        assert said["because"]["fields"] == {"seats": [said["detail"]], "position": [said["detail"]]}


def test_a_command_is_answered_with_what_it_caused(either: Api) -> None:
    match = either.opened()
    response = match.gives(match.awaited(), KEEP)
    assert (response.status_code, response.headers["ETag"]) == (201, '"v2"')
    assert response.get_json()["facts"][0]["fact"] == "cards.mulligan_decided"


def test_the_same_command_ten_times_at_once_is_stored_once_and_answered_the_same(either: Api) -> None:
    match = either.opened()
    seat = match.awaited()
    wait = match.wait()

    def given(_: int) -> bytes:
        headers = {
            "Authorization": f"Bearer {match.keys[seat]}",
            "Idempotency-Key": "once",
            "If-Match": f'"w{wait}"',
        }
        return either.app.test_client().post(f"{match.path}/commands", json=KEEP, headers=headers).get_data()

    with ThreadPoolExecutor(10) as pool:
        assert len(set(pool.map(given, range(10)))) == 1
    assert match.read("")["version"] == 2


def test_a_command_to_a_wait_that_has_gone_is_stale_and_says_which_is_open(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    match.given(seat, KEEP)
    response = match.gives(seat, KEEP, name="late", If_Match='"w1"')
    assert problem(response) == (412, "match.stale")
    assert (response.get_json()["because"], response.headers["ETag"]) == ({"wait": 2}, '"v2"')
    assert response.get_json()["window"]["wait"] == 2


def test_another_command_under_the_same_key_is_refused(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    match.gives(seat, KEEP, name="once", If_Match='"w1"')
    again = match.gives(seat, {"type": "concede"}, name="once", If_Match='"w1"')
    assert problem(again) == (422, "idempotency.key-reused")


def test_a_refused_command_names_the_rule_and_is_kept_for_judges(either: Api) -> None:
    match = either.opened()
    other = next(seat for seat in match.keys if seat != match.awaited())
    response = match.gives(other, KEEP)
    assert problem(response) == (422, "agot_lcg.mulligan.player-order")
    assert response.get_json()["window"] == {
        "open": True,
        "wait": 1,
        "kind": "choice",
        "name": "mulligan",
        "awaited": [match.awaited()],
    }
    [kept] = match.read("/attempts")["attempts"]
    assert kept["id"] == response.get_json()["attempt"]
    assert (kept["seat"], kept["rule"], kept["command"]) == (other, "agot_lcg.mulligan.player-order", KEEP)
    assert match.read("")["version"] == 1


def test_the_same_refusal_again_is_answered_the_same_and_kept_once(either: Api) -> None:
    match = either.opened()
    seat = next(each for each in match.keys if each != match.awaited())
    first, again = (match.gives(seat, KEEP, "refused") for _ in range(2))
    assert first.status_code == 422 or first.status_code == 409
    assert first.data == again.data
    assert [each["id"] for each in match.read("/attempts")["attempts"]] == [first.get_json()["attempt"]]
    assert match.gives(seat, KEEP, "refused-anew").get_json()["attempt"] != first.get_json()["attempt"]


def test_the_same_command_to_another_wait_under_the_same_key_is_another_request(either: Api) -> None:
    match = either.opened()
    seat, wait = match.awaited(), match.wait()
    first = match.gives(seat, KEEP, "keep")
    assert match.gives(seat, KEEP, "keep", If_Match=f'"w{wait}"').data == first.data
    assert problem(match.gives(seat, KEEP, "keep")) == (422, "idempotency.key-reused")


def test_a_command_that_may_always_be_given_needs_no_wait(api: Api) -> None:
    match = api.opened()
    assert match.gives("alice", {"type": "concede"}, If_Match="").status_code == 201
    assert match.read("")["over"] == {"winner": "bob", "how": "conceded", "rule": "match.concede"}


def test_a_match_that_is_over_takes_no_command(api: Api) -> None:
    match = api.opened()
    match.given("alice", {"type": "concede"})
    assert problem(match.gives("bob", KEEP)) == (409, "match.over")


@pytest.mark.parametrize(
    ("headers", "answer"),
    [
        ({"If_Match": ""}, (428, "request.no-precondition")),
        ({"If_Match": "*"}, (412, "request.precondition")),
        ({"If_Match": '"v1"'}, (412, "request.precondition")),
        ({"If_Match": "w1"}, (412, "request.precondition")),
        ({"If_Match": '"w01"'}, (412, "request.precondition")),
        ({"Idempotency_Key": ""}, (400, "request.no-idempotency-key")),
        ({"Idempotency_Key": "two words"}, (400, "request.no-idempotency-key")),
        ({"Idempotency_Key": "k" * 201}, (400, "request.no-idempotency-key")),
    ],
)
def test_a_command_names_its_wait_and_itself(api: Api, headers: dict[str, str], answer: tuple[int, str]) -> None:
    match = api.opened()
    assert problem(match.gives(match.awaited(), KEEP, **headers)) == answer


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("", {"length": 0, "most": 200}),
        ("k" * 201, {"length": 201, "most": 200}),
        ("two words", {"character": 4}),
        ("caf\u00e9", {"character": 4}),
        ("!", {}),
        ("~" * 200, {}),
    ],
)
def test_the_name_of_a_request_is_what_the_document_says_and_a_refusal_says_what_is_wrong_with_it(
    api: Api, key: str, wrong: dict[str, int]
) -> None:
    match = api.opened()
    names = (each for each in api.read("/v1/openapi.json")["paths"]["/v1/matches"]["post"]["parameters"])
    said = next(each for each in names if each["name"] == "Idempotency-Key")
    assert bool(re.search(said["schema"]["pattern"], key)) is not bool(wrong)
    headers = {"Idempotency-Key": key, "If-Match": f'"w{match.wait()}"'}
    given = api.ask("POST", f"{match.path}/commands", match.keys[match.awaited()], json=KEEP, headers=headers)
    told = json.loads(given.get_data())
    assert given.status_code == (400 if wrong else 201), told
    assert not wrong or told["because"] == {"header": "Idempotency-Key", **wrong}


def test_an_if_match_that_names_no_wait_is_told_the_open_one(api: Api) -> None:
    match = api.opened()
    response = match.gives(match.awaited(), KEEP, If_Match='"v1"')
    assert response.get_json()["because"] == {"given": '"v1"', "example": '"w41"', "wait": match.wait()}


def test_what_depends_on_the_asker_and_has_no_tag_is_asked_for_again(api: Api) -> None:
    match = api.opened()
    for path in ("/v1/matches", f"{match.path}/attempts"):
        headers = api.get(path, "judge").headers
        assert (headers["Cache-Control"], headers["Vary"]) == ("private, no-cache", "Authorization")


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b"", (400, "request.malformed")),
        (b"{", (400, "request.malformed")),
        (b'{"type": "\xff"}', (400, "request.malformed")),
        (b'"\\ud800"', (400, "request.malformed")),
        (b"[" * 3000, (400, "request.malformed")),
        (b"[]", (422, "command.shape")),
        (b'{"type": "fly"}', (422, "command.shape")),
        (b'{"type": "pass", "why": 1}', (422, "command.shape")),
        (b'{"type": "decide_mulligan", "mulligan": 1}', (422, "command.shape")),
        (b'{"type": "pass"}' + b" " * 5000, (413, "request.too-large")),
    ],
)
def test_a_body_that_is_no_command_is_refused(api: Api, body: bytes, answer: tuple[int, str]) -> None:
    match = api.opened()
    seat = match.awaited()
    headers = {"If-Match": '"w1"', "Idempotency-Key": "k", "Content-Type": "application/json"}
    path = f"{match.path}/commands"
    refused = api.ask("POST", path, match.keys[seat], data=body, headers=headers)
    assert problem(refused) == answer
    if answer[0] == 400:
        assert refused.get_json()["detail"].endswith(refused.get_json()["because"]["problem"])
    if answer[0] == 413:
        assert refused.get_json()["detail"] == "the body of this request may have 4096 bytes at most"
        assert refused.get_json()["because"] == {"of": "body", "most": 4096, "given": len(body)}


def test_a_body_of_another_media_type_is_refused(api: Api) -> None:
    match = api.opened()
    headers = {"If-Match": '"w1"', "Idempotency-Key": "k"}
    response = api.ask("POST", f"{match.path}/commands", match.keys["alice"], data="a=1", headers=headers,
                       content_type="application/x-www-form-urlencoded")  # fmt: skip
    assert problem(response) == (415, "request.media-type")


def test_every_check_of_a_command_is_told_and_nothing_is_stored(api: Api) -> None:
    match = api.from_position()
    [eddard] = [
        card["card"] for card in match.read("/view")["view"]["players"]["alice"]["in_play"] if "eddard" in card["key"]
    ]
    command = {
        "type": "initiate_challenge",
        "kind": "intrigue",
        "against": "bob",
        "attackers": [eddard],
        "stealth": {},
    }
    checked = api.post(f"{match.path}/commands/check", match.keys["alice"], command).get_json()
    assert checked["accepted"] is False
    assert checked["checks"][0]["check"] == "may_answer_now"
    [refused] = [each for each in checked["checks"] if each["asked"] and not each["ok"]]
    given = match.gives("alice", command)
    assert problem(given) == (422, refused["rule"])
    assert given.get_json()["because"] == refused["because"]
    assert match.read("")["version"] == 1


def test_a_judge_has_a_command_explained_for_a_seat(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    checked = api.post(f"{match.path}/commands/check?as={seat}", "judge", KEEP)
    assert (checked.get_json()["seat"], checked.get_json()["accepted"]) == (seat, True)
    assert problem(api.post(f"{match.path}/commands/check", "judge", KEEP)) == (422, "request.viewer")


@pytest.mark.parametrize(
    ("players", "wrong", "said"),
    [
        (("Ann\u200b", "Bert"), 0, "has the invisible character U+200B (zero width space) in place 4"),
        (("Ann", "\u202eBert"), 1, "has the invisible character U+202E (right-to-left override) in place 1"),
        (("Ren\u00e9", "Rene\u0301"), 1, "is the name of the player of seats.0, too"),
        (("Ann Ames", "ann  ames"), 1, "is the name of the player of seats.0, too"),
        (("Anna", "\u0410nn\u0430"), 1, "looks like the player of seats.0"),
        (("Ann", "\u200b"), 1, "has the invisible character U+200B (zero width space) in place 1"),
    ],
)
def test_a_name_that_no_event_would_enrol_opens_no_match(
    api: Api, players: tuple[str, str], wrong: int, said: str
) -> None:
    seats = [{**seat, "player": player} for seat, player in zip(SEATS, players, strict=True)]
    refused = api.opens(seats=seats)
    assert problem(refused) == (422, "request.shape")
    [[found]] = [each["player"] for each in [refused.get_json()["because"]["fields"]["seats"][str(wrong)]]]
    assert said in found
    assert api.read("/v1/matches", "admin")["matches"] == []
    # seats without names, and names of several people, are opened
    assert api.opens(seats=[{**each, "player": ""} for each in SEATS]).status_code == 201


def test_a_match_that_was_opened_before_names_were_checked_is_answered_again(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [{**seat, "player": "Ann\u200b"} for seat in SEATS]
    with monkeypatch.context() as before:
        before.setattr(matches, "require_names", lambda seats: None)
        first = api.opens(seats=seats)
    assert first.status_code == 201
    assert api.opens(seats=seats).get_data() == first.get_data()
