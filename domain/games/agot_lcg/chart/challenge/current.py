"""The challenge that is resolving."""

from __future__ import annotations

from domain.games.agot_lcg.state import AgotTable, Challenge


def current_challenge(table: AgotTable) -> Challenge:
    """The challenge that is resolving."""
    assert table.challenge is not None
    return table.challenge
