"""Walks over tables as they are drawn: the cards of a layout, the matches whose tables are looked at."""

from __future__ import annotations

from collections.abc import Iterator

from domain.match.aggregate import Match
from service.present.table_layout import CardShown, TableLayout
from service.tools.simulate import SimulationTask, decisions

SEED = 20261122


def simulated_tables(game: str, count: int) -> Iterator[Match]:
    """So many simulated matches of a game, at every fifth version."""
    for number in range(1, count + 1):
        yield from (each.match for each in decisions(SimulationTask(game, SEED, number)) if not each.match.version % 5)


def shown_in_groups(table: TableLayout) -> Iterator[CardShown]:
    """Every card of the groups, and what lies on it."""
    for side in table.sides:
        for group in side.groups:
            for card in group.cards:
                yield from with_attached(card)


def with_attached(card: CardShown) -> Iterator[CardShown]:
    """A card, and all that lies on it."""
    yield card
    for each in card.attached:
        yield from with_attached(each)
