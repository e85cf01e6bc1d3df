"""A table for people, in the words of its game."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.ids import Viewer
from domain.match.aggregate import Match
from service.present.text.names import CardTitles
from service.present.text.tellers import TELLERS


def match_table_lines(match: Match, viewer: Viewer, names: CardTitles, *, judging: bool) -> Iterator[str]:
    """The lines of a table as the domain lets the viewer see it; `judging` also where a judge looks as a seat."""
    return TELLERS[match.rules.name].table_lines(match.rules.view(match.table, viewer, judging=judging), names)
