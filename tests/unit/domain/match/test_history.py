"""The lines of a match and the time of its answers, where rewinds go back and bring back what one of them undid."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.judging.inquiry.clocks import TimeCount
from domain.match.events import event_type
from domain.match.history import MAIN_LINE, answer_times, match_lines, recorded_time
from tests.judging.heard import heard, names


def events(*backs: int) -> list[Any]:
    """Events of which some go back to an earlier version (0: none does)."""
    made = []
    for number, back in enumerate(backs, 1):
        kind = event_type("rewound" if back else "action")
        made.append(kind(id=f"a{number}", key="k", actor="o", at="", engine="1", pool="p", back=back))
    return made


def lines(found: Sequence[Any]) -> list[tuple[list[int], list[int], int]]:
    return [(list(each.path), sorted(each.own), each.undone_by) for each in match_lines(found)]


def test_a_match_that_never_went_back_has_one_line() -> None:
    assert lines(events(0, 0, 0)) == [([1, 2, 3], [1, 2, 3], MAIN_LINE)]


def test_what_a_rewind_undid_is_a_line_of_its_own() -> None:
    assert lines(events(0, 0, 0, 1, 0)) == [([1, 4, 5], [1, 4, 5], MAIN_LINE), ([1, 2, 3], [2, 3], 4)]


def test_each_rewind_has_undone_what_was_played_since_the_one_before() -> None:
    found = lines(events(0, 0, 0, 2, 0, 1, 0))
    assert found == [([1, 6, 7], [1, 6, 7], MAIN_LINE), ([1, 2, 3], [3], 4), ([1, 2, 4, 5], [2, 4, 5], 6)]


def test_what_a_later_rewind_brings_back_stands_again() -> None:
    found = lines(events(0, 0, 0, 1, 0, 3, 0))
    assert found == [([1, 2, 3, 6, 7], [1, 2, 3, 6, 7], MAIN_LINE), ([1, 4, 5], [4, 5], 6)]


@pytest.mark.parametrize("game", names())
def test_every_version_is_on_one_line(game: str) -> None:
    match = heard(game)
    found = match_lines([match.events[version] for version in sorted(match.events)])
    owned = [version for each in found for version in each.own]
    assert sorted(owned) == sorted(match.events)
    assert set(found[0].own) == match.main()


@pytest.mark.parametrize("game", names())
def test_the_time_of_each_answer_is_that_of_the_clocks(game: str) -> None:
    match = heard(game)
    counted = TimeCount(match.told)
    for version in range(2, match.match.version + 1):
        counted.take(version)
    listed = [match.events[version] for version in sorted(match.events)]
    found = answer_times(listed, [recorded_time(each.at) for each in listed], match.match.rules.always)
    assert found == {each.version: each.seconds for each in counted.decisions}
    assert len(found) > 30


@pytest.mark.parametrize("game", names())
def test_an_answer_has_the_time_of_the_wait_that_it_answers(game: str) -> None:
    """By the times since that wait was opened, on the line that was played or by a rewind, without those of freezes."""
    match = heard(game)
    times = {version: datetime.fromisoformat(event.at) for version, event in match.events.items()}
    listed = [match.events[version] for version in sorted(match.events)]
    found = answer_times(listed, list(times.values()), match.match.rules.always)
    rewound = 0
    for version, seconds in found.items():
        before = match.states[version - 1]
        opened = before.table.waiting.wait
        counted = [
            (times[after] - times[after - 1]).total_seconds()
            for after in range(opened + 1, version + 1)
            if not match.states[after - 1].flags.frozen
        ]
        assert seconds == pytest.approx(sum(counted))
        rewound += bool(match.events[opened].back)
    assert rewound


def test_without_recorded_times_no_answer_has_one() -> None:
    match = heard(names()[0])
    listed = [match.events[version] for version in sorted(match.events)]
    assert answer_times(listed, [None] * len(listed), match.match.rules.always) == {}


def test_a_recorded_time_is_read_in_utc() -> None:
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    assert recorded_time("2026-01-02T12:00:00Z") == recorded_time("2026-01-02T12:00:00") == noon
    later = recorded_time("2026-01-02T13:00:00+01:00")
    assert later is not None
    assert later - noon == timedelta(0)
    assert recorded_time("") is None
