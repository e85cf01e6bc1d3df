"""The cards of a position: decks and piles, stronghold and role, provinces with the dynasty cards on them.

`provinces` lists the five provinces of a player from left to right, the last one under the stronghold; each has the
cards on it under `dynasty`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, ClassVar

from msgspec import structs

from domain.cardgame.positions.cards import (
    BY_HAND,
    CardEntry,
    CardListing,
    PlainLaidCard,
    card_of,
    field_names,
)
from domain.cardgame.positions.named_cards import printed_in
from domain.cardgame.positions.writing import TableWriter
from domain.cardgame.table import CardGameTable
from domain.games.l5r.positions.gained import written_uses
from domain.games.l5r.state import AS_ATTACHMENT, OTHER_STATUS, ROW, STRONGHOLD, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle, Seat, ZoneKey, zone, zone_kind
from domain.kernel.state.fields import CountField, described_fields

AREAS = ("hand", "deck", "dynasty_deck", "discard", "dynasty_discard", "removed")
"""The areas with lists of cards, in the order of a player's section."""
SINGLE = ("stronghold", "role")
FIVE, UNIQUE = "l5r.deck.five-provinces", "l5r.unique.one-in-play"
ONE_STATUS, REFILL = "l5r.status.three-states", "l5r.province.refill-automatic"
REVEALED, CONQUEST = "l5r.province.reveal-on-attack", "l5r.win.conquest"
IN_ORDER = "four from left to right and the one under the stronghold last"
PROVINCE_FORM = "{card: night-raid, facedown: true, dynasty: [{card: miya-mystic, facedown: true}]}"
DYNASTY = "dynasty"
SLOT = "slot"
LOOKED_AT = "aside"
"""The area of cards in set-up, when no position is written: scenarios name them."""
FITS = {
    **dict.fromkeys(("hand", "deck", "discard"), ("conflict",)),
    **dict.fromkeys(("dynasty_deck", "dynasty_discard", "row", "holding"), ("dynasty",)),
    **{kind: (kind,) for kind in ("stronghold", "role", "province")},
    **dict.fromkeys(("play", "removed"), ("conflict", "dynasty")),
}
"""By area the decks whose cards lie there."""


class L5rListing(CardListing[PlainLaidCard]):
    """The cards of a position of this game."""

    areas: ClassVar[tuple[str, ...]] = AREAS
    entered: ClassVar[tuple[str, ...]] = ("played", "put", "revealed", AS_ATTACHMENT, BY_HAND)

    @classmethod
    def keys_of_players(cls, table: type[CardGameTable]) -> tuple[str, ...]:
        return (*AREAS, *SINGLE, "provinces", "play", *field_names(table.new_player))

    @classmethod
    @cache
    def keys_of_cards(cls, table: type[CardGameTable]) -> tuple[str, ...]:
        """The keys of a card in play or in a province, whose place says in which."""
        own = tuple(name for name in field_names(table.new_card) if name != SLOT)
        return ("card", "as", "owner", "controller", "facedown", *own, "tokens", "how", "since", *cls.on_cards)

    def area_fault(self, printed: Any, kind: str, how: str) -> str:
        if how == AS_ATTACHMENT and printed.type != "character":
            return "only a character is played as an attachment"
        barred = (kind == "play" and printed.type not in ("character", "attachment")) or (
            kind == "holding" and printed.type != "holding"
        )
        return f"it cannot lie in area {kind}" if barred or printed.deck not in FITS[kind] else ""

    def is_attachment(self, entry: CardEntry[PlainLaidCard]) -> bool:
        return super().is_attachment(entry) or entry.laid.how == AS_ATTACHMENT

    def read_player(self, seat: Seat, fields: Mapping[str, DocumentNode]) -> None:
        for kind in AREAS:
            self.read_area(seat, kind, self.field(fields, kind, []))
        for kind in SINGLE:
            if kind in fields:
                self.read_card(fields[kind], seat, zone(seat, kind))
        if "provinces" in fields:
            self.read_provinces(seat, fields["provinces"])
        for each in self.field(fields, "play", []).items():
            self.read_in_play(seat, each, "play")

    def read_card(
        self, field: DocumentNode, seat: Seat, area: ZoneKey, host: int = -1, on: str = ""
    ) -> CardEntry[PlainLaidCard]:
        entry = super().read_card(field, seat, area, host, on)
        self.check_state(field, entry)
        return entry

    def check_state(self, field: DocumentNode, entry: CardEntry[PlainLaidCard]) -> None:
        """Raises Unreadable for a mark, a count or a face that the card cannot have where it lies."""
        laid, kind = entry.laid, zone_kind(entry.laid.zone)
        printed = self.pool.cards[laid.key]
        type = "attachment" if laid.how == AS_ATTACHMENT else printed.type
        kinds = {each.name: each.said for each in described_fields(self.table.new_card) if each.name != SLOT}
        said = [name for name in kinds if laid.fields.get(name)]
        if laid.facedown and not self.table.zone_kinds[kind].facedown:
            raise field.child("facedown", None).wrong(f"no card lies facedown in area {kind}")
        for name in said:
            if not self.table.zone_kinds[kind].in_play:
                raise field.child(name, None).wrong(f"{printed.id} is not in play in area {kind}")
            if kinds[name].types and type not in kinds[name].types:
                is_so = f"has no {name}" if isinstance(kinds[name], CountField) else f"is never {name}"
                raise field.child(name, None).wrong(f"{printed.id} is of type {type}, which {is_so}")
            if laid.facedown:
                revealed = f"a province is revealed before it is broken ({REVEALED})"
                raise field.child(name, None).wrong(revealed if name == "broken" else "it lies facedown")
            if OTHER_STATUS.get(name) in said:
                raise field.child(name, None).wrong(f"it is {OTHER_STATUS[name]} already ({ONE_STATUS})")

    def read_provinces(self, seat: Seat, field: DocumentNode) -> None:
        """Read the provinces of a player. Raises Unreadable for another number than five."""
        if not isinstance(field.value, list):
            raise field.wrong(f"expected a list of five provinces, {IN_ORDER}, each as its name or as {PROVINCE_FORM}")
        listed = field.items()
        if len(listed) != STRONGHOLD:
            raise field.wrong(f"expected five provinces, {IN_ORDER}; {len(listed)} are listed ({FIVE})")
        for slot, each in enumerate(listed, 1):
            fields = each.mapping((*self.card_keys, DYNASTY)) if isinstance(each.value, dict) else {"card": each}
            own = {name: node.value for name, node in fields.items() if name != DYNASTY}
            entry = self.read_card(DocumentNode(each.place, own), seat, zone(seat, "province"))
            if slot == STRONGHOLD and entry.laid.fields.get("broken"):
                raise each.child("broken", None).wrong(f"under the stronghold: the other player has won ({CONQUEST})")
            self.in_slot(entry, slot)
            self.read_dynasty(seat, each, fields.get(DYNASTY), slot)

    @enforces(REFILL, "l5r.setup.6-fill")
    def read_dynasty(self, seat: Seat, province: DocumentNode, field: DocumentNode | None, slot: int) -> None:
        """Read the dynasty cards on a province; it is never empty while somebody is asked. Raises Unreadable."""
        cards = field.items() if field is not None else []
        if (slot in ROW) != bool(cards):
            why = (
                f"missing, an empty province is refilled ({REFILL})" if slot in ROW else "none lie under the stronghold"
            )
            raise province.child(DYNASTY, None).wrong(why)
        for each in cards:
            self.in_slot(self.read_card(each, seat, self.area_of_dynasty_card(seat, each)), slot)

    def area_of_dynasty_card(self, seat: Seat, field: DocumentNode) -> ZoneKey:
        """Where a card on a province lies: a faceup holding is in play. Raises Unreadable for an unknown card."""
        fields = field.mapping(self.card_keys) if isinstance(field.value, dict) else {"card": field}
        named = card_of(field, fields)
        printed = printed_in(self.pool, named, named.text().partition("#")[0])
        facedown = "facedown" in fields and fields["facedown"].flag()
        return zone(seat, "holding" if printed.type == "holding" and not facedown else "row")

    def in_slot(self, entry: CardEntry[PlainLaidCard], slot: int) -> None:
        entry.laid = structs.replace(entry.laid, fields={**entry.laid.fields, SLOT: slot})

    def name_cards(self) -> tuple[PlainLaidCard, ...]:
        self.check_unique()
        return super().name_cards()

    @enforces(UNIQUE)
    def check_unique(self) -> None:
        """Raises Unreadable if a player controls two copies of a unique card in play."""
        seen: set[tuple[ZoneKey, str]] = set()
        for entry in self.entries:
            printed, area = self.pool.cards[entry.laid.key], entry.laid.zone
            if not printed.unique or zone_kind(area) != "play":
                continue
            if (area, printed.title) in seen:
                raise entry.at.wrong(f"{printed.id} is unique and in play already ({UNIQUE})")
            seen.add((area, printed.title))


class L5rWriter(TableWriter[L5rTable]):
    """Writes the cards and effects of a table of this game."""

    areas: ClassVar[tuple[str, ...]] = AREAS
    entered_unsaid: ClassVar[tuple[str, ...]] = ("", "setup", "revealed")

    def named_counters(self) -> dict[str, str]:
        """The counters of abilities that cards have gained too."""
        gained = (written_uses(self.table, card, self.names[each]) for each, card in self.table.cards.items())
        return super().named_counters() | dict(chain.from_iterable(gained))

    def in_order(self, seat: Seat, kinds: tuple[str, ...]) -> Iterator[Handle]:
        yield from (card for kind in (*kinds, *SINGLE, LOOKED_AT) for card in self.area(seat, kind))
        for province in self.table.province_cards(seat):
            yield province.handle
            yield from (card.handle for card in self.table.in_slot(seat, province.slot))
        for card in self.roots_in(seat, "play"):
            yield from self.with_what_is_on(card)

    def player(self, seat: Seat) -> dict[str, Any]:
        fields = {
            name: value
            for name, value in super().player(seat).items()
            if name in AREAS or name in field_names(self.table.new_player)
        }
        alone = [(kind, self.area(seat, kind)) for kind in SINGLE]
        fields |= {kind: self.entry(cards[0], seat) for kind, cards in alone if cards}
        if provinces := self.table.province_cards(seat):
            fields["provinces"] = [self.province(seat, each.handle) for each in provinces]
        if roots := self.roots_in(seat, "play"):
            fields["play"] = [self.entry(card, seat) for card in roots]
        return fields

    def province(self, seat: Seat, card: Handle) -> Any:
        """A province with the dynasty cards on it."""
        entry = self.entry(card, seat)
        on = self.table.in_slot(seat, self.table.cards[card].slot)
        if not on:
            return entry
        fields = entry if isinstance(entry, dict) else {"card": entry}
        return {**fields, DYNASTY: [self.entry(each.handle, seat) for each in on]}

    def entry(self, handle: Handle, seat: Seat, without: tuple[str, ...] = ()) -> Any:
        return super().entry(handle, seat, (*without, SLOT))
