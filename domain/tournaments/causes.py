"""The causes of penalties: a case, a moment of a match of the event, or words; one penalty for one cause."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.checks import check
from domain.kernel.formats.listing import join_names
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
    if cause in context.named and not is_whole_match(cause):
        return None
    if ID.fullmatch(cause) and cause.startswith("c-"):
        return missing_case(context, "judging.penalty.root-cause", "cause", cause)
    said = cause_problem(context.event, context.command)
    return Refusal("judging.penalty.root-cause", {"field": "cause", "value": cause}, said) if said else None


def is_whole_match(cause: str) -> bool:
    """Whether a cause names a match and no moment of it: it would be one cause with nothing else about the match."""
    return cause.startswith("m-") and "@" not in cause


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
    if played and is_whole_match(cause):
        return f"a match alone is no cause: a moment of it is ({match}@41.2), or words that say what happened"
    return f"{match} has no moment {place!r}" if played else f"no table of this event plays {match}"


def missing_case(context: TournamentContext, rule: str, field: str, case: str) -> Refusal | None:
    if case in context.named:
        return None
    return Refusal(rule, {"field": field, "value": case}, f"this event has no case {case}")


# what there is for whoever has two different wrongs in one action
ANOTHER_WRONG = (
    "Of two different wrongs in one action each names its own fact of it, as 41.2 (a case in the `moment` of its"
    " ruling), for a version alone is the whole action; or a command of the event says the other cause in words."
)


@check("one_for_one_cause", "judging.penalty.root-cause")
def one_for_one_cause(context: TournamentContext) -> Refusal | None:
    """A player has one penalty for one cause: a case, the moment that a case is about, and that moment are one."""
    command: c.GivePenalty = context.command
    cause, moments = command.cause, context.moments
    record = context.event.record(command.player) if cause else []
    same = [each.penalty for each in record if is_about_one(each.cause, cause, moments)]
    ruled = sorted({each.case for each in context.elsewhere if cause and is_about_one(each.case, cause, moments)})
    if not same and not ruled:
        return None
    because: dict[str, object] = {"cause": cause, "penalties": same, "cases": ruled}
    place = moments.get(cause, (cause,))[0]
    if "@" not in place:
        return Refusal("judging.penalty.root-cause", because)
    said = join_names([*(f"penalty {number}" for number in same), *(f"that of case {each}" for each in ruled)])
    of_case = f", which case {cause} is about" if place != cause else ""
    return Refusal(
        "judging.penalty.root-cause",
        because,
        f"{command.player} is penalised for {place}{of_case}, already: {said}. {ANOTHER_WRONG}",
    )


def is_about_one(one: str, other: str, moments: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether two causes are one, also where a case is about the moment that the other is, or is about.

    `moments` has the places that cases are about, by their ids.
    """
    ones, others = ((each, *moments.get(each, ())) for each in (one, other))
    return any(is_one_cause(each, cause) for each in ones for cause in others)


def is_one_cause(one: str, other: str) -> bool:
    """Whether two causes are the same, or one is a fact of the action that the other is (`m-1@41.2`, `m-1@41`).

    Words are the same that sound the same: capitals, spaces and what nobody sees make no other cause.
    """
    one, other = spoken_form(read_address(one)), spoken_form(read_address(other))
    of_action = "@" in one and "@" in other and (one.startswith(f"{other}.") or other.startswith(f"{one}."))
    return one == other or of_action
