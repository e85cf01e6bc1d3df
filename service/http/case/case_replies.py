"""Responses about cases, as marshmallow schemas; `replies` has the rest."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields

from service.web.schemas import doc

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
SHARES = fields.Integer(metadata=doc("In a `statement_shared`: the number of the entry that is shared with all seats."))


class EntrySchema(Schema):
    """An entry of a case as the key may read it. Its further fields depend on its kind."""

    class Meta:
        unknown = INCLUDE

    case = fields.String(required=True)
    entry = fields.Integer(required=True, metadata=doc("The number of the entry in the case, from 1."))
    kind = fields.String(metadata=doc("`case_opened`, `case_taken`, `ruling_given` ..."))
    shares = SHARES
    actor = fields.String()
    role = fields.String()
    at = fields.String(metadata=doc("The time, in UTC.", format="date-time"))


class AwaitedSchema(Schema):
    """A command that a case waits for."""

    move = fields.String(
        required=True, metadata=doc("One of `withdraw`, `statements`, `consents`, `take` and `answer`.")
    )
    who = fields.List(
        fields.String(),
        required=True,
        metadata=doc("The seats that have not given it yet, or `judge` or `head-judge`."),
    )


class CaseSummarySchema(Schema):
    """A case in a list."""

    case = fields.String(required=True)
    match = fields.String(required=True)
    game = fields.String(required=True)
    state = fields.String(
        required=True, metadata=doc(f"{'; '.join(f'`{state}`: {what}' for state, what in STATES.items())}.")
    )
    frozen = fields.Boolean(required=True, metadata=doc("Whether the case freezes the match."))
    judge = fields.String(required=True, metadata=doc("The judge in charge; empty if there is none."))
    opened = fields.String(required=True, metadata=doc("The time, in UTC.", format="date-time"))
    version = fields.Integer(required=True, metadata=doc("The version of the match at which the case was opened."))
    moment = fields.String(required=True, metadata=doc("The disputed place; empty if it is not known."))
    rules = fields.List(fields.String(), required=True, metadata=doc("The rules that the case cites."))
    rulings = fields.Integer(required=True)
    remedied = fields.Boolean(required=True)
    freeze = fields.Boolean(required=True, metadata=doc("False for a note, which does not freeze the match."))
    names = fields.String(required=True, metadata=doc("The earlier case that this case is about."))
    waits_for = fields.List(
        fields.Nested(AwaitedSchema()),
        required=True,
        metadata=doc("Who has to act before the case can continue, as far as the key may know."),
    )


class CaseEntrySchema(Schema):
    """An entry of a case, as far as the key may read it."""

    class Meta:
        unknown = INCLUDE

    entry = fields.Integer(required=True, metadata=doc("The number of the entry in the case, from 1."))
    kind = fields.String(required=True)
    at = fields.String(required=True)
    shares = SHARES


class CaseSchema(CaseSummarySchema):
    """A case with its entries. Entries that the key may not read leave gaps in the numbers."""

    newest = fields.Integer(
        required=True,
        allow_none=True,
        metadata=doc("The newest version of the match; null if the key may not know it."),
    )
    entries = fields.List(fields.Nested(CaseEntrySchema()), required=True)
    next = fields.Integer(required=True, allow_none=True, metadata=doc("The entry after which the next page begins."))


class CasesSchema(Schema):
    """Cases, the newest first."""

    cases = fields.List(fields.Nested(CaseSummarySchema()), required=True)
    next = fields.String(required=True, allow_none=True)
    damaged = fields.List(
        fields.String(),
        required=True,
        metadata=doc("If the query names a `match`: its cases that cannot be read; the match's integrity says why."),
    )


class DeskEntrySchema(Schema):
    """An entry of the judges' desk of a match. Its further fields depend on its kind."""

    class Meta:
        unknown = INCLUDE

    match = fields.String(required=True)
    entry = fields.Integer(required=True)
    kind = fields.String(required=True)


class SealedAnswerSchema(Schema):
    """A secret answer."""

    seat = fields.String(required=True)
    command = fields.Dict(required=True)


class SealedAnswersSchema(Schema):
    """The secret answers given so far to a choice that is not revealed yet."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    answers = fields.List(fields.Nested(SealedAnswerSchema()), required=True)


class DeskSchema(Schema):
    """The judges' desk of a match."""

    match = fields.String(required=True)
    judges = fields.List(
        fields.String(),
        required=True,
        metadata=doc("The judges who were called to the match, not counting those of cases."),
    )
    interested = fields.List(
        fields.String(), required=True, metadata=doc("The judges who declared an interest in the match.")
    )
    entries = fields.List(fields.Dict(), required=True, metadata=doc("Calls, releases, interests and looks."))


class LineSchema(Schema):
    """Consecutive versions of one line."""

    first = fields.Integer(required=True, data_key="from")
    to = fields.Integer(required=True)
    line = fields.String(required=True, metadata=doc("`main`, the line being played, or `undone`."))
    parent = fields.Integer(required=True, metadata=doc("The version before the first one."))


class LinesSchema(Schema):
    """The lines of a match."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    frozen = fields.String(required=True, metadata=doc("The case that freezes the match; empty if none does."))
    lines = fields.List(fields.Nested(LineSchema()), required=True)


class RenewedKeySchema(Schema):
    """The new key of a seat; every earlier one is revoked."""

    match = fields.String(required=True)
    seat = fields.String(required=True)
    key = fields.String(required=True, metadata=doc("The key. Only the same request again returns it once more."))


class RevokedKeysSchema(Schema):
    """How many keys of a seat were revoked."""

    match = fields.String(required=True)
    seat = fields.String(required=True)
    revoked = fields.Integer(required=True)


class RewindReportSchema(Schema):
    """What a rewind would undo, and what it cannot undo."""

    class Meta:
        unknown = INCLUDE

    match = fields.String(required=True)
    first = fields.Integer(required=True, data_key="from", metadata=doc("The newest version."))
    to = fields.Integer(required=True, metadata=doc("The version to which the rewind would really go."))
    asked = fields.Integer(required=True)
    decisions = fields.Integer(required=True)
    learned = fields.List(
        fields.Dict(), required=True, metadata=doc("Who learned which hidden card after that version, and where.")
    )
    random = fields.List(fields.Dict(), required=True, metadata=doc("The random results that it would undo."))
    needs = fields.String(required=True, metadata=doc("The office that must approve: `judge` or `head-judge`."))
    because = fields.List(fields.String(), required=True)


class LikenessSchema(Schema):
    """What two cases share, and a score of their similarity."""

    score = fields.Float(required=True, metadata=doc("The similarity; rare rules and cards count more."))
    rules = fields.List(fields.String(), required=True)
    cards = fields.List(fields.String(), required=True)
    remedy = fields.String(required=True, metadata=doc("The kind of remedy, if it is the same in both; else empty."))
    game = fields.Boolean(required=True)


class LikeCaseSchema(CaseSummarySchema):
    """A case that is similar to another one."""

    like = fields.Nested(LikenessSchema(), required=True)


class LikeCasesSchema(Schema):
    """The cases similar to one case, the most similar first."""

    case = fields.String(required=True)
    cases = fields.List(fields.Nested(LikeCaseSchema()), required=True)


class SignatureSchema(Schema):
    """An Ed25519 signature of the document, written as JSON with sorted keys and without spaces."""

    algorithm = fields.String(required=True)
    key = fields.String(required=True, metadata=doc("The public key, 32 bytes in base64."))
    value = fields.String(required=True, metadata=doc("The signature, 64 bytes in base64."))


class SignedCaseSchema(Schema):
    """A signed case, as the key may read it."""

    document = fields.Dict(
        required=True,
        metadata=doc("The case, with the fields `format`, `exported`, `read_as`, `case`, `entries` and `rules`."),
    )
    signature = fields.Nested(SignatureSchema(), required=True)


class PublicKeySchema(Schema):
    """The key with which exports are signed."""

    algorithm = fields.String(required=True)
    key = fields.String(required=True, metadata=doc("The public key, 32 bytes in base64."))
