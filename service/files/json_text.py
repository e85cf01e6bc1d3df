"""Explanations of why a text is not JSON, with the place of the error."""

from __future__ import annotations

import json
import re

TOKEN = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
HIGH, LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)


def why_unreadable(text: bytes | str, error: Exception) -> str:
    """What is wrong with a text that is not JSON, and at which byte; `error` is the decoder's message."""
    if not text.strip():
        return "nothing is written"
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as wrong:
            return f"byte {wrong.start} (0x{text[wrong.start]:02x}) is not UTF-8"
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
