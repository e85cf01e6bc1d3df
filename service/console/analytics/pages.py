"""The overview of figures, a page for each, and the rows behind a number. Read `analytics`, then `figure`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from flask import Response, request
from msgspec import Struct

from domain.games import GAMES
from domain.kernel.history.figures import HistoryFigure
from domain.tournaments.tournament import Tournament
from projections.analytics.counting import (
    MOST_GROUPS,
    ROWS_AT_ONCE,
    SMALL,
    QuestionScope,
    count_figure,
    rows_behind,
)
from projections.analytics.figures import all_figures, game_of_figure
from projections.analytics.match_filter import MatchFilter
from projections.analytics.reading import AnalystReader, TookTooLong
from service.app.keys import Principal
from service.console.analytics.charts import chart_of
from service.console.analytics.figure_tables import (
    BY,
    CSV_COLUMNS,
    FigureTable,
    figure_csv_rows,
    filter_parameters,
    labels_in_words,
    rows_in_words,
    tables_of,
)
from service.console.console import read_query, render_page, views
from service.console.forms.refusals import refusal_words
from service.files.csv_rows import sheet_text
from service.web.analytics.figure_access import (
    READERS,
    FigureParameters,
    figure_reader,
    readable_events,
    scope_of,
)
from service.web.match.match_list import MatchListReader
from service.web.problems import Problem
from service.web.queues import in_turn
from service.web.request_context import request_context
from service.web.request_parts import refuse_nul

PARAMETERS = FigureParameters()
LABELS = {"game": "Game", "event": "Event", "since": "From (UTC)", "until": "Until (UTC)"}
# seconds for one question; on the overview no further one is asked after so many in all, since others wait for a turn
FOR_ONE, FOR_SEVERAL, IN_ALL = 4.0, 2.0, 3.0
# the lines of a table, and of its chart, on the overview; those of a chart on the page of a figure
FEW_LINES, MOST_DRAWN = 8, 40
# pages of rows that may be asked for: whoever needs all has the tables themselves
MOST_ROWS = 100 * ROWS_AT_ONCE


class FigureQuestion(Struct, frozen=True):
    """What a request asks: whose question it is, about which matches, which events may be chosen."""

    chosen: MatchFilter
    scope: QuestionScope
    events: list[Tournament]
    refused: dict[str, Any] | None = None


class FigureSection(Struct, frozen=True):
    """A figure on a page, with its tables; none where it took too long. `charts` has the chart of each table."""

    figure: HistoryFigure
    tables: list[FigureTable]
    charts: list[dict[str, Any]]
    took_too_long: bool = False
    more: bool = False


@views.app_template_global("reads_figures")
def reads_figures(principal: Principal | None) -> bool:
    """Whether somebody may read figures."""
    return principal is not None and principal.scope in READERS


@views.get("/analytics")
@in_turn
def analytics() -> Response:
    """The figures that are about every game, short, and links to those of one game."""
    question = question_of_request()
    general, own = divided_figures(question.chosen.game)
    sections = list(sections_of(general, question)) if question.refused is None else []
    return figure_page("analytics.html", question, sections=sections, own=own)


@views.get("/analytics/<name>")
@in_turn
def figure(name: str) -> Response:
    """A figure: its chart and its table, filtered."""
    figure_reader()
    found, question = figure_named(name), question_of_request()
    sections = []
    if question.refused is None:
        with open_reader(FOR_ONE) as reader:
            sections = [section_of(reader, found, question, MOST_DRAWN)]
    shown: dict[str, Any] = {"figure": found, "sections": sections, "most": MOST_GROUPS}
    return figure_page("figure.html", question, **shown)


@views.get("/analytics/<name>/csv")
@in_turn
def figure_csv(name: str) -> Response:
    """The numbers of a figure as CSV. Raises Problem 422, 503."""
    figure_reader()
    found, question = figure_named(name), question_of_request(strict=True)
    with open_reader(FOR_ONE) as reader:
        counted = count_figure(reader, found, question.scope)
    text = sheet_text(("game", *found.by, *CSV_COLUMNS), figure_csv_rows(found, counted))
    answer = Response(text, content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


@views.get("/analytics/<name>/rows")
@in_turn
def figure_rows(name: str) -> Response:
    """The rows behind a number, a page at a time, each with its match at the version. Raises Problem 422, 503."""
    principal = figure_reader()
    found, question = figure_named(name), question_of_request(strict=True)
    labels = {each: request.args[f"{BY}{each}"][:200] for each in found.by if f"{BY}{each}" in request.args}
    refuse_nul(labels)
    after = rows_before()
    with open_reader(FOR_ONE) as reader:
        behind = rows_behind(reader, found, question.scope, labels, after)
    headings, rows = rows_in_words(found, behind)
    following = after + ROWS_AT_ONCE
    shown: dict[str, Any] = {"figure": found, "headings": headings, "rows": rows, "first": after + 1}
    shown["about"] = labels_in_words(found, labels, question.chosen.game)
    shown["readable"] = readable_matches(principal, {each.match for each in rows})
    same = {**filter_parameters(question.chosen), **{f"{BY}{each}": value for each, value in labels.items()}}
    shown["following"] = {**same, "after": following} if behind.more and following < MOST_ROWS else None
    return figure_page("figure_rows.html", question, **shown)


# --- the question


def question_of_request(*, strict: bool = False) -> FigureQuestion:
    """What a request asks; with what is wrong with its filter, unless that is to be raised. Raises Problem."""
    principal = figure_reader()
    events = readable_events(principal)
    try:
        chosen = MatchFilter(**read_query(PARAMETERS, LABELS))
    except Problem as error:
        if strict:
            raise
        return FigureQuestion(MatchFilter(), QuestionScope(events=()), events, refusal_words(error, labels=LABELS))
    return FigureQuestion(chosen, scope_of(principal, chosen, events), events)


def figure_named(name: str) -> HistoryFigure:
    """A figure by its name. Raises Problem 404."""
    if name not in all_figures():
        raise Problem(404, "request.unknown-path")
    return all_figures()[name]


def divided_figures(game: str) -> tuple[list[HistoryFigure], list[tuple[str, list[HistoryFigure]]]]:
    """The figures that are about every game, and those of each game alone; of a game that is chosen, its own."""
    own = {each: [found for found in all_figures().values() if game_of_figure(found) == each] for each in ("", *GAMES)}
    general = own.pop("")
    return general, [(each, found) for each, found in own.items() if found and game in ("", each)]


def rows_before() -> int:
    """The number of rows before the page of rows that is asked for. Raises Problem 422."""
    given = request.args.get("after", "0")
    if not given.isascii() or not given.isdigit() or len(given) > 6 or int(given) >= MOST_ROWS:
        raise Problem(
            422, "request.shape", because={"query": {"after": [f"{given[:20]!r} is not from 0 to {MOST_ROWS}."]}}
        )
    return int(given)


@contextmanager
def open_reader(seconds: float) -> Iterator[AnalystReader]:
    """What reads the tables for analysts, closed at the end; a query is broken off after so many seconds."""
    reader = request_context().services.analyst_reader(seconds)
    try:
        yield reader
    finally:
        reader.close()


# --- answers


def sections_of(figures: list[HistoryFigure], question: FigureQuestion) -> Iterator[FigureSection]:
    """Some figures, short; where they take too long in all, the last ones are left out, and say so."""
    until = monotonic() + IN_ALL
    with open_reader(FOR_SEVERAL) as reader:
        for each in figures:
            if monotonic() > until:
                yield FigureSection(each, [], [], took_too_long=True)
            else:
                yield section_of(reader, each, question, FEW_LINES)


def section_of(reader: AnalystReader, found: HistoryFigure, question: FigureQuestion, drawn: int) -> FigureSection:
    """A figure with its tables and charts, of so many lines."""
    try:
        counted = count_figure(reader, found, question.scope)
    except TookTooLong:
        return FigureSection(found, [], [], took_too_long=True)
    tables = tables_of(found, counted, question.chosen)
    return FigureSection(found, tables, [chart_of(found, each, drawn) for each in tables], more=counted.more)


def figure_page(template: str, question: FigureQuestion, **shown: Any) -> Response:
    """A page of figures, with the form of its filter."""
    options = [(each.id, f"{each.name or each.id}, {each.created[:10]}") for each in question.events]
    given = {name: request.args.get(name, "")[:80] for name in LABELS}
    filled = {**shown, "given": given, "events": options, "games": list(GAMES), "refused": question.refused}
    filled |= {
        "filters": filter_parameters(question.chosen),
        "small": SMALL,
        "few_lines": FEW_LINES,
        "most_drawn": MOST_DRAWN,
    }
    return render_page(template, 422 if question.refused else 200, **filled)


def readable_matches(principal: Principal, match_ids: set[str]) -> set[str]:
    """Those of some matches that somebody may read."""
    reader = MatchListReader(principal)
    return {each.match_id for each in request_context().services.match_index.some(match_ids) if reader.may_read(each)}
