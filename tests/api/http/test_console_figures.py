"""Pages of figures: who reads which matches in them, each number with its interval and its rows; no running match."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from domain.games import GAMES
from domain.kernel.history.figures import SHARE, HistoryFigure
from projections.analytics.counting import ROWS_AT_ONCE, FigureCount, QuestionScope, count_figure
from projections.analytics.figures import all_figures
from projections.analytics.reading import AnalystReader, TookTooLong
from projections.analytics.store import AnalyticsProjector
from projections.runner import catch_up
from service.console.analytics import pages
from service.projector.process import StoreSource
from service.wiring import analytics_tables, surroundings_of
from tests.api.http.clients import Api, api_of
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_rules import Reader
from tests.integration.exports.months import told_in_months
from tests.integration.projections.analysts import Analysts, whole
from tests.judging.heard import Heard
from tests.judging.secrets import SECRETS

PAGES = ("", *(f"/{name}{each}" for name in all_figures() for each in ("", "/csv", "/rows")))
EMPTY = "There is nothing to show: none of these matches has data for it."
VIEWERS = ("analyst", "admin", "organizer", "judge")
LINK = re.compile(r'href="(/console/matches/[^"]+\?at=\d+)"')


def projected(api: Api) -> None:
    """Bring the tables for analysts up to date."""
    tables, services = analytics_tables(api.services.settings), api.services
    around, source = surroundings_of(services), StoreSource(services.matches.recorder)
    try:
        catch_up([AnalyticsProjector(tables, source, around)])
    finally:
        tables.database.close()


def reader_of(api: Api, key: str) -> Reader:
    return Reader(api, api.keys.get(key) or api.keys.setdefault(key, api.services.keys.issue(key, f"{key}-1")))


def plain(text: str) -> str:
    """A page without what is another one in each session."""
    return re.sub("[0-9a-f]{64}", "*", text)


# --- who reads what


def test_matches_of_an_event_are_in_figures_once_it_is_over_and_for_its_organizer_alone(either: Api) -> None:
    event = Gathering(either)
    match, beside = event.at_table(), either.opened("beside")
    for each in (match, beside):
        assert each.gives("bob", {"type": "concede"}, If_Match="").status_code == 201
    who = {name: Reader(either, event.keys[name]) for name in ("ana", "root", "olga", "oscar")}

    def reads(name: str, **query: Any) -> set[str]:
        """The matches in the rows of a figure, each with a link or not; the numbers of the figure agree with them."""
        projected(either)
        found = set(re.findall(r"(m-[0-9a-z-]+) v\d+", who[name].text("/analytics/results/rows", **query)))
        shown = who[name].text("/analytics/results/csv", **query)
        assert sum(int(row["rows"]) for row in csv.DictReader(StringIO(shown))) == 2 * len(found)
        assert (EMPTY in who[name].text("/analytics/results", **query)) == (not found)
        return found

    assert [reads(name) for name in who] == [{beside.id}, {beside.id}, set(), set()]
    event.given("olga", "end_event")
    both = {match.id, beside.id}
    assert [reads(name) for name in who] == [both, both, {match.id}, set()]
    assert [reads(name, event=event.id) for name in who] == [{match.id}, {match.id}, {match.id}, set()]
    for name, links in {"ana": 4, "olga": 2}.items():
        ways = LINK.findall(who[name].text("/analytics/results/rows"))
        assert len(ways) == links
        assert {who[name].client.get(way).status_code for way in ways} == {200}
    listed = re.search(rf'<option value="{event.id}">([^<]+)</option>', who["olga"].text("/analytics"))
    assert listed
    assert re.fullmatch(r".+, \d{4}-\d\d-\d\d", listed[1])
    assert f'<option value="{event.id}"' not in who["oscar"].text("/analytics")


@pytest.mark.parametrize("scope", ["judge", "head-judge"])
def test_nobody_else_reads_figures(figures: Api, scope: str) -> None:
    reader = reader_of(figures, scope)
    assert {reader.reads(f"/analytics{page}").status_code for page in PAGES} == {403}
    assert "/console/analytics" not in reader.text("/matches")
    assert 'href="/console/analytics"' in reader_of(figures, "organizer").text("/matches")
    without = figures.app.test_client().get("/console/analytics/results/csv")
    assert (without.status_code, without.headers["Location"].split("?")[0]) == (303, "/console/login")


# --- running matches


ONE_A_GAME = [next(name for name in SECRETS if SECRETS[name].game == game) for game in GAMES]


@pytest.mark.parametrize(
    "name", [name if name in ONE_A_GAME else pytest.param(name, marks=pytest.mark.proof) for name in SECRETS]
)
def test_matches_that_differ_in_a_secret_have_the_same_pages_while_they_run(tmp_path: Path, name: str) -> None:
    """By no number, row or size, for nobody; when they are over they are in them."""
    pair = SECRETS[name].pair()
    one, other = (pages_of(tmp_path / f"{n}.db", match, match.match.version) for n, match in enumerate(pair.both))
    assert one == other
    assert {status for status, _ in one.values()} == {200, 403}
    assert all(EMPTY in text for (_, page), (status, text) in one.items() if status == 200 and page in figure_pages())
    over = pages_of(tmp_path / "over.db", whole(SECRETS[name].game), 0)
    assert over["analyst", "/results"][1] != one["analyst", "/results"][1]
    assert over["organizer", "/results"] == one["organizer", "/results"]


def pages_of(db: Path, match: Heard, length: int) -> dict[tuple[str, str], tuple[int, str]]:
    """Every page for every viewer over a store with so many versions of a match, with half of them, and an opening."""
    with api_of(db) as api:
        for upto in sorted({1, length // 2, length}) if length else (0,):
            assert api.services.matches.bring_in(f"m-{upto}", match.match.seed, match.stored[: upto or None])
        projected(api)
        readers = {viewer: reader_of(api, viewer) for viewer in VIEWERS}
        asked = [(viewer, page) for viewer in VIEWERS for page in PAGES]
        found = {(viewer, page): readers[viewer].reads(f"/analytics{page}") for viewer, page in asked}
        return {key: (each.status_code, plain(each.get_data(as_text=True))) for key, each in found.items()}


def figure_pages() -> list[str]:
    return ["", *(f"/{name}" for name in all_figures())]


# --- the pages


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An application with the rows of five matches in its tables that its store does not have."""
    with api_of(tmp_path_factory.mktemp("figures") / "praetor.db") as api:
        analysts = Analysts(api.services.settings)
        try:
            told_in_months(analysts)
        finally:
            analysts.close()
        yield api


def test_every_number_of_a_page_and_of_its_chart_leads_to_its_rows(figures: Api) -> None:
    reader = reader_of(figures, "analyst")
    for name, figure in all_figures().items():
        text = reader.text(f"/analytics/{name}", game="agot_lcg" if name in ("times", "cards") else "")
        counted = reader.text(f"/analytics/{name}/csv", game="agot_lcg" if name in ("times", "cards") else "")
        numbers = {key_of(row, figure): row for row in csv.DictReader(StringIO(counted))}
        ways = re.findall(r'<td><a href="([^"]+)" aria-label', text)
        charts = [json.loads(each) for each in re.findall(r"data-spec>(.*?)</script>", text)]
        marks = [mark for chart in charts for mark in chart["data"]["values"]]
        assert len(ways) == len(numbers), name
        assert {mark["rows"] for mark in marks} <= set(ways)
        for way in ways[:4]:
            query = {key: values[0] for key, values in parse_qs(urlsplit(way).query, keep_blank_values=True).items()}
            row = numbers[(query["game"], *(query[f"by-{each}"] for each in figure.by))]
            rows = reader.client.get(way).get_data(as_text=True)
            assert rows.count('<th scope="row">') == min(int(row["rows"]), ROWS_AT_ONCE), way
            assert ('rel="next"' in rows) == (int(row["rows"]) > ROWS_AT_ONCE)
            # of matches that cannot be read
            assert "m-" in rows
            assert not LINK.findall(rows)
            [mark] = [each for each in marks if each["rows"] == way]
            assert mark["value"] == pytest.approx(float(row["value"]))
            assert mark["small"] == bool(int(row["small"]))


def key_of(row: dict[str, str], figure: HistoryFigure) -> tuple[str, ...]:
    return (row["game"], *(row[each] for each in figure.by))


def test_each_row_behind_a_share_says_whether_it_was_counted(figures: Api) -> None:
    reader, seen = reader_of(figures, "analyst"), set[str]()
    for name, figure in all_figures().items():
        if figure.kind != SHARE:
            continue
        for row in list(csv.DictReader(StringIO(reader.text(f"/analytics/{name}/csv"))))[:6]:
            asked = {"game": row["game"], **{f"by-{each}": row[each] for each in figure.by}}
            text = reader.text(f"/analytics/{name}/rows", **asked)
            headings = re.findall(r'<th scope="col">([^<]*)</th>', text)[1:]
            assert headings.count(figure.measure.capitalize()) == 1, (name, headings)
            place = headings.index(figure.measure.capitalize())
            lines = re.findall(r"<tr><th scope=\"row\">.*?</tr>", text, re.DOTALL)
            counted = [re.findall(r"<td>(.*?)</td>", line)[place] for line in lines]
            assert len(counted) == min(int(row["rows"]), ROWS_AT_ONCE)
            if len(counted) == int(row["rows"]):
                # in the figure of windows a number says how often
                assert sum(each not in ("No", "0") for each in counted) == int(row["hits"]), name
                seen.add(name)
    assert seen >= {"results", "agot_board_cards", "agot_board_wildlings", "agot_lcg_unopposed"}


def test_what_is_shown_of_a_figure_says_of_how_many_lines_it_is(figures: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, cut = reader_of(figures, "analyst"), 0
    overview = reader.text("/analytics", game="agot_lcg")
    for section in re.findall(r'<section aria-labelledby="figure-.*?</section>', overview, re.DOTALL):
        name = re.search('id="figure-([a-z_]+)"', section)
        assert name is not None
        counted = csv.DictReader(StringIO(reader.text(f"/analytics/{name[1]}/csv", game="agot_lcg")))
        # of a spread each measure has a table
        lines = Counter(row.get("measured", "") for row in counted)
        expected = [f"These are 8 of {each} lines." for each in lines.values() if each > 8]
        assert re.findall(r'class="muted cut">(.*?)</p>', section) == expected, name[1]
        cut += len(expected)
    assert cut > 0
    assert "cut" not in reader.text("/analytics/results")
    monkeypatch.setattr(pages, "MOST_DRAWN", 1)
    assert "The chart has the first 1 of these 2 lines." in reader.text("/analytics/results", game="agot_lcg")


def test_the_rows_behind_a_number_go_on_page_after_page(figures: Api) -> None:
    reader, way, seen = reader_of(figures, "analyst"), "/console/analytics/times/rows?game=agot_lcg", 0
    for _ in range(40):
        text = reader.client.get(way).get_data(as_text=True)
        assert f"Rows {seen + 1} to" in text
        seen += text.count('<th scope="row">')
        following = re.search(r'rel="next" href="([^"]+)"', text)
        if following is None:
            break
        way = unescape(following[1])
    counted = csv.DictReader(StringIO(reader.text("/analytics/times/csv", game="agot_lcg")))
    assert seen == sum(int(row["rows"]) for row in counted) > ROWS_AT_ONCE


def test_a_number_of_few_cases_is_marked_and_none_stands_without_its_interval(figures: Api) -> None:
    text = reader_of(figures, "analyst").text("/analytics/results", game="agot_lcg")
    assert text.count('<span class="n">') == text.count('<small class="interval">') == 2
    assert text.count('<small class="few">few</small>') == 2
    assert "4 of 4" in text
    assert "51% to 100%" in text


def test_a_filter_shows_what_is_in_it_and_says_what_is_wrong_with_it(figures: Api) -> None:
    reader = reader_of(figures, "analyst")
    both = reader.text("/analytics/results")
    assert ("The Board Game</h3>" in both, "The Card Game</h3>" in both) == (True, True)
    board = reader.text("/analytics/results", game="agot_board", since="2026-02-28", until="2026-02-28")
    assert ("The Board Game</h3>" in board, "The Card Game</h3>" in board) == (True, False)
    assert 'value="2026-02-28"' in board
    for wrong in (
        {"since": "yesterday"},
        {"until": "2026-02-30"},
        {"game": "chess"},
        {"event": "Friday"},
        {"since": "2026-02-02", "until": "2026-02-01"},
    ):
        for page in ("", "/results", "/results/csv", "/results/rows"):
            assert reader.reads(f"/analytics{page}", **wrong).status_code == 422, (page, wrong)
    assert "There is no such day or time" in reader.text("/analytics/results", until="2026-02-30")
    for page, status in {
        "/none": 404,
        "/none/csv": 404,
        "/results/rows?after=x": 422,
        "/results/rows?after=99999": 422,
    }.items():
        assert reader.client.get(f"/console/analytics{page}").status_code == status
    assert reader.reads("/analytics/results/rows", **{"by-faction": "a\0b"}).status_code == 422
    assert EMPTY in reader.text("/analytics/results", since="2030-01-01")


def test_what_takes_too_long_is_said_and_the_rest_is_shown(figures: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, real = reader_of(figures, "analyst"), count_figure

    def hurried(tables: AnalystReader, figure: HistoryFigure, scope: QuestionScope) -> FigureCount:
        if figure.name == "times":
            raise TookTooLong("interrupted")
        return real(tables, figure, scope)

    monkeypatch.setattr(pages, "count_figure", hurried)
    assert reader.text("/analytics").count("This takes too long for all of these matches") == 1
    assert "This takes too long" in reader.text("/analytics/times")
    assert reader.reads("/analytics/times/csv").status_code == 503
    monkeypatch.setattr(pages, "IN_ALL", -1.0)
    text = reader.text("/analytics")
    assert text.count("This takes too long") == text.count('<h2 class="under"') > 5


def test_a_page_of_figures_needs_no_script_and_lets_none_of_others_in(figures: Api) -> None:
    answer = reader_of(figures, "analyst").reads("/analytics/results")
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    text = answer.get_data(as_text=True)
    assert re.findall(r"<script(?![^>]*(?:src=|application/json))", text) == []
    assert all(each.startswith("/console/static/") for each in re.findall(r'<script src="([^"]+)"', text))
    assert re.search(r"data-chart hidden", text)
