"""A pack of own cards beside the pool: plain fields, as JSON or a scenario has them, with abilities in their data form.

A game says in an `OwnCardReader` how its cards are read. Read `read_own_cards`, then `check_own_names`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias

from msgspec import Struct

from domain.cardgame.pool.card_fields import InvalidCard, unreadable_of
from domain.cardgame.pool.pool import CardReader, Pool
from domain.cardgame.pool.printed_card import CardSet, PrintedT
from domain.cardgame.words.places import WordFault, places
from domain.kernel.formats.reading import DocumentNode, Unreadable, meant_by
from domain.kernel.occurring.abilities import Ability

OWN = CardSet(id="own", name="Own cards")

Declared: TypeAlias = dict[str, tuple[Ability, ...]]


class OwnCardReader(Struct, Generic[PrintedT], frozen=True):
    """How a game reads own cards: printed values, abilities, and what does not hold of both together.

    The first two raise InvalidCard. `plain` are the cards that a game adds to each pack, to fill up positions.
    """

    read_card: CardReader[PrintedT]
    read_abilities: Callable[[object, str, PrintedT], tuple[Ability, ...]]
    faults_of_card: Callable[[PrintedT, tuple[Ability, ...]], Iterable[WordFault]]
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
            for fault in reader.faults_of_card(card, own.get(card.key, ())):
                raise InvalidCard(f"{each.place}{fault.place}: {fault.reason}", fault.meant)
    except InvalidCard as error:
        raise unreadable_of(error) from None
    places = {card.key: each.place for card, each in zip(printed, listed, strict=True)}
    return OwnPack(pool.with_cards(printed, OWN), {**declared, **own}, own, places)


def with_name(card: DocumentNode) -> object:
    """The fields of a card with its name, which is by default its id."""
    fields = card.value
    if not isinstance(fields, Mapping) or "name" in fields or not isinstance(fields.get("id"), str):
        return fields
    return {**fields, "name": fields["id"].replace("-", " ").title()}


class ProvidedNames(Protocol):
    """What the cards of a pool provide for words to name: titles, traits and others."""

    def unknown_names(self, word: Struct) -> Iterator[tuple[str, str, frozenset[str], str]]:
        """The names in a word that no card provides: the field, the name, the valid names, what is wrong."""


def check_own_names(
    pack: OwnPack[PrintedT], naming: Sequence[str], provide: Callable[[OwnPack[PrintedT]], ProvidedNames]
) -> None:
    """Raises Unreadable for a word of an own card with a name that no card provides; `naming` are fields with names."""
    words = [(place, word) for place, word in own_words(pack) if any(getattr(word, each, "") for each in naming)]
    if not words:
        return
    provided = provide(pack)
    for place, word in words:
        for field, name, listed, why in provided.unknown_names(word):
            raise Unreadable(f"{place}.{field}", why, meant_by(name, listed))


def own_words(pack: OwnPack[PrintedT]) -> Iterator[tuple[str, Struct]]:
    """Every word of own cards, with its place in the pack."""
    for key, abilities in pack.own.items():
        for number, ability in enumerate(abilities):
            start = f"{pack.places[key]}.abilities[{number}].{ability.timing.replace('-', '_')}"
            for at, word in places(ability, ""):
                yield f"{start}{at.removeprefix('.constants') if ability.timing == 'constant' else at}", word


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
