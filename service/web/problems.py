"""Problem documents (RFC 9457): the exceptions that a view may raise, and what the response says of each.

Read `Problem`, then PROBLEMS, the one table from exceptions to problems. Each cites a rule, which `/v1/rules/{id}` has
in full; `because` has the values that show it, `window` the open wait, `attempt` the id of a refused command.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from eventsourcing.persistence import PersistenceError
from flask import Response, g, request
from msgspec import UNSET, Meta, UnsetType
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from domain.match.aggregate import BrokenChain, KeyReused, Match, Paused, Refused, Stale
from projections.windows.queries import Crowded
from service.app.match.matches import MatchIdTaken, Unknown
from service.app.rulebooks import rule_of
from service.store.failures import Contended, Unavailable
from service.store.recorded import UnreadableRow
from service.web.replies import Reply

MEDIA_TYPE = "application/problem+json"
# A refusal is 422 unless its rule, or the kind of its rule, says otherwise.
BY_RULE = {
    "match.over": 409,
    "match.paused": 409,
    "match.damaged": 409,
    "position.nested": 409,
    # a preview of a version that is no longer the newest
    "judging.rewind.report-seen": 412,
    "judging.correct.preview": 412,
    "judging.look.recorded": 403,
}
BY_KIND = {"authority": 403, "order": 409}
LOG = logging.getLogger("praetor.http")

# What the framework itself raises, by status.
BY_STATUS = {
    400: "request.malformed",
    404: "request.unknown-path",
    405: "request.method",
    413: "request.too-large",
    415: "request.media-type",
    422: "request.shape",
}


class RuleNamedReply(Reply, schema_name="RuleNamed"):
    """A rule as a problem cites it."""

    id: str
    title: str
    text: str


class ProblemReply(Reply, schema_name="ProblemDocument"):
    """What went wrong (RFC 9457)."""

    type: Annotated[str, Meta(description="The path of the rule.")]
    title: str
    status: int
    detail: str
    rule: RuleNamedReply
    because: Annotated[Mapping[str, Any], Meta(description="The values that the rule was applied to.")]
    window: Annotated[
        Mapping[str, Any] | UnsetType,
        Meta(description="The open window or question: `open`, `wait`, `kind`, `name`, `awaited`."),
    ] = UNSET
    attempt: Annotated[
        str | UnsetType, Meta(description="The id under which the refused command is stored for judges.")
    ] = UNSET


class Problem(Exception):
    """What went wrong with a request: the status, the rule, in words, because of what."""

    def __init__(
        self,
        status: int,
        rule: str,
        detail: str = "",
        because: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        window: Mapping[str, Any] | None = None,
        attempt: str = "",
    ) -> None:
        super().__init__(f"{status} {rule}")
        self.status = status
        self.rule = rule
        self.detail = detail
        self.because = because or {}
        self.headers = dict(headers or {})
        self.window = window
        self.attempt = attempt

    def document(self) -> ProblemReply:
        """The body of the answer."""
        rule = rule_of(self.rule)
        return ProblemReply(
            type=f"/v1/rules/{self.rule}",
            title=rule.title or self.rule,
            status=self.status,
            detail=self.detail or rule.text,
            rule=RuleNamedReply(id=rule.id, title=rule.title, text=rule.text),
            because=self.because,
            window=UNSET if self.window is None else self.window,
            attempt=self.attempt or UNSET,
        )

    def body(self) -> bytes:
        """The document as JSON."""
        return msgspec.json.encode(self.document(), enc_hook=str)


def window_now(match: Match) -> dict[str, Any]:
    """The open wait as everybody may know it, for a problem; the window's own address has the rest."""
    waiting = match.table.waiting
    if waiting is None:
        return {"open": False}
    return {
        "open": True,
        "wait": waiting.wait,
        "kind": waiting.kind,
        "name": waiting.question,
        "awaited": list(waiting.seats),
    }


def refusal_problem(error: Refused) -> Problem:
    refusal = error.refusal
    status = BY_RULE.get(refusal.rule) or BY_KIND.get(rule_of(refusal.rule).kind, 422)
    return Problem(status, refusal.rule, refusal.text, refusal.because)


def stale_problem(error: Stale) -> Problem:
    match = error.match
    return Problem(
        412,
        "match.stale",
        f"the open wait is w{match.wait}",
        {"wait": match.wait},
        headers={"ETag": f'"v{match.version}"'},
        window=window_now(match),
    )


def paused_problem(error: Paused) -> Problem:
    """The problem of a command while a case stops the match."""
    match = error.match
    because = {"case": match.flags.frozen, "match": match.id}
    return Problem(409, "match.paused", f"the match waits for {match.flags.frozen}", because, window=window_now(match))


def unknown_problem(error: Unknown) -> Problem:
    """The problem of a match, case or event that does not exist, or of a version that a match does not have."""
    name = kind_of_id(error.match_id)
    if error.version is None:
        return Problem(404, "request.unknown", f"no such {name}: {error}", {name: error.match_id})
    because = {name: error.match_id, "version": error.version}
    return Problem(404, "request.unknown", f"no such version: {error}", because)


def kind_of_id(id: str) -> str:
    """What an id names, by how it begins: a case, an event, else a match."""
    return next((kind for prefix, kind in (("c-", "case"), ("e-", "event")) if id.startswith(prefix)), "match")


def unavailable_problem(error: Exception) -> Problem:
    LOG.warning("store: %s", error)
    return Problem(503, "store.unavailable", headers={"Retry-After": "1"})


def failure_problem(error: Exception) -> Problem:
    """The problem of a bug or a damaged row: the log says where. No values may leave, not even into the log."""
    match_id = (request.view_args or {}).get("match_id") or g.get("match")
    at = {"match": getattr(error, "match_id", "") or match_id, "version": getattr(error, "version", g.get("version"))}
    fields = {name: value for name, value in at.items() if value}
    LOG.error("request %s failed", g.get("request_id", ""), exc_info=error, extra={"fields": fields})
    return Problem(500, "request.failed", because={"request": g.get("request_id", "")})


def damage_problem(error: Exception) -> Problem:
    """The problem of a damaged match: nothing is stored after the damage; `/integrity` and the log say where it is."""
    if request.method in ("GET", "HEAD"):
        return failure_problem(error)
    problem = failure_problem(error)
    match_id = getattr(error, "match_id", "") or (request.view_args or {}).get("match_id") or g.get("match") or ""
    name = kind_of_id(match_id)
    return Problem(409, "match.damaged", because={**problem.because, **({name: match_id} if match_id else {})})


def framework_problem(error: HTTPException) -> Problem:
    """The problem of an error of the framework, with its headers (Allow and the like)."""
    status = error.code or 500
    if status >= 500:
        return failure_problem(error)
    because = getattr(error, "data", {}).get("messages", {})
    if isinstance(error, RequestEntityTooLarge):
        return size_problem()
    if isinstance(error, NotFound):
        because = {"path": request.path}
    elif isinstance(error, MethodNotAllowed):
        because = {"method": request.method, "allowed": sorted(error.valid_methods or ())}
    said = "" if because else str(error.description or "")
    headers = {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}
    return Problem(status, BY_STATUS.get(status, "request.malformed"), said, because, headers=headers)


def size_problem() -> Problem:
    """The problem of a body with more bytes than this path takes."""
    most, given = request.max_content_length, request.content_length
    because = {name: value for name, value in {"of": "body", "most": most, "given": given}.items() if value is not None}
    said = f"the body of this request may have {most} bytes at most" if most is not None else ""
    return Problem(413, "request.too-large", said, because)


def key_reused_problem() -> Problem:
    """The problem of a key under which something else was asked before: which one, and what to do."""
    given = request.headers.get("Idempotency-Key", "")
    because = {"header": "Idempotency-Key", "key": given} if given else {}
    said = "under this key something else was asked before: a new request needs a new key" if given else ""
    return Problem(422, "idempotency.key-reused", said, because)


PROBLEMS: dict[type[Exception], Callable[[Any], Problem]] = {
    Problem: lambda error: error,
    Refused: refusal_problem,
    Stale: stale_problem,
    Paused: paused_problem,
    KeyReused: lambda error: key_reused_problem(),
    Unknown: unknown_problem,
    MatchIdTaken: lambda error: Problem(409, "match.taken", because={"match": str(error)}),
    Contended: lambda error: Problem(409, "match.contended", headers={"Retry-After": "0"}),
    Unavailable: unavailable_problem,
    PersistenceError: unavailable_problem,
    Crowded: lambda error: Problem(429, "request.busy", headers={"Retry-After": "1"}),
    RecursionError: lambda error: Problem(422, "request.shape", "nested too deeply"),
    BrokenChain: damage_problem,
    UnreadableRow: damage_problem,
    HTTPException: framework_problem,
    Exception: failure_problem,
}


def problem_of(error: Exception) -> Problem:
    """The problem for an exception."""
    kind = next(kind for kind in type(error).__mro__ if kind in PROBLEMS)
    return PROBLEMS[kind](error)


def problem_response(error: Exception) -> Response:
    """The response to an exception."""
    problem = problem_of(error)
    g.rule = problem.rule
    headers = {**problem.headers, "Cache-Control": "no-store"}
    return Response(problem.body(), problem.status, headers, content_type=MEDIA_TYPE)
