"""Which games have a board that can be drawn, and who draws it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

Drawing = Callable[[dict[str, Any]], str]

MODULES = {"agot_board": "service.drawing.board"}


def drawing_of(game: str) -> Drawing | None:
    """Who draws the board of a game from a view, as an SVG document; None for a game without a board."""
    if game not in MODULES:
        return None
    # a board's shapes are read when the first picture is asked for
    drawn: Drawing = import_module(MODULES[game]).drawn
    return drawn
