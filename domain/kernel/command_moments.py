"""Why a command does not fit the open wait: its type, its seat or its moment is another one.

A game has a `CommandMoment` for each type of command: the rule that says when it belongs, the same in words, and small
checks that know a more specific rule at this table, the most specific first. They look only at what is public or the
seat's own, so a refusal tells no secret. A type without a moment is refused by the rule of the open question to the
seat that is asked, and by `match.not-awaited` to any other.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from domain.kernel.checks import Check, SeatContext, check, first_failed_check
from domain.kernel.commands import Command
from domain.kernel.flow.frames import Decision, Procedure, Wait, find_open_wait
from domain.kernel.flow.priority_windows import Window
from domain.kernel.flow.waits import Forced
from domain.kernel.ids import Seat
from domain.kernel.refusals import Json, Refusal
from domain.kernel.table import Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import FlowRules, Rules, WindowRules

OpenWait = tuple[Wait, Procedure, Decision]
NUMBERED = ("ability", "condition")
"""The fields of commands whose numbers say nothing to a reader."""


class CommandMoment(Struct, frozen=True):
    """When a type of command belongs: the rule that says so, the same in words, checks that know one that says more."""

    rule: str
    when: str
    checks: tuple[Check, ...] = ()


def accepted_commands(rules: WindowRules[TableT], decision: Decision, frame: Procedure) -> tuple[type[Command], ...]:
    """The types of command that answer an asking step."""
    return (*rules.passing, *rules.window_commands) if type(frame) is Window else decision.accepts


def command_tag(kind: type[Struct]) -> str:
    """The stored tag of a type of command."""
    return str(kind.__struct_config__.tag)


def misplaced_refusal(rules: Rules[TableT], table: TableT, opened: OpenWait, seat: Seat, command: Command) -> Refusal:
    """The refusal of a command that does not fit the open wait: the most specific rule, and who is asked for what."""
    if not table.is_asked(seat):
        return Refusal("match.concede", {"seat": seat})
    moment = rules.moments.get(type(command))
    if moment is None:
        return not_asked_refusal(rules, table, opened, seat, command)
    found = first_failed_check(moment.checks, rules.command_context(table, seat, command))
    telling = found or Refusal(moment.rule, {})
    awaited = not_asked_refusal(rules, table, opened, seat, command).because
    decided = forced_answer(rules, table, seat, command)
    return Refusal(telling.rule, {**telling.because, "belongs": moment.when, **awaited, **decided})


def not_asked_refusal(rules: Rules[TableT], table: TableT, opened: OpenWait, seat: Seat, command: Command) -> Refusal:
    """The refusal that says who is asked for what: by the rule of the question to a seat that is asked."""
    wait, frame, decision = opened
    given: dict[str, object] = {"command": command_tag(type(command)), "question": wait.question}
    if seat in wait.seats:
        return Refusal(
            decision.rule,
            {**given, "answers": [command_tag(each) for each in accepted_commands(rules, decision, frame)]},
        )
    awaited = [each for each in wait.seats if not (wait.sealed and each in table.sealed)]
    return Refusal("match.not-awaited", {"seat": seat, **given, "awaited": awaited})


# --- what was decided for a seat


def forced_answer(rules: Rules[TableT], table: TableT, seat: Seat, command: Command) -> dict[str, object]:
    """The answer that the engine gave for a seat as the only possible one, if this command answers the question."""
    answers = (
        each
        for each in reversed(table.forced)
        if each.seat == seat and isinstance(command, commands_answering(rules, each.question))
    )
    return next(({"decided_for_you": answer_fields(each)} for each in answers), {})


def answer_fields(forced: Forced) -> object:
    """The fields of an answer that a reader understands, without those at their defaults."""
    fields: dict[str, Json] = msgspec.json.decode(forced.answer)
    readable = {name: value for name, value in fields.items() if name not in ("type", *NUMBERED)}
    said = {name: value for name, value in readable.items() if value not in ("", None, {}, [])}
    return {fields["type"]: said} if said else fields["type"]


def commands_answering(rules: FlowRules[TableT], question: str) -> tuple[type[Command], ...]:
    """The types of command that answer a question of a game, whichever step asks it."""
    return answers_by_question(rules.frames).get(question, ())


@cache
def answers_by_question(frames: tuple[type[Procedure], ...]) -> dict[str, tuple[type[Command], ...]]:
    found: dict[str, tuple[type[Command], ...]] = {}
    for each in (each for frame in frames for each in frame.steps if isinstance(each, Decision)):
        found[each.question] = (*found.get(each.question, ()), *each.accepts)
    return found


# --- the checks of a game


def all_checks(rules: FlowRules[TableT]) -> tuple[Check, ...]:
    """Every check of a game once: of the lists of its commands, then those of command moments."""
    moments = (moment.checks for moment in rules.moments.values())
    return tuple(dict.fromkeys(chain.from_iterable((*rules.checks.values(), *moments))))


def question_of(table: Table) -> str:
    """The open question or window."""
    found = find_open_wait(table.stack)
    return found[0].question if found else ""


def is_awaited(table: Table, seat: Seat) -> bool:
    """Whether a seat is among those whom the open question was put to."""
    found = find_open_wait(table.stack)
    return found is not None and seat in found[0].seats


@check("question_waits_for_an_answer", "choice.not-asked")
def question_waits_for_an_answer(context: SeatContext) -> Refusal | None:
    """Who is asked something else answers that first, by the rule of the question."""
    found = find_open_wait(context.table.stack)
    if found is None or isinstance(found[1], Window) or context.seat not in found[0].seats:
        return None
    return Refusal(found[2].rule, {})
