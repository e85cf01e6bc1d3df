"""Consents: which of the seats whose consent a remedy needs have answered, and the preview to which they agree.

Which seats those are, `domain.judging.remedies.kinds` says (`RemedyOutcome`); that all of them have agreed before the
remedy is carried out is checked in `domain.judging.cases.checks.consents`.
"""

from __future__ import annotations

from domain.judging.cases.case import Case
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.entries import PreviewMade
from domain.judging.cases.previews import current_preview
from domain.judging.cases.redaction import ALL, CaseViewer
from domain.judging.remedies.kinds import is_same_remedy
from domain.kernel.refusals import JsonObject


def seats_to_consent(case: Case, eyes: CaseViewer) -> tuple[str, ...]:
    """The seats that have still to agree to what is to be carried out, or to refuse it.

    That is what was ruled, else what was previewed last.
    """
    made = current_preview(case)
    if made is None:
        return ()
    if eyes.how != ALL and eyes.seat not in made.consents:
        return ()
    answered = case.consents(made.preview) | case.refusals(made.preview)
    return tuple(seat for seat in made.consents if seat not in answered)


def refusing_seats(case: Case, eyes: CaseViewer) -> tuple[str, ...]:
    """The seats that do not agree to what is to be carried out, to who reads what seats say of it."""
    made = current_preview(case)
    if made is None or (eyes.how != ALL and eyes.seat not in made.consents):
        return ()
    refused = case.refusals(made.preview)
    return tuple(seat for seat in made.consents if seat in refused)


def awaited_preview(case: Case, seat: str) -> str | None:
    """The id of the only preview to which a seat may agree: of what is to be carried out, if it needs their consent."""
    made = current_preview(case)
    return made.preview if made is not None and seat in made.consents else None


def consented_to(context: CaseContext, remedy: JsonObject) -> frozenset[str]:
    """The seats that have agreed to a remedy as it was previewed on the match as it is now."""
    case, newest = context.case, context.match.version
    made = (each for each in case.entries if isinstance(each, PreviewMade) and each.version == newest)
    return frozenset(
        seat for each in made if is_same_remedy(remedy, each.remedy) for seat in case.consents(each.preview)
    )
