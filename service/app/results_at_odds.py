"""Results of an event that are not what the matches of their tables have, and the matches that are not over.

The list of matches says how each stands, so that no match is folded but one whose result may have been decided since.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from msgspec import Struct

from domain.tournaments.results_at_odds import ResultAtOdds, result_at_odds
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable
from service.app.match.match_index import IndexedMatch, MatchIndex, time_of_turn
from service.app.match.matches import MatchApplication
from service.store.damage import unless_damaged

Place = tuple[TournamentRound, TournamentTable]


class PlayedMatches(Struct, frozen=True):
    """The matches of an event's tables as they are listed, and the results that they contradict, by round and table."""

    listed: dict[str, IndexedMatch]
    at_odds: dict[tuple[int, int], ResultAtOdds]

    def at_odds_through(self, through: int = 0) -> list[ResultAtOdds]:
        """The contradicted results of the rounds through one, or of all."""
        return [each for each in self.at_odds.values() if not through or each.round <= through]

    def find_unfinished(self, places: Collection[Place]) -> list[Place]:
        """The tables whose match is not over."""
        return [
            (there, table)
            for there, table in places
            if (seen := self.listed.get(table.match)) is not None and seen.ending is None
        ]


class MatchResults:
    """What matches say of the results of their tables. Every method raises Unavailable and OperationalError."""

    def __init__(self, matches: MatchApplication, index: MatchIndex) -> None:
        self._matches = matches
        self._index = index

    def played_at(self, event: Tournament) -> PlayedMatches:
        """The matches of all tables of an event; one that is damaged says nothing."""
        return self._of_tables(event, event.tables())

    def at_table(self, event: Tournament, there: TournamentRound, table: TournamentTable) -> PlayedMatches:
        """The match of one table."""
        return self._of_tables(event, [(there, table)])

    def _of_tables(self, event: Tournament, places: Collection[Place]) -> PlayedMatches:
        listed = {each.match_id: each for each in self._index.some({table.match for _, table in places if table.match})}
        found = (
            self._at_odds(event, there, table, listed[table.match]) for there, table in places if table.match in listed
        )
        return PlayedMatches(listed, {(each.round, each.table): each for each in found if each is not None})

    def _at_odds(
        self, event: Tournament, there: TournamentRound, table: TournamentTable, seen: IndexedMatch
    ) -> ResultAtOdds | None:
        ending = seen.ending or {}
        turned = partial(self._time_of_turn, table.match)
        return result_at_odds(event.rules, there, table, seen.ending is not None, ending.get("winner", ""), turned)

    def _time_of_turn(self, match_id: str) -> str:
        """When a match last ended or went back; empty where that cannot be read."""
        return unless_damaged(match_id, lambda: time_of_turn(self._matches, self._matches.fresh(match_id))) or ""
