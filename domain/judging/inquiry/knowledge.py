"""Who knows which hidden card, folded over the whole stream, undone lines included: what was seen stays seen.

A card gets a new handle whenever it enters a hidden zone or is shuffled there. So a handle in a hidden zone that
somebody has learned is a card whose place is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.kernel.cards import CardTable, Learned, renamed_handles
from domain.kernel.ids import PUBLIC, Handle, Seat, Viewer, ZoneKey
from domain.match.events import StoredEvent

Events = Iterable[tuple[int, StoredEvent]]


class KnownCard(Struct, frozen=True):
    """That a seat (or everybody) learned which card a handle names, and where in the record (`44.2`)."""

    viewer: Viewer
    card: Handle
    key: str
    at: str


def cards_learned_in(events: Events) -> Iterator[KnownCard]:
    """All that anybody learned in these events, in order."""
    for version, event in events:
        for place, fact in enumerate(event.facts, 1):
            if isinstance(fact, Learned):
                for viewer in fact.to:
                    yield from (KnownCard(viewer, card, key, f"{version}.{place}") for card, key in fact.cards)


Knowledge = dict[Handle, dict[Viewer, KnownCard]]


def knowledge_from(events: Events) -> Knowledge:
    """The viewers who know each handle, each with the first place where they learned it."""
    found: Knowledge = {}
    for each in cards_learned_in(events):
        found.setdefault(each.card, {}).setdefault(each.viewer, each)
    return found


def knows(knowledge: Knowledge, seat: Seat, card: Handle) -> bool:
    there = knowledge.get(card, {})
    return seat in there or PUBLIC in there


def origins(table: CardTable, events: Events) -> dict[Handle, Handle]:
    """Each handle that the cards of a table have through these events, with the one that they have at the table."""
    found = {card: card for card in table.cards}
    for _, event in events:
        for fact in event.facts:
            for old, new in renamed_handles(fact):
                if old in found:
                    found[new] = found[old]
    return found


def hidden_cards(table: CardTable) -> dict[Handle, ZoneKey]:
    """The cards that are hidden from somebody where they lie, each with its zone, zone by zone."""
    lying = ((zone, card) for zone, cards in table.zones.items() for card in cards)
    return {card: zone for zone, card in lying if table.sight(table.cards[card]) != "all"}


def unseen_cards(table: CardTable) -> dict[ZoneKey, list[Handle]]:
    """The cards that nobody sees, by zone in the order in which they lie: decks, and what lies facedown to all."""
    found = {
        zone: [card for card in cards if table.sight(table.cards[card]) == "nobody"]
        for zone, cards in table.zones.items()
    }
    return {zone: cards for zone, cards in found.items() if cards}
