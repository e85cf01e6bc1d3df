"""Fixtures: one site and one browser for all tests of a process, a window of each size for each test."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.site import SIZES, Desk, Site, Windows, browser, site

Opens = Callable[..., Desk]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Under `make test` each test looks at each game and all else, in the phone's and the desktop's size by turns.

    The other sizes are for `make proof`.
    """
    looked_at: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
    for item in items:
        if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
            continue
        given = dict(item.callspec.params)
        size = given.pop("judge", given.pop("size", None))
        if size is not None and item.path.parent == Path(__file__).parent:
            others = looked_at[item.originalname]
            if given not in others:
                others.append(given)
            turn = zlib.crc32(item.originalname.encode()) + others.index(given)
            if [*SIZES][turn % len(SIZES)] != size:
                item.add_marker(pytest.mark.proof)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A served store with simulated matches."""
    with site(tmp_path_factory.mktemp("console")) as found:
        yield found


@pytest.fixture(scope="session")
def windows() -> Iterator[Windows]:
    """The windows of the browser of this machine."""
    with browser() as opened:
        yield Windows(opened)


@pytest.fixture
def opens(served: Site, windows: Windows) -> Iterator[Opens]:
    """Open windows; at the end each is closed, and none may have complained."""
    opened: list[Desk] = []

    def window(size: str = "desktop", **more: Any) -> Desk:
        opened.append(Desk(served, windows, size, **more))
        return opened[-1]

    yield window
    complaints = [complaint for each in opened for complaint in each.complaints]
    for each in opened:
        each.close()
    assert complaints == []


@pytest.fixture(params=SIZES)
def judge(request: pytest.FixtureRequest, opens: Opens) -> Desk:
    """A judge's window, logged in, of each size in turn."""
    desk = opens(request.param)
    desk.logs_in("judge")
    return desk
