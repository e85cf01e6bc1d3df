"""Position files: YAML or JSON with a table at a point where a seat must answer; scenarios begin with one.

A file holds a position alone, or a mapping with `position` and, beside it, `game`, `cards`, `policy` and `readings`;
other keys are ignored, so every scenario file is a position file. See api_docs/positions.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.games import DEFAULT, GAMES
from domain.kernel.formats.reading import UNKNOWN_KEY, DocumentNode, Unreadable
from domain.kernel.refusals import Refusal
from domain.kernel.scenarios.scenario import readings_in
from domain.match.aggregate import Match, Refused, open_match
from domain.match.events import OpenMatch
from service.files.documents import YamlDocument, documents, why_unread

PLAIN_SEED = bytes(32)
INVALID = "position.invalid"


@contextmanager
def opening_in(path: str) -> Iterator[OpenMatch]:
    """Yield the command that opens a match from a position file.

    Raises Refused, which names the file, the line and the field.
    """
    document = first_document(path)
    try:
        yield document_opening(document.value)
    except Unreadable as error:
        place = {"file": path, "line": position_line(document, error.place), "field": error.place or "position"}
        raise Refused(Refusal(INVALID, {**place, "problem": error.reason})) from error
    except Refused as error:
        refusal = error.refusal
        if refusal.rule != INVALID:
            raise
        because = dict(refusal.because)
        line = position_line(document, str(because["field"]))
        if "game" not in document.value.mapping() and str(because["problem"]).startswith(UNKNOWN_KEY):
            because["problem"] = f"{because['problem']} (game: missing, so it is read as a position of {DEFAULT})"
        raise Refused(Refusal(INVALID, {"file": path, "line": line, **because}, refusal.text)) from error


def first_document(path: str) -> YamlDocument:
    """The first document of a file. Raises Refused, which names the file, and the line where it is not YAML."""
    try:
        document = next(iter(documents(Path(path))), None)
    except Unreadable as error:
        line = int(error.place.removeprefix("line "))
        raise Refused(Refusal(INVALID, {"file": path, "line": line, "problem": error.reason})) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(Refusal(INVALID, {"file": path, "problem": why_unread(error)})) from error
    if document is None:
        raise Refused(Refusal(INVALID, {"file": path, "problem": "the file is empty"}))
    return document


def position_line(document: YamlDocument, place: str) -> int:
    """The line of a place; the place begins with `position` even if the file is the position alone."""
    return document.line(place if "position" in document.lines else place.removeprefix("position").lstrip("."))


def document_opening(document: DocumentNode) -> OpenMatch:
    """The command that opens the match of a document. Raises Unreadable."""
    fields = document.mapping()
    if "position" not in fields and "game" in fields:
        raise fields["game"].wrong("beside it the keys of a position stand under `position:`")
    if "position" not in fields:
        fields = {"position": document}
    game = fields["game"].text(sorted(GAMES)) if "game" in fields else DEFAULT
    cards = json.dumps([card.value for card in fields["cards"].items()]) if "cards" in fields else ""
    policy = fields["policy"].text() if "policy" in fields else "public"
    position = json.dumps(fields["position"].value)
    return OpenMatch(game, (), policy, cards, position=position, readings=readings_in(fields))


def match_from(path: str) -> Match:
    """A match opened from a position file and not stored. Raises Refused."""
    at = "1970-01-01T00:00:00.000000Z"
    with opening_in(path) as opening:
        accepted = open_match(
            "m-position", opening, key="open", actor="organizer", at=at, action_id="a1", seed=PLAIN_SEED
        )
    return accepted.match
