"""A file of cards that are otherwise than printed: a list of them, or a mapping with `cards` and maybe `game`."""

from __future__ import annotations

import json
from pathlib import Path

from domain.games import DEFAULT, GAMES, rules_with_cards
from domain.kernel.formats.reading import Unreadable
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from service.files.documents import YamlDocument, documents, why_unread

INVALID = "match.card-pack"


def read_changed_cards(path: str, game: str) -> tuple[str, str]:
    """The game of a file (`game` where the file names none), and its cards as the JSON text of a change.

    Raises Refused, which names the file, the line and the field, where they cannot be read or do not hold.
    """
    document = only_document(path)
    try:
        return checked_cards(document, game)
    except Unreadable as error:
        place = error.place if document_is_mapping(document) else error.place.removeprefix("cards")
        meant = {"meant": error.meant} if error.meant else {}
        because = {"file": path, "line": document.line(place), "field": error.place, "problem": error.reason, **meant}
        raise Refused(Refusal(INVALID, because)) from error


def only_document(path: str) -> YamlDocument:
    """The document of a file. Raises Refused."""
    try:
        found = next(iter(documents(Path(path))), None)
    except Unreadable as error:
        line = int(error.place.removeprefix("line "))
        raise Refused(Refusal(INVALID, {"file": path, "line": line, "problem": error.reason})) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(Refusal(INVALID, {"file": path, "problem": why_unread(error)})) from error
    if found is None:
        raise Refused(Refusal(INVALID, {"file": path, "problem": "the file is empty"}))
    return found


def document_is_mapping(document: YamlDocument) -> bool:
    """Whether the cards stand under `cards`."""
    return isinstance(document.value.value, dict)


def checked_cards(document: YamlDocument, game: str) -> tuple[str, str]:
    """The game and the cards of a document. Raises Unreadable."""
    listed = document.value
    if document_is_mapping(document):
        fields = document.value.mapping(("game", "cards"))
        if "cards" not in fields:
            raise document.value.wrong("cards: missing")
        named = fields["game"].text(sorted(GAMES)) if "game" in fields else ""
        if game and named and named != game:
            raise fields["game"].wrong(f"{named!r}, where the change is of {game}")
        game, listed = named or game, fields["cards"]
    cards = json.dumps([each.value for each in listed.items()])
    rules_with_cards(game or DEFAULT, "", cards)
    return game or DEFAULT, cards
