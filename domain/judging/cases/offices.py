"""Who can act in the offices of a case: they hold a valid key for the office, and have no part in the match.

Read `can_act`, then `approvers`. Without `MatchSetting.acting` anybody can act.
"""

from __future__ import annotations

from itertools import chain

from domain.judging.cases.case import Case
from domain.judging.cases.commands import JUDGING, MatchSetting
from domain.judging.cases.desk import seats_held_by
from domain.kernel.ids import ADMIN, HEAD_JUDGE
from domain.match.envelope import ORGANIZER
from domain.tournaments.player_names import is_named


def can_act(case: Case, setting: MatchSetting, office: str, apart: str = "") -> bool:
    """Whether somebody, `apart` left out, can act in an office about the case."""
    if setting.acting is None:
        return True
    return any(each != apart and not is_party(case, setting, each) for each in setting.acting(office))


def can_judge(case: Case, setting: MatchSetting, judge: str) -> bool:
    """Whether a judge can still act in the case."""
    if setting.acting is None:
        return True
    return any(judge in setting.acting(office) for office in JUDGING) and not is_party(case, setting, judge)


def is_head_judge(case: Case, setting: MatchSetting, judge: str) -> bool:
    """Whether a judge can act as a head judge in the case."""
    if setting.acting is None:
        return True
    return judge in setting.acting(HEAD_JUDGE) and not is_party(case, setting, judge)


def is_party(case: Case, setting: MatchSetting, actor: str) -> bool:
    """Whether somebody plays in the match of the case or against one of its players now, or has an interest in it.

    So has who played in it at the moment that the case is about.
    """
    sitting = setting.players_by_seat(case.opening.seats, case.opening.players)
    if seats_held_by(actor, sitting) or is_named(actor, case.players_then):
        return True
    return bool(is_named(actor, setting.interested()) or setting.opponents(actor))


def approvers(case: Case, setting: MatchSetting, offices: tuple[str, ...]) -> tuple[str, ...]:
    """Who can give the approvals of these offices: an admin for the organizer where none can act.

    A head judge who is missing must be appointed first.
    """
    stands_in = {ORGANIZER: (ADMIN,), HEAD_JUDGE: ()}
    able = (((each,) if can_act(case, setting, each) else stands_in[each]) for each in offices)
    return tuple(chain.from_iterable(able))


def appointing_office(setting: MatchSetting) -> str:
    """The office that appoints the judges of a match: an admin where no organizer of it can."""
    if setting.acting is None or any(setting.appoints(each) for each in setting.acting(ORGANIZER)):
        return ORGANIZER
    return ADMIN
