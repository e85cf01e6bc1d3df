"""Views for operators: is the service alive, is it ready, its counters; and one log line for each request.

A log line names the request, the match, the action and the rule. It never has the content of a request, a response or a
match.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple, TextIO

from eventsourcing.persistence import PersistenceError
from flask import Blueprint, Flask, Response, g, request
from werkzeug.datastructures import MultiDict

from domain.kernel.ids import ADMIN
from projections.analytics.store import NAME as ANALYTICS
from projections.analytics.store import live_position
from service.app.match.matches import now
from service.store.failures import Unavailable
from service.web.access import asker, require_scope
from service.web.problems import Problem
from service.web.request_context import REQUEST_ID, name_request, request_context
from service.web.request_parts import refuse_nul
from service.web.responses import json_response

LOG = logging.getLogger("praetor.http")

views = Blueprint("ops", __name__)


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON; `fields` has what a request's record carries beside its text."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {"at": now(), "level": record.levelname.lower(), "says": record.getMessage()}
        if record.exc_info and record.exc_info[1] is not None:
            # where it arose, never the values that it met
            entry["error"] = type(record.exc_info[1]).__name__
            entry["where"] = self.places(record)
        return json.dumps({**entry, **getattr(record, "fields", {})})

    @staticmethod
    def places(record: logging.LogRecord) -> str:
        """The last frames of the trace, as file and line."""
        found = []
        trace = record.exc_info[2] if record.exc_info else None
        while trace is not None:
            found.append(f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
            trace = trace.tb_next
        return " ".join(found[-8:])


def log_to(stream: TextIO = sys.stdout) -> None:
    """Write the log of this process as JSON Lines."""
    writer = logging.StreamHandler(stream)
    writer.setFormatter(JsonLines())
    log = logging.getLogger("praetor")
    log.handlers[:] = [writer]
    log.setLevel(logging.INFO)
    log.propagate = False


def watch(app: Flask) -> None:
    """Give each request an id, and count and log it when it is answered."""
    app.before_request(begin_request)
    app.after_request(end_request)


def begin_request() -> None:
    g.request_id = name_request(request.headers.get(REQUEST_ID, ""))
    g.began = perf_counter()
    # whether the process answers is told without asking the store, which may be waited for
    if request.endpoint != "ops.healthz":
        forget_the_erased()
    # no database takes this character in a text, and no name has it
    if "\0" in request.path:
        raise Problem(404, "request.unknown-path", because={"problem": "has a NUL character"})
    if b"%00" in request.query_string:
        refuse_nul(request.args, of="query")
    # the pages of the console have forms with lists
    if request.query_string and not request.path.startswith("/console"):
        refuse_twice(request.args)


def forget_the_erased() -> None:
    """Drop from memory what names players who were erased by another process."""
    keyring = request_context().services.matches.keyring
    # a store that does not answer has nothing to read either
    with suppress(PersistenceError):
        if keyring is not None:
            keyring.begin()


def refuse_twice(query: MultiDict[str, str]) -> None:
    """Raises Problem 400 for a parameter that stands twice: programs would not agree on which of them counts."""
    twice = next((name for name, values in query.lists() if len(values) > 1), None)
    if twice is not None:
        raise Problem(400, "request.malformed", f"the parameter {twice!r} stands twice in the query", {"field": twice})


def end_request(response: Response) -> Response:
    response.headers.add(REQUEST_ID, g.request_id)
    response.headers.add("X-Content-Type-Options", "nosniff")
    seconds = perf_counter() - g.began
    route = request.endpoint or "none"
    request_context().metrics.count(route, response.status_code, seconds, g.get("rule", ""))
    if LOG.isEnabledFor(logging.INFO):
        LOG.info("request", extra={"fields": log_fields(route, response.status_code, seconds)})
    return response


def log_fields(route: str, status: int, seconds: float) -> dict[str, object]:
    """What the log says about a request."""
    fields: dict[str, object] = {
        "request": g.request_id,
        "method": request.method,
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 2),
    }
    match = (request.view_args or {}).get("match_id") or g.get("match")
    about = {"match": match, "version": g.get("version"), "action": g.get("action"), "rule": g.get("rule")}
    return fields | {name: value for name, value in about.items() if value}


@views.get("/healthz")
def healthz() -> Response:
    """Whether the process answers."""
    return json_response({"ok": True})


@views.get("/readyz")
def readyz() -> Response:
    """Whether requests can be served: what they need answers and has this version's schema; else 503.

    An admin is told what does not, in `behind` how many events each projection has still to read, and in `stopped` for
    how many seconds one that is behind has read none: what goes on in private matches is seen by it. A projection that
    has stopped keeps no request from being served, so it is no 503; everybody who asks has it logged.
    """
    services = request_context().services
    checks: dict[str, Callable[[], object]] = {
        "store": services.matches.check,
        "keys": services.keys.check,
        "audit": services.audit.check,
        "windows": services.windows.positions,
    }
    wrong = {name: fault for name, check in checks.items() if (fault := fault_of(check))}
    is_admin = is_admin_asking()
    if wrong:
        return json_response({"ok": False, **({"wrong": wrong} if is_admin else {})}, 503)
    progress = projection_progress()
    for_admins = {"behind": progress.behind, "stopped": progress.stopped}
    return json_response({"ok": True, **(for_admins if is_admin else {})})


def is_admin_asking() -> bool:
    """Whether an admin makes the request, as far as the keys can be read."""
    try:
        return asker().scope == ADMIN
    except PersistenceError:
        return False


def fault_of(check: Callable[[], object]) -> str:
    """The kind of error that a check raises; empty if it passes."""
    try:
        check()
    except (PersistenceError, Unavailable) as error:
        return type(error).__name__
    return ""


class ProjectionProgress(NamedTuple):
    """How many positions of the store each projection is behind, and for how many seconds each has stopped that has."""

    behind: dict[str, int]
    stopped: dict[str, float]


def projection_progress() -> ProjectionProgress:
    """How far the projections are. Raises PersistenceError, Unavailable."""
    services = request_context().services
    positions = services.windows.positions()
    # no request of a match needs the tables for analysts
    with suppress(PersistenceError), services.analytics.database.reading() as session:
        positions[ANALYTICS] = live_position(session)
    newest = services.matches.newest()
    behind = {name: max(0, newest - position) for name, position in positions.items()}
    return ProjectionProgress(behind, request_context().stopped_projections.find(positions, newest))


def gauges() -> list[str]:
    """How far the projections are behind, and for how long they have stopped; empty while the store does not answer."""
    try:
        behind, stopped = projection_progress()
    except (PersistenceError, Unavailable):
        return []
    seconds = {name: stopped.get(name, 0) for name in behind}
    return [*gauge("praetor_projection_behind", behind), *gauge("praetor_projection_stopped_seconds", seconds)]


def gauge(name: str, values: Mapping[str, float]) -> list[str]:
    """The lines of a gauge with a value for each projection."""
    return [f"# TYPE {name} gauge", *(f'{name}{{projection="{each}"}} {value}' for each, value in values.items())]


@views.get("/metrics")
def metrics() -> Response:
    """The counters, as Prometheus reads them, for admins: refusals by rule tell of private matches."""
    require_scope(ADMIN)
    text = "".join(f"{line}\n" for line in (*request_context().metrics.lines(), *gauges()))
    return Response(text, content_type="text/plain; version=0.0.4; charset=utf-8")
