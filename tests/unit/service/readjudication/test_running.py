"""Runs over many matches: what a process dies of, what is damaged, and where a run that was killed goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from domain.judging.readjudication.rule_changes import RuleChange
from service.exports.atomic_folder import FolderInUse
from service.readjudication.child import ChildProcess
from service.readjudication.deciding import MatchFindings, MatchTask, decide_match
from service.readjudication.rows import rows_of
from service.readjudication.run_folder import OtherChange, RunManifest, kept_run
from service.readjudication.sources import tasks_of_records
from tests.corpus import COMMITTED, read

ENGINE_ALONE = RunManifest.begin(RuleChange(), running=True)


def task_of(name: str = "agot_lcg-0", *, running: bool = True, game: str = "", seconds: float = 60) -> MatchTask:
    return MatchTask("m-1", "aa", "x.jsonl", read(COMMITTED / f"{name}.jsonl.gz"), RuleChange(game), running, seconds)


def test_matches_that_are_not_over_are_passed_over_unless_they_are_asked_for() -> None:
    assert decide_match(task_of(running=False)).what == "running"
    found = decide_match(task_of(running=True))
    assert (found.what, found.running, found.versions) == ("decided", True, 95)
    assert decide_match(task_of("agot_board-0", game="agot_lcg")).what == "other game"


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda lines: lines[:-1], "line 1: versions: 95, but 94 lines of events follow"),
        (lambda lines: [*lines[:4], lines[4].replace(b'"key":"', b'"key":"x'), *lines[5:]], "broken at version 4"),
        (lambda lines: [*lines[:4], b"{", *lines[5:]], "line 5"),
        (lambda lines: [lines[0].replace(b"agot_lcg", b"agot_ccg"), *lines[1:]], "line 1"),
        (lambda lines: [], "line 1"),
    ],
)
def test_a_damaged_record_is_told_and_breaks_nothing(damage: object, problem: str) -> None:
    assert callable(damage)
    task = task_of()
    found = decide_match(msgspec.structs.replace(task, record=damage(task.record)))
    assert found.what == "damaged"
    assert problem in found.problem
    [row] = rows_of([found])
    assert (row.kind, row.now, row.version) == ("damaged", found.problem, 0)


def child_that(does: str) -> ChildProcess:
    """A child that reads a task and then does something else than decide it."""
    code = f"import os, signal, sys, time; sys.stdin.readline(); {does}"
    return ChildProcess((sys.executable, "-c", code))


@pytest.mark.parametrize(
    ("does", "what", "problem"),
    [
        ("os._exit(3)", "died", "its process ended with status 3"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "died", "its process ended with status -11"),
        ("signal.setitimer(signal.ITIMER_REAL, .01); time.sleep(60)", "timed out", "not decided in 2 s"),
    ],
)
def test_what_a_process_dies_of_is_told_and_the_next_match_gets_a_new_one(does: str, what: str, problem: str) -> None:
    child = child_that(does)
    for _ in range(2):
        found = child.decide(task_of(seconds=2))
        assert (found.match, found.what, found.problem, found.is_settled) == ("m-1", what, problem, False)
    assert child.end() == 0


def test_a_child_decides_one_match_after_the_other_within_its_time() -> None:
    child = ChildProcess()
    assert child.decide(task_of("agot_board-0")).what == "decided"
    assert child.decide(task_of("agot_lcg-1")).what == "decided"
    assert child.end() == 0


def test_a_file_that_is_no_record_is_told(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("{}\n")
    [found] = tasks_of_records([tmp_path / "none.jsonl"], lambda *task: pytest.fail("no task"))
    assert isinstance(found, MatchFindings)
    assert (found.match, found.what) == ("none.jsonl", "damaged")


def test_a_run_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    """Half a line at the end of the results is what a dying process wrote; that match is decided again."""
    one, two, three = (MatchFindings(f"m-{n}", "aa", "x", "decided") for n in (1, 2, 3))
    with kept_run(tmp_path, ENGINE_ALONE) as run:
        run.add(one)
        run.add(msgspec.structs.replace(two, what="died"))
        run.add(three)
    results = tmp_path / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-4])
    tasks = [msgspec.structs.replace(task_of(), match=f"m-{n}") for n in (1, 2, 2, 3)]
    with kept_run(tmp_path, ENGINE_ALONE) as run:
        assert [each.match for each in run.tasks_to_try(tasks)] == ["m-2", "m-3"]
        run.add(two)
        run.add(three)
        run.finish()
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with kept_run(tmp_path, ENGINE_ALONE) as run:
        grown = msgspec.structs.replace(tasks[0], head="bb")
        assert [each.head for each in run.tasks_to_try([*tasks[1:], grown])] == ["bb"]
        run.finish()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files
    assert not [path for path in tmp_path.iterdir() if path.stat().st_mode & 0o77]


def test_a_folder_is_of_one_run_and_has_one_writer(tmp_path: Path) -> None:
    with kept_run(tmp_path, ENGINE_ALONE), pytest.raises(FolderInUse), kept_run(tmp_path, ENGINE_ALONE):
        pytest.fail("two writers")
    with pytest.raises(OtherChange), kept_run(tmp_path, RunManifest.begin(RuleChange(), running=False)):
        pytest.fail("another run")
