"""What is on a table of both games, written as a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from domain.cardgame.pool.own_cards import OWN
from domain.cardgame.positions import writing
from domain.cardgame.positions.writing import TableWriter
from domain.cardgame.table import CardState
from domain.families.agot_cards.abilities.limit_counters import usage_keys
from domain.families.agot_cards.positions.cards import PLOTS
from domain.families.agot_cards.positions.counters import usage_now
from domain.families.agot_cards.state import AgotTable
from domain.kernel.ids import Handle, Seat
from domain.kernel.scenarios.card_names import LyingCard
from domain.kernel.state.fields import field_state

T = TypeVar("T", bound=AgotTable)

ALWAYS = ("deck", "plots")
"""The areas that are written even if they are empty."""


class AgotCardWriter(TableWriter[T]):
    """Writes the cards, counters and effects of a table of one of the two games.

    `plain` are the ids of the cards of which an area may hold a mere number: of plots, and of others. `listed` are the
    areas with lists of cards, in the order of a player's section.
    """

    plain: ClassVar[tuple[str, str]]
    listed: ClassVar[tuple[str, ...]]

    def filling_card(self, kind: str) -> str:
        return f"{OWN.id}/{self.plain[kind not in PLOTS]}" if kind in self.listed else ""

    def cards_on(self, card: Handle) -> Mapping[str, list[Handle]]:
        on, cards = self.table.on(card), self.table.cards
        return {
            "duplicates": [each for each in on if cards[each].duplicate],
            "attachments": [each for each in on if not cards[each].duplicate],
        }

    def seat_unsaid(self, host: CardState, on: str) -> Seat:
        return host.owner if on == "duplicates" else host.controller

    def player(self, seat: Seat) -> dict[str, Any]:
        table = self.table
        faction = table.cards[table.players[seat].faction]
        fields: dict[str, Any] = {"faction": self.entry(faction.handle, seat, without=("power",))}
        for kind in ("agenda", "plot", "chosen"):
            if cards := self.area(seat, kind):
                fields[kind] = self.entry(cards[0], seat)
        fields.setdefault("plot", "none")
        for kind in self.listed:
            if self.area(seat, kind) or kind in ALWAYS:
                fields[kind] = self.listed_area(seat, kind)
        if roots := self.roots(seat):
            fields["play"] = [self.entry(card, seat) for card in roots]
        fields |= field_state(table.players[seat])
        if faction.power:
            fields["power"] = faction.power
        if usage := usage_now(table, seat):
            fields["usage"] = usage
        return fields

    def worded_counters(self) -> frozenset[str]:
        table = self.table
        worded = ((name, seat) for seat in table.seats for name in usage_now(table, seat))
        return frozenset(key for name, seat in worded for key in usage_keys(name, seat))


def lying_cards(table: AgotTable) -> dict[Handle, LyingCard]:
    """The cards on other cards, and turned cards; a duplicate is meant only where a duplicate is asked for."""
    aside = {
        card.handle: LyingCard("duplicate", aside=True) for card in table.cards.values() if card.host and card.duplicate
    }
    return writing.lying_cards(table) | aside
