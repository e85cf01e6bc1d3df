"""What the match of a table has, where its reported result is another, in words."""

from __future__ import annotations

from domain.tournaments.results_at_odds import ResultAtOdds


def match_phrase(found: ResultAtOdds) -> str:
    """What became of the match, after `the match` or `which`."""
    if not found.over:
        return "is not over"
    return f"{found.winner} has won" if found.winner else "ended without a winner"
