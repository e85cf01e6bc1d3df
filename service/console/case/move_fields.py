"""The fields of the forms of a case, what they are filled with, and the samples by which a form is offered.

Read `maker`, which makes a command of the fields with its names.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import shorten
from typing import Any

import msgspec

from domain.judging.cases import commands as m
from domain.judging.cases.approvals import (
    offices_to_approve,
    penalties_due,
    penalties_owed,
    penalties_to_withdraw,
    standing_words,
)
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
from domain.kernel.formats.listing import join_names
from domain.match.envelope import Actor
from service.console.case.remedies import case_teller
from service.console.case.ruling_form import SEATS_READ, previews, ruling_fields, ruling_of, seat_options
from service.console.forms.fields import (
    NO_CHOICE,
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
from service.web.problems import Problem

ANY = "?"
# so much of an entry is shown in a list of some
BEGINNING = 60
NUMBERS = frozenset({"entry", "number", "ruling", "version"})
LISTS = {"links": read_evidence, "tags": split_words}


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
    teller = case_teller(case)
    named = penalties_due(case, teller.setting)
    options = tuple((option_text(each), teller.penalty(msgspec.to_builtins(each))) for each in named)
    return (Field("penalty", "Penalty", "choice", options),)


def penalty_of(given: Given) -> m.Penalise:
    return m.Penalise(as_command(option_value(given.get("penalty", "")), Penalty))


def ruled_penalty(case: Case, by: Actor) -> m.Penalise | None:
    named = penalties_due(case, case_teller(case).setting)
    return m.Penalise(named[0]) if named else None


def standing_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    """The field of withdrawing a penalty: those that the ruling which holds does not name any more."""
    teller = case_teller(case)
    standing = penalties_to_withdraw(case, teller.setting)
    options = tuple((option_text(each.penalty), teller.penalty(msgspec.to_builtins(each.penalty))) for each in standing)
    return (Field("penalty", "Penalty", "choice", options),)


def withdrawn_penalty_of(given: Given) -> m.WithdrawGivenPenalty:
    return m.WithdrawGivenPenalty(as_command(option_value(given.get("penalty", "")), Penalty))


def standing_penalty(case: Case, by: Actor) -> m.WithdrawGivenPenalty | None:
    standing = penalties_to_withdraw(case, case_teller(case).setting)
    return m.WithdrawGivenPenalty(standing[0].penalty) if standing else None


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
    teller = case_teller(case)
    if not (owed := penalties_owed(case, teller.setting)):
        return (word,)
    found = ((each, teller.setting.for_cause(case, each.seat, case.moment)) for each in owed)
    said = [
        teller.penalty(msgspec.to_builtins(each)) + (f" ({standing_words(stands)} stands in its way)" if stands else "")
        for each, stands in found
    ]
    return (word, Field("sure", f"Ruled and not given: {'; '.join(said)}. The case closes without it.", "check"))


def closing_of(given: Given) -> m.Close:
    """The command that closes a case; that a penalty is not given any more is what the form has confirmed."""
    closing: m.Close = as_command({"text": given.get("text", ""), "without_penalties": "sure" in given}, m.Close)
    return closing


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


def seats_unheard(case: Case) -> tuple[str, ...]:
    """The seats without which no ruling may change anything: they gave no statement, and were not asked for one."""
    return tuple(seat for seat in case.opening.seats if seat not in case.heard)


def ask_all(case: Case, by: Actor) -> m.AskSeat | None:
    """One of the questions of the form that asks all who are not heard yet; None where nobody is left to be asked."""
    seats = seats_unheard(case)
    return m.AskSeat(seats[0], ANY) if seats else None


def ask_all_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    seats = Field("seats", "", "hidden", value=option_text(list(seats_unheard(case))))
    return (seats, Field("text", "What you ask them", "text", hint="Of the seats only those that are asked read it."))


def ask_all_of(given: Given) -> tuple[m.AskSeat, ...]:
    """A question to each of the seats that the page named. Raises Problem 422."""
    seats = option_value(given.get("seats", ""))
    if not isinstance(seats, list) or not seats:
        raise Problem(422, "request.shape", NO_CHOICE)
    return tuple(as_command({"seat": seat, "text": given.get("text", "")}, m.AskSeat) for seat in seats)


def unheard_note(case: Case, by: Actor) -> str:
    """What is to be known before a ruling: who is not heard yet, and what is refused until then."""
    seats = join_names([case_teller(case).seat(seat) for seat in seats_unheard(case)])
    return f"Not heard yet: {seats}. No remedy and no penalty is ruled until each has given a statement or was asked."
