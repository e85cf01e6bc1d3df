"""The standing phase."""

from __future__ import annotations

from domain.families.agot_cards import numbers_in_play, occurring
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.state import AgotGame, AgotTable
from domain.kernel.ids import Handle, Seat, zone


def standable_cards(table: AgotTable, seat: Seat) -> list[Handle]:
    """The kneeling cards of a player that can stand."""
    cards = [*table.zone(zone(seat, "faction")), *table.play_area(seat)]
    return [card for card in cards if numbers_in_play.may_stand(table, table.cards[card])]


def stand_at_once(game: AgotGame, cards: list[Handle]) -> None:
    """Stand cards of all players at the same time; the last statement of a step."""
    if cards:
        carry_out_step(game, *(occurring.stand_condition(game.table, card) for card in cards))
