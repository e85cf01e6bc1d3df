"""How the judge's questions are asked, in marshmallow: their queries and bodies. `question_replies` has the answers."""

from __future__ import annotations

from marshmallow import fields, validate

from domain.judging.inquiry.missed_opportunities import KINDS
from domain.judging.inquiry.timeline import all_marks
from service.web.field_validators import Between, TextForm
from service.web.schemas import (
    AT_VERSION,
    BRANCH,
    VERSION,
    Strict,
    WholeNumber,
    doc,
    rule_field,
    seat_form,
    viewer_field,
    word_field,
)
from service.web.version_pages import MOST_VERSIONS, USUAL

MOST_COMMAND = 1_000  # an address that a server takes
SIDE = f"^([1-9][0-9]{{0,8}}|{BRANCH}(@[1-9][0-9]{{0,8}})?)$"
SIDES = "a version, as `41`, a branch, as `b-64d275e1`, or a version of one, as `b-64d275e1@57`"


def version_field(text: str, key: str) -> WholeNumber:
    if key == "to":
        # the last version of a span is one that there is: 0, for the newest, is not written in the document
        return WholeNumber(load_default=lambda: 0, data_key=key, validate=Between(1, 10**9), metadata=doc(text))
    return WholeNumber(load_default=0, data_key=key, validate=Between(0, 10**9), metadata=doc(text))


def seat_field(text: str) -> fields.String:
    return fields.String(load_default="", validate=seat_form(), metadata=doc(text))


def text_field(text: str, most: int = 120) -> fields.String:
    return fields.String(load_default="", validate=validate.Length(max=most), metadata=doc(text))


def limit_field() -> WholeNumber:
    return WholeNumber(
        load_default=USUAL,
        validate=Between(1, MOST_VERSIONS),
        metadata=doc("How many versions to search. The next page is read with `from` = `next`."),
    )


class Timeline(Strict):
    """The query of a timeline: which part of it."""

    viewer = viewer_field()
    first = version_field("The first version to return.", "from")
    last = version_field("The last version. Default: the newest.", "to")
    limit = limit_field()
    thing = text_field(
        "Only what is about this thing: a card by handle, key or words of its title, an area, or `house.unit`."
    )
    seat = seat_field("Only what this seat did, or what is about it.")
    rule = rule_field("Only events in which this rule was checked, carried out or cited by a ruling or a refusal.")
    mark = word_field(all_marks, "Only events with this jump mark.")
    line = word_field(["main", "undone"], "Only the line being played (`main`), or only what was undone.")


class Missed(Strict):
    """The seat and the versions of a report of missed opportunities."""

    viewer = viewer_field()
    seat = seat_field("The seat. Default: the viewer.")
    first = version_field("The first version to search.", "from")
    last = version_field("The last version. Default: the newest. The search follows the line that leads to it.", "to")
    kind = word_field(
        KINDS, "Only findings of this kind. Default: all but `nothing to use`. `counts` always has all kinds."
    )
    limit = limit_field()


class At(Strict):
    """The viewer and the version of a question."""

    viewer = viewer_field()
    at = fields.String(
        load_default="", validate=TextForm(VERSION, AT_VERSION), metadata=doc("The version. Default: the newest.")
    )


class History(At):
    """The viewer and the versions of a history, up to one version."""

    first = version_field("The first version to search.", "from")
    limit = limit_field()


def command_field(text: str) -> fields.String:
    return fields.String(
        required=True,
        validate=[
            validate.Length(2, MOST_COMMAND),
            TextForm("^[ -~]*$", "ASCII; another character is written as an escape, `\\u00e4`", optional=False),
        ],
        metadata=doc(text),
    )


class Explain(At):
    """A command at a version."""

    command = command_field("The command, as JSON in ASCII. Send a longer one to `commands/check`.")


class ExplainTyped(Strict):
    """A command on a position."""

    seat = fields.String(
        required=True, validate=seat_form(optional=False), metadata=doc("The seat that would give the command.")
    )
    command = command_field("The command, as JSON in ASCII.")


class Span(Strict):
    """The viewer and the versions of a question."""

    viewer = viewer_field()
    first = version_field("The first version.", "from")
    last = version_field("The last version. Default: the newest.", "to")


class Orderings(Span):
    """The seat and the versions of a question about orders that were chosen."""

    seat = seat_field("Only what this seat put in order.")


class Seed(Strict):
    """A seed to prove the random results of a match from; after the reveal none is needed."""

    seed = fields.String(
        load_default="",
        validate=TextForm("^[0-9a-f]{64}$", "a seed: 64 hexadecimal digits in small letters"),
        metadata=doc(
            "A judge's sealed copy of the seed, 32 bytes in hexadecimal. Default: the match's own, which is not shown."
        ),
    )


def before_field() -> WholeNumber:
    said_of = "Search for what last changed a difference only before this version: the `next` of the page before."
    return version_field(said_of, "before")


class Compare(Strict):
    """The two sides of a comparison, and its viewer."""

    viewer = viewer_field()
    left = fields.String(
        required=True,
        validate=TextForm(SIDE, SIDES, optional=False),
        metadata=doc("A version (`41`), a branch as it stands (`b-...`), or a version of a branch (`b-...@57`)."),
    )
    right = fields.String(
        load_default="",
        validate=TextForm(SIDE, SIDES),
        metadata=doc("Another version or branch. Default: the newest version."),
    )
    before = before_field()


class Opposite(At):
    """The version that is compared with a table that is typed in, and the viewer."""

    before = before_field()


class Beside(Strict):
    """What a branch is compared with, and the viewer of both."""

    viewer = viewer_field()
    left = version_field(
        "The version of the left side. Default: the last one of the match's line, or of the other branch.", "left"
    )
    branch = fields.String(
        load_default="",
        validate=TextForm(f"^{BRANCH}$", "a branch, as `b-64d275e192b6b626da166134`"),
        metadata=doc("Another branch of the match. Default: the match itself."),
    )
    before = before_field()


class Typed(Strict):
    """A position typed in from the table."""

    position = fields.Dict(required=True, metadata=doc("A position; see the guide on positions."))


class Integrity(Strict):
    """What a check of the integrity covers."""

    readjudicate = fields.Boolean(
        load_default=False,
        metadata=doc("Decide every action again with today's engine, which takes some milliseconds for each."),
    )
