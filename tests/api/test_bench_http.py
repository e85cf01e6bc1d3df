"""The HTTP benchmark runs, and its floors answer as the service does."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from service.tools.bench_http.figures import KINDS, command_figures, fresh_file, query_figures, subjects
from service.tools.bench_http.load import WrongAnswer, load
from service.tools.bench_http.servers import command_requests
from tests.forked import Python
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def forked_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of the benchmark are forked, as those of other tests are."""

    def start(command: list[str], *, env: dict[str, str], stdout: int, pass_fds: Sequence[int]) -> Python:
        return Python(command[1:], env=env, stdout=stdout, pass_fds=pass_fds)

    started = SimpleNamespace(Popen=start, DEVNULL=subprocess.DEVNULL)
    monkeypatch.setattr("service.tools.bench_http.servers.subprocess", started)


def test_commands_are_measured_beside_empty_engine_and_echo() -> None:
    figures = command_figures(fresh_file, 1, 0.3)
    assert all(figure.value > 0 and (figure.floor or 0) > 0 for figure in figures)
    assert [figure.unit for figure in figures] == ["1/s", "1/s", "ms", "µs"] * 2


def test_queries_and_cold_loads_are_measured() -> None:
    names = [figure.name for figure in query_figures(fresh_file, 60, 20)]
    assert names == ["window query, p50", "window query of a match not in memory, p50", "cold load of a match"]


def test_a_floor_answers_the_same_bodies_and_a_wrong_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.tools.bench_http.load.SILENCE", PATIENCE)
    with subjects(fresh_file) as under_load:
        assert [subject.kind for subject in under_load] == list(KINDS)
        for subject in under_load:
            played = subject.load(2, 0.2)
            assert played.loaded.latencies
            # nobody has opened this match, so its keys are unknown
            unknown = command_requests("m-nobody", subject.script)
            with pytest.raises(WrongAnswer, match="401"):
                load(subject.server.address, [unknown], 1.0)
