"""Titles for handles: which card a viewer can name, learned from what that viewer may read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from domain.judging.things import stated
from domain.kernel.cards import CardsMoved, ZoneShuffled
from domain.kernel.conditions import AbilityTable
from domain.kernel.facts import Fact
from domain.kernel.ids import Viewer

CARD_KEY = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class Names:
    """Card titles by handle; `handles` says whether the handle is written behind the title.

    `conditions` are those that have been put into words, by their numbers, which say nothing to a reader.
    """

    def __init__(self, cards: Mapping[str, Any], handles: bool = True) -> None:
        self.cards = cards
        self.handles = handles
        self.keys: dict[str, str] = {}
        self.conditions: dict[int, str] = {}

    def learn(self, facts: Iterable[Fact]) -> None:
        """Learn from facts as the viewer reads them: cards shown, cards followed from handle to handle."""
        for fact in facts:
            if isinstance(fact, CardsMoved):
                self.follow((each.old, each.new) for each in fact.moves)
            elif isinstance(fact, ZoneShuffled):
                self.follow(fact.order)
            else:
                self.keys.update((handle, key) for handle, key in stated(fact) if key)

    def follow(self, links: Iterable[tuple[str, str]]) -> None:
        for old, new in links:
            if old in self.keys and new:
                self.keys[new] = self.keys[old]

    def look_at(self, table: Any, viewer: Viewer) -> None:
        """Learn the cards that lie where the viewer sees them, and from conditions those that have gone."""
        self.keys.update((each.handle, each.key) for each in table.cards.values() if table.sees(viewer, each.zone))
        if not isinstance(table, AbilityTable):
            return
        shown = (table.cards[card] for card in table.shown_to(viewer) if card in table.cards)
        self.keys.update((each.handle, each.key) for each in shown)
        for shelf in (table.occurrences, table.aftermaths):
            conditions = (each for happening in shelf.values() for each in happening.conditions)
            self.keys.update((each.card, each.seen.key) for each in conditions if each.seen and not each.hidden)

    def title(self, key: str) -> str:
        """The title of a card key."""
        return self.cards[key].title if key in self.cards else key

    def card(self, handle: str) -> str:
        """A card by its handle: `Eddard Stark (e5q48bz1k)`."""
        key = self.keys.get(handle)
        if not handle:
            return "a hidden card"
        if key is None:
            return f"a card ({handle})" if self.handles else "a card"
        return f"{self.title(key)} ({handle})" if self.handles else self.title(key)

    def thing(self, name: str) -> str:
        """A card, or a seat or any other word as it is."""
        return self.card(name) if name in self.keys else self.text(name)

    def things(self, names: Iterable[str]) -> str:
        return ", ".join(self.thing(name) for name in names) or "none"

    def listed(self, handles: Iterable[str]) -> str:
        """Cards by their handles; hidden ones are counted."""
        cards = list(handles)
        named = [self.card(each) for each in cards if each]
        hidden = len(cards) - len(named)
        return ", ".join([*named, *([counted(hidden, "hidden card")] if hidden else [])]) or "no card"

    def text(self, text: str) -> str:
        """Words of the engine with card keys written as titles."""
        return CARD_KEY.sub(lambda found: self.title(found.group()), text)


def counted(n: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def limit_words(key: str, names: Names) -> str:
    """A limit by its key: how long it lasts, then what it is of; an ability by its place on the card, from 1."""
    lasts, *of = key.split(":")
    words = (f"ability {int(each) + 1}" if each.isdigit() else names.thing(each) for each in of)
    return f"{lasts.replace('_', ' ').replace('-', ' ')}: {', '.join(words)}"
