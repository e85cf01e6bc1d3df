"""Cards of the pool that are otherwise than printed: what would a match have been under another text?

A change is written as a card of a pack is, with the id of a card that there is, and only the fields that are otherwise;
`abilities` are all its abilities then. Read `read_changed_cards`.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.pool.card_fields import InvalidCard, unreadable_of
from domain.cardgame.pool.own_cards import Declared, OwnCardReader, OwnPack
from domain.cardgame.pool.pool import Pool, replace_cards
from domain.cardgame.pool.printed_card import PrintedT
from domain.kernel.formats.reading import DocumentNode, meant_by
from domain.kernel.occurring.abilities import Ability

AsPrinted = Mapping[str, Mapping[str, object]]


def read_changed_cards(
    pool: Pool[PrintedT],
    declared: Declared,
    cards: DocumentNode,
    as_printed: AsPrinted,
    reader: OwnCardReader[PrintedT],
) -> OwnPack[PrintedT]:
    """The pool and its declarations with changed cards; `as_printed` are the fields of the pool's cards by key.

    Raises Unreadable naming the card and the field.
    """
    changed: dict[str, PrintedT] = {}
    abilities: Declared = {}
    places: dict[str, str] = {}
    try:
        for each in cards.items():
            key, fields = changed_fields(pool, each, as_printed)
            if key in changed:
                raise InvalidCard(f"{each.place}.id: {fields['id']!r} stands twice")
            card = read_card(pool, key, fields, each, reader)
            abilities[key] = read_abilities(declared, card, each, reader)
            for fault in reader.faults_of_card(card, abilities[key]):
                raise InvalidCard(f"{each.place}{fault.place}: {fault.reason}", fault.meant)
            changed[key], places[key] = card, each.place
    except InvalidCard as error:
        raise unreadable_of(error) from None
    return OwnPack(replace_cards(pool, changed.values()), {**declared, **abilities}, abilities, places)


def changed_fields(pool: Pool[PrintedT], each: DocumentNode, as_printed: AsPrinted) -> tuple[str, dict[str, object]]:
    """The key of a changed card, and all its fields but the abilities. Raises InvalidCard, Unreadable."""
    fields = each.mapping()
    if "id" not in fields:
        raise InvalidCard(f"{each.place}.id: missing")
    id = fields["id"].text()
    key = next((each for each in pool.by_id.get(id, ()) if each in as_printed), None)
    if key is None:
        raise InvalidCard(f"{each.place}.id: no card of the pool has the id {id!r}", meant_by(id, pool.by_id))
    said = {name: node.value for name, node in fields.items() if name != "abilities"}
    return key, {**as_printed[key], **said}


def read_card(
    pool: Pool[PrintedT], key: str, fields: dict[str, object], each: DocumentNode, reader: OwnCardReader[PrintedT]
) -> PrintedT:
    """The card that the fields give. Raises InvalidCard."""
    card_set = pool.sets[pool.cards[key].set]
    return reader.read_card(fields, card_set.id, card_set.code, each.place)


def read_abilities(
    declared: Declared, card: PrintedT, each: DocumentNode, reader: OwnCardReader[PrintedT]
) -> tuple[Ability, ...]:
    """The abilities of a changed card: those that are given, else those that it has. Raises InvalidCard."""
    fields = each.mapping()
    if "abilities" not in fields:
        return declared.get(card.key, ())
    return reader.read_abilities(fields["abilities"].value, f"{each.place}.abilities", card)
