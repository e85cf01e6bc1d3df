"""What stands in the record of a player of an event: a penalty, and why they are out of it."""

from __future__ import annotations

from msgspec import Struct


class TournamentPenalty(Struct, frozen=True, omit_defaults=True):
    """A penalty of a player, as it stands in the record; one that was withdrawn stays there.

    `match` is the one that the table played when the penalty was given, or the first that it played afterwards;
    `withdrawn` is the reason why it was, `withdrawn_at` when. `held` is the entry since which it holds, 0 while it
    awaits its approval.
    """

    penalty: int
    player: str
    infraction: str
    given: str
    reason: str
    by: str
    office: str
    at: str
    rules: tuple[str, ...] = ()
    round: int = 0
    table: int = 0
    match: str = ""
    cause: str = ""
    needs: str = ""
    approved: str = ""
    withdrawn: str = ""
    withdrawn_at: str = ""
    held: int = 0

    @property
    def state(self) -> str:
        """`given`, `pending` (it still needs a word), or `withdrawn`."""
        if self.withdrawn:
            return "withdrawn"
        return "pending" if self.needs and not self.approved else "given"


class Leaving(Struct, frozen=True):
    """Why a player is out of the event, and since which entry."""

    why: str
    since: int
