"""The file of an event has its matches alone, with keys that hold and a description of each column."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from projections.analytics.column_types import views_of
from projections.analytics.schema import all_tables
from service.exports.event_file import NoMatches, export_event
from tests.integration.exports.months import TOLD, change
from tests.integration.projections.analysts import Analysts


def test_the_matches_of_an_event_are_one_file(analysts: Analysts, tmp_path: Path) -> None:
    for match_id in ("m-1", "m-5"):
        change(analysts, "event_id", "e-1", match_id)
    out = tmp_path / "event.db"
    out.write_bytes(b"what stood there before")
    assert export_event(analysts.tables, "e-1", out) == 2
    assert [each.name for each in tmp_path.iterdir() if "event.db" in each.name] == ["event.db"]
    with closing(sqlite3.connect(out)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for view in views_of(all_tables()):
            expected = [
                row for row in analysts.rows(view.table, undone=view.undone) if row["match_id"] in ("m-1", "m-5")
            ]
            assert file.execute(f"SELECT COUNT(*) FROM {view.name}").fetchall() == [(len(expected),)], view.name
            said = file.execute(
                "SELECT name, description FROM _columns WHERE table_name = ? ORDER BY rowid", [view.name]
            )
            assert said.fetchall() == [(each.name, each.description) for each in view.columns]
        named = {(row[2], row[3]) for row in file.execute("PRAGMA foreign_key_list(results)")}
        assert named == {("matches", "match_id"), ("seats", "match_id"), ("seats", "winner")}
        # what the views say, pseudonyms and all
        seats = file.execute("SELECT match_id, seat, faction, player FROM seats ORDER BY match_id, seat").fetchall()
    assert seats == [
        (row["match_id"], row["seat"], row["faction"], row["player"])
        for row in analysts.rows("seats")
        if row["match_id"] in ("m-1", "m-5")
    ]


def test_an_event_without_matches_makes_no_file(analysts: Analysts, tmp_path: Path) -> None:
    with pytest.raises(NoMatches):
        export_event(analysts.tables, "e-none", tmp_path / "event.db")
    assert not (tmp_path / "event.db").exists()
    assert len(analysts.rows("matches")) == len(TOLD)
