"""The page of the API's document: Swagger UI from files of this service, under a policy without inline scripts."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Route

from tests.api.http.write import document
from tests.browser.site import Desk

Opens = Callable[..., Desk]
PAGE = "/v1/docs"
# what the page and Swagger UI itself put into the operations of documents: first the page's
RESOLVED = """async (documents) => {
  const found = document.body.appendChild(document.createElement("div"));
  found.id = "another";
  const paths = {};
  const info = { title: "another", version: "1" };
  const another = SwaggerUIBundle({ dom_id: "#another", spec: { openapi: "3.1.0", info, paths } });
  const resolving = [window.shown, another].map((each) => each.getSystem().fn.resolveSubtree);
  if (resolving[0] === resolving[1]) return [];
  const baseDoc = new URL("/v1/openapi.json", location).href;
  const said = [];
  for (const [spec, path] of documents) {
    said.push(await Promise.all(resolving.map((resolve) => resolve(spec, path, { baseDoc }))));
  }
  return said;
}"""
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


def references(value: Any) -> Iterator[str]:
    """What a part of the document refers to."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def components() -> dict[str, Any]:
    """Every component, by how it is referred to."""
    return {
        f"#/components/{kind}/{name}": component
        for kind, named in document()["components"].items()
        for name, component in named.items()
    }


def operations() -> dict[str, list[str]]:
    """Where every operation stands in the document, by its name."""
    return {
        words["operationId"]: ["paths", path, method]
        for path, item in document()["paths"].items()
        for method, words in item.items()
        if method != "parameters"
    }


def cut(place: list[str]) -> dict[str, Any]:
    """The document with one operation, and with the components that it needs: of all, Swagger UI takes a second."""
    _, path, method = place
    there = document()["paths"][path]
    item = {name: words for name, words in there.items() if name in ("parameters", method)}
    found, every, left = {}, components(), list(references(item))
    while left:
        if (name := left.pop()) not in found:
            found[name] = every[name]
            left += references(every[name])
    kept: dict[str, dict[str, Any]] = {"securitySchemes": document()["components"]["securitySchemes"]}
    for name, component in found.items():
        _, _, kind, called = name.split("/")
        kept.setdefault(kind, {})[called] = component
    return {**document(), "paths": {path: item}, "components": kept}


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


# the largest body, with words beside its references; under `make proof` every operation
@pytest.mark.parametrize(
    "names", [["begin_branch"], pytest.param(sorted(operations()), marks=pytest.mark.proof)], ids=["largest", "all"]
)
def test_the_page_puts_into_an_operation_what_swagger_ui_would(opens: Opens, names: list[str]) -> None:
    desk = opens()
    reads(desk)
    places = [operations()[name] for name in names]
    found = desk.page.evaluate(RESOLVED, [[cut(place), place] for place in places])
    assert [name for name, (ours, theirs) in zip(names, found, strict=True) if ours != theirs] == []


def test_each_reference_names_a_component_and_none_holds_itself() -> None:
    within = {name: set(references(component)) for name, component in components().items()}
    assert set(references(document())) <= set(within)
    while ends := {name for name, refers in within.items() if not refers}:
        within = {name: refers - ends for name, refers in within.items() if refers}
    assert not within


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
