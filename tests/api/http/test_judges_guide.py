"""The guide for judges names what is there, and shows what a dispute is really answered."""

from __future__ import annotations

import re

import pytest

from tests.api.cli import ROOT
from tests.api.http.clients import Api
from tests.api.http.guide import BLOCK, commands
from tests.api.http.judges_guide import GUIDE, Row, rows, run_again

ROWS = tuple(rows(GUIDE.read_text()))
HELPERS = re.compile(r"^from (tests\.[\w.]+) import", re.MULTILINE)
BOARD = re.compile(r"agot_board|\bBOARD\b|\bGAMES|\bBOTH\b|\bnames\(\)")
PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>")


def source(path: str) -> str:
    """A test file with the helpers that it imports."""
    text = (ROOT / path).read_text()
    helpers = [ROOT / f"{each.replace('.', '/')}.py" for each in HELPERS.findall(text)]
    return "\n".join([text, *(each.read_text() for each in helpers if each.is_file())])


def last_word(route: str) -> str:
    """The last part of a route that is no placeholder."""
    return [each for each in route.split("/") if each and "{" not in each][-1]


def unnamed(row: Row, routes: tuple[str, ...]) -> list[str]:
    """The routes that none of the row's tests names."""
    text = "\n".join(source(each) for each in row.tests)
    return [each for each in routes if not re.search(rf"[\"'/]{last_word(each)}\b", text)]


def test_there_are_twenty_five_questions_and_fifteen_actions() -> None:
    assert [row.number for row in ROWS] == [*range(1, 26), *range(1, 16)]


def test_every_call_and_page_is_a_route_of_the_service(api: Api) -> None:
    document = api.read("/v1/openapi.json")["paths"]
    pages = {
        PLACEHOLDER.sub(r"{\1}", rule.rule) for rule in api.app.url_map.iter_rules() if "GET" in (rule.methods or ())
    }
    for row in ROWS:
        assert [path for method, path in row.calls if method.lower() not in document.get(path, {})] == []
        assert [page for page in row.pages if page not in pages or not page.startswith("/console/")] == []


@pytest.mark.parametrize("row", ROWS, ids=[f"{n}" for n in range(1, 41)])
def test_every_row_has_calls_and_tests_that_name_them_and_says_what_is_not_there(row: Row) -> None:
    assert row.calls
    assert [each for each in row.tests if not (ROOT / each).is_file()] == []
    assert unnamed(row, tuple(path for _, path in row.calls) + row.pages) == []
    assert row.pages or "not yet" in row.remark
    assert re.search(r"` (all\b|card games;.*not in the board game)", row.remark)


def test_what_is_said_of_all_games_is_shown_on_the_board_too() -> None:
    of_all = [row for row in ROWS if "not in the board game" not in row.remark]
    assert [row for row in of_all if not any(BOARD.search((ROOT / each).read_text()) for each in row.tests)] == []


def test_every_answer_of_the_dispute_is_the_one_that_is_given() -> None:
    written = GUIDE.read_text()
    assert run_again(written) == written


def test_the_dispute_goes_from_the_call_to_the_closing() -> None:
    lines = "\n".join(line for block in BLOCK.findall(GUIDE.read_text()) for line in commands(block))
    wanted = ("/v1/cases", "/take", "/explain", "/rewind-report", "/previews", "/ruling", "/accept", "/remedies")
    after = ("/publish", "/close", "/lines", "/integrity")
    assert [each for each in wanted + after if each not in lines] == []
