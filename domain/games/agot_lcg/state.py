"""The table of A Game of Thrones LCG: players, cards in their areas, the current challenge, lasting effects.

Areas are zones `<seat>.<kind>`; ZONES says who sees each kind and which are in play. Attachments and duplicates lie in
the play area of their controller and name the card that they are on (`host`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

import msgspec
from msgspec import Struct, structs

from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.cards import ZoneKind
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, NO_SEAT, Handle, Seat, ZoneKey, zone, zone_kind, zone_owner
from domain.kernel.occurring.conditions import AbilityTable
from domain.kernel.table import Card, CopyOnWriteMap

PHASES = ("plot", "draw", "marshalling", "challenges", "dominance", "standing", "taxation")
CHALLENGES = ("military", "intrigue", "power")
VICTORY = 15
AS_ATTACHMENT = "as-attachment"

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


class AgotCard(Card, kw_only=True):
    """A card: its printed values, and its state while it is in play.

    `host` is the card under an attachment or duplicate; `duplicate` and `facedown` cards have no characteristics.
    `entered` is the serial of its entry into play, `how` the manner of entry (marshalled, put, ambush, setup,
    as-attachment), `since` its round and phase.
    """

    printed: Printed
    kneeling: bool = False
    duplicate: bool = False
    power: int = 0
    gold: int = 0
    tokens: dict[str, int] = msgspec.field(default_factory=dict)
    host: Handle = NO_CARD
    how: str = ""
    since: str = ""
    entered: int = 0

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


class Player(Struct, omit_defaults=True):
    """The state of a player besides cards."""

    faction: Handle = NO_CARD
    gold: int = 0
    mulligan: bool = False


class Challenge(Struct, frozen=True, omit_defaults=True):
    """The challenge that is being resolved; totals, winner and margin are fixed in 4.2.2."""

    id: int
    kind: str
    attacker: Seat
    defender: Seat
    attackers: tuple[Handle, ...] = ()
    defenders: tuple[Handle, ...] = ()
    bypassed: tuple[Handle, ...] = ()
    attack: int = 0
    defense: int = 0
    decided: bool = False
    winner: Seat = NO_SEAT
    loser: Seat = NO_SEAT
    margin: int = 0
    unopposed: bool = False
    claim: int = 0

    @property
    def participants(self) -> tuple[Handle, ...]:
        return self.attackers + self.defenders

    @enforces("agot_lcg.participating.binary")
    def side(self, card: Handle) -> str:
        """The side of a card: `attacking`, `defending`, or empty."""
        if card in self.attackers:
            return "attacking"
        return "defending" if card in self.defenders else ""

    def is_alone(self, card: Handle) -> bool:
        """Whether a card is the only participant of its side."""
        return (card,) in (self.attackers, self.defenders)

    def without(self, cards: tuple[Handle, ...]) -> Challenge:
        return structs.replace(
            self,
            attackers=tuple(each for each in self.attackers if each not in cards),
            defenders=tuple(each for each in self.defenders if each not in cards),
        )


class CardMatch(Struct, frozen=True, omit_defaults=True):
    """A description of cards by their printed values, such as the next Stark character."""

    types: tuple[str, ...] = ()
    faction: str = ""
    trait: str = ""
    loyal: bool = False

    def fits(self, printed: Printed) -> bool:
        return (
            (not self.types or printed.type in self.types)
            and (not self.faction or printed.faction == self.faction)
            and (not self.trait or self.trait in printed.traits)
            and (not self.loyal or printed.loyal)
        )


class LastingEffect(Struct, frozen=True, omit_defaults=True):
    """A lasting effect: its change to cards or players, and its end.

    `what`, `name`, `amount` and `how` are those of a constant ability; `once` ends it at its first use.
    """

    id: int
    source: str
    what: str
    seat: Seat
    until: str
    name: str = ""
    amount: int = 0
    how: str = "add"
    cards: tuple[Handle, ...] = ()
    match: CardMatch | None = None
    once: bool = False


@lru_cache(4096)
def clockwise(seats: tuple[Seat, ...], eliminated: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """The players still in the game, clockwise from `first` (or from where that player sat)."""
    start = seats.index(first) if first in seats else 0
    return tuple(seat for seat in seats[start:] + seats[:start] if seat not in eliminated)


@lru_cache(4096)
def others(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(each for each in seats if each != seat)


class AgotTable(AbilityTable, kw_only=True):
    """The whole table."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = ZONES

    cards: CopyOnWriteMap[Handle, AgotCard] = msgspec.field(default_factory=CopyOnWriteMap)
    players: CopyOnWriteMap[Seat, Player] = msgspec.field(default_factory=CopyOnWriteMap)
    first_player: Seat = NO_SEAT
    active_player: Seat = NO_SEAT
    initiative_winner: Seat = NO_SEAT
    eliminated: tuple[Seat, ...] = ()
    round: int = 0
    phase: str = "setup"
    challenge: Challenge | None = None
    lasting: CopyOnWriteMap[int, LastingEffect] = msgspec.field(default_factory=CopyOnWriteMap)

    @enforces(
        "agot_lcg.treasury.card-tokens-return",
        "agot_lcg.leaves-play.tokens-to-treasury",
        "agot_lcg.control.out-of-play-areas",
        "agot_lcg.control.default-owner",
    )
    def update_moved_card(self, card: AgotCard, came_from: ZoneKey, host: Handle) -> None:
        """Update a moved card: out of play it loses its state; in play its area decides its controller."""
        came, went = ZONES[zone_kind(came_from)], ZONES[zone_kind(card.zone)]
        if came.in_play and not went.in_play:
            card.kneeling = card.facedown = card.duplicate = False
            card.power = card.gold = 0
            card.tokens = {}
            card.how = card.since = ""
            card.entered = 0
        card.host = host
        card.controller = zone_owner(card.zone) if went.in_play else card.owner

    def remaining_seats(self) -> tuple[Seat, ...]:
        return clockwise(self.seats, self.eliminated, self.seats[0])

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The opponents still in the game, in player order."""
        return others(self.player_order(), seat)

    @enforces("agot_lcg.player-order.first-then-clockwise", "agot_lcg.first-player.resolves-ambiguity")
    def player_order(self) -> tuple[Seat, ...]:
        """The players from the first player clockwise, without those eliminated."""
        return self.clockwise_from(self.first_player)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        return clockwise(self.seats, self.eliminated, seat)

    @enforces("agot_lcg.player-order.next-player")
    def next_seat(self, seat: Seat) -> Seat:
        """The next player clockwise who is still in the game."""
        around = self.clockwise_from(seat)
        return around[1 % len(around)] if around[0] == seat else around[0]

    def play_area(self, seat: Seat) -> list[Handle]:
        """The cards in a player's play area, facedown ones last."""
        facedown = self.zones.get(zone(seat, "facedown"))
        cards = self.zone(zone(seat, "play"))
        return cards + facedown if facedown else cards

    def characters(self, seat: Seat) -> list[Handle]:
        """The characters that a player controls."""
        return [each for each in self.play_area(seat) if self.cards[each].type == "character"]

    def all_characters(self) -> list[Handle]:
        return [each for seat in self.player_order() for each in self.characters(seat)]

    @enforces("agot_lcg.in-play.definition")
    def in_play(self) -> list[Handle]:
        """All cards in play areas and all faction cards, plots and held cards in play, in player order."""
        kinds = ("faction", "plot", "play")
        return [card for seat in self.player_order() for kind in kinds for card in self.zone(zone(seat, kind))]

    def plot(self, seat: Seat) -> AgotCard | None:
        """The revealed plot of a player."""
        revealed = self.zone(zone(seat, "plot"))
        return self.cards[revealed[0]] if revealed else None

    def on(self, card: Handle) -> list[Handle]:
        """The attachments and duplicates on a card, in play order."""
        return [each for seat in self.seats for each in self.play_area(seat) if self.cards[each].host == card]

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
