"""Rounds that were paired by results which have been changed since, in words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.tournaments.tournament import Tournament, TournamentTable
from service.present.text.names import in_words


def outdated_pairings(found: Tournament) -> dict[int, list[str]]:
    """The sentences about each round that was paired by another result of a table than stands now, by its number."""
    said: dict[int, list[str]] = {}
    for earlier, table in found.tables():
        for number, sentence in outdated_by_table(found, earlier.round, table).items():
            said.setdefault(number, []).append(sentence)
    return said


def outdated_by_table(found: Tournament, number: int, table: TournamentTable) -> dict[int, str]:
    """A sentence about each later round that was paired by another result of a table of round `number`."""
    return {
        paired: f"Round {paired} was paired by another result of round {number}, table {table.table}: then "
        f"{results_in_words(then)}; now {results_in_words(table.results)}. {what_stands(found, paired)}"
        for paired, then in sorted(table.paired_by.items())
    }


def results_in_words(results: Mapping[str, str]) -> str:
    """The result of each player, in one phrase."""
    return ", ".join(f"{player}: {in_words(each)}" for player, each in results.items())


def what_stands(found: Tournament, number: int) -> str:
    """What a changed result leaves as it is, and whether the round can still be paired anew."""
    paired = found.rounds[number - 1]
    played = any(len(each.players) > 1 and each.results for each in paired.tables.values())
    stands = "Its pairings stand, and the standings count the result as it is now."
    if found.over or number < len(found.rounds) or paired.started or played:
        return stands
    return f"{stands} It has not started, and may be paired anew."
