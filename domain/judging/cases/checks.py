"""Who may do what in a case, and when: one ordered list of checks for each command, authority before order before form.

Read `CHECKS` at the end first. Each check is a small function of a `CaseContext` that cites its rule. `ruling_checks`
checks the content of a ruling.
"""

from __future__ import annotations

import re

from msgspec import structs

from domain.judging.cases import commands as m
from domain.judging.cases.approvals import approval_counts
from domain.judging.cases.case import ANSWERED, APPEALED, CLOSED, EXAMINED, HEARING, OPENED, REMEDIED, RULED, Case
from domain.judging.cases.commands import JUDGING, CaseContext
from domain.judging.cases.desk import own_match_refusal, sealed_refusal
from domain.judging.cases.entries import StatementAsked, StatementGiven, entry_kind
from domain.judging.cases.penalty_checks import (
    event_takes_penalties,
    grave_is_approved,
    is_in_the_ruling,
    is_the_next_step,
    not_given_yet,
    penalty_is_allowed,
)
from domain.judging.cases.remedy_checks import (
    all_consented,
    consents_to_what_is_there,
    did_not_consent,
    end_was_ruled,
    is_as_named,
    is_not_done_yet,
    refers_to_the_last_ruling,
    was_approved,
    was_previewed,
)
from domain.judging.cases.remedying import answer_is_final
from domain.judging.cases.ruling_checks import moment_refusal, ruling_is_lawful, says_the_same
from domain.judging.remedies.interventions import over_refusal
from domain.judging.remedies.kinds import needs_running_match, remedy_of
from domain.kernel.checks import Check, check, first_refusal
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from domain.match.cited_rules import meant_in, unknown_refusal
from domain.match.envelope import ORGANIZER, SEAT

# of one seat in one case, beside one for each question of the judge
STATEMENTS = 20
PLACE = re.compile(r"[0-9]+(\.[0-9]+)?")

# --- authority


@check("holds_office", "judging.event.office")
def holds_office(context: CaseContext) -> Refusal | None:
    """Who judges or runs a match does so in an office of its event, or called by who runs it."""
    if context.by.role:
        return None
    refusal = context.setting.outside(context.by.actor)
    return Refusal("judging.case.who-may-open", refusal.because) if isinstance(context.command, m.Open) else refusal


@check("may_open", "judging.case.who-may-open")
def may_open(context: CaseContext) -> Refusal | None:
    if context.by.role in JUDGING or (context.by.role == SEAT and context.by.actor in context.match.table.seats):
        return None
    return Refusal("judging.case.who-may-open", {"actor": context.by.actor, "role": context.by.role})


@check("is_a_seat", "judging.case.seats-speak")
def is_a_seat(context: CaseContext) -> Refusal | None:
    seats = context.case.opening.seats
    if context.by.role == SEAT and context.by.actor in seats:
        return None
    return Refusal("judging.case.seats-speak", {"role": context.by.role, "seats": list(seats)})


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


@check("is_a_judge", "judging.case.judge-in-charge")
def is_a_judge(context: CaseContext) -> Refusal | None:
    if context.by.role in JUDGING:
        return None
    return Refusal("judging.case.judge-in-charge", {"role": context.by.role, "needed": list(JUDGING)})


@check("is_in_charge", "judging.case.judge-in-charge")
def is_in_charge(context: CaseContext) -> Refusal | None:
    by, case = context.by, context.case
    if by.role in JUDGING and (by.actor == case.judge or by.role == HEAD_JUDGE):
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": case.judge, "actor": by.actor, "role": by.role})


@check("rules_alone", "judging.case.judge-in-charge")
def rules_alone(context: CaseContext) -> Refusal | None:
    by, case = context.by, context.case
    if by.role in JUDGING and by.actor == case.judge:
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": case.judge, "actor": by.actor, "role": by.role})


@check("is_free_to_take", "judging.case.judge-in-charge")
def is_free_to_take(context: CaseContext) -> Refusal | None:
    by, judge = context.by, context.case.judge
    if by.actor != judge and (not judge or by.role == HEAD_JUDGE or is_away(context, judge)):
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": judge, "actor": by.actor, "role": by.role})


def is_away(context: CaseContext, judge: str) -> bool:
    """Whether a judge can no longer act in the case: released, without a valid key, or with a part in the match."""
    if not context.setting.can_judge(judge):
        return True
    return own_match_refusal(context.match, context.players, context.interested, judge) is not None


@check("is_head_judge", "judging.case.head-judge")
def is_head_judge(context: CaseContext) -> Refusal | None:
    if context.by.role == HEAD_JUDGE:
        return None
    return Refusal("judging.case.head-judge", {"role": context.by.role, "needed": HEAD_JUDGE})


@check("may_approve", "judging.case.head-judge")
def may_approve(context: CaseContext) -> Refusal | None:
    if context.by.role in (HEAD_JUDGE, ORGANIZER):
        return None
    return Refusal("judging.case.head-judge", {"role": context.by.role, "needed": [HEAD_JUDGE, ORGANIZER]})


@check("not_own_match", "judging.case.not-own-match")
def not_own_match(context: CaseContext) -> Refusal | None:
    return own_match_refusal(context.match, context.players, context.interested, context.by.actor)


@check("assigned_has_no_part", "judging.case.not-own-match")
def assigned_has_no_part(context: CaseContext) -> Refusal | None:
    return own_match_refusal(context.match, context.players, context.interested, context.command.judge)


@check("assigned_is_staff", "judging.event.office")
def assigned_is_staff(context: CaseContext) -> Refusal | None:
    return context.setting.judge_refusal(context.command.judge)


@check("did_not_rule", "judging.appeal.head-judge-final")
def did_not_rule(context: CaseContext) -> Refusal | None:
    by, judge = context.by.actor, context.case.ruled_by
    return None if by != judge else Refusal("judging.appeal.head-judge-final", {"ruled": judge})


# --- order


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
    """Whether a case is open that stops play, or for a note another one of the same author.

    In the stead of one that is damaged, in which nobody can move any more, a head judge opens another.
    """
    frozen = context.match.flags.frozen
    if frozen == context.stopped_by and context.by.role == HEAD_JUDGE and context.command.freeze:
        frozen = ""
    in_the_way = [each.id for each in context.open_cases if not is_note(each) or is_another_note(each, context)]
    others = list(dict.fromkeys([*([frozen] if frozen else []), *in_the_way]))
    return Refusal("judging.case.one-open", {"match": context.match.id, "cases": others}) if others else None


def is_note(case: Case) -> bool:
    """Whether a case has never stopped play."""
    return not case.opening.freeze and not case.frozen


def is_another_note(case: Case, context: CaseContext) -> bool:
    author = (case.opening.actor, case.opening.role)
    return not context.command.freeze and author == (context.by.actor, context.by.role)


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


@check("appeal_is_over", "judging.appeal.after-ruling")
def appeal_is_over(context: CaseContext) -> Refusal | None:
    """The remedy waits until all have accepted, or the time to appeal is over, or the appeal is answered."""
    case, seconds = context.case, m.APPEAL_SECONDS
    if case.state in (ANSWERED, REMEDIED) or (case.state == RULED and not case.appealable(context.at, seconds)):
        return None
    waiting = sorted(set(case.opening.seats) - case.accepted)
    because: dict[str, object] = {
        "state": case.state,
        "not_accepted": waiting,
        "ruled": case.ruled_at,
        "seconds": seconds,
    }
    return Refusal("judging.appeal.after-ruling", because)


@check("may_still_appeal", "judging.appeal.after-ruling")
def may_still_appeal(context: CaseContext) -> Refusal | None:
    case, seat = context.case, context.by.actor
    if case.state == RULED and seat not in case.appealed and seat not in case.accepted and not case.remedied:
        return None
    because = {"state": case.state, "appealed": seat in case.appealed, "accepted": seat in case.accepted}
    return Refusal("judging.appeal.after-ruling", because)


@check("not_accepted_yet", "judging.case.in-order")
def not_accepted_yet(context: CaseContext) -> Refusal | None:
    seat = context.by.actor
    return Refusal("judging.case.in-order", {"accepted": seat}) if seat in context.case.accepted else None


@check("not_withdrawn_yet", "judging.case.freeze-undone-by-judge")
def not_withdrawn_yet(context: CaseContext) -> Refusal | None:
    case, seat = context.case, context.by.actor
    if case.state == OPENED and seat not in case.withdrawn:
        return None
    because: dict[str, object] = {"state": case.state, "judge": case.judge, "withdrawn": sorted(case.withdrawn)}
    return Refusal("judging.case.freeze-undone-by-judge", because)


@check("remedy_is_done", "judging.ruling.remedy-as-named")
def remedy_is_done(context: CaseContext) -> Refusal | None:
    """A case is closed when what was ruled is done."""
    case = context.case
    if case.ruling is None or not case.ruling.remedy or case.remedied == len(case.rulings):
        return None
    return Refusal("judging.ruling.remedy-as-named", {"ruling": len(case.rulings), "remedy": case.ruling.remedy})


# --- form


@check("moment_exists", "judging.case.names-a-moment")
def moment_exists(context: CaseContext) -> Refusal | None:
    return moment_refusal(context, context.command.moment)


@check("moments_exist", "judging.case.names-a-moment")
def moments_exist(context: CaseContext) -> Refusal | None:
    """Links to evidence that are moments of the match alone name some that there are."""
    links = (link.removeprefix(f"{context.match.id}@") for link in context.command.links)
    places = ((n, link) for n, link in enumerate(links) if PLACE.fullmatch(link))
    return first_refusal(moment_refusal(context, link, f"links[{n}]") for n, link in places)


@check("names_known_rules", "judging.case.names-rules")
def names_known_rules(context: CaseContext) -> Refusal | None:
    return unknown_refusal(context.match.rules.name, context.command.rules, "rules", "judging.case.names-rules")


@check("entry_exists", "judging.case.shares-an-entry")
def entry_exists(context: CaseContext) -> Refusal | None:
    entry, last = context.command.entry, context.case.version
    if 1 <= entry <= last and entry_kind(context.case.entries[entry - 1]) in ("statement_given", "evidence_attached"):
        return None
    return Refusal("judging.case.shares-an-entry", {"field": "entry", "entry": entry, "last": last})


@check("seals_for_a_reason", "judging.look.sealed-answers")
def seals_for_a_reason(context: CaseContext) -> Refusal | None:
    return sealed_refusal(context.command, context.by)


@check("names_a_version", "judging.look.recorded")
def names_a_version(context: CaseContext) -> Refusal | None:
    version, newest = context.command.version, context.match.version
    return None if 0 < version <= newest else Refusal("judging.look.recorded", {"version": version, "newest": newest})


@check("approves_the_last", "judging.ruling.remedy-as-named")
def approves_the_last(context: CaseContext) -> Refusal | None:
    number, last = context.command.number, len(context.case.rulings)
    return None if 0 < number == last else Refusal("judging.ruling.remedy-as-named", {"ruling": number, "last": last})


@check("approves_what_was_seen", "judging.rewind.report-seen")
def approves_what_was_seen(context: CaseContext) -> Refusal | None:
    preview = context.command.preview
    if not preview or context.case.find_preview(preview) is not None:
        return None
    return Refusal("judging.rewind.report-seen", {"preview": preview})


def answer_fault(verdict: str) -> dict[str, object]:
    """What is wrong with an answer to an appeal whose ruling does not go with its verdict."""
    other = "a ruling goes with it that says something else"
    wrong = "a ruling that is confirmed stays as it is" if verdict == "confirm" else other
    return {"field": "verdict", "value": verdict, "problem": wrong}


@check("answers_in_full", "judging.appeal.head-judge-final")
def answers_in_full(context: CaseContext) -> Refusal | None:
    """Confirming needs no ruling; changing and replacing give another one, which is lawful like any other."""
    verdict, ruling = context.command.verdict, context.command.ruling
    changed = ruling is not None and not says_the_same(ruling, context.case.ruling)
    if not (changed if verdict in ("change", "replace") else verdict == "confirm" and ruling is None):
        return Refusal("judging.appeal.head-judge-final", answer_fault(verdict))
    refusal = ruling_is_lawful(context, ruling) if ruling is not None else None
    if refusal is None or "field" not in refusal.because:
        return refusal
    return structs.replace(refusal, because={**refusal.because, "field": f"ruling.{refusal.because['field']}"})


@check("ruling_holds", "judging.ruling.cites-rules")
def ruling_holds(context: CaseContext) -> Refusal | None:
    return ruling_is_lawful(context, context.command.ruling)


@check("remedy_has_room", "match.over")
def remedy_has_room(context: CaseContext) -> Refusal | None:
    return over_refusal(context.match) if needs_running_match(context.command.remedy) else None


@check("remedy_is_known", "judging.ruling.remedy-as-named")
def remedy_is_known(context: CaseContext) -> Refusal | None:
    try:
        remedy_of(context.command.remedy)
    except Refused as refused:
        return refused.refusal
    return None


IN_WORK = while_it_is(EXAMINED, RULED, APPEALED, ANSWERED, REMEDIED)

LISTED: dict[type, tuple[Check, ...]] = {
    m.Open: (may_open, one_open, moment_exists, names_known_rules),
    m.Take: (not_closed, is_a_judge, not_own_match, is_free_to_take),
    m.AssignCase: (not_closed, is_head_judge, assigned_is_staff, assigned_has_no_part),
    m.State: (not_closed, is_a_seat, while_it_is(*HEARING), may_say_more),
    m.AskSeat: (not_closed, is_in_charge, names_a_seat, while_it_is(EXAMINED, RULED, APPEALED)),
    m.Share: (not_closed, is_in_charge, entry_exists),
    m.AttachEvidence: (not_closed, is_in_charge, not_own_match, IN_WORK, moments_exist),
    m.Look: (not_closed_or_in_scenario, is_in_charge, not_own_match, names_a_version, seals_for_a_reason),
    m.GiveRuling: (not_closed, rules_alone, not_own_match, while_it_is(EXAMINED), ruling_holds),
    m.Amend: (not_closed, rules_alone, not_own_match, while_it_is(RULED, ANSWERED), answer_is_final, ruling_holds),
    m.Approve: (
        *(not_closed, may_approve, not_own_match, was_ruled),
        *(approves_the_last, approval_counts, approves_what_was_seen),
    ),
    m.Accept: (not_closed, is_a_seat, while_it_is(RULED), not_accepted_yet),
    m.Appeal: (not_closed, is_a_seat, may_still_appeal),
    m.Answer: (not_closed, is_head_judge, not_own_match, while_it_is(APPEALED), did_not_rule, answers_in_full),
    m.Preview: (not_closed, is_in_charge, not_own_match, IN_WORK, remedy_has_room, freezes_the_match, remedy_is_known),
    m.Consent: (not_closed, is_a_seat, consents_to_what_is_there, did_not_consent),
    m.Remedy: (
        not_closed,
        is_in_charge,
        not_own_match,
        freezes_the_match,
        was_ruled,
        refers_to_the_last_ruling,
        is_not_done_yet,
        appeal_is_over,
        was_previewed,
        is_as_named,
        end_was_ruled,
        was_approved,
        all_consented,
    ),
    m.Penalise: (
        not_closed,
        is_in_charge,
        not_own_match,
        was_ruled,
        appeal_is_over,
        is_in_the_ruling,
        not_given_yet,
        event_takes_penalties,
        penalty_is_allowed,
        is_the_next_step,
        grave_is_approved,
    ),
    m.Publish: (not_closed, is_in_charge, was_ruled, appeal_is_over),
    m.Resume: (not_closed, is_in_charge, not_own_match, IN_WORK, freezes_the_match),
    m.Freeze: (not_closed, is_in_charge, not_own_match, IN_WORK, match_is_free, has_play_to_stop),
    m.Withdraw: (not_closed, is_a_seat, not_withdrawn_yet),
    m.Close: (not_closed, is_in_charge, not_own_match, was_ruled, appeal_is_over, remedy_is_done),
    m.Abandon: (not_closed, is_in_charge, not_own_match, while_it_is(EXAMINED)),
    m.TagPrecedent: (is_a_judge, while_it_is(CLOSED)),
}
CHECKS: dict[type, tuple[Check, ...]] = {kind: (holds_office, *checks) for kind, checks in LISTED.items()}
