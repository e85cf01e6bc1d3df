"""The document: what is committed is what is served, and it says what the service does."""

from __future__ import annotations

import json
import re
from typing import Any

from service.http.app import routed
from service.http.problems import MEDIA_TYPE
from tests.api.cli import ROOT
from tests.api.http.clients import Api
from tests.api.http.write import DOCUMENT, document


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = document()["paths"]
    return [(path, method, words) for path in paths for method, words in paths[path].items() if method != "parameters"]


def test_the_committed_document_is_the_one_that_is_served(api: Api) -> None:
    assert json.loads(DOCUMENT.read_text()) == document() == api.read("/v1/openapi.json")


def test_every_address_of_the_api_stands_in_the_document() -> None:
    app, _ = routed()
    routes = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    known = {
        route for route in routes if route.startswith("/v1/") and not route.startswith(("/v1/docs", "/v1/openapi"))
    }
    assert known == document()["paths"].keys()


def test_every_reference_of_the_document_is_there() -> None:
    text = DOCUMENT.read_text()
    schemas = document()["components"]["schemas"]
    assert {name for name in re.findall(r'"#/components/schemas/([^"]+)"', text) if name not in schemas} == set()


def test_every_problem_is_described_as_a_problem() -> None:
    for path, method, words in operations():
        for status, response in words["responses"].items():
            if status.isdecimal() and int(status) >= 400 and "content" in response:
                assert list(response["content"]) == [MEDIA_TYPE], (path, method, status)


def test_every_operation_and_every_schema_says_what_it_is() -> None:
    assert [where for *where, words in operations() if not words.get("summary")] == []


def test_no_view_is_handed_a_schema_class() -> None:
    sources = (ROOT / "service" / "http").glob("*.py")
    assert [path.name for path in sources if re.search(r"(?:query|body)=schemas\.\w+[,)]", path.read_text())] == []


def test_the_commands_of_the_document_are_those_of_the_engine() -> None:
    schemas = document()["components"]["schemas"]
    kinds = [each["$ref"].rpartition("/")[2] for each in schemas["Command"]["anyOf"]]
    types = {schemas[kind]["properties"]["type"]["enum"][0] for kind in kinds}
    assert {"pass", "initiate_challenge", "concede"} <= types


def test_the_documentation_page_shows_every_operation_and_asks_nobody_else(api: Api) -> None:
    response = api.get("/v1/docs")
    page = response.get_data(as_text=True)
    assert response.status_code == 200
    assert [path for path, _, _ in operations() if f"<code>{path}</code>" not in page] == []
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert [address for address in addresses if not address.startswith(("#", "/v1/"))] == []
    assert "<script" not in page
    assert "`" not in page
    assert api.get("/v1/docs/style.css").content_type.startswith("text/css")


def test_every_link_of_the_documentation_page_leads_somewhere(api: Api) -> None:
    page = api.get("/v1/docs").get_data(as_text=True)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))
