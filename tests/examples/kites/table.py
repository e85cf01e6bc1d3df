"""The table of Kites and its own commands. Cord and ribbons lie as tokens on flyers, a kite may be tangled."""

from __future__ import annotations

from typing import Annotated, ClassVar

from domain.cardgame.contest import ContestTable
from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.facts.contests import ContestChanged
from domain.cardgame.facts.course import PlayersSeated
from domain.cardgame.table import CardState
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.state.fields import MarkField

CORD, RIBBON = "cord", "ribbon"


class KitesCard(CardState, kw_only=True):
    """A card; a kite that was sent or set against others is tangled until the phase ends."""

    tangled: Annotated[bool, MarkField("tangled")] = False


class KitesTable(ContestTable, kw_only=True):
    """Everything that is so."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        "deck": ZoneKind("nobody"),
        "hand": ZoneKind("owner"),
        "play": ZoneKind("all", in_play=True),
        **dict.fromkeys(("discard", "removed", "playing"), ZoneKind("all")),
    }

    new_card: ClassVar[type[CardState]] = KitesCard

    def ready_kites(self, seat: Seat) -> tuple[Handle, ...]:
        """The kites of a player that are not tangled."""
        return tuple(kite for kite in self.of_type(seat, "kite") if not self.cards[kite].tangled)

    def amount(self, seat: Seat, name: str) -> int:
        """The cord or the ribbons on the flyer of a player."""
        return sum(self.cards[flyer].tokens.get(name, 0) for flyer in self.of_type(seat, "flyer"))


KitesGame = Game[KitesTable]


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


COMMANDS: tuple[type[Command], ...] = (LaunchCard, SendKites, SetKites)
FACTS: tuple[type[Fact], ...] = (PlayersSeated, ContestChanged, CardEnteredPlay)
