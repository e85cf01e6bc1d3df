"""The commands of a case as forms: the fields of each, and the command that the form data make.

A form is shown unless the case's own checks refuse its command to this asker or at this time (`offered_case_forms`).
Read `Field`, `CaseForm`, then MOVES at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import shorten
from typing import Any

import msgspec
from msgspec import Struct

from domain.judging.cases import commands as m
from domain.judging.cases.approvals import offices_to_approve
from domain.judging.cases.awaiting import AwaitedMove
from domain.judging.cases.case import Case
from domain.judging.cases.checks.case_states import is_note
from domain.judging.cases.consents import awaited_preview
from domain.judging.cases.entries import (
    EvidenceAttached,
    Penalty,
    PreviewMade,
    Ruling,
    StatementGiven,
    StatementShared,
)
from domain.judging.remedies.kinds import is_same_remedy
from domain.kernel.refusals import Refusal
from domain.match.envelope import SEAT, Actor
from service.app.rulebooks import rule_of
from service.console.case.appeal_warnings import unheard_appeal, unheard_if_ruled
from service.console.case.remedies import FORMS, KINDS, case_teller
from service.console.case.ruling_form import SEATS_READ, previews, ruling_fields, ruling_of, seat_options
from service.console.forms.fields import (
    Field,
    Given,
    Options,
    option_text,
    option_value,
    read_evidence,
    read_number,
    split_words,
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
ANY = "?"
# the forms that answer what a case waits for
ANSWERING = {
    "withdraw": ("withdraw",),
    "statements": ("statements",),
    "consents": ("consents",),
    "take": ("take",),
    "take_over": ("take",),
    "amend": ("amend",),
    "freeze": ("freeze",),
    "answer": ("confirm", "answer"),
    "appoint": (),
    "approve": ("approve",),
}
# so much of an entry is shown in a list of some
BEGINNING = 60
NUMBERS = frozenset({"entry", "number", "ruling", "version"})
LISTS = {"links": read_evidence, "tags": split_words}


class CaseForm(Struct, frozen=True):
    """A command of a case as a form: its fields, the command that they make, and a sample to be checked.

    The form is shown if the sample is allowed. With `exact` the sample is the very command, and any refusal of it hides
    the form. `page` is the page of a command that has its own; `titled` makes the title where it depends on the case,
    `noted` what is to be known before the command is given.
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


# --- fields


def no_input(case: Case, by: Actor) -> tuple[Field, ...]:
    return ()


def just(*fields: Field) -> Callable[[Case, Actor], tuple[Field, ...]]:
    """A function that returns the same fields for every case."""
    return lambda case, by: fields


TEXT = Field("text", "In words", "text")
REASON = Field("reason", "Reason", "text")
SEAT_READS = "Of the seats only this one reads it, until you share it."
JUDGES_READ = "The judges of the match read this, the seats do not."
READ_REASON = Field("reason", "Reason", "text", hint=SEATS_READ)
PUBLIC_TEXT = Field("text", "In words", "text", hint="Everybody who may read the match reads this.")
ANSWER = Field("text", "Answer to the appeal", "text", hint=SEATS_READ)


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


def consent_options(case: Case, by: Actor) -> Options:
    """The preview that needs a seat's consent, as the only option: an older one is not to be carried out."""
    made = case.find_preview(awaited_preview(case, by.actor) or "")
    if made is None or by.actor in case.consents(made.preview):
        return ()
    return ((made.preview, case_teller(case).preview_line(made)),)


def ruled_preview(case: Case) -> PreviewMade | None:
    """The newest preview of the remedy that the last ruling names; None if there is none."""
    ruling = case.ruling
    if ruling is None or not ruling.remedy:
        return None
    return next((each for each in previews(case) if is_same_remedy(ruling.remedy, each.remedy)), None)


def ruled_remedy(case: Case, by: Actor) -> m.Remedy | None:
    made = ruled_preview(case)
    if made is None or case.remedied == len(case.rulings):
        return None
    return m.Remedy(made.preview, len(case.rulings), made.version)


def ruled_remedy_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    command = ruled_remedy(case, by)
    if command is None:
        return ()
    values = (("preview", command.preview), ("ruling", command.ruling), ("version", command.version))
    return tuple(Field(name, name, "hidden", value=str(value)) for name, value in values)


def outdated_preview(case: Case) -> PreviewMade | None:
    """The newest preview of a ruled remedy that is not carried out yet, if the match has gone on since; else None."""
    made = ruled_preview(case)
    if made is None or case.remedied == len(case.rulings):
        return None
    return made if made.version != case_teller(case).chronicle.newest else None


def new_preview(case: Case, by: Actor) -> m.Preview | None:
    return m.Preview(made.remedy) if (made := outdated_preview(case)) else None


def new_preview_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    made = outdated_preview(case)
    return (Field("remedy", "", "hidden", value=option_text(made.remedy)),) if made else ()


def new_preview_title(case: Case) -> str:
    made = outdated_preview(case)
    since = (
        f": it was previewed at v{made.version}, the match is at v{case_teller(case).chronicle.newest}" if made else ""
    )
    return f"Preview the remedy again{since}"


def approval_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    made = ruled_preview(case)
    return (
        Field("number", "Ruling", "hidden", value=str(len(case.rulings))),
        Field("preview", "Preview", "hidden", value=made.preview if made else ""),
        REASON,
    )


def awaited_approval(case: Case, by: Actor) -> m.Approve | None:
    """The approval that the ruling waits for by the office of an actor; None where it waits for none."""
    setting, made = case_teller(case).setting, ruled_preview(case)
    waiting = offices_to_approve(case, setting).values()
    if not any(setting.resolve_case_office(by).role in offices for offices in waiting):
        return None
    return m.Approve(len(case.rulings), ANY, made.preview if made else "")


def penalty_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    named = case.penalties_owed
    teller = case_teller(case)
    options = tuple((option_text(each), teller.penalty(msgspec.to_builtins(each))) for each in named)
    return (Field("penalty", "Penalty", "choice", options),)


def penalty_of(given: Given) -> m.Penalise:
    return m.Penalise(as_command(option_value(given.get("penalty", "")), Penalty))


def ruled_penalty(case: Case, by: Actor) -> m.Penalise | None:
    named = case.penalties_owed
    return m.Penalise(named[0]) if named else None


def other_ruling_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    """The fields of an answer that changes or replaces the ruling, prefilled with the ruling."""
    verdicts = (("change", "change"), ("replace", "replace"))
    return (Field("verdict", "Verdict", "choice", verdicts), ANSWER, *ruling_fields(case, by))


def other_ruling_of(given: Given) -> m.Answer:
    answer: m.Answer = as_command(
        {
            "verdict": given.get("verdict", ""),
            "text": given.get("text", ""),
            "ruling": msgspec.to_builtins(ruling_of(given)),
        },
        m.Answer,
    )
    return answer


def maker(kind: Any, *names: str) -> Callable[[Given], Any]:
    """A function that makes a command from the fields with these names; numbers and lists are converted."""

    def command(given: Given) -> Any:
        read = {
            name: read_number(given, name) if name in NUMBERS else LISTS.get(name, str)(given.get(name, ""))
            for name in names
        }
        return as_command({**read, **({"shared": True} if "shared" in given else {})}, kind)

    return command


def always(command: Any) -> Callable[[Case, Actor], Any]:
    return lambda case, by: command


def withdrawal_title(case: Case) -> str:
    """The title of withdrawing: the last seat to ask for it closes the case; a note only its author withdraws."""
    if is_note(case):
        return "Take your note back and close it"
    if len(case.withdrawn) + 1 == len(case.opening.seats):
        return "Withdraw the case and close it"
    return "Ask to withdraw the case (every seat must ask)"


def taking_title(case: Case) -> str:
    """The title of taking the case, with whom it is taken from."""
    return f"Take the case over from {case.judge}" if case.judge else "Take the case"


def acceptance_title(case: Case) -> str:
    """The title of accepting the ruling, with how the match ends by it."""
    ends = msgspec.to_builtins(case.ruled_end)
    ruling = f"ruling {len(case.rulings)}" if len(case.rulings) > 1 else "the ruling"
    return f"Accept {ruling}: {case_teller(case).end(ends)}" if ends else f"Accept {ruling}"


def if_over(over: str, running: str) -> Callable[[Case], str]:
    """A function that returns one title for a match that is over and another for a running match."""
    return lambda case: over if case_teller(case).is_over() else running


def freezing_title(case: Case) -> str:
    """The title of freezing the match: a note has never stopped it, and what is over is stopped for a remedy alone."""
    if case_teller(case).is_over():
        return "Freeze the match, which is over, for a remedy"
    return "Freeze the match for a remedy" if is_note(case) else "Freeze the match again"


def no_penalties(case: Case, by: Actor) -> str:
    """What is to be known of a ruling after the end of the match's event: it has no fields for penalties and time."""
    if not case_teller(case).setting.over:
        return ""
    return "The event is over and takes no penalty and no time any more: what was ruled of them stays as it is."


NO_RULING = Ruling(ANY, ANY, ANY)


def closing_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    """The fields of closing a case; a penalty that was ruled and not carried out must be confirmed."""
    word = Field("text", "Closing words", "text", needed=False, hint=SEATS_READ)
    if not (owed := case_teller(case).owed_penalties):
        return (word,)
    return (word, Field("sure", f"Ruled and not given: {'; '.join(owed)}. The case closes without it.", "check"))


def shareable_entries(case: Case) -> Options:
    """The statements and the evidence that not all seats read yet, by number, each with how it begins."""
    shared = {each.entry for each in case.entries if isinstance(each, StatementShared)}
    return tuple(
        (str(number), f"{number}: {shareable_words(case, each)}")
        for number, each in enumerate(case.entries, 1)
        if isinstance(each, StatementGiven | EvidenceAttached)
        and number not in shared
        and not getattr(each, "shared", False)
    )


def shareable_words(case: Case, entry: StatementGiven | EvidenceAttached) -> str:
    """An entry in a line: whose statement or which evidence, and its first words."""
    if isinstance(entry, StatementGiven):
        return f"{case_teller(case).seat(entry.seat)}: {shorten(entry.text, BEGINNING, placeholder=' …')}"
    return f"evidence: {shorten(' '.join((*entry.links, entry.text)), BEGINNING, placeholder=' …')}"


def asking_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    return (Field("seat", "Seat", "choice", seat_options(case)), Field("text", "In words", "text", hint=SEAT_READS))


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
        maker(m.Close, "text"),
        always(m.Close()),
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
