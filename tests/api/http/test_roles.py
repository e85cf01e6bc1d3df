"""Every route of the API and every page of the console is tried by every role."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.http.clients import api_of
from tests.api.http.roles import ROLES, TABLE, Rows, routes, table

ROWS = table()


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rows]:
    with api_of(tmp_path_factory.mktemp("roles") / "praetor.db") as api:
        yield Rows(api)


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert sorted(ROWS) == sorted(routes()), f"run python -m tests.api.http.roles and read the diff of {TABLE.name}"
    assert {len(marks) for marks in ROWS.values()} == {len(ROLES)}


@pytest.mark.parametrize("route", ROWS)
def test_a_route_lets_in_whom_it_should_and_nobody_else(rows: Rows, route: str) -> None:
    marks = dict(zip(ROLES, rows.row(route), strict=True))
    assert marks == dict(zip(ROLES, ROWS[route], strict=True))
