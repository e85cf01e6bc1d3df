"""Cases: open one, examine it, rule, remedy, close. Every command to a case is a view of three lines.

Read `move_case`, which they all call. A refusal cites a rule of judging; `case_reads` says who reads what of a case.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, ClassVar, cast

import msgspec
from flask import g

from domain.judging.cases import commands as m
from domain.judging.cases.entries import Penalty, Ruling, StatementShared
from domain.judging.cases.redaction import redact_entry
from service.app.case.cases import CaseReceipt
from service.app.keys import Principal
from service.http.components import component_name, ref
from service.http.described import IDEMPOTENCY_KEY, Views
from service.http.table_changes import require_remedy, require_ruled
from service.web.access import asker, asker_of, require_somebody
from service.web.case.case_access import T, actor_for, as_command, case_for, case_viewer
from service.web.case.case_replies import EntryReply
from service.web.if_match import VERSION
from service.web.request_context import request_context
from service.web.request_parts import idempotency_key, json_of, raw_body
from service.web.responses import ResponseOf, json_response

CASE_BYTES = 64 << 10
MOVING = (400, 401, 403, 404, 409, 413, 415, 422, 503)
KEYED = (IDEMPOTENCY_KEY,)
MADE = ("Location",)

views = Views("cases", __name__, url_prefix="/v1/cases")


BODIES: list[type] = []  # what is asked for in bodies; the document describes each


def body_schema(kind: type) -> dict[str, Any]:
    """The reference to the schema of a body's fields in the document."""
    BODIES.append(kind)
    return ref(f"Case{component_name(kind)}")


def command_from_body(kind: type[T]) -> T:
    """The body as a command. Raises Problem 400, 415, 422."""
    return as_command(json_of(raw_body(CASE_BYTES)), kind)


def move_case(case_id: str, command: Any) -> ResponseOf[EntryReply]:
    """Give a command to a case; a repeated request gets the first response. Returns the response."""
    principal = require_somebody(asker())
    by, key = actor_for(principal), idempotency_key()
    actor_for(principal, case_for(case_id, principal).opening.match)
    return entry_response(request_context().services.cases.move(case_id, command, by=by, key=key), principal)


def entry_response(entered: CaseReceipt, principal: Principal) -> ResponseOf[EntryReply]:
    """The new entry, as the client may read it, from what is stored alone."""
    case = entered.case
    g.match, entry = case.opening.match, case.entries[entered.entry - 1]
    # what somebody entered they may read back, whoever may read the case otherwise
    shared = isinstance(entry, StatementShared) or principal.actor == entry.actor
    eyes = case_viewer(case, principal)
    said = redact_entry(entry, entered.entry, eyes, shared) if eyes else None
    headers = {"Location": f"/v1/cases/{case.id}", "Cache-Control": "no-store"}
    return json_response(cast(EntryReply, {"case": case.id, **(said or {"entry": entered.entry})}), 201, headers)


@views.post("", 201, EntryReply, *MOVING, body=body_schema(m.Open), headers=KEYED, sends=MADE)
def open_case() -> ResponseOf[EntryReply]:
    """Open a case about a match.

    A seat opens a case about its own match; a judge opens a case about any match. The match is frozen in the same
    transaction, unless the case is a note: from then on a seat's command is answered with `409` and the id of the case.
    Returns the first entry of the case. The same request again (same API key, `Idempotency-Key` and body) opens no
    second case and returns the same answer.
    """
    principal = require_somebody(asker())
    by, key, command = actor_for(principal), idempotency_key(), command_from_body(m.Open)
    require_somebody(asker_of(command.match))
    if command.names:
        # whatever it says is read by all who know of the case, so it must be a case, and one that the asker knows of
        case_for(command.names, principal)
    case_id = f"c-{blake2b(f'{principal.id} {key}'.encode(), digest_size=12).hexdigest()}"
    return entry_response(request_context().services.cases.open(case_id, command, by=by, key=key), principal)


@views.post(
    "/<case:case_id>/take",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.Take),
    may_lack_body=True,
    headers=KEYED,
    sends=MADE,
)
def take(case_id: str) -> ResponseOf[EntryReply]:
    """Take charge of a case.

    A head judge may take a case over from another judge. `in_charge` of the body is the `judge` of the case as it was
    read, empty for nobody: if another judge took it meanwhile, the request is refused with `403` and their name.
    Without it the case is taken from whoever is in charge. Returns the new entry of the case.
    """
    given = raw_body(CASE_BYTES)
    return move_case(case_id, as_command(json_of(given), m.Take) if given.strip() else m.Take())


@views.post(
    "/<case:case_id>/assign",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.AssignCase),
    headers=KEYED,
    sends=MADE,
)
def assign(case_id: str) -> ResponseOf[EntryReply]:
    """Assign a case to a judge.

    The body names the judge's key. Only the head judge may assign. Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.AssignCase))


@views.post(
    "/<case:case_id>/statements",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.State),
    headers=KEYED,
    sends=MADE,
)
def state(case_id: str) -> ResponseOf[EntryReply]:
    """Make the statement of the key's seat.

    Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.State))


@views.post(
    "/<case:case_id>/questions",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.AskSeat),
    headers=KEYED,
    sends=MADE,
)
def ask_seat(case_id: str) -> ResponseOf[EntryReply]:
    """Ask a seat for its statement.

    Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.AskSeat))


@views.post("/<case:case_id>/shared", 201, EntryReply, *MOVING, body=body_schema(m.Share), headers=KEYED, sends=MADE)
def share(case_id: str) -> ResponseOf[EntryReply]:
    """Share a statement or a piece of evidence with all seats.

    Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.Share))


@views.post(
    "/<case:case_id>/evidence",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.AttachEvidence),
    headers=KEYED,
    sends=MADE,
)
def attach(case_id: str) -> ResponseOf[EntryReply]:
    """Attach evidence to a case.

    Evidence is a list of links to moments, explanations and branches. Only judges can read it until it is shared.
    Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.AttachEvidence))


@views.post("/<case:case_id>/advice", 201, EntryReply, *MOVING, body=body_schema(m.Advise), headers=KEYED, sends=MADE)
def advise(case_id: str) -> ResponseOf[EntryReply]:
    """Advise the judge in charge of a case.

    Every other judge of the match reads the case and may advise. Judges read the advice; seats are not told of it.
    Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.Advise))


# --- ruling


def ruling_from_body() -> Ruling:
    """The body as a ruling, with the remedy in its form. Raises Problem 400, 415, 422."""
    ruling = command_from_body(Ruling)
    require_ruled(ruling)
    return ruling


@views.post("/<case:case_id>/ruling", 201, EntryReply, *MOVING, body=body_schema(Ruling), headers=KEYED, sends=MADE)
def rule(case_id: str) -> ResponseOf[EntryReply]:
    """Rule on a case.

    A ruling says what happened, which rules apply, what follows, and what the players are told. Returns the new entry
    of the case.
    """
    return move_case(case_id, m.GiveRuling(ruling_from_body()))


@views.post("/<case:case_id>/amend", 201, EntryReply, *MOVING, body=body_schema(Ruling), headers=KEYED, sends=MADE)
def amend(case_id: str) -> ResponseOf[EntryReply]:
    """Replace the ruling of a case.

    The earlier ruling stays in the record; the seats accept anew. Returns the new entry of the case.
    """
    return move_case(case_id, m.Amend(ruling_from_body()))


@views.post(
    "/<case:case_id>/approve",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.Approve),
    headers=KEYED,
    sends=MADE,
)
def approve(case_id: str) -> ResponseOf[EntryReply]:
    """Approve a ruling.

    A head judge approves a remedy and names the preview that they read. An organizer, or an admin in their place,
    approves a disqualification. Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.Approve))


@views.post("/<case:case_id>/accept", 201, EntryReply, *MOVING, headers=KEYED, sends=MADE)
def accept(case_id: str) -> ResponseOf[EntryReply]:
    """Accept the ruling for the key's seat.

    Once every seat has accepted, the judge need not wait until the time to appeal is over. Returns the new entry of the
    case.
    """
    return move_case(case_id, m.Accept())


@views.post("/<case:case_id>/appeal", 201, EntryReply, *MOVING, body=body_schema(m.Appeal), headers=KEYED, sends=MADE)
def appeal(case_id: str) -> ResponseOf[EntryReply]:
    """Appeal a ruling to the head judge.

    A ruling can be appealed once, before its remedy is carried out. Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.Appeal))


@views.post("/<case:case_id>/answer", 201, EntryReply, *MOVING, body=body_schema(m.Answer), headers=KEYED, sends=MADE)
def answer_appeal(case_id: str) -> ResponseOf[EntryReply]:
    """Answer an appeal.

    `confirm` keeps the ruling; `change` and `replace` put the ruling of the body in its place. The answer is final.
    Returns the new entry of the case.
    """
    answering = command_from_body(m.Answer)
    require_ruled(answering.ruling, answering=True)
    return move_case(case_id, answering)


# --- remedies and penalties


@views.post("/<case:case_id>/previews", 201, EntryReply, *MOVING, 412, body=ref("Remedy"), headers=KEYED, sends=MADE)
def preview(case_id: str) -> ResponseOf[EntryReply]:
    """Preview a remedy without carrying it out.

    The body is a remedy, for example `{"kind": "rewind", "to": 41}`. Returns the new entry of the case: what the remedy
    would do, and who must approve it or consent to it. `412` means that the preview is about a version that is no
    longer the newest.
    """
    remedy = as_command(json_of(raw_body(CASE_BYTES)), dict[str, Any])
    require_remedy(remedy)
    return move_case(case_id, m.Preview(remedy))


@views.post(
    "/<case:case_id>/consents",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.Consent),
    headers=KEYED,
    sends=MADE,
)
def consent(case_id: str) -> ResponseOf[EntryReply]:
    """Consent to a previewed remedy for the key's seat, or refuse it with `"consent": false`.

    A seat that refused may still consent; who consented cannot take it back. Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.Consent))


class RemedyAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A remedy to carry out: the number of its ruling and its preview."""

    schema_name: ClassVar[str] = "RemedyAsked"

    preview: m.Name
    ruling: m.Number


@views.post(
    "/<case:case_id>/remedies",
    201,
    EntryReply,
    *(*MOVING, 412, 428),
    body=body_schema(RemedyAsked),
    headers=(VERSION.parameter, IDEMPOTENCY_KEY),
    sends=MADE,
)
def carry_out(case_id: str) -> ResponseOf[EntryReply]:
    """Carry out the remedy that the ruling names, as its preview showed it.

    Returns the new entry of the case. The match continues from the result, unless the ruling holds it. `412` means that
    the match has changed since the preview.
    """
    # who asks and under which name comes first, as everywhere
    actor_for(require_somebody(asker()))
    idempotency_key()
    body, version = command_from_body(RemedyAsked), VERSION.require_number()
    return move_case(case_id, m.Remedy(body.preview, body.ruling, version))


@views.post(
    "/<case:case_id>/penalties",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(Penalty),
    headers=KEYED,
    sends=MADE,
)
def penalise(case_id: str) -> ResponseOf[EntryReply]:
    """Give a penalty that the ruling names.

    Those of the seat that an earlier ruling of the case gave, and this one does not name, are withdrawn with it
    (`replaces`), in the case and in its event; that takes the head judge or their approval of the ruling. Returns the
    new entry of the case.
    """
    return move_case(case_id, m.Penalise(command_from_body(Penalty)))


@views.post(
    "/<case:case_id>/penalties/withdraw",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(Penalty),
    headers=KEYED,
    sends=MADE,
)
def withdraw_penalty(case_id: str) -> ResponseOf[EntryReply]:
    """Withdraw a penalty that was given and that the ruling which holds does not name any more.

    The body is the penalty as it was given. Its event withdraws it with it, which takes the head judge or their
    approval of the ruling. Returns the new entry of the case.
    """
    return move_case(case_id, m.WithdrawGivenPenalty(command_from_body(Penalty)))


@views.post(
    "/<case:case_id>/publish",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.Publish),
    headers=KEYED,
    sends=MADE,
)
def publish(case_id: str) -> ResponseOf[EntryReply]:
    """Publish the ruling in words for everybody.

    Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.Publish))


# --- the match, and the end


@views.post("/<case:case_id>/resume", 201, EntryReply, *MOVING, body=body_schema(m.Resume), headers=KEYED, sends=MADE)
def resume(case_id: str) -> ResponseOf[EntryReply]:
    """Let the match continue while the case stays open.

    Returns the new entry of the case. What is played from then on is under reservation: the ruling may still change it.
    """
    return move_case(case_id, command_from_body(m.Resume))


@views.post("/<case:case_id>/freeze", 201, EntryReply, *MOVING, body=body_schema(m.Freeze), headers=KEYED, sends=MADE)
def freeze(case_id: str) -> ResponseOf[EntryReply]:
    """Freeze the match of an open case again.

    Returns the new entry of the case.
    """
    return move_case(case_id, command_from_body(m.Freeze))


@views.post("/<case:case_id>/withdraw", 201, EntryReply, *MOVING, headers=KEYED, sends=MADE)
def withdraw(case_id: str) -> ResponseOf[EntryReply]:
    """Withdraw a case for the key's seat.

    What a seat opened can be withdrawn until a judge takes it. When the last seat withdraws, the match continues. The
    author of a note takes it back alone. Returns the new entry of the case.
    """
    return move_case(case_id, m.Withdraw())


@views.post("/<case:case_id>/close", 201, EntryReply, *MOVING, body=body_schema(m.Close), headers=KEYED, sends=MADE)
def close(case_id: str) -> ResponseOf[EntryReply]:
    """Close a case when everything in its ruling is done.

    A penalty that the ruling names and that the case has not given is refused (`409`, `ungiven`), unless
    `without_penalties` says that the case is closed without it; the entry then has that word. Once the event of the
    match is over no penalty is given any more, and none is asked about. Returns the new entry of the case. The match
    continues.
    """
    return move_case(case_id, command_from_body(m.Close))


@views.post(
    "/<case:case_id>/abandon",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.Abandon),
    headers=KEYED,
    sends=MADE,
)
def abandon(case_id: str) -> ResponseOf[EntryReply]:
    """Close a case without a ruling.

    Returns the new entry of the case. The match continues.
    """
    return move_case(case_id, command_from_body(m.Abandon))


@views.post(
    "/<case:case_id>/tags",
    201,
    EntryReply,
    *MOVING,
    body=body_schema(m.TagPrecedent),
    headers=KEYED,
    sends=MADE,
)
def tag(case_id: str) -> ResponseOf[EntryReply]:
    """Tag a closed case as a precedent.

    Returns the new entry of the case. Searches find the case by its tags.
    """
    return move_case(case_id, command_from_body(m.TagPrecedent))
