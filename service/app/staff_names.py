"""The names of the staff of an event: an office goes by the name of a key, letter by letter.

Read `staff_name_fault`, by which both the API and the command line refuse names in which nobody could act.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.judging.cases.commands import JUDGING
from domain.kernel.ids import HEAD_JUDGE
from domain.tournaments import commands as c
from domain.tournaments.player_names import seen_form
from service.app.keys import Keys
from service.app.tournaments import TournamentApplication, TournamentReceipt


class StaffNameFault(Struct, frozen=True):
    """What is wrong with a name of the staff, and the name that is meant where there is one."""

    problem: str
    meant: str = ""


def judge_meant(keys: Keys, name: str) -> str:
    """The name of a judge's key that is read like this one, as in other letter case; empty if there is none."""
    held = (each for each in keys.list_keys() if each.scope in JUDGING and not each.revoked)
    return next((each.actor for each in held if seen_form(each.actor) == seen_form(name)), "")


def head_judge_fault(keys: Keys, staff: Mapping[str, str]) -> StaffNameFault | None:
    """Why somebody cannot be appointed head judge: they have a key, but no head judge's."""
    for name in (each for each, office in staff.items() if office == HEAD_JUDGE):
        held = [each.scope for each in keys.list_keys() if each.actor == name and not each.revoked]
        if held and HEAD_JUDGE not in held:
            has = f"{'an' if held[0][0] in 'aeiou' else 'a'} {held[0]}'s key"
            return StaffNameFault(f"“{name}” has {has} and no head judge's, without which nobody acts as head judge")
    return None


def staff_name_fault(keys: Keys, staff: Mapping[str, str]) -> StaffNameFault | None:
    """Why nobody could act in an office: its name is that of a judge's key in another spelling or for another office.

    A name that no key has in any spelling is taken: its key may be made later.
    """
    for name in staff:
        if not keys.is_judge(name) and (meant := judge_meant(keys, name)):
            return StaffNameFault(f"no judge's key has the name “{name}”, but one has “{meant}”", meant)
    return head_judge_fault(keys, staff)


def displaced_by(events: TournamentApplication, answered: TournamentReceipt, command: c.TournamentCommand) -> str:
    """The head judge whom an accepted appointment has made a judge; empty where it made nobody one.

    It is the same for each repetition of the request. Raises Unavailable.
    """
    if not isinstance(command, c.AppointStaff) or command.office != HEAD_JUDGE:
        return ""
    return events.at(answered.event.id, answered.entry - 1).head_judge


def staff_appointed(command: c.TournamentCommand) -> Mapping[str, str]:
    """Each name to which a command gives an office, with the office."""
    if isinstance(command, c.CreateEvent):
        return command.staff
    if isinstance(command, c.AppointStaff) and command.office in JUDGING:
        return {command.actor: command.office}
    return {}
