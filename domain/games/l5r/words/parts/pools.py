"""Parts for the pools of players: honor, fate, hands and decks."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.parts.cards import happen_or_fail
from domain.cardgame.words.select import Amount, may_be_some, quantity, seats_of
from domain.games.l5r import occurring
from domain.games.l5r.state import L5rContext, L5rGame
from domain.kernel.ids import Seat
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition

EFFECT = "effect"


class OfPlayers(Part, frozen=True):
    """A part by which something of players changes: conditions, one for each of the players `who`."""

    n: Amount = 1
    who: str = "you"

    def condition(self, context: L5rContext, seat: Seat, n: int) -> Condition:
        """The condition of the change for one player. Raises LookupError for a part that changes nothing."""
        raise LookupError(f"{type(self).__name__} changes nothing")

    def is_able(self, context: L5rContext, seat: Seat) -> bool:
        """Whether the change would change anything for a player."""
        return True

    def potential(self, context: L5rContext) -> bool:
        return may_be_some(context, self.n) and any(self.is_able(context, seat) for seat in seats_of(context, self.who))

    def conditions(self, context: L5rContext) -> Iterator[Condition]:
        if n := quantity(context, self.n):
            able = (seat for seat in seats_of(context, self.who) if self.is_able(context, seat))
            yield from (self.condition(context, seat, n) for seat in able)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        conditions = [*self.conditions(context)]
        happen_or_fail(game, context, conditions, len(seats_of(context, self.who)))


class GainHonor(OfPlayers, frozen=True, tag="gain_honor"):
    """Players gain honor from the general pool."""

    def condition(self, context: L5rContext, seat: Seat, n: int) -> Condition:
        return Condition(0, "honor_gained", seat=seat, n=n, how=EFFECT, source=context.me)


class LoseHonor(OfPlayers, frozen=True, tag="lose_honor"):
    """Players lose honor, as much as they have."""

    def is_able(self, context: L5rContext, seat: Seat) -> bool:
        return context.table.players[seat].honor > 0

    def condition(self, context: L5rContext, seat: Seat, n: int) -> Condition:
        return occurring.honor_lost_condition(seat, n, EFFECT, context.me)


class GiveHonor(OfPlayers, frozen=True, tag="give_honor"):
    """Players give honor to their opponents: `who: opponent` is honor that you take."""

    def is_able(self, context: L5rContext, seat: Seat) -> bool:
        return context.table.players[seat].honor > 0

    def condition(self, context: L5rContext, seat: Seat, n: int) -> Condition:
        other = context.table.opponent(seat)
        return Condition(0, "honor_given", seat=seat, other=other, n=n, how=EFFECT, source=context.me)


class GainFate(OfPlayers, frozen=True, tag="gain_fate"):
    """Players gain fate from the general pool."""

    def condition(self, context: L5rContext, seat: Seat, n: int) -> Condition:
        return Condition(0, "fate_gained", seat=seat, n=n, how=EFFECT, source=context.me)


class GiveFate(OfPlayers, frozen=True, tag="give_fate"):
    """Players give fate to their opponents: `who: opponent` is fate that you take."""

    def is_able(self, context: L5rContext, seat: Seat) -> bool:
        return context.table.players[seat].fate > 0

    def condition(self, context: L5rContext, seat: Seat, n: int) -> Condition:
        other = context.table.opponent(seat)
        return Condition(0, "fate_given", seat=seat, other=other, n=n, how=EFFECT, source=context.me)
