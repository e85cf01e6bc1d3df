"""Charts of figures: drawn under the policy of the console, from the page alone; each mark leads to its rows."""

from __future__ import annotations

import pytest
from playwright.sync_api import ConsoleMessage, Page, Request

from service.settings import Settings
from tests.browser.conftest import Opens
from tests.browser.site import Site
from tests.integration.projections.analysts import Analysts
from tests.patience import PATIENCE

# charts of the page that are not drawn, or that have nothing in them
UNDRAWN = """() => [...document.querySelectorAll("[data-chart]")].filter((each) => !each.dataset.drawn
    || !each.querySelector(".mark-symbol path, .mark-rect path")).length"""
CHARTS = "[data-chart]"
LOOKED_AT = {"phone": ("/analytics", "/analytics/length", "/analytics/results"), "desktop": ("/analytics/results",)}


@pytest.fixture(scope="module", autouse=True)
def _projected(served: Site) -> None:
    """The tables for analysts of the site, which runs no projector, are up to date."""
    analysts = Analysts(Settings(db=served.served.db, store_timeout=PATIENCE))
    try:
        analysts.catch_up()
    finally:
        analysts.close()


def listen(page: Page, said: list[ConsoleMessage], asked: list[Request]) -> None:
    """Note what a page says to its console, and what it asks for."""
    page.on("console", lambda message: said.append(message))
    page.on("request", lambda request: asked.append(request))


def test_charts_are_drawn_from_the_page_alone_and_lead_to_the_rows_and_to_the_match(opens: Opens) -> None:
    for size, paths in LOOKED_AT.items():
        desk = opens(size, dark=size == "phone")
        said, asked = list[ConsoleMessage](), list[Request]()
        listen(desk.page, said, asked)
        desk.logs_in("admin")
        for path in paths:
            assert desk.opens(path).status == 200
            assert desk.page.locator(CHARTS).count() > 0
            desk.page.wait_for_function(f"() => ({UNDRAWN})() === 0")
            assert (desk.too_wide(), desk.violations()) == ([], []), path
        desk.keeps("figures")
        assert [each.text for each in said] == []
        assert {each.url.split("/console")[0] for each in asked} == {desk.site.url}
        # a click on a mark, as on its number in the table
        desk.page.locator(f"{CHARTS} .mark-symbol path").first.click()
        desk.page.wait_for_url("**/analytics/results/rows?*")
        link = desk.page.locator("tbody th a").first
        named, version = (link.text_content() or "").split(" v")
        link.click()
        desk.page.wait_for_url(f"**/console/matches/{named}?at={version}")
        desk.shows(version)


def test_without_scripts_the_tables_have_all_of_it(opens: Opens) -> None:
    desk = opens("phone", scripts=False)
    desk.logs_in("admin")
    desk.opens("/analytics/results")
    assert not desk.page.locator(CHARTS).first.is_visible()
    assert desk.page.locator(".figure tbody tr").count() >= 2
    assert desk.too_wide() == []
