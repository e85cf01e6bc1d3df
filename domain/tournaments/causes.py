"""The causes of penalties: a case, a moment of a match of the event, or words; one penalty for one cause."""

from __future__ import annotations

from domain.kernel.checks import check
from domain.kernel.formats.typed_ids import ID, read_address, read_moment_alone
from domain.kernel.refusals import Refusal
from domain.tournaments import commands as c
from domain.tournaments.context import TournamentContext
from domain.tournaments.player_names import spoken_form
from domain.tournaments.tournament import Tournament


@check("cause_exists", "judging.penalty.root-cause")
def cause_exists(context: TournamentContext) -> Refusal | None:
    """A cause that is a case or a place of a match is one of this event's; other words may be any."""
    cause = context.command.cause
    if cause in context.named:
        return None
    if ID.fullmatch(cause) and cause.startswith("c-"):
        return missing_case(context, "judging.penalty.root-cause", "cause", cause)
    said = cause_problem(context.event, context.command)
    return Refusal("judging.penalty.root-cause", {"field": "cause", "value": cause}, said) if said else None


def cause_problem(event: Tournament, command: c.GivePenalty) -> str:
    """What is wrong with a cause that is no case: it names no moment that there is, or one without its match."""
    cause = command.cause
    if cause and not spoken_form(cause):
        return "a cause is empty or says something: this one has no character that can be seen"
    if alone := read_moment_alone(cause):
        table = event.table(command.round, command.table)
        match = table.match if table is not None and table.match else "m-..."
        return f"a moment names its match: {match}@{alone}"
    if not cause.lower().startswith(("c-", "m-")):
        return ""
    match, _, place = cause.partition("@")
    if not ID.fullmatch(match):
        return "a cause is a case (c-...), a moment of a match (m-...@41.2) or words that do not begin so"
    played = event.table_of(match) is not None
    return f"{match} has no moment {place!r}" if played else f"no table of this event plays {match}"


def missing_case(context: TournamentContext, rule: str, field: str, case: str) -> Refusal | None:
    if case in context.named:
        return None
    return Refusal(rule, {"field": field, "value": case}, f"this event has no case {case}")


@check("one_for_one_cause", "judging.penalty.root-cause")
def one_for_one_cause(context: TournamentContext) -> Refusal | None:
    command: c.GivePenalty = context.command
    record = context.event.record(command.player)
    same = [each.penalty for each in record if command.cause and is_one_cause(each.cause, command.cause)]
    ruled = sorted({each.case for each in context.elsewhere if each.case == command.cause})
    if same or ruled:
        return Refusal("judging.penalty.root-cause", {"cause": command.cause, "penalties": same, "cases": ruled})
    return None


def is_one_cause(one: str, other: str) -> bool:
    """Whether two causes are the same, or one is a fact of the action that the other is (`m-1@41.2`, `m-1@41`).

    Words are the same that sound the same: capitals, spaces and what nobody sees make no other cause.
    """
    one, other = spoken_form(read_address(one)), spoken_form(read_address(other))
    of_action = "@" in one and "@" in other and (one.startswith(f"{other}.") or other.startswith(f"{one}."))
    return one == other or of_action
