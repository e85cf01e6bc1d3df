"""Facts of the course of the game: set-up, rounds, phases, players, counters."""

from __future__ import annotations

from msgspec import structs

from domain.games.agot_lcg.state import AgotTable, Player
from domain.kernel.facts import Fact
from domain.kernel.ids import ADMIN, Handle, Seat, Viewer, ZoneKey
from domain.kernel.numbers import TracedNumber


class SeatsTaken(Fact, frozen=True, tag="agot_lcg.seats_taken"):
    """The players took their seats, clockwise, with their faction cards, agendas and the window policy of the match."""

    seats: tuple[Seat, ...]
    factions: tuple[tuple[Handle, str], ...]
    agendas: tuple[tuple[Handle, str], ...]
    policy: str

    def apply(self, table: AgotTable) -> None:
        table.seats = self.seats
        table.policy = self.policy
        for seat, (handle, key) in zip(self.seats, self.factions, strict=True):
            table.players.put(seat, Player(faction=handle))
            table.lay_new_card(seat, "faction", handle, key)
        for seat, (handle, key) in zip(self.seats, self.agendas, strict=True):
            if handle:
                table.lay_new_card(seat, "agenda", handle, key)


class DeckBrought(Fact, frozen=True, tag="agot_lcg.deck_brought"):
    """A player brought a plot deck or a draw deck, listed in the order of the list, before it is shuffled."""

    seat: Seat
    zone: ZoneKey
    count: int
    cards: tuple[tuple[Handle, str], ...] = ()

    def apply(self, table: AgotTable) -> None:
        kind = self.zone.partition(".")[2]
        for handle, key in self.cards:
            table.lay_new_card(self.seat, kind, handle, key)

    def seen_by(self, viewer: Viewer) -> DeckBrought:
        return self if viewer == ADMIN else structs.replace(self, cards=())


class FirstPlayerChosen(Fact, frozen=True, tag="agot_lcg.first_player_chosen"):
    """A player got the first player token, and who named that player (nobody: at random)."""

    player: Seat
    by: Seat = Seat("")

    def apply(self, table: AgotTable) -> None:
        table.first_player = self.player


class InitiativeWon(Fact, frozen=True, tag="agot_lcg.initiative_won"):
    """A player won initiative, with the values that were compared."""

    neutral = True
    seat: Seat
    values: tuple[tuple[Seat, TracedNumber], ...]
    how: str = "highest"

    def apply(self, table: AgotTable) -> None:
        table.initiative_winner = self.seat


class RoundBegan(Fact, frozen=True, tag="agot_lcg.round_began"):
    """A round began."""

    neutral = True
    round: int

    def apply(self, table: AgotTable) -> None:
        table.round = self.round


class PhaseBegan(Fact, frozen=True, tag="agot_lcg.phase_began"):
    """A phase began."""

    phase: str

    def apply(self, table: AgotTable) -> None:
        table.phase = self.phase
        table.forced = ()


class PhaseEnded(Fact, frozen=True, tag="agot_lcg.phase_ended"):
    """A phase ended; nobody is active any more."""

    neutral = True
    phase: str

    def apply(self, table: AgotTable) -> None:
        table.active_player = Seat("")


class RoundEnded(Fact, frozen=True, tag="agot_lcg.round_ended"):
    """A round ended."""

    neutral = True
    round: int


class LimitsReset(Fact, frozen=True, tag="agot_lcg.limits_reset"):
    """The counters of a period were reset."""

    neutral = True
    period: str

    def apply(self, table: AgotTable) -> None:
        for key in [each for each in table.usage if each.startswith(self.period + ":")]:
            table.usage.take(key)


class ActivePlayerNamed(Fact, frozen=True, tag="agot_lcg.active_player_named"):
    """A player became the active player."""

    seat: Seat

    def apply(self, table: AgotTable) -> None:
        table.active_player = self.seat


class Counted(Fact, frozen=True, tag="agot_lcg.counted"):
    """Something was counted against a limit: a limited card, a challenge of a type, the first card of a kind."""

    keys: tuple[str, ...]

    def apply(self, table: AgotTable) -> None:
        for key in self.keys:
            table.usage.put(key, table.usage.get(key, 0) + 1)


class LimitSet(Fact, frozen=True, tag="agot_lcg.limit_set"):
    """A counter of limits was set by hand."""

    key: str
    n: int

    def apply(self, table: AgotTable) -> None:
        table.usage.put(self.key, self.n)


class MulliganDecided(Fact, frozen=True, tag="agot_lcg.mulligan_decided"):
    """A player kept the setup hand or took a mulligan."""

    neutral = True
    seat: Seat
    mulligan: bool

    def apply(self, table: AgotTable) -> None:
        table.players.writable(self.seat).mulligan = self.mulligan


class PlayerEliminated(Fact, frozen=True, tag="agot_lcg.player_eliminated"):
    """A player was eliminated from the game."""

    seat: Seat
    why: str

    def apply(self, table: AgotTable) -> None:
        table.eliminated = (*table.eliminated, self.seat)


class SettingUp(Fact, frozen=True, tag="agot_lcg.setting_up"):
    """A step of the set-up was done; the last one ends the set-up."""

    neutral = True
    step: str
