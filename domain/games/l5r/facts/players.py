"""Facts of players: fate, honor and the dial, opportunities, draws from a deck that ran out, the Imperial Favor."""

from __future__ import annotations

from domain.games.l5r.state import CONFLICTS, Favor, L5rTable, OwedDraw
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import NO_CARD, NO_SEAT, Handle, Seat
from domain.kernel.numbers import TracedNumber


class FateGained(Fact, frozen=True, tag="l5r.fate_gained"):
    """A player gained fate from the general pool; `trace` is that of the stronghold's fate value."""

    seat: Seat
    fate: int
    why: Term = ""
    trace: TracedNumber | None = None

    def apply(self, table: L5rTable) -> None:
        table.players.writable(self.seat).fate += self.fate


class FateSpent(Fact, frozen=True, tag="l5r.fate_spent"):
    """A player returned fate to the general pool; `trace` is that of the cost."""

    seat: Seat
    fate: int
    why: Term = ""
    trace: TracedNumber | None = None

    def apply(self, table: L5rTable) -> None:
        table.players.writable(self.seat).fate -= self.fate


class HonorGained(Fact, frozen=True, tag="l5r.honor_gained"):
    """A player gained honor from the general pool."""

    seat: Seat
    honor: int
    why: Term = ""

    def apply(self, table: L5rTable) -> None:
        table.players.writable(self.seat).honor += self.honor


class HonorLost(Fact, frozen=True, tag="l5r.honor_lost"):
    """A player lost honor to the general pool, as much as there was."""

    seat: Seat
    honor: int
    why: Term = ""

    def apply(self, table: L5rTable) -> None:
        table.players.writable(self.seat).honor -= self.honor


class HonorGiven(Fact, frozen=True, tag="l5r.honor_given"):
    """Honor went from a player to the other, given or taken, as much as there was."""

    giver: Seat
    taker: Seat
    honor: int
    why: Term = ""

    def apply(self, table: L5rTable) -> None:
        table.players.writable(self.giver).honor -= self.honor
        table.players.writable(self.taker).honor += self.honor


class FateGiven(Fact, frozen=True, tag="l5r.fate_given"):
    """Fate went from a player's pool to the other's, given or taken, as much as there was."""

    giver: Seat
    taker: Seat
    fate: int
    why: Term = ""

    def apply(self, table: L5rTable) -> None:
        table.players.writable(self.giver).fate -= self.fate
        table.players.writable(self.taker).fate += self.fate


class DuelDecided(Fact, frozen=True, tag="l5r.duel_decided"):
    """The skills of two duelists were compared: who won the duel and who lost it; in a tie nobody."""

    kind: Term
    challenger: Handle
    challengee: Handle
    values: tuple[TracedNumber, TracedNumber]
    winner: Handle = NO_CARD

    def apply(self, table: L5rTable) -> None:
        """Nothing on the table says it: the effect of the ability names winner and loser."""


class DialsRevealed(Fact, frozen=True, tag="l5r.dials_revealed"):
    """The honor dials were revealed."""

    bids: tuple[tuple[Seat, int], ...]

    def apply(self, table: L5rTable) -> None:
        for seat, bid in self.bids:
            table.players.writable(seat).dial = bid


class OpportunitiesGiven(Fact, frozen=True, tag="l5r.opportunities_given"):
    """Each player got the opportunities of a conflict phase."""

    n: int

    def apply(self, table: L5rTable) -> None:
        for seat in table.seats:
            player = table.players.writable(seat)
            player.opportunities = self.n
            player.declared_military = player.declared_political = False


class OpportunityUsed(Fact, frozen=True, tag="l5r.opportunity_used"):
    """A player used an opportunity for a conflict of a type, or passed it: of a type only where passes name one."""

    seat: Seat
    kind: Term = ""
    passed: bool = False

    def apply(self, table: L5rTable) -> None:
        player = table.players.writable(self.seat)
        player.opportunities -= 1
        if self.kind in CONFLICTS:
            setattr(player, f"declared_{self.kind}", True)


class DrawOwed(Fact, frozen=True, tag="l5r.draw_owed"):
    """A player was left with cards to draw, as the deck ran out."""

    owed: OwedDraw

    def apply(self, table: L5rTable) -> None:
        table.draws = (*table.draws, self.owed)


class DrawsSettled(Fact, frozen=True, tag="l5r.draws_settled"):
    """The draws from decks that ran out were settled: what is drawn now follows."""

    neutral = True

    def apply(self, table: L5rTable) -> None:
        table.draws = ()


class GloryCounted(Fact, frozen=True, tag="l5r.glory_counted"):
    """Glory was counted for the Imperial Favor: each player's total, and who won (nobody in a tie)."""

    totals: tuple[tuple[Seat, TracedNumber], ...]
    winner: Seat = NO_SEAT

    def apply(self, table: L5rTable) -> None:
        table.favored = self.winner


class FavorClaimed(Fact, frozen=True, tag="l5r.favor_claimed"):
    """A player claimed the Imperial Favor and set its side."""

    seat: Seat
    side: Term

    def apply(self, table: L5rTable) -> None:
        table.favor = Favor(self.seat, self.side)
        table.favored = NO_SEAT


class FavorSet(Fact, frozen=True, tag="l5r.favor_set"):
    """The Imperial Favor was given to a player by hand, with this side up; without a player it is unclaimed."""

    seat: Seat = NO_SEAT
    side: str = ""

    def apply(self, table: L5rTable) -> None:
        table.favor = Favor(self.seat, self.side) if self.seat else None
