"""Matches decided again on a cluster: two workers on this machine find what this process finds."""

from __future__ import annotations

import shlex
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from distributed import LocalCluster

from domain.judging.readjudication.rule_changes import RuleChange
from service.readjudication.child import end_children
from service.readjudication.cluster import NoCluster, cluster_executor
from service.readjudication.deciding import MatchTask, decide_match
from service.readjudication.running import decide_tasks
from tests.api.cli import Praetor
from tests.api.test_cli_readjudicate import guide_blocks
from tests.corpus import COMMITTED, read

CARDS = '[{"id": "lannisport-merchant", "cost": 6}]'
TASKS = [
    MatchTask(path.name, "aa", str(path), read(path), RuleChange("agot_lcg", CARDS), running=True, seconds=60)
    for path in sorted(COMMITTED.glob("agot_lcg-*.jsonl.gz"))
]


def test_two_workers_find_what_one_process_finds(tmp_path: Path) -> None:
    """Each task goes with its record: the workers stand in a folder of their own, and one of the records is damaged."""
    damaged = MatchTask("m-none", "aa", "x", [b"{"], RuleChange(), running=True, seconds=60)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
        ) as cluster,
        cluster_executor(cluster.scheduler_address) as (executor, at_once),
    ):
        assert at_once == 2
        found = list(decide_tasks(executor, [*TASKS, damaged], at_once))
    assert {each.match: each for each in found} == {each.match: decide_match(each) for each in (*TASKS, damaged)}
    assert any(each.differences for each in found)


def test_the_commands_of_the_guide_are_there_and_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *started, given = guide_blocks("sh")[-1].splitlines()
    assert [line.split()[:2] for line in started] == [["dask", "scheduler"], ["dask", "worker"]]
    assert {line.split()[1] for line in started} <= entry_points(group="dask_cli").names
    monkeypatch.chdir(tmp_path)
    Path("records").mkdir()
    Path("records/one.jsonl").write_bytes(b"\n".join(TASKS[0].record))
    Path("cards.yaml").write_text(guide_blocks("yaml")[0])
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, processes=False) as cluster:
        address = cluster.scheduler_address
        line = given.removeprefix("praetor ").replace("tcp://scheduler:8786", address)
        found = Praetor(tmp_path)(*shlex.split(line), "--running")
        end_children()
    assert found.exit_code == 0, found.output
    assert "1 matches decided again, 0 differ; 1 now, in " in found.stderr


def test_where_no_scheduler_answers_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.readjudication.cluster.CONNECT_SECONDS", 0.5)
    with pytest.raises(NoCluster), cluster_executor("tcp://127.0.0.1:9"):
        pytest.fail("no scheduler is there")
    (tmp_path / "x.jsonl").touch()
    refused = Praetor(tmp_path).refuses(
        "readjudicate", "--records", tmp_path / "x.jsonl", "--cluster", "tcp://127.0.0.1:9"
    )
    assert "--cluster: " in refused
