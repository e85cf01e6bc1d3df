"""Responses about events (tournaments) and their regulations, as marshmallow schemas; `replies` has the rest."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields

from service.web.schemas import doc


class EventEntrySchema(Schema):
    """An entry of an event: the accepted command, who gave it in which office, and when."""

    event = fields.String(required=True)
    entry = fields.Integer(required=True, metadata=doc("The number of the entry in the tournament, from 1."))
    id = fields.String(required=True)
    actor = fields.String(required=True)
    office = fields.String(required=True, metadata=doc("The office: `organizer`, `head-judge` or `judge`."))
    at = fields.String(required=True, metadata=doc("The time, in UTC.", format="date-time"))
    command = fields.Dict(required=True, metadata=doc("The command, with the players of each seat filled in."))


class EventEntriesSchema(Schema):
    """The entries of an event, oldest first."""

    event = fields.String(required=True)
    entries = fields.List(fields.Nested(EventEntrySchema()), required=True)


class EventSummarySchema(Schema):
    """An event as it is listed."""

    event = fields.String(required=True)
    version = fields.Integer(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    regulation = fields.String(required=True)
    created = fields.String(required=True)
    players = fields.Integer(required=True, metadata=doc("The number of players."))
    rounds = fields.Integer(required=True)
    over = fields.String(required=True, metadata=doc("When the tournament ended; empty before."))


class EventsSchema(Schema):
    """The events that the asker may read."""

    events = fields.List(fields.Nested(EventSummarySchema()), required=True)


class EventTableSchema(Schema):
    """A table of a round."""

    table = fields.Integer(required=True)
    players = fields.List(fields.String(), required=True)
    match = fields.String(required=True)
    seats = fields.Dict(required=True, metadata=doc("The seat of each player in the match."))
    given = fields.Integer(required=True, metadata=doc("How many seconds the staff gave back."))
    ruled = fields.Integer(
        required=True, metadata=doc("How many seconds rulings gave back: the largest number of any seat.")
    )
    ends = fields.String(
        required=True,
        metadata=doc(
            "When the time of the table ends, with both added: of the round, after time was called, or with the event. "
            "Empty before the round starts."
        ),
    )
    results = fields.Dict(required=True, metadata=doc("The result of each player; empty before it is reported."))


class EventRoundSchema(Schema):
    """A round with its tables."""

    round = fields.Integer(required=True)
    kind = fields.String(required=True)
    minutes = fields.Integer(required=True)
    started = fields.String(required=True)
    called = fields.String(required=True, metadata=doc("When time was called; empty before."))
    tables = fields.List(fields.Nested(EventTableSchema()), required=True)


class EventSchema(EventSummarySchema):
    """An event with its staff, players and rounds."""

    office = fields.String(
        required=True, metadata=doc("The office of the key in the tournament; empty if it has none.")
    )
    staff = fields.Dict(required=True, metadata=doc("The office of each actor."))
    enrolled = fields.Dict(
        required=True, metadata=doc("Each player, with the reason why they left; empty while they play.")
    )
    paired = fields.List(fields.Nested(EventRoundSchema()), required=True)


class StandingSchema(Schema):
    """A player's place; those who are level share one."""

    place = fields.Integer(required=True)
    player = fields.String(required=True)
    points = fields.Integer(required=True)
    played = fields.Integer(required=True)
    wins = fields.Integer(required=True)
    schedule = fields.Integer(required=True, metadata=doc("Strength of schedule, in thousandths of a point."))
    extended = fields.Integer(
        required=True, metadata=doc("Strength of schedule of the opponents, in thousandths of a point.")
    )
    left = fields.String(required=True)


class StandingsSchema(Schema):
    """The standings, the first first."""

    event = fields.String(required=True)
    standings = fields.List(fields.Nested(StandingSchema()), required=True)


class ResultSchema(Schema):
    """What a player had at a table."""

    round = fields.Integer(required=True)
    kind = fields.String(required=True)
    table = fields.Integer(required=True)
    player = fields.String(required=True)
    seat = fields.String(required=True)
    match = fields.String(required=True)
    result = fields.String(required=True)
    points = fields.Integer(required=True)
    time_given = fields.Integer(required=True)


class ResultsSchema(Schema):
    """The results of all tables."""

    event = fields.String(required=True)
    results = fields.List(fields.Nested(ResultSchema()), required=True)


class PenaltySchema(Schema):
    """A penalty as other tools have it."""

    penalty = fields.Integer(required=True)
    player = fields.String(required=True)
    round = fields.Integer(required=True)
    table = fields.Integer(required=True)
    match = fields.String(required=True)
    infraction = fields.String(required=True)
    given = fields.String(required=True)
    text = fields.String(required=True)
    rules = fields.String(required=True)
    by = fields.String(required=True)
    office = fields.String(required=True)
    at = fields.String(required=True)
    cause = fields.String(required=True)
    state = fields.String(required=True, metadata=doc("`given`, `pending` or `withdrawn`."))
    withdrawn = fields.String(required=True, metadata=doc("Why it was withdrawn."))


class PenaltiesSchema(Schema):
    """The penalties, in the order in which they were given."""

    event = fields.String(required=True)
    penalties = fields.List(fields.Nested(PenaltySchema()), required=True)


class PlayerRecordSchema(Schema):
    """What is on record of a player across the matches of an event."""

    event = fields.String(required=True)
    player = fields.String(required=True)
    left = fields.String(required=True)
    results = fields.List(fields.Nested(ResultSchema()), required=True)
    penalties = fields.List(fields.Nested(PenaltySchema()), required=True)
    ruled = fields.List(
        fields.Dict(), required=True, metadata=doc("The penalties that were given in cases of the player's matches.")
    )
    next_steps = fields.Dict(required=True, metadata=doc("The penalty that the ladder now allows for each infraction."))
    refused = fields.List(
        fields.Dict(),
        required=True,
        metadata=doc(
            "How many of the player's commands were refused, by match and rule, without those about an answer "
            "that is still secret."
        ),
    )


class RegulationSchema(Schema):
    """A regulation: rounds, results, comparison at time, penalties and infractions, each list in its order."""

    class Meta:
        unknown = INCLUDE

    name = fields.String(required=True)
    title = fields.String(required=True)
    seats = fields.List(fields.Integer(), required=True)


class RegulationsSchema(Schema):
    """The regulations that come with the service."""

    regulations = fields.List(fields.Nested(RegulationSchema()), required=True)


class ComparedValueSchema(Schema):
    """A value that is compared: what each seat has, and who is level after it."""

    value = fields.String(required=True)
    title = fields.String(required=True)
    prefer = fields.String(
        required=True, metadata=doc("What wins: `most`, `least`, or `picks` (the player who has it names the winner).")
    )
    by = fields.Dict(required=True)
    level = fields.List(fields.String(), required=True)
    asked = fields.Boolean(required=True, metadata=doc("False if an earlier value has decided the comparison."))


class GoingToTimeSchema(Schema):
    """Who is ahead when time is called, value by value."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    regulation = fields.String(required=True)
    at_time = fields.String(required=True, metadata=doc("What is still played before the comparison."))
    values = fields.List(fields.Nested(ComparedValueSchema()), required=True)
    winner = fields.String(required=True)
    picks = fields.String(required=True)
    order = fields.List(
        fields.List(fields.String()),
        required=True,
        metadata=doc("All seats in order; seats that are level share a place."),
    )
