"""The queries of analysts as marshmallow schemas. `service.web.schemas` has what all share."""

from __future__ import annotations

from marshmallow import ValidationError, fields, validate

from projections.analytics.match_rows import DRAWN, LOST, WON
from service.web.field_validators import TextForm
from service.web.problems import Problem
from service.web.schemas import OpenedBetween, doc, game_field, validate_rule, word_field


class MatchLinesAsked(OpenedBetween):
    """The query of the stream of matches. `player`, `card` and `result` are asked of one seat."""

    game = game_field()
    player = fields.String(
        load_default="",
        validate=TextForm("^p-[0-9A-Za-z_-]{1,80}$", "the pseudonym of a player, as in `seats`"),
        metadata=doc("Only matches of the player with this pseudonym."),
    )
    card = fields.String(
        load_default="",
        validate=TextForm("^[a-z0-9./_-]{1,80}$", "the key of a card in the tables, as `core/arya-stark`"),
        metadata=doc(
            "Only matches with the card of this key, in a deck or in what happened; with `player`, of theirs."
        ),
    )
    # `require_rule` looks whether there is one, once the asker is known
    rule = fields.String(
        load_default="",
        validate=validate.Length(max=80),
        metadata=doc(
            "Only matches that this rule, or one that begins so, ended, refused a command of or was cited about."
        ),
    )
    result = word_field([WON, LOST, DRAWN], "Only matches that a seat ended so: with `player` or `card`, that seat.")


def require_rule(given: str) -> None:
    """Raises Problem 422 for segments with which no rule's id begins."""
    try:
        validate_rule(given)
    except ValidationError as error:
        raise Problem(422, "request.shape", because={"query": {"rule": error.messages}}) from error
