"""Several processes on one store, one of them killed."""

import subprocess
from pathlib import Path
from time import monotonic

import pytest

from tests.forked import Python
from tests.integration.store.counting import opened, store_in
from tests.integration.store.places import Place


def writing(*arguments: object) -> Python:
    return Python(["-m", "tests.integration.store.writing", *arguments], stdout=subprocess.PIPE, text=True)


def test_a_killed_writer_loses_no_acknowledged_event(place: Place) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)
    acknowledged = {}
    for _ in range(3):
        writer = writing("endless", place.text, match_id)
        assert writer.stdout is not None
        first = [writer.stdout.readline() for _ in range(40)]
        writer.kill()
        for line in [*first, *writer.communicate()[0].splitlines()]:
            version, key = line.split()
            acknowledged[key] = int(version)
    with store_in(place.db) as matches:
        newest = [match for _, match in matches.replay(match_id)][-1]
        assert len(acknowledged) > 100
        assert {key: newest.find_by_key("alice", key) for key in acknowledged} == acknowledged
        # at most the one whose acknowledgement each killed process still owed
        assert newest.version - 1 - len(acknowledged) <= 3


@pytest.mark.parametrize("gate", ["y", "n"])
def test_a_reader_that_follows_two_writing_processes_misses_nothing(tmp_path: Path, gate: bool) -> None:
    path = tmp_path / "p.db"
    with store_in(path) as matches:
        writers = [writing("fill", path, name, 1002, gate) for name in ("a", "b")]
        seen, position, deadline = [], 0, monotonic() + 60
        running = True
        while running and monotonic() < deadline:
            running = any(writer.poll() is None for writer in writers)
            while found := matches.recorder.select_notifications(position, 500, inclusive_of_start=False):
                position = found[-1].id
                seen += [(n.originator_id, n.originator_version) for n in found]
        for writer in writers:
            assert writer.communicate()[0] == ""
            assert writer.returncode == 0
        assert len(seen) == len(set(seen)) == 2004
        assert matches.recorder.max_notification_id() == position
