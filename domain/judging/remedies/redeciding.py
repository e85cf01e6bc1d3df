"""A judge's event decided again by today's engine, to compare with the stored one; and what orders are done by what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.judging.remedies.annulment import annulled, as_it_was
from domain.judging.remedies.corrections import Events, corrected
from domain.judging.remedies.ending_remedies import accepted, ended
from domain.judging.remedies.interventions import Ruled, Stamp
from domain.judging.remedies.late_abilities import resolved_now, restored
from domain.judging.remedies.rewind import reported, rewound
from domain.match.aggregate import Match, NewVersion
from domain.match.events import kind_of
from domain.match.orders import AcceptTable, AnnulAction, CorrectTable, EndMatch, ResolveAbilityNow, RestoreOpportunity

Carried = Callable[[Match, Any, Events, Ruled, Stamp], NewVersion]


def first_of_annulled(match: Match, command: AnnulAction, events: Events, ruled: Ruled, stamp: Stamp) -> NewVersion:
    """The event that goes back; what is taken again after it are actions of their own."""
    return annulled(match, command, events, ruled, stamp)[0]


BY_ORDER: dict[type, Carried] = {
    CorrectTable: corrected,
    ResolveAbilityNow: resolved_now,
    RestoreOpportunity: restored,
    AcceptTable: accepted,
    EndMatch: ended,
    AnnulAction: first_of_annulled,
}


def decided_again(match: Match, event: Any, events: Events) -> NewVersion | None:
    """What a judge's event would be today, on the match before it; None where it decides nothing. Raises Refused.

    `events` are those before it, by version.
    """
    if kind_of(event) == "rewound":
        return rewound_again(match, event, events)
    carried = BY_ORDER.get(type(event.cmd))
    return carried(match, event.cmd, events, *envelope(event)) if carried else None


def rewound_again(match: Match, event: Any, events: Events) -> NewVersion:
    then = as_it_was(match, events, event.back)
    return rewound(match, then, events, reported(match, then, events, event.back), *envelope(event))


def envelope(event: Any) -> tuple[Ruled, Stamp]:
    """The ruling and the stamp that a stored event carries."""
    role = (event.by or {}).get("role", "")
    ruled = Ruled(
        actor=event.actor,
        role=role,
        case=event.case,
        reason=event.reason,
        rules=event.rules,
        approved=event.approved,
    )
    return ruled, Stamp(event.key, event.at, event.id)
