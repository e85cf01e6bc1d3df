"""Facts of the course of a game: set-up, rounds, phases, players, counters."""

from __future__ import annotations

from typing import Self

from msgspec import structs

from domain.cardgame.table import CardGameTable
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import CounterKey, Term
from domain.kernel.ids import ADMIN, Handle, Seat, Viewer, ZoneKey


class PlayersSeated(Fact, frozen=True, tag="cards.players_seated"):
    """The players took their seats, clockwise, under a window policy; a game in which more is so then has its own."""

    seats: tuple[Seat, ...]
    policy: Term

    def apply(self, table: CardGameTable) -> None:
        table.seats, table.policy = self.seats, self.policy
        for seat in self.seats:
            table.players.put(seat, table.new_player())


class DeckBrought(Fact, frozen=True, tag="cards.deck_brought"):
    """A player brought a deck, listed in the order of the list, before it is shuffled."""

    seat: Seat
    zone: ZoneKey
    count: int
    cards: tuple[tuple[Handle, str], ...] = ()

    def apply(self, table: CardGameTable) -> None:
        kind = self.zone.partition(".")[2]
        for handle, key in self.cards:
            table.lay_new_card(self.seat, kind, handle, key)

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == ADMIN else structs.replace(self, cards=())


class FirstPlayerChosen(Fact, frozen=True, tag="cards.first_player_chosen"):
    """A player got the first player token, and who named that player (nobody: at random)."""

    player: Seat
    by: Seat = Seat("")

    def apply(self, table: CardGameTable) -> None:
        table.first_player = self.player


class RoundBegan(Fact, frozen=True, tag="cards.round_began"):
    """A round began."""

    neutral = True
    round: int

    def apply(self, table: CardGameTable) -> None:
        table.round = self.round


class PhaseBegan(Fact, frozen=True, tag="cards.phase_began"):
    """A phase began."""

    phase: Term

    def apply(self, table: CardGameTable) -> None:
        table.phase = self.phase
        table.forced = ()


class PhaseEnded(Fact, frozen=True, tag="cards.phase_ended"):
    """A phase ended; nobody is active any more."""

    neutral = True
    phase: Term

    def apply(self, table: CardGameTable) -> None:
        table.active_player = Seat("")


class RoundEnded(Fact, frozen=True, tag="cards.round_ended"):
    """A round ended."""

    neutral = True
    round: int


class LimitsReset(Fact, frozen=True, tag="cards.limits_reset"):
    """The counters of a period were reset."""

    neutral = True
    period: Term

    def apply(self, table: CardGameTable) -> None:
        for key in [each for each in table.usage if each.startswith(self.period + ":")]:
            table.usage.take(key)


class ActivePlayerNamed(Fact, frozen=True, tag="cards.active_player_named"):
    """A player became the active player."""

    seat: Seat

    def apply(self, table: CardGameTable) -> None:
        table.active_player = self.seat


class Counted(Fact, frozen=True, tag="cards.counted"):
    """Something was counted against a limit: by the keys of counters, which begin with their period."""

    keys: tuple[CounterKey, ...]

    def apply(self, table: CardGameTable) -> None:
        for key in self.keys:
            table.usage.put(key, table.usage.get(key, 0) + 1)


class LimitSet(Fact, frozen=True, tag="cards.limit_set"):
    """A counter of limits was set by hand."""

    key: CounterKey
    n: int

    def apply(self, table: CardGameTable) -> None:
        table.usage.put(self.key, self.n)


class MulliganDecided(Fact, frozen=True, tag="cards.mulligan_decided"):
    """A player kept the setup hand or took a mulligan."""

    neutral = True
    seat: Seat
    mulligan: bool

    def apply(self, table: CardGameTable) -> None:
        table.players.writable(self.seat).mulligan = self.mulligan


class PlayerEliminated(Fact, frozen=True, tag="cards.player_eliminated"):
    """A player was eliminated from the game."""

    seat: Seat
    why: Term

    def apply(self, table: CardGameTable) -> None:
        table.eliminated = (*table.eliminated, self.seat)


class SettingUp(Fact, frozen=True, tag="cards.setting_up"):
    """A step of the set-up was done; the last one ends the set-up."""

    neutral = True
    step: Term
