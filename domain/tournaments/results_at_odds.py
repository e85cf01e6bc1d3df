"""Results of tables that are not what their matches have: read `result_at_odds`, then `contradicts`.

A match may be reopened after its result was reported, end otherwise, or its players may have swapped seats. The result
then stands until it is reported anew, and whoever reads it is told what the match has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.tournaments.regulation import Regulation
from domain.tournaments.tournament import TournamentRound, TournamentTable


class ResultAtOdds(Struct, frozen=True):
    """What the match of a table has, where the result that was reported is another."""

    schema_name: ClassVar[str] = "ResultAtOdds"

    round: int
    table: int
    match: str
    over: Annotated[bool, Meta(description="Whether the match is over.")]
    winner: Annotated[str, Meta(description="The player who won the match; empty in a draw, and while it is not over.")]


def result_at_odds(
    rules: Regulation,
    there: TournamentRound,
    table: TournamentTable,
    over: bool,
    winner: str,
    turned: Callable[[], str],
) -> ResultAtOdds | None:
    """What the match of a table has, if the reported result is another; None if it is not, or nothing was reported.

    `winner` is a seat. `turned` gives the time at which the match last ended or went back. What the head judge or the
    organizer has said with a reason since then is not at odds, nor is a result at time of a match that was not over.
    """
    player = table.player_of(winner) if winner else ""
    if not table.results or (over and not contradicts(rules, table.results, player)):
        return None
    at_time = not over and there.called and there.called <= table.reported
    if (table.decided or at_time) and turned() <= table.reported:
        return None
    return ResultAtOdds(there.round, table.table, table.match, over, player)


def contradicts(rules: Regulation, results: Mapping[str, str], winner: str) -> bool:
    """Whether results are not those of a match that is over; `winner` is the player who won it, nobody in a draw.

    The match says nothing of the places behind the first. Nobody wins a drawn match under a regulation without draws.
    """
    kinds = rules.results()
    counted = {player: kinds[each].counts for player, each in results.items()}
    winners = [player for player, each in counted.items() if each == "win"]
    if winners != ([winner] if winner else []):
        return True
    others = "loss" if winner else "draw"
    if rules.places() or all(each.counts != others for each in rules.result):
        return False
    return any(each != others for player, each in counted.items() if player != winner)
