"""The documentation page, `/v1/docs`: the OpenAPI document as one page of HTML, without scripts or outside requests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from flask import Blueprint, Response, render_template
from msgspec import Struct

from service.http.document import Document
from service.web.responses import JSON, unchanging

STYLE = files("service.http").joinpath("templates", "docs.css").read_text(encoding="utf-8")
SAFETY = {
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
}
KINDS = ("anyOf", "oneOf", "allOf")


class Type(Struct, frozen=True):
    """A type in words, and the schema of the document that it is or consists of, if any."""

    words: str
    schema: str = ""


class Field(Struct, frozen=True):
    """A field of a schema or a parameter of an operation."""

    name: str
    type: Type
    required: bool
    says: str
    where: str = ""


class Answer(Struct, frozen=True):
    """A status with what it is answered with."""

    status: str
    says: str
    type: Type
    media: str


class Operation(Struct, frozen=True):
    """An operation of the document."""

    method: str
    path: str
    summary: str
    says: str
    fields: list[Field]
    body: list[Answer]
    answers: list[Answer]
    public: bool


class Described(Struct, frozen=True):
    """A schema of the document."""

    name: str
    says: str
    fields: list[Field]
    choices: list[Type]


class Page:
    """The document in the order in which the page shows it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

    @property
    def says(self) -> str:
        return str(self.document["info"]["description"])

    @cached_property
    def parts(self) -> list[tuple[str, str, list[Operation]]]:
        """The parts of the API: name, what it is, its operations."""
        listed = [(tag, operation(path, method, item)) for path, method, item, tag in self._items()]
        return [
            (tag["name"], tag.get("description", ""), [each for name, each in listed if name == tag["name"]])
            for tag in self.document["tags"]
        ]

    @cached_property
    def schemas(self) -> list[Described]:
        components = self.document["components"]["schemas"]
        return [described(name, components[name]) for name in sorted(components)]

    def _items(self) -> list[tuple[str, str, dict[str, Any], str]]:
        found = []
        for path, item in self.document["paths"].items():
            shared = item.get("parameters", [])
            for method, words in item.items():
                if method != "parameters":
                    whole = {**words, "parameters": [*shared, *words.get("parameters", [])]}
                    found.append((path, method, whole, words["tags"][0]))
        return found


def operation(path: str, method: str, words: dict[str, Any]) -> Operation:
    answers = [answer(status, each) for status, each in sorted(words["responses"].items()) if status != "default"]
    body = [answer("", each) for each in [words.get("requestBody")] if each]
    public = words.get("security") == []
    summary, says = words.get("summary", ""), words.get("description", "")
    return Operation(
        method.upper(), path, summary, says, [parameter(each) for each in words["parameters"]], body, answers, public
    )


def answer(status: str, words: dict[str, Any]) -> Answer:
    content = words.get("content", {})
    schema = next((each["schema"] for each in content.values()), None)
    return Answer(status, words.get("description", ""), type_of(schema) if schema else Type(""), ", ".join(content))


def parameter(words: dict[str, Any]) -> Field:
    said = words.get("description", "")
    return Field(words["name"], type_of(words["schema"]), words.get("required", False), said, words["in"])


def described(name: str, words: dict[str, Any]) -> Described:
    required = words.get("required", [])
    fields = [
        Field(field, type_of(each), field in required, each.get("description", ""))
        for field, each in words.get("properties", {}).items()
    ]
    choices = [type_of(each) for kind in KINDS for each in words.get(kind, [])]
    return Described(name, words.get("description", ""), fields, choices)


def type_of(words: dict[str, Any]) -> Type:
    """A schema in a few words, with the one that it refers to."""
    if "$ref" in words:
        name = words["$ref"].rpartition("/")[2]
        return Type(name, name)
    for kind in KINDS:
        if kind in words:
            types = [type_of(each) for each in words[kind]]
            schema = next((each.schema for each in types if each.schema), "")
            return Type(" or ".join(each.words for each in types), schema)
    if "enum" in words:
        return Type(" or ".join(str(each) for each in words["enum"]))
    if words.get("type") == "array":
        inner = type_of(words.get("items", {}))
        return Type(f"list of {inner.words}", inner.schema)
    kinds = words.get("type", "any")
    return Type(" or ".join(kinds) if isinstance(kinds, list) else kinds)


def docs_views(document: Callable[[], Document]) -> Blueprint:
    """The OpenAPI document, the page made of it and the style of that; the document is made when first asked for."""
    views = Blueprint("docs", __name__, url_prefix="/v1", template_folder="templates")

    @cache
    def written() -> str:
        return render_template("docs.html", page=Page(document().spec.to_dict()))

    @views.get("/openapi.json")
    def openapi() -> Response:
        return unchanging(Response(document().written, content_type=JSON))

    @views.get("/docs")
    def page() -> Response:
        return unchanging(Response(written(), headers=SAFETY, content_type="text/html; charset=utf-8"))

    @views.get("/docs/style.css")
    def style() -> Response:
        return unchanging(Response(STYLE, content_type="text/css; charset=utf-8"))

    return views
