"""A stored event decided again by today's engine, to compare with the stored one; and what carries out each order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from domain.judging.remedies.annulment import annul_action, match_at_version
from domain.judging.remedies.corrections import Events, correct_table
from domain.judging.remedies.ending_remedies import accept_table, end_match
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.late_abilities import resolve_ability_now, restore_opportunity
from domain.judging.remedies.reseating import reseat_match
from domain.judging.remedies.rewind import report_rewind, rewind_match
from domain.kernel.flow.endings import seats_taken_over
from domain.match.aggregate import Flags, Match, NewVersion, decide, open_match
from domain.match.envelope import Stamp
from domain.match.events import RESEATED, OpenMatch, StoredEvent, event_kind
from domain.match.judge_orders import (
    AcceptTable,
    AnnulAction,
    CorrectTable,
    EndMatch,
    ResolveAbilityNow,
    RestoreOpportunity,
)
from domain.match.opening import RulesWithCards

OrderFunction = Callable[..., NewVersion]


def first_of_annulled(
    match: Match, command: AnnulAction, events: Events, ruled: RulingEnvelope, stamp: Stamp
) -> NewVersion:
    """The event that goes back; what is taken again after it are actions of their own."""
    return annul_action(match, command, events, ruled, stamp)[0]


BY_ORDER: dict[type, OrderFunction] = {
    CorrectTable: correct_table,
    ResolveAbilityNow: resolve_ability_now,
    RestoreOpportunity: restore_opportunity,
    AcceptTable: accept_table,
    EndMatch: end_match,
    AnnulAction: first_of_annulled,
}


def redecide(
    before: Match, event: StoredEvent, events: Events, with_cards: RulesWithCards | None = None
) -> NewVersion | None:
    """What today's engine decides in place of a stored event, or None where nothing is decided. Raises Refused.

    `events` are those before it, by version. A match is opened by the rules that `with_cards` gives, if it is there.
    """
    if event_kind(event) != "action":
        return redecide_event(before, event, events)
    stored = {"key": event.key, "actor": event.actor, "at": event.at, "action_id": event.id}
    if isinstance(event.cmd, OpenMatch):
        return open_match(before.id, event.cmd, with_cards, seed=before.seed, **stored)
    # What is taken again after an annulled action is stored while the match is frozen.
    free = structs.replace(before, flags=Flags()) if event.again else before
    return decide(free, event.actor, event.cmd, wait=None, **stored)


def redecide_event(match: Match, event: StoredEvent, events: Events) -> NewVersion | None:
    """What a judge's event would be today, on the match before it; None where it decides nothing. Raises Refused.

    `events` are those before it, by version.
    """
    if event_kind(event) == "rewound":
        return redecide_rewind(match, event, events)
    if event_kind(event) == RESEATED:
        return reseat_match(match, seats_taken_over(event.facts), *envelope(event))
    carried = BY_ORDER.get(type(event.cmd))
    return carried(match, event.cmd, events, *envelope(event)) if carried else None


def redecide_rewind(match: Match, event: StoredEvent, events: Events) -> NewVersion:
    then = match_at_version(match, events, event.back)
    return rewind_match(match, then, events, report_rewind(match, then, events, event.back), *envelope(event))


def envelope(event: StoredEvent) -> tuple[RulingEnvelope, Stamp]:
    """The ruling and the stamp that a stored event carries."""
    role = (event.by or {}).get("role", "")
    ruled = RulingEnvelope(
        actor=event.actor,
        role=role,
        case=event.case,
        reason=event.reason,
        rules=event.rules,
        approved=event.approved,
    )
    return ruled, Stamp(event.key, event.at, event.id)
