"""Reading a request by hand: the body, the command in it, Idempotency-Key and If-Match.

The route that is used most reads its headers here and not by a schema, which would cost a tenth of its time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import msgspec
from flask import Request, request
from marshmallow import Schema, ValidationError

from domain.kernel.formats.json_text import NotJson, require_single_names, why_unreadable
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.mismatch import because_of, explain_mismatch
from domain.kernel.ids import Viewer
from domain.kernel.scenarios.commands import command_types_named
from domain.match.aggregate import Match
from service.files.names_in_commands import Meaning, Unclear
from service.web.if_match import WAIT
from service.web.problems import Problem
from service.web.responses import JSON

LENGTH = "CONTENT_LENGTH"
CODING = "HTTP_TRANSFER_ENCODING"
# a server sets it that knows where a body without a length ends
ENDS = "wsgi.input_terminated"
COMMAND_BYTES = 4096
BODY_BYTES = 1 << 20
# the largest body of any route
RECORD_BYTES = 64 << 20
MOST_EXACT = 1 << 53  # beyond it a float is not the number that was written
MOST_KEY = 200
# two headers of one name come as one, with a comma between
KEY = re.compile(rf"[!-+\--~]{{1,{MOST_KEY}}}")


class WholeRequest(Request):
    """A request whose body has a length, so that every bound on it holds: what is longer is refused, none is cut.

    The framework cuts a body without a length at the bound of its route, and says nothing.
    """

    def __init__(self, environ: dict[str, Any], *args: Any, **named: Any) -> None:
        announce_length(environ)
        super().__init__(environ, *args, **named)


def announce_length(environ: dict[str, Any]) -> None:
    """Give a body in chunks its length, as RFC 9112, 7.1.3 has it; one longer than any may be is told as longer."""
    if CODING not in environ or not environ.get(ENDS):
        return
    body = environ["wsgi.input"].read(RECORD_BYTES + 1)
    del environ[CODING]
    environ |= {LENGTH: str(len(body)), "wsgi.input": BytesIO(body)}


def raw_body(most: int, *media_types: str) -> bytes:
    """The body, at most `most` bytes of one of these media types. Raises Problem 415; the framework raises 413."""
    refuse_codings()
    given, needed = request.mimetype, media_types or (JSON,)
    if given and given not in needed:
        raise Problem(415, "request.media-type", because={"given": given, "needed": join_names(needed, "or")})
    request.max_content_length = most
    return request.get_data()


def refuse_codings() -> None:
    """Raises Problem 415 for a body that is packed: nothing unpacks it here."""
    given = request.headers.get("Content-Encoding", "")
    if any(each.strip().lower() not in ("", "identity") for each in given.split(",")):
        because = {"header": "Content-Encoding", "given": given, "needed": "identity"}
        raise Problem(415, "request.coding", because=because, headers={"Accept-Encoding": "identity"})


def json_of(body: bytes | str) -> Any:
    """The values of JSON text. Raises Problem 400, and 422 for fields with a NUL character."""
    try:
        values = values_of(body)
        refuse_unclear(body, values)
        return values
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = why_unreadable(body, error)
        raise Problem(400, "request.malformed", f"the body is not JSON: {why}", {"problem": why}) from error


def values_of(text: bytes | str) -> Any:
    """The values of JSON text, with 84.0 as a whole number, as JSON Schema has it.

    Raises DecodeError, UnicodeDecodeError, RecursionError.
    """
    return with_whole_numbers(msgspec.json.decode(text))


def with_whole_numbers(value: Any) -> Any:
    """The JSON values with every number that is whole as an int."""
    if isinstance(value, dict):
        return {name: with_whole_numbers(each) for name, each in value.items()}
    if isinstance(value, list):
        return [with_whole_numbers(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) <= MOST_EXACT else value


def refuse_unclear(text: bytes | str, values: Any = None) -> None:
    """Refuse JSON text that different programs would read differently.

    Raises Problem 400 for an object in which a name stands twice, 422 for fields with a NUL character.
    """
    try:
        require_single_names(text)
    except NotJson as error:
        raise Problem(400, "request.malformed", str(error), {"field": error.twice}) from error
    if (b"\\u0000" in text) if isinstance(text, bytes) else ("\\u0000" in text):
        refuse_nul(msgspec.json.decode(text) if values is None else values)


def refuse_nul(fields: Any, *, of: str = "fields") -> None:
    """Raises Problem 422 for fields with a NUL character, and names them; `of` is `query` for parameters."""
    if isinstance(fields, list):
        fields = {str(n): each for n, each in enumerate(fields)}
    if not isinstance(fields, Mapping):
        return
    wrong = {name: ["Has a NUL character."] for name, value in fields.items() if holds_nul(value)}
    if wrong:
        raise Problem(422, "request.shape", because={of: wrong})


def holds_nul(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(holds_nul(each) for each in (*value.keys(), *value.values()))
    return "\0" in value if isinstance(value, str) else isinstance(value, list) and any(map(holds_nul, value))


def shape_problem(error: msgspec.ValidationError, *kinds: Any, rule: str = "request.shape") -> Problem:
    """The problem of a body that is not of its type: the field, what is wrong, and what may have been meant."""
    return Problem(422, rule, str(explain_mismatch(error, *kinds)).removeprefix(": "), because_of(error, *kinds))


def json_body(schema: Schema) -> dict[str, Any]:
    """The body as a schema reads it. Raises Problem 400, 415, 422."""
    try:
        read: dict[str, Any] = schema.load(json_of(raw_body(BODY_BYTES)))
        return read
    except ValidationError as error:
        raise Problem(422, "request.shape", because={"fields": error.messages}) from error


def command_of(match: Match) -> Any:
    """The typed command in the body. Raises Problem 400, 415, 422."""
    return command_from(match, raw_body(COMMAND_BYTES))


def command_from(match: Match, text: bytes | str) -> Any:
    """The typed command in a JSON text. Raises Problem 400, 422."""
    try:
        command = match.rules.command_from_text(text)
        refuse_unclear(text)
        return command
    except msgspec.ValidationError:
        return command_with_whole_numbers(match, text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = why_unreadable(text, error)
        raise Problem(400, "request.malformed", f"the command is not JSON: {why}", {"problem": why}) from error


def command_with_whole_numbers(match: Match, text: bytes | str) -> Any:
    """The typed command in a JSON text, which may write whole numbers as 84.0. Raises Problem 400, 422."""
    answer = json_of(text)
    try:
        return match.rules.command(answer)
    except msgspec.ValidationError as error:
        raise shape_problem(error, *command_types_named(match.rules, answer), rule="command.shape") from error


def command_named(match: Match, viewer: Viewer, text: bytes | str) -> Any:
    """The typed command in a JSON text that may name cards by title. Raises Problem 400, 422."""
    try:
        values = msgspec.json.decode(text)
        refuse_unclear(text, values)
        meant = Meaning(match, viewer).command(values)
    except Unclear as error:
        raise unclear_problem(error) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return command_from(match, text)
    return command_from(match, msgspec.json.encode(meant))


def unclear_problem(error: Unclear) -> Problem:
    """The problem of a name that means several things or none: its field, and what it may mean."""
    more = {name: said for name, said in (("field", error.field), ("meant", error.meant)) if said}
    return Problem(422, "request.which-card", str(error), {"named": error.name, "which": error.which, **more})


def idempotency_key() -> str:
    """The client's own name for this request. Raises Problem 400 where it is missing or no key."""
    key = request.headers.get("Idempotency-Key", "")
    if not KEY.fullmatch(key):
        raise Problem(400, "request.no-idempotency-key", because={"header": "Idempotency-Key", **key_fault(key)})
    return key


def key_fault(key: str) -> dict[str, Any]:
    """Why a text is no key: it is empty or too long, or has a character that no key has."""
    other = next((place for place, character in enumerate(key, 1) if not KEY.fullmatch(character)), 0)
    return {"character": other} if other else {"length": len(key), "most": MOST_KEY}


def answered_wait(match: Match, command: Any) -> int | None:
    """The wait that the command answers. Raises Problem 428 without one, 412 where it is no number of a wait."""
    header = WAIT.header_sent()
    if header is not None:
        return WAIT.number(header, wait=match.wait)
    if isinstance(command, match.rules.always):
        return None
    raise WAIT.missing_problem(f'"w{match.wait}"')
