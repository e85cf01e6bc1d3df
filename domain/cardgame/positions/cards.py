"""The cards of a position: read area by area, and named.

Cards are named by their ids, further copies `id#2`, `id#3` in the order of the position; cards that are only counted
(`hand: 3`) come last. Read `CardListing.read_player`, then `CardListing.name_cards`. A game has a listing under this
one, which says in which order areas are read, which cards can lie in them, and what lies on cards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct, structs

from domain.cardgame.abilities.registry import Registry
from domain.cardgame.corrections.change_lists import named_tokens
from domain.cardgame.positions.named_cards import printed_in, seat_in
from domain.cardgame.positions.waiting_points import WaitingPoints
from domain.cardgame.positions.writing import areas_in_order, name_of
from domain.cardgame.table import PLAYING, CardGameTable
from domain.kernel.formats.reading import DocumentNode, meant_by, whole_number
from domain.kernel.ids import NO_CARD, Handle, Seat, ZoneKey, zone, zone_kind
from domain.kernel.scenarios.card_names import own_name
from domain.kernel.state.fields import FieldValue, count_fields, described_fields, read_fields_of, split_state

UNKNOWN = "unknown"
MOST_UNKNOWN = 1000
BY_HAND = "manual"
"""How a card has entered play that was put there by hand."""


class LaidCard(Struct, frozen=True, omit_defaults=True):
    """One card of a position: its handle, key, owner, area and state.

    `fields` are its described fields. A game declares what is not always there, in the order in which it stores it,
    with the fields that it stores under names of their own: `named_fields`.
    """

    named_fields: ClassVar[tuple[str, ...]] = ()

    handle: Handle
    key: str
    owner: Seat
    zone: ZoneKey
    host: Handle = NO_CARD

    if TYPE_CHECKING:
        facedown: bool = False
        tokens: tuple[tuple[str, int], ...] = ()
        how: str = ""
        since: str = ""
        fields: dict[str, FieldValue] = {}

    @property
    def state(self) -> dict[str, FieldValue]:
        """The described fields of the card that are stored, by name."""
        return {name: getattr(self, name) for name in self.named_fields} | self.fields


class PlainLaidCard(LaidCard, frozen=True):
    """One card of a position of a game that stores no field under a name of its own."""

    facedown: bool = False
    tokens: tuple[tuple[str, int], ...] = ()
    how: str = ""
    since: str = ""
    fields: dict[str, FieldValue] = {}


LaidT = TypeVar("LaidT", bound=LaidCard)


class CardEntry(Struct, Generic[LaidT]):
    """A card of a position: its copy number if it is written, and the index of its host in the list.

    `own_name` is the name that the position gives it (`as`). `listed` is False for cards that are only counted (`hand:
    3`).
    """

    at: DocumentNode
    id: str
    number: int
    laid: LaidT
    host: int = -1
    listed: bool = True
    own_name: DocumentNode | None = None


class CardListing(Generic[LaidT]):
    """The cards of a position in the order of its list.

    `areas` are the areas out of play areas, in the order in which their cards are named; by default all, hands first.
    `unsaid` is what lies in those of which a position says nothing. Cards lie on others under the keys of `on_cards`.
    A card can have entered play in one of the ways of `entered`.
    """

    laid_card: ClassVar[type[LaidCard]] = PlainLaidCard
    areas: ClassVar[tuple[str, ...]] = ()
    unsaid: ClassVar[Mapping[str, object]] = {}
    on_cards: ClassVar[tuple[str, ...]] = ("attachments",)
    entered: ClassVar[tuple[str, ...]] = ("played", "put", BY_HAND)

    def __init__(
        self,
        table: type[CardGameTable],
        registry: Registry[Any],
        seats: tuple[Seat, ...],
        points: WaitingPoints,
        time: tuple[str, int],
    ) -> None:
        self.table = table
        self.registry = registry
        self.pool = registry.pool
        self.seats = seats
        self.points = points
        self.at, self.round = time
        self.card_keys = self.keys_of_cards(table)
        self.entries: list[CardEntry[LaidT]] = []

    @classmethod
    @cache
    def areas_read(cls, table: type[CardGameTable]) -> tuple[str, ...]:
        """The areas out of play areas, in the order in which their cards are named; nothing is being played."""
        return tuple(kind for kind in areas_in_order(table, cls.areas) if kind != PLAYING)

    @classmethod
    def keys_of_players(cls, table: type[CardGameTable]) -> tuple[str, ...]:
        """The keys of a player's section."""
        return (*cls.areas_read(table), *table.section_kinds, *field_names(table.new_player))

    @classmethod
    @cache
    def keys_of_cards(cls, table: type[CardGameTable]) -> tuple[str, ...]:
        """The keys of a card in play; where it lies is asked only where play areas have several zones."""
        own = field_names(table.new_card)
        area = ("area",) if len(table.section_kinds) > 1 else ()
        return ("card", "as", "owner", "controller", *area, "facedown", *own, "tokens", "how", "since", *cls.on_cards)

    # what a game says of its cards

    def plain_card(self, kind: str) -> str:
        """The id of the card that lies unnamed in an area of this kind; empty where all are named."""
        return ""

    def area_fault(self, printed: Any, kind: str, how: str) -> str:
        """What is wrong with a card in an area of this kind, which it entered in this way; empty if nothing is."""
        return ""

    def is_attachment(self, entry: CardEntry[LaidT]) -> bool:
        """Whether a card lies on others."""
        return self.pool.cards[entry.laid.key].type in self.registry.attached_types

    def seat_unsaid(self, seat: Seat, host: int, on: str) -> Seat:
        """The controller of a card of which none is said: that of the host it is `on`, or whose section it is in."""
        return seat

    def check_on_host(self, entry: CardEntry[LaidT], host: LaidT) -> None:
        """Raises Unreadable for a card that cannot lie on that one, once both have names."""

    # players

    def read_player(self, seat: Seat, fields: Mapping[str, DocumentNode]) -> None:
        """Read the cards of one player, in the order in which cards are named. Raises Unreadable."""
        for kind in self.areas_read(self.table):
            self.read_area(seat, kind, self.field(fields, kind, self.unsaid.get(kind, [])))
        for kind in self.table.section_kinds:
            for each in self.field(fields, kind, []).items():
                self.read_in_play(seat, each, kind)

    def field(self, fields: Mapping[str, DocumentNode], name: str, default: object) -> DocumentNode:
        return fields.get(name, DocumentNode(name, default))

    # areas

    def read_area(self, seat: Seat, kind: str, field: DocumentNode) -> None:
        """Read a list of cards; a number means that many plain cards. Raises Unreadable."""
        plain = self.plain_card(kind)
        if type(field.value) is int and plain:
            return self.add_unknown(seat, kind, field, plain, field.number())
        if isinstance(field.value, dict) and plain:
            return self.add_unknown(seat, kind, field, plain, unknown_in(field))
        for each in field.items():
            if type(each.value) is int and plain:
                counted = f"{kind}: {each.value}" if len(field.items()) == 1 else f"{{unknown: {each.value}}}"
                raise each.wrong("expected a card; cards without names are counted", counted)
            if isinstance(each.value, dict) and "card" not in each.value and plain:
                self.add_unknown(seat, kind, each, plain, unknown_in(each))
            else:
                self.read_mention(each, seat, zone(seat, kind))
        return None

    def add_unknown(self, seat: Seat, kind: str, field: DocumentNode, plain: str, n: int) -> None:
        if n > MOST_UNKNOWN:
            raise field.wrong(f"at most {MOST_UNKNOWN} cards")
        for _ in range(n):
            self.add(DocumentNode(field.place, plain), seat, zone(seat, kind)).listed = False

    def read_mention(self, field: DocumentNode, seat: Seat, area: ZoneKey) -> None:
        """Read a card out of play, written as its name or as a mapping with a name of its own and a face."""
        faces = ("facedown",) if self.table.zone_kinds[zone_kind(area)].facedown else ()
        fields = field.mapping(("card", "as", *faces)) if isinstance(field.value, dict) else {"card": field}
        entry = self.add(card_of(field, fields), seat, area)
        entry.own_name = fields.get("as")
        if "facedown" in fields:
            entry.laid = structs.replace(entry.laid, facedown=fields["facedown"].flag())

    # cards in play

    def read_in_play(self, seat: Seat, field: DocumentNode, kind: str, host: int = -1, on: str = "") -> None:
        """Read a card in play with the cards on it, which lie in the play areas of their controllers.

        A card `on` another is written under that key, and lies in a zone of the same kind where none is said. Raises
        Unreadable.
        """
        fields = field.mapping(self.card_keys) if isinstance(field.value, dict) else {}
        seat = seat_in(fields.get("controller"), self.seats) or self.seat_unsaid(seat, host, on)
        facedown = "facedown" in fields and fields["facedown"].flag()
        if "area" in fields and on:
            kind = fields["area"].text(self.table.section_kinds)
        elif "area" in fields:
            raise fields["area"].wrong("a card on no other lies where it is listed")
        if facedown and self.table.facedown_kind:
            kind = self.table.facedown_kind
        entry = self.read_card(field, seat, zone(seat, kind), host, on)
        if kind in self.table.open_kinds and not facedown:
            self.check_attached(entry, on)

    def check_attached(self, entry: CardEntry[LaidT], on: str) -> None:
        """Raises Unreadable for an attachment that is on no card, and for another card that is attached to one."""
        printed = self.pool.cards[entry.laid.key]
        if entry.host < 0 and self.is_attachment(entry):
            raise entry.at.wrong(
                f"{printed.id} is an attachment: list it under the attachments of the card that it is on"
            )
        if on == "attachments" and not self.is_attachment(entry):
            raise entry.at.wrong(f"{printed.id} is of type {printed.type}: it is no attachment")

    def read_card(
        self, field: DocumentNode, seat: Seat, area: ZoneKey, host: int = -1, on: str = ""
    ) -> CardEntry[LaidT]:
        """A card written as its name, or as a mapping with its state and the cards on it. Raises Unreadable."""
        fields = field.mapping(self.card_keys) if isinstance(field.value, dict) else {"card": field}
        named = card_of(field, fields)
        owner = seat_in(fields.get("owner"), self.seats) or seat
        how = fields["how"].text(self.entered) if "how" in fields else ""
        entry = self.add(named, owner, area, how)
        entry.host = host
        entry.own_name = fields.get("as")
        entry.laid = structs.replace(entry.laid, **self.state_of(fields, on))
        place = len(self.entries) - 1
        for name in self.on_cards:
            for each in fields[name].items() if name in fields else ():
                self.read_in_play(seat, each, self.table.section_of(zone_kind(area)), place, name)
        return entry

    def state_of(self, fields: Mapping[str, DocumentNode], on: str) -> dict[str, Any]:
        """The state of a card in play, which may lie `on` another."""
        read = read_fields_of(self.table.new_card, fields)
        own, others = split_state(read, self.laid_card.named_fields)
        state: dict[str, Any] = {**own, "fields": others}
        if "facedown" in fields:
            state["facedown"] = fields["facedown"].flag()
        if "how" in fields:
            state["how"] = fields["how"].text(self.entered)
        if "since" in fields:
            state["since"] = self.points.read_since(fields["since"], self.at, self.round)
        if "tokens" in fields:
            there = named_tokens(self.registry, tuple(count_fields(self.table.new_card)))
            state["tokens"] = tuple((name, n.number(1)) for name, n in fields["tokens"].mapping(there).items())
        return state

    def add(self, field: DocumentNode, owner: Seat, area: ZoneKey, how: str = "") -> CardEntry[LaidT]:
        id, has_number, number = field.text().partition("#")
        copy = whole_number(number) if has_number else 0
        if copy is None or (has_number and number != str(copy or 1)):
            raise field.wrong(f"{field.value!r} is no card name: a copy is named {id}#2")
        printed = printed_in(self.pool, field, id)
        if fault := self.area_fault(printed, zone_kind(area), how):
            raise field.wrong(f"{printed.id} is of type {printed.type}: {fault}")
        entry: CardEntry[LaidT] = CardEntry(field, id, copy, self.new_card(printed.key, owner, area))
        self.entries.append(entry)
        return entry

    def new_card(self, key: str, owner: Seat, area: ZoneKey) -> Any:
        """A card without a name yet, as the game stores it."""
        return self.laid_card(NO_CARD, key, owner, area)

    # names

    def name_cards(self) -> tuple[LaidT, ...]:
        """The cards with their names: each gets the lowest free copy number, counted cards last.

        Raises Unreadable.
        """
        taken: set[tuple[str, int]] = set()
        for entry in self.entries:
            if entry.number and (entry.id, entry.number) in taken:
                raise entry.at.wrong(f"two cards are named {entry.at.value!r}")
            taken.add((entry.id, entry.number))
        following: dict[str, int] = {}
        for entry in sorted(self.entries, key=lambda each: not each.listed):
            if entry.own_name is not None:
                entry.laid = structs.replace(entry.laid, handle=self.read_own_name(entry.own_name))
                continue
            number = entry.number or next_free(entry.id, following.get(entry.id, 0) + 1, taken)
            following[entry.id] = following.get(entry.id, 0) if entry.number else number
            entry.laid = structs.replace(entry.laid, handle=name_of(entry.id, number))
        return tuple(self.with_host(entry) for entry in self.entries)

    def read_own_name(self, field: DocumentNode) -> Handle:
        """The name that the position gives to one card; it must be unique."""
        others = (str(name.value) for each in self.entries if (name := each.own_name) and name is not field)
        return Handle(own_name(field, {*self.pool.by_id, *self.seats, *others}))

    def with_host(self, entry: CardEntry[LaidT]) -> LaidT:
        if entry.host < 0:
            return entry.laid
        host = self.entries[entry.host].laid
        self.check_on_host(entry, host)
        return structs.replace(entry.laid, host=host.handle)


def field_names(kind: type[Struct]) -> tuple[str, ...]:
    """The names of the described fields of a type of thing."""
    return tuple(each.name for each in described_fields(kind))


def card_of(field: DocumentNode, fields: Mapping[str, DocumentNode]) -> DocumentNode:
    """The name of a card in the mapping that describes it. Raises Unreadable if it is missing."""
    if "card" not in fields:
        raise field.wrong("card: missing")
    return fields["card"]


def next_free(id: str, number: int, taken: Collection[tuple[str, int]]) -> int:
    while (id, number) in taken:
        number += 1
    return number


def unknown_in(field: DocumentNode) -> int:
    """The number of unnamed cards in `{unknown: n}`. Raises Unreadable."""
    fields = field.mapping()
    if set(fields) != {UNKNOWN}:
        others = [name for name in fields if name != UNKNOWN]
        misspelt = next((close for name in others if (close := meant_by(name, (UNKNOWN, "card")))), "")
        why = f"expected a list of cards, or {UNKNOWN} with how many there are without names"
        raise field.wrong(why, misspelt or f"[{', '.join(others)}]")
    return fields[UNKNOWN].number()
