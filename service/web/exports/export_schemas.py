"""The queries of analysts as marshmallow schemas. `service.web.schemas` has what all share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from marshmallow import ValidationError, fields, validate

from domain.cardgame.pool.own_cards import OWN
from domain.games import GAMES
from domain.kernel.formats.reading import meant_by
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
            "Only matches with the card of this key, in a deck or in what happened; with `player`, of theirs. It is "
            "one of the pool of `game`, of any pool without that, or begins with `own/`."
        ),
    )
    # `require_named` looks whether there are such a card and rule, once the asker is known
    rule = fields.String(
        load_default="",
        validate=validate.Length(max=80),
        metadata=doc(
            "Only matches that this rule, or one that begins so, ended, refused a command of or was cited about."
        ),
    )
    result = word_field([WON, LOST, DRAWN], "Only matches that a seat ended so: with `player` or `card`, that seat.")


def require_named(query: Mapping[str, Any]) -> None:
    """Raises Problem 422 for a card that no pool has, or segments with which no rule's id begins."""
    faults: dict[str, Any] = {}
    for name, validate_named in (("card", partial(validate_card, game=query["game"])), ("rule", validate_rule)):
        try:
            validate_named(query[name])
        except ValidationError as error:
            faults[name] = error.messages
    if faults:
        raise Problem(422, "request.shape", because={"query": faults})


def validate_card(given: str, game: str) -> None:
    """Raises ValidationError for the key of no card of a game, or of any where none is named; own cards may be any."""
    keys = {key for name in ([game] if game else GAMES) for key in GAMES[name].rules.pool.cards}
    if given and given not in keys and not given.startswith(f"{OWN.id}/"):
        meant = meant_by(given, sorted(keys))
        raise ValidationError(
            f"No card{f' of {game}' if game else ''} has this key{f'; did you mean {meant}?' if meant else '.'}"
        )
