"""The page of the API's document: Swagger UI from files of this service, under a policy without inline scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route

from tests.api.http.write import document
from tests.browser.site import Desk

Opens = Callable[..., Desk]
PAGE = "/v1/docs"
# Swagger UI says so of any anchor with an underscore, and opens it
UNDERSCORE = "Deprecated: escaping deep link whitespace"


def anchors() -> set[str]:
    """The anchor of every operation."""
    return {
        f"#/{words['tags'][0]}/{words['operationId']}"
        for item in document()["paths"].values()
        for method, words in item.items()
        if method != "parameters"
    }


def reads(desk: Desk, anchor: str = "") -> Locator:
    """Open the page at an anchor; the headings of its subjects."""
    desk.page.goto(f"{desk.site.url}{PAGE}{anchor}")
    subjects = desk.page.locator("h3.opblock-tag")
    subjects.first.wait_for()
    return subjects


def forgets_underscores(desk: Desk) -> None:
    desk.complaints[:] = [each for each in desk.complaints if not each.startswith(UNDERSCORE)]


def test_a_phone_shows_every_operation_under_its_subject_and_asks_no_other_server(opens: Opens) -> None:
    desk = opens("phone")
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    subjects = reads(desk)
    assert subjects.count() == len(document()["tags"])
    assert desk.too_wide() == []
    for number in range(subjects.count()):
        subjects.nth(number).click()
    desk.page.wait_for_function(f"document.querySelectorAll('.opblock').length === {len(anchors())}")
    links = desk.page.locator(".opblock a").evaluate_all("all => all.map((each) => each.getAttribute('href'))")
    assert anchors() <= set(links)
    assert desk.too_wide() == []
    assert {url for url in asked if not url.startswith((f"{desk.site.url}/v1/", "data:"))} == set()
    desk.keeps("docs")


# an operation with the largest schema of a body, one with many parameters, one with a large answer
@pytest.mark.parametrize("anchor", ["play/give_command", "questions/show_timeline", "records/check_integrity"])
def test_the_address_of_an_operation_opens_it_on_a_phone(opens: Opens, anchor: str) -> None:
    desk = opens("phone")
    reads(desk, f"#/{anchor}")
    block = desk.page.locator(f"#operations-{anchor.replace('/', '-')}")
    block.locator(".responses-table").wait_for()
    assert desk.page.locator(".opblock.is-open").count() == 1
    assert desk.too_wide() == []
    block.get_by_role("tab", name="Schema").first.click()
    block.locator(".json-schema-2020-12").first.wait_for()
    assert desk.too_wide() == []
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").wait_for()
    assert desk.too_wide() == []
    forgets_underscores(desk)


def test_a_request_is_sent_from_the_page(opens: Opens) -> None:
    desk = opens()
    reads(desk, "#/rules/list_games")
    block = desk.page.locator("#operations-rules-list_games")
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table")
    answer.wait_for()
    assert "agot_lcg" in answer.inner_text()
    forgets_underscores(desk)


def test_a_script_that_is_not_the_published_one_does_not_run(opens: Opens) -> None:
    desk = opens()

    def changed(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=f"{response.text()}\nwindow.changed = true;")

    desk.page.route("**/swagger-ui-bundle.js*", changed)
    desk.page.goto(f"{desk.site.url}{PAGE}", wait_until="load")
    assert desk.page.evaluate("[typeof window.changed, typeof window.SwaggerUIBundle]") == ["undefined", "undefined"]
    assert any("integrity" in each for each in desk.complaints)
    desk.complaints.clear()
