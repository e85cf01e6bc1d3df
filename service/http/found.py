"""Responses to the judge's questions, as marshmallow schemas; `question_schemas` has the questions."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.http.replies import CheckSchema, VerdictSchema
from service.web.schemas import doc


class AboutSchema(Schema):
    """The match, version and line that an answer is about, and its viewer."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    line = fields.String(required=True, metadata=doc("The line of the version: `main` or `undone`."))
    viewer = fields.String(required=True)


def next_field(text: str = "The `from` of the next page; null on the last.") -> fields.Integer:
    return fields.Integer(required=True, allow_none=True, metadata=doc(text))


def further_field() -> fields.Integer:
    return next_field(
        "The `before` with which the search for what last changed a difference continues; null at its end."
    )


class TimelineSchema(AboutSchema):
    """Rounds, phases, steps, actions and facts as a tree, and the jump marks in it."""

    lines = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc("Intervals of versions, each with `first`, `last`, `line` and `parent`."),
    )
    rounds = fields.List(fields.Dict(), required=True)
    marks = fields.List(fields.Dict(), required=True)
    next = next_field()


class MissedSchema(AboutSchema):
    """What a seat could have used and did not, as today's engine finds it; the list may be incomplete."""

    seat = fields.String(required=True)
    found = fields.List(fields.Dict(), required=True)
    counts = fields.Dict(required=True, metadata=doc("The number of findings of each kind."))
    actions = fields.Integer(required=True, metadata=doc("How many actions were decided again."))
    by = fields.Dict(required=True, metadata=doc("The engine and card pool of this answer, and those of the record."))
    next = next_field()


class ReasonsSchema(AboutSchema):
    """A window: which seats were asked or skipped, which passed automatically, and what each could have done."""

    window = fields.String(required=True)
    kind = fields.String(required=True)
    name = fields.String(required=True)
    step = fields.String(required=True)
    first = fields.String(required=True)
    about = fields.List(fields.String(), required=True)
    by = fields.Dict(required=True)
    found = fields.List(fields.Dict(), required=True)


class TurnSchema(Schema):
    """The nearest version on the same line with the opposite verdict, and what changed in between."""

    version = fields.Integer(required=True)
    accepted = fields.Boolean(required=True)
    checks = fields.List(fields.Nested(CheckSchema()), required=True)
    changed = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc("Facts that changed what the reasons name; those about a card or an area come first."),
    )
    left_out = fields.Integer(required=True, metadata=doc("The number of further facts of this kind."))


class NearestSchema(Schema):
    """The nearest changes of the verdict, before and after the version; null where it does not change."""

    earlier = fields.Nested(TurnSchema(), required=True, allow_none=True)
    later = fields.Nested(TurnSchema(), required=True, allow_none=True)


class ExplainedSchema(AboutSchema, VerdictSchema):
    """The verdict on a command at a version, every check, and the nearest versions at which the verdict changes."""

    seat = fields.String(required=True)
    nearest = fields.Nested(NearestSchema(), required=True)


class ComputedNumberSchema(Schema):
    """A number that the rules compute, with its value and its trace, line by line."""

    what = fields.String(required=True)
    of = fields.String(required=True)
    key = fields.String(metadata=doc("The key of the card, if the number is a card's."))
    value = fields.Integer(required=True)
    trace = fields.List(fields.Dict(), required=True)


class NumbersSchema(AboutSchema):
    """The computed numbers at a version, of everything that the viewer sees."""

    numbers = fields.List(fields.Nested(ComputedNumberSchema()), required=True)


class LimitSchema(Schema):
    """A limit in use: how often it was used, and by the actions of which versions."""

    limit = fields.String(required=True)
    used = fields.Integer(required=True)
    by = fields.List(fields.Integer(), required=True)


class LimitsSchema(AboutSchema):
    """The limits in use at a version."""

    limits = fields.List(fields.Nested(LimitSchema()), required=True)


class ComingSchema(AboutSchema):
    """What would follow if every seat passed: steps and windows up to a question or a hidden result."""

    asked = fields.Dict(required=True, allow_none=True, metadata=doc("The open question and the seats that it awaits."))
    steps = fields.List(fields.Dict(), required=True)
    stopped = fields.Dict(required=True, metadata=doc("Why the prediction ends, and what would be asked there."))
    chart = fields.List(
        fields.Dict(), required=True, metadata=doc("The remaining steps of each procedure, innermost first.")
    )


class HistorySchema(AboutSchema):
    """The history of a thing: every fact about it that the viewer may read, on all lines."""

    thing = fields.String(required=True)
    key = fields.String(required=True, metadata=doc("The key of the card, if the viewer knows it."))
    names = fields.List(fields.String(), required=True, metadata=doc("The handles by which the thing was found."))
    facts = fields.List(fields.Dict(), required=True)
    way = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc("Each version that changed the thing: the changed fields, before and after."),
    )
    next = next_field()


class OrderingsSchema(AboutSchema):
    """What happened at the same time and was put in order: what, in which order, chosen by whom, by which rule."""

    orderings = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc(
            "Each choice: `together` is what happened at the same time, `order` the order, or what comes next."
        ),
    )


class KnowledgeSchema(AboutSchema):
    """Who knew which hidden card, and since when. A seat reads what it knows itself and what everybody knows."""

    known = fields.List(fields.Dict(), required=True, metadata=doc("The hidden cards, and who knows them."))
    seen = fields.List(fields.Dict(), required=True, metadata=doc("Everything that was learned up to this version."))


class ChanceSchema(AboutSchema):
    """Each random result with its purpose; for judges, and once the seed is revealed, with the stream's counters."""

    commitment = fields.String(required=True)
    seed = fields.String(required=True, allow_none=True, metadata=doc("The seed, once it has been revealed."))
    results = fields.List(fields.Dict(), required=True)


class RevealedSchema(Schema):
    """The revealed seed of a match, 32 bytes in hexadecimal, and its commitment."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    seed = fields.String(required=True)
    commitment = fields.String(required=True)


class ProofSchema(AboutSchema):
    """Whether a seed matches the commitment, and whether every random result follows from it."""

    commitment = fields.String(required=True)
    holds = fields.Boolean(required=True)
    results = fields.List(fields.Dict(), required=True)


class DifferenceFoundSchema(Schema):
    """A field that differs, and the place that last changed it on each side."""

    object = fields.String(required=True)
    field = fields.String(required=True)
    left = fields.Raw(allow_none=True)
    right = fields.Raw(allow_none=True)
    touched_left = fields.String()
    touched_right = fields.String()


class ComparedSchema(AboutSchema):
    """The differences of two tables as the viewer sees them; `version`, `line` and `branch` are of the right side."""

    left = fields.Dict(required=True, metadata=doc("The version and line of the left side, or its branch and version."))
    right = fields.Dict(
        required=True, metadata=doc("The same for the right side, or `typed` if it was sent in the body.")
    )
    differences = fields.List(fields.Nested(DifferenceFoundSchema()), required=True)
    next = further_field()
    wrong = fields.Dict(
        metadata=doc(
            "For a position in the body: the `first` place at which the table parted from the record; each further "
            "place, with the one that it `follows`; the number of `errors`; and what was `never` so. `stopped` is the "
            "version at which the search stopped, 0 if it is complete; it continues with `before` = `next`."
        )
    )


class ClocksSchema(AboutSchema):
    """The time used, in seconds, computed from the recorded times."""

    seats = fields.Dict(
        required=True, metadata=doc("For each seat: seconds, decisions, the longest decision, and the same by round.")
    )
    longest = fields.List(fields.Dict(), required=True, metadata=doc("The longest decisions."))
    frozen = fields.Float(required=True, metadata=doc("How many seconds cases froze the match."))
    freezes = fields.List(
        fields.Dict(), required=True, metadata=doc("Each freeze: its case, its first and last version, and its start.")
    )
    untimed = fields.Integer(required=True, metadata=doc("Events without a recorded time."))
    out_of_order = fields.List(
        fields.Integer(),
        required=True,
        metadata=doc("Versions recorded earlier than the version before them; no time is counted between the two."),
    )
    owed = fields.Dict(
        required=True,
        allow_none=True,
        metadata=doc("The seconds owed to each seat by `judging.time.extension`, for those who may read the rulings."),
    )


class IntegritySchema(Schema):
    """Whether the record is complete, which events are judges', and what today's engine decides differently."""

    match = fields.String(required=True)
    versions = fields.Integer(required=True)
    whole = fields.Boolean(required=True)
    faults = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc(
            "Of the match: gaps of versions, breaks of the chain, rows that cannot be read, its seed; with `case`, "
            "`desk` or `branch` of what is stored about it, by `entry`; `lost` versions are those that "
            "something stored still knows of."
        ),
    )
    engines = fields.List(
        fields.Dict(), required=True, metadata=doc("The engine and card pool of each interval of versions.")
    )
    judged = fields.List(fields.Dict(), required=True, metadata=doc("The events of judges."))
    unreadable = fields.List(fields.Integer(), required=True)
    engine_today = fields.String(required=True)
    readjudicated = fields.Boolean(required=True)
    differences = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc("Where today's engine decides differently; only judges get the values."),
    )
