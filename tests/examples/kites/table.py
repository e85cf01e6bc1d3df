"""The table of Kites, its own commands and facts. Cord and ribbons lie as tokens on flyers; a tangled kite has one."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.contest import Contest
from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.table import CardGameTable, PlayerState
from domain.kernel.cards import ZoneKind
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, Handle, Seat

CORD, RIBBON, TANGLED = "cord", "ribbon", "tangled"


class KitesTable(CardGameTable, kw_only=True):
    """Everything that is so; `contest` is the one under way."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        "deck": ZoneKind("nobody"),
        "hand": ZoneKind("owner"),
        "play": ZoneKind("all", in_play=True),
        **dict.fromkeys(("discard", "removed", "playing"), ZoneKind("all")),
    }
    contest: Contest | None = None

    def of_type(self, seat: Seat, kind: str) -> tuple[Handle, ...]:
        """The cards of a type that a player has in play."""
        return tuple(card for card in self.play_area(seat) if self.cards[card].type == kind)

    def ready_kites(self, seat: Seat) -> tuple[Handle, ...]:
        """The kites of a player that are not tangled."""
        return tuple(kite for kite in self.of_type(seat, "kite") if TANGLED not in self.cards[kite].tokens)

    def amount(self, seat: Seat, name: str) -> int:
        """The cord or the ribbons on the flyer of a player."""
        return sum(self.cards[flyer].tokens.get(name, 0) for flyer in self.of_type(seat, "flyer"))


KitesGame = Game[KitesTable]


def put_tokens(game: KitesGame, cards: tuple[Handle, ...], name: str, n: int) -> None:
    for card in cards:
        game.emit(TokensPlaced(card, name, n))


class LaunchCard(Command, frozen=True, tag="launch_card"):
    """Launch a kite from hand, or tie a tail to `host`."""

    card: Handle
    host: Handle = NO_CARD


class SendKites(Command, frozen=True, tag="send_kites"):
    """Send kites into a contest, or none."""

    kites: tuple[Handle, ...]


class SetKites(Command, frozen=True, tag="set_kites"):
    """Set kites against those that were sent, or none."""

    kites: tuple[Handle, ...]


class SeatsTaken(Fact, frozen=True, tag="kites.seats_taken"):
    """The players took their seats, under a window policy."""

    seats: tuple[Seat, ...]
    policy: str

    def apply(self, table: KitesTable) -> None:
        table.seats, table.policy = self.seats, self.policy
        for seat in self.seats:
            table.players.put(seat, PlayerState())


class ContestChanged(Fact, frozen=True, tag="kites.contest_changed"):
    """The contest is so now; None where it ended."""

    contest: Contest | None

    def apply(self, table: KitesTable) -> None:
        table.contest = self.contest


COMMANDS: tuple[type[Command], ...] = (LaunchCard, SendKites, SetKites)
FACTS: tuple[type[Fact], ...] = (SeatsTaken, ContestChanged)
