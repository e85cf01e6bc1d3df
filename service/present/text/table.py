"""A table in words, in the terms of its game."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.ids import Viewer
from domain.match.aggregate import Match
from service.games import presentation_of
from service.present.text.endings import ending_lines
from service.present.text.names import CardTitles


def match_table_lines(match: Match, viewer: Viewer, names: CardTitles, *, judging: bool) -> Iterator[str]:
    """The lines of a table as the viewer may see it; `judging` is True also for a judge who looks as a seat."""
    view = match.rules.view(match.table, viewer, judging=judging)
    yield from presentation_of(match.rules.name).table_lines(view, names)
    yield from ending_lines(view)
