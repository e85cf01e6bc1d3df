"""The table of A Game of Thrones LCG: players, cards in their areas, the current challenge, lasting effects.

ZONES says who sees each kind of area and which are in play. Attachments and duplicates lie in the play area of their
controller and name the card that they are on (`host`).
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.contest import Contest
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardGameTable, CardState, PlayerState
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.cards import ZoneKind
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, NO_SEAT, Handle, Seat, zone
from domain.kernel.state.fields import CountField, MarkField
from domain.kernel.table import CopyOnWriteMap

PHASES = ("plot", "draw", "marshalling", "challenges", "dominance", "standing", "taxation")
CHALLENGES = ("military", "intrigue", "power")
VICTORY = 15
AS_ATTACHMENT = "as-attachment"
LEAVING = {"killed": "dead", **CardGameRules.leaving}
"""The kinds of conditions by which cards leave play, with the area of its owner to which one goes."""

ZONES = {
    "deck": ZoneKind("nobody"),
    "hand": ZoneKind("owner"),
    "discard": ZoneKind("all"),
    "dead": ZoneKind("all"),
    "plots": ZoneKind("owner"),
    "plot": ZoneKind("all", in_play=True),
    "chosen": ZoneKind("owner"),
    "used": ZoneKind("all"),
    "play": ZoneKind("all", in_play=True),
    "facedown": ZoneKind("owner", in_play=True),
    "faction": ZoneKind("all", in_play=True),
    "agenda": ZoneKind("all"),
    "setup": ZoneKind("owner"),
    "removed": ZoneKind("all"),
    "playing": ZoneKind("all"),
}

ORDERED_BY_OWNER = {
    "dead": "agot_lcg.dead-pile.simultaneous-owner-orders",
    "discard": "agot_lcg.discard-pile.simultaneous-owner-orders",
}
"""The piles in which the order matters, with the rule that gives it to the owner."""


class AgotCard(CardState, kw_only=True):
    """A card: its printed values, and its state while it is in play.

    `host` is the card under an attachment or duplicate; `duplicate` and `facedown` cards have no characteristics.
    `how` is the manner of entry: marshalled, put, ambush, setup, as-attachment.
    """

    printed: Printed
    duplicate: bool = False
    kneeling: Annotated[bool, MarkField("knelt", "standing", turned=True)] = False
    power: Annotated[int, CountField("power")] = 0
    gold: Annotated[int, CountField("gold")] = 0

    @property
    @enforces(
        "agot_lcg.duplicates.not-attachments",
        "agot_lcg.duplicates.no-characteristics",
        "agot_lcg.facedown.no-characteristics",
        "agot_lcg.card-types.type-change",
    )
    def type(self) -> str:
        """The card type; empty for a duplicate or facedown card; an event may have become an attachment."""
        if self.duplicate or self.facedown:
            return ""
        return "attachment" if self.how == AS_ATTACHMENT else self.printed.type

    @property
    def has_characteristics(self) -> bool:
        return not (self.duplicate or self.facedown)

    @property
    def is_attached(self) -> bool:
        return bool(self.host) and not self.duplicate

    def leave_play(self) -> None:
        super().leave_play()
        self.duplicate = False


class Player(PlayerState, omit_defaults=True):
    """The state of a player besides cards."""

    faction: Handle = NO_CARD
    gold: Annotated[int, CountField("gold")] = 0


class Challenge(Contest, frozen=True, omit_defaults=True):
    """The challenge that is being resolved; totals, winner and margin are fixed in 4.2.2."""

    bypassed: tuple[Handle, ...] = ()
    unopposed: bool = False
    claim: int = 0


class AgotTable(CardGameTable, kw_only=True):
    """The whole table."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = ZONES
    hidden_kinds: ClassVar[tuple[str, ...]] = ("hand", "deck", "plots", "setup")
    play_kinds: ClassVar[tuple[str, ...]] = ("play", "facedown")
    in_play_kinds: ClassVar[tuple[str, ...]] = ("faction", "plot", "play")
    new_card: ClassVar[type[CardState]] = AgotCard
    new_player: ClassVar[type[PlayerState]] = Player

    cards: CopyOnWriteMap[Handle, AgotCard] = msgspec.field(default_factory=CopyOnWriteMap)
    players: CopyOnWriteMap[Seat, Player] = msgspec.field(default_factory=CopyOnWriteMap)
    initiative_winner: Seat = NO_SEAT
    challenge: Challenge | None = None

    def characters(self, seat: Seat) -> list[Handle]:
        """The characters that a player controls."""
        return [each for each in self.play_area(seat) if self.cards[each].type == "character"]

    def all_characters(self) -> list[Handle]:
        return [each for seat in self.player_order() for each in self.characters(seat)]

    def plot(self, seat: Seat) -> AgotCard | None:
        """The revealed plot of a player."""
        revealed = self.zone(zone(seat, "plot"))
        return self.cards[revealed[0]] if revealed else None

    def duplicates(self, card: Handle) -> list[Handle]:
        return [each for each in self.on(card) if self.cards[each].duplicate]

    def attachments(self, card: Handle) -> list[Handle]:
        return [each for each in self.on(card) if not self.cards[each].duplicate]

    @enforces("agot_lcg.power.total-is-on-controlled-cards", "agot_lcg.move-power.counts-for-new-controller")
    def power(self, seat: Seat) -> int:
        """The total power on all cards that a player controls."""
        cards, total = self.cards, 0
        for kind in ("faction", "play", "plot"):
            for card in self.zones.get(zone(seat, kind), ()):
                total += cards[card].power
        return total

    def is_participating(self, card: Handle) -> bool:
        return self.challenge is not None and card in self.challenge.participants


AgotContext = AbilityContext[AgotTable]
