"""The OpenAPI document: commands and choice spaces as the engine has them, problems as problem+json, keys."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from flask_smorest import Api  # type: ignore[import-untyped]
from flask_smorest.utils import prepare_response  # type: ignore[import-untyped]

from domain.games import GAMES
from domain.judging.event_commands import AnyGiven
from domain.kernel.catalogue import union_of
from domain.kernel.spaces import AnySpace
from service.http.cases import BODIES
from service.http.events import NewEvent
from service.http.problems import MEDIA_TYPE
from service.http.replies import ProblemDocument

REF = "#/components/schemas/{name}"
VERSION = "1"
DESCRIPTION = (
    "Event-sourced replay and rules adjudication for tabletop games. A match is opened with `POST /v1/matches`, which"
    " answers with a key for each seat. A seat reads its window, gives a command that names the open wait, and follows"
    " the actions. Every refusal cites its rule."
)


class Document(Api):  # type: ignore[misc] # the library has no types
    """The API with problem+json in place of the library's own errors, in the document too."""

    ERROR_SCHEMA = ProblemDocument

    def _register_responses(self) -> None:
        # the library knows one media type for answers and errors
        for status in HTTPStatus:
            response: dict[str, Any] = {"description": status.phrase}
            if status >= 400:
                response["schema"] = ProblemDocument()
                prepare_response(response, self.spec, MEDIA_TYPE)
            self.spec.components.response(status.name, response, lazy=True)
        default = {"description": "Any other problem", "schema": ProblemDocument()}
        prepare_response(default, self.spec, MEDIA_TYPE)
        self.spec.components.response("DEFAULT_ERROR", default, lazy=True)

    def _register_pagination_header(self) -> None:
        """Pages are turned by cursors in the body."""

    def _register_error_handlers(self) -> None:
        """Errors are answered by the application's own table."""


def describe(document: Document) -> None:
    """Add what no view says: commands, spaces, keys."""
    spec = document.spec
    described = {"type": "http", "scheme": "bearer", "description": "An API key, `pra_...`."}
    spec.components.security_scheme("key", described)
    describe_cases(document)
    describe_events(document)
    commands = union_of(tuple(dict.fromkeys(each for game in GAMES.values() for each in game.rules.commands)))
    (command, space), components = msgspec.json.schema_components([commands, AnySpace], ref_template=REF)
    for name, schema in {**components, "Command": command, "Space": space}.items():
        spec.components.schema(name, schema)


def describe_cases(document: Document) -> None:
    """Add what is asked of cases: the fields of each body."""
    kinds = list(dict.fromkeys(BODIES))
    _, components = msgspec.json.schema_components(kinds, ref_template=REF.format(name="Case{name}"))
    for name, schema in components.items():
        document.spec.components.schema(f"Case{name}", schema)


def describe_events(document: Document) -> None:
    """Add what is asked of events: the commands, and what creates one."""
    template = REF.format(name="Event{name}")
    (command, new), components = msgspec.json.schema_components([AnyGiven, NewEvent], ref_template=template)
    described = {f"Event{name}": schema for name, schema in components.items()}
    for name, schema in {**described, "EventCommand": command, "NewEvent": new}.items():
        document.spec.components.schema(name, schema)


def settings() -> dict[str, Any]:
    """What the library is told."""
    return {
        "API_TITLE": "Praetor",
        "API_VERSION": VERSION,
        "OPENAPI_VERSION": "3.1.0",
        "OPENAPI_URL_PREFIX": "/v1",
        "API_SPEC_OPTIONS": {
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "security": [{"key": []}],
        },
    }
