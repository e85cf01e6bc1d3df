"""How a view describes itself for the document: what it answers, what it reads by hand, which problems it names.

`described` only adds to the document; nothing of it runs with a request.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask_smorest import Blueprint
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from service.http.answers import JSON, LINES
from service.http.problems import MEDIA_TYPE
from service.http.schemas import ProblemDocument

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "description": 'The wait that the command answers, as `"w41"`; left out only for commands that may always be given.',
    "schema": {"type": "string", "pattern": '^"w[0-9]{1,9}"$'},
    "example": '"w41"',
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "The asker's own name for this request: the same again is done once and answered the same.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
    "example": "alice-17",
}
PROBLEM = ProblemDocument()


class Parser(FlaskParser):
    """Reads a query strictly: what the schema does not know is refused."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": None}


class Views(Blueprint):
    """A part of the API."""

    ARGUMENTS_PARSER = Parser()


def described(
    status: int,
    schema: Schema | dict[str, Any] | None,
    *problems: int,
    body: Schema | dict[str, Any] | None = None,
    body_type: str = JSON,
    headers: tuple[dict[str, Any], ...] = (),
    as_lines: bool = False,
    tagged: bool = False,
    public: bool = False,
) -> Any:
    """Describe a view: its answer, its problems, the body and the headers that it reads by hand.

    `as_lines`: it also answers in JSON Lines; `tagged`: with an ETag, and 304; `public`: it asks nobody for a key.
    """
    answers: dict[str, Any] = {str(status): answered(status, schema, as_lines)}
    if tagged:
        answers["304"] = {"description": "Not Modified"}
    for problem in problems:
        answers[str(problem)] = described_problem(problem)
    words: dict[str, Any] = {"responses": answers}
    if headers:
        words["parameters"] = [dict(each) for each in headers]
    if body is not None:
        words["requestBody"] = {"required": True, "content": {body_type: {"schema": body}}}
    if public:
        words["security"] = []
    return Views.doc(**words)


def answered(status: int, schema: Schema | dict[str, Any] | None, as_lines: bool) -> dict[str, Any]:
    content = {JSON: {"schema": schema}} if schema is not None else {}
    if as_lines:
        content[LINES] = {"schema": {"type": "string"}}
    return {"description": HTTPStatus(status).phrase, **({"content": content} if content else {})}


def described_problem(status: int) -> dict[str, Any]:
    return {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": PROBLEM}}}
