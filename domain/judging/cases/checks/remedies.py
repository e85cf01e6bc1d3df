"""Whether a remedy is the one that was ruled, previewed on the match as it is, and approved."""

from __future__ import annotations

from msgspec import to_builtins

from domain.judging.cases.commands import CaseContext
from domain.judging.remedies.interventions import over_refusal
from domain.judging.remedies.kinds import is_same_remedy, needs_running_match, remedy_of
from domain.kernel.checks import check
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused


@check("refers_to_the_last_ruling", "judging.ruling.remedy-as-named")
def refers_to_the_last_ruling(context: CaseContext) -> Refusal | None:
    named, last = context.command.ruling, len(context.case.rulings)
    return None if named == last else Refusal("judging.ruling.remedy-as-named", {"ruling": named, "last": last})


@check("is_not_done_yet", "judging.ruling.remedy-as-named")
def is_not_done_yet(context: CaseContext) -> Refusal | None:
    done = context.case.remedied
    return Refusal("judging.ruling.remedy-as-named", {"done": done}) if done == len(context.case.rulings) else None


@check("was_previewed", "judging.correct.preview")
def was_previewed(context: CaseContext) -> Refusal | None:
    """The preview is of this case, and of the match as it is and as the asker believes it to be."""
    made, newest = context.case.find_preview(context.command.preview), context.match.version
    if made is not None and made.version == context.command.version == newest:
        return None
    because = {"preview": context.command.preview, "newest": newest, "given": context.command.version}
    rule = "judging.correct.preview" if made is None else remedy_of(made.remedy)[0].read_by
    return Refusal(rule, {**because, **({"previewed_at": made.version} if made else {})})


@check("is_as_named", "judging.ruling.remedy-as-named")
def is_as_named(context: CaseContext) -> Refusal | None:
    made, ruling = context.case.find_preview(context.command.preview), context.case.ruling
    if made is not None and ruling is not None and is_same_remedy(ruling.remedy, made.remedy):
        return None
    because: dict[str, object] = {"ruled": ruling.remedy if ruling else {}, "previewed": made.remedy if made else {}}
    return Refusal("judging.ruling.remedy-as-named", because)


@check("end_was_ruled", "judging.correct.effects-of-game")
def end_was_ruled(context: CaseContext) -> Refusal | None:
    """The match ends by the remedy as the ruling says, or goes on as it says."""
    made, ruled = context.case.find_preview(context.command.preview), context.case.ruled_end
    if made is None or made.ends == ruled:
        return None
    return Refusal("judging.correct.effects-of-game", {"ends": to_builtins(made.ends), "ruled": to_builtins(ruled)})


@check("was_approved", "judging.rewind.head-judge")
def was_approved(context: CaseContext) -> Refusal | None:
    """Where the preview needs the head judge: they do it, or have approved the ruling."""
    made, case = context.case.find_preview(context.command.preview), context.case
    if made is None or made.needs != HEAD_JUDGE or context.by.role == HEAD_JUDGE:
        return None
    if case.find_approval(HEAD_JUDGE, len(case.rulings)) is not None:
        return None
    return Refusal(made.rule or "judging.rewind.head-judge", {"needs": made.needs, "because": list(made.because)})


@check("remedy_is_done", "judging.ruling.remedy-as-named")
def remedy_is_done(context: CaseContext) -> Refusal | None:
    """A case is closed when what was ruled is done."""
    case = context.case
    if case.ruling is None or not case.ruling.remedy or case.remedied == len(case.rulings):
        return None
    return Refusal("judging.ruling.remedy-as-named", {"ruling": len(case.rulings), "remedy": case.ruling.remedy})


@check("approves_what_was_seen", "judging.rewind.report-seen")
def approves_what_was_seen(context: CaseContext) -> Refusal | None:
    preview = context.command.preview
    if not preview or context.case.find_preview(preview) is not None:
        return None
    return Refusal("judging.rewind.report-seen", {"preview": preview})


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
