"""Intervals, and what is declared of figures."""

from __future__ import annotations

import re
from typing import Any

import pytest

from domain.kernel.history.figures import MATCHES, MEAN, SHARE, SPREAD, HistoryFigure
from projections.analytics import figures
from projections.analytics.counting import SMALL, group_of, mean_interval, measures_of, wilson_interval
from projections.analytics.figures import SHARED_FIGURES, all_figures, game_of_figure


def about(value: float) -> Any:
    return pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
        (15, 50, 0.1910, 0.4375),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_the_interval_of_a_share_is_that_of_wilson(hits: int, n: int, low: float, high: float) -> None:
    assert wilson_interval(hits, n) == (about(low), about(high))


def test_the_interval_of_a_mean_comes_of_its_spread() -> None:
    values = [1.0, 2.0, 3.0, 4.0]
    squares = sum(each * each for each in values)
    mean, low, high = mean_interval(4, sum(values), squares, 1.0)
    assert (mean, low, high) == (2.5, about(2.5 - 1.96 * 0.645497), about(2.5 + 1.96 * 0.645497))
    assert mean_interval(1, 7.0, 49.0, 7.0) == (7.0, None, None)
    # times are never negative, margins may be
    assert mean_interval(2, 10.0, 100.0, 0.0)[1] == 0.0
    assert mean_interval(2, 0.0, 200.0, -10.0)[1] == about(-19.6)
    # what rounding leaves of equal values
    assert mean_interval(3, 0.3, 0.03 - 1e-18, 0.1)[1:] == (about(0.1), about(0.1))


def figure_of(kind: str) -> HistoryFigure:
    return HistoryFigure("f", "F", "about", "SELECT 1", ("kind",), kind, "won")


def test_a_number_of_few_cases_is_small_whatever_it_is() -> None:
    few, enough = SMALL - 1, SMALL
    for kind in (SHARE, SPREAD, MATCHES):
        assert measures_of(figure_of(kind))
        assert [group_of(figure_of(kind), ("g", "x", 1, 1, n)).is_small for n in (few, enough)] == [True, False]
    groups = [group_of(figure_of(MEAN), ("g", "x", n, 1, 1, 0, 1)) for n in (few, enough)]
    assert [each.is_small for each in groups] == [True, False]
    assert [each.hits for each in groups] == [None, None]


def test_every_figure_can_be_an_address_and_says_what_it_is() -> None:
    for name, figure in all_figures().items():
        assert re.fullmatch(r"[a-z][a-z0-9_]*", name)
        assert figure.name == name
        assert figure.title
        assert figure.about.endswith(".")
        assert figure.by
    assert [game_of_figure(each) for each in SHARED_FIGURES] == [""] * len(SHARED_FIGURES)
    assert {game_of_figure(each) for each in all_figures().values()} >= {"", "agot_lcg", "agot_board"}


def test_two_figures_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = HistoryFigure("cards", "Other", "about.", "SELECT 1", ("kind",), SHARE, "won")
    monkeypatch.setattr(figures, "SHARED_FIGURES", (other,))
    with pytest.raises(ValueError, match="cards"):
        all_figures()
