"""JSON that people write: its values, or why it is none, with the place of the error.

Every text from outside is read by `read_json`, or passes `require_single_names`: of a name that stands twice in one
object other readers keep the first value or the last.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

TOKEN = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
HIGH, LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)


class NotJson(ValueError):
    """A text that is not JSON, or in which a name, `twice`, stands twice in one object."""

    def __init__(self, problem: str, twice: str = "") -> None:
        super().__init__(problem)
        self.twice = twice


def read_json(text: bytes | str, kind: Any = Any) -> Any:
    """The values of a JSON text. Raises NotJson, and ValidationError where they are of another kind."""
    try:
        return decode_whole(text, kind)
    except msgspec.ValidationError:
        # it is said at the first value of another kind: what follows may be no JSON, the value may be one of two
        decode_whole(text, Any)
        raise


def decode_whole(text: bytes | str, kind: Any) -> Any:
    """The values of a JSON text. Raises NotJson, and ValidationError where one is found to be of another kind."""
    try:
        values = msgspec.json.decode(text, type=kind)
        require_single_names(text)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotJson(f"not JSON: {why_unreadable(text, error)}") from error
    return values


def require_single_names(text: bytes | str) -> None:
    """Raises NotJson for an object in which a name stands twice; the text is known to be JSON."""
    json.loads(text, object_pairs_hook=refuse_repeated, parse_int=str, parse_float=str, strict=False)


def refuse_repeated(pairs: list[tuple[str, Any]]) -> None:
    """Raises NotJson for an object in which a name stands twice."""
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        twice = next(name for n, name in enumerate(names) if name in names[:n])
        raise NotJson(f"the name {twice!r} stands twice in one object", twice)


def why_unreadable(text: bytes | str, error: Exception) -> str:
    """What is wrong with a text that is not JSON, and at which byte; `error` is the decoder's message."""
    if not text.strip():
        return "nothing is written"
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as wrong:
            return f"byte {wrong.start} (0x{text[wrong.start]:02x}) is not UTF-8"
    if isinstance(error, RecursionError):
        return "nested too deep"
    if isinstance(error, UnicodeEncodeError):  # an argument of the command line with bytes that are no text
        return f"byte {byte_of(text, error.start)} is not UTF-8"
    if (at := lone_surrogate(text)) >= 0:
        return f"{text[at : at + 6]} at byte {byte_of(text, at)} is half of a pair and no character by itself"
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as wrong:
        return f"{wrong.msg} at byte {byte_of(text, wrong.pos)}"
    except (RecursionError, ValueError):
        pass
    return str(error)


def byte_of(text: str, at: int) -> int:
    """The byte offset (from 0) of a character."""
    return len(text[:at].encode(errors="surrogatepass"))


def lone_surrogate(text: str) -> int:
    """The offset of an escaped surrogate without its other half; -1 if there is none."""
    waiting = -1
    end = 0
    for token in TOKEN.finditer(text):
        unit = int(token[1], 16) if token[1] else 0
        follows = waiting >= 0 and token.start() == end
        if waiting >= 0 and not (follows and unit in LOW):
            return waiting
        if waiting < 0 and unit in LOW:
            return token.start()
        waiting = token.start() if unit in HIGH else -1
        end = token.end()
    return waiting
