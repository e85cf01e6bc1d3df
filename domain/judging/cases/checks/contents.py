"""What a command names: moments, rules, entries, versions, seats."""

from __future__ import annotations

import re

from domain.judging.cases.checks.rulings import branch_refusal, moment_refusal
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.desk import sealed_refusal
from domain.judging.cases.entries import StatementAsked, StatementGiven, entry_kind
from domain.kernel.checks import check, first_refusal
from domain.kernel.refusals import Refusal
from domain.match.cited_rules import meant_in, unknown_refusal

# of one seat in one case, beside one for each question of the judge
STATEMENTS = 20
PLACE = re.compile(r"[0-9]+(\.[0-9]+)?")
# a place of a named match
MOMENT = re.compile(rf"(m-[a-z0-9-]+)@{PLACE.pattern}")


@check("names_a_seat", "judging.case.asks-a-seat")
def names_a_seat(context: CaseContext) -> Refusal | None:
    seats, seat = context.case.opening.seats, context.command.seat
    if seat in seats:
        return None
    because = {"seat": seat, "seats": list(seats), **meant_in("seat", seat, seats)}
    return Refusal("judging.case.asks-a-seat", because)


@check("may_say_more", "judging.case.statements")
def may_say_more(context: CaseContext) -> Refusal | None:
    """A seat says so much by itself, and something more whenever the judge asks it."""
    seat, entries = context.by.actor, context.case.entries
    given = sum(isinstance(each, StatementGiven) and each.seat == seat for each in entries)
    most = STATEMENTS + sum(isinstance(each, StatementAsked) and each.seat == seat for each in entries)
    return Refusal("judging.case.statements", {"given": given, "most": most}) if given >= most else None


@check("moment_exists", "judging.case.names-a-moment")
def moment_exists(context: CaseContext) -> Refusal | None:
    return moment_refusal(context, context.command.moment)


@check("moments_exist", "judging.case.names-a-moment")
def moments_exist(context: CaseContext) -> Refusal | None:
    """Links to evidence that are moments or branches name such of the match as there are."""
    links = [(f"links[{n}]", link) for n, link in enumerate(context.command.links)]
    own = ((field, link.removeprefix(f"{context.match.id}@")) for field, link in links)
    return first_refusal(
        (
            *(moment_refusal(context, link, field) for field, link in own if PLACE.fullmatch(link)),
            *(foreign_refusal(context, link, field) for field, link in links),
            branch_refusal(context, context.command.links, "links"),
        )
    )


def foreign_refusal(context: CaseContext, link: str, field: str) -> Refusal | None:
    """Why a link is refused that is a moment of another match: whether there is such a match is not told."""
    named = MOMENT.fullmatch(link)
    if named is None or named[1] == context.match.id:
        return None
    problem = f"it is no moment of this match, which is {context.match.id}"
    return Refusal("judging.case.names-a-moment", {"field": field, "moment": link, "problem": problem})


@check("names_known_rules", "judging.case.names-rules")
def names_known_rules(context: CaseContext) -> Refusal | None:
    return unknown_refusal(context.match.rules.name, context.command.rules, "rules", "judging.case.names-rules")


@check("entry_exists", "judging.case.shares-an-entry")
def entry_exists(context: CaseContext) -> Refusal | None:
    entry, last = context.command.entry, context.case.version
    if 1 <= entry <= last and entry_kind(context.case.entries[entry - 1]) in ("statement_given", "evidence_attached"):
        return None
    problem = "it is neither a statement nor evidence" if 1 <= entry <= last else f"there are entries 1 to {last}"
    because: dict[str, object] = {"field": "entry", "entry": entry, "last": last, "problem": problem}
    return Refusal("judging.case.shares-an-entry", because)


@check("seals_for_a_reason", "judging.look.sealed-answers")
def seals_for_a_reason(context: CaseContext) -> Refusal | None:
    return sealed_refusal(context.command, context.by)


@check("names_a_version", "judging.look.recorded")
def names_a_version(context: CaseContext) -> Refusal | None:
    version, newest = context.command.version, context.match.version
    return None if 0 < version <= newest else Refusal("judging.look.recorded", {"version": version, "newest": newest})
