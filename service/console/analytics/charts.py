"""A table of a figure as a Vega-Lite specification: made here, drawn in the browser by vendored files.

A share or mean is a point with its interval as a line; one that rests on few cases is hollow. A spread is bars. Each
mark leads to its rows and says on pointing what its line of the table says. No specification loads anything.
"""

from __future__ import annotations

from typing import Any

from domain.kernel.history.figures import HistoryFigure
from service.console.analytics.figure_tables import FigureTable, TableLine, class_name

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
# a line of the chart, in pixels
STEP = 26
# with more of them, empty classes get no place on an axis
MOST_CLASSES = 200
TEXT = "currentColor"
CONFIG: dict[str, Any] = {
    "background": None,
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": TEXT,
        "titleColor": TEXT,
        "domainColor": TEXT,
        "tickColor": TEXT,
        "gridColor": TEXT,
        "gridOpacity": 0.15,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
}
SMALL_IS_HOLLOW = {"condition": {"test": "datum.small", "value": 0.15}, "value": 1}


def chart_of(figure: HistoryFigure, table: FigureTable, most: int) -> dict[str, Any]:
    """The chart of the first lines of a table, at most so many."""
    lines = table.lines[:most]
    chart: dict[str, Any] = {
        "$schema": SCHEMA,
        "description": f"{figure.title}, {table.title}. {figure.about} The table has the same numbers.",
        "width": "container",
        "autosize": {"type": "fit-x", "contains": "padding"},
        "padding": 10,
        "data": {"values": [datum_of(each) for each in lines]},
        "config": CONFIG,
    }
    return {**chart, **(bars(lines, table) if table.is_spread else points(table, len(lines)))}


def datum_of(line: TableLine) -> dict[str, Any]:
    """A line of the table as a chart has it."""
    group = line.group
    numbers = {"value": group.value, "low": group.low, "high": group.high, "small": group.is_small}
    return {"name": line.name, **numbers, "told": line.sentence, "rows": line.rows}


def points(table: FigureTable, drawn: int) -> dict[str, Any]:
    """The points with their intervals, one line each, in the order of the table, so many."""
    return {
        "height": STEP * drawn,
        "encoding": {
            "y": {"field": "name", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 150}},
            **mark_channels(),
        },
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2, "color": TEXT},
                "encoding": {"x": {"field": "low", **value_axis(table)}, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 110, "color": TEXT, "stroke": TEXT, "strokeWidth": 2},
                "encoding": {"x": {"field": "value", **value_axis(table)}, "fillOpacity": SMALL_IS_HOLLOW},
            },
        ],
    }


def bars(lines: list[TableLine], table: FigureTable) -> dict[str, Any]:
    """The bars of some lines side by side, each with its interval; empty classes between them keep their place."""
    return {
        "height": 180,
        "encoding": {
            "x": {
                "field": "name",
                "type": "ordinal",
                "sort": None,
                "title": None,
                "scale": {"domain": classes_of(lines)},
                "axis": {"labelAngle": 0, "labelOverlap": True},
            },
            **mark_channels(),
        },
        "layer": [
            {
                "mark": {"type": "bar", "color": TEXT, "stroke": TEXT, "strokeWidth": 1},
                "encoding": {"y": {"field": "value", **value_axis(table)}, "fillOpacity": SMALL_IS_HOLLOW},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2, "color": TEXT},
                "encoding": {"y": {"field": "low", **value_axis(table)}, "y2": {"field": "high"}},
            },
        ],
    }


def classes_of(lines: list[TableLine]) -> list[str]:
    """The names of the classes from the first line to the last, of the same width; of very many those with a line."""
    bounds = {(int(each.group.labels[1]), int(each.group.labels[2])): each.name for each in lines}
    widths = {most - least + 1 for least, most in bounds}
    first, last, width = min(bounds)[0], max(bounds)[0], max(widths)
    if len(widths) > 1 or (last - first) // width > MOST_CLASSES:
        return [each.name for each in lines]
    every = ((least, least + width - 1) for least in range(first, last + 1, width))
    return [bounds.get(each, class_name(*each)) for each in every]


def mark_channels() -> dict[str, Any]:
    """What every mark says on pointing, and where it leads."""
    return {"tooltip": {"field": "told", "type": "nominal"}, "href": {"field": "rows", "type": "nominal"}}


def value_axis(table: FigureTable) -> dict[str, Any]:
    """The axis of the numbers: shares from nothing to all, means from nothing on."""
    if table.is_mean:
        return {"type": "quantitative", "title": f"mean {table.measure}", "scale": {"zero": True}}
    return {
        "type": "quantitative",
        "title": f"share {table.measure}",
        "scale": {"domain": [0, 1]},
        "axis": {"format": ".0%", "tickCount": 5},
    }
