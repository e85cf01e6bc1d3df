"""Refused commands in words: who tried what, when, between which versions, which rule refused it and because of what.

Read `refused_commands`. Who may read them here may read them at `GET /v1/matches/{match_id}/attempts`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import groupby
from typing import Any

import msgspec
from flask import g
from msgspec import Struct

from domain.judging.inquiry.chronicle import Chronicle
from domain.match.events import event_kind
from service.app.refused_attempts import StoredAttempt
from service.console.console import views
from service.console.forms.refusal_data import Lines, because_words
from service.console.match.match_page import MatchPage
from service.console.words import command_sentence
from service.present.text.names import CardTitles
from service.web.access import JUDGES
from service.web.match.refused_attempts import readable_attempts

MOST = 12
# the events of judges and organizers after which the same seats are awaited for the same
STOPPING = ("frozen", "resumed", "reseated")


class AttemptRow(Struct, frozen=True):
    """A refused command in words, given at `version` and before `following`, which is 0 if nothing followed.

    While the answers of its time are secret it has neither contents nor rule, and `command` is empty.
    """

    id: str
    seat: str
    said: str
    at: str
    times: int
    version: int
    following: int
    rule: str
    because: Lines
    command: str


def refused_commands(
    chronicle: Chronicle, versions: Container[int], names_at: Callable[[int], CardTitles]
) -> list[AttemptRow]:
    """The commands that were refused at some versions of a match, oldest first, as the asker may read them.

    What a seat gave several times in a row is told once, with how often.
    """
    found = readable_attempts(chronicle.match.id, g.asker, versions=versions)
    same = groupby(found, key=lambda each: (each.seat, each.version, each.rule, bytes(each.command)))
    return [told_of(chronicle, list(group), names_at) for _, group in same]


def told_of(chronicle: Chronicle, tried: list[StoredAttempt], names_at: Callable[[int], CardTitles]) -> AttemptRow:
    """The same command that was refused again and again, in words."""
    first, names = tried[0], names_at(tried[0].version)
    command: dict[str, Any] = msgspec.json.decode(first.command)
    return AttemptRow(
        first.id,
        first.seat,
        command_sentence(command, names),
        first.at,
        len(tried),
        first.version,
        first.version + 1 if first.version < chronicle.newest else 0,
        first.rule,
        because_words(msgspec.json.decode(first.because), names),
        bytes(first.command).decode() if first.rule else "",
    )


@views.app_template_global("refused_here")
def refused_here(page: MatchPage) -> list[AttemptRow]:
    """The newest commands that were refused since the action before the shown version, for judges who see all of it."""
    if g.asker.scope not in JUDGES or not page.sees_all or page.place.fact:
        return []
    versions = tuple(versions_since_action(page.chronicle, page.version))
    return refused_commands(page.chronicle, versions, lambda _: page.names)[-MOST:]


def versions_since_action(chronicle: Chronicle, version: int) -> Iterator[int]:
    """A version and those before it, back to the newest action: a judge who freezes the match makes a version too."""
    yield version
    while version > 1 and event_kind(chronicle.events[version]) in STOPPING:
        version = chronicle.parent(version)
        yield version
