"""The names of a position: of its seats, of the cards that it lists, and of the cards of the format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from domain.cardgame.abilities.registry import Registry
from domain.cardgame.pool.pool import Pool, traits_of
from domain.cardgame.pool.printed_card import PrintedT
from domain.kernel.formats.reading import DocumentNode, meant_by
from domain.kernel.ids import NO_SEAT, Handle, Seat, ZoneKey


class NamedCard(Protocol):
    """A card that a position lists."""

    @property
    def handle(self) -> Handle:
        """Its name, until the table is built."""

    @property
    def key(self) -> str:
        """The key of the printed card."""

    @property
    def owner(self) -> Seat:
        """Whose card it is."""

    @property
    def zone(self) -> ZoneKey:
        """The area in which it lies."""


NamedT = TypeVar("NamedT", bound=NamedCard)


def seat_in(field: DocumentNode | None, seats: tuple[Seat, ...]) -> Seat:
    return NO_SEAT if field is None else Seat(field.text(seats))


def seats_in(field: DocumentNode | None, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
    return None if field is None else tuple(Seat(seat) for seat in field.texts(seats))


def printed_in(pool: Pool[PrintedT], field: DocumentNode, id: str, others: tuple[str, ...] = ()) -> PrintedT:
    """The card of a format by id or key; raises Unreadable, whose suggestion may be one of `others`."""
    keys = (id,) if id in pool.cards else pool.by_id.get(id, ())
    if len(keys) != 1:
        close = "" if keys else meant_by(as_id(id), (*pool.by_id, *(pool.cards if "/" in id else ()), *others))
        raise field.wrong(f"{id!r} is ambiguous: {', '.join(keys)}" if keys else f"no card {id!r}", close)
    return pool.cards[keys[0]]


def as_id(name: str) -> str:
    """A title in the spelling of ids: `The Hand's Judgment` is `the-hands-judgment`; a key stays one."""
    return re.sub(r"[^a-z0-9/]+", "-", re.sub("['’]", "", name.lower())).strip("-")


class PositionNames(Generic[NamedT]):
    """The names that a position gives to cards, what lies under them, its seats, and the cards of the format."""

    def __init__(
        self,
        cards: Mapping[Handle, NamedT],
        seats: tuple[Seat, ...],
        registry: Registry[Any],
        eliminated: tuple[Seat, ...] = (),
    ) -> None:
        self.cards = cards
        self.eliminated = eliminated
        self.seats = seats
        self.registry = registry

    def counters(self) -> frozenset[str]:
        """Every possible counter, with cards by name."""
        copies = ((each.handle, each.key, each.owner) for each in self.cards.values())
        return frozenset(self.registry.rules.counters(self.seats, copies))

    def card(self, field: DocumentNode) -> Handle:
        name = field.text()
        if name not in self.cards:
            raise field.wrong(f"the position has no card {name!r}", meant_by(name, self.cards))
        return Handle(name)

    def key(self, field: DocumentNode, others: tuple[str, ...] = ()) -> str:
        """The key of a card by its name in the position, its id or its key; or one of `other` words."""
        name = field.text()
        if name in others:
            return name
        return (
            self.cards[Handle(name)].key
            if name in self.cards
            else printed_in(self.registry.pool, field, name, others).key
        )

    def traits_and(self, other: str) -> tuple[str, ...]:
        """The traits of the cards, and a trait that only an ability names, unless it is one of them, ignoring case."""
        traits = traits_of(self.registry.pool)
        alike = {each.casefold() for each in traits}
        return traits if other.casefold() in alike or not other else (*traits, other)

    def read_cards(self, field: DocumentNode | None) -> tuple[Handle, ...]:
        return () if field is None else tuple(self.card(each) for each in field.items())
