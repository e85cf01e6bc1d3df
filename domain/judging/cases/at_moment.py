"""Who sat in the seats of a match at the moment that a case, or a ruling of it, is about."""

from __future__ import annotations

from domain.judging.cases.case import Case, evolve
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.entries import Ruling, RulingGiven
from domain.match.hash_chain import GENESIS
from domain.tournaments.player_names import is_named


def time_of_moment(context: CaseContext, moment: str) -> str:
    """When a moment of the match was, as it is recorded; empty for none."""
    version = int(moment.partition(".")[0] or 0)
    return context.events[version].at if version else ""


def players_at_moment(context: CaseContext, moment: str) -> dict[str, str]:
    """Who sat in the seats at a moment of the match, of the seats that have another player since."""
    if not moment:
        return {}
    sat = context.setting.sat_at(time_of_moment(context, moment))
    return {seat: player for seat, player in sat.items() if not is_named(player, [context.players.get(seat, "")])}


def seats_unsure(context: CaseContext, moment: str) -> frozenset[str]:
    """The seats of which it is not known who sat there at a moment: they got another player at that very time."""
    return frozenset(context.setting.unsure_at(time_of_moment(context, moment)) if moment else ())


def case_with_ruling(context: CaseContext, ruling: Ruling) -> Case:
    """The case as it is once a ruling is given: about which moment it is then, and whom it names at each seat."""
    by, case = context.by, context.case
    entry = RulingGiven(
        id="",
        key="",
        actor=by.actor,
        role=by.role,
        at=context.at,
        number=len(case.rulings) + 1,
        ruling=ruling,
        at_moment=players_at_moment(context, ruling.moment),
    )
    return evolve(case, entry, GENESIS)
