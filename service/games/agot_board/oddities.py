"""What is unusual on a board, though a judge may lay it: armies beyond supply, Ships and tokens in others' places."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.supply import excess
from domain.games.agot_board.components import AREAS
from domain.games.agot_board.state import BoardTable
from service.games.agot_board.words import label
from service.present.text.names import amount


def board_oddities(table: BoardTable) -> Iterator[str]:
    """Each unusual thing on the board, as a sentence."""
    for house in table.seats:
        if many := excess(table, house):
            yield f"The armies of {house} are beyond its supply, by {amount(many, 'unit')}."
    for id, area in table.areas.items():
        land = AREAS[id].connected_land
        holder = controller(table, land) if land else ""
        if land and area.house and holder != area.house:
            yield f"Ships of {area.house} lie in {label(id)}, and {holder or 'nobody'} controls {label(land)}."
        home = AREAS[id].home_of
        if area.power_token and home and home != area.power_token:
            yield f"A Power token of {area.power_token} lies in {label(id)}, the home of {home}."
        if area.power_token and area.house and area.house != area.power_token:
            yield f"A Power token of {area.power_token} lies in {label(id)}, where units of {area.house} stand."
        if area.garrison and area.house and area.house != area.garrison:
            yield f"The Garrison of {area.garrison} lies in {label(id)}, where units of {area.house} stand."
