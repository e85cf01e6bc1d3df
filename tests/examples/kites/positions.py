"""Positions of Kites: the points at which one is written, and the frames with which it begins again."""

from __future__ import annotations

from domain.cardgame.contest import Contest
from domain.cardgame.positions.building import PlainPositionLaid
from domain.cardgame.positions.contests import ContestSection
from domain.cardgame.positions.game_positions import CardGamePositions
from domain.cardgame.positions.reading import Position
from domain.cardgame.positions.waiting_points import WaitingPoint, WaitingPoints
from domain.kernel.flow.frames import Procedure
from tests.examples.kites.chart import ContestFrame, Round
from tests.examples.kites.table import KitesTable

PHASES = ("draw", "launch", "contest")
POINTS = {
    "launch.action": WaitingPoint("launch", "/2.3-expire", "2.2"),
    "3.2": WaitingPoint("contest", "3.2"),
    "3.2.1": WaitingPoint("contest", "3.2.1", contest=True),
    "contest.action": WaitingPoint("contest", "3.2.3", "3.2.2", contest=True),
}


class PositionLaid(PlainPositionLaid, frozen=True, tag="kites.position_laid"):
    """A table was built from a position, with the contest that is under way."""

    zones = KitesTable.zone_kinds
    own = ("contest",)
    contest: Contest | None = None


class KitesPositions(CardGamePositions):
    """What Kites says of its positions."""

    table, points, laid = KitesTable, WaitingPoints(POINTS, PHASES), PositionLaid
    contests = ContestSection("contest", ("sky",), "kite", "kites.contest.defend")
    seat_counts, players_rule, in_turn = (2,), "kites.setup.two-players", ("contest",)
    stacks = ((Round,), (Round, ContestFrame))

    def frames(self, position: Position) -> list[Procedure]:
        had_turn, label = position.done or (), position.point.label
        if position.contest is None:
            return [Round(at=label, were_active=had_turn)]
        return [Round(at="3.2", were_active=had_turn), ContestFrame(at=label)]


POSITIONS = KitesPositions()
