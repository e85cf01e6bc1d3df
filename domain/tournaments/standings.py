"""Standings of an event, and its results and penalties as rows for export.

Points first, then strength of schedule (the opponents' points for each round that they played, averaged over the rounds
played), then the same of the opponents. Players who are level after that stay level: lots are drawn at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.tournaments.penalty_records import TournamentPenalty
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable


class PlayerStanding(Struct, frozen=True):
    """A player's place; those who are level share one."""

    schema_name: ClassVar[str] = "Standing"

    place: int
    player: str
    points: int
    played: int
    wins: int
    schedule: Annotated[int, Meta(description="Strength of schedule, in thousandths of a point.")]
    extended: Annotated[int, Meta(description="Strength of schedule of the opponents, in thousandths of a point.")]
    left: Annotated[
        str, Meta(description="Why the player left the event; the place is still the one that the points give.")
    ] = ""


class ResultRow(Struct, frozen=True):
    """What a player had at a table; nothing as long as there is no result."""

    schema_name: ClassVar[str] = "Result"

    round: int
    kind: str
    table: int
    player: str
    seat: str
    match: str
    result: str
    points: int
    time_given: int
    time_ruled: int = 0


class PenaltyRow(Struct, frozen=True):
    """A penalty as other tools of tournaments have it: infraction, penalty, text, pairing; and its state."""

    schema_name: ClassVar[str] = "Penalty"

    penalty: int
    player: str
    round: int
    table: int
    match: Annotated[str, Meta(description="The match that the table played then, or the first that it played after.")]
    infraction: str
    given: str
    text: str
    rules: str
    by: str
    office: str
    at: str
    cause: str
    state: Annotated[str, Meta(description="`given`, `pending` or `withdrawn`.")]
    withdrawn: Annotated[str, Meta(description="Why it was withdrawn.")]


class Scores:
    """The points of an event's players, and whom they met."""

    def __init__(self, event: Tournament) -> None:
        kinds = event.rules.results()
        self.points = dict.fromkeys(event.players, 0)
        self.played = dict.fromkeys(event.players, 0)
        self.wins = dict.fromkeys(event.players, 0)
        self.met: dict[str, list[str]] = {player: [] for player in event.players}
        for there, table in event.tables():
            for player, result in counted_results(event, there, table).items():
                self.points[player] += kinds[result].points
                self.played[player] += 1
                self.wins[player] += kinds[result].counts == "win"
                self.met[player] += [each for each in table.players if each != player]

    @cached_property
    def schedule(self) -> dict[str, Fraction]:
        """The strength of each player's schedule."""
        return {player: average_of([self.each_round(other) for other in met]) for player, met in self.met.items()}

    @cached_property
    def extended_schedule(self) -> dict[str, Fraction]:
        """The strength of the schedules of each player's opponents."""
        return {player: average_of([self.schedule[other] for other in met]) for player, met in self.met.items()}

    def each_round(self, player: str) -> Fraction:
        """A player's points for each round played."""
        return Fraction(self.points[player], self.played[player] or 1)


def counted_results(event: Tournament, there: TournamentRound, table: TournamentTable) -> dict[str, str]:
    """The results of a table that count: that of a bye once its round has begun, for until then it is paired anew.

    Who had left before has no bye, unless the head judge or the organizer says so with a reason.
    """
    if len(table.players) > 1:
        return table.results
    counts = there.begun and (table.decided or event.has_bye(there, table.players[0]))
    return table.results if counts else {}


def average_of(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / (len(numbers) or 1)


def standings(event: Tournament) -> list[PlayerStanding]:
    """Every player's place, the first first; players who are level stand by name."""
    scores = Scores(event)
    keys = {
        each: (scores.points[each], scores.schedule[each], scores.extended_schedule[each]) for each in event.players
    }
    found: list[PlayerStanding] = []
    for number, player in enumerate(sorted(event.players, key=lambda each: (*(-part for part in keys[each]), each)), 1):
        level = found and keys[found[-1].player] == keys[player]
        points, schedule, extended = keys[player]
        found.append(
            PlayerStanding(
                place=found[-1].place if level else number,
                player=player,
                points=points,
                played=scores.played[player],
                wins=scores.wins[player],
                schedule=round(schedule * 1000),
                extended=round(extended * 1000),
                left=event.players[player],
            )
        )
    return found


def result_rows(event: Tournament, ruled: Mapping[str, int]) -> list[ResultRow]:
    """A row for each player of each table of each round; `ruled` has the seconds that rulings gave, by match."""
    kinds = event.rules.results()
    found = []
    for there, table in event.tables():
        for player in table.players:
            result = table.results.get(player, "")
            points = kinds[result].points if player in counted_results(event, there, table) else 0
            seat = table.seats.get(player, "")
            row = ResultRow(
                *(there.round, there.kind, table.table, player, seat, table.match, result, points, table.given),
                time_ruled=ruled.get(table.match, 0),
            )
            found.append(row)
    return found


def penalty_rows(event: Tournament, player: str = "") -> list[PenaltyRow]:
    """A row for each penalty, also of those withdrawn; of one player or of all."""
    return [penalty_row(each) for each in event.penalties if player in ("", each.player)]


def penalty_row(penalty: TournamentPenalty) -> PenaltyRow:
    return PenaltyRow(
        penalty=penalty.penalty,
        player=penalty.player,
        round=penalty.round,
        table=penalty.table,
        match=penalty.match,
        infraction=penalty.infraction,
        given=penalty.given,
        text=penalty.reason,
        rules=" ".join(penalty.rules),
        by=penalty.by,
        office=penalty.office,
        at=penalty.at,
        cause=penalty.cause,
        state=penalty.state,
        withdrawn=penalty.withdrawn,
    )
