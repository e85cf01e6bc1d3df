"""The keys of seats: who can compute one, and how one is renewed and revoked."""

from __future__ import annotations

import hmac
from contextlib import closing
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from service.app.keys import hash_key, key_text
from service.wiring import keys_of
from tests.api.cli import Praetor, migrated
from tests.api.http.clients import Api, Match, api_of, problem

OPENED = "friday-1"


def renewed(match: Match, who: str, seat: str = "alice", name: str = "new") -> str:
    """The new key of a seat."""
    answered = match.api.post(f"{match.path}/seats/{seat}/key", match.keys.get(who, who), None, Idempotency_Key=name)
    assert answered.status_code == 201, answered.get_data(as_text=True)
    key: str = answered.get_json()["key"]
    return key


def test_who_has_the_organizers_key_alone_computes_no_seats_key(api: Api) -> None:
    organizer = api.keys["organizer"]
    match = api.opened(OPENED)
    [listed] = [each for each in api.services.keys.list_keys() if each.scope == "organizer"]
    assert api.services.keys.revoke(listed.id)
    for seat, key in match.keys.items():
        computed = key_text(hmac.digest(organizer.encode(), f"seat\0{OPENED}\0{seat}".encode(), sha256))
        assert computed != key
        assert problem(match.get("", computed)) == (401, "request.unknown-key")
        assert match.get("", key).status_code == 200


def test_two_stores_give_other_keys_for_the_same_request(tmp_path: Path) -> None:
    keys = []
    for name in ("one", "other"):
        with api_of(tmp_path / f"{name}.db") as api:
            keys.append(api.services.keys.seat_key("pra_known", OPENED, "alice"))
    assert keys[0] != keys[1]


def test_a_store_that_was_migrated_before_keeps_its_secret(tmp_path: Path) -> None:
    with api_of(tmp_path / "praetor.db") as api:
        first = api.services.keys.seat_key("pra_known", OPENED, "alice")
    with api_of(tmp_path / "praetor.db") as api:
        assert api.services.keys.seat_key("pra_known", OPENED, "alice") == first


@pytest.mark.parametrize("who", ["alice", "organizer", "admin"])
def test_a_seats_key_is_renewed_by_the_seat_and_by_who_runs_the_match(either: Api, who: str) -> None:
    match = either.opened(OPENED)
    key = renewed(match, who)
    assert problem(match.get("", match.keys["alice"])) == (401, "request.unknown-key")
    assert either.read(f"{match.path}/view", key)["viewer"] == "alice"
    assert match.get("", match.keys["bob"]).status_code == 200


def test_a_renewal_that_is_sent_again_is_answered_the_same_and_undoes_no_later_one(api: Api) -> None:
    match = api.opened(OPENED)
    first = renewed(match, "organizer")
    assert renewed(match, "organizer") == first
    second = renewed(match, "organizer", name="newer")
    assert renewed(match, "organizer") == first
    assert problem(match.get("", first)) == (401, "request.unknown-key")
    assert match.get("", second).status_code == 200


def test_a_seat_that_lost_the_answer_sends_its_renewal_again_and_does_nothing_else(
    either: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, other = either.opened(OPENED), either.opened("other")
    first = renewed(match, "alice")
    assert renewed(match, "alice") == first
    assert either.read(f"{match.path}/view", first)["viewer"] == "alice"
    path, old = f"{match.path}/seats/alice/key", match.keys["alice"]
    asked = {"new": f"{match.path}/seats/bob/key", "newer": path, "NEW": path}
    refused = [either.post(there, old, None, Idempotency_Key=name) for name, there in asked.items()]
    refused.append(either.post(f"{other.path}/seats/alice/key", old, None, Idempotency_Key="new"))
    refused += [either.post(f"{path}/revoke", old, None), either.post(path, old, None), match.get("", old)]
    assert {problem(each) for each in refused} == {(401, "request.unknown-key")}
    with monkeypatch.context() as later:
        later.setattr("service.app.keys.SENT_AGAIN", timedelta(0))
        assert either.post(path, old, None, Idempotency_Key="new").status_code == 401
    second = renewed(match, first, name="newer")
    assert either.post(path, old, None, Idempotency_Key="new").status_code == 401
    assert renewed(match, first, name="newer") == second
    assert either.post(f"{path}/revoke", second, None).get_json()["revoked"] == 1
    assert either.post(path, first, None, Idempotency_Key="newer").status_code == 401


def test_the_opening_sent_again_brings_no_revoked_key_back(api: Api) -> None:
    match = api.opened(OPENED)
    revoked = api.post(f"{match.path}/seats/alice/key/revoke", match.keys["alice"], None)
    assert (revoked.status_code, revoked.get_json()["revoked"]) == (200, 1)
    assert api.opens(OPENED).status_code == 201
    assert problem(match.get("", match.keys["alice"])) == (401, "request.unknown-key")


def test_nobody_else_renews_or_revokes_a_seats_key(api: Api) -> None:
    match = api.opened(OPENED)
    other = api.services.keys.issue("organizer", "olaf")
    path = f"{match.path}/seats/alice/key"
    refused = {"": 401, match.keys["bob"]: 403, "judge": 403, other: 403}
    for who, status in refused.items():
        assert api.post(path, who, None, Idempotency_Key="x").status_code == status
        assert api.post(f"{path}/revoke", who, None).status_code == status
    nobody = api.post(f"{match.path}/seats/carol/key", "organizer", None, Idempotency_Key="x")
    assert problem(nobody) == (422, "match.no-such-seat")
    assert match.get("", match.keys["alice"]).status_code == 200


def changes(match: Match, key: str) -> dict[str, int]:
    """The statuses of the answers to what the holder of a seat's key may change."""
    asked: dict[str, tuple[str, object]] = {
        f"{match.path}/commands": ("concede", {"type": "concede"}),
        f"{match.path}/seats/alice/key": ("renewed", None),
        f"{match.path}/seats/alice/key/revoke": ("revoked", None),
        "/v1/cases": ("opened", {"match": match.id, "text": "the hand is wrong"}),
    }
    return {
        path: match.api.post(path, key, body, Idempotency_Key=name).status_code for path, (name, body) in asked.items()
    }


@pytest.mark.parametrize("how", ["renewed", "revoked"])
def test_a_key_that_another_process_took_away_changes_nothing_more(either: Api, how: str) -> None:
    match = either.opened(OPENED)
    old = match.keys["alice"]
    with closing(keys_of(either.services.settings)) as elsewhere:
        # this process knows the key, for some seconds
        assert match.get("/view", old).status_code == 200
        if how == "renewed":
            assert elsewhere.renew_seat(match.id, "alice", elsewhere.seat_key("pra_asks", match.id))
        else:
            assert elsewhere.revoke_seat(match.id, "alice") == 1
    assert set(changes(match, old).values()) == {401}
    assert match.read("/window")["open"]


def test_a_seats_key_is_renewed_on_the_command_line(tmp_path: Path) -> None:
    praetor: Praetor = migrated(tmp_path)
    praetor.does("match", "new", "--position", "service/demo/dispute.yaml", "--id", "m-keys", "--seed", "7")
    first, second = (praetor.does("keys", "renew", "m-keys", "alice").strip() for _ in range(2))
    listed = praetor.does("keys", "list", "--seats").splitlines()
    states = {line.split()[0]: line.split()[3] for line in listed}
    assert states[f"k-{hash_key(second)[:16]}"] == "valid"
    assert states[f"k-{hash_key(first)[:16]}"] != "valid"
    assert "carol" in praetor.refuses("keys", "renew", "m-keys", "carol")
