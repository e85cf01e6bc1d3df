"""What is answered about cases, in marshmallow; `replies` has the rest."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields

from service.web.schemas import said

# what each state of a case is, and what follows
STATES = {
    "opened": "no judge has taken it",
    "examined": "a judge is in charge and has not ruled",
    "ruled": "there is a ruling, which the seats accept or appeal, and may be ruled anew",
    "appealed": "the head judge is to answer",
    "answered": "the head judge has answered, which is final",
    "remedied": "the remedy of the ruling was carried out",
    "closed": "it is over",
}
SHARES = fields.Integer(metadata=said("Of `statement_shared`: the number of the entry that all seats may read."))


class Entry(Schema):
    """An entry of a case as the asker may read it; its other fields are those of its kind."""

    class Meta:
        unknown = INCLUDE

    case = fields.String(required=True)
    entry = fields.Integer(required=True, metadata=said("Its number in the case, from 1."))
    kind = fields.String(metadata=said("`case_opened`, `case_taken`, `ruling_given` ..."))
    shares = SHARES
    actor = fields.String()
    role = fields.String()
    at = fields.String(metadata=said("When, UTC.", format="date-time"))


class Awaited(Schema):
    """A move that a case waits for."""

    move = fields.String(required=True, metadata=said("withdraw, statements, consents, take or answer."))
    who = fields.List(
        fields.String(), required=True, metadata=said("The seats that have still to make it, or `judge`, `head-judge`.")
    )


class CaseSummary(Schema):
    """A case as it is listed."""

    case = fields.String(required=True)
    match = fields.String(required=True)
    game = fields.String(required=True)
    state = fields.String(
        required=True, metadata=said(f"{'; '.join(f'`{state}`: {what}' for state, what in STATES.items())}.")
    )
    frozen = fields.Boolean(required=True, metadata=said("Whether it stops the match."))
    judge = fields.String(required=True, metadata=said("Who is in charge, if somebody is."))
    opened = fields.String(required=True, metadata=said("When, UTC.", format="date-time"))
    version = fields.Integer(required=True, metadata=said("The version of the match at which it was opened."))
    moment = fields.String(required=True, metadata=said("The place in dispute, as far as it is known."))
    rules = fields.List(fields.String(), required=True, metadata=said("Every rule that it cites."))
    rulings = fields.Integer(required=True)
    remedied = fields.Boolean(required=True)
    freeze = fields.Boolean(required=True, metadata=said("False for a note, which stops nothing."))
    names = fields.String(required=True, metadata=said("An earlier case that it is about."))
    waits_for = fields.List(
        fields.Nested(Awaited()),
        required=True,
        metadata=said("Who has still to act before it goes on, as far as the asker may know."),
    )


class CaseEntry(Schema):
    """An entry of a case, as far as the asker may read it."""

    class Meta:
        unknown = INCLUDE

    entry = fields.Integer(required=True, metadata=said("Its number in the case, from 1."))
    kind = fields.String(required=True)
    at = fields.String(required=True)
    shares = SHARES


class Case(CaseSummary):
    """A case with its entries; what the asker may not read leaves gaps in their numbers."""

    newest = fields.Integer(
        required=True, allow_none=True, metadata=said("The newest version of the match; null where that is not told.")
    )
    entries = fields.List(fields.Nested(CaseEntry()), required=True)
    next = fields.Integer(required=True, allow_none=True, metadata=said("The entry after which the next page begins."))


class Cases(Schema):
    """Cases, the newest first."""

    cases = fields.List(fields.Nested(CaseSummary()), required=True)
    next = fields.String(required=True, allow_none=True)
    damaged = fields.List(
        fields.String(),
        required=True,
        metadata=said("Where a `match` is asked for: the cases about it that cannot be read; its integrity says why."),
    )


class DeskEntry(Schema):
    """An entry of the judges' desk of a match; its other fields are those of its kind."""

    class Meta:
        unknown = INCLUDE

    match = fields.String(required=True)
    entry = fields.Integer(required=True)
    kind = fields.String(required=True)


class SealedAnswer(Schema):
    """A secret answer."""

    seat = fields.String(required=True)
    command = fields.Dict(required=True)


class SealedAnswers(Schema):
    """The secret answers of a choice that is not revealed yet, of the seats that have given one."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    answers = fields.List(fields.Nested(SealedAnswer()), required=True)


class Desk(Schema):
    """The judges' desk of a match."""

    match = fields.String(required=True)
    judges = fields.List(fields.String(), required=True, metadata=said("Who was called to the match, beside cases."))
    interested = fields.List(fields.String(), required=True, metadata=said("Who declared an interest in it."))
    entries = fields.List(fields.Dict(), required=True, metadata=said("Assignments, interests and looks."))


class Line(Schema):
    """Consecutive versions of one line."""

    first = fields.Integer(required=True, data_key="from")
    to = fields.Integer(required=True)
    line = fields.String(required=True, metadata=said("`main`, the line being played, or `undone`."))
    parent = fields.Integer(required=True, metadata=said("The version that the first of them follows."))


class Lines(Schema):
    """The lines of a match."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    frozen = fields.String(required=True, metadata=said("The case that stops the match, if one does."))
    lines = fields.List(fields.Nested(Line()), required=True)


class RenewedKey(Schema):
    """A new key of a seat, beside which none is valid."""

    match = fields.String(required=True)
    seat = fields.String(required=True)
    key = fields.String(required=True, metadata=said("The key, now and never again; the same request again gives it."))


class RevokedKeys(Schema):
    """How many keys of a seat were revoked."""

    match = fields.String(required=True)
    seat = fields.String(required=True)
    revoked = fields.Integer(required=True)


class RewindReport(Schema):
    """What a rewind would undo, and what it could not."""

    class Meta:
        unknown = INCLUDE

    match = fields.String(required=True)
    first = fields.Integer(required=True, data_key="from", metadata=said("The newest version."))
    to = fields.Integer(required=True, metadata=said("Where it would really go."))
    asked = fields.Integer(required=True)
    decisions = fields.Integer(required=True)
    learned = fields.List(fields.Dict(), required=True, metadata=said("Who learned which hidden card since, where."))
    random = fields.List(fields.Dict(), required=True, metadata=said("Random results that it crosses."))
    needs = fields.String(required=True, metadata=said("`judge`, or `head-judge` who must approve."))
    because = fields.List(fields.String(), required=True)


class Likeness(Schema):
    """What two cases share, and how much that is."""

    score = fields.Float(required=True, metadata=said("Rules and cards that are rare among the cases count more."))
    rules = fields.List(fields.String(), required=True)
    cards = fields.List(fields.String(), required=True)
    remedy = fields.String(required=True, metadata=said("The kind of remedy, if both have the same."))
    game = fields.Boolean(required=True)


class LikeCase(CaseSummary):
    """A case that is like another one."""

    like = fields.Nested(Likeness(), required=True)


class LikeCases(Schema):
    """The cases that are like one, the most alike first."""

    case = fields.String(required=True)
    cases = fields.List(fields.Nested(LikeCase()), required=True)


class Signature(Schema):
    """An Ed25519 signature over the document as JSON with sorted keys and no space."""

    algorithm = fields.String(required=True)
    key = fields.String(required=True, metadata=said("The public key, 32 bytes in base64."))
    value = fields.String(required=True, metadata=said("The signature, 64 bytes in base64."))


class SignedCase(Schema):
    """A case as the asker may read it, signed."""

    document = fields.Dict(required=True, metadata=said("`format`, `exported`, `read_as`, `case`, `entries`, `rules`."))
    signature = fields.Nested(Signature(), required=True)


class PublicKey(Schema):
    """The key with which exports are signed."""

    algorithm = fields.String(required=True)
    key = fields.String(required=True, metadata=said("The public key, 32 bytes in base64."))
