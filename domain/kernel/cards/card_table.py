"""A table with cards in zones, and the index of who listens to what.

Only `CardTable.apply_move` moves a card; it only writes, and only when a fact is folded. A game moves cards by the
functions of `moving_cards`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from domain.kernel.cards.who_sees_cards import ZoneKind, may_see
from domain.kernel.ids import Handle, Viewer, ZoneKey, zone_kind
from domain.kernel.table import Card, CopyOnWriteMap, Table

if TYPE_CHECKING:
    from domain.kernel.cards.card_facts import Move

TOP, BOTTOM = 0, -1

Listener = tuple[Handle, int]


class CardTable(Table, kw_only=True):
    """A table with cards; `listens` is an index and no part of the state.

    `texts` has for each ability that a card ever gained, by its number, in the text of which card it stands, and where.
    """

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {}

    registry: Any = None
    cards: CopyOnWriteMap[Handle, Any] = msgspec.field(default_factory=CopyOnWriteMap)
    listens: CopyOnWriteMap[str, tuple[Listener, ...]] = msgspec.field(default_factory=CopyOnWriteMap)
    texts: dict[int, tuple[str, int]] = msgspec.field(default_factory=dict)

    def writable(self, card: Handle) -> Any:
        """A card, for writing."""
        return self.cards.writable(card)

    def writable_thing(self, thing: str) -> Any:
        return self.writable(Handle(thing))

    def sees(self, viewer: Viewer, zone: ZoneKey) -> bool:
        """Whether this viewer sees which cards lie in this zone, faceup where they have faces.

        Of a card that lies there asks `sees_card`.
        """
        return may_see(self.zone_kinds[zone_kind(zone)].sees, viewer, zone)

    def has_faces(self, zone: ZoneKey) -> bool:
        """Whether cards in this zone lie faceup or facedown."""
        return self.zone_kinds[zone_kind(zone)].facedown != ""

    def sight(self, card: Card) -> str:
        """Who sees a card where it lies, by its zone and its face: `all`, `owner` or `nobody`."""
        return self.zone_kinds[zone_kind(card.zone)].sight(card.facedown)

    def sees_card(self, viewer: Viewer, card: Card) -> bool:
        """Whether this viewer sees which card this is."""
        return may_see(self.sight(card), viewer, card.zone)

    @property
    def shows_cards(self) -> bool:
        """Whether anything may show cards where they lie hidden: nothing does, unless a game has what does."""
        return False

    def shown_to(self, viewer: Viewer) -> frozenset[Handle]:
        """The cards that are shown to a viewer where they lie hidden."""
        return frozenset()

    def find_card(self, card: Handle) -> Card | None:
        return self.cards.get(card)

    def is_in_play(self, card: Handle) -> bool:
        found = self.cards.get(card)
        return found is not None and self.zone_kinds[zone_kind(found.zone)].in_play

    def lay(self, card: Card, place: int = BOTTOM) -> None:
        """Put a card that lies nowhere into its zone."""
        self.cards.put(card.handle, card)
        zone = self.writable_zone(card.zone)
        zone.insert(place, card.handle) if place != BOTTOM else zone.append(card.handle)
        self.index(card)

    def apply_move(self, move: Move) -> None:
        """Move one card: out of its zone and the index, changed as the game says, into its new zone and the index."""
        card = self.cards.take_writable(move.old)
        self.unindex(card)
        self.writable_zone(card.zone).remove(move.old)
        came_from, card.zone = card.zone, move.to
        card.rename(move.new)
        self.update_moved_card(card, came_from, move.host)
        # last, as a card that leaves play loses its state; a face is kept nowhere but where cards have faces
        if self.zone_kinds[zone_kind(move.to)].facedown or self.zone_kinds[zone_kind(came_from)].facedown:
            card.facedown = move.facedown
        self.lay(card, move.place)

    def rename(self, old: Handle, new: Handle) -> None:
        """Give a card another handle where it lies."""
        card = self.cards.take_writable(old)
        lying = self.writable_zone(card.zone)
        lying[lying.index(old)] = new
        self.put_back(card, new)

    def put_back(self, card: Card, handle: Handle) -> None:
        """Put a card that was taken out of `cards` back under a handle; with it the card listens to nothing new."""
        listens = bool(self.registry.index_keys(card))
        if listens:
            self.unindex(card)
        card.rename(handle)
        self.cards.put(handle, card)
        if listens:
            self.index(card)

    def update_moved_card(self, card: Any, came_from: ZoneKey, host: Handle) -> None:
        """Change what else changes on a card in its new zone; the game overrides it."""

    def index(self, card: Card) -> None:
        for key, ability in self.registry.index_keys(card):
            self.listens[key] = (*self.listens.get(key, ()), (card.handle, ability))

    def unindex(self, card: Card) -> None:
        for key, ability in self.registry.index_keys(card):
            gone = (card.handle, ability)
            self.listens[key] = tuple(each for each in self.listens[key] if each != gone)

    @contextmanager
    def reindexing(self, card: Handle) -> Iterator[Any]:
        """A card for writing, which is indexed anew afterwards: what it listens to may change."""
        found = self.cards.writable(card)
        self.unindex(found)
        yield found
        self.index(found)

    def listeners(self, key: str) -> tuple[Listener, ...]:
        return self.listens.get(key, ())

    def rebuilt_index(self) -> dict[str, frozenset[Listener]]:
        """The index as it ought to be, computed anew (for the property tests)."""
        found: dict[str, set[Listener]] = {}
        for card in self.cards.values():
            for key, ability in self.registry.index_keys(card):
                found.setdefault(key, set()).add((card.handle, ability))
        return {key: frozenset(listeners) for key, listeners in found.items()}
