"""Standings of an event, and its results and penalties as rows for export.

Points first, then strength of schedule (the opponents' points for each round that they played, averaged over the
opponents whom a player met), then the same of the opponents. Players who are level after that stay level: lots are
drawn at the table. A cut counts for none of these: it orders those who are in it, before the others, by how far they
came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from domain.tournaments.context import missing_round
from domain.tournaments.penalty_records import TournamentPenalty
from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable


class PlayerStanding(Struct, frozen=True):
    """A player's place; those who are level share one."""

    schema_name: ClassVar[str] = "Standing"

    place: int
    player: str
    points: Annotated[int, Meta(description="The points of the rounds that are none of a cut, as all that follows.")]
    played: int
    wins: int
    schedule: Annotated[int, Meta(description="Strength of schedule, in thousandths of a point.")]
    extended: Annotated[int, Meta(description="Strength of schedule of the opponents, in thousandths of a point.")]
    left: Annotated[
        str, Meta(description="Why the player left the event; the place is still the one that the points give.")
    ] = ""
    cut: Annotated[int, Meta(description="In how many rounds of the cut the player was paired.")] = 0


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

    def __init__(self, event: Tournament, rounds: Iterable[TournamentRound]) -> None:
        kinds = event.rules.results()
        self.points = dict.fromkeys(event.players, 0)
        self.played = dict.fromkeys(event.players, 0)
        self.wins = dict.fromkeys(event.players, 0)
        self.met: dict[str, list[str]] = {player: [] for player in event.players}
        for there, table in ((each, table) for each in rounds for table in each.tables.values()):
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


# what a player has in a round of a cut, by what their result counts as: who has no result yet is still in it
IN_CUT = {"loss": 1, "draw": 2, "": 3, "win": 4, "bye": 4}
NOT_IN_CUT = (0, 0)


def cut_course(event: Tournament, rounds: Iterable[TournamentRound], player: str) -> tuple[tuple[int, int], ...]:
    """How far a player came in a cut, round by round; of two players the one who has more is ahead."""
    tables = ((there, table_of_player(there, player)) for there in rounds)
    return tuple(NOT_IN_CUT if table is None else came_in_cut(event, there, table, player) for there, table in tables)


def came_in_cut(event: Tournament, there: TournamentRound, table: TournamentTable, player: str) -> tuple[int, int]:
    """How far a player came in a round of a cut: by the result that counts.

    Who left and has none does not play on: the rounds before give their place.
    """
    result = counted_results(event, there, table).get(player, "")
    if not result:
        return NOT_IN_CUT if event.players[player] else (IN_CUT[""], 0)
    kind = event.rules.results()[result]
    # whoever wins goes on, however they won; of two who play each other points say nothing that the result does not
    ranks = len(table.players) > 2 and kind.counts in ("loss", "draw")
    return IN_CUT[kind.counts], kind.points if ranks else 0


def table_of_player(there: TournamentRound, player: str) -> TournamentTable | None:
    """The table of a round at which a player sits, or None."""
    return next((each for each in there.tables.values() if player in each.players), None)


def standings(event: Tournament, through: int = 0) -> list[PlayerStanding]:
    """Every player's place, the first first, by the rounds through one, or all; players who are level stand by name."""
    rounds = event.rounds[:through] if through else event.rounds
    of_cut = [each for each in rounds if event.rules.is_cut(each.kind)]
    scores = Scores(event, (each for each in rounds if not event.rules.is_cut(each.kind)))
    courses = {each: cut_course(event, of_cut, each) for each in event.players}
    strengths = {
        each: (scores.points[each], scores.schedule[each], scores.extended_schedule[each]) for each in event.players
    }
    keys: dict[str, tuple[int | Fraction, ...]] = {
        each: (*(part for came in courses[each] for part in came), *strength) for each, strength in strengths.items()
    }
    found: list[PlayerStanding] = []
    for number, player in enumerate(sorted(event.players, key=lambda each: (*(-part for part in keys[each]), each)), 1):
        level = found and keys[found[-1].player] == keys[player]
        found.append(
            PlayerStanding(
                place=found[-1].place if level else number,
                player=player,
                points=scores.points[player],
                played=scores.played[player],
                wins=scores.wins[player],
                schedule=round(scores.schedule[player] * 1000),
                extended=round(scores.extended_schedule[player] * 1000),
                left=event.players[player],
                cut=sum(table_of_player(there, player) is not None for there in of_cut),
            )
        )
    return found


def standings_through(event: Tournament, through: int) -> list[PlayerStanding]:
    """The standings after a round that was paired, 0 for all. Raises Refused where it was not."""
    if through > len(event.rounds):
        because = missing_round("through", through, len(event.rounds))
        raise Refused(Refusal("judging.event.table-exists", because))
    return standings(event, through)


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
