"""The names by which a scenario calls cards, and whichever handles these have now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.cards import CardsMoved, ZoneShuffled
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat
from domain.kernel.reading import At


class Names:
    """Which name belongs to which card, followed through all its handles."""

    def __init__(self, cards: Iterable[tuple[str, Handle]], seats: tuple[Seat, ...]) -> None:
        self.handles = dict(cards)
        self.names = {handle: name for name, handle in self.handles.items()}
        self.seats = seats

    def follow(self, facts: Iterable[Fact]) -> None:
        """Take in the new handles that these facts gave to cards."""
        for fact in facts:
            if isinstance(fact, CardsMoved):
                self.rename((each.old, each.new) for each in fact.moves)
            elif isinstance(fact, ZoneShuffled):
                self.rename(fact.order)

    def rename(self, pairs: Iterable[tuple[Handle, Handle]]) -> None:
        """A card without a name stays without one."""
        for old, new in pairs:
            if name := self.names.get(old):
                self.handles[name] = new
                self.names[new] = name

    def listed(self, handles: Iterable[Handle]) -> list[str]:
        return [self.names[each] for each in handles]

    def told(self, value: Any) -> Any:
        """A value of plain JSON types with names in place of handles."""
        if isinstance(value, Mapping):
            return {self.told(key): self.told(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.told(each) for each in value]
        return self.names.get(Handle(value), value) if isinstance(value, str) else value

    def card(self, at: At, name: str) -> Handle:
        if name not in self.handles:
            raise at.wrong(f"the position has no card {name!r}")
        return self.handles[name]
