"""The cases about the matches of an event: which are open, what they penalised and how much time they gave.

Read `TournamentCases`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import takewhile

from msgspec import Struct

from domain.judging.cases.approvals import penalties_owed, penalties_to_approve, penalties_to_withdraw
from domain.judging.cases.case import APPEALED, CLOSED, Case, evolve
from domain.judging.cases.commands import MatchSetting
from domain.judging.cases.entries import AppealAnswered, PenaltyGiven, Ruling, RulingGiven
from domain.judging.cases.tournament_penalties import holds_penalty, penalised_player
from domain.judging.inquiry.clocks import seconds_ruled
from domain.tournaments.context import AwaitedPenalty
from domain.tournaments.player_names import is_named
from domain.tournaments.tournament import Tournament
from service.app.case.cases import CaseApplication


class LapsedPenalty(Struct, frozen=True):
    """A penalty that a case had ruled and not given when its event ended: it is never given.

    `appealed` says that an appeal of the ruling was not answered.
    """

    case: str
    player: str
    infraction: str
    penalty: str
    appealed: bool = False


class TournamentCases:
    """The cases of one process's store, by the event whose matches they are about. Its methods raise Unavailable."""

    def __init__(self, cases: CaseApplication) -> None:
        self._cases = cases

    def about(self, event: Tournament, others: Collection[str] = ()) -> Iterator[Case]:
        """The cases about the event's matches, and about others that are named."""
        matches = {table.match for _, table in event.tables() if table.match}.union(others)
        return (case for case in (self._cases.all() if matches else ()) if case.opening.match in matches)

    def others_of(self, case: Case) -> list[Case]:
        """The other cases about the match of a case."""
        return [each for each in self._cases.of_match(case.opening.match) if each.id != case.id]

    def open_cases(self, event: Tournament, others: Collection[str] = ()) -> list[Case]:
        """The cases about the event's matches, and about others that are named, that are not closed."""
        return [case for case in self.about(event, others) if case.state != CLOSED]

    def penalties_awaiting(
        self, event: Tournament, setting: Callable[[str], MatchSetting]
    ) -> tuple[AwaitedPenalty, ...]:
        """The penalties that open cases about the event's matches ruled, and that await approval or their withdrawal.

        `setting` gives that of a match.
        """
        found = list[AwaitedPenalty]()
        for case in self.open_cases(event):
            held = setting(case.opening.match)
            for each in penalties_to_approve(case, held):
                found.append(AwaitedPenalty(case.id, penalised_in(case, held, each.seat)))
            for given in penalties_to_withdraw(case, held):
                player = given.player or penalised_in(case, held, given.penalty.seat)
                found.append(AwaitedPenalty(case.id, player, withdrawal=True))
        return tuple(found)

    def lapsed_penalties(self, event: Tournament, setting: Callable[[str], MatchSetting]) -> list[LapsedPenalty]:
        """The penalties that cases about the event's matches had ruled and not given when it ended, which lapse by it.

        `setting` gives that of a match.
        """
        then = (case_at(case, event.over) for case in self.about(event) if case.opening.at <= event.over)
        return [
            LapsedPenalty(
                case.id,
                penalised_in(case, held, each.seat),
                each.infraction,
                each.penalty,
                case.state == APPEALED,
            )
            for case in then
            if case.state != CLOSED
            for held in [setting(case.opening.match)]
            for each in penalties_owed(case, held)
        ]

    def ruled_penalties(self, event: Tournament, player: str) -> Iterator[tuple[str, PenaltyGiven]]:
        """The penalties that cases of the event's matches gave to a player and that stand, each with its case.

        They are those of whom the case names, whoever sits there by now; where it names nobody, of who sat there then.
        Of a match that left its table only those count that the event holds: it may have been seated by mistake.
        """
        places = {table.match for _, table in event.tables() if table.match}
        for case in self._cases.all() if places or event.left else ():
            match_id = case.opening.match
            for entry in case.penalties_standing if match_id in places or match_id in event.left else ():
                named = penalised_player(case, entry)
                theirs = (
                    is_named(player, [named])
                    if named
                    else event.seats_at(match_id, entry.at).get(player) == entry.penalty.seat
                )
                if theirs and (match_id in places or holds_penalty(event, player, case.id, entry)):
                    yield case.id, entry

    def unheld(self, event: Tournament, player: str) -> Iterator[tuple[str, PenaltyGiven]]:
        """The penalties of these that the event does not store: given before their match was played at its table."""
        return (each for each in self.ruled_penalties(event, player) if not holds_penalty(event, player, *each))

    def time_ruled(self, event: Tournament) -> dict[str, int]:
        """The seconds that rulings gave, by match of the event: the most that any of its seats was given.

        A ruling after the end of the event gives its tables nothing.
        """
        ruled = dict[str, list[Ruling]]()
        for case in self.about(event):
            if ruling := ruling_at(case, event.over):
                ruled.setdefault(case.opening.match, []).append(ruling)
        return {match: max(seconds_ruled(rulings).values(), default=0) for match, rulings in ruled.items()}


def penalised_in(case: Case, held: MatchSetting, seat: str) -> str:
    """Who has a penalty that a case gives to a seat; the seat where nobody is known."""
    return case.player_at(seat) or held.players.get(seat, seat)


def case_at(case: Case, until: str) -> Case:
    """The case as it was at a recorded time, after its first entry at least."""
    found = Case(case.id, case.seed)
    for entry in takewhile(lambda each: each.at <= until, case.entries):
        found = evolve(found, entry, b"")
    return found


def ruling_at(case: Case, end: str) -> Ruling | None:
    """The ruling of a case as it stood at the end of its event, the newest while there is no end; None without one."""
    given = (each for each in case.entries if isinstance(each, (RulingGiven, AppealAnswered)))
    ruled = (each.ruling for each in given if each.ruling and (not end or each.at <= end))
    return next(reversed(list(ruled)), None)
