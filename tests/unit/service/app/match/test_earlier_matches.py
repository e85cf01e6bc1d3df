"""Matches as they were: found near where they are asked for, the same as folded from the beginning."""

from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from domain.match.aggregate import Match, initial
from service.app.match.earlier_matches import EarlierMatches, stops
from service.app.match.matches import MatchApplication
from service.migrate import migrate
from service.settings import Settings
from service.tools.simulate import SimulationTask, decisions
from service.wiring import matches_of

TASK = SimulationTask("agot_lcg", 7, 1)


def at(version: int, match_id: str = "m-1") -> Match:
    return structs.replace(initial(match_id, b""), version=version)


def kept(past: EarlierMatches, version: int, match_id: str = "m-1") -> int:
    found = past.nearest(match_id, version)
    return found.version if found is not None else 0


def test_the_latest_that_is_not_after_is_found() -> None:
    past = EarlierMatches()
    for version in (100, 300, 200):
        past.keep(at(version))
    assert [kept(past, version) for version in (99, 100, 299, 300, 999)] == [0, 100, 200, 300, 300]
    assert kept(past, 300, "m-2") == 0


def test_the_least_lately_asked_for_goes_first() -> None:
    past = EarlierMatches(most=2)
    past.keep(at(1))
    past.keep(at(2))
    assert kept(past, 1) == 1
    past.keep(at(3))
    assert [kept(past, version) for version in (1, 2, 3)] == [1, 1, 3]


@pytest.mark.parametrize(
    ("after", "version", "found"),
    [(0, 0, [0]), (0, 99, [99]), (0, 100, [100]), (0, 250, [100, 200, 250]), (100, 101, [101]), (199, 300, [200, 300])],
)
def test_a_fold_stops_on_its_way(after: int, version: int, found: list[int]) -> None:
    assert stops(after, version) == found


def brought_in(matches: MatchApplication) -> list[Match]:
    """A simulated match in the store; its table at each version."""
    played = list(decisions(TASK))
    matches.bring_in(TASK.match_id, TASK.seed, [(each.payload, each.head) for each in played])
    return [each.match for each in played]


def test_a_match_is_the_same_in_whatever_order_its_versions_are_asked_for(tmp_path: Path) -> None:
    settings = Settings(db=tmp_path / "praetor.db")
    migrate(settings)
    with closing(matches_of(settings)) as matches:
        live = brought_in(matches)
        for version in (250, 3, 120, 250, 119, 1, 260, 200, 199):
            found, expected = matches.at(TASK.match_id, version), live[version - 1]
            assert (found.version, found.head, found.table) == (version, expected.head, expected.table)
