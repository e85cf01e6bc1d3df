"""Questions about long matches: what they look at is bounded, and pages tell together what is told at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from domain.judging.inquiry import chronicle
from domain.judging.inquiry.comparing import compare_in_part, compare_versions
from domain.judging.inquiry.timeline import TimelineExtras, TimelineQuery
from domain.kernel.table import FLOW, CopyOnWriteMap
from domain.match.events import event_kind
from service.web.branch import compared_sides
from tests.judging.heard import Heard, ended, heard, names, read, stored_in
from tests.judging.test_timeline import actions, timeline


class Counter:
    """A function that counts how often it is called."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.calls = function, 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls += 1
        return self.function(*given, **named)


def count_views(match: Heard, patch: pytest.MonkeyPatch) -> Counter:
    """A count of the views that are built of a match from now on."""
    rules = type(match.match.rules)
    counted = Counter(rules.view)
    patch.setattr(rules, "view", lambda *asked, **how: counted(*asked, **how))
    return counted


@pytest.mark.parametrize("game", names())
def test_no_view_tells_apart_tables_that_differ_in_how_play_goes_on(game: str) -> None:
    match = heard(game)
    view = partial(match.match.rules.view, judging=False)
    blank: dict[str, Any] = {"stack": [], "waiting": None, "forced": (), "unasked": CopyOnWriteMap(), "serial": 0}
    assert blank.keys() == FLOW
    for state in match.states.values():
        other = structs.replace(state.table, **blank)
        assert other.looks_like(state.table)
        for viewer in (match.match.table.seats[0], "public", "admin"):
            assert {**view(state.table, viewer), "waiting": None} == view(other, viewer)


@pytest.mark.parametrize("game", names())
def test_each_event_is_looked_at_once_for_the_flags_of_all_versions(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = heard(game)
    counted = Counter(event_kind)
    monkeypatch.setattr(chronicle, "event_kind", counted)
    told = match.told
    flags = [told.at(version).flags for version in match.events]
    assert counted.calls == len(match.events)
    assert [bool(each.frozen) for each in flags] == [bool(match.states[each].flags.frozen) for each in match.events]


@pytest.mark.parametrize("game", names())
def test_only_events_that_change_what_is_seen_are_looked_at_for_what_touched_a_difference(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, told = heard(game), heard(game).told
    newest = match.match.version
    seen = [each for each in told.path(newest) if told.is_seen(each)]
    counted = count_views(match, monkeypatch)
    whole = compare_versions(told, newest - 1, newest, "public", judging=False)
    few = counted.calls
    assert few <= 4 + 2 * len(seen) + sum(len(match.events[each].facts) + 1 for each in seen)
    part = compare_in_part(told, newest - 1, newest, "public", most=2, judging=False)
    assert counted.calls - few <= 4 + 2 * 3 + 2 * 2 * (1 + max(len(each.facts) for each in match.events.values()))
    assert [(row.object, row.field) for row in part.differences] == [(row.object, row.field) for row in whole]


@pytest.mark.parametrize("game", names())
def test_pages_of_a_comparison_tell_together_what_touched_each_difference(game: str) -> None:
    match, told = heard(game), heard(game).told
    left, right = 20, match.match.version
    wanted, before = compare_versions(told, left, right, "judge", judging=False), 10**9
    found: dict[tuple[str, str, str], str] = {}
    while before:
        page = compare_in_part(told, left, right, "judge", before=before, most=3, judging=False)
        for row in page.differences:
            for side in ("touched_left", "touched_right"):
                if at := getattr(row, side):
                    found.setdefault((row.object, row.field, side), at)
        assert page.next < before
        before = page.next
    for row in wanted:
        for side in ("touched_left", "touched_right"):
            assert found.get((row.object, row.field, side), "") == getattr(row, side)


def paged(api: Any, path: str, who: str, on: str = "from") -> list[Any]:
    """All pages of an answer about the match."""
    found = [read(api, path, who)]
    while found[-1]["next"]:
        found.append(read(api, f"{path}&{on}={found[-1]['next']}", who))
    return found


@pytest.mark.parametrize("game", names())
def test_pages_over_http_tell_together_what_one_would(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ended(game)
    seat, thing = match.match.table.seats[0], match.match.table.seats[1]
    monkeypatch.setattr(compared_sides, "MOST_VIEWS", 4)
    with stored_in(tmp_path, match) as api:
        pages = paged(api, "/timeline?limit=30", seat)
        whole = timeline(match.told, seat, TimelineQuery(), TimelineExtras())
        assert len(pages) > 2
        assert [each["marks"] for each in pages if each["marks"]]
        assert [each for page in pages for each in page["marks"]] == whole["marks"]
        told = [action["version"] for page in pages for *_, action in actions(page)]
        assert told == [action["version"] for *_, action in actions(whole)]
        for path, lists in (
            (f"/missed?seat={seat}", ["found"]),
            (f"/things/{thing}/history?as={seat}", ["facts", "way"]),
        ):
            [one], pages = paged(api, path, seat), paged(api, f"{path}&limit=30", seat)
            assert len(pages) > 2
            for each in lists:
                assert [row for page in pages for row in page[each]] == one[each]
        pages = paged(api, "/compare?left=20", seat, on="before")
        assert len(pages) > 1
        assert pages[0]["differences"]
