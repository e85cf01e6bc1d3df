"""The entries of each command to a case, and its effect on the match. Read `decide`, then `MOVES` at the end.

All checks come first. After them only one thing can be refused: a remedy that today's table does not allow, where it is
previewed, ruled, answered with or carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from domain.judging.cases import commands as m
from domain.judging.cases import entries as e
from domain.judging.cases.approvals import is_meant, penalties_to_withdraw, penalties_ungiven
from domain.judging.cases.at_moment import players_at_moment
from domain.judging.cases.case import CLOSED, CaseChange, chain_entry
from domain.judging.cases.checks.case_states import is_note
from domain.judging.cases.checks.lists import CHECKS
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.remedying import match_stamp, remedy_outcome, ruling_envelope, situation_of
from domain.judging.cases.unseen_cards import unseen_cards
from domain.judging.remedies.interventions import freeze_match, resume_match
from domain.judging.remedies.kinds import facts_shown, remedy_of
from domain.judging.remedies.kinds import outcome_digest as digest_of
from domain.judging.remedies.rewind import without_learned_cards
from domain.kernel.checks import first_failed_check
from domain.kernel.refusals import JsonObject, Refusal
from domain.kernel.table import MatchOutcome
from domain.match.aggregate import Match, NewVersion, Refused
from domain.match.envelope import Stamp, command_digest

CaseMove = Callable[[CaseContext, Stamp], CaseChange]


def decide(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The case after a command, and what to store. Raises Refused."""
    refusal = first_failed_check(CHECKS[type(context.command)], context)
    if refusal is not None:
        raise Refused(refusal)
    return MOVES[type(context.command)](context, stamp)


def envelope(context: CaseContext, stamp: Stamp) -> JsonObject:
    """The fields that every entry carries."""
    by = context.by
    return {
        "id": stamp.id,
        "key": stamp.key,
        "actor": by.actor,
        "role": by.role,
        "at": stamp.at,
        "asked": command_digest(context.command),
    }


def enter_fields(kind: Any) -> CaseMove:
    """A move that enters the fields of its command as they are."""

    def move(context: CaseContext, stamp: Stamp) -> CaseChange:
        command = context.command
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        return chain_entry(context.case, kind(**envelope(context, stamp), **fields))

    return move


def enter_fields_and_seat(kind: Any) -> CaseMove:
    """A move that enters the fields of its command, and the seat that gave it."""

    def move(context: CaseContext, stamp: Stamp) -> CaseChange:
        command = context.command
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        return chain_entry(context.case, kind(**envelope(context, stamp), seat=context.by.actor, **fields))

    return move


def enter_consent(context: CaseContext, stamp: Stamp) -> CaseChange:
    command = context.command
    kind = e.ConsentGiven if command.consent else e.ConsentRefused
    made = envelope(context, stamp)
    return chain_entry(context.case, kind(**made, seat=context.by.actor, preview=command.preview))


# --- what happens to the match


def resume_if_frozen(context: CaseContext, match: Match, stamp: Stamp, number: int = 0) -> tuple[NewVersion, ...]:
    """The version that resumes the match, if this case freezes it; else none."""
    if match.flags.frozen != context.case.id:
        return ()
    return (resume_match(match, ruling_envelope(context), match_stamp(context, stamp, number)),)


# --- moves


def open_case(context: CaseContext, stamp: Stamp) -> CaseChange:
    """A case, and the match frozen by it."""
    match, command = context.match, context.command
    entry = e.CaseOpened(
        **envelope(context, stamp),
        case=context.case.id,
        match=match.id,
        game=match.rules.name,
        version=match.version,
        seats=tuple(match.table.seats),
        players=context.players,
        at_moment=players_at_moment(context, context.command.moment),
        **{name: getattr(command, name) for name in ("moment", "rules", "text", "freeze", "names")},
    )
    if not command.freeze:
        return chain_entry(context.case, entry)
    stop = freeze_match(match, ruling_envelope(context, rules=command.rules), match_stamp(context, stamp, 0))
    return chain_entry(context.case, entry, (stop,))


def take_case(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The change by which the asker takes charge, or the judge whom the head judge names."""
    judge = context.command.judge if isinstance(context.command, m.AssignCase) else context.by.actor
    return chain_entry(context.case, e.CaseTaken(**envelope(context, stamp), judge=judge, before=context.case.judge))


def give_ruling(context: CaseContext, stamp: Stamp) -> CaseChange:
    """A ruling whose remedy could be carried out now; raises Refused."""
    ruling, number = context.command.ruling, len(context.case.rulings) + 1
    ends = end_ruled(context, stamp, ruling)
    entry = e.RulingGiven(
        **envelope(context, stamp),
        number=number,
        ruling=ruling,
        ends=ends,
        at_moment=players_at_moment(context, ruling.moment),
        unseen=unseen_cards(context.match.table, ruling.remedy),
    )
    return chain_entry(context.case, entry)


def end_ruled(context: CaseContext, stamp: Stamp, ruling: e.Ruling | None) -> MatchOutcome | None:
    """How the match ends by the remedy of a ruling; raises Refused where that could not be carried out now."""
    if ruling is None or not ruling.remedy:
        return None
    return remedy_outcome(context, stamp, ruling.remedy).ends


def accept_ruling(context: CaseContext, stamp: Stamp) -> CaseChange:
    number = len(context.case.rulings)
    return chain_entry(context.case, e.RulingAccepted(**envelope(context, stamp), seat=context.by.actor, number=number))


def appeal_ruling(context: CaseContext, stamp: Stamp) -> CaseChange:
    case, by = context.case, context.by
    entry = e.Appealed(**envelope(context, stamp), seat=by.actor, number=len(case.rulings), text=context.command.text)
    return chain_entry(case, entry)


def answer_appeal(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The last word on an appeal, by which a remedy that holds could be carried out now; raises Refused."""
    case, command = context.case, context.command
    entry = e.AppealAnswered(
        **envelope(context, stamp),
        verdict=command.verdict,
        text=command.text,
        number=len(case.rulings) + (command.ruling is not None),
        ruling=command.ruling,
        ends=end_ruled(context, stamp, command.ruling or case.ruling),
        at_moment=players_at_moment(context, command.ruling.moment) if command.ruling is not None else {},
        unseen=unseen_cards(context.match.table, command.ruling.remedy) if command.ruling is not None else {},
    )
    return chain_entry(case, entry)


def preview_remedy(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The change with a preview of a remedy. Raises Refused where the remedy is not possible."""
    case, remedy = context.case, context.command.remedy
    outcome = remedy_outcome(context, stamp, remedy)
    facts, cut = facts_shown(situation_of(context), outcome)
    entry = e.PreviewMade(
        **envelope(context, stamp),
        preview=f"p-{case.version + 1}",
        remedy=remedy,
        version=context.match.version,
        digest=digest_of(outcome),
        facts=facts,
        cut=cut,
        report=msgspec.to_builtins(without_learned_cards(outcome.report)) if outcome.report is not None else {},
        needs=outcome.needs,
        rule=outcome.rule,
        because=outcome.because,
        consents=outcome.consents,
        consent_rule=outcome.consent_rule,
        ends=outcome.ends,
        unseen=unseen_cards(context.match.table, remedy),
    )
    return chain_entry(case, entry)


def carry_out_remedy(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The change that carries out the remedy as previewed; the match goes on unless the ruling holds it.

    Raises Refused.
    """
    case, made, ruling = context.case, context.case.find_preview(context.command.preview), context.case.ruling
    assert made is not None
    assert ruling is not None
    outcome = remedy_outcome(context, stamp, made.remedy)
    if digest_of(outcome) != made.digest:
        because: dict[str, object] = {"preview": made.preview, "version": made.version}
        raise Refused(Refusal(remedy_of(made.remedy)[0].read_by, because))
    last = outcome.followings[-1].match if outcome.followings else context.match
    after = () if ruling.hold else resume_if_frozen(context, last, stamp, len(outcome.followings))
    entry = e.RemedyCarriedOut(
        **envelope(context, stamp),
        number=len(case.rulings),
        preview=made.preview,
        remedy=made.remedy,
        versions=tuple(each.match.version for each in outcome.followings),
        resumed=bool(after),
        unseen=unseen_cards(context.match.table, made.remedy),
    )
    return chain_entry(case, entry, (*outcome.followings, *after))


def give_penalty(context: CaseContext, stamp: Stamp) -> CaseChange:
    case, penalty = context.case, context.command.penalty
    player = case.player_at(penalty.seat) or context.players.get(penalty.seat, "")
    entry = e.PenaltyGiven(
        **envelope(context, stamp),
        number=len(case.rulings),
        penalty=penalty,
        player=player,
        replaces=tuple(
            each.penalty
            for each in case.penalties_outdated
            if each.penalty.seat == penalty.seat and context.setting.can_withdraw(case.id, each)
        ),
    )
    return chain_entry(case, entry)


def withdraw_penalty(context: CaseContext, stamp: Stamp) -> CaseChange:
    case, penalty = context.case, context.command.penalty
    standing = penalties_to_withdraw(case, context.setting)
    # as it stands, whatever reason and rules it was asked with
    stands = next(each for each in standing if is_meant(penalty, each.penalty))
    made = envelope(context, stamp)
    entry = e.PenaltyWithdrawn(**made, number=len(case.rulings), penalty=stands.penalty, player=stands.player)
    return chain_entry(case, entry)


def publish_ruling(context: CaseContext, stamp: Stamp) -> CaseChange:
    number, text = len(context.case.rulings), context.command.text
    return chain_entry(context.case, e.RulingPublished(**envelope(context, stamp), number=number, text=text))


def resume_play(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The change by which the match goes on while the case stays open."""
    match, reason = context.match, context.command.reason
    entry = e.MatchResumed(**envelope(context, stamp), reason=reason, version=match.version + 1)
    return chain_entry(context.case, entry, resume_if_frozen(context, match, stamp))


def freeze_again(context: CaseContext, stamp: Stamp) -> CaseChange:
    match, reason = context.match, context.command.reason
    entry = e.MatchFrozen(**envelope(context, stamp), reason=reason, version=match.version + 1)
    stop = freeze_match(match, ruling_envelope(context), match_stamp(context, stamp, 0))
    return chain_entry(context.case, entry, (stop,))


def withdraw_case(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The change by which a seat withdraws; with the last of them the match goes on. A note it takes back alone."""
    entry = e.CaseWithdrawn(**envelope(context, stamp), seat=context.by.actor, alone=is_note(context.case))
    return enter_and_close(context, stamp, entry)


def close_case(context: CaseContext, stamp: Stamp) -> CaseChange:
    ungiven = bool(penalties_ungiven(context.case, context.setting))
    said = {"text": context.command.text, "without_penalties": ungiven}
    entry = e.CaseClosed(**envelope(context, stamp), outcome="ruled", **said)
    return enter_and_close(context, stamp, entry)


def abandon_case(context: CaseContext, stamp: Stamp) -> CaseChange:
    entry = e.CaseClosed(**envelope(context, stamp), outcome="abandoned", text=context.command.reason)
    return enter_and_close(context, stamp, entry)


def enter_and_close(context: CaseContext, stamp: Stamp, entry: e.StoredCaseEntry) -> CaseChange:
    """An entry that may close the case; the match goes on with it."""
    moved = chain_entry(context.case, entry)
    if moved.case.state != CLOSED:
        return moved
    return structs.replace(moved, followings=resume_if_frozen(context, context.match, stamp))


def tag_precedent(context: CaseContext, stamp: Stamp) -> CaseChange:
    """The change that tags the case, with each tag once, however its capitals and spaces are written."""
    tags = dict[str, str]()
    for each in context.command.tags:
        tags.setdefault(" ".join(each.split()).casefold(), each)
    entry = e.PrecedentTagged(**envelope(context, stamp), tags=tuple(tags.values()), text=context.command.text)
    return chain_entry(context.case, entry)


MOVES: dict[type, CaseMove] = {
    m.Open: open_case,
    m.Take: take_case,
    m.AssignCase: take_case,
    m.State: enter_fields_and_seat(e.StatementGiven),
    m.AskSeat: enter_fields(e.StatementAsked),
    m.Share: enter_fields(e.StatementShared),
    m.Advise: enter_fields(e.AdviceGiven),
    m.AttachEvidence: enter_fields(e.EvidenceAttached),
    m.Look: enter_fields(e.LookTaken),
    m.GiveRuling: give_ruling,
    m.Amend: give_ruling,
    m.Approve: enter_fields(e.ApprovalGiven),
    m.Accept: accept_ruling,
    m.Appeal: appeal_ruling,
    m.Answer: answer_appeal,
    m.Preview: preview_remedy,
    m.Consent: enter_consent,
    m.Remedy: carry_out_remedy,
    m.Penalise: give_penalty,
    m.WithdrawGivenPenalty: withdraw_penalty,
    m.Publish: publish_ruling,
    m.Resume: resume_play,
    m.Freeze: freeze_again,
    m.Withdraw: withdraw_case,
    m.Close: close_case,
    m.Abandon: abandon_case,
    m.TagPrecedent: tag_precedent,
}
