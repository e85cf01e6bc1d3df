"""The application: takes services, gives a WSGI callable.

Build it after a fork; importing this module makes nothing.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from urllib.parse import quote

from flask import Flask, redirect, request, url_for
from werkzeug.routing import BaseConverter, IntegerConverter, PathConverter
from werkzeug.wrappers import Response as WsgiResponse

from service.app.rulebooks import all_rules
from service.app.struct_descriptions import describe_structs
from service.console.console import HOME, add_safety_headers, problem_page
from service.console.mounted import views as console_views
from service.http import exports, rules
from service.http.branch import branches
from service.http.case import case_reads, cases
from service.http.case.precedents import views as precedents
from service.http.docs import docs_views
from service.http.document import OpenApiDocument, library_settings, new_document
from service.http.match import judges, matches, positions, questions, reads, records, seat_keys, traces
from service.http.tournament.tournament_reads import views as event_reads
from service.http.tournament.tournaments import views as events
from service.settings import Settings, read_settings
from service.web import health_views, schemas
from service.web.metrics import Metrics
from service.web.problems import problem_response
from service.web.request_context import NAME, RequestContext
from service.web.request_parts import RECORD_BYTES, WholeRequest
from service.web.responses import JSON
from service.wiring import Services, services_of

PARTS = (
    matches.views,
    branches.views,
    case_reads.views,
    cases.views,
    judges.views,
    seat_keys.views,
    reads.views,
    questions.views,
    traces.views,
    positions.views,
    records.views,
    rules.views,
    precedents,
    event_reads,
    events,
    exports.views,
)


class MatchIdConverter(BaseConverter):
    """The id of a match in a path."""

    regex = schemas.MATCH


class BranchIdConverter(BaseConverter):
    """The id of a branch in a path."""

    regex = schemas.BRANCH


class CaseIdConverter(BaseConverter):
    """The id of a case in a path."""

    regex = schemas.CASE


class EventIdConverter(BaseConverter):
    """The id of an event (a tournament) in a path."""

    regex = schemas.EVENT


class NumberConverter(IntegerConverter):
    """A number in a path, in the digits 0 to 9; the framework's own also takes those of other scripts."""

    regex = "[0-9]{1,18}"


class PlayerNameConverter(PathConverter):
    """The name of a player in a path; its slashes are written so that `Ann/../x` stays one name."""

    regex = ".+?"
    part_isolating = False

    def to_url(self, value: str) -> str:
        return quote(value, safe="")


CONVERTERS: dict[str, type[BaseConverter]] = {
    "match": MatchIdConverter,
    "branch": BranchIdConverter,
    "case": CaseIdConverter,
    "event": EventIdConverter,
}


def route_app() -> Flask:
    """The application with all its addresses, and no services yet."""
    app = app_with_converters()
    for part in PARTS:
        app.register_blueprint(part)
    app.register_blueprint(docs_views(document))
    app.register_blueprint(health_views.views)
    app.register_blueprint(console_views)
    app.register_error_handler(Exception, error_response)
    health_views.watch(app)
    return app


@cache
def document() -> OpenApiDocument:
    """The API document, which is made when it is first asked for: that takes longest of the start."""
    described = new_document(app_with_converters())
    for converter in CONVERTERS.values():
        described.register_converter(converter, lambda each: {"type": "string", "pattern": f"^{each.regex}$"})
    for part in PARTS:
        described.register_blueprint(part)
    return described


def app_with_converters() -> Flask:
    """An application without addresses that knows the ids in them."""
    app = Flask("service.http", static_folder=None)
    app.request_class = WholeRequest
    app.config |= {**library_settings(), "MAX_CONTENT_LENGTH": RECORD_BYTES, "PROPAGATE_EXCEPTIONS": False}
    app.url_map.merge_slashes = False  # an address is what the document says, and no other leads there
    app.url_map.converters |= {**CONVERTERS, "int": NumberConverter, "player": PlayerNameConverter}
    return app


def error_response(error: Exception) -> WsgiResponse:
    """The response to an error: a page for an address of the console, else a problem document.

    A browser at the address of the service alone is sent to the console.
    """
    if is_browser_at_the_root():
        return redirect(url_for("console.home"), 303)
    in_console = f"{request.path}/".startswith(f"{HOME}/")
    return add_safety_headers(problem_page(error)) if in_console else problem_response(error)


def is_browser_at_the_root() -> bool:
    """Whether somebody types the address of the service alone; a client, which takes no pages, is told of no path."""
    takes = request.accept_mimetypes.best_match(["application/problem+json", JSON, "text/html"])
    return request.path == "/" and request.method in ("GET", "HEAD") and takes == "text/html"


def create_app(services: Services) -> Flask:
    """The application of one process."""
    describe_structs()
    app = route_app()
    counted = Metrics([*app.view_functions, "none"], list(all_rules().rules), services.settings.metrics)
    app.extensions[NAME] = RequestContext(services, counted)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    return app


def application(given: Settings | None = None) -> Flask:
    """The application that the environment describes, with its log; a server calls this in each worker."""
    health_views.log_to()
    return create_app(services_of(given or read_settings(os.environ)))
