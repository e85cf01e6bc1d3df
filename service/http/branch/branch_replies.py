"""What is answered about branches, in marshmallow."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields

from service.http import found, replies
from service.web.schemas import said


class Branch(Schema):
    """A branch, where it stands, and what became of the decisions that were tried again."""

    branch = fields.String(required=True)
    match = fields.String(required=True)
    asked = fields.Integer(required=True, data_key="from", metadata=said("The version that it was asked from."))
    base = fields.Integer(
        required=True, metadata=said("Where it begins: `from`, or the opening of a choice that is secret still.")
    )
    line = fields.String(required=True, metadata=said("`main` or `undone`: the line on which the base lies."))
    tip = fields.Integer(required=True, metadata=said("The last of the later versions that can be tried again."))
    deeds = fields.List(fields.Dict(), required=True, metadata=said("What was done on it, and all that is stored."))
    version = fields.Integer(required=True, metadata=said("The version that the branch has reached, in its own count."))
    steps = fields.Integer(required=True)
    awaited = fields.List(fields.String(), required=True)
    over = fields.Dict(required=True, allow_none=True)
    reports = fields.List(
        fields.Dict(),
        required=True,
        metadata=said("For each time that decisions were tried again: `first` misfit, `fitted_before`, `stopped` ..."),
    )
    kept = fields.Boolean(required=True)
    by = fields.String()
    at = fields.String()


class Branches(Schema):
    """A page of the branches of a match."""

    match = fields.String(required=True)
    branches = fields.List(fields.Dict(), required=True)
    next = fields.String(required=True, allow_none=True)


class BranchAbout(Schema):
    """Of which branch, of which match, at which version of it, through whose eyes."""

    branch = fields.String(required=True)
    match = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)


class BranchStep(Schema):
    """What happened: given for the branch, tried again (`of` that version), passed, or a judge's."""

    class Meta:
        unknown = INCLUDE

    step = fields.Integer(required=True)
    version = fields.Integer(required=True)
    how = fields.String(required=True)
    of = fields.Integer(required=True)
    seat = fields.String(required=True)
    command = fields.Dict()
    facts = fields.List(fields.Nested(replies.Fact()), required=True)


class BranchSteps(BranchAbout):
    """A page of what happened on a branch."""

    steps = fields.List(fields.Nested(BranchStep()), required=True)
    next = fields.Integer(required=True, allow_none=True)


class BranchView(BranchAbout):
    """The table of a branch."""

    view = fields.Dict(required=True, metadata=said("The game's own form."))


class BranchWindow(replies.Window):
    """The open window or question of a branch."""

    branch = fields.String(required=True)


class BranchOptions(replies.Options):
    """What may be answered on a branch."""

    branch = fields.String(required=True)


class BranchCompared(BranchAbout):
    """What differs between the match, or another branch, and a branch."""

    left = fields.Dict(
        required=True, metadata=said("The version that the branch is compared with, and of which branch.")
    )
    differences = fields.List(fields.Nested(found.DifferenceFound()), required=True)
    next = found.further_field()


class BranchChecked(BranchAbout, replies.Verdict):
    """The verdict on a command on a branch, with every check."""

    seat = fields.String(required=True)
