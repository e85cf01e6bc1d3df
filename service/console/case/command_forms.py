"""The commands of a case as forms: the fields of each, and the command that the form data make.

A form is shown unless the case's own checks refuse its command to this asker or at this time (`offered_case_forms`).
Read `Field`, `CaseForm`, then MOVES at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.judging.cases import commands as m
from domain.judging.cases.awaiting import AwaitedMove
from domain.judging.cases.case import Case
from domain.kernel.refusals import Refusal
from domain.match.envelope import SEAT, Actor
from service.app.rulebooks import rule_of
from service.console.case.appeal_warnings import unheard_appeal, unheard_if_ruled
from service.console.case.move_fields import (
    ANSWER,
    ANY,
    JUDGES_READ,
    NO_RULING,
    PUBLIC_TEXT,
    READ_REASON,
    TEXT,
    acceptance_title,
    always,
    approval_fields,
    ask_all,
    ask_all_fields,
    ask_all_of,
    asking_fields,
    awaited_approval,
    closing_fields,
    closing_of,
    consent_options,
    freezing_title,
    if_over,
    just,
    maker,
    new_preview,
    new_preview_fields,
    new_preview_title,
    no_input,
    no_penalties,
    other_ruling_fields,
    other_ruling_of,
    penalty_fields,
    penalty_of,
    ruled_penalty,
    ruled_remedy,
    ruled_remedy_fields,
    shareable_entries,
    standing_fields,
    standing_penalty,
    taking_title,
    unheard_note,
    withdrawal_title,
    withdrawn_penalty_of,
)
from service.console.case.remedies import FORMS, KINDS, case_teller
from service.console.case.ruling_form import ruling_fields, ruling_of
from service.console.forms.fields import (
    Field,
    Given,
    option_value,
)
from service.web.case.case_access import as_command
from service.web.request_context import request_context

NOT_NOW = frozenset({"authority", "order"})
# a rule of the game that no form data can satisfy: the judge reads why the form is missing
OVER = "match.over"
# by which what seats alone give is refused: an office waits for nothing there
OF_SEATS = "judging.case.seats-speak"
# refusals that only the filled-in form can avoid
BY_FORM = frozenset({"judging.ruling.remedy-as-named"})
# the forms that answer what a case waits for
ANSWERING = {
    "withdraw": ("withdraw",),
    "statements": ("statements",),
    "consents": ("consents",),
    "take": ("take",),
    "take_over": ("take",),
    "amend": ("amend",),
    "freeze": ("freeze",),
    "withdraw_penalty": ("withdraw-penalty",),
    "answer": ("confirm", "answer"),
    "appoint": (),
    "approve": ("approve",),
}


class CaseForm(Struct, frozen=True):
    """A command of a case as a form: its fields, the command that they make, and a sample to be checked.

    `command` may make several commands. The form is shown if the sample is allowed. With `exact` the sample is the very
    command, and any refusal of it hides the form. `page` is the page of a command that has its own; `titled` makes the
    title where it depends on the case, `noted` what is to be known before the command is given.
    """

    name: str
    title: str
    fields: Callable[[Case, Actor], tuple[Field, ...]]
    command: Callable[[Given], Any]
    sample: Callable[[Case, Actor], Any]
    exact: bool = False
    main: bool = False
    page: str = ""
    titled: Callable[[Case], str] | None = None
    noted: Callable[[Case, Actor], str] | None = None


class OfferedCaseForm(Struct, frozen=True):
    """A form for a command that may be given now, or the refusal of one that may not.

    `awaited` says that the case waits for it.
    """

    move: CaseForm
    fields: tuple[Field, ...] = ()
    refusal: Refusal | None = None
    title: str = ""
    note: str = ""
    awaited: bool = False

    @property
    def is_primary(self) -> bool:
        """Whether it is what moves the case on; that a case which somebody examines is taken over is no such thing."""
        return self.awaited or (self.move.main and self.move.name != "take")


def offered_case_forms(case: Case, by: Actor, waits: Sequence[AwaitedMove] = ()) -> Iterator[OfferedCaseForm]:
    """The forms for the commands that an actor may give now, and those that must wait, with the reason.

    `waits` is what the case waits for.
    """
    awaited = {form for each in waits if by.role != SEAT or by.actor in each.who for form in ANSWERING[each.move]}
    for move in MOVES:
        command = move.sample(case, by)
        if command is None:
            continue
        refusal = request_context().services.cases.refusal(case.id, command, by=by)
        if refusal is None or not (move.exact or is_about_asker(refusal)):
            fields = move.fields(case, by)
            if all(each.options for each in fields if each.kind == "choice" and each.needed):
                title = move.titled(case) if move.titled else move.title
                note = move.noted(case, by) if move.noted else ""
                yield OfferedCaseForm(move, fields, title=title, note=note, awaited=move.name in awaited)
        elif refusal.rule != OF_SEATS and ((move.exact and move.main) or refusal.rule == OVER):
            yield OfferedCaseForm(move, refusal=refusal, title=move.title)


def is_about_asker(refusal: Refusal) -> bool:
    """Whether a refusal depends on the actor or the time, and not on the form data."""
    return (refusal.rule == OVER or rule_of(refusal.rule).kind in NOT_NOW) and refusal.rule not in BY_FORM


def preview_form(kind: str) -> CaseForm:
    """The form that previews a kind of remedy."""
    title, form = f"Preview: {KINDS[kind]}", FORMS.get(kind)
    sample = always(m.Preview({"kind": kind}))
    if form is None:
        return CaseForm(f"preview-{kind}", title, no_input, maker(m.Preview), sample, page=f"console.{kind}")
    return CaseForm(
        f"preview-{kind}",
        title,
        lambda case, by: form.fields(case_teller(case)),
        lambda given: m.Preview({"kind": kind, **form.asks(given)}),
        sample,
    )


MOVES = (
    CaseForm(
        "take",
        "Take the case",
        lambda case, by: (Field("in_charge", "", "hidden", value=case.judge),),
        lambda given: as_command({"in_charge": given.get("in_charge")}, m.Take),
        always(m.Take()),
        exact=True,
        main=True,
        titled=taking_title,
        noted=unheard_if_ruled,
    ),
    CaseForm("statements", "Give your statement", just(TEXT), maker(m.State, "text"), always(m.State(ANY)), main=True),
    CaseForm(
        "questions",
        "Ask a seat",
        asking_fields,
        maker(m.AskSeat, "seat", "text"),
        lambda case, by: m.AskSeat(case.opening.seats[0], ANY),
    ),
    CaseForm(
        "ask-all",
        "Ask all who are not heard yet",
        ask_all_fields,
        ask_all_of,
        ask_all,
        noted=unheard_note,
    ),
    CaseForm(
        "advice",
        "Advise the judge in charge",
        just(Field("text", "In words", "text", hint=JUDGES_READ)),
        maker(m.Advise, "text"),
        always(m.Advise(ANY)),
    ),
    CaseForm(
        "evidence",
        "Attach evidence",
        just(
            Field(
                "links",
                "Moments",
                "name",
                hint="Places such as 41.2 or v41, branches or addresses, separated by spaces",
            ),
            Field("text", "In words", "text", needed=False),
            Field("shared", "The seats may read it", "check", needed=False),
        ),
        maker(m.AttachEvidence, "links", "text"),
        always(m.AttachEvidence((ANY,))),
    ),
    CaseForm(
        "shared",
        "Share an entry with the seats",
        lambda case, by: (Field("entry", "Entry", "choice", shareable_entries(case)),),
        maker(m.Share, "entry"),
        always(m.Share(1)),
    ),
    *(preview_form(kind) for kind in KINDS),
    CaseForm(
        "ruling",
        "Rule",
        ruling_fields,
        lambda given: m.GiveRuling(ruling_of(given)),
        always(m.GiveRuling(NO_RULING)),
        main=True,
        noted=no_penalties,
    ),
    CaseForm(
        "amend",
        "Amend the ruling",
        ruling_fields,
        lambda given: m.Amend(ruling_of(given)),
        always(m.Amend(NO_RULING)),
        noted=no_penalties,
    ),
    CaseForm(
        "accept",
        "Accept the ruling",
        no_input,
        maker(m.Accept),
        always(m.Accept()),
        exact=True,
        main=True,
        titled=acceptance_title,
    ),
    CaseForm(
        "appeal",
        "Appeal to the head judge",
        just(TEXT),
        maker(m.Appeal, "text"),
        always(m.Appeal(ANY)),
        noted=unheard_appeal,
    ),
    CaseForm(
        "confirm",
        "Confirm the ruling",
        just(ANSWER),
        lambda given: as_command({"verdict": "confirm", "text": given.get("text", "")}, m.Answer),
        always(m.Answer("confirm", ANY)),
        main=True,
    ),
    CaseForm(
        "answer",
        "Change or replace the ruling",
        other_ruling_fields,
        other_ruling_of,
        always(m.Answer("confirm", ANY)),
        main=True,
        noted=no_penalties,
    ),
    CaseForm(
        "approve",
        "Approve the ruling",
        approval_fields,
        maker(m.Approve, "number", "reason", "preview"),
        awaited_approval,
    ),
    CaseForm(
        "consents",
        "Consent",
        lambda case, by: (Field("preview", "To", "choice", consent_options(case, by)),),
        maker(m.Consent, "preview"),
        lambda case, by: m.Consent(found[0][0]) if (found := consent_options(case, by)) else None,
        main=True,
    ),
    CaseForm(
        "refuse-consent",
        "Refuse consent",
        lambda case, by: (Field("preview", "To", "choice", consent_options(case, by)),),
        lambda given: as_command({"preview": given.get("preview", ""), "consent": False}, m.Consent),
        lambda case, by: m.Consent(found[0][0], consent=False) if (found := consent_options(case, by)) else None,
        exact=True,
    ),
    CaseForm(
        "remedies",
        "Carry out the remedy",
        ruled_remedy_fields,
        maker(m.Remedy, "preview", "ruling", "version"),
        ruled_remedy,
        exact=True,
        main=True,
    ),
    CaseForm(
        "preview-again",
        "Preview the remedy again",
        new_preview_fields,
        lambda given: m.Preview(option_value(given.get("remedy", ""))),
        new_preview,
        exact=True,
        main=True,
        titled=new_preview_title,
    ),
    CaseForm("penalties", "Give the penalty", penalty_fields, penalty_of, ruled_penalty, exact=True, main=True),
    CaseForm(
        "withdraw-penalty",
        "Withdraw the penalty that the ruling names no more",
        standing_fields,
        withdrawn_penalty_of,
        standing_penalty,
        exact=True,
        main=True,
    ),
    CaseForm("publish", "Publish the ruling", just(PUBLIC_TEXT), maker(m.Publish, "text"), always(m.Publish(ANY))),
    CaseForm(
        "resume",
        "Resume the match under reservation",
        just(READ_REASON),
        maker(m.Resume, "reason"),
        always(m.Resume(ANY)),
        titled=if_over("Unfreeze the match, which is over", "Resume the match under reservation"),
    ),
    CaseForm(
        "freeze",
        "Freeze the match again",
        just(READ_REASON),
        maker(m.Freeze, "reason"),
        always(m.Freeze(ANY)),
        titled=freezing_title,
    ),
    CaseForm(
        "withdraw",
        "Withdraw the case",
        no_input,
        maker(m.Withdraw),
        always(m.Withdraw()),
        exact=True,
        titled=withdrawal_title,
    ),
    CaseForm(
        "close",
        "Close the case",
        closing_fields,
        closing_of,
        always(m.Close(without_penalties=True)),
        exact=True,
        main=True,
    ),
    CaseForm(
        "abandon", "Close without a ruling", just(READ_REASON), maker(m.Abandon, "reason"), always(m.Abandon(ANY))
    ),
    CaseForm(
        "assign",
        "Assign the case to a judge",
        just(Field("judge", "Judge", "name")),
        maker(m.AssignCase, "judge"),
        always(m.AssignCase(ANY)),
    ),
    CaseForm(
        "tags",
        "Tag as a precedent",
        just(Field("tags", "Tags", "name"), Field("text", "Why", "text", needed=False)),
        maker(m.TagPrecedent, "tags", "text"),
        always(m.TagPrecedent((ANY,))),
    ),
)
BY_NAME = {move.name: move for move in MOVES}
