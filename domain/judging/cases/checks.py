"""What a case lets whom do when: one ordered list of checks for each command, authority before order before form.

Read `CHECKS` at the end first; each check is a small function of a `CaseContext` that cites its rule. What a ruling
says is checked in `ruling_checks`.
"""

from __future__ import annotations

import re

from msgspec import structs

from domain.judging.cases import commands as m
from domain.judging.cases.case import ANSWERED, APPEALED, CLOSED, EXAMINED, HEARING, OPENED, REMEDIED, RULED, Case
from domain.judging.cases.commands import JUDGING, CaseContext
from domain.judging.cases.desk import part_in, sealed_refusal
from domain.judging.cases.entries import StatementAsked, StatementGiven, kind_of
from domain.judging.cases.penalty_checks import (
    grave_is_approved,
    is_in_the_ruling,
    is_the_next_step,
    not_given_yet,
    penalty_is_allowed,
)
from domain.judging.cases.ruling_checks import moment_refusal, ruling_is_lawful, says_the_same
from domain.judging.remedies.kinds import remedy_of, same
from domain.kernel.checks import Check, check, first_of
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from domain.match.cited_rules import meant_in, unknown_refusal

# of one seat in one case, beside one for each question of the judge
STATEMENTS = 20
PLACE = re.compile(r"[0-9]+(\.[0-9]+)?")

# --- authority


@check("holds_office", "judging.event.office")
def holds_office(motion: CaseContext) -> Refusal | None:
    """Who judges or runs a match does so in an office of its event, or called by who runs it."""
    if motion.by.role:
        return None
    refusal = motion.setting.outside(motion.by.actor)
    return Refusal("judging.case.who-may-open", refusal.because) if isinstance(motion.command, m.Open) else refusal


@check("may_open", "judging.case.who-may-open")
def may_open(motion: CaseContext) -> Refusal | None:
    if motion.by.role in JUDGING or (motion.by.role == m.SEAT and motion.by.actor in motion.match.table.seats):
        return None
    return Refusal("judging.case.who-may-open", {"actor": motion.by.actor, "role": motion.by.role})


@check("is_a_seat", "judging.case.seats-speak")
def is_a_seat(motion: CaseContext) -> Refusal | None:
    seats = motion.case.opening.seats
    if motion.by.role == m.SEAT and motion.by.actor in seats:
        return None
    return Refusal("judging.case.seats-speak", {"role": motion.by.role, "seats": list(seats)})


@check("names_a_seat", "judging.case.asks-a-seat")
def names_a_seat(motion: CaseContext) -> Refusal | None:
    seats, seat = motion.case.opening.seats, motion.command.seat
    if seat in seats:
        return None
    because = {"seat": seat, "seats": list(seats), **meant_in("seat", seat, seats)}
    return Refusal("judging.case.asks-a-seat", because)


@check("may_say_more", "judging.case.statements")
def may_say_more(motion: CaseContext) -> Refusal | None:
    """A seat says so much by itself, and something more whenever the judge asks it."""
    seat, entries = motion.by.actor, motion.case.entries
    given = sum(isinstance(each, StatementGiven) and each.seat == seat for each in entries)
    most = STATEMENTS + sum(isinstance(each, StatementAsked) and each.seat == seat for each in entries)
    return Refusal("judging.case.statements", {"given": given, "most": most}) if given >= most else None


@check("is_a_judge", "judging.case.judge-in-charge")
def is_a_judge(motion: CaseContext) -> Refusal | None:
    if motion.by.role in JUDGING:
        return None
    return Refusal("judging.case.judge-in-charge", {"role": motion.by.role, "needed": list(JUDGING)})


@check("is_in_charge", "judging.case.judge-in-charge")
def is_in_charge(motion: CaseContext) -> Refusal | None:
    by, case = motion.by, motion.case
    if by.role in JUDGING and (by.actor == case.judge or by.role == m.HEAD_JUDGE):
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": case.judge, "actor": by.actor, "role": by.role})


@check("rules_alone", "judging.case.judge-in-charge")
def rules_alone(motion: CaseContext) -> Refusal | None:
    by, case = motion.by, motion.case
    if by.role in JUDGING and by.actor == case.judge:
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": case.judge, "actor": by.actor, "role": by.role})


@check("is_free_to_take", "judging.case.judge-in-charge")
def is_free_to_take(motion: CaseContext) -> Refusal | None:
    by, judge = motion.by, motion.case.judge
    if by.actor != judge and (not judge or by.role == m.HEAD_JUDGE):
        return None
    return Refusal("judging.case.judge-in-charge", {"judge": judge, "actor": by.actor, "role": by.role})


@check("is_head_judge", "judging.case.head-judge")
def is_head_judge(motion: CaseContext) -> Refusal | None:
    if motion.by.role == m.HEAD_JUDGE:
        return None
    return Refusal("judging.case.head-judge", {"role": motion.by.role, "needed": m.HEAD_JUDGE})


@check("may_approve", "judging.case.head-judge")
def may_approve(motion: CaseContext) -> Refusal | None:
    if motion.by.role in (m.HEAD_JUDGE, m.ORGANIZER):
        return None
    return Refusal("judging.case.head-judge", {"role": motion.by.role, "needed": [m.HEAD_JUDGE, m.ORGANIZER]})


@check("not_own_match", "judging.case.not-own-match")
def not_own_match(motion: CaseContext) -> Refusal | None:
    return part_in(motion.match, motion.players, motion.interested, motion.by.actor)


@check("assigned_has_no_part", "judging.case.not-own-match")
def assigned_has_no_part(motion: CaseContext) -> Refusal | None:
    return part_in(motion.match, motion.players, motion.interested, motion.command.judge)


@check("assigned_is_staff", "judging.event.office")
def assigned_is_staff(motion: CaseContext) -> Refusal | None:
    return motion.setting.judge_refusal(motion.command.judge)


@check("did_not_rule", "judging.appeal.head-judge-final")
def did_not_rule(motion: CaseContext) -> Refusal | None:
    by, judge = motion.by.actor, motion.case.ruled_by
    return None if by != judge else Refusal("judging.appeal.head-judge-final", {"ruled": judge})


# --- order


@check("not_closed", "judging.case.closed-is-final")
def not_closed(motion: CaseContext) -> Refusal | None:
    if motion.case.state != CLOSED:
        return None
    return Refusal("judging.case.closed-is-final", {"case": motion.case.id, "entries": motion.case.version})


@check("not_closed_or_in_scenario", "judging.case.closed-is-final")
def not_closed_or_in_scenario(motion: CaseContext) -> Refusal | None:
    """A closed case is made a scenario of, which is a look at its moment; nothing else is looked at under it."""
    if motion.case.state != CLOSED or motion.command.what == m.SCENARIO:
        return None
    return Refusal("judging.case.closed-is-final", {"case": motion.case.id, "entries": motion.case.version})


def while_it_is(*states: str) -> Check:
    """The case is in one of these states."""

    def is_in_order(motion: CaseContext) -> Refusal | None:
        state = motion.case.state
        if state in states:
            return None
        return Refusal("judging.case.in-order", {"state": state, "needed": list(states)})

    return Check("is_in_order", "judging.case.in-order", is_in_order)


@check("one_open", "judging.case.one-open")
def one_open(motion: CaseContext) -> Refusal | None:
    """Whether a case is open that stops play, or for a note another one of the same author.

    In the stead of one that is damaged, in which nobody can move any more, a head judge opens another.
    """
    frozen = motion.match.flags.frozen
    if frozen == motion.stopped_by and motion.by.role == m.HEAD_JUDGE and motion.command.freeze:
        frozen = ""
    in_the_way = [each.id for each in motion.open_cases if not is_note(each) or is_another_note(each, motion)]
    others = list(dict.fromkeys([*([frozen] if frozen else []), *in_the_way]))
    return Refusal("judging.case.one-open", {"match": motion.match.id, "cases": others}) if others else None


def is_note(case: Case) -> bool:
    """Whether a case has never stopped play."""
    return not case.opening.freeze and not case.frozen


def is_another_note(case: Case, motion: CaseContext) -> bool:
    author = (case.opening.actor, case.opening.role)
    return not motion.command.freeze and author == (motion.by.actor, motion.by.role)


@check("freezes_the_match", "judging.ruling.needs-case")
def freezes_the_match(motion: CaseContext) -> Refusal | None:
    frozen = motion.match.flags.frozen
    if frozen == motion.case.id:
        return None
    return Refusal("judging.ruling.needs-case", {"case": motion.case.id, "frozen_by": frozen})


@check("match_is_free", "judging.case.frozen")
def match_is_free(motion: CaseContext) -> Refusal | None:
    frozen = motion.match.flags.frozen
    return Refusal("judging.case.frozen", {"case": frozen}) if frozen else None


@check("has_play_to_stop", "judging.case.in-order")
def has_play_to_stop(motion: CaseContext) -> Refusal | None:
    """A match that is over is stopped only for a remedy, and a case has one."""
    if motion.match.table.over is None or motion.case.state != REMEDIED:
        return None
    return Refusal("judging.case.in-order", {"state": motion.case.state, "problem": "the match is over"})


@check("was_ruled", "judging.ruling.before-remedy")
def was_ruled(motion: CaseContext) -> Refusal | None:
    state = motion.case.state
    return None if motion.case.rulings else Refusal("judging.ruling.before-remedy", {"state": state})


@check("appeal_is_over", "judging.appeal.after-ruling")
def appeal_is_over(motion: CaseContext) -> Refusal | None:
    """The remedy waits until all have accepted, or the time to appeal is over, or the appeal is answered."""
    case, seconds = motion.case, motion.regulation.appeal
    if case.state in (ANSWERED, REMEDIED) or (case.state == RULED and not case.appealable(motion.at, seconds)):
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
def may_still_appeal(motion: CaseContext) -> Refusal | None:
    case, seat = motion.case, motion.by.actor
    if case.state == RULED and seat not in case.appealed and seat not in case.accepted and not case.remedied:
        return None
    because = {"state": case.state, "appealed": seat in case.appealed, "accepted": seat in case.accepted}
    return Refusal("judging.appeal.after-ruling", because)


@check("not_accepted_yet", "judging.case.in-order")
def not_accepted_yet(motion: CaseContext) -> Refusal | None:
    seat = motion.by.actor
    return Refusal("judging.case.in-order", {"accepted": seat}) if seat in motion.case.accepted else None


@check("not_withdrawn_yet", "judging.case.freeze-undone-by-judge")
def not_withdrawn_yet(motion: CaseContext) -> Refusal | None:
    case, seat = motion.case, motion.by.actor
    if case.state == OPENED and seat not in case.withdrawn:
        return None
    because: dict[str, object] = {"state": case.state, "judge": case.judge, "withdrawn": sorted(case.withdrawn)}
    return Refusal("judging.case.freeze-undone-by-judge", because)


@check("remedy_is_done", "judging.ruling.remedy-as-named")
def remedy_is_done(motion: CaseContext) -> Refusal | None:
    """A case is closed when what was ruled is done."""
    case = motion.case
    if case.ruling is None or not case.ruling.remedy or case.remedied == len(case.rulings):
        return None
    return Refusal("judging.ruling.remedy-as-named", {"ruling": len(case.rulings), "remedy": case.ruling.remedy})


# --- form


@check("moment_exists", "judging.case.names-a-moment")
def moment_exists(motion: CaseContext) -> Refusal | None:
    return moment_refusal(motion, motion.command.moment)


@check("moments_exist", "judging.case.names-a-moment")
def moments_exist(motion: CaseContext) -> Refusal | None:
    """Links to evidence that are moments of the match alone name some that there are."""
    links = (link.removeprefix(f"{motion.match.id}@") for link in motion.command.links)
    places = ((n, link) for n, link in enumerate(links) if PLACE.fullmatch(link))
    return first_of(moment_refusal(motion, link, f"links[{n}]") for n, link in places)


@check("names_known_rules", "judging.case.names-rules")
def names_known_rules(motion: CaseContext) -> Refusal | None:
    return unknown_refusal(motion.match.rules.name, motion.command.rules, "rules", "judging.case.names-rules")


@check("entry_exists", "judging.case.shares-an-entry")
def entry_exists(motion: CaseContext) -> Refusal | None:
    entry, last = motion.command.entry, motion.case.version
    if 1 <= entry <= last and kind_of(motion.case.entries[entry - 1]) in ("statement_given", "evidence_attached"):
        return None
    return Refusal("judging.case.shares-an-entry", {"field": "entry", "entry": entry, "last": last})


@check("seals_for_a_reason", "judging.look.sealed-answers")
def seals_for_a_reason(motion: CaseContext) -> Refusal | None:
    return sealed_refusal(motion.command, motion.by)


@check("names_a_version", "judging.look.recorded")
def names_a_version(motion: CaseContext) -> Refusal | None:
    version, newest = motion.command.version, motion.match.version
    return None if 0 < version <= newest else Refusal("judging.look.recorded", {"version": version, "newest": newest})


@check("approves_the_last", "judging.ruling.remedy-as-named")
def approves_the_last(motion: CaseContext) -> Refusal | None:
    number, last = motion.command.number, len(motion.case.rulings)
    return None if 0 < number == last else Refusal("judging.ruling.remedy-as-named", {"ruling": number, "last": last})


@check("approves_what_was_seen", "judging.rewind.report-seen")
def approves_what_was_seen(motion: CaseContext) -> Refusal | None:
    preview = motion.command.preview
    if not preview or motion.case.previewed(preview) is not None:
        return None
    return Refusal("judging.rewind.report-seen", {"preview": preview})


def answer_fault(verdict: str) -> dict[str, object]:
    """What is wrong with an answer to an appeal whose ruling does not go with its verdict."""
    other = "a ruling goes with it that says something else"
    wrong = "a ruling that is confirmed stays as it is" if verdict == "confirm" else other
    return {"field": "verdict", "value": verdict, "problem": wrong}


@check("answers_in_full", "judging.appeal.head-judge-final")
def answers_in_full(motion: CaseContext) -> Refusal | None:
    """Confirming needs no ruling; changing and replacing give another one, which is lawful like any other."""
    verdict, ruling = motion.command.verdict, motion.command.ruling
    changed = ruling is not None and not says_the_same(ruling, motion.case.ruling)
    if not (changed if verdict in ("change", "replace") else verdict == "confirm" and ruling is None):
        return Refusal("judging.appeal.head-judge-final", answer_fault(verdict))
    refusal = ruling_is_lawful(motion, ruling) if ruling is not None else None
    if refusal is None or "field" not in refusal.because:
        return refusal
    return structs.replace(refusal, because={**refusal.because, "field": f"ruling.{refusal.because['field']}"})


@check("ruling_holds", "judging.ruling.cites-rules")
def ruling_holds(motion: CaseContext) -> Refusal | None:
    return ruling_is_lawful(motion, motion.command.ruling)


@check("remedy_is_known", "judging.ruling.remedy-as-named")
def remedy_is_known(motion: CaseContext) -> Refusal | None:
    try:
        remedy_of(motion.command.remedy)
    except Refused as refused:
        return refused.refusal
    return None


# --- the remedy


@check("refers_to_the_last_ruling", "judging.ruling.remedy-as-named")
def refers_to_the_last_ruling(motion: CaseContext) -> Refusal | None:
    named, last = motion.command.ruling, len(motion.case.rulings)
    return None if named == last else Refusal("judging.ruling.remedy-as-named", {"ruling": named, "last": last})


@check("is_not_done_yet", "judging.ruling.remedy-as-named")
def is_not_done_yet(motion: CaseContext) -> Refusal | None:
    done = motion.case.remedied
    return Refusal("judging.ruling.remedy-as-named", {"done": done}) if done == len(motion.case.rulings) else None


@check("was_previewed", "judging.correct.preview")
def was_previewed(motion: CaseContext) -> Refusal | None:
    """The preview is of this case, and of the match as it is and as the asker believes it to be."""
    made, newest = motion.case.previewed(motion.command.preview), motion.match.version
    if made is not None and made.version == motion.command.version == newest:
        return None
    because = {"preview": motion.command.preview, "newest": newest, "given": motion.command.version}
    rule = "judging.correct.preview" if made is None else remedy_of(made.remedy)[0].read_by
    return Refusal(rule, {**because, **({"previewed_at": made.version} if made else {})})


@check("is_as_named", "judging.ruling.remedy-as-named")
def is_as_named(motion: CaseContext) -> Refusal | None:
    made, ruling = motion.case.previewed(motion.command.preview), motion.case.ruling
    if made is not None and ruling is not None and same(ruling.remedy, made.remedy):
        return None
    because: dict[str, object] = {"ruled": ruling.remedy if ruling else {}, "previewed": made.remedy if made else {}}
    return Refusal("judging.ruling.remedy-as-named", because)


@check("was_approved", "judging.rewind.head-judge")
def was_approved(motion: CaseContext) -> Refusal | None:
    """Where the preview needs the head judge: they do it, or have approved the ruling."""
    made, case = motion.case.previewed(motion.command.preview), motion.case
    if made is None or made.needs != m.HEAD_JUDGE or motion.by.role == m.HEAD_JUDGE:
        return None
    if case.approved(m.HEAD_JUDGE, len(case.rulings)) is not None:
        return None
    return Refusal(made.rule or "judging.rewind.head-judge", {"needs": made.needs, "because": list(made.because)})


@check("all_consented", "judging.missed.optional-consent")
def all_consented(motion: CaseContext) -> Refusal | None:
    made = motion.case.previewed(motion.command.preview)
    missing = sorted(set(made.consents) - motion.case.consents(made.preview)) if made is not None else []
    return Refusal(made.consent_rule, {"missing": missing}) if made is not None and missing else None


@check("consents_to_what_is_there", "judging.missed.optional-consent")
def consents_to_what_is_there(motion: CaseContext) -> Refusal | None:
    made = motion.case.previewed(motion.command.preview)
    if made is not None and motion.by.actor in made.consents:
        return None
    return Refusal("judging.missed.optional-consent", {"preview": motion.command.preview, "seat": motion.by.actor})


@check("did_not_consent", "judging.case.in-order")
def did_not_consent(motion: CaseContext) -> Refusal | None:
    seat, preview = motion.by.actor, motion.command.preview
    if seat not in motion.case.consents(preview):
        return None
    return Refusal("judging.case.in-order", {"preview": preview, "consented": seat})


IN_WORK = while_it_is(EXAMINED, RULED, APPEALED, ANSWERED, REMEDIED)

LISTED: dict[type, tuple[Check, ...]] = {
    m.Open: (may_open, one_open, moment_exists, names_known_rules),
    m.Take: (not_closed, is_a_judge, not_own_match, is_free_to_take),
    m.Assign: (not_closed, is_head_judge, assigned_is_staff, assigned_has_no_part),
    m.State: (not_closed, is_a_seat, while_it_is(*HEARING), may_say_more),
    m.AskSeat: (not_closed, is_in_charge, names_a_seat, while_it_is(EXAMINED, RULED, APPEALED)),
    m.Share: (not_closed, is_in_charge, entry_exists),
    m.Attach: (not_closed, is_in_charge, not_own_match, IN_WORK, moments_exist),
    m.Look: (not_closed_or_in_scenario, is_in_charge, not_own_match, names_a_version, seals_for_a_reason),
    m.Rule: (not_closed, rules_alone, not_own_match, while_it_is(EXAMINED), ruling_holds),
    m.Amend: (not_closed, rules_alone, not_own_match, while_it_is(RULED), ruling_holds),
    m.Approve: (not_closed, may_approve, not_own_match, was_ruled, approves_the_last, approves_what_was_seen),
    m.Accept: (not_closed, is_a_seat, while_it_is(RULED), not_accepted_yet),
    m.Appeal: (not_closed, is_a_seat, may_still_appeal),
    m.Answer: (not_closed, is_head_judge, not_own_match, while_it_is(APPEALED), did_not_rule, answers_in_full),
    m.Preview: (not_closed, is_in_charge, not_own_match, IN_WORK, freezes_the_match, remedy_is_known),
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
