"""What is answered to the judge's questions, in marshmallow; `asked` has how they are asked."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.http.schemas import said


class About(Schema):
    """Of which match, at which version, on which line, through whose eyes."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    line = fields.String(required=True, metadata=said("`main` or `undone`: the line on which the version lies."))
    viewer = fields.String(required=True)


class Timeline(About):
    """Rounds, phases, steps, actions and facts as a tree, and the jump marks in it."""

    lines = fields.List(
        fields.Dict(), required=True, metadata=said("Intervals of versions: first, last, line, parent.")
    )
    rounds = fields.List(fields.Dict(), required=True)
    marks = fields.List(fields.Dict(), required=True)


class Missed(About):
    """What a seat could have used and did not, by today's engine: none found says no more than that."""

    seat = fields.String(required=True)
    found = fields.List(fields.Dict(), required=True)
    counts = fields.Dict(required=True, metadata=said("How many of each kind."))
    actions = fields.Integer(required=True, metadata=said("How many actions were decided again."))
    by = fields.Dict(required=True, metadata=said("The engine and pool that say so, and those of the record."))


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
