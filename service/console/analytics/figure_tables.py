"""The numbers of a figure in words: a table for each game, with a chart of the same numbers, and the rows behind one.

No number stands alone: a share has the cases that it is of, a share and a mean have their interval, and what rests on
few cases is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import url_for
from msgspec import Struct, structs

from domain.games import GAMES
from domain.kernel.history.figures import MATCHES, MEAN, SPREAD, HistoryFigure
from projections.analytics.counting import FigureCount, FigureGroup, RowsBehind
from projections.analytics.match_filter import MatchFilter
from service.app.rulebooks import rule_of
from service.console.words import capitalise, duration
from service.present.text.names import CardTitles, amount, in_words
from service.present.text.words_of_games import game_title, names_for

RULE, SECONDS = "rule", "seconds"
# begins the parameters that name a group
BY = "by-"
# of the columns of a figure's query what a table of rows says otherwise
APART = ("game", "match_id", "version", "place")
HIT, VALUE, CASE = "hit", "value", "case_id"
CSV_COLUMNS = ("rows", "hits", "n", "value", "low", "high", "highest", "small")


class TableLine(Struct, frozen=True):
    """A group of a figure in words: its labels, and the number with all that it rests on.

    `sentence` is all of it in one, `rows` the address of the rows behind it; `group` has the numbers.
    """

    name: str
    labels: tuple[tuple[str, str | int], ...]
    basis: str
    value: str
    interval: str
    extra: str
    sentence: str
    rows: str
    group: FigureGroup


class FigureTable(Struct, frozen=True):
    """The groups of one game, or of one kind of measure in it, as a table."""

    title: str
    game: str
    columns: tuple[str, ...]
    lines: list[TableLine]
    is_spread: bool
    measure: str
    is_mean: bool


def tables_of(figure: HistoryFigure, counted: FigureCount, chosen: MatchFilter) -> list[FigureTable]:
    """The tables of a figure: one for each game, of a spread one for each of its measures."""
    divided: dict[tuple[str, str], list[FigureGroup]] = {}
    for group in counted.groups:
        measured = str(group.labels[0]) if figure.kind == SPREAD else ""
        divided.setdefault((group.game, measured), []).append(group)
    return [table_of(figure, game, measured, groups, chosen) for (game, measured), groups in divided.items()]


def table_of(
    figure: HistoryFigure, game: str, measured: str, groups: list[FigureGroup], chosen: MatchFilter
) -> FigureTable:
    """The table of one game."""
    by = (measured,) if measured else figure.by
    basis, value, extra = headings_of(figure)
    title = f"{game_title(game)}: {in_words(measured)}" if measured else game_title(game)
    names = names_for(GAMES[game].rules)
    lines = [line_of(figure, each, names, chosen) for each in groups]
    headings = (*map(capitalise, by), basis, value, *((extra,) if extra else ()))
    return FigureTable(title, game, headings, distinct(lines), bool(measured), figure.measure, figure.kind == MEAN)


def headings_of(figure: HistoryFigure) -> tuple[str, str, str]:
    """What the columns of the cases, of the number and of what is told beside it are called; empty for nothing."""
    measure = capitalise(figure.measure)
    if figure.kind == MEAN and figure.measure == SECONDS:
        return "Cases", "Mean time", "Longest"
    if figure.kind == MEAN:
        return "Cases", f"Mean {figure.measure}", "Highest"
    return measure, "Share", "Times" if figure.kind == MATCHES else ""


def line_of(figure: HistoryFigure, group: FigureGroup, names: CardTitles, chosen: MatchFilter) -> TableLine:
    """A group in words."""
    by = dict(zip(figure.by, group.labels, strict=True))
    labels = tuple((name, label if name == RULE else label_words(names, name, label)) for name, label in by.items())
    if figure.kind == SPREAD:
        name = class_name(*(label for _, label in labels[1:]))
        labels = ((str(by[figure.by[0]]), name),)
    else:
        name = ", ".join(label_in_chart(column, label) for column, label in labels)
    basis, value, interval, extra = number_words(figure, group)
    few = "; few cases" if group.is_small else ""
    rows = rows_address(figure, group, chosen)
    sentence = f"{name}: {value} ({basis}{f', {extra}' if extra else ''}), 95% interval {interval}{few}"
    return TableLine(name, labels, basis, value, interval, extra, sentence, rows, group)


def class_name(*bounds: str | int) -> str:
    """The name of a class of a spread, from its least to its most; one number where they are the same."""
    return "–".join(dict.fromkeys(map(str, bounds)))


def label_in_chart(column: str, label: str | int) -> str:
    """A label where no heading says what it is."""
    if column == RULE:
        return rule_words(str(label))
    return f"seat {label}" if column == "seat" else str(label)


def number_words(figure: HistoryFigure, group: FigureGroup) -> tuple[str, str, str, str]:
    """The cases of a group, its number, the interval, and what is told beside it, in words."""
    write = value_writer(figure)
    interval = (
        f"{write(group.low)} to {write(group.high)}"
        if group.low is not None and group.high is not None
        else "none of one case"
    )
    if figure.kind == MEAN:
        return f"n = {group.n}", write(group.value), interval, write(group.highest or 0.0)
    extra = amount(group.rows, "time") if figure.kind == MATCHES else ""
    return f"{group.hits} of {group.n}", write(group.value), interval, extra


def value_writer(figure: HistoryFigure) -> Callable[[float], str]:
    """The function that writes the numbers of a figure: shares in per cent, times in words."""
    if figure.kind != MEAN:
        return "{:.0%}".format
    return duration if figure.measure == SECONDS else "{:.1f}".format


def label_words(names: CardTitles, column: str, value: Any) -> str | int:
    """A value of a column as a page writes it: a title or plain words; a number unchanged."""
    if value is None or value == "":
        return "none"
    if isinstance(value, float):
        return duration(value) if column == SECONDS else f"{value:.1f}"
    return value if isinstance(value, int) else capitalise(names.name_words(str(value)))


def rule_words(rule: str) -> str:
    """The title of a rule; its id where it has none."""
    return rule_of(rule).title or rule


def distinct(lines: Iterable[TableLine]) -> list[TableLine]:
    """The lines with a number behind each name that another line has too: a chart tells lines by their names."""
    seen: dict[str, int] = {}
    found = []
    for each in lines:
        seen[each.name] = seen.get(each.name, 0) + 1
        found.append(each if seen[each.name] == 1 else structs.replace(each, name=f"{each.name} ({seen[each.name]})"))
    return found


# --- addresses


def rows_address(figure: HistoryFigure, group: FigureGroup, chosen: MatchFilter) -> str:
    """The address of the rows behind a number."""
    filled: dict[str, Any] = {**filter_parameters(chosen), "game": group.game}
    filled |= {f"{BY}{name}": label for name, label in zip(figure.by, group.labels, strict=True)}
    return url_for("console.figure_rows", name=figure.name, **filled)


def filter_parameters(chosen: MatchFilter) -> dict[str, str]:
    """The parameters of a filter that are given."""
    return {name: value for name, value in structs.asdict(chosen).items() if value}


# --- rows


class RowCells(Struct, frozen=True):
    """A row behind a number: its match and version, and its other cells as text, the ids of rules by `RULE`."""

    match: str
    version: int
    cells: list[tuple[str, str | int]]


def rows_in_words(figure: HistoryFigure, found: RowsBehind) -> tuple[list[str], list[RowCells]]:
    """The headings of the columns of some rows, and the rows; `hit` and `value` are called by what they measure."""
    called = {VALUE: figure.measure, HIT: figure.measure}
    # a column of numbers under that word says it already
    apart = (*APART, HIT) if figure.measure in found.columns else APART
    shown = [name for name in found.columns if name not in apart]
    lines = []
    for values in found.rows:
        row = dict(zip(found.columns, values, strict=True))
        names = names_for(GAMES[row["game"]].rules)
        cells = [(name, cell_words(names, name, row[name], figure.measure)) for name in shown]
        lines.append(RowCells(row["match_id"], row["version"], cells))
    return [capitalise(called.get(name, name)) for name in shown], lines


def cell_words(names: CardTitles, column: str, value: Any, measure: str) -> str | int:
    """A value of a row as a page writes it; ids of rules and cases unchanged."""
    if column in (RULE, CASE):
        return str(value)
    if column == HIT:
        return "Yes" if value else "No"
    return label_words(names, measure if column == VALUE else column, value)


def labels_in_words(figure: HistoryFigure, labels: Mapping[str, str], game: str) -> str:
    """The values of `by` that a page of rows is about, in words."""
    names = names_for(GAMES[game].rules) if game else CardTitles({})
    said = [
        f"{in_words(name)} {rule_words(value) if name == RULE else label_words(names, name, value)}"
        for name, value in labels.items()
    ]
    return ", ".join(said)


def figure_csv_rows(figure: HistoryFigure, counted: FigureCount) -> Iterable[list[Any]]:
    """The numbers of a figure, unrounded, under `game`, its `by` and CSV_COLUMNS."""
    for each in counted.groups:
        values = (each.rows, each.hits, each.n, each.value, each.low, each.high, each.highest, int(each.is_small))
        yield [each.game, *each.labels, *values]
