"""Registering and describing a view: its address, its query, its responses, the problems that it names.

What a view reads by hand (body, headers) is only described here; nothing of that runs with a request. Read `Views`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypedDict, TypeVar, overload

from flask import Response, request
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from typing_extensions import Unpack
from webargs.flaskparser import FlaskParser

from service.http.components import component_name, ref
from service.http.operations import status_text
from service.web.problems import MEDIA_TYPE, Problem, ProblemReply
from service.web.request_context import REQUEST_ID
from service.web.responses import JSON, LINES, ResponseOf

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": (
        "The client's own name for this request. The same request again is carried out once and gets the same answer. "
        "1 to 200 ASCII characters from `!` to `~`, without a space or a comma."
    ),
    "schema": {"type": "string", "pattern": r"^[!-+\--~]{1,200}$"},
    "example": "alice-17",
}
HEADERS = {
    "ETag": (
        'The version and the viewer of the answer (`"v41.alice"`), the length of a branch (`"d2"`; of a'
        " read more follows after a point),"
        " or a hash of the bytes."
    ),
    "Location": "The path of what was created.",
    "Retry-After": "The number of seconds after which to send the same request again.",
    "WWW-Authenticate": "The scheme of the API key.",
    "Cache-Control": (
        "How long the answer may be kept, and by whom: `no-store` by nobody, `private` by the client alone, `no-cache`"
        " only where it is asked for each time."
    ),
    "Vary": "The headers of the request by which the answer differs: a cache keeps one for each of their values.",
    "Content-Disposition": "The name of the file.",
    "Content-Security-Policy": "What the document may load and run, wherever it is opened: nothing.",
    "Accept-Ranges": "`bytes`: parts of it can be asked for.",
    "Content-Range": "Which bytes of the file the answer has, and how many the file has; of `416` only how many.",
    REQUEST_ID: "The id of the request, as in the service's log; the one that the request brought, if it has one.",
}
# what a problem of a status may have beside its body
PROBLEM_HEADERS = {
    401: ("WWW-Authenticate",),
    409: ("Retry-After",),
    416: ("Content-Range",),
    412: ("ETag",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}
RANGES = (
    {
        "name": "Range",
        "in": "header",
        "description": "The bytes that are asked for: one span, as `bytes=0-1023`, from one on, as `bytes=1024-`, or"
        " so many at the end, as `bytes=-512`. What is no single span of bytes is ignored.",
        "schema": {"type": "string"},
    },
    {
        "name": "If-Range",
        "in": "header",
        "description": "The ETag of the file of which the client has a part: of another file it gets the whole.",
        "schema": {"type": "string"},
    },
)
HEADER_PARAMETERS = "header_parameters"
# what can be wrong with reading something of a match
READING = (401, 403, 404, 422)
# the same of what takes long, and is answered in its turn
LONG = (*READING, 429)

T = TypeVar("T")
View = Callable[..., Response]
V = TypeVar("V", bound=View)
Registered = Callable[[View], View]
RegisteredOf = Callable[[Callable[..., ResponseOf[T]]], Callable[..., ResponseOf[T]]]
REPLIES: list[type] = [ProblemReply]  # what views answer with; the document describes each
PROBLEM = ref(component_name(ProblemReply))


class Parser(FlaskParser):
    """Reads a query strictly: what the schema does not know is refused."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - the library's own name and kind
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": None,
    }


class ViewDescription(TypedDict, total=False):
    """What a view says of itself beside its answer and its problems.

    `query`: how its query is read; it comes as the first argument. `body`, `body_types` and `headers`: what it reads by
    hand, `bodies` where its media types have bodies of their own; `may_lack_body`: it may come without a body. `lines`:
    it also answers in JSON Lines; `line`: it answers in JSON Lines of this; `media_types`: it answers in these types in
    place of JSON. `tagged`: it has an ETag, and 304; `in_parts`: it answers `Range`, with 206. `sends`: the headers of
    its answer. `repeated`: the status of the same answer where nothing was new. `public`: it asks for no key;
    `watched`: it asks for none where spectators are admitted.
    """

    query: Schema
    body: Schema | dict[str, Any]
    body_types: tuple[str, ...]
    bodies: dict[str, Any]
    may_lack_body: bool
    headers: tuple[dict[str, Any], ...]
    lines: bool
    line: type
    media_types: tuple[str, ...]
    tagged: bool
    in_parts: bool
    sends: tuple[str, ...]
    repeated: int
    public: bool
    watched: bool


class Views(Blueprint):  # type: ignore[misc] # the library has no types
    """A part of the API: views with their addresses, and what the document says of them."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._prepare_doc_cbks.append(add_header_parameters)

    @overload
    def get(
        self, path: str, status: int, reply: type[T], *problems: int, **description: Unpack[ViewDescription]
    ) -> RegisteredOf[T]: ...

    @overload
    def get(
        self, path: str, status: int, reply: None, *problems: int, **description: Unpack[ViewDescription]
    ) -> Registered: ...

    def get(
        self, path: str, status: int, reply: type | None, *problems: int, **description: Unpack[ViewDescription]
    ) -> Any:
        """Register a view that reads. Returns the decorator."""
        return self._register(
            "GET",
            path,
            view_documentation(status, reply, problems, description, caching_headers(description)),
            description.get("query"),
        )

    def post(
        self, path: str, status: int, reply: type[T], *problems: int, **description: Unpack[ViewDescription]
    ) -> RegisteredOf[T]:
        """Register a view that changes something, or that needs a body. Returns the decorator."""
        return self._register(
            "POST", path, view_documentation(status, reply, problems, description), description.get("query")
        )

    def delete(self, path: str, status: int, *problems: int) -> Registered:
        """Register a view that deletes something and has no content in its response. Returns the decorator."""
        return self._register("DELETE", path, view_documentation(status, None, problems, {}), None)

    def _register(self, method: str, path: str, words: dict[str, Any], query: Schema | None) -> Callable[[V], V]:
        def register_view(view: V) -> V:
            # beside a query they are added to its parameters, which the library would replace by them
            headers = words.pop("parameters", []) if query is not None else []
            answering = self.doc(**words)(view if query is not None else without_query(view))
            if query is not None:
                answering = self.arguments(query, location="query")(answering)
            answering._apidoc[HEADER_PARAMETERS] = headers
            self.add_url_rule(path, view_func=answering, methods=[method])
            return view

        return register_view


def add_header_parameters(operation: dict[str, Any], info: dict[str, Any], **_: Any) -> dict[str, Any]:
    """The description of an operation with the headers of its request beside its other parameters."""
    if headers := info.get(HEADER_PARAMETERS):
        operation["parameters"] = [*operation.get("parameters", ()), *headers]
    return operation


def without_query(view: View) -> View:
    """A view that takes no query: a query is refused with Problem 422, like an unknown field elsewhere."""

    @wraps(view)
    def answer(*args: Any, **values: Any) -> Response:
        if request.query_string and request.args:
            fields = {name: ["Unknown field."] for name in request.args}
            raise Problem(422, "request.shape", because={"query": fields})
        return view(*args, **values)

    return answer


def view_documentation(
    status: int,
    reply: type | None,
    problems: tuple[int, ...],
    description: ViewDescription,
    caching: tuple[str, ...] = (),
) -> dict[str, Any]:
    """The part of a view's description that the library cannot see by itself; `caching` is what caches are told."""
    schema = reply_schema(reply)
    description = {**description, "sends": (*description.get("sends", ()), *caching)}
    answers: dict[str, Any] = {str(status): response_documentation(status, schema, description)}
    if "repeated" in description:
        answers[str(description["repeated"])] = response_documentation(description["repeated"], schema, description)
    if description.get("tagged"):
        sent = ("ETag", "Accept-Ranges") if description.get("in_parts") else ("ETag",)
        answers["304"] = {"description": "Not Modified", "headers": header_documentation((*sent, *caching))}
    if description.get("in_parts"):
        answers["206"] = response_documentation(
            206, schema, {**description, "sends": ("Accept-Ranges", "Content-Range", *caching)}
        )
    # a query in which a name stands twice is 400 wherever it is asked, one that is not known 422
    for problem in {400: 0, **dict.fromkeys(problems), 422: 0}:
        answers[str(problem)] = problem_documentation(problem)
    words: dict[str, Any] = {"responses": answers}
    if "headers" in description:
        words["parameters"] = [dict(each) for each in description["headers"]]
    bodies: dict[str, Any] = description.get("bodies", {})
    if "body" in description:
        bodies = dict.fromkeys(description.get("body_types", (JSON,)), description["body"])
    if bodies:
        words["requestBody"] = {
            "required": not description.get("may_lack_body"),
            "content": {media_type: {"schema": body} for media_type, body in bodies.items()},
        }
    if description.get("public"):
        words["security"] = []
    elif description.get("watched"):
        words["security"] = [{"key": []}, {}]
    return words


def caching_headers(description: ViewDescription) -> tuple[str, ...]:
    """What the answer of a view that reads tells a cache: how long it keeps, and by what of the request it differs."""
    if not description.get("public"):
        return ("Cache-Control", "Vary")
    return ("Cache-Control",) if description.get("tagged") else ()


def reply_schema(reply: type | None) -> dict[str, Any] | None:
    """Where the document has the schema of an answer; None for one that is not JSON."""
    if reply is None:
        return None
    REPLIES.append(reply)
    return ref(component_name(reply))


def response_documentation(status: int, schema: dict[str, Any] | None, description: ViewDescription) -> dict[str, Any]:
    content: dict[str, Any] = {JSON: {"schema": schema}} if schema is not None else {}
    if "line" in description:
        # a line end is no part of the schema language
        of_line = {"contentMediaType": LINES, "contentSchema": reply_schema(description["line"])}
        content[LINES] = {"schema": {"type": "string", **of_line}}
    for media_type in (*([LINES] if description.get("lines") else []), *description.get("media_types", ())):
        content[media_type] = {"schema": {"type": "string"}}
    described: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    sent = [*(["ETag"] if description.get("tagged") else []), *description.get("sends", ())]
    described["headers"] = header_documentation(sent)
    return described | ({"content": content} if content else {})


def header_documentation(names: Iterable[str]) -> dict[str, str]:
    """The headers of a response, each by the name under which the document describes it once."""
    return {name: name for name in (*names, REQUEST_ID)}


def problem_documentation(status: int) -> dict[str, Any]:
    described = {"description": status_text(status), "content": {MEDIA_TYPE: {"schema": PROBLEM}}}
    return {**described, "headers": header_documentation(("Cache-Control", *PROBLEM_HEADERS.get(status, ())))}
