"""`praetor ask`: the judge's questions on the command line, the same answers as over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from domain.judging.inquiry.missed_opportunities import KINDS
from service.cli import main
from tests.judging.heard import MATCH, ended, names, read, stored_in

PAIRS = (
    (("timeline",), "/timeline", "rounds"),
    (("numbers",), "/numbers", "numbers"),
    (("next",), "/next", "steps"),
    (("knowledge",), "/knowledge", "known"),
    (("chance",), "/chance", "results"),
    (("compare", "20"), "/compare?left=20", "differences"),
    (("clocks",), "/clocks", "seats"),
)


def asked(db: Path, *words: str) -> Any:
    [question, *more] = words
    result = CliRunner().invoke(main, ["--db", str(db), "ask", question, MATCH, *more])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("game", names())
def test_the_command_line_answers_as_the_service_does(game: str, tmp_path: Path) -> None:
    match = ended(game)
    seat = match.match.table.seats[0]
    with stored_in(tmp_path, match) as api:
        db = tmp_path / "praetor.db"
        for words, path, name in PAIRS:
            found = asked(db, *words, "--as", seat)
            wanted = read(api, path, seat)
            assert (found["version"], found["line"], found["viewer"]) == (match.match.version, "main", seat)
            if name != "differences":
                assert found[name] == wanted[name], words
            else:
                assert len(found[name]) == len(wanted[name])
        assert asked(db, "missed", seat)["seat"] == seat
        for kind in KINDS:
            wanted = read(api, f"/missed?seat={seat}&kind={kind}", "admin")
            assert asked(db, "missed", seat, "--kind", kind)["found"] == wanted["found"], kind
        told = CliRunner().invoke(main, ["--db", str(db), "ask", "missed", MATCH, seat, "--kind", "pased"])
        assert (told.exit_code, "'pased' is not one of 'passed'" in told.output) == (2, True)
        assert asked(db, "integrity", "--readjudicate")["differences"] == []
        thing = next(iter(match.match.table.cards))
        assert asked(db, "thing", thing)["facts"] == read(api, f"/things/{thing}/history", "admin")["facts"]
        command = json.dumps({"type": "concede"})
        [check, *_] = checks = asked(db, "explain", seat, command)["checks"]
        assert (check["rule"], check["ok"], check["asked"]) == ("match.over", False, True)
        wanted = read(api, f"/explain?as={seat}&command={command}", "admin")
        assert checks == wanted["checks"]


def test_one_seat_may_not_ask_for_another(tmp_path: Path) -> None:
    with stored_in(tmp_path, ended("agot_lcg")):
        db = str(tmp_path / "praetor.db")
        for words in (["missed", MATCH, "bob"], ["explain", MATCH, "bob", "{}"]):
            result = CliRunner().invoke(main, ["--db", db, "ask", *words, "--as", "alice"])
            assert result.exit_code == 2
