"""Who reads figures, and of which matches.

An analyst and an admin read what the tables for analysts tell: matches that are over, those of an event once the event
is over too. An organizer reads those of their own events, once these are over. Nobody else reads any.
"""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from domain.kernel.ids import ADMIN
from domain.match.envelope import ORGANIZER
from domain.tournaments.tournament import Tournament
from projections.analytics.counting import QuestionScope
from projections.analytics.match_filter import MatchFilter
from service.app.keys import Principal
from service.web.access import ANALYST, require_scope
from service.web.field_validators import Moment, TextForm, TypedId
from service.web.request_context import request_context
from service.web.schemas import EVENT, Strict, doc, game_field

READERS = (ANALYST, ORGANIZER, ADMIN)
DAY = r"^$|^\d{4}-\d\d-\d\d$"


def day_field(text: str) -> fields.String:
    """A day, UTC; not given: any."""
    form = Moment(DAY, "a day, as `2026-11-22`", optional=False)
    return fields.String(load_default="", validate=form, metadata=doc(text))


class FigureParameters(Strict):
    """The query of a figure: which matches it is about."""

    game = game_field()
    event = TypedId(
        load_default="",
        validate=TextForm(f"^{EVENT}$", "the id of an event"),
        metadata=doc("The event of the matches."),
    )
    since = day_field("Only matches that were opened on this day or later (UTC).")
    until = day_field("Only matches that were opened on this day or earlier (UTC).")

    @validates_schema
    def is_a_span(self, data: dict[str, Any], **_: Any) -> None:
        """Raises ValidationError for a span of time that ends before it begins."""
        if data["since"] and data["until"] and data["until"] < data["since"]:
            raise ValidationError({"until": ["The span of time ends before it begins."]})


def figure_reader() -> Principal:
    """The asker, who may read figures. Raises Problem 401, 403."""
    return require_scope(*READERS)


def readable_events(principal: Principal) -> list[Tournament]:
    """The events that are over and whose matches somebody reads in figures, newest first."""
    every = [each for each in request_context().services.events.all() if each.over]
    if principal.scope != ORGANIZER:
        return every
    return [each for each in every if each.office(principal.actor, principal.scope) == ORGANIZER]


def scope_of(principal: Principal, chosen: MatchFilter, events: list[Tournament]) -> QuestionScope:
    """The matches of a filter that somebody may read in figures; `events` are those that they may read."""
    return QuestionScope(chosen, tuple(each.id for each in events) if principal.scope == ORGANIZER else None)
