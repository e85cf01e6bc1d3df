"""What a judge orders, as it is stored with the event that carries it out, and run again when the match is verified."""

from __future__ import annotations

from msgspec import Struct

from domain.kernel.corrections.changes import AnyChange
from domain.kernel.ids import NO_SEAT, Handle, Seat


class Ordered(Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """A remedy that changes the table."""


class CorrectTable(Ordered, frozen=True, tag="correct_table"):
    """Make these changes together; `ends` names that the match may end by them."""

    changes: tuple[AnyChange, ...]
    ends: bool = False


class AnnulAction(Ordered, frozen=True, tag="annul_action"):
    """Undo one action; those after it, if there are any, are taken again.

    `change_of_mind`: who took it erred in nothing, wishes to do otherwise, and has the consent of its opponents.
    """

    of: int
    change_of_mind: bool = False


class ResolveAbilityNow(Ordered, frozen=True, tag="resolve_ability_now"):
    """Resolve a mandatory ability that was missed: on the condition (by id) that occurred at `missed_at` (`42.7`)."""

    card: Handle
    ability: int
    missed_at: str
    condition: int = 0


class RestoreOpportunity(Ordered, frozen=True, tag="restore_opportunity"):
    """Give a seat the window again that stood open, or ought to have, at `at` (`42.7`).

    Its opponents agree to it, unless it is what the service failed to offer (`service_error`).
    """

    seat: Seat
    at: str
    service_error: bool = False


class AcceptTable(Ordered, frozen=True, tag="accept_table"):
    """Leave the table as it is: the error can be the ground of no remedy any more."""


class EndMatch(Ordered, frozen=True, tag="end_match"):
    """End the match: `how` is loss or draw; the winner of a loss."""

    how: str
    winner: Seat = NO_SEAT


REMEDIES = (CorrectTable, AnnulAction, ResolveAbilityNow, RestoreOpportunity, AcceptTable, EndMatch)
