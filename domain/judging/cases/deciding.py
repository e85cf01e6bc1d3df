"""What each command to a case enters, and what it does to the match. Read `decide`, then `MOVES` at the end.

The checks come first, all of them; after them nothing is refused but a remedy that today's table does not bear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from domain.judging.cases import commands as m
from domain.judging.cases import entries as e
from domain.judging.cases.case import CLOSED, Moved, entered
from domain.judging.cases.checks import CHECKS
from domain.judging.cases.commands import CaseContext, digest
from domain.judging.remedies.interventions import Ruled, Stamp, frozen, resumed
from domain.judging.remedies.kinds import Outcome, Situation, remedy_of, shown
from domain.judging.remedies.kinds import digest as digest_of
from domain.judging.remedies.rewind import unnamed
from domain.kernel.checks import Outcome as CheckOutcome
from domain.kernel.checks import explain, first_failed_check
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, NewVersion, Refused

Move = Callable[[CaseContext, Stamp], Moved]


def decide(motion: CaseContext, stamp: Stamp) -> Moved:
    """The case after a command, and what to store; raises Refused."""
    refusal = first_failed_check(CHECKS[type(motion.command)], motion)
    if refusal is not None:
        raise Refused(refusal)
    return MOVES[type(motion.command)](motion, stamp)


def explained(motion: CaseContext) -> list[CheckOutcome]:
    """Every check of a command with its outcome."""
    return explain(CHECKS[type(motion.command)], motion)


def envelope(motion: CaseContext, stamp: Stamp) -> dict[str, Any]:
    """What every entry carries."""
    by = motion.by
    return {
        "id": stamp.id,
        "key": stamp.key,
        "actor": by.actor,
        "role": by.role,
        "at": stamp.at,
        "asked": digest(motion.command),
    }


def plain(kind: Any) -> Move:
    """A move that enters the fields of its command as they are."""

    def move(motion: CaseContext, stamp: Stamp) -> Moved:
        command = motion.command
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        return entered(motion.case, kind(**envelope(motion, stamp), **fields))

    return move


def by_seat(kind: Any) -> Move:
    """A move that enters the fields of its command, and the seat that gave it."""

    def move(motion: CaseContext, stamp: Stamp) -> Moved:
        command = motion.command
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        return entered(motion.case, kind(**envelope(motion, stamp), seat=motion.by.actor, **fields))

    return move


# --- what happens to the match


def ruled_by(motion: CaseContext, reason: str = "", rules: tuple[str, ...] = ()) -> Ruled:
    """The envelope of the match's events."""
    case, by = motion.case, motion.by
    approval = case.approved(m.HEAD_JUDGE, len(case.rulings))
    approved = None
    if approval is not None:
        approved = {"actor": approval.actor, "role": approval.role, "report": approval.preview}
    return Ruled(actor=by.actor, role=by.role, case=case.id, reason=reason, rules=rules, approved=approved)


def stamped(motion: CaseContext, stamp: Stamp, number: int) -> Stamp:
    """The stamp of an event of the match: its key is the entry's place, which nobody else has."""
    return Stamp(f"{motion.case.id}.{motion.case.version + 1}.{number}", stamp.at, f"{stamp.id}{number}")


def resuming(motion: CaseContext, match: Match, stamp: Stamp, number: int = 0) -> tuple[NewVersion, ...]:
    """The match goes on, if this case freezes it."""
    if match.flags.frozen != motion.case.id:
        return ()
    return (resumed(match, ruled_by(motion), stamped(motion, stamp, number)),)


# --- moves


def opens(motion: CaseContext, stamp: Stamp) -> Moved:
    """A case, and the match frozen by it."""
    match, asked = motion.match, motion.command
    entry = e.CaseOpened(
        **envelope(motion, stamp),
        case=motion.case.id,
        match=match.id,
        game=match.rules.name,
        version=match.version,
        seats=tuple(match.table.seats),
        players=motion.players,
        **{name: getattr(asked, name) for name in ("moment", "rules", "text", "freeze", "names")},
    )
    if not asked.freeze:
        return entered(motion.case, entry)
    stop = frozen(match, ruled_by(motion, rules=asked.rules), stamped(motion, stamp, 0))
    return entered(motion.case, entry, (stop,))


def takes(motion: CaseContext, stamp: Stamp) -> Moved:
    """The asker is in charge, or whom the head judge names."""
    judge = motion.command.judge if isinstance(motion.command, m.Assign) else motion.by.actor
    return entered(motion.case, e.CaseTaken(**envelope(motion, stamp), judge=judge, before=motion.case.judge))


def rules(motion: CaseContext, stamp: Stamp) -> Moved:
    number = len(motion.case.rulings) + 1
    return entered(motion.case, e.RulingGiven(**envelope(motion, stamp), number=number, ruling=motion.command.ruling))


def accepts(motion: CaseContext, stamp: Stamp) -> Moved:
    number = len(motion.case.rulings)
    return entered(motion.case, e.RulingAccepted(**envelope(motion, stamp), seat=motion.by.actor, number=number))


def appeals(motion: CaseContext, stamp: Stamp) -> Moved:
    case, by = motion.case, motion.by
    entry = e.Appealed(**envelope(motion, stamp), seat=by.actor, number=len(case.rulings), text=motion.command.text)
    return entered(case, entry)


def answers(motion: CaseContext, stamp: Stamp) -> Moved:
    case, asked = motion.case, motion.command
    number = len(case.rulings) + (asked.ruling is not None)
    entry = e.AppealAnswered(
        **envelope(motion, stamp), verdict=asked.verdict, text=asked.text, number=number, ruling=asked.ruling
    )
    return entered(case, entry)


def previews(motion: CaseContext, stamp: Stamp) -> Moved:
    """A remedy, tried dry; raises Refused where it cannot be had."""
    case, asked = motion.case, motion.command.remedy
    outcome = carried(motion, stamp, asked)
    facts, cut = shown(situation_of(motion), outcome)
    entry = e.PreviewMade(
        **envelope(motion, stamp),
        preview=f"p-{case.version + 1}",
        remedy=asked,
        version=motion.match.version,
        digest=digest_of(outcome),
        facts=facts,
        cut=cut,
        report=msgspec.to_builtins(unnamed(outcome.report)) if outcome.report is not None else {},
        needs=outcome.needs,
        rule=outcome.rule,
        because=outcome.because,
        consents=outcome.consents,
        consent_rule=outcome.consent_rule,
    )
    return entered(case, entry)


def carried(motion: CaseContext, stamp: Stamp, asked: e.Asked) -> Outcome:
    """What a remedy stores; raises Refused."""
    kind, request = remedy_of(asked)
    ruling = motion.case.ruling
    by = ruled_by(motion, ruling.reason if ruling else "", ruling.rules if ruling else ())
    return kind.carried(situation_of(motion), request, by, stamped(motion, stamp, 0))


def situation_of(motion: CaseContext) -> Situation:
    return Situation(motion.match, motion.events, motion.then, motion.regulation.decisions)


def remedies(motion: CaseContext, stamp: Stamp) -> Moved:
    """The remedy as it was previewed; the match goes on after it unless the ruling holds it. Raises Refused."""
    case, made, ruling = motion.case, motion.case.previewed(motion.command.preview), motion.case.ruling
    assert made is not None
    assert ruling is not None
    outcome = carried(motion, stamp, made.remedy)
    if digest_of(outcome) != made.digest:
        because: dict[str, object] = {"preview": made.preview, "version": made.version}
        raise Refused(Refusal(remedy_of(made.remedy)[0].read_by, because))
    last = outcome.followings[-1].match if outcome.followings else motion.match
    after = () if ruling.hold else resuming(motion, last, stamp, len(outcome.followings))
    entry = e.RemedyCarriedOut(
        **envelope(motion, stamp),
        number=len(case.rulings),
        preview=made.preview,
        remedy=made.remedy,
        versions=tuple(each.match.version for each in outcome.followings),
        resumed=bool(after),
    )
    return entered(case, entry, (*outcome.followings, *after))


def penalises(motion: CaseContext, stamp: Stamp) -> Moved:
    case, penalty = motion.case, motion.command.penalty
    player = case.opening.players.get(penalty.seat, "")
    entry = e.PenaltyGiven(**envelope(motion, stamp), number=len(case.rulings), penalty=penalty, player=player)
    return entered(case, entry)


def publishes(motion: CaseContext, stamp: Stamp) -> Moved:
    number, text = len(motion.case.rulings), motion.command.text
    return entered(motion.case, e.RulingPublished(**envelope(motion, stamp), number=number, text=text))


def resumes(motion: CaseContext, stamp: Stamp) -> Moved:
    """The match goes on, the case stays open."""
    match, reason = motion.match, motion.command.reason
    entry = e.MatchResumed(**envelope(motion, stamp), reason=reason, version=match.version + 1)
    return entered(motion.case, entry, resuming(motion, match, stamp))


def freezes(motion: CaseContext, stamp: Stamp) -> Moved:
    match, reason = motion.match, motion.command.reason
    entry = e.MatchFrozen(**envelope(motion, stamp), reason=reason, version=match.version + 1)
    stop = frozen(match, ruled_by(motion), stamped(motion, stamp, 0))
    return entered(motion.case, entry, (stop,))


def withdraws(motion: CaseContext, stamp: Stamp) -> Moved:
    """A seat withdraws; with the last of them the match goes on."""
    entry = e.CaseWithdrawn(**envelope(motion, stamp), seat=motion.by.actor)
    return ending(motion, stamp, entry)


def closes(motion: CaseContext, stamp: Stamp) -> Moved:
    entry = e.CaseClosed(**envelope(motion, stamp), outcome="ruled", text=motion.command.text)
    return ending(motion, stamp, entry)


def abandons(motion: CaseContext, stamp: Stamp) -> Moved:
    entry = e.CaseClosed(**envelope(motion, stamp), outcome="abandoned", text=motion.command.reason)
    return ending(motion, stamp, entry)


def ending(motion: CaseContext, stamp: Stamp, entry: e.Entry) -> Moved:
    """An entry that may close the case; the match goes on with it."""
    moved = entered(motion.case, entry)
    if moved.case.state != CLOSED:
        return moved
    return structs.replace(moved, followings=resuming(motion, motion.match, stamp))


MOVES: dict[type, Move] = {
    m.Open: opens,
    m.Take: takes,
    m.Assign: takes,
    m.State: by_seat(e.StatementGiven),
    m.AskSeat: plain(e.StatementAsked),
    m.Share: plain(e.StatementShared),
    m.Attach: plain(e.EvidenceAttached),
    m.Look: plain(e.LookTaken),
    m.Rule: rules,
    m.Amend: rules,
    m.Approve: plain(e.ApprovalGiven),
    m.Accept: accepts,
    m.Appeal: appeals,
    m.Answer: answers,
    m.Preview: previews,
    m.Consent: by_seat(e.ConsentGiven),
    m.Remedy: remedies,
    m.Penalise: penalises,
    m.Publish: publishes,
    m.Resume: resumes,
    m.Freeze: freezes,
    m.Withdraw: withdraws,
    m.Close: closes,
    m.Abandon: abandons,
    m.TagPrecedent: plain(e.PrecedentTagged),
}
