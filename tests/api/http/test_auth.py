"""Who may do and see what."""

from __future__ import annotations

from time import monotonic

import pytest

from service.app import keys as keys_module
from tests.api.http.clients import OPENING, Api, problem

READS = ("", "/view", "/window", "/options", "/actions", "/actions/1", "/windows", "/record")
KEEP = {"type": "decide_mulligan", "mulligan": False}


@pytest.mark.parametrize("path", READS)
def test_without_a_key_a_match_is_read_only_if_it_is_open_to_spectators(api: Api, path: str) -> None:
    assert api.opened("public", spectators="public").get(path, "").status_code == 200
    assert problem(api.opened("private").get(path, "")) == (401, "request.no-key")


@pytest.mark.parametrize("path", READS)
def test_the_key_of_a_seat_is_for_its_match_alone(api: Api, path: str) -> None:
    one, other, public = api.opened("one"), api.opened("other"), api.opened("public", spectators="public")
    assert problem(other.get(path, one.keys["alice"])) == (403, "request.scope")
    assert public.get(path, one.keys["alice"]).get_data() == public.get(path, "").get_data()


def test_whether_a_match_exists_is_told_to_nobody_who_could_not_read_it(api: Api) -> None:
    one = api.opened()
    assert problem(api.get("/v1/matches/m-none")) == (401, "request.no-key")
    assert problem(api.get("/v1/matches/m-none", one.keys["alice"])) == (403, "request.scope")
    for scope in ("organizer", "judge"):
        assert problem(api.get("/v1/matches/m-none", scope)) == (403, "judging.case.judge-called")
    assert problem(api.get("/v1/matches/m-none", "admin")) == (404, "request.unknown")


def test_a_key_that_nobody_gave_out_is_not_known(api: Api) -> None:
    response = api.get("/v1/matches", "pra_nobody")
    assert problem(response) == (401, "request.unknown-key")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_another_way_of_authorization_is_not_known(api: Api) -> None:
    assert problem(api.get("/v1/matches", Authorization="Basic YTpi")) == (401, "request.unknown-key")


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_of_a_key_is_written_in_any_case(api: Api, scheme: str) -> None:
    assert api.get("/v1/matches", Authorization=f"{scheme} {api.keys['judge']}").status_code == 200


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "bearerx", "Bearer\t"])
def test_a_scheme_without_a_key_sees_no_more_than_nobody(api: Api, header: str) -> None:
    path = f"/v1/matches/{api.opened().id}"
    assert problem(api.get(path, Authorization=header))[0] == 401


def test_a_revoked_key_is_refused_within_five_seconds(either: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    api = either
    assert api.get("/v1/matches", "judge").status_code == 200
    [judge] = [each.id for each in api.services.keys.list_keys() if each.scope == "judge"]
    assert len(api.services.keys.list_keys(seats=True)) == 3
    assert api.services.keys.revoke(judge)
    monkeypatch.setattr(keys_module, "monotonic", lambda: monotonic() + keys_module.REMEMBERED)
    assert problem(api.get("/v1/matches", "judge")) == (401, "request.unknown-key")


def test_only_organizers_and_admins_open_matches(api: Api) -> None:
    for scope in ("judge", "head-judge", "analyst"):
        key = api.services.keys.issue(scope, "jan")
        assert problem(api.post("/v1/matches", key, OPENING, Idempotency_Key="k")) == (403, "request.scope")
    assert api.post("/v1/matches", "admin", OPENING, Idempotency_Key="k").status_code == 201


def test_only_a_seat_gives_commands(api: Api) -> None:
    match = api.opened(spectators="public")
    for who in ("judge", "admin", "organizer"):
        assert problem(match.gives(who, KEEP)) == (403, "request.scope")
    assert problem(match.gives("", KEEP, name="k")) == (401, "request.no-key")
    assert problem(api.post(f"{match.path}/commands/check", "", KEEP)) == (401, "request.no-key")


def test_attempts_and_positions_are_for_judges(api: Api) -> None:
    match = api.opened()
    for path in ("/attempts", "/position"):
        assert problem(match.get(path, "alice")) == (403, "request.scope")
        assert match.get(path, "judge").status_code == 200


def test_a_seat_sees_its_hand_and_not_the_other(either: Api) -> None:
    match = either.opened()
    seen = match.read("/view", "alice")["view"]["players"]
    assert "cards" in seen["alice"]["hand"]
    assert "cards" not in seen["bob"]["hand"]


def test_a_seat_may_look_as_the_public_and_as_nobody_else(api: Api) -> None:
    match = api.opened()
    assert "cards" not in match.read("/view?as=public", "alice")["view"]["players"]["alice"]["hand"]
    assert problem(match.get("/view?as=bob", "alice")) == (403, "request.viewer")
    assert problem(match.get("/view?as=judge", "alice")) == (403, "request.viewer")
    assert problem(match.get("/view?as=carol", "alice")) == (422, "request.viewer")


def test_a_judge_may_look_as_a_seat(api: Api) -> None:
    match = api.opened()
    assert match.read("/view?as=bob", "judge")["view"] == match.read("/view", "bob")["view"]


@pytest.mark.parametrize("path", ["/actions?", "/actions/2?", "/record?"])
def test_a_judge_who_looks_as_a_seat_does_not_read_its_sealed_answer(api: Api, path: str) -> None:
    match = api.opened(seats=[], position={"at": "1.1", "players": {"alice": {}, "bob": {}}})
    plot = match.read("/options", "alice")["options"]["alice"]["forms"][0]["fields"]["plot"]["options"][0]
    match.given("alice", {"type": "choose_plot", "plot": plot})
    written = {eyes: match.get(path, eyes).get_data(as_text=True) for eyes in ("alice", "judge")}
    written["judge as alice"] = match.get(f"{path}as=alice").get_data(as_text=True)
    assert [eyes for eyes, text in written.items() if f'"choose_plot","plot":"{plot}"' in text] == ["alice"]
    assert [eyes for eyes, text in written.items() if '"answer"' in text] == ["alice"]


def test_an_organizer_named_like_a_seat_sees_no_more_than_the_public(api: Api) -> None:
    key = api.services.keys.issue("organizer", "alice")
    # by its name it could be a player's: the match is opened by somebody else
    assert api.post("/v1/matches", key, OPENING, Idempotency_Key="k").status_code == 403
    match = api.opened("one", spectators="public")
    seen = api.read(f"/v1/matches/{match.id}/actions", key)
    assert seen["viewer"] == "public"
    own = api.read(f"/v1/matches/{match.id}/actions", match.keys["alice"])
    assert own["actions"][0]["command"] == {"type": "open_match"}


def test_a_seat_lists_its_own_match_beside_the_public_ones_that_everybody_lists(api: Api) -> None:
    one, other, private = api.opened("one"), api.opened("other", spectators="public"), api.opened("private")
    lists = {key: {each["match"] for each in api.read("/v1/matches", key)["matches"]} for key in one.keys.values()}
    assert [*lists.values()] == [{one.id, other.id}] * 2
    assert private.id not in {each["match"] for each in api.read("/v1/matches", one.keys["alice"])["matches"]}
    assert [each["match"] for each in api.read("/v1/matches")["matches"]] == [other.id]


def test_no_answer_and_no_line_of_log_holds_a_key_but_the_opening(api: Api) -> None:
    match = api.opened()
    given = [match.get(path).get_data(as_text=True) for path in (*READS, "/attempts")]
    assert not [text for text in given for key in match.keys.values() if key in text]


def test_the_key_of_a_seat_is_kept_as_its_hash_alone(api: Api) -> None:
    match = api.opened()
    rows = api.services.keys._rows.read("SELECT * FROM api_keys")
    assert not [row for row in rows for key in match.keys.values() if key in row]
