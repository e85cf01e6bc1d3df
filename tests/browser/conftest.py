"""Fixtures: one site and one browser for all tests of a process, a window of each size for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.site import SIZES, Desk, Site, browser, site

Opens = Callable[..., Desk]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A served store with simulated matches."""
    with site(tmp_path_factory.mktemp("console")) as found:
        yield found


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    """The browser of this machine."""
    with browser() as opened:
        yield opened


@pytest.fixture
def opens(served: Site, chrome: Browser) -> Iterator[Opens]:
    """Open windows; at the end each is closed, and none may have complained."""
    opened: list[Desk] = []

    def window(size: str = "desktop", **more: bool) -> Desk:
        opened.append(Desk(served, chrome, size, **more))
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
