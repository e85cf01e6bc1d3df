"""Responses about branches, as marshmallow schemas."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields

from service.http import found, replies
from service.web.schemas import doc


class BranchSchema(Schema):
    """A branch, where it stands, and a report on the decisions that were applied again."""

    branch = fields.String(required=True)
    match = fields.String(required=True)
    asked = fields.Integer(required=True, data_key="from", metadata=doc("The version that the request named."))
    base = fields.Integer(
        required=True,
        metadata=doc("The version where it begins: `from`, or the start of a choice that is still secret."),
    )
    line = fields.String(required=True, metadata=doc("The line of the base: `main` or `undone`."))
    tip = fields.Integer(
        required=True, metadata=doc("The last of the later versions whose decision can be applied again.")
    )
    deeds = fields.List(
        fields.Dict(), required=True, metadata=doc("What was done on the branch; nothing else of it is stored.")
    )
    version = fields.Integer(required=True, metadata=doc("The last version of the branch, counted along the branch."))
    steps = fields.Integer(required=True)
    awaited = fields.List(fields.String(), required=True)
    over = fields.Dict(required=True, allow_none=True)
    reports = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc(
            "For each time that decisions were applied again: the `first` misfit, `fitted_before`, `stopped` ..."
        ),
    )
    kept = fields.Boolean(required=True)
    by = fields.String()
    at = fields.String()


class BranchesSchema(Schema):
    """A page of the branches of a match."""

    match = fields.String(required=True)
    branches = fields.List(fields.Dict(), required=True)
    next = fields.String(required=True, allow_none=True)


class BranchAboutSchema(Schema):
    """The branch, match and version that an answer is about, and its viewer."""

    branch = fields.String(required=True)
    match = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)


class BranchStepSchema(Schema):
    """A step: a command given on the branch, a decision applied again (`of` its version), a pass, or a judge's act."""

    class Meta:
        unknown = INCLUDE

    step = fields.Integer(required=True)
    version = fields.Integer(required=True)
    how = fields.String(required=True)
    of = fields.Integer(required=True)
    seat = fields.String(required=True)
    command = fields.Dict()
    facts = fields.List(fields.Nested(replies.FactSchema()), required=True)


class BranchStepsSchema(BranchAboutSchema):
    """A page of what happened on a branch."""

    steps = fields.List(fields.Nested(BranchStepSchema()), required=True)
    next = fields.Integer(required=True, allow_none=True)


class BranchViewSchema(BranchAboutSchema):
    """The table of a branch."""

    view = fields.Dict(required=True, metadata=doc("The table; its form depends on the game."))


class BranchWindowSchema(replies.WindowSchema):
    """The open window or question of a branch."""

    branch = fields.String(required=True)


class BranchOptionsSchema(replies.OptionsSchema):
    """The space of each answer on a branch."""

    branch = fields.String(required=True)


class BranchComparedSchema(BranchAboutSchema):
    """The differences between a branch and its match or another branch."""

    left = fields.Dict(required=True, metadata=doc("The left side: its version, and its branch if it has one."))
    differences = fields.List(fields.Nested(found.DifferenceFoundSchema()), required=True)
    next = found.further_field()


class BranchCheckedSchema(BranchAboutSchema, replies.VerdictSchema):
    """The verdict on a command on a branch, with every check."""

    seat = fields.String(required=True)
