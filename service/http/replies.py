"""Responses as marshmallow schemas, which describe what msgspec writes. `schemas` has the requests."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from domain.match.events import EVENT_KINDS
from service.web.schemas import doc

JUDGED = tuple(each for each in EVENT_KINDS if each != "action")


def options_field(*, required: bool) -> fields.Dict:
    """The field with the space of answers of each seat whose options a viewer may know."""
    words = (
        "The space of answers of each seat whose options the viewer may know; null for a seat that has answered"
        " already while others are still awaited."
    )
    space = {"anyOf": [{"$ref": "#/components/schemas/Space"}, {"type": "null"}]}
    return fields.Dict(required=required, metadata=doc(words, additionalProperties=space))


class SeatKeySchema(Schema):
    """A seat of a new match and its key."""

    seat = fields.String(required=True)
    player = fields.String(
        metadata=doc("The player of the seat, where the game assigns one; says if a house was drawn.")
    )
    key = fields.String(required=True, metadata=doc("The seat's API key. It is not stored and cannot be read again."))


class OpenedSchema(Schema):
    """A match that was opened."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    game = fields.String(required=True)
    wait = fields.Integer(required=True, metadata=doc('The first wait; a command names it in If-Match as `"w1"`.'))
    commitment = fields.String(
        required=True, metadata=doc("SHA-256 of the secret seed, which proves the seed once it is revealed.")
    )
    seats = fields.List(fields.Nested(SeatKeySchema()), required=True)


class FactSchema(Schema):
    """A fact that an action caused: its place in the action, its tag, and its own fields."""

    class Meta:
        unknown = INCLUDE

    place = fields.Integer(required=True)
    fact = fields.String(required=True)


class AcceptedSchema(Schema):
    """A command that was accepted. The same request again returns the same answer."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    action = fields.String(required=True, metadata=doc("The id of the action."))
    wait = fields.Integer(required=True, metadata=doc("The wait that is open after the action; 0 if there is none."))
    facts = fields.List(fields.Nested(FactSchema()), required=True)


class CheckSchema(Schema):
    """One check of a command."""

    check = fields.String(required=True)
    rule = fields.String(required=True)
    ok = fields.Boolean(required=True)
    asked = fields.Boolean(
        required=True, metadata=doc("False if an earlier check failed, so that this one was not made.")
    )
    because = fields.Dict(required=True)


class VerdictSchema(Schema):
    """Whether a command is legal, the rule that refuses it, and every check with its outcome."""

    verdict = fields.String(
        required=True, validate=validate.OneOf(("yes", "no")), metadata=doc("Whether the command is legal.")
    )
    refused_by = fields.String(required=True, metadata=doc("The rule that refuses it; empty for a legal command."))
    accepted = fields.Boolean(required=True)
    command = fields.Dict(required=True, metadata=doc("The command as the service read it, with handles and ids."))
    checks = fields.List(fields.Nested(CheckSchema()), required=True)


class CheckedSchema(VerdictSchema):
    """The verdict on a command, with every check."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    seat = fields.String(required=True)


class SummarySchema(Schema):
    """A match in a list."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    game = fields.String(required=True)
    policy = fields.String(required=True)
    spectators = fields.String(required=True)
    opened = fields.String(required=True, metadata=doc("The time, in UTC.", format="date-time"))
    by = fields.String(required=True)


class PlayedAtSchema(Schema):
    """The event and the table at which a match is played."""

    event = fields.String(required=True)
    name = fields.String(required=True)
    round = fields.Integer(required=True)
    table = fields.Integer(required=True)
    players = fields.List(fields.String(), required=True, metadata=doc("The players of the table; empty for analysts."))


class ListedMatchSchema(SummarySchema):
    """A match in a list: when it was last played, how it stands, and who plays, as far as the key may read it."""

    last = fields.String(required=True, metadata=doc("The time, in UTC, at which its last event was recorded."))
    state = fields.String(required=True, metadata=doc("`running` or `over`."))
    over = fields.Dict(required=True, allow_none=True)
    frozen = fields.String(required=True, metadata=doc("The case that freezes the match; empty if none does."))
    cases = fields.List(fields.String(), required=True, metadata=doc("The open cases that the key may know of."))
    seats = fields.List(fields.String(), required=True)
    players = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata=doc("The player of each seat.")
    )
    event = fields.Nested(PlayedAtSchema(), required=True, allow_none=True)


class MatchesSchema(Schema):
    """A page of matches, and where the next page begins."""

    matches = fields.List(fields.Nested(ListedMatchSchema()), required=True)
    next = fields.String(required=True, allow_none=True)


class HeadSchema(SummarySchema):
    """A match: how it was opened and where it stands."""

    seats = fields.List(fields.String(), required=True)
    wait = fields.Integer(required=True)
    awaited = fields.List(fields.String(), required=True)
    over = fields.Dict(required=True, allow_none=True)


class ViewSchema(Schema):
    """The table as a viewer may see it."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    place = fields.String(required=True)
    viewer = fields.String(required=True)
    view = fields.Dict(required=True, metadata=doc("The table; its form depends on the game."))


class WindowSchema(Schema):
    """The open window or question; for a match that is over, only `open` and `over`."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)
    open = fields.Boolean(required=True)
    wait = fields.Integer()
    kind = fields.String(metadata=doc("`choice`, or the kind of window: `action`, `interrupt`, `reaction` ..."))
    name = fields.String()
    step = fields.String(metadata=doc("The step of the timing chart."))
    within = fields.String()
    awaited = fields.List(fields.String())
    answered = fields.List(fields.String())
    sealed = fields.Boolean()
    rule = fields.String()
    nesting = fields.List(fields.Dict())
    options = options_field(required=False)
    always = fields.List(fields.String())
    first = fields.String()
    priority = fields.String()
    passed = fields.List(fields.String())
    about = fields.List(fields.Dict())
    over = fields.Dict()


class OptionsSchema(Schema):
    """The space of each answer, which a client can check and draw without the engine."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)
    open = fields.Boolean(required=True)
    wait = fields.Integer(required=True)
    within = fields.String(required=True, metadata=doc("What is under way, in words; empty where nobody is awaited."))
    awaited = fields.List(fields.String(), required=True)
    options = options_field(required=True)
    always = fields.List(
        fields.String(), required=True, metadata=doc("The types of command that are legal at any time.")
    )


class OfficeSchema(Schema):
    """Who acted in which office."""

    actor = fields.String(required=True)
    role = fields.String(required=True)


class ActionSchema(Schema):
    """An action as a viewer may read it: a seat's command, or a judge's act, which has a `kind`."""

    version = fields.Integer(required=True)
    id = fields.String(required=True)
    actor = fields.String(required=True)
    at = fields.String(required=True)
    engine = fields.String(required=True)
    pool = fields.String(required=True)
    wait = fields.Integer(required=True)
    command = fields.Dict(
        metadata=doc("Complete for the seat that gave it, else at least its type; a judge's act may have none.")
    )
    facts = fields.List(
        fields.Nested(FactSchema()),
        required=True,
        metadata=doc("The facts that the viewer may read; hidden facts leave gaps between the places."),
    )
    kind = fields.String(validate=validate.OneOf(JUDGED), metadata=doc("The judge's act; a seat's action has none."))
    by = fields.Nested(OfficeSchema(), metadata=doc("The judge who acted, and in which office."))
    case = fields.String(metadata=doc("The case of the judge's act."))
    reason = fields.String(metadata=doc("The judge's reason, for seats and judges."))
    rules = fields.List(fields.String(), metadata=doc("The rules that the judge cites."))
    approved = fields.Nested(OfficeSchema(), metadata=doc("The person who approved it."))
    back = fields.Integer(metadata=doc("After a rewind, the version from which play continues."))
    again = fields.Integer(metadata=doc("The version whose command was given again."))
    cut = fields.Integer(metadata=doc("How many of the facts the judge stated; the rules add the others."))


class ActionsSchema(Schema):
    """A page of actions. The next page is read with `after` = `next`."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)
    actions = fields.List(fields.Nested(ActionSchema()), required=True)
    next = fields.Integer(required=True)
    more = fields.Boolean(required=True)


class WindowsSchema(Schema):
    """A page of the window ledger. `version` is the last version that the ledger has read."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    offers = fields.Integer(required=True, metadata=doc("The last version whose offers the ledger knows."))
    viewer = fields.String(required=True)
    windows = fields.List(fields.Dict(), required=True)
    next = fields.String(required=True, allow_none=True)


class AttemptSchema(Schema):
    """A refused command."""

    id = fields.String(required=True)
    match = fields.String(required=True)
    version = fields.Integer(required=True)
    wait = fields.Integer(required=True)
    seat = fields.String(required=True)
    key = fields.String(required=True, metadata=doc("The id of the API key that gave it."))
    at = fields.String(required=True)
    rule = fields.String(
        required=True, metadata=doc("The rule that refused it; empty while the rule would reveal a secret answer.")
    )
    because = fields.Dict(required=True)
    command = fields.Dict(required=True)


class AttemptsSchema(Schema):
    """A page of refused commands, oldest first."""

    match = fields.String(required=True)
    attempts = fields.List(fields.Nested(AttemptSchema()), required=True)
    next = fields.String(required=True, allow_none=True)


class PositionSchema(Schema):
    """The table as a position, from which a match can be opened."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    game = fields.String(required=True)
    position = fields.Dict(required=True)


class ImportedSchema(Schema):
    """A record that was imported."""

    match = fields.String(required=True)
    versions = fields.Integer(required=True)
    new = fields.Boolean(required=True, metadata=doc("False if the same match was stored before."))


class RuleNamedSchema(Schema):
    """A rule as a problem cites it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    text = fields.String(required=True)


class ProblemDocumentSchema(Schema):
    """What went wrong (RFC 9457)."""

    type = fields.String(required=True, metadata=doc("The path of the rule."))
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    rule = fields.Nested(RuleNamedSchema(), required=True)
    because = fields.Dict(required=True, metadata=doc("The values that the rule was applied to."))
    window = fields.Dict(metadata=doc("The open window or question: `open`, `wait`, `kind`, `name`, `awaited`."))
    attempt = fields.String(metadata=doc("The id under which the refused command is stored for judges."))
