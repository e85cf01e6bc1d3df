"""API keys from the command line."""

from __future__ import annotations

import re
from pathlib import Path

from service.app.keys import Principal
from service.settings import Settings
from service.wiring import keys_of
from tests.api.cli import Praetor, migrated


def known(praetor: Praetor, key: str) -> Principal | None:
    keys = keys_of(Settings(db=praetor.db))
    try:
        return keys.principal(key)
    finally:
        keys.close()


def test_a_token_is_alone_on_its_line_and_is_a_key_of_its_scope(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    printed = praetor.does("token", "--scope", "judge", "--name", "Jan of Riverrun")
    assert re.fullmatch(r"pra_[A-Za-z0-9_-]{43}\n", printed)
    found = known(praetor, printed.strip())
    assert found is not None
    assert (found.scope, found.actor, found.match_id) == ("judge", "Jan of Riverrun", "")


def test_a_token_is_not_kept(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    key = praetor.does("token", "--scope", "admin", "--name", "ada").strip()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.encode() not in stored
    assert key.removeprefix("pra_").encode() not in stored


def test_keys_are_listed_and_revoked_by_their_ids(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    key = praetor.does("token", "--scope", "judge", "--name", "jan").strip()
    [listed] = praetor.json("keys", "list")
    assert (listed["scope"], listed["actor"], listed["revoked"]) == ("judge", "jan", "")
    assert listed["id"] in praetor.does("keys", "list")
    praetor.does("keys", "revoke", listed["id"])
    assert known(praetor, key) is None
    assert praetor.json("keys", "list")[0]["revoked"]
    assert "no such valid key" in praetor.refuses("keys", "revoke", listed["id"])


def test_a_token_needs_a_store_a_name_and_a_scope_that_is_given_out(tmp_path: Path) -> None:
    nowhere = Praetor(tmp_path)
    assert "praetor migrate" in nowhere.refuses("token", "--scope", "judge", "--name", "jan")
    assert list(tmp_path.iterdir()) == []
    praetor = migrated(tmp_path)
    assert "--name" in praetor.refuses("token", "--scope", "judge", "--name", "")
    assert "--scope" in praetor.refuses("token", "--scope", "seat", "--name", "jan")
