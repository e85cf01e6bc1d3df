"""Which games have a board that can be drawn, and who draws it: a view in, an SVG document out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from service.present.svg import board


class Drawing(Protocol):
    """Draws a view; `link` makes the addresses to which the names of places lead."""

    def __call__(self, view: dict[str, Any], link: Callable[[str], str] | None = None) -> str: ...


DRAWINGS: dict[str, Drawing] = {"agot_board": board.draw_board}
