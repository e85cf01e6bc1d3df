"""The commands of the game, named as in the rules, one struct each.

Cards are named by handles, players by seats, provinces by their place: `1` to `4` from left to right, `stronghold`. So
a facedown province of the other player can be named, whose card nobody else knows.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from domain.cardgame.commands import ABILITY_COMMANDS, DeclareDefenders
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import CONFLICTS, SIDES, SLOTS
from domain.kernel.commands import Command
from domain.kernel.formats.closed_lists import ClosedList
from domain.kernel.ids import NO_CARD, Handle

HOME, TO_CONFLICT = "home", "conflict"
TAKE, GAIN, DRAW, HONOR, DISHONOR, READY, BOW, REMOVE = RING_EFFECTS = (
    *("take-honor", "gain-honor", "draw-and-discard", "honor", "dishonor"),
    *("ready", "bow", "remove-fate"),
)
"""The effects of rings, as commands name them."""

# closed lists, with the rule that refuses any other word; a ring is also named by its title
Ring = Annotated[str, Meta(extra={"names": "ring"}), ClosedList("ring", ELEMENTS, "l5r.conflict.declare-ring")]
ConflictType = Annotated[str, ClosedList("type of conflict", CONFLICTS, "l5r.conflict.declare-type-side")]
Province = Annotated[str, ClosedList("province", tuple(SLOTS), "l5r.conflict.declare-province")]
Side = Annotated[str, ClosedList("side", SIDES)]
RingEffect = Annotated[str, ClosedList("effect of a ring", RING_EFFECTS)]
Destination = Annotated[str, ClosedList("destination", (HOME, TO_CONFLICT), "l5r.character.play-into-conflict")]


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as card keys: stronghold, role (empty: none), provinces, both decks with repetitions."""

    stronghold: str
    role: str = ""
    provinces: tuple[str, ...] = ()
    dynasty: tuple[str, ...] = ()
    conflict: tuple[str, ...] = ()


class ChooseStrongholdProvince(Command, frozen=True, tag="choose_stronghold_province"):
    """Choose in secret the province under the stronghold."""

    province: Handle


class ArrangeProvinces(Command, frozen=True, tag="arrange_provinces"):
    """Lay out the other four provinces facedown, from left to right."""

    provinces: tuple[Handle, ...]


class MulliganProvinces(Command, frozen=True, tag="mulligan_provinces"):
    """Replace these of the cards in one's provinces, or none."""

    cards: tuple[Handle, ...]


class MulliganHand(Command, frozen=True, tag="mulligan_hand"):
    """Replace these of the cards in hand, or none."""

    cards: tuple[Handle, ...]


class PlayCharacter(Command, frozen=True, tag="play_character"):
    """Play a character from a province or from hand, home or into the conflict, with so much additional fate on it."""

    card: Handle
    fate: int = 0
    to: Destination = HOME


class PlayAttachment(Command, frozen=True, tag="play_attachment"):
    """Play an attachment from hand on a card in play."""

    card: Handle
    host: Handle


class DiscardDuplicate(Command, frozen=True, tag="discard_duplicate"):
    """Discard a duplicate from a province or from hand, to place 1 fate on the copy in play."""

    card: Handle


class BidHonor(Command, frozen=True, tag="bid_honor"):
    """Set a number on the honor dial in secret."""

    bid: int


class DeclareConflict(Command, frozen=True, tag="declare_conflict"):
    """Declare a conflict: ring and type, the attacked province, attackers, and whom each one with covert evades."""

    ring: Ring
    kind: ConflictType
    province: Province
    attackers: tuple[Handle, ...]
    covert: dict[Handle, Handle]


class PassConflict(Command, frozen=True, tag="pass_conflict"):
    """Pass an opportunity to declare a conflict: of no type, or of this one where the match reads the rule so."""

    kind: ConflictType = ""


class DiscardFromBroken(Command, frozen=True, tag="discard_from_broken"):
    """Discard from the province that one broke these faceup dynasty cards, and so many of the facedown ones."""

    cards: tuple[Handle, ...]
    facedown: int = 0


class ResolveRing(Command, frozen=True, tag="resolve_ring"):
    """Resolve the effect of the contested ring: of which element, which of its parts, on which character."""

    element: Ring
    effect: RingEffect
    target: Handle = NO_CARD


class DeclineRing(Command, frozen=True, tag="decline_ring"):
    """Do not resolve the effect of the contested ring."""


class SetFavor(Command, frozen=True, tag="set_favor"):
    """Claim the Imperial Favor and set it to one of its sides."""

    side: Side


class DiscardFateless(Command, frozen=True, tag="discard_fateless"):
    """Discard this one next of the characters without fate."""

    character: Handle


class DiscardRestricted(Command, frozen=True, tag="discard_restricted"):
    """Discard this one of too many restricted attachments on an own character."""

    attachment: Handle


class DiscardFromProvinces(Command, frozen=True, tag="discard_from_provinces"):
    """Discard these faceup dynasty cards from unbroken provinces, beside all of those in broken ones."""

    cards: tuple[Handle, ...]


PLAYING: tuple[type[Command], ...] = (PlayCharacter, PlayAttachment, DiscardDuplicate)

GAME_COMMANDS: tuple[type[Command], ...] = (
    ChooseStrongholdProvince,
    ArrangeProvinces,
    MulliganProvinces,
    MulliganHand,
    *PLAYING,
    *ABILITY_COMMANDS,
    BidHonor,
    DeclareConflict,
    PassConflict,
    DeclareDefenders,
    DiscardFromBroken,
    ResolveRing,
    DeclineRing,
    SetFavor,
    DiscardFateless,
    DiscardFromProvinces,
    DiscardRestricted,
)

WINDOW_COMMANDS: tuple[type[Command], ...] = (*PLAYING, *ABILITY_COMMANDS)
