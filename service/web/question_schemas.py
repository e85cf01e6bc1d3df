"""How the judge's questions are asked, in marshmallow: their queries and bodies. `found` has their answers."""

from __future__ import annotations

from marshmallow import fields, validate

from domain.judging.inquiry.missed_opportunities import KINDS
from domain.judging.inquiry.timeline import MARKED
from service.web.schemas import (
    AT_VERSION,
    BRANCH,
    VERSION,
    Strict,
    WholeNumber,
    rule_field,
    said,
    seat_form,
    viewer_field,
    word_field,
)
from service.web.stretches import MOST_VERSIONS, USUAL
from service.web.validators import Between, Form

MOST_COMMAND = 1_000  # an address that a server takes
SIDE = f"^([1-9][0-9]{{0,8}}|{BRANCH}(@[1-9][0-9]{{0,8}})?)$"
SIDES = "a version, as `41`, a branch, as `b-64d275e1`, or a version of one, as `b-64d275e1@57`"


def version_field(text: str, key: str) -> WholeNumber:
    return WholeNumber(load_default=0, data_key=key, validate=Between(0, 10**9), metadata=said(text))


def seat_field(text: str) -> fields.String:
    return fields.String(load_default="", validate=seat_form(), metadata=said(text))


def text_field(text: str, most: int = 120) -> fields.String:
    return fields.String(load_default="", validate=validate.Length(max=most), metadata=said(text))


def limit_field() -> WholeNumber:
    return WholeNumber(
        load_default=USUAL,
        validate=Between(1, MOST_VERSIONS),
        metadata=said("How many versions are looked through; the `next` of the answer is the `from` that goes on."),
    )


class Timeline(Strict):
    """Which part of a timeline."""

    viewer = viewer_field()
    first = version_field("The first version to tell.", "from")
    last = version_field("The last one; default the newest.", "to")
    limit = limit_field()
    thing = text_field("Only what is about this: a card by handle, key or words of its title, an area, `house.unit`.")
    seat = seat_field("Only what a seat did, or what is about it.")
    rule = rule_field("Only where this rule was checked, carried out, ruled by or refused by.")
    mark = word_field(MARKED, "Only events with this jump mark.")
    line = word_field(["main", "undone"], "Only what lies on the line being played, or only what was undone.")


class Missed(Strict):
    """Whose missed opportunities, in which versions."""

    viewer = viewer_field()
    seat = seat_field("The seat; default the one through whose eyes.")
    first = version_field("The first version to look at.", "from")
    last = version_field("The last one; default the newest. The versions that lead to it are looked at.", "to")
    kind = word_field(KINDS, "Only findings of this kind; default all but `nothing to use`. `counts` are of all.")
    limit = limit_field()


class At(Strict):
    """Whose eyes, at which version."""

    viewer = viewer_field()
    at = fields.String(
        load_default="", validate=Form(VERSION, AT_VERSION), metadata=said("The version; default the newest.")
    )


class History(At):
    """Whose eyes, and which versions up to one."""

    first = version_field("The first version to look at.", "from")
    limit = limit_field()


def command_field(text: str) -> fields.String:
    return fields.String(
        required=True,
        validate=[
            validate.Length(2, MOST_COMMAND),
            Form("^[ -~]*$", "ASCII; another character is written as an escape, `\\u00e4`", optional=False),
        ],
        metadata=said(text),
    )


class Explain(At):
    """A command at a version."""

    command = command_field("The command, JSON in ASCII as it would be given; a longer one: `commands/check`.")


class ExplainTyped(Strict):
    """A command on a position."""

    seat = fields.String(required=True, validate=seat_form(optional=False), metadata=said("Whose command."))
    command = command_field("The command, JSON in ASCII as it would be given.")


class Span(Strict):
    """Whose eyes, which versions."""

    viewer = viewer_field()
    first = version_field("The first version.", "from")
    last = version_field("The last version; default the newest.", "to")


class Orderings(Span):
    """Whose choices of an order, in which versions."""

    seat = seat_field("Only what a seat put in order.")


class Seed(Strict):
    """A seed to prove the random results of a match from; after the reveal none is needed."""

    seed = fields.String(
        load_default="",
        validate=Form("^[0-9a-f]{64}$", "a seed: 64 hexadecimal digits in small letters"),
        metadata=said("32 bytes, hexadecimal: a judge's sealed copy. Default the match's own, which is not shown."),
    )


def before_field() -> WholeNumber:
    said_of = "What touched a difference last is sought before this version: `next` of the answer before."
    return version_field(said_of, "before")


class Compare(Strict):
    """Two sides, as somebody sees them."""

    viewer = viewer_field()
    left = fields.String(
        required=True,
        validate=Form(SIDE, SIDES, optional=False),
        metadata=said("A version (`41`), a branch as it stands (`b-...`), or a version of a branch (`b-...@57`)."),
    )
    right = fields.String(
        load_default="", validate=Form(SIDE, SIDES), metadata=said("Another one; default the newest.")
    )
    before = before_field()


class Opposite(At):
    """Which version is compared with a table that is typed in, as somebody sees it."""

    before = before_field()


class Beside(Strict):
    """What a branch is compared with, as somebody sees both."""

    viewer = viewer_field()
    left = version_field("A version; default the last of those that followed, of another branch its last.", "left")
    branch = fields.String(
        load_default="",
        validate=Form(f"^{BRANCH}$", "a branch, as `b-64d275e192b6b626da166134`"),
        metadata=said("Another branch of the match; default the match itself."),
    )
    before = before_field()


class Typed(Strict):
    """A position typed in from the table."""

    position = fields.Dict(required=True, metadata=said("A position; see the guide on positions."))


class Integrity(Strict):
    """What is looked at."""

    readjudicate = fields.Boolean(
        load_default=False, metadata=said("Decide every action again by today's engine; some milliseconds each.")
    )
