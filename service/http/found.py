"""What is answered to the judge's questions, in marshmallow; `asked` has how they are asked."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.http.replies import Check, Verdict
from service.web.schemas import said


class About(Schema):
    """Of which match, at which version, on which line, through whose eyes."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    line = fields.String(required=True, metadata=said("`main` or `undone`: the line on which the version lies."))
    viewer = fields.String(required=True)


def next_field(text: str = "The `from` of the next page; null on the last.") -> fields.Integer:
    return fields.Integer(required=True, allow_none=True, metadata=said(text))


def further_field() -> fields.Integer:
    return next_field("The `before` with which the search for what last touched a difference goes on; null at its end.")


class Timeline(About):
    """Rounds, phases, steps, actions and facts as a tree, and the jump marks in it."""

    lines = fields.List(
        fields.Dict(), required=True, metadata=said("Intervals of versions: first, last, line, parent.")
    )
    rounds = fields.List(fields.Dict(), required=True)
    marks = fields.List(fields.Dict(), required=True)
    next = next_field()


class Missed(About):
    """What a seat could have used and did not, by today's engine: none found says no more than that."""

    seat = fields.String(required=True)
    found = fields.List(fields.Dict(), required=True)
    counts = fields.Dict(required=True, metadata=said("How many of each kind."))
    actions = fields.Integer(required=True, metadata=said("How many actions were decided again."))
    by = fields.Dict(required=True, metadata=said("The engine and pool that say so, and those of the record."))
    next = next_field()


class Reasons(About):
    """A window: who was asked, passed over or passed for, and what each could have done there."""

    window = fields.String(required=True)
    kind = fields.String(required=True)
    name = fields.String(required=True)
    step = fields.String(required=True)
    first = fields.String(required=True)
    about = fields.List(fields.String(), required=True)
    by = fields.Dict(required=True)
    found = fields.List(fields.Dict(), required=True)


class Turn(Schema):
    """The nearest version on the same line at which the verdict is the other one, and what changed on the way."""

    version = fields.Integer(required=True)
    accepted = fields.Boolean(required=True)
    checks = fields.List(fields.Nested(Check()), required=True)
    changed = fields.List(
        fields.Dict(),
        required=True,
        metadata=said("Facts that touched what the reasons name, those about a card or a place first."),
    )
    left_out = fields.Integer(required=True, metadata=said("How many such facts more there are."))


class Nearest(Schema):
    """Where the verdict turns, before and after; nothing where it does not."""

    earlier = fields.Nested(Turn(), required=True, allow_none=True)
    later = fields.Nested(Turn(), required=True, allow_none=True)


class Explained(About, Verdict):
    """The verdict on a command at a version with every check, and where on the line it turns."""

    seat = fields.String(required=True)
    nearest = fields.Nested(Nearest(), required=True)


class ComputedNumber(Schema):
    """A number that the rules compute: of what, its value, and its trace line by line."""

    what = fields.String(required=True)
    of = fields.String(required=True)
    key = fields.String(metadata=said("Of a card: which."))
    value = fields.Integer(required=True)
    trace = fields.List(fields.Dict(), required=True)


class Numbers(About):
    """The numbers at a version, as far as the viewer sees what they are of."""

    numbers = fields.List(fields.Nested(ComputedNumber()), required=True)


class Limit(Schema):
    """A limit that is used: how often, and by the actions of which versions."""

    limit = fields.String(required=True)
    used = fields.Integer(required=True)
    by = fields.List(fields.Integer(), required=True)


class Limits(About):
    """The limits that are used at a version."""

    limits = fields.List(fields.Nested(Limit()), required=True)


class Coming(About):
    """What would come if everybody passed: steps and windows until something is asked, or shows what is hidden."""

    asked = fields.Dict(required=True, allow_none=True, metadata=said("What is asked now, and whom."))
    steps = fields.List(fields.Dict(), required=True)
    stopped = fields.Dict(required=True, metadata=said("Why no more can be said, and what would be asked then."))
    chart = fields.List(
        fields.Dict(), required=True, metadata=said("The steps that are left of each procedure, innermost first.")
    )


class History(About):
    """A thing's way: every fact about it that the viewer may read, on all lines."""

    thing = fields.String(required=True)
    key = fields.String(required=True, metadata=said("Of a card: which, as far as the viewer knows."))
    names = fields.List(fields.String(), required=True, metadata=said("The names that were followed: its handles."))
    facts = fields.List(fields.Dict(), required=True)
    way = fields.List(
        fields.Dict(),
        required=True,
        metadata=said("Each version after which something of it is otherwise: the fields, before and after."),
    )
    next = next_field()


class Orderings(About):
    """What happened together and was put in an order: which things, in which order, who chose it, by which rule."""

    orderings = fields.List(
        fields.Dict(),
        required=True,
        metadata=said("Each choice: `together` what happened at once, `order` what was put in order, or is next."),
    )


class Knowledge(About):
    """Who knew which hidden card, and since when; a seat is told of itself and of what everybody knows."""

    known = fields.List(fields.Dict(), required=True, metadata=said("Cards that lie hidden there, and who knows them."))
    seen = fields.List(fields.Dict(), required=True, metadata=said("All that was learned so far; it stays seen."))


class Chance(About):
    """Each random result with its purpose; for judges, and once the seed is out, with the counters of the stream."""

    commitment = fields.String(required=True)
    seed = fields.String(required=True, allow_none=True, metadata=said("The seed, once it has been revealed."))
    results = fields.List(fields.Dict(), required=True)


class Revealed(Schema):
    """The seed of a match, which is out: 32 bytes, hexadecimal; and the commitment that it fits."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    seed = fields.String(required=True)
    commitment = fields.String(required=True)


class Proof(About):
    """Whether a seed is the one committed to, and whether each random result follows from it."""

    commitment = fields.String(required=True)
    holds = fields.Boolean(required=True)
    results = fields.List(fields.Dict(), required=True)


class DifferenceFound(Schema):
    """A field of an object in which the two differ, and the place that last touched it on each side."""

    object = fields.String(required=True)
    field = fields.String(required=True)
    left = fields.Raw(allow_none=True)
    right = fields.Raw(allow_none=True)
    touched_left = fields.String()
    touched_right = fields.String()


class Compared(About):
    """What differs between two tables as the viewer sees them; `version` and `line` (also `branch`) are the right's."""

    left = fields.Dict(required=True, metadata=said("Version and line of the left, or its branch and version."))
    right = fields.Dict(required=True, metadata=said("The same of the right, or that it was typed in."))
    differences = fields.List(fields.Nested(DifferenceFound()), required=True)
    next = further_field()
    wrong = fields.Dict(
        metadata=said(
            "Of a typed table: the `first` place at which it parted from the record, each further one with that from "
            "which it `follows`, how many `errors` that is, and what was `never` so; `stopped` is the version at which "
            "the search ended, 0 where it came to its end: with `next` as `before` it goes on."
        )
    )


class Clocks(About):
    """Time used, in seconds of the recorded times."""

    seats = fields.Dict(required=True, metadata=said("By seat: seconds, decisions, the longest, and by round."))
    longest = fields.List(fields.Dict(), required=True, metadata=said("The decisions that took longest."))
    frozen = fields.Float(required=True, metadata=said("Seconds during which a case froze the match."))
    freezes = fields.List(
        fields.Dict(), required=True, metadata=said("Each freeze: its case, from and to which version, since when.")
    )
    untimed = fields.Integer(required=True, metadata=said("Events without a recorded time."))
    out_of_order = fields.List(
        fields.Integer(),
        required=True,
        metadata=said("Versions recorded at an earlier time than the one before: between them no time is counted."),
    )
    owed = fields.Dict(
        required=True,
        allow_none=True,
        metadata=said("By `judging.time.extension` what each seat is owed in seconds; for who may read the rulings."),
    )


class Integrity(Schema):
    """Whether the record is whole, who wrote what, and what today's engine makes of it."""

    match = fields.String(required=True)
    versions = fields.Integer(required=True)
    whole = fields.Boolean(required=True)
    faults = fields.List(
        fields.Dict(),
        required=True,
        metadata=said(
            "Of the match: gaps of versions, breaks of the chain, rows that cannot be read, its seed; with `case`, "
            "`desk` or `branch` of what is stored about it, by `entry`; `lost` versions are those that "
            "something stored still knows of."
        ),
    )
    engines = fields.List(fields.Dict(), required=True, metadata=said("Engine and pool of which versions."))
    judged = fields.List(fields.Dict(), required=True, metadata=said("The judges' events."))
    unreadable = fields.List(fields.Integer(), required=True)
    engine_today = fields.String(required=True)
    readjudicated = fields.Boolean(required=True)
    differences = fields.List(
        fields.Dict(), required=True, metadata=said("Where today's engine differs; values for judges alone.")
    )
