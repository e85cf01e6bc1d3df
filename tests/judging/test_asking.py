"""`praetor ask`: the judge's questions on the command line, the same answers as over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from domain.judging.inquiry.missed_opportunities import KINDS
from service.cli import main
from service.commands.ask import ask
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
    result = CliRunner().invoke(main, ["--db", str(db), "ask", question, MATCH, *more, "--json"])
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


def said(db: Path, *words: str) -> list[str]:
    [question, *more] = words
    result = CliRunner().invoke(main, ["--db", str(db), "ask", question, MATCH, *more], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


@pytest.mark.parametrize("game", names())
def test_every_answer_is_told_in_lines_for_people_without_json(game: str, tmp_path: Path) -> None:
    match = ended(game)
    seat, middle = match.match.table.seats[0], str(match.match.version // 2)
    thing = next(iter(match.match.table.cards))
    asking = {"explain": (seat, '{"type":"concede"}'), "missed": (seat,), "compare": ("20",), "thing": (thing,)}
    with stored_in(tmp_path, match):
        db = tmp_path / "praetor.db"
        # analysts ask of all matches
        for question in ask.commands.keys() - {"analytics"}:
            more = asking.get(question, ())
            at = () if question == "integrity" else ("--at", middle)
            told = said(db, question, *more, *at)
            assert len(told) > 1, question
            assert MATCH in told[0], question
            assert not [each for each in told if each.lstrip().startswith(("{", "[")) or '":' in each], question


def test_answers_name_cards_by_title_and_rules_by_title_too(tmp_path: Path) -> None:
    with stored_in(tmp_path, match := ended("agot_lcg")):
        db = tmp_path / "praetor.db"
        told = said(db, "explain", "alice", '{"type":"concede"}')
        assert told[1] == "no: concede"
        assert told[2].startswith("  by match.over: ")
        assert any(each.startswith("  strength ") and "(" in each for each in said(db, "numbers", "--at", "60"))
        titled = {each.title for each in match.match.rules.pool.cards.values()}
        known = said(db, "knowledge", "--at", "60")
        assert all(any(title in each for title in titled) for each in known[2:] if each.startswith("  "))
        hidden = said(db, "timeline", "--as", "public", "--at", "60")
        assert any("alice draws" in each for each in hidden)
        drawn = next(each for each in hidden if "from alice's deck to hand" in each)
        assert not any(title in drawn for title in titled)


def test_one_seat_may_not_ask_for_another(tmp_path: Path) -> None:
    with stored_in(tmp_path, ended("agot_lcg")):
        db = str(tmp_path / "praetor.db")
        for words in (["missed", MATCH, "bob"], ["explain", MATCH, "bob", "{}"]):
            result = CliRunner().invoke(main, ["--db", db, "ask", *words, "--as", "alice"])
            assert result.exit_code == 2
