"""The table: players with honor and fate, provinces with cards in them, rings, the Imperial Favor, the conflict.

A player has four provinces in a row, from left to right, and one under the stronghold; each is a slot. A province card
lies in the zone `province`, the dynasty cards on it in `row`, a holding that has been revealed in `holding`; the `slot`
of a card says where. Characters and attachments in play lie in `play`: who is in the conflict, the conflict says.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Struct

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.contest import Contest, ContestTable
from domain.cardgame.table import CardState, PlayerState
from domain.games.l5r.pool.printed import ELEMENTS, Element, Printed
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import enforces
from domain.kernel.game import Game
from domain.kernel.ids import NO_SEAT, Handle, Seat, Viewer, ZoneKey, zone, zone_kind
from domain.kernel.state.fields import CountField, MarkField
from domain.kernel.table import CopyOnWriteMap

PHASES = ("dynasty", "draw", "conflict", "fate", "regroup")
CONFLICTS = ("military", "political")
SIDES = CONFLICTS
"""The sides of a ring and of the Imperial Favor."""
ROW = (1, 2, 3, 4)
STRONGHOLD = 5
SLOTS = {"1": 1, "2": 2, "3": 3, "4": 4, "stronghold": STRONGHOLD}
"""The provinces of a player, as commands name them; the slots of cards in them."""
SLOT_NAMES = {slot: name for name, slot in SLOTS.items()}
IN_PROVINCES = ("province", "row", "holding")
"""The kinds of zones whose cards have a slot."""
WIN_HONOR = 25
LEAVING = {
    "discarded": "discard",
    "sacrificed": "discard",
    "returned_to_hand": "hand",
    "removed": "removed",
    "shuffled_away": "deck",
    "put_on_deck": "deck",
    "put_under_deck": "deck",
}
"""The kinds of conditions by which cards leave play, each with the area of its owner where a card goes."""
AS_ATTACHMENT = "attachment"
"""How a character enters play that is played as an attachment."""
GIVEN_UP = -1
"""In the place of an aftermath: there was no card for the province."""

ZONES = {
    "deck": ZoneKind("nobody"),
    "dynasty_deck": ZoneKind("nobody"),
    "hand": ZoneKind("owner"),
    "aside": ZoneKind("owner"),
    "play": ZoneKind("all", in_play=True),
    "holding": ZoneKind("all", in_play=True),
    "province": ZoneKind("all", in_play=True, apart=True, facedown="owner"),
    "row": ZoneKind("all", facedown="nobody"),
    "stronghold": ZoneKind("all", in_play=True, apart=True),
    "role": ZoneKind("all", active=True),
    "discard": ZoneKind("all"),
    "dynasty_discard": ZoneKind("all"),
    "removed": ZoneKind("all"),
    "playing": ZoneKind("all"),
}
"""The kinds of zones; `deck` and `discard` are of the conflict deck. In set-up cards that are looked at lie `aside`."""

OWN_AREAS = {
    "dynasty": {"deck": "dynasty_deck", "discard": "dynasty_discard", "hand": "dynasty_discard"},
    "conflict": {"dynasty_deck": "deck", "dynasty_discard": "discard"},
}
"""Where cards go in place of the areas of the other deck; no hand holds a dynasty card."""
ORDERED_BY_OWNER = dict.fromkeys(("discard", "dynasty_discard"), "l5r.zone.discard-simultaneous-order")
"""The piles in which the order matters, with the rule that gives it to the owner."""

BOWING, CHARACTERS = ("character", "attachment", "stronghold"), ("character",)
OTHER_STATUS = {"honored": "dishonored", "dishonored": "honored"}


class L5rCard(CardState, kw_only=True):
    """A card: its state in play, and in which of the provinces it lies (0: in none)."""

    taken_keys: ClassVar[frozenset[str]] = CardState.taken_keys | {"military", "political", "glory", "strength"}

    printed: Printed
    bowed: Annotated[bool, MarkField("bowed", "ready", turned=True, types=BOWING)] = False
    honored: Annotated[bool, MarkField("honored", types=CHARACTERS)] = False
    dishonored: Annotated[bool, MarkField("dishonored", types=CHARACTERS)] = False
    broken: Annotated[bool, MarkField("broken", "unbroken", types=("province",))] = False
    fate: Annotated[int, CountField("fate", types=CHARACTERS)] = 0
    slot: Annotated[int, CountField("province", most=STRONGHOLD, by_hand=False)] = 0

    @property
    @enforces("l5r.card.type-change")
    def type(self) -> str:
        """The card type: a character that was played as an attachment is one; empty for a facedown card."""
        return "attachment" if self.how == AS_ATTACHMENT and self.host else super().type

    @property
    @enforces("l5r.province.broken-blank", "l5r.break.text-inactive")
    def is_blank_by_rule(self) -> bool:
        """Whether a rule blanks its text: it is a broken province."""
        return self.broken


class Player(PlayerState, omit_defaults=True):
    """The state of a player besides cards: pools, the number on the honor dial, opportunities to declare conflicts.

    `declared_military` and `declared_political` say that the opportunity of that type is used: a conflict was declared
    or passed.
    """

    taken_keys: ClassVar[frozenset[str]] = PlayerState.taken_keys | {"provinces", "dynasty", "rings", "favor"}

    honor: Annotated[int, CountField("honor")] = 0
    fate: Annotated[int, CountField("fate")] = 0
    dial: Annotated[int, CountField("honor dial", most=5)] = 0
    opportunities: Annotated[int, CountField("opportunities to declare a conflict", most=2)] = 0
    declared_military: Annotated[bool, MarkField("done with military conflicts")] = False
    declared_political: Annotated[bool, MarkField("done with political conflicts")] = False


class Ring(Struct, frozen=True, omit_defaults=True):
    """A ring: the fate on it, and whether it is unclaimed, claimed, or contested with one side up."""

    fate: int = 0
    side: str = ""
    contested: bool = False
    claimed_by: Seat = NO_SEAT

    @property
    def is_unclaimed(self) -> bool:
        return not self.contested and self.claimed_by == NO_SEAT


class Favor(Struct, frozen=True):
    """The Imperial Favor while a player has it: who, and on which side it lies."""

    holder: Seat
    side: str


class Conflict(Contest, frozen=True, omit_defaults=True):
    """The conflict that is being resolved: `kind` is its type, `ring` its element, `slot` the attacked province.

    When skill is compared, winner and margin are fixed, and whether the defending player had a participant (`opposed`).
    Its ring effect is not resolved any more if a card has `stopped` it; the ring may be `claimed` before its step.
    """

    ring: Element = "air"
    slot: int = 0
    evaded: tuple[Handle, ...] = ()
    opposed: bool = False
    broke: bool = False
    resolved: Element | None = None
    stopped: bool = False
    claimed: bool = False

    def own_side(self, seat: Seat) -> tuple[Handle, ...]:
        """The participants on the side of a player."""
        return self.attackers if seat == self.attacker else self.defenders


class OwedRefill(Struct, frozen=True):
    """A province that is to be refilled when the reactions of an aftermath are over."""

    seat: Seat
    slot: int
    aftermath: int


class OwedDraw(Struct, frozen=True):
    """Cards that a player still draws, whose deck ran out."""

    seat: Seat
    n: int


def unclaimed_rings() -> CopyOnWriteMap[Element, Ring]:
    """The five rings, as a match begins."""
    return CopyOnWriteMap({element: Ring() for element in ELEMENTS})


class L5rTable(ContestTable, kw_only=True):
    """The whole table."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = ZONES
    hidden_kinds: ClassVar[tuple[str, ...]] = ("hand", "deck", "dynasty_deck")
    new_card: ClassVar[type[CardState]] = L5rCard
    new_player: ClassVar[type[Player]] = Player

    # cards and players are laid by `new_card` and `new_player` alone
    cards: CopyOnWriteMap[Handle, L5rCard] = msgspec.field(default_factory=CopyOnWriteMap)
    players: CopyOnWriteMap[Seat, Player] = msgspec.field(default_factory=CopyOnWriteMap)
    rings: CopyOnWriteMap[Element, Ring] = msgspec.field(default_factory=unclaimed_rings)
    favor: Favor | None = None
    favored: Seat = NO_SEAT  # who won the glory count, until the favor is claimed
    contest: Conflict | None = None
    resolving: Element | None = None  # the ring whose effect was initiated and resolves next
    refills: tuple[OwedRefill, ...] = ()
    draws: tuple[OwedDraw, ...] = ()

    def update_moved_card(self, card: CardState, came_from: ZoneKey, host: Handle) -> None:
        """Update a moved card; one that leaves a province for another area has no slot any more."""
        super().update_moved_card(card, came_from, host)
        if isinstance(card, L5rCard) and zone_kind(card.zone) not in IN_PROVINCES:
            card.slot = 0

    @enforces("l5r.zone.home")
    def characters(self, seat: Seat) -> list[Handle]:
        """The characters that a player controls, at home and in the conflict."""
        return self.of_type(seat, "character")

    def all_characters(self) -> list[Handle]:
        return [each for seat in self.player_order() for each in self.characters(seat)]

    def characters_and_attachments(self, seat: Seat) -> list[Handle]:
        """What a player controls in play beside what lies in provinces."""
        return self.zone(zone(seat, "play"))

    def attachments(self, card: Handle) -> list[Handle]:
        return self.on(card)

    @property
    def shows_cards(self) -> bool:
        """Whether an ability under way shows cards, or a card lies faceup on a deck."""
        return super().shows_cards or any(each.what == "playable-from" for each in self.lasting.values())

    def shown_to(self, viewer: Viewer) -> frozenset[Handle]:
        """The cards that are shown to a viewer where they lie: those too that an effect keeps faceup on a deck."""
        faceup = (each.cards for each in self.lasting.values() if each.what == "playable-from")
        return super().shown_to(viewer).union(*faceup)

    def province(self, seat: Seat, slot: int) -> L5rCard | None:
        """The province card in a slot of a player."""
        return next((each for each in self.province_cards(seat) if each.slot == slot), None)

    def province_cards(self, seat: Seat) -> list[L5rCard]:
        """The province cards of a player, from left to right, the one under the stronghold last."""
        return sorted((self.cards[card] for card in self.zone(zone(seat, "province"))), key=lambda card: card.slot)

    def dynasty_cards(self, seat: Seat) -> list[L5rCard]:
        """The dynasty cards in the provinces of a player, from left to right, with revealed holdings."""
        lying = (*self.zone(zone(seat, "row")), *self.zone(zone(seat, "holding")))
        return sorted((self.cards[card] for card in lying), key=lambda card: card.slot)

    def in_slot(self, seat: Seat, slot: int) -> list[L5rCard]:
        """The dynasty cards in one province of a player."""
        lying = (*self.zone(zone(seat, "row")), *self.zone(zone(seat, "holding")))
        return [each for card in lying if (each := self.cards[card]).slot == slot]

    def stronghold(self, seat: Seat) -> L5rCard | None:
        """The stronghold of a player; None on a table without one."""
        lying = self.zone(zone(seat, "stronghold"))
        return self.cards[lying[0]] if lying else None

    def opponent(self, seat: Seat) -> Seat:
        """The other player."""
        return next(each for each in self.seats if each != seat)

    @enforces("l5r.ring.state-claimed")
    def claimed_rings(self, seat: Seat) -> tuple[Element, ...]:
        return tuple(element for element, ring in self.rings.items() if ring.claimed_by == seat)

    @enforces("l5r.ring.state-unclaimed")
    def unclaimed_rings(self) -> tuple[Element, ...]:
        return tuple(element for element, ring in self.rings.items() if ring.is_unclaimed)

    @enforces("l5r.participate.binary")
    def is_participating(self, card: Handle) -> bool:
        return self.contest is not None and card in self.contest.participants


L5rGame = Game[L5rTable]
L5rContext = AbilityContext[L5rTable]


def current_conflict(table: L5rTable) -> Conflict:
    """The conflict that is resolving."""
    assert table.contest is not None
    return table.contest
