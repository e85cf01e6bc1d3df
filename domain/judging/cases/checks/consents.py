"""What is checked of consents: to what is awaited, once, and all of them before a remedy is carried out."""

from __future__ import annotations

from domain.judging.cases.commands import CaseContext
from domain.judging.cases.consents import awaited_preview
from domain.kernel.checks import check
from domain.kernel.refusals import JsonObject, Refusal


@check("all_consented", "judging.missed.optional-consent")
def all_consented(context: CaseContext) -> Refusal | None:
    made = context.case.find_preview(context.command.preview)
    if made is None:
        return None
    missing = sorted(set(made.consents) - context.case.consents(made.preview))
    refused = sorted(context.case.refusals(made.preview))
    because: JsonObject = {"missing": missing, **({"refused": refused} if refused else {})}
    return Refusal(made.consent_rule, because) if missing else None


@check("consents_to_what_is_there", "judging.missed.optional-consent")
def consents_to_what_is_there(context: CaseContext) -> Refusal | None:
    preview, seat, made = context.command.preview, context.by.actor, awaited_preview(context.case, context.by.actor)
    if preview == made:
        return None
    return Refusal("judging.missed.optional-consent", {"preview": preview, "seat": seat, "awaited": made})


@check("did_not_consent", "judging.case.in-order")
def did_not_consent(context: CaseContext) -> Refusal | None:
    seat, preview = context.by.actor, context.command.preview
    if seat in context.case.consents(preview):
        return Refusal("judging.case.in-order", {"preview": preview, "consented": seat})
    if not context.command.consent and seat in context.case.refusals(preview):
        return Refusal("judging.case.in-order", {"preview": preview, "refused": seat})
    return None
