"""What a judge orders, as it is stored with the event that carries it out, and run again when the match is verified."""

from __future__ import annotations

from msgspec import Struct

from domain.kernel.corrections.changes import AnyChange
from domain.kernel.ids import NO_SEAT, Handle, Seat


class JudgeOrder(Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """A remedy that changes the table."""


class CorrectTable(JudgeOrder, frozen=True, tag="correct_table"):
    """Make these changes together. `ends` allows them to end the match."""

    changes: tuple[AnyChange, ...]
    ends: bool = False


class AnnulAction(JudgeOrder, frozen=True, tag="annul_action"):
    """Undo one action. The actions after it are given again.

    `change_of_mind`: the action was no error; its seat wants to act otherwise and its opponents consent.
    """

    of: int
    change_of_mind: bool = False


class ResolveAbilityNow(JudgeOrder, frozen=True, tag="resolve_ability_now"):
    """Resolve a missed mandatory ability on the condition (by id) that occurred at `missed_at` (`42.7`)."""

    card: Handle
    ability: int
    missed_at: str
    condition: int = 0


class RestoreOpportunity(JudgeOrder, frozen=True, tag="restore_opportunity"):
    """Offer a seat the window again that was open, or should have been open, at `at` (`42.7`).

    The seat's opponents must consent, unless the service failed to offer the window (`service_error`).
    """

    seat: Seat
    at: str
    service_error: bool = False


class AcceptTable(JudgeOrder, frozen=True, tag="accept_table"):
    """Leave the table as it is. No further remedy can be given for the error."""


class EndMatch(JudgeOrder, frozen=True, tag="end_match"):
    """End the match: `how` is `loss` or `draw`; a loss names its `winner`."""

    how: str
    winner: Seat = NO_SEAT


REMEDIES = (CorrectTable, AnnulAction, ResolveAbilityNow, RestoreOpportunity, AcceptTable, EndMatch)
