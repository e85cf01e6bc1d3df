"""A correction that is being put together: the table as far as its changes have come. Nothing is stored."""

from __future__ import annotations

from typing import Any

from domain.judging.remedies.corrections import Events, hold_wait, make
from domain.judging.remedies.interventions import deciding
from domain.kernel.corrections.changes import AnyChange
from domain.match.aggregate import Match


def drafted(match: Match, changes: tuple[AnyChange, ...], events: Events) -> Any:
    """The table with these changes made, before anything is mended; raises Refused at the first that cannot be made."""
    game = deciding(match, match.table)
    hold_wait(game)
    for change in changes:
        make(game, change, events)
    return game.table
