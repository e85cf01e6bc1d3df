"""The options of a new match as a marshmallow schema."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from domain.kernel.flow.priority_windows import POLICIES
from service.web.field_validators import OneOf


def field_doc(text: str) -> dict[str, str]:
    """The metadata with which the document describes a field."""
    return {"description": text}


class MatchOptions(Schema):
    """How a match is played; other fields are the game's own options, which it checks."""

    class Meta:
        unknown = INCLUDE

    policy = fields.String(
        load_default="public",
        validate=OneOf(POLICIES),
        metadata=field_doc(
            "Which windows stop for a seat: those where it may have an answer by public information (`public`), all"
            " (`open`), or only those where it has a legal one (`fast`)."
        ),
    )
    cards = fields.List(
        fields.Dict(),
        load_default=[],
        validate=validate.Length(max=100),
        metadata=field_doc("Cards beside those of the pool, in the form of a scenario's `cards`."),
    )
    readings = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 80)),
        values=fields.String(validate=validate.Length(1, 40)),
        validate=validate.Length(max=100),
        metadata=field_doc("How rules are read that can be read in several ways, by id; else by default."),
    )
