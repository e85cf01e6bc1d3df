"""A correction in the making: the table after its changes so far. Nothing is stored."""

from __future__ import annotations

from typing import Any

from domain.judging.remedies.corrections import Events, apply_change, hold_wait
from domain.judging.remedies.interventions import check_running, game_of_judge
from domain.kernel.corrections.changes import AnyChange
from domain.match.aggregate import Match


def draft_correction(match: Match, changes: tuple[AnyChange, ...], events: Events) -> Any:
    """The table after these changes, before the stack is mended.

    Raises Refused at the first that cannot be made, and where the match is over.
    """
    check_running(match)
    game = game_of_judge(match, match.table)
    hold_wait(game)
    for change in changes:
        apply_change(game, change, events)
    return game.table
