"""Tables as far as a judge knows them: decks whose order nobody was told are sorted or mixed.

Read `known_places`, then `sorted_decks` and `mixed_decks`. A handle keeps its place, and the cards under the handles
whose places nobody was told change places among themselves: all that names a handle means the same place as before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import structs

from domain.judging.inquiry.knowledge import Events, knowledge_from, known_to_somebody, origins, unseen_cards
from domain.judging.remedies.rewind import named_handles
from domain.kernel.cards.card_facts import CardsMoved
from domain.kernel.cards.card_table import CardTable
from domain.kernel.chance import RandomStream
from domain.kernel.ids import Handle
from domain.kernel.table import Card
from domain.match.events import StoredEvent

PERSON = b"praetor.mixed"
IDENTITY = ("key", "printed", "owner")
"""The fields of a card that say which one it is."""


def known_places(table: CardTable, before: Events, after: Events = ()) -> set[Handle]:
    """The cards of hidden order at a table whose places are told: learned there, put there, or come out after it.

    `before` are the events that led to the table, `after` those that followed it, as far as they count.
    """
    before, after = list(before), list(after)
    homes = origins(table, after)
    shown = {
        *known_to_somebody(knowledge_from(before)),
        *known_to_somebody(knowledge_from(after)),
        *cards_moved_out(after),
        *named_handles(table),
    }
    found = {homes.get(card, card) for card in shown}
    return {card for cards in unseen_cards(table).values() for card in cards if card in found}


def without_hidden_order(
    table: CardTable, events: Mapping[int, StoredEvent], before: Iterable[int], after: Iterable[int] = ()
) -> CardTable:
    """The table as a judge may write it down; `before` and `after` are the versions that `known_places` asks for."""
    led, came = ([(each, events[each]) for each in versions] for versions in (before, after))
    return sorted_decks(table, known_places(table, led, came))


def cards_moved_out(events: Events) -> Iterable[Handle]:
    """The cards that were moved from one zone to another, as they were called before."""
    moves = (each for _, event in events for fact in event.facts if isinstance(fact, CardsMoved) for each in fact.moves)
    return (each.old for each in moves if each.source != each.to)


def sorted_decks(table: CardTable, keep: Collection[Handle]) -> CardTable:
    """The table with the cards of hidden order, but for those to keep, in the order of their keys."""
    return rearrange_decks(table, keep, lambda cards: cards)


def mixed_decks(table: CardTable, keep: Collection[Handle], seed: bytes) -> CardTable:
    """The table with the cards of hidden order, but for those to keep, in an order drawn from a seed alone."""
    return rearrange_decks(table, keep, RandomStream(bytes(seed), person=PERSON).shuffle)


def rearrange_decks(
    table: CardTable, keep: Collection[Handle], ordered: Callable[[list[Card]], list[Card]]
) -> CardTable:
    """A copy of the table; what is ordered comes sorted, so that nothing tells the order in which it lay."""
    made = table.branch()
    for unseen in unseen_cards(made).values():
        places = [card for card in unseen if card not in keep]
        lies_there = {card: made.cards[card] for card in places}
        lying = [*lies_there.values()]
        for card in lying:
            made.unindex(card)
        for place, card in zip(places, ordered(sorted(lying, key=lambda each: str(each.key))), strict=True):
            # what is so of the place stays there, such as which of several places of one zone it is
            there = structs.replace(
                lies_there[place], **{name: getattr(card, name) for name in IDENTITY if hasattr(card, name)}
            )
            made.cards.put(place, there)
            made.index(there)
    return made
