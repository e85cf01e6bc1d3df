"""How often abilities that cards have gained were used, as a position says it.

Which abilities a card has gained is not written: constant abilities and lasting effects give them to it again. Under
`limits` their counters have `key:place` in place of the number of an ability: in the text of which card it stands, and
where (`round:doji-whisperer:core/duelist-training:1`). Read `use_of`, then `lay_uses`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.cardgame.abilities.context import copy_key
from domain.cardgame.facts.course import Counted
from domain.games.l5r.abilities.registry import lent_name
from domain.games.l5r.state import L5rCard, L5rGame, L5rTable
from domain.kernel.ids import Handle, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.cardgame.abilities.registry import Registry
    from domain.cardgame.positions.named_cards import NamedCard

PLACE_IN_TEXT = re.compile(r":([^:/]+/[^:/]+):(\d+)(?=:|$)")


class GainedUse(NamedTuple):
    """The counter of a limit of an ability that a card has gained; `text` is the card in whose text it stands."""

    per: str
    card: Handle
    text: str
    place: int
    seat: Seat
    owner: Seat

    @property
    def counter(self) -> str:
        """The counter as a position names it."""
        user = f":{self.seat}" if self.seat != self.owner else ""
        return f"{self.per}:{self.card}:{lent_name(self.text, self.place)}{user}"

    def counter_on(self, table: L5rTable, card: Handle) -> str:
        """The counter on a table where the card has this handle; empty if it has not gained the ability."""
        there = ((each.key, each.place, each.number) for each in table.cards[card].gained)
        number = next((number for *where, number in there if where == [self.text, self.place]), None)
        return "" if number is None else copy_key(self.per, card, number, self.seat, self.owner)


def use_of(
    counter: str, cards: Iterable[NamedCard], seats: tuple[Seat, ...], registry: Registry[Any]
) -> GainedUse | None:
    """What a counter of a position counts, if it is that of an ability in another card's text, and of a card here."""
    found = PLACE_IN_TEXT.search(counter)
    if found is None or not registry.has_ability(found[1], int(found[2])):
        return None
    possible = (
        each for card in cards for each in uses_of(card.handle, card.owner, found[1], int(found[2]), seats, registry)
    )
    return next((each for each in possible if each.counter == counter), None)


def uses_of(
    card: Handle, owner: Seat, text: str, place: int, seats: tuple[Seat, ...], registry: Registry[Any]
) -> Iterator[GainedUse]:
    """The counters of an ability that a card may gain, for each player."""
    for limit in registry.ability(text, place).limits:
        if not limit.title:  # what all copies share is counted by the title of the card
            yield from (GainedUse(limit.per, card, text, place, seat, owner) for seat in seats)


def written_uses(table: L5rTable, card: L5rCard, name: str) -> Iterator[tuple[str, str]]:
    """The counters of what a card has gained, each as the table and as a position names it."""
    for each in card.gained:
        for use in uses_of(Handle(name), card.owner, each.key, each.place, table.seats, table.registry):
            yield copy_key(use.per, card.handle, each.number, use.seat, card.owner), use.counter


def lay_uses(game: L5rGame, uses: Iterable[tuple[GainedUse, int]], handles: Mapping[Handle, Handle]) -> tuple[str, ...]:
    """Count what was used of the abilities that cards have gained now. Returns the counters of those that none has."""
    without = []
    for use, times in uses:
        if counter := use.counter_on(game.table, handles[use.card]):
            game.emit(Counted((counter,) * times))
        else:
            without.append(use.counter)
    return tuple(without)
