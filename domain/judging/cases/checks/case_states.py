"""When a command may be given: the state of the case, and of the match that it stops."""

from __future__ import annotations

from domain.judging.cases import commands as m
from domain.judging.cases.case import CLOSED, HEARING, OPENED, REMEDIED, Case
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.entries import MatchFrozen
from domain.kernel.checks import Check, check
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.match.envelope import SEAT


@check("not_closed", "judging.case.closed-is-final")
def not_closed(context: CaseContext) -> Refusal | None:
    if context.case.state != CLOSED:
        return None
    return Refusal("judging.case.closed-is-final", {"case": context.case.id, "entries": context.case.version})


@check("not_closed_or_in_scenario", "judging.case.closed-is-final")
def not_closed_or_in_scenario(context: CaseContext) -> Refusal | None:
    """A closed case is made a scenario of, which is a look at its moment; nothing else is looked at under it."""
    if context.case.state != CLOSED or context.command.what == m.SCENARIO:
        return None
    return Refusal("judging.case.closed-is-final", {"case": context.case.id, "entries": context.case.version})


def while_it_is(*states: str) -> Check:
    """The check that the case is in one of these states."""

    def is_in_order(context: CaseContext) -> Refusal | None:
        state = context.case.state
        if state in states:
            return None
        return Refusal("judging.case.in-order", {"state": state, "needed": list(states)})

    return Check("is_in_order", "judging.case.in-order", is_in_order)


@check("one_open", "judging.case.one-open")
def one_open(context: CaseContext) -> Refusal | None:
    """Whether another case that stops play is in the way of one that would stop it, or a note of its author of a note.

    In the stead of one that is damaged, in which nobody can move any more, a head judge opens another.
    """
    in_the_way = cases_that_bar(context) if context.command.freeze else notes_of_author(context)
    return Refusal("judging.case.one-open", {"match": context.match.id, "cases": in_the_way}) if in_the_way else None


def cases_that_bar(context: CaseContext) -> list[str]:
    """The cases that keep another from stopping play: the one that stops it, and those that did and hear the seats."""
    frozen = context.match.flags.frozen
    if frozen == context.stopped_by and context.by.role == HEAD_JUDGE:
        frozen = ""
    hearing = [each.id for each in context.open_cases if each.state in HEARING and not is_note(each)]
    return list(dict.fromkeys([*([frozen] if frozen else []), *hearing]))


def notes_of_author(context: CaseContext) -> list[str]:
    """The open notes of the asker."""
    asker = (context.by.actor, context.by.role)
    return [
        each.id for each in context.open_cases if is_note(each) and (each.opening.actor, each.opening.role) == asker
    ]


def is_note(case: Case) -> bool:
    """Whether a case has never stopped play."""
    return not case.opening.freeze and not any(isinstance(each, MatchFrozen) for each in case.entries)


@check("freezes_the_match", "judging.ruling.needs-case")
def freezes_the_match(context: CaseContext) -> Refusal | None:
    frozen = context.match.flags.frozen
    if frozen == context.case.id:
        return None
    return Refusal("judging.ruling.needs-case", {"case": context.case.id, "frozen_by": frozen})


@check("match_is_free", "judging.case.frozen")
def match_is_free(context: CaseContext) -> Refusal | None:
    frozen = context.match.flags.frozen
    return Refusal("judging.case.frozen", {"case": frozen}) if frozen else None


@check("has_play_to_stop", "judging.case.in-order")
def has_play_to_stop(context: CaseContext) -> Refusal | None:
    """A match that is over is stopped only for a remedy, and a case has one."""
    if context.match.table.over is None or context.case.state != REMEDIED:
        return None
    return Refusal("judging.case.in-order", {"state": context.case.state, "problem": "the match is over"})


@check("was_ruled", "judging.ruling.before-remedy")
def was_ruled(context: CaseContext) -> Refusal | None:
    state = context.case.state
    return None if context.case.rulings else Refusal("judging.ruling.before-remedy", {"state": state})


@check("not_withdrawn_yet", "judging.case.freeze-undone-by-judge")
def not_withdrawn_yet(context: CaseContext) -> Refusal | None:
    case, seat = context.case, context.by.actor
    if case.state == OPENED and seat not in case.withdrawn:
        return None
    because: dict[str, object] = {"state": case.state, "judge": case.judge, "withdrawn": sorted(case.withdrawn)}
    return Refusal("judging.case.freeze-undone-by-judge", because)


@check("is_theirs_to_withdraw", "judging.case.freeze-undone-by-judge")
def is_theirs_to_withdraw(context: CaseContext) -> Refusal | None:
    """Whether the seats opened the case, and a note that seat which withdraws it."""
    if context.by.actor in seats_who_withdraw(context.case):
        return None
    opening = context.case.opening
    return Refusal("judging.case.freeze-undone-by-judge", {"opened_by": opening.actor, "role": opening.role})


def seats_who_withdraw(case: Case) -> tuple[str, ...]:
    """The seats that can withdraw a case: none what a judge opened, its author alone a note, else all together."""
    opening = case.opening
    if opening.role != SEAT:
        return ()
    return (opening.actor,) if is_note(case) else opening.seats
