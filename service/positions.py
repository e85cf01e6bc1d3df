"""Position files: YAML or JSON with a table at a waiting point, as scenarios begin with one.

A file holds a position alone, or a mapping with `position` and, beside it, `game`, `cards` and `policy`; what
else stands there is passed over, so every scenario file is a position file. See api_docs/positions.md.
"""

from __future__ import annotations

import json
from pathlib import Path

from domain.games import GAMES
from domain.kernel.reading import At, Unreadable
from domain.kernel.refusal import Refusal
from domain.match import Match, OpenMatch, Refused, opened
from service.documents import documents

PLAIN_SEED = bytes(32)


def opening_in(path: str) -> OpenMatch:
    """What opens a match from a position file; raises Refused, which names the file and the field."""
    try:
        document = next(iter(documents(Path(path))), None)
        if document is None:
            raise Unreadable("position", "the file is empty")
        return opening_of(document.value)
    except (Unreadable, OSError, UnicodeDecodeError) as error:
        field = error.place if isinstance(error, Unreadable) else "file"
        problem = error.reason if isinstance(error, Unreadable) else str(error)
        raise invalid(path, field, problem) from error


def invalid(path: str, field: str, problem: str) -> Refused:
    return Refused(Refusal("position.invalid", {"file": path, "field": field, "problem": problem}))


def opening_of(document: At) -> OpenMatch:
    """The opening that a document describes; raises Unreadable."""
    fields = document.mapping()
    if "position" not in fields:
        fields = {"position": document}
    game = fields["game"].text(sorted(GAMES)) if "game" in fields else next(iter(GAMES))
    cards = json.dumps([card.value for card in fields["cards"].items()]) if "cards" in fields else ""
    policy = fields["policy"].text() if "policy" in fields else "public"
    return OpenMatch(game, (), policy, cards, position=json.dumps(fields["position"].value))


def match_from(path: str) -> Match:
    """A match opened from a position file, stored nowhere; raises Refused."""
    opening = opening_in(path)
    at = "1970-01-01T00:00:00.000000Z"
    return opened("m-position", opening, key="open", actor="organizer", at=at, action_id="a1", seed=PLAIN_SEED).match
