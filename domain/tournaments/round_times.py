"""The time that the tables of a round were given, and what of it a table has as the round is paired now.

Time that was given while a match was played is that of the match, else that of the players. That of a match which is at
no table is with its players meanwhile. So it does not matter in which order a round was paired.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct


class TimeGiven(Struct, frozen=True):
    """Seconds that a table was given: the match that it played then, empty for none, and who played there."""

    seconds: int
    match: str
    players: frozenset[str]

    def is_of(self, match: str, players: frozenset[str], played: Collection[str]) -> bool:
        """Whether it is that of a table with this match and these players; `played` are the matches of the round."""
        return self.match == match if self.match and self.match in played else self.players == players


def seconds_of_table(times: Iterable[TimeGiven], match: str, players: Iterable[str], played: Collection[str]) -> int:
    """The seconds that a table has of those that were given in its round, in which the matches `played` are."""
    sat = frozenset(players)
    return sum(each.seconds for each in times if each.is_of(match, sat, played))
