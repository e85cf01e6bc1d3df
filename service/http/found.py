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
