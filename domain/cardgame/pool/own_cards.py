"""A pack of own cards beside the pool: plain fields, as JSON or a scenario has them, with abilities in their data form.

A game says in an `OwnCardReader` how its cards are read. Read `read_own_cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeAlias

from msgspec import Struct

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.pool import CardReader, Pool
from domain.cardgame.pool.printed_card import CardSet, PrintedT
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.occurring.abilities import Ability

OWN = CardSet(id="own", name="Own cards")

Declared: TypeAlias = dict[str, tuple[Ability, ...]]


class OwnCardReader(Struct, Generic[PrintedT], frozen=True):
    """How a game reads own cards: printed values, abilities, and what does not hold of both together.

    The three raise InvalidCard. `plain` are the cards that a game adds to each pack, to fill up positions.
    """

    read_card: CardReader[PrintedT]
    read_abilities: Callable[[object, str, PrintedT], tuple[Ability, ...]]
    check_card: Callable[[PrintedT, tuple[Ability, ...], str], None]
    plain: tuple[Mapping[str, object], ...] = ()


class OwnPack(Struct, Generic[PrintedT], frozen=True):
    """The pool with a pack, the declarations of both and those of the pack alone; by key the place of each own card."""

    pool: Pool[PrintedT]
    declared: Declared
    own: Declared
    places: dict[str, str]


def read_own_cards(
    pool: Pool[PrintedT], declared: Declared, cards: DocumentNode, reader: OwnCardReader[PrintedT]
) -> OwnPack[PrintedT]:
    """The pool and its declarations with the cards of a pack; raises Unreadable naming the card and the field."""
    listed = [*cards.items(), *(DocumentNode(f"plain[{n}]", card) for n, card in enumerate(reader.plain))]
    try:
        printed = [reader.read_card(with_name(card), OWN.id, where=card.place) for card in listed]
        _check_ids(pool, printed, listed)
        own = dict(_read_abilities(printed, listed, reader))
        for card, each in zip(printed, listed, strict=True):
            reader.check_card(card, own.get(card.key, ()), each.place)
    except InvalidCard as error:
        place, _, reason = error.message.partition(": ")
        raise Unreadable(place, reason, error.meant) from None
    places = {card.key: each.place for card, each in zip(printed, listed, strict=True)}
    return OwnPack(pool.with_cards(printed, OWN), {**declared, **own}, own, places)


def with_name(card: DocumentNode) -> object:
    """The fields of a card with its name, which is by default its id."""
    fields = card.value
    if not isinstance(fields, Mapping) or "name" in fields or not isinstance(fields.get("id"), str):
        return fields
    return {**fields, "name": fields["id"].replace("-", " ").title()}


def _check_ids(pool: Pool[PrintedT], printed: Sequence[PrintedT], listed: Sequence[DocumentNode]) -> None:
    ids = [card.id for card in printed]
    for id, each in zip(ids, listed, strict=True):
        if id in pool.by_id or ids.count(id) > 1:
            raise InvalidCard(f"{each.place}.id: there is a card {id!r} already")


def _read_abilities(
    printed: Sequence[PrintedT], listed: Sequence[DocumentNode], reader: OwnCardReader[PrintedT]
) -> Iterator[tuple[str, tuple[Ability, ...]]]:
    for card, each in zip(printed, listed, strict=True):
        if isinstance(each.value, Mapping) and "abilities" in each.value:
            yield card.key, reader.read_abilities(each.value["abilities"], f"{each.place}.abilities", card)
