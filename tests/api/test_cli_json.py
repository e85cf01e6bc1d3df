"""JSON on the command line: a name that stands twice in one object is refused by every command, as over HTTP."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.api.cli import ROOT, Praetor, migrated, opened

SAID = "stands twice in one object"
DECK = '{"faction_code": "stark", "slots": {"01153": 2, "01153": 1}}'
FILES = {
    "regulation.json": '{"name": "ours", "title": "Ours", "title": "Theirs"}',
    "case.json": '{"document": {"case": {}}, "document": {}, "signature": {}}',
    "deck.json": DECK,
    "round.json": '[{"table": 1, "players": ["Ann"]}, {"table": 2, "players": ["Bert"], "players": ["Zoe"]}]',
    "record.jsonl": '{"record": 1, "match": "m-1", "match": "m-2", "game": "agot_lcg"}',
    "position.yaml": "game: agot_lcg\nposition: {round: 1, round: 2}\n",
}


@pytest.fixture
def praetor(tmp_path: Path) -> Praetor:
    """A store with a match and an event, and the files in its folder."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    made = opened(tmp_path)
    made.does("event", "new", "One", "--regulation", "cards-duel", "--id", "e-1")
    return made


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (
            ("match", "do", "m-test", "alice", '{"type": "decide_mulligan", "mulligan": true, "mulligan": false}'),
            "mulligan",
        ),
        (("ask", "explain", "m-test", "alice", '{"type": "pass", "type": "decide_mulligan"}'), "type"),
        (("event", "do", "e-1", '{"type": "enrol_players", "players": ["Ann"], "players": ["Zoe"]}'), "players"),
        (("event", "do", "e-1", ' {"type": "enrol_players", "players": ["Ann"], "players": ["Zoe"]}'), "players"),
        (("event", "new", "Two", "--regulation", "regulation.json"), "title"),
        (("event", "pairings", "e-1", 1, "round.json"), "players"),
        (("match", "new", "--deck", "alice=deck.json", "--deck", "bob=deck.json"), "01153"),
        (("match", "new", "--game", "agot_board", "--option", 'draw={"a": 1, "a": 2}'), "a"),
        (("case", "check", "case.json"), "document"),
        (("import", "record.jsonl"), "match"),
    ],
)
def test_a_name_twice_in_one_object_is_refused_and_named(
    praetor: Praetor, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], name: str
) -> None:
    monkeypatch.chdir(praetor.db.parent)
    assert f"the name '{name}' {SAID}" in praetor.refuses(*words)
    assert praetor.json("event", "show", "e-1")["version"] == 1
    assert praetor.json("match", "show", "m-test")["version"] == 1


def test_the_table_in_which_a_name_stands_twice_is_numbered(praetor: Praetor) -> None:
    assert "line 2" in praetor.refuses("event", "pairings", "e-1", 1, praetor.db.parent / "round.json")


def test_a_key_that_stands_twice_in_a_position_is_refused(praetor: Praetor) -> None:
    assert "stands twice" in praetor.refuses("match", "new", "--position", praetor.db.parent / "position.yaml")


def test_what_is_nested_too_deep_is_refused(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    assert "COMMAND: not JSON: nested too deep" in praetor.refuses("event", "do", "e-1", '{"a":' * 50_000)


def test_no_command_and_no_reader_of_files_reads_json_by_itself() -> None:
    """Each must go through `read_json`; a record's own payload is read again after that."""
    own = {"service/files/records.py": 1, "service/files/pairings.py": 2}
    found = {
        str(path.relative_to(ROOT)): count
        for folder in ("commands", "files")
        for path in sorted((ROOT / "service" / folder).glob("*.py"))
        if (count := ast.unparse(ast.parse(path.read_text())).count("msgspec.json.decode("))
    }
    assert found == own
