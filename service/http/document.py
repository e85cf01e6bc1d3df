"""The OpenAPI document: commands and choice spaces from the engine, problems as problem+json, keys."""

from __future__ import annotations

import json
from functools import cached_property
from http import HTTPStatus
from typing import Any

from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api  # type: ignore[import-untyped]
from flask_smorest.utils import prepare_response  # type: ignore[import-untyped]
from marshmallow import fields, missing

from domain.games import GAMES
from domain.judging.cases.entries import Ruling
from domain.kernel.catalogue import union_of
from domain.kernel.formats.text_forms import with_json_schema_patterns
from domain.kernel.spaces.codec import AnySpace
from domain.tournaments.commands import AnyTournamentCommand
from domain.tournaments.regulation import Regulation
from service.files.pairings import Pairings
from service.http.case.cases import BODIES
from service.http.components import answer_schema, component_name, schemas_of, structs_in
from service.http.described import HEADERS, PROBLEM, REPLIES
from service.http.operations import SUBJECTS, OperationTexts, status_text
from service.http.table_changes import RULED_REMEDY, component_schemas, say_words
from service.http.tournament.tournaments import NewEvent
from service.web.problems import MEDIA_TYPE
from service.web.request_context import REQUEST_ID
from service.web.schemas import WordField

VERSION = "1"
DESCRIPTION = (
    "Event-sourced replay and rules adjudication for tabletop games. `POST /v1/matches` opens a match and returns an"
    " API key for each seat. A seat reads its window, gives a command that names the open wait, and follows the"
    " actions. Every error is a problem document (RFC 9457) that cites a rule."
)


class OpenApiDocument(Api):  # type: ignore[misc] # the library has no types
    """The API with problem+json in place of the library's own errors, in the document too."""

    def _register_responses(self) -> None:
        # the library knows one media type for answers and errors
        for status in HTTPStatus:
            response: dict[str, Any] = {"description": status_text(status)}
            if status >= 400:
                response["schema"] = PROBLEM
                prepare_response(response, self.spec, MEDIA_TYPE)
            self.spec.components.response(status.name, response, lazy=True)
        default = {"description": "Any other error.", "schema": PROBLEM}
        prepare_response(default, self.spec, MEDIA_TYPE)
        default["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in ("Cache-Control", REQUEST_ID)}
        self.spec.components.response("DEFAULT_ERROR", default, lazy=True)

    def _register_etag_headers(self) -> None:
        """Every view says itself which headers its answer has."""

    def _register_pagination_header(self) -> None:
        """Pages are turned by cursors in the body."""

    def _register_error_handlers(self) -> None:
        """Errors are answered by the application's own table."""

    def _register_doc_blueprint(self) -> None:
        """The document has an address in the application that is served, not in the one that it is made from."""

    @cached_property
    def document_bytes(self) -> bytes:
        """The bytes of the document, which is completed on the first call."""
        return json.dumps(self.spec.to_dict(), indent=2).encode()


ASKED_COMMAND = {
    "description": (
        "A `Command` in a question: cards, areas and units may have their printed names, one name stands"
        " for a list of it, and `none` for an empty list."
    ),
    "type": "object",
    "properties": {"type": {"type": "string", "description": "The type of the command."}},
    "required": ["type"],
    "additionalProperties": True,
}


def new_document(app: Flask) -> OpenApiDocument:
    """A document of an application that has only what no view describes: commands, spaces, keys."""
    document = OpenApiDocument(app, spec_kwargs={"extra_plugins": [OperationTexts()]})
    converter = document.ma_plugin.converter
    # "" for a query that was not sent is how it is read, and no value of the form that is described
    converter.attribute_functions.remove(converter.field2default)
    converter.add_attribute_function(default_sent)
    converter.add_attribute_function(listed_words_of)
    describe(document)
    return document


def listed_words_of(_: OpenAPIConverter, field: fields.Field[Any], **__: Any) -> dict[str, Any]:
    """The words of a field that has a list of them."""
    return {"enum": list(field.words())} if isinstance(field, WordField) else {}


def default_sent(_: OpenAPIConverter, field: fields.Field[Any], **__: Any) -> dict[str, Any]:
    """The default of a field, where it is one that could be sent."""
    default = field.load_default
    if default is missing or callable(default) or default in ("", None):
        return {}
    return {"default": default}


def add_schemas(document: OpenApiDocument, schemas: dict[str, dict[str, Any]]) -> None:
    """Add schemas under their names, which are their titles too: generators name classes by titles."""
    for name, schema in schemas.items():
        document.spec.components.schema(name, {**as_schema(with_json_schema_patterns(schema)), "title": name})


def as_schema(value: object) -> dict[str, Any]:
    """A schema, which is an object always."""
    assert isinstance(value, dict)
    return value


def describe(document: OpenApiDocument) -> None:
    """Add what no view describes: commands, spaces, keys."""
    spec = document.spec
    described = {"type": "http", "scheme": "bearer", "description": "An API key, `pra_...`."}
    spec.components.security_scheme("key", described)
    for name, text in HEADERS.items():
        spec.components.header(name, {"description": text, "schema": {"type": "string"}})
    describe_cases(document)
    describe_events(document)
    describe_replies(document)
    commands = union_of(tuple(dict.fromkeys(each for game in GAMES.values() for each in game.rules.commands)))
    (command, space), components = schemas_of([commands, AnySpace], lambda kind: "")
    say_words(components)
    named = {component_name(kind): schema for kind, schema in components.items()}
    add_schemas(document, {**named, "Command": command, "AskedCommand": ASKED_COMMAND, "Space": space})


def describe_cases(document: OpenApiDocument) -> None:
    """Add the bodies of cases and branches: the fields of each, and what changes a table."""
    kinds = list(dict.fromkeys(BODIES))
    _, components = schemas_of(kinds, lambda kind: "Case")
    ruling = components[Ruling]
    ruling["properties"]["remedy"] = RULED_REMEDY
    # without them a ruling is refused by a rule of judging, and not by its form
    rules = {name: value for name, value in ruling["properties"]["rules"].items() if name != "default"}
    ruling["properties"]["rules"] = {**rules, "minItems": 1}
    ruling["required"] = [*ruling["required"], "rules"]
    add_schemas(document, {f"Case{component_name(kind)}": schema for kind, schema in components.items()})
    add_schemas(document, component_schemas())


def describe_events(document: OpenApiDocument) -> None:
    """Add the bodies of events: the commands, pairings from outside, and the one that creates an event."""
    (command, *_), components = schemas_of([AnyTournamentCommand, NewEvent, Pairings], lambda kind: "Event")
    described = {f"Event{component_name(kind)}": schema for kind, schema in components.items()}
    add_schemas(document, {**described, "EventCommand": command})


def describe_replies(document: OpenApiDocument) -> None:
    """Add what views answer with: each reply and its parts."""
    of_regulation = structs_in([Regulation]) - {Regulation}

    def prefix_of(kind: type) -> str:
        return "Regulation" if kind in of_regulation else ""

    _, components = schemas_of(list(dict.fromkeys(REPLIES)), prefix_of)
    described = {f"{prefix_of(kind)}{component_name(kind)}": (kind, each) for kind, each in components.items()}
    add_schemas(document, {name: answer_schema(*each) for name, each in described.items()})


def library_settings() -> dict[str, Any]:
    """The settings of the library."""
    return {
        "API_TITLE": "Praetor",
        "API_VERSION": VERSION,
        "OPENAPI_VERSION": "3.1.0",
        "API_SPEC_OPTIONS": {
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "security": [{"key": []}],
            # in place of those that the library makes of blueprints
            "tags": [{"name": name, "description": says} for name, says in SUBJECTS.items()],
        },
    }
