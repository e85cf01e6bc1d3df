"""`praetor case`: precedents on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.judging.cases import commands as m
from domain.judging.cases.desk import AssignJudge
from domain.judging.cases.entries import Ruling
from domain.match.envelope import Actor
from service.files.scenarios import run_files
from service.settings import Settings
from service.wiring import services_of
from tests.api.cli import Praetor, simulated

JUDGE = Actor("jan", "judge")
BOARD = ("--game", "agot_board", "--seats", 3)
RULE = "judging.ruling.cites-rules"


def ruled(praetor: Praetor, case: str, version: int, finding: str) -> None:
    """A closed case, a note about a version of the store's match."""
    services = services_of(Settings(db=praetor.db))
    match = services.matches.list_matches()[0].match_id
    services.desks.enter(match, AssignJudge(JUDGE.actor), by=Actor("root", "admin"), key=f"call {case}")
    seats = [Actor(seat, "seat") for seat in services.matches.fresh(match).table.seats]
    services.desks.enter(match, AssignJudge(JUDGE.actor), by=Actor("admin-1", "admin"), key="call")
    services.cases.open(case, m.Open(match, moment=str(version), freeze=False), by=JUDGE, key="0")
    given: list[tuple[Actor, Any]] = [(JUDGE, m.Take()), *((seat, m.State("As it was.")) for seat in seats)]
    given += [(JUDGE, m.GiveRuling(Ruling(finding, "The log.", "Play on.", rules=(RULE,))))]
    given += [*((seat, m.Accept()) for seat in seats), (JUDGE, m.Close("Done."))]
    for number, (by, command) in enumerate(given, 1):
        services.cases.move(case, command, by=by, key=str(number))
    services.close()


@pytest.mark.parametrize("game", [(), BOARD], ids=["cards", "board"])
@pytest.mark.parametrize("version", [2, 9, 40])
def test_a_case_becomes_a_scenario_that_passes_by_one_command(
    tmp_path: Path, game: tuple[Any, ...], version: int
) -> None:
    praetor = simulated(tmp_path, 1, *game)
    ruled(praetor, "c-1", version, "Nothing was amiss.")
    out = tmp_path / "case.yaml"
    praetor.does("case", "scenario", "c-1", "--out", out)
    report = run_files([out])
    assert report.has_passed, report.lines()
    text = out.read_text()
    assert text.startswith("# From case c-1 about match m-sim-")
    assert "title: Nothing was amiss." in text
    assert f"to {version}." in text.splitlines()[0] or text.splitlines()[1].startswith("# It ends there: version")


def test_cases_are_listed_and_found_alike(tmp_path: Path) -> None:
    praetor = simulated(tmp_path)
    for case, finding in (("c-1", "Ice was used."), ("c-2", "Ice again."), ("c-3", "A word.")):
        ruled(praetor, case, 2, finding)
    listed = praetor.json("case", "list", "--card", "Ice")
    assert {"c-1", "c-2"} <= {each["case"] for each in listed}
    assert len(praetor.json("case", "list", "--rule", "judging.ruling")) == 3
    assert praetor.json("case", "list", "--rule", "agot_lcg.stealth") == []
    like = praetor.json("case", "like", "c-1")
    assert like[0]["case"] == "c-2"
    assert "core/ice" in like[0]["cards"]
    assert RULE in praetor.does("case", "like", "c-1")
    assert "c-3  closed" in praetor.does("case", "list")
    assert "c-none" in praetor.refuses("case", "like", "c-none")


def test_an_export_is_signed_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    praetor = simulated(tmp_path)
    ruled(praetor, "c-1", 2, "Nothing was amiss.")
    assert "request.no-signing-key" in praetor.refuses("case", "export", "c-1")
    assert "request.no-signing-key" in praetor.refuses("keys", "signing")
    monkeypatch.setenv("PRAETOR_SIGNING_KEY", praetor.does("keys", "signing", "--new").strip())
    public = praetor.does("keys", "signing").strip()
    out = tmp_path / "case.json"
    praetor.does("case", "export", "c-1", "--out", out)
    assert praetor.does("case", "check", out, "--signer", public) == f"c-1  signed by {public}\n"
    assert "signed by the key" in praetor.refuses("case", "check", out, "--signer", "AAAA")
    changed = json.loads(out.read_text())
    changed["document"]["case"]["judge"] = "somebody"
    out.write_text(json.dumps(changed))
    assert "not what was signed" in praetor.refuses("case", "check", out)
    out.write_text("[]")
    assert "not an exported case" in praetor.refuses("case", "check", out)
