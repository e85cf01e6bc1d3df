"""Positions in requests: the text that a body is, and what was read of it, or the problem that names its lines."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import request

from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from service.files.typed_positions import MOST_TEXT, TypedPosition, read_typed
from service.web.problems import Problem
from service.web.request_parts import refuse_codings
from service.web.responses import JSON

YAML = "application/yaml"
TEXTS = (YAML, JSON)


def body_text() -> str:
    """The body as text; raises Problem 400, 413, 415."""
    refuse_codings()
    given = request.mimetype
    if given and given not in TEXTS:
        raise Problem(415, "request.media-type", because={"given": given, "needed": list(TEXTS)})
    request.max_content_length = MOST_TEXT
    sent = request.get_data()
    if not sent:
        raise Problem(400, "request.malformed", "there is no body")
    try:
        return sent.decode()
    except UnicodeDecodeError as error:
        raise Problem(400, "request.malformed", "the body is not UTF-8") from error


def require_match(read: TypedPosition) -> Match:
    """The match that begins with a position; raises Problem 422, which names every line that does not hold."""
    if read.match is None:
        raise Problem(422, "position.invalid", because=faults_json(read))
    return read.match


def faults_json(read: TypedPosition) -> dict[str, Any]:
    """The first fault as other refusals of positions have it, and all of them."""
    faults = [msgspec.to_builtins(each) for each in read.faults]
    return {**faults[0], "faults": faults}


def read_opening(text: str, game: str, cards: str = "") -> OpenMatch:
    """What opens a match of a game from a text, with these own cards unless it brings some; raises Problem 422."""
    read = read_typed(text, game, cards)
    require_match(read)
    if read.game != game or read.opening is None:
        raise Problem(422, "position.invalid", because={"line": 1, "field": "game", "problem": f"not of {game}"})
    return read.opening
