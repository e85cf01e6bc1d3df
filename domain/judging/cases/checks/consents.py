"""What is checked of consents: to what is awaited, once, and all of them before a remedy is carried out."""

from __future__ import annotations

from domain.judging.cases.commands import CaseContext
from domain.judging.cases.consents import awaited_preview
from domain.kernel.checks import check
from domain.kernel.refusals import Refusal


@check("all_consented", "judging.missed.optional-consent")
def all_consented(context: CaseContext) -> Refusal | None:
    made = context.case.find_preview(context.command.preview)
    missing = sorted(set(made.consents) - context.case.consents(made.preview)) if made is not None else []
    return Refusal(made.consent_rule, {"missing": missing}) if made is not None and missing else None


@check("consents_to_what_is_there", "judging.missed.optional-consent")
def consents_to_what_is_there(context: CaseContext) -> Refusal | None:
    preview, seat, made = context.command.preview, context.by.actor, awaited_preview(context.case, context.by.actor)
    if preview == made:
        return None
    return Refusal("judging.missed.optional-consent", {"preview": preview, "seat": seat, "awaited": made})


@check("did_not_consent", "judging.case.in-order")
def did_not_consent(context: CaseContext) -> Refusal | None:
    seat, preview = context.by.actor, context.command.preview
    if seat not in context.case.consents(preview):
        return None
    return Refusal("judging.case.in-order", {"preview": preview, "consented": seat})
