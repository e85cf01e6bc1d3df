"""The table of the AGoT card games: players with a faction card and gold, cards that kneel, the current challenge.

Attachments and duplicates lie in the play area of their controller and name the card that they are on (`host`). A game
has a table of its own under this one, with its kinds of zones and its cards.
"""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.contest import Contest
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardGameTable, CardState, PlayerState
from domain.families.agot_cards.pool.printed import AgotPrinted
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, NO_SEAT, Handle, Seat, zone
from domain.kernel.state.fields import CountField, MarkField
from domain.kernel.table import CopyOnWriteMap

if TYPE_CHECKING:
    from domain.families.agot_cards.rules import AgotCardRules

CHALLENGES = ("military", "intrigue", "power")
VICTORY = 15
POWER_OF = attrgetter("power")
LEAVING = {"killed": "dead", **CardGameRules.leaving}
"""The kinds of conditions by which cards leave play, with the area of its owner to which one goes."""

AGOT_ZONES = {
    "deck": ZoneKind("nobody"),
    "hand": ZoneKind("owner"),
    "discard": ZoneKind("all"),
    "dead": ZoneKind("all"),
    "plots": ZoneKind("owner"),
    "faction": ZoneKind("all", in_play=True, apart=True),
    "plot": ZoneKind("all", in_play=True, apart=True),
    "chosen": ZoneKind("owner"),
    "used": ZoneKind("all"),
    "play": ZoneKind("all", in_play=True),
    "setup": ZoneKind("owner"),
    "removed": ZoneKind("all"),
    "playing": ZoneKind("all"),
}
"""The kinds of zones that both games have; a chosen plot and setup cards lie hidden until all have theirs."""


class AgotCard(CardState, kw_only=True):
    """A card: its printed values, and its state while it is in play.

    `host` is the card under an attachment or duplicate; `duplicate` and `facedown` cards have no characteristics. What
    type a duplicate has, each game says.
    """

    taken_keys: ClassVar[frozenset[str]] = CardState.taken_keys | {"strength", "icons", "duplicate", "duplicates"}

    printed: AgotPrinted
    duplicate: bool = False
    kneeling: Annotated[bool, MarkField("knelt", "standing", turned=True)] = False
    power: Annotated[int, CountField("power")] = 0
    gold: Annotated[int, CountField("gold")] = 0

    @property
    def has_characteristics(self) -> bool:
        return not (self.duplicate or self.facedown)

    def leave_play(self) -> None:
        super().leave_play()
        self.duplicate = False


class Player(PlayerState, omit_defaults=True):
    """The state of a player besides cards; `faction` is the card that shows it, which holds the player's power."""

    taken_keys: ClassVar[frozenset[str]] = PlayerState.taken_keys | {
        *("faction", "faction_power", "plot", "power", "income", "initiative", "reserve", "usage")
    }

    faction: Handle = NO_CARD
    gold: Annotated[int, CountField("gold")] = 0


class Challenge(Contest, frozen=True, omit_defaults=True):
    """The challenge that is being resolved; totals, winner and margin are fixed when strength is compared."""

    bypassed: tuple[Handle, ...] = ()
    unopposed: bool = False
    claim: int = 0


class AgotTable(CardGameTable, kw_only=True):
    """The part of a table that both games have."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = AGOT_ZONES
    hidden_kinds: ClassVar[tuple[str, ...]] = ("hand", "deck", "plots", "setup")
    new_card: ClassVar[type[CardState]] = AgotCard
    new_player: ClassVar[type[Player]] = Player

    cards: CopyOnWriteMap[Handle, AgotCard] = msgspec.field(default_factory=CopyOnWriteMap)
    players: CopyOnWriteMap[Seat, Player] = msgspec.field(default_factory=CopyOnWriteMap)
    initiative_winner: Seat = NO_SEAT
    challenge: Challenge | None = None

    def characters(self, seat: Seat) -> list[Handle]:
        """The characters that a player controls."""
        return self.of_type(seat, "character")

    def all_characters(self) -> list[Handle]:
        return [each for seat in self.player_order() for each in self.characters(seat)]

    def plot(self, seat: Seat) -> AgotCard | None:
        """The revealed plot of a player."""
        revealed = self.zone(zone(seat, "plot"))
        return self.cards[revealed[0]] if revealed else None

    def duplicates(self, card: Handle) -> list[Handle]:
        return [each for each in self.on(card) if self.cards[each].duplicate]

    def power(self, seat: Seat) -> int:
        """The total power on all cards that a player controls."""
        zones = [self.zones.get(zone(seat, kind), ()) for kind in self.in_play_kinds]
        return sum(map(POWER_OF, map(self.cards.__getitem__, chain.from_iterable(zones))))

    def is_participating(self, card: Handle) -> bool:
        return self.challenge is not None and card in self.challenge.participants


AgotGame = Game[AgotTable]
AgotContext = AbilityContext[AgotTable]


def agot_rules(table: AgotTable) -> AgotCardRules[AgotTable]:
    """The rules of the game that is played on a table."""
    rules: AgotCardRules[AgotTable] = table.registry.rules
    return rules


def current_challenge(table: AgotTable) -> Challenge:
    """The challenge that is resolving."""
    assert table.challenge is not None
    return table.challenge
