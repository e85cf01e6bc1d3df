"""The names of cards in a scenario, and the handles that they have now."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.facts import Fact
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle, Seat, zone_kind, zone_owner
from domain.kernel.refusals import Json
from domain.kernel.table import Table

# How a card is mentioned where its name alone does not say which copy it is.
MENTION = ("card", "of", "in", "as")
OWN_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


class LyingCard(Struct, frozen=True):
    """How a card lies, in words, and on which other; one that lies `aside` is no card to act with by itself."""

    words: str = ""
    on: Handle = Handle("")
    aside: bool = False


def own_name(at: DocumentNode, taken: Collection[str]) -> str:
    """A name that a document gives to a card itself. Raises Unreadable."""
    name = at.text()
    if not OWN_NAME.fullmatch(name):
        raise at.wrong(f"{name!r} is no name for a card: small letters, digits and hyphens")
    if name in taken:
        raise at.wrong(f"{name!r} names something else")
    return name


class CardNames:
    """Which name belongs to which card, followed through all its handles.

    `known_things` are no cards, and are chosen under their own names.
    """

    def __init__(
        self, cards: Iterable[tuple[str, Handle]], seats: tuple[Seat, ...], known_things: Collection[str] = ()
    ) -> None:
        self.handles = dict(cards)
        self.names = {handle: name for name, handle in self.handles.items()}
        self.seats = seats
        self.known_things = frozenset(known_things)

    def copy(self) -> CardNames:
        """The names as they are now."""
        other = CardNames((), self.seats, self.known_things)
        other.handles, other.names = dict(self.handles), dict(self.names)
        return other

    def follow(self, facts: Iterable[Fact]) -> None:
        """Give the names to the new handles in these facts."""
        for fact in facts:
            self.rename(renamed_handles(fact))

    def rename(self, pairs: Iterable[tuple[Handle, Handle]]) -> None:
        """Give the name of one handle to another; a card without a name stays without one."""
        for old, new in pairs:
            if name := self.names.get(old):
                self.handles[name] = new
                self.names[new] = name

    def call(self, card: Handle, name: str) -> None:
        """Call a card by another name from now on."""
        self.handles.pop(self.names[card])
        self.handles[name] = card
        self.names[card] = name

    def names_of(self, handles: Iterable[Handle]) -> list[str]:
        return [self.names[each] for each in handles]

    def with_names(self, value: Json) -> Json:
        """A value of plain JSON types with names in place of handles."""
        if isinstance(value, Mapping):
            return {self.with_names(key): self.with_names(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.with_names(each) for each in value]
        return self.names.get(Handle(value), value) if isinstance(value, str) else value

    def card(self, at: DocumentNode, name: str) -> Handle:
        if name in self.known_things and name not in self.handles:
            return Handle(name)
        if name not in self.handles:
            raise at.unknown_word(f"the position has no card {name!r}", name, self.handles)
        return self.handles[name]

    def find_mentioned(self, at: DocumentNode, table: Table) -> Handle:
        """The card of a mention `{card: ice, of: alice, in: hand, as: sword}`, which has that name from now on.

        Of several copies that fit it is the first as they lie. Raises Unreadable.
        """
        fields = at.mapping(MENTION)
        id = fields["card"].text()
        if "of" in fields or "in" in fields:
            of = fields["of"].text(self.seats) if "of" in fields else ""
            kind = fields["in"].text() if "in" in fields else ""
            found = self.first_copy(at, table, id.partition("#")[0], of, kind)
        else:
            found = self.card(fields["card"], id)
        if "as" in fields and self.names[found] != fields["as"].value:
            self.call(found, own_name(fields["as"], {*self.handles, *self.seats}))
        return found

    def first_copy(self, at: DocumentNode, table: Table, id: str, of: str, kind: str) -> Handle:
        """The first copy of a card in the areas of a seat, or of a kind. Raises Unreadable where there is none."""
        areas = {zone_kind(each) for each in table.zones}
        if kind and kind not in areas:
            raise at.unknown_word(f"nothing lies in an area {kind!r} now", kind, areas)
        for area, cards in table.zones.items():
            if of in ("", zone_owner(area)) and kind in ("", zone_kind(area)):
                copies = [each for each in cards if self.names.get(each, "").partition("#")[0] == id]
                if copies:
                    return copies[0]
        raise at.wrong(f"no {id} lies there now")
