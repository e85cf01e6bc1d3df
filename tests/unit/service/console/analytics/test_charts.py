"""Charts: an axis of classes has a place for each of them, also for those in which nothing is."""

from __future__ import annotations

import pytest

from domain.kernel.history.figures import SPREAD
from projections.analytics.counting import FigureGroup
from projections.analytics.figures import LENGTH
from service.console.analytics.charts import MOST_CLASSES, chart_of
from service.console.analytics.figure_tables import FigureTable, TableLine, class_name


def axis_of(*bounds: tuple[int, int]) -> list[str]:
    """The classes on the axis of a spread that has these alone."""
    lines = []
    for least, most in bounds:
        group = FigureGroup("agot_board", ("rounds", least, most), 1, 9, 1 / 9, 0.0, 1.0, hits=1)
        name = class_name(least, most)
        lines.append(TableLine(name, (("rounds", name),), "1 of 9", "11%", "0% to 100%", "", name, "/rows", group))
    table = FigureTable("Rounds", "agot_board", ("Rounds", "Matches", "Share"), lines, True, "matches", False)
    assert LENGTH.kind == SPREAD
    domain = chart_of(LENGTH, table, len(lines))["encoding"]["x"]["scale"]["domain"]
    assert isinstance(domain, list)
    return domain


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ([(3, 3)], ["3"]),
        ([(3, 3), (4, 4), (7, 7)], ["3", "4", "5", "6", "7"]),
        ([(0, 49), (150, 199)], ["0–49", "50–99", "100–149", "150–199"]),
        ([(0, 49), (60, 69)], ["0–49", "60–69"]),
        ([(1, 1), (MOST_CLASSES + 2, MOST_CLASSES + 2)], ["1", str(MOST_CLASSES + 2)]),
    ],
)
def test_classes_without_a_match_keep_their_place_on_the_axis(
    bounds: list[tuple[int, int]], expected: list[str]
) -> None:
    assert axis_of(*bounds) == expected
